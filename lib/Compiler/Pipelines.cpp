//===- Pipelines.cpp - The passes between gl's levels ---------------------===//
//
// See Pipelines.h.
//
//===----------------------------------------------------------------------===//

#include "gl/Compiler/Pipelines.h"

#include "gl/Compiler/Bundle.h"
#include "gl/Conversion/Passes.h"
#include "gl/Conversion/Pipelines.h"
#include "gl/Dialect/GL/IR/GLDialect.h"
#include "gl/Dialect/GL/IR/GLOps.h"
#include "gl/Dialect/GL/Transforms/Passes.h"
#include "gl/Dialect/Tile/IR/TileOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

static constexpr StringLiteral kTargetAttr = "gl.target";

LogicalResult gl::setTarget(ModuleOp module, StringRef arch) {
  auto target = TargetAttr::forArch(module.getContext(), arch);
  if (!target)
    return emitError(module.getLoc(), "unknown target '")
           << arch << "'; the targets are cpu, sm_90 and sm_90a";
  auto present = module->getAttrOfType<TargetAttr>(kTargetAttr);
  if (!present || present.getArch() != arch)
    module->setAttr(kTargetAttr, target);
  return success();
}

gl::Level gl::getLevel(ModuleOp module) {
  bool tile = false;
  for (Operation &op : *module.getBody()) {
    if (isa<LLVM::LLVMFuncOp, ::mlir::gpu::GPUModuleOp>(op))
      return Level::Target;
    tile |= isa<tile::FuncOp>(op);
  }
  if (!tile)
    return Level::GL;
  WalkResult left = module.walk([](Operation *op) {
    return isa_and_present<GLDialect>(op->getDialect())
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return left.wasInterrupted() ? Level::GL : Level::Tile;
}

//===----------------------------------------------------------------------===//
// Passes that exist only inside pipelines
//===----------------------------------------------------------------------===//

namespace {
/// Sets the module's gl.target, as the later passes want it.
struct SetTarget : PassWrapper<SetTarget, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SetTarget)
  explicit SetTarget(StringRef arch) : arch(arch.str()) {}
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<gl::GLDialect>();
  }
  void runOnOperation() override {
    if (failed(gl::setTarget(getOperation(), arch)))
      signalPassFailure();
  }
  std::string arch;
};

/// What the host's functions say is in the bundle's record by now, and the
/// kernels they launch are about to change form.
struct EraseHostFunctions
    : PassWrapper<EraseHostFunctions, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(EraseHostFunctions)
  void runOnOperation() override {
    for (auto func :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      func.erase();
    gl::legalizeKernelNames(getOperation());
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

void gl::buildGLPipeline(OpPassManager &manager, StringRef schedule) {
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createGLFuseGather());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createGLGeneralizeMatmul());
  manager.addPass(createGLFuseEpilogue());
  GLSelectScheduleOptions options;
  options.schedule = schedule.str();
  manager.addPass(createGLSelectSchedule(options));
}

void gl::buildTilePipeline(OpPassManager &manager) {
  manager.addPass(createConvertGLToTile());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

void gl::buildLevel3Pipeline(OpPassManager &manager, StringRef arch) {
  if (arch != "cpu")
    buildTileLevel3Pipeline(manager);
}

void gl::buildCodePipeline(OpPassManager &manager, StringRef arch) {
  manager.addPass(std::make_unique<EraseHostFunctions>());
  if (arch == "cpu")
    buildTileToCPUPipeline(manager);
  else
    buildLevel3ToNVVMPipeline(manager);
}

void gl::buildTargetPipeline(OpPassManager &manager, StringRef arch) {
  buildLevel3Pipeline(manager, arch);
  buildCodePipeline(manager, arch);
}

static void buildToTile(OpPassManager &manager,
                        const gl::PipelineOptions &options, StringRef arch) {
  if (!arch.empty())
    manager.addPass(std::make_unique<SetTarget>(arch));
  gl::buildGLPipeline(manager, options.schedule);
  gl::buildTilePipeline(manager);
}

void gl::registerPipelines() {
  PassPipelineRegistration<PipelineOptions>(
      "gl-to-tile", "From gl on tensors to tile programs and their launches",
      [](OpPassManager &manager, const PipelineOptions &options) {
        buildToTile(manager, options, options.target);
      });
  PassPipelineRegistration<PipelineOptions>(
      "gl-to-nvvm", "From gl on tensors to NVVM (default target: sm_90a)",
      [](OpPassManager &manager, const PipelineOptions &options) {
        StringRef arch = options.target.empty() ? StringRef("sm_90a")
                                                : StringRef(options.target);
        buildToTile(manager, options, arch);
        buildTargetPipeline(manager, arch);
      });
  PassPipelineRegistration<PipelineOptions>(
      "gl-to-cpu", "From gl on tensors to the LLVM dialect for x86-64",
      [](OpPassManager &manager, const PipelineOptions &options) {
        buildToTile(manager, options, "cpu");
        buildTargetPipeline(manager, "cpu");
      });
}
