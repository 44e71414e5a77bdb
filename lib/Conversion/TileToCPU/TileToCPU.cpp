//===- TileToCPU.cpp - Lower tile programs to loops and vectors -----------===//
//
// The steps of Internal.h in order, and the pipeline that follows with upstream
// passes.
//
//===----------------------------------------------------------------------===//

#include "Internal.h"
#include "Kernel.h"

#include "gl/Conversion/MathExpansion.h"
#include "gl/Conversion/Passes.h"
#include "gl/Conversion/Pipelines.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace mlir::gl {
#define GEN_PASS_DEF_CONVERTTILETOCPU
#include "gl/Conversion/Passes.h.inc"
} // namespace mlir::gl

using namespace mlir;
using namespace mlir::gl::cpu;

/// Register block of a kernel whose schedule says nothing.
static constexpr int64_t kDefaultMicro = 4;

static LogicalResult bufferize(func::FuncOp func) {
  bufferization::OneShotBufferizationOptions options;
  options.allowReturnAllocsFromLoops = true; // placeScratch removes them
  bufferization::BufferizationState state;
  return bufferization::runOneShotBufferize(func, options, state);
}

namespace {
struct ConvertTileToCPU : gl::impl::ConvertTileToCPUBase<ConvertTileToCPU> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    Base::getDependentDialects(registry);
    arith::registerBufferizableOpInterfaceExternalModels(registry);
    linalg::registerBufferizableOpInterfaceExternalModels(registry);
    scf::registerBufferizableOpInterfaceExternalModels(registry);
    tensor::registerBufferizableOpInterfaceExternalModels(registry);
  }

  LogicalResult lowerKernel(tile::FuncOp kernel) {
    DotBlocking blocking{{kDefaultMicro, kDefaultMicro}, vectorLength};
    if (std::optional<gl::ScheduleAttr> schedule = kernel.getSchedule())
      if (schedule->getFamily() == gl::Family::cpu)
        llvm::copy(schedule->getMicro(), blocking.micro);
    FailureOr<func::FuncOp> func = buildKernel(kernel);
    if (failed(func))
      return failure();
    lowerLoadsAndStores(*func, blocking);
    lowerCompute(*func);
    if (failed(fuseElementwise(*func)))
      return failure();
    lowerProducts(*func);
    if (failed(bufferize(*func)) || failed(placeScratch(*func)))
      return failure();
    lowerDots(*func, blocking);
    if (failed(lowerLinalgToLoops(*func)))
      return failure();
    return gl::expandMath(*func, gl::MathTarget::CPU);
  }

  void runOnOperation() override {
    if (vectorLength < 1 || !llvm::isPowerOf2_64(vectorLength)) {
      getOperation().emitError("vector-length must be a power of two, got ")
          << vectorLength.getValue();
      return signalPassFailure();
    }
    SmallVector<tile::FuncOp> kernels(getOperation().getOps<tile::FuncOp>());
    // What launches kernels is the host's business.
    for (auto host :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      host.erase();
    for (tile::FuncOp kernel : kernels)
      if (failed(lowerKernel(kernel)))
        return signalPassFailure();
  }
};
} // namespace

void gl::buildTileToCPUPipeline(OpPassManager &manager) {
  manager.addPass(createConvertTileToCPU());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  manager.addPass(createLowerAffinePass());
  // Conversions from and to bf16, which processors may lack.
  arith::ArithExpandOpsPassOptions expand;
  expand.includeBf16 = true;
  manager.addPass(arith::createArithExpandOpsPass(expand));
  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(createConvertVectorToLLVMPass());
  manager.addPass(createFinalizeMemRefToLLVMConversionPass());
  manager.addPass(createConvertMathToLLVMPass());
  manager.addPass(createArithToLLVMConversionPass());
  manager.addPass(createConvertControlFlowToLLVMPass());
  manager.addPass(createConvertFuncToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

void gl::registerTileToCPUPipeline() {
  PassPipelineRegistration<>(
      "tile-to-cpu", "Lower tile programs to the LLVM dialect for the CPU",
      buildTileToCPUPipeline);
}
