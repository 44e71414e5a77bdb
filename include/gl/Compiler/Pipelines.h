//===- Pipelines.h - The passes between gl's levels --------------*- C++
//-*-===//
//
// The sequences that Compiler.h runs, also offered to gl-opt under the names
// `gl-to-tile`, `gl-to-nvvm` and `gl-to-cpu`.
//
//===----------------------------------------------------------------------===//

#ifndef GL_COMPILER_PIPELINES_H
#define GL_COMPILER_PIPELINES_H

#include "gl/Compiler/Compiler.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir::gl {

/// Options of the named pipelines.
struct PipelineOptions : PassPipelineOptions<PipelineOptions> {
  Option<std::string> target{
      *this, "target",
      llvm::cl::desc("cpu, sm_90 or sm_90a; empty for the module's gl.target"),
      llvm::cl::init("")};
  Option<std::string> schedule{
      *this, "schedule",
      llvm::cl::desc("A #gl.schedule<...> to use for every product"),
      llvm::cl::init("")};
};

/// Level 0 or 1 to fused products with schedules.
void buildGLPipeline(OpPassManager &manager, StringRef schedule);
/// Fused products to tile programs.
void buildTilePipeline(OpPassManager &manager);
/// Tile programs to level 3, on which the bundle's record is written; `arch` as
/// in CompileOptions. Nothing for the CPU, which has no such level.
void buildLevel3Pipeline(OpPassManager &manager, StringRef arch);
/// What buildLevel3Pipeline leaves to the LLVM dialect.
void buildCodePipeline(OpPassManager &manager, StringRef arch);
/// Both: tile programs to the LLVM dialect.
void buildTargetPipeline(OpPassManager &manager, StringRef arch);

/// Registers the named pipelines.
void registerPipelines();

/// The level that `module` is at: Target if it holds functions of the LLVM
/// dialect, Tile if it holds tile programs and no operation of `gl` is left,
/// else GL.
Level getLevel(ModuleOp module);

/// Sets the module's `gl.target` to the facts of `arch`, unless it already is
/// for `arch`. Fails, after a diagnostic that lists the targets, for another.
LogicalResult setTarget(ModuleOp module, StringRef arch);

} // namespace mlir::gl

#endif // GL_COMPILER_PIPELINES_H
