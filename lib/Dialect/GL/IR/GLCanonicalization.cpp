//===- GLCanonicalization.cpp - Folders and canonicalizers of gl ----------===//
//
// The simplifications that hold for every target: a concat of one part is
// that part, nested concats along one axis are one, empty parts and zero biases
// go away.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/GL/IR/GLOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/RegionKindInterface.h"

using namespace mlir;
using namespace mlir::gl;

OpFoldResult GatherConcatOp::fold(FoldAdaptor adaptor) {
  if (!getStacked() && getParts().size() == 1 &&
      getParts()[0].getType() == getResult().getType())
    return getParts()[0];
  return {};
}

namespace {

/// concat(concat(a, b), c) -> concat(a, b, c) where both join along one axis.
/// Not in graph regions, where concats may form a cycle without an end.
struct FlattenNestedConcat : OpRewritePattern<GatherConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GatherConcatOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getStacked())
      return rewriter.notifyMatchFailure(op, "stacked form has one part");
    if (mayBeGraphRegion(*op->getParentRegion()))
      return rewriter.notifyMatchFailure(op, "graph region");
    SmallVector<Value> parts;
    for (Value part : op.getParts()) {
      auto inner = part.getDefiningOp<GatherConcatOp>();
      if (inner && !inner.getStacked() &&
          inner.getNormalizedAxis() == op.getNormalizedAxis())
        llvm::append_range(parts, inner.getParts());
      else
        parts.push_back(part);
    }
    if (parts.size() == op.getParts().size() &&
        ValueRange(parts) == op.getParts())
      return rewriter.notifyMatchFailure(op, "no part is a concat along the "
                                             "same axis");
    rewriter.modifyOpInPlace(op, [&] { op.getPartsMutable().assign(parts); });
    return success();
  }
};

/// Drops parts that are empty along the axis.
struct DropEmptyParts : OpRewritePattern<GatherConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GatherConcatOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getStacked())
      return rewriter.notifyMatchFailure(op, "stacked form has one part");
    int64_t axis = op.getNormalizedAxis();
    SmallVector<Value> parts =
        llvm::filter_to_vector(op.getParts(), [&](Value part) {
          return cast<RankedTensorType>(part.getType()).getDimSize(axis) != 0;
        });
    if (parts.empty() || parts.size() == op.getParts().size())
      return rewriter.notifyMatchFailure(op, "no part is empty, or all are");
    // The dims other than the axis may be known from the dropped part only.
    SmallVector<Type> inferred;
    GatherConcatOp::Adaptor adaptor(parts, op->getDiscardableAttrDictionary(),
                                    op.getProperties());
    if (failed(GatherConcatOp::inferReturnTypes(op.getContext(), std::nullopt,
                                                adaptor, inferred)) ||
        !GatherConcatOp::isCompatibleReturnTypes(inferred,
                                                 op->getResultTypes()))
      return rewriter.notifyMatchFailure(op, "the result's type rests on the "
                                             "empty part");
    rewriter.modifyOpInPlace(op, [&] { op.getPartsMutable().assign(parts); });
    return success();
  }
};

/// Drops a bias that is a constant of zeros. The sum starts at +0, so that
/// neither +0 nor -0 added to it changes a result.
struct DropZeroBias : OpRewritePattern<MatmulBiasOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MatmulBiasOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getBias() || !matchPattern(op.getBias(), m_AnyZeroFloat()))
      return rewriter.notifyMatchFailure(op, "no bias, or not known to be "
                                             "zero");
    rewriter.modifyOpInPlace(op, [&] { op.getBiasMutable().clear(); });
    return success();
  }
};

} // namespace

void GatherConcatOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                 MLIRContext *context) {
  patterns.add<FlattenNestedConcat, DropEmptyParts>(context);
}

void MatmulBiasOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                               MLIRContext *context) {
  patterns.add<DropZeroBias>(context);
}
