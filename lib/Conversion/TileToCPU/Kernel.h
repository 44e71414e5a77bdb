//===- Kernel.h - From a kernel to a function over a range of its grid ---===//
//
// The first step of the lowering; the others are in Internal.h.
//
//===----------------------------------------------------------------------===//

#ifndef GL_LIB_CONVERSION_TILETOCPU_KERNEL_H
#define GL_LIB_CONVERSION_TILETOCPU_KERNEL_H

#include "gl/Dialect/Tile/IR/TileOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::gl::cpu {

/// Makes `NAME(params, begin, end)` of a kernel: reads the
/// parameters, computes the grid, and runs the program for each point of the
/// range. Tile operations are as they were; a memref is the cast that
/// `getMemory` reads. Erases the kernel. Reports what the CPU cannot run.
FailureOr<func::FuncOp> buildKernel(tile::FuncOp kernel);

} // namespace mlir::gl::cpu

#endif // GL_LIB_CONVERSION_TILETOCPU_KERNEL_H
