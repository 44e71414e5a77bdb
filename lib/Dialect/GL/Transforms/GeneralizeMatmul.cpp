//===- GeneralizeMatmul.cpp - One form for every product ------------------===//
//
// Turns each gl.matmul_bias that gather fusion left into a gl.fused_matmul that
// reads its left operand as it is, so that later passes handle one form.
//
//===----------------------------------------------------------------------===//

#include "MatmulBuilder.h"
#include "gl/Dialect/GL/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::gl {
#define GEN_PASS_DEF_GLGENERALIZEMATMUL
#include "gl/Dialect/GL/Transforms/Passes.h.inc"
} // namespace mlir::gl

using namespace mlir;
using namespace mlir::gl;

namespace {

struct GLGeneralizeMatmul
    : gl::impl::GLGeneralizeMatmulBase<GLGeneralizeMatmul> {
  using Base::Base;

  void runOnOperation() override {
    getOperation()->walk([](MatmulBiasOp op) {
      OpBuilder builder(op);
      unsigned rank = cast<RankedTensorType>(op.getLhs().getType()).getRank();
      LhsSegment segment{op.getLhs(), getRowMajorMap(rank)};
      op.replaceAllUsesWith(
          buildFusedMatmul(builder, op.getLoc(), op, segment).getResult());
      op.erase();
    });
  }
};

} // namespace
