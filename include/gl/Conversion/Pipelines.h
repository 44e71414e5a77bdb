//===- Pipelines.h - Sequences of conversions --------------------*- C++
//-*-===//
//
// From tile programs to the LLVM dialect, for each kind of target.
//
//===----------------------------------------------------------------------===//

#ifndef GL_CONVERSION_PIPELINES_H
#define GL_CONVERSION_PIPELINES_H

namespace mlir {
class OpPassManager;
}

namespace mlir::gl {

/// Tile programs to kernels of the LLVM and NVVM dialects in gpu.module
/// @kernels.
void buildTileToNVVMPipeline(OpPassManager &pm);

} // namespace mlir::gl

#endif // GL_CONVERSION_PIPELINES_H
