//===- Elementwise.cpp - Operations on each element of a tile -------------===//
//
// `arith` and `math` on tiles, through linalg: before bufferization as few
// operations as possible, each of which reads and writes its tiles once; after
// it loops, whose innermost one LLVM vectorises.
//
//===----------------------------------------------------------------------===//

#include "Internal.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::gl::cpu;

namespace {
/// Lets an element-wise operation write over an operand that it reads at the
/// same place: the accumulator of a loop stays where it is, and fewer buffers
/// are in the cache. Bufferization still decides whether it can.
struct WriteOverOperand : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getNumDpsInits() != 1 ||
        op.getNumLoops() != op.getNumParallelLoops())
      return failure();
    OpOperand *init = op.getDpsInitOperand(0);
    if (!init->get().getDefiningOp<tensor::EmptyOp>() ||
        op.payloadUsesValueFromOperand(init))
      return failure();
    OpOperand *best = nullptr;
    for (OpOperand *input : op.getDpsInputOperands()) {
      if (input->get().getType() != init->get().getType() ||
          !op.getMatchingIndexingMap(input).isIdentity() ||
          input->get().getDefiningOp<arith::ConstantOp>())
        continue;
      if (!best || isa<BlockArgument>(input->get()))
        best = input;
    }
    if (!best || !op.getMatchingIndexingMap(init).isIdentity())
      return failure();
    Value value = best->get();
    rewriter.modifyOpInPlace(op, [&] { init->set(value); });
    return success();
  }
};

/// A tile of one value is filled where it is used, not copied from a constant.
struct FillSplat : OpRewritePattern<arith::ConstantOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ConstantOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    auto value = dyn_cast<SplatElementsAttr>(op.getValue());
    if (!type || !value)
      return failure();
    // Before each use: folding has moved the constant to the function's start,
    // and a loop over programs would have to copy from there.
    for (OpOperand &use : llvm::make_early_inc_range(op->getUses())) {
      rewriter.setInsertionPoint(use.getOwner());
      Value fill = makeFill(rewriter, op.getLoc(), type,
                            value.getSplatValue<TypedAttr>());
      rewriter.modifyOpInPlace(use.getOwner(), [&] { use.set(fill); });
    }
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

LogicalResult gl::cpu::fuseElementwise(func::FuncOp func) {
  MLIRContext *context = func.getContext();
  {
    RewritePatternSet patterns(context);
    linalg::populateElementwiseToLinalgConversionPatterns(patterns);
    if (failed(applyPatternsGreedily(func, std::move(patterns))))
      return failure();
  }
  {
    RewritePatternSet patterns(context);
    linalg::populateElementwiseOpsFusionPatterns(
        patterns, [](OpOperand *operand) {
          Operation *producer = operand->get().getDefiningOp();
          return producer && producer->hasOneUse();
        });
    linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
    if (failed(applyPatternsGreedily(func, std::move(patterns))))
      return failure();
  }
  RewritePatternSet patterns(context);
  patterns.add<WriteOverOperand, FillSplat>(context);
  return applyPatternsGreedily(func, std::move(patterns));
}

LogicalResult gl::cpu::lowerLinalgToLoops(func::FuncOp func) {
  SmallVector<linalg::LinalgOp> ops;
  func.walk([&](linalg::LinalgOp op) { ops.push_back(op); });
  IRRewriter rewriter(func.getContext());
  for (linalg::LinalgOp op : ops) {
    rewriter.setInsertionPoint(op);
    if (failed(linalg::linalgOpToLoops(rewriter, op)))
      return op.emitOpError("has no loops");
    rewriter.eraseOp(op);
  }
  return success();
}
