//===- Pipelines.h - From tile programs to the LLVM dialect ----*- C++ -*-===//
//
// Named sequences of passes that end one level of the compiler.
//
//===----------------------------------------------------------------------===//

#ifndef GL_CONVERSION_PIPELINES_H
#define GL_CONVERSION_PIPELINES_H

namespace mlir {
class OpPassManager;
}

namespace mlir::gl {

/// Adds the passes that make explicit how a GPU runs each `tile.func` of a
/// module (README, level 3), up to the check of its resources. What is decided
/// then stays: grid, shared memory and parameters are those of the launch. The
/// pass manager must be that of a ModuleOp.
void buildTileLevel3Pipeline(OpPassManager &manager);

/// Adds the passes that take a module of level 3 to kernels of the LLVM and
/// NVVM dialects in `gpu.module @kernels`. Host functions that launch kernels
/// are erased: what they say is the caller's to keep. The pass manager must be
/// that of a ModuleOp.
void buildLevel3ToNVVMPipeline(OpPassManager &manager);

/// Adds both.
void buildTileToNVVMPipeline(OpPassManager &manager);

/// Adds the passes that take a module with `tile.func` operations to one that
/// holds an `llvm.func` for each of them, with the signature that
/// docs/bundle.md gives kernels on the CPU, and declarations of `malloc` and
/// `free`. Host functions are erased: what they say is the caller's to keep.
/// The pass manager must be that of a ModuleOp.
void buildTileToCPUPipeline(OpPassManager &manager);

/// Registers the pipeline above as `tile-to-cpu`.
void registerTileToCPUPipeline();

} // namespace mlir::gl

#endif // GL_CONVERSION_PIPELINES_H
