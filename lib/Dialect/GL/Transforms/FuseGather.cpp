//===- FuseGather.cpp - A gather becomes the product's load indexing ------===//
//
// Traces the left operand of each gl.matmul_bias (GatherTrace.h) and, where it
// is a gather, replaces the product by a gl.fused_matmul that reads the
// ungathered tensors (MatmulBuilder.h).
//
//===----------------------------------------------------------------------===//

#include "DeadOps.h"
#include "GatherTrace.h"
#include "MatmulBuilder.h"
#include "PassRemarks.h"
#include "gl/Dialect/GL/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::gl {
#define GEN_PASS_DEF_GLFUSEGATHER
#include "gl/Dialect/GL/Transforms/Passes.h.inc"
} // namespace mlir::gl

using namespace mlir;
using namespace mlir::gl;

static constexpr StringLiteral passName = "gl-fuse-gather";

/// A cast in the chain can hide sizes that contradict the product's; then the
/// program is wrong at run time, and fusing it would make wrong IR. Returns
/// what disagrees, or nothing.
static std::optional<std::string>
findDisagreement(MatmulBiasOp op, ArrayRef<LhsSegment> segments) {
  auto shapeOf = [](Value value) {
    return cast<RankedTensorType>(value.getType()).getShape();
  };
  auto disagree = [](int64_t a, int64_t b) {
    return !ShapedType::isDynamic(a) && !ShapedType::isDynamic(b) && a != b;
  };
  auto text = [](StringRef axis, int64_t there, int64_t here) {
    return (axis + " is " + Twine(there) + " in the sources and " +
            Twine(here) + " in the product")
        .str();
  };
  int64_t m = getRowMajorMap(op.getResultType().getRank())
                  .getExtent(0, op.getResultType().getShape());
  int64_t k = shapeOf(op.getRhs())[op.getRhsLayout() == RhsLayout::kn ? 0 : 1];
  int64_t sum = 0;
  for (const LhsSegment &segment : segments) {
    int64_t segmentM = segment.map.getExtent(0, shapeOf(segment.source));
    if (disagree(segmentM, m))
      return text("M", segmentM, m);
    if (ShapedType::isDynamic(m))
      m = segmentM;
    int64_t segmentK = segment.map.getExtent(1, shapeOf(segment.source));
    sum = ShapedType::isDynamic(sum) || ShapedType::isDynamic(segmentK)
              ? ShapedType::kDynamic
              : sum + segmentK;
  }
  if (disagree(sum, k))
    return text("K", sum, k);
  return std::nullopt;
}

namespace {

struct GLFuseGather : gl::impl::GLFuseGatherBase<GLFuseGather> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<MatmulBiasOp> products;
    getOperation()->walk([&](MatmulBiasOp op) { products.push_back(op); });
    // What was read past goes at the end, since several products may share it.
    SetVector<Operation *> readPast, gathers;
    for (MatmulBiasOp op : products) {
      ArrayRef<int64_t> rows = op.getResultType().getShape().drop_back();
      bool keepRows = rows.size() > 1 && ShapedType::isDynamicShape(rows);
      GatherTrace trace = traceGather(op.getLhs(), keepRows);
      if (trace.isGather())
        if (auto text = findDisagreement(op, trace.segments))
          trace = GatherTrace{{}, {}, *text};
      if (!trace.isGather()) {
        if (auto remark = remark::missed(
                op.getLoc(), labelRemark(passName, "NotAGather", op)))
          remark << "product left alone: " + trace.reason;
        continue;
      }
      fuse(op, trace);
      gathers.insert(trace.ops.front());
      readPast.insert(trace.ops.begin(), trace.ops.end());
    }

    llvm::SmallPtrSet<const Operation *, 16> erased = eraseDeadOps(readPast);
    for (Operation *op : gathers)
      if (!erased.contains(op))
        if (auto remark = remark::analysis(
                op->getLoc(), labelRemark(passName, "GatherStays", op)))
          remark << "the gather stays for its other uses";
  }

private:
  /// Replaces `op` by the product that reads the trace's segments.
  static void fuse(MatmulBiasOp op, const GatherTrace &trace) {
    SmallVector<Location> locs{op.getLoc()};
    for (Operation *traced : trace.ops)
      locs.push_back(traced->getLoc());
    Location loc = FusedLoc::get(op.getContext(), locs);
    OpBuilder builder(op);
    FusedMatmulOp fused = buildFusedMatmul(builder, loc, op, trace.segments);
    if (auto remark = remark::passed(op.getLoc(),
                                     labelRemark(passName, "GatherFused", op)))
      remark << "the product reads " + std::to_string(trace.segments.size()) +
                    (trace.segments.size() == 1 ? " segment" : " segments") +
                    " in place of the gather";
    if (!trace.reason.empty())
      if (auto remark = remark::analysis(op.getLoc(),
                                         labelRemark(passName, "TraceEnd", op)))
        remark << "the trace ends there: " + trace.reason;
    op.replaceAllUsesWith(fused.getResult());
    op.erase();
  }
};

} // namespace
