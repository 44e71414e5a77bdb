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

} // namespace mlir::tile

#endif // GL_DIALECT_TILE_TRANSFORMS_OPERANDLOADS_H
