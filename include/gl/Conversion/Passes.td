//===- Passes.td - Conversions between levels --------------*- tablegen -*-===//
//
// Each conversion lives in a folder of its own under lib/Conversion.
//
//===----------------------------------------------------------------------===//

#ifndef GL_CONVERSION_PASSES_TD
#define GL_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertGLToTile : Pass<"convert-gl-to-tile", "::mlir::ModuleOp"> {
  let summary = "Emit a tile program for each gl operation";
  let description = [{
    Each `gl.fused_matmul` becomes one `tile.func` for each of its schedules, and a `tile.launch` in place of the operation. Each `gl.gather_concat` that is left becomes a copy kernel.

    A kernel's facts follow from its schedule: one that loads `vector` elements at once relies on rows that allow it; the last variant relies on nothing.
  }];
  let dependentDialects = ["::mlir::tile::TileDialect", "::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect", "::mlir::cf::ControlFlowDialect"];
}

def ConvertTileToNVVM : Pass<"convert-tile-to-nvvm", "::mlir::ModuleOp"> {
  let summary = "Lower tile programs with layouts to one thread's code";
  let description = [{
    A tile with a `#tile.layout` becomes the vector of the registers in which one thread holds its part. Kernels become `llvm.func` with the
    parameters of docs/bundle.md inside `gpu.module @kernels`; their bodies are `arith`, `math`, `vector`, `scf`, `memref` (metadata only), `nvvm` and `llvm`, which upstream lowers.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect", "::mlir::vector::VectorDialect",
                           "::mlir::scf::SCFDialect", "::mlir::gpu::GPUDialect", "::mlir::NVVM::NVVMDialect", "::mlir::LLVM::LLVMDialect"];
}

def ConvertTileToCPU : Pass<"convert-tile-to-cpu", "::mlir::ModuleOp"> {
  let summary = "Lower tile programs to loops over buffers and vectors";
  let description = [{
    Tiles become buffers, allocated once per call; loads pack (that is the gather), `tile.dot` becomes a register-blocked micro-kernel on vectors, element-wise
    operations become loops. Each kernel becomes a function `NAME(params, begin, end)` that runs a range of the grid (docs/bundle.md). Host functions are erased.

    `micro` of a kernel's `#gl.schedule<family = cpu>` is the register block; a kernel without one gets blocks of up to 4 x 4.
  }];
  let options = [
    Option<"vectorLength", "vector-length", "int64_t", "16", "f32 elements in one vector of the micro-kernel">];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect", "::mlir::cf::ControlFlowDialect",
                           "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect", "::mlir::LLVM::LLVMDialect", "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect", "::mlir::vector::VectorDialect"];
}

#endif // GL_CONVERSION_PASSES_TD
