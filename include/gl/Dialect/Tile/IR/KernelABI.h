//===- KernelABI.h - Parameters of a compiled kernel -------------*- C++
//-*-===//
//
// The one place that says which parameters a kernel has once its memref
// arguments are gone; the lowerings make them and the bundle describes them.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_TILE_IR_KERNELABI_H
#define GL_DIALECT_TILE_IR_KERNELABI_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::tile {

class FuncOp;

/// One parameter. A memref argument gives the address of its first element,
/// then its dynamic dims, then its dynamic strides, outermost first, then the
/// reciprocals of the dims that its `tile.reciprocals` lists. All but the
/// address are i64; strides count elements. Behind the arguments' parameters
/// come the tensor maps of the body, in its order, each by value.
struct KernelParam {
  enum class Kind { Pointer, Dim, Stride, Reciprocal, TensorMap };
  Kind kind;
  unsigned argument;
  unsigned dim = 0;         ///< of Dim, Stride, Reciprocal
  Operation *map = nullptr; ///< the tile.tensor_map of TensorMap
};

llvm::SmallVector<KernelParam> getKernelParams(FuncOp kernel);

/// Size and alignment of a tensor map in bytes (CUtensorMap of the CUDA driver
/// API); every other parameter takes 8 bytes.
inline constexpr int64_t kTensorMapBytes = 128;
inline constexpr int64_t kTensorMapAlign = 64;

/// The reciprocal of d is floor(2^62 / d) + 1, where a d of 0 counts as 1. For
/// 0 <= n < 2^31 and 1 <= d < 2^31 the quotient n div d is the product of n and
/// the reciprocal, shifted right by 62: the reciprocal is too large by less
/// than one part in 2^62 / d, and n * d is less than 2^62. A division by a
/// number that a thread meets only at run time takes some twenty instructions,
/// the product three.
inline constexpr unsigned kReciprocalBits = 62;

/// Coordinates in kernels are 32-bit numbers: extents are below this, which
/// leaves room for the last tile's end. The runtime refuses larger dims and
/// grids (docs/bundle.md, "Calls"); where a coordinate counts through several
/// dims, a check of the function limits their product.
inline constexpr int64_t kExtentLimit = (int64_t(1) << 31) - (int64_t(1) << 16);

} // namespace mlir::tile

#endif // GL_DIALECT_TILE_IR_KERNELABI_H
