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
/// then its dynamic dims, then its dynamic strides, outermost first. Dims and
/// strides are i64, strides count elements.
struct KernelParam {
  enum class Kind { Pointer, Dim, Stride };
  Kind kind;
  unsigned argument;
  unsigned dim; ///< of Dim and Stride
};

llvm::SmallVector<KernelParam> getKernelParams(llvm::ArrayRef<Type> arguments);

} // namespace mlir::tile

#endif // GL_DIALECT_TILE_IR_KERNELABI_H
