//===- MathExpansion.cpp - Functions of math as arithmetic ----------------===//
//
// Upstream approximates functions by polynomials, with calls of fma and floor
// in them that become calls of libm on a processor without the instruction.
// Those are arithmetic here too.
//
//===----------------------------------------------------------------------===//

#include "Internal.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::gl::cpu;

namespace {
/// Contracted again where the processor can.
struct ExpandFma : OpRewritePattern<math::FmaOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::FmaOp op,
                                PatternRewriter &rewriter) const override {
    Value product =
        arith::MulFOp::create(rewriter, op.getLoc(), op.getA(), op.getB(),
                              arith::FastMathFlags::contract);
    rewriter.replaceOpWithNewOp<arith::AddFOp>(op, product, op.getC(),
                                               arith::FastMathFlags::contract);
    return success();
  }
};
} // namespace

LogicalResult gl::cpu::expandMath(func::FuncOp func) {
  MLIRContext *context = func.getContext();
  {
    RewritePatternSet patterns(context);
    populateMathPolynomialApproximationPatterns(patterns);
    if (failed(applyPatternsGreedily(func, std::move(patterns))))
      return failure();
  }
  RewritePatternSet patterns(context);
  math::populateExpansionPatterns(patterns, {"ceil", "floor", "fpowi", "round",
                                             "roundeven", "rsqrt", "cosh",
                                             "sinh", "exp2", "powf"});
  patterns.add<ExpandFma>(context);
  if (failed(applyPatternsGreedily(func, std::move(patterns))))
    return failure();
  WalkResult walk = func.walk([](Operation *op) {
    if (!isa<math::MathDialect>(op->getDialect()) ||
        isa<math::AbsFOp, math::AbsIOp, math::CopySignOp, math::SqrtOp,
            math::IsNaNOp, math::IsInfOp, math::IsFiniteOp>(op))
      return WalkResult::advance();
    op->emitError() << "'" << op->getName()
                    << "' op has no expansion for the CPU; exp, tanh, erf, "
                       "log and sqrt are among those that do";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}
