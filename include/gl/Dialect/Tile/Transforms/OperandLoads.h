//===- OperandLoads.h - Where operands come from -----------------*- C++
//-*-===//
//
// The loads behind an operand of a product.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_TILE_TRANSFORMS_OPERANDLOADS_H
#define GL_DIALECT_TILE_TRANSFORMS_OPERANDLOADS_H

#include "gl/Dialect/Tile/IR/TileOps.h"

namespace mlir::tile {

/// The loads that `value` is one of, through the results of scf.if: one, or one
/// for each part of a concatenation. Fails if it is anything else.
LogicalResult collectLoads(Value value, SmallVectorImpl<LoadOp> &loads);

/// Whether tile dim `dim` runs along the innermost dim of the memory.
bool isInnermost(const Access &access, unsigned dim);

/// How threads copy the tile of an operand to shared memory.
struct CopyWidths {
  /// Elements at once, one for each load: what cp.async copies, or, through
  /// registers, what is stored at once.
  SmallVector<int64_t> widths;
  bool isAsync = false; ///< by cp.async, all of them
  int64_t provable = 1; ///< elements that all loads could load at once
  /// Whether what passes through registers can be loaded as words of long rows.
  bool byWords = false;
};

/// The widths at which `numWarps` warps copy the `tile` that `loads` read,
/// neighbours along tile dim `along`, from what is provable of the memory.
CopyWidths getCopyWidths(ArrayRef<LoadOp> loads, RankedTensorType tile,
                         unsigned along, int64_t numWarps);

} // namespace mlir::tile

#endif // GL_DIALECT_TILE_TRANSFORMS_OPERANDLOADS_H
