//===- KernelExpressions.h - What a kernel's launch computes -----*- C++
//-*-===//
//
// Indices of a kernel over the tensors of its launch: the grid, and the sizes
// of tensor maps with what they ask of a call. Part of the record's writer.
//
//===----------------------------------------------------------------------===//

#ifndef GL_COMPILER_KERNELEXPRESSIONS_H
#define GL_COMPILER_KERNELEXPRESSIONS_H

#include "gl/Dialect/Tile/IR/TileOps.h"
#include "llvm/Support/JSON.h"

namespace mlir::gl {

/// The tensors that a kernel's arguments stand for: their numbers in the record
/// and their types in the function that launches the kernel.
struct KernelTensors {
  SmallVector<unsigned> ids;
  SmallVector<RankedTensorType> types;
};

/// The expression of an index over dims and strides of the kernel's arguments,
/// a number where types say so. `user` is where it is used, for errors.
FailureOr<llvm::json::Value> writeKernelIndex(Value index, Operation *user,
                                              const KernelTensors &tensors);

/// The parameter that `map` becomes. Adds to `guard`, which has the conditions
/// of the kernel's types and facts, those under which the driver encodes the
/// map and which do not follow from them; fails, after a diagnostic, if one
/// never holds.
FailureOr<llvm::json::Object> writeTensorMap(tile::TensorMapOp map,
                                             const KernelTensors &tensors,
                                             llvm::json::Array &guard);

} // namespace mlir::gl

#endif // GL_COMPILER_KERNELEXPRESSIONS_H
