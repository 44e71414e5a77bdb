//===- Pipeline.cpp - Tile programs to LLVM and NVVM ----------------------===//
//
// The passes between a tile program and what LLVM's NVPTX back end reads. All
// but the first few are upstream's.
//
//===----------------------------------------------------------------------===//

#include "gl/Conversion/Passes.h"
#include "gl/Conversion/Pipelines.h"
#include "gl/Dialect/Tile/IR/TileOps.h"
#include "gl/Dialect/Tile/Transforms/Passes.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Rewrite/PatternApplicator.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace {
/// Upstream's patterns from scf to branches, applied from the last operation to
/// the first. Each splits its block and moves what follows to the new one; in
/// upstream's order that is the whole rest of the function every time, and a
/// conversion records each move, which takes gigabytes for hundreds of parts.
struct LowerSCF : PassWrapper<LowerSCF, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerSCF)
  StringRef getArgument() const override { return "gl-lower-scf"; }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<cf::ControlFlowDialect>();
  }
  void runOnOperation() override {
    RewritePatternSet set(&getContext());
    populateSCFToControlFlowConversionPatterns(set);
    FrozenRewritePatternSet patterns(std::move(set));
    PatternApplicator applicator(patterns);
    applicator.applyDefaultCostModel();
    SmallVector<Operation *> ops;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<scf::SCFDialect>(op->getDialect()) &&
          !op->hasTrait<OpTrait::IsTerminator>())
        ops.push_back(op);
    });
    PatternRewriter rewriter(&getContext());
    for (Operation *op : llvm::reverse(ops)) {
      rewriter.setInsertionPoint(op);
      if (failed(applicator.matchAndRewrite(op, rewriter))) {
        op->emitOpError("has no lowering to branches");
        return signalPassFailure();
      }
    }
  }
};
} // namespace

void gl::buildTileLevel3Pipeline(OpPassManager &pm) {
  pm.addNestedPass<tile::FuncOp>(tile::createTileStageTensors());
  pm.addNestedPass<tile::FuncOp>(tile::createTileLowerEpilogue());
  pm.addNestedPass<tile::FuncOp>(tile::createTilePersist());
  pm.addNestedPass<tile::FuncOp>(tile::createTileSpecializeWarps());
  pm.addNestedPass<tile::FuncOp>(tile::createTileOverlapProducts());
  pm.addNestedPass<tile::FuncOp>(tile::createTileTakeTurns());
  pm.addNestedPass<tile::FuncOp>(tile::createTileStageLoads());
  pm.addNestedPass<tile::FuncOp>(tile::createTilePipeline());
  pm.addNestedPass<tile::FuncOp>(tile::createTileReduceDivisions());
  pm.addNestedPass<tile::FuncOp>(tile::createTileAssignLayouts());
  pm.addNestedPass<tile::FuncOp>(tile::createTileAllocateShared());
  pm.addPass(tile::createTileCheckResources());
}

void gl::buildLevel3ToNVVMPipeline(OpPassManager &pm) {
  pm.addPass(createConvertTileToNVVM());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(std::make_unique<LowerSCF>());
  pm.addPass(createConvertVectorToLLVMPass());
  pm.addPass(createConvertMathToLLVMPass());
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createFinalizeMemRefToLLVMConversionPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createConvertNVVMToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createCSEPass());
}

void gl::buildTileToNVVMPipeline(OpPassManager &pm) {
  buildTileLevel3Pipeline(pm);
  buildLevel3ToNVVMPipeline(pm);
}
