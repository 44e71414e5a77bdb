//===- Registration.cpp - Everything gl's tools know ----------------------===//
//
// See Registration.h.
//
//===----------------------------------------------------------------------===//

#include "gl/Compiler/Registration.h"

#include "UpstreamPasses.h"
#include "gl/Compiler/Pipelines.h"
#include "gl/Conversion/Passes.h"
#include "gl/Conversion/Pipelines.h"
#include "gl/Dialect/GL/IR/GLDialect.h"
#include "gl/Dialect/GL/Transforms/Passes.h"
#include "gl/Dialect/Tile/IR/TileDialect.h"
#include "gl/Dialect/Tile/Transforms/Passes.h"
#include "gl/Target/LLVMIR.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

void gl::registerAllDialects(DialectRegistry &registry) {
  registry
      .insert<GLDialect, tile::TileDialect, affine::AffineDialect,
              arith::ArithDialect, bufferization::BufferizationDialect,
              cf::ControlFlowDialect, DLTIDialect, func::FuncDialect,
              ::mlir::gpu::GPUDialect, LLVM::LLVMDialect, linalg::LinalgDialect,
              math::MathDialect, memref::MemRefDialect, NVVM::NVVMDialect,
              scf::SCFDialect, tensor::TensorDialect, vector::VectorDialect>();
  registerUpstreamInterfaces(registry);
  registerTranslations(registry);
}

void gl::registerAllPasses() {
  registerUpstreamPasses();
  registerGLPasses();
  tile::registerTilePasses();
  registerConversionPasses();
  PassPipelineRegistration<>("tile-to-nvvm", "Tile programs to kernels of NVVM",
                             buildTileToNVVMPipeline);
  registerTileToCPUPipeline();
  registerPipelines();
}
