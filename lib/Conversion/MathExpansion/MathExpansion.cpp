//===- MathExpansion.cpp - Functions of math as arithmetic ----------------===//
//
// Upstream approximates functions by polynomials. What it lacks: its fma and
// floor become calls of libm on a processor without the instruction, and its
// tanh and erf are twice as far off as we want. Those are here.
//
//===----------------------------------------------------------------------===//

#include "gl/Conversion/MathExpansion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

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

/// Rounding to an integer: beyond 2^23 every f32 is one, and below it adding
/// and subtracting 2^23 rounds to the nearest, from where the wanted one is at
/// most 1 away.
template <typename OpTy>
struct ExpandRounding : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type type = op.getType(), f32 = b.getF32Type();
    if (!isa<Float32Type, Float16Type, BFloat16Type>(type))
      return failure();
    Value value = op.getOperand();
    if (type != f32)
      value = arith::ExtFOp::create(b, f32, value);
    auto constant = [&](float x) -> Value {
      return arith::ConstantOp::create(b, b.getF32FloatAttr(x));
    };
    Value magnitude = math::AbsFOp::create(b, value), big = constant(0x1p23f),
          one = constant(1.0f);
    Value nearest =
        arith::SubFOp::create(b, arith::AddFOp::create(b, magnitude, big), big);
    auto stepIf = [&](arith::CmpFPredicate predicate, Value x, Value y,
                      Value stepped) {
      Value condition = arith::CmpFOp::create(b, predicate, x, y);
      return arith::SelectOp::create(b, condition, stepped, x).getResult();
    };
    if (isa<math::TruncOp, math::RoundOp>(op)) {
      nearest = stepIf(arith::CmpFPredicate::OGT, nearest, magnitude,
                       arith::SubFOp::create(b, nearest, one));
      if (isa<math::RoundOp>(op)) {
        Value part = arith::SubFOp::create(b, magnitude, nearest);
        Value up = arith::CmpFOp::create(b, arith::CmpFPredicate::OGE, part,
                                         constant(0.5f));
        nearest = arith::SelectOp::create(
            b, up, arith::AddFOp::create(b, nearest, one), nearest);
      }
    }
    Value result = math::CopySignOp::create(b, nearest, value);
    if (isa<math::FloorOp>(op))
      result = stepIf(arith::CmpFPredicate::OGT, result, value,
                      arith::SubFOp::create(b, result, one));
    if (isa<math::CeilOp>(op))
      result = stepIf(arith::CmpFPredicate::OLT, result, value,
                      arith::AddFOp::create(b, result, one));
    // Not of infinity and NaN; and what became zero keeps its sign.
    Value isSmall =
        arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, magnitude, big);
    result = arith::SelectOp::create(
        b, isSmall, math::CopySignOp::create(b, result, value), value);
    if (type != f32)
      result = arith::TruncFOp::create(b, type, result);
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// Base of the two functions that upstream approximates to 2.5e-7 only; these
/// are within 1.2e-7. `expand` may return either sign.
template <typename OpTy>
struct ExpandFunction : OpRewritePattern<OpTy> {
  ExpandFunction(MLIRContext *context)
      : OpRewritePattern<OpTy>(context, /*benefit=*/10) {}
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!type.isF32()) // upstream's patterns make it one
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value x = op.getOperand();
    // Both functions are odd; this also keeps the sign of a zero.
    rewriter.replaceOp(op, math::CopySignOp::create(b, expand(b, x), x));
    return success();
  }
  virtual Value expand(ImplicitLocOpBuilder &b, Value x) const = 0;

protected:
  static Value constant(ImplicitLocOpBuilder &b, float value) {
    return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
  }
  static Value mul(ImplicitLocOpBuilder &b, Value x, Value y) {
    return arith::MulFOp::create(b, x, y, arith::FastMathFlags::contract);
  }
  static Value add(ImplicitLocOpBuilder &b, Value x, Value y) {
    return arith::AddFOp::create(b, x, y, arith::FastMathFlags::contract);
  }
  /// Highest power first.
  static Value polynomial(ImplicitLocOpBuilder &b, Value x,
                          ArrayRef<float> coefficients) {
    Value sum = constant(b, coefficients.front());
    for (float coefficient : coefficients.drop_front())
      sum = add(b, mul(b, sum, x), constant(b, coefficient));
    return sum;
  }
  static Value selectIfLess(ImplicitLocOpBuilder &b, Value x, float limit,
                            Value then, Value otherwise) {
    Value less = arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, x,
                                       constant(b, limit));
    return arith::SelectOp::create(b, less, then, otherwise);
  }
};

struct ExpandTanh final : ExpandFunction<math::TanhOp> {
  using ExpandFunction::ExpandFunction;
  Value expand(ImplicitLocOpBuilder &b, Value x) const override {
    Value magnitude = math::AbsFOp::create(b, x), square = mul(b, x, x);
    // Near 0, Cephes' polynomial: x + x^3 p(x^2).
    Value p =
        polynomial(b, square,
                   {-5.70498872745e-3f, 2.06390887954e-2f, -5.37397155531e-2f,
                    1.33314422036e-1f, -3.33332819422e-1f});
    Value near = add(b, mul(b, mul(b, p, square), x), x);
    // Elsewhere 1 - 2 / (e^2x + 1).
    Value power = math::ExpOp::create(b, add(b, magnitude, magnitude));
    Value one = constant(b, 1.0f);
    Value quotient =
        arith::DivFOp::create(b, constant(b, 2.0f), add(b, power, one));
    Value far =
        math::CopySignOp::create(b, arith::SubFOp::create(b, one, quotient), x);
    return selectIfLess(b, magnitude, 0.625f, near, far);
  }
};

struct ExpandErf final : ExpandFunction<math::ErfOp> {
  using ExpandFunction::ExpandFunction;
  Value expand(ImplicitLocOpBuilder &b, Value x) const override {
    Value magnitude = math::AbsFOp::create(b, x), square = mul(b, x, x);
    // Minimax polynomials: x + x p(x^2) near 0, and 1 - e^(t q(t)) elsewhere.
    Value p = polynomial(b, square,
                         {-5.96761703e-4f, 4.99119423e-3f, -2.67681349e-2f,
                          1.12819925e-1f, -3.76125336e-1f, 1.28379166e-1f});
    Value near = add(b, mul(b, p, x), x);
    Value q = polynomial(b, magnitude,
                         {-1.72853470e-5f, 3.83197126e-4f, -3.88396438e-3f,
                          2.42546219e-2f, -1.06777877e-1f, -6.34846687e-1f,
                          -1.28717512e-1f});
    Value exponent = arith::SubFOp::create(b, mul(b, q, magnitude), magnitude,
                                           arith::FastMathFlags::contract);
    Value far = arith::SubFOp::create(b, constant(b, 1.0f),
                                      math::ExpOp::create(b, exponent));
    return selectIfLess(b, magnitude, 0.927734375f, near, far);
  }
};
} // namespace

/// Does arithmetic on bf16 in f32, with each result rounded as the type says.
/// Upstream's emulation lets the roundings between two operations be folded.
static void widenBF16(Operation *root) {
  auto isNarrow = [](Type type) { return isa<BFloat16Type>(type); };
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    if ((isa<arith::ArithDialect>(op->getDialect()) || isa<math::SqrtOp>(op)) &&
        !isa<arith::ConstantOp, arith::ExtFOp, arith::TruncFOp, arith::SelectOp,
             arith::BitcastOp>(op) &&
        (llvm::any_of(op->getOperandTypes(), isNarrow) ||
         llvm::any_of(op->getResultTypes(), isNarrow)))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    ImplicitLocOpBuilder b(op->getLoc(), op);
    for (OpOperand &operand : op->getOpOperands())
      if (isNarrow(operand.get().getType()))
        operand.set(arith::ExtFOp::create(b, b.getF32Type(), operand.get()));
    b.setInsertionPointAfter(op);
    for (Value result : op->getResults()) {
      if (!isNarrow(result.getType()))
        continue;
      Type narrow = result.getType();
      result.setType(b.getF32Type());
      auto rounded = arith::TruncFOp::create(b, narrow, result);
      result.replaceAllUsesExcept(rounded, rounded);
    }
  }
}

/// What code generation for `target` has instructions for.
static bool isNative(Operation *op, gl::MathTarget target) {
  if (isa<math::AbsFOp, math::AbsIOp, math::CopySignOp, math::SqrtOp,
          math::IsNaNOp, math::IsInfOp, math::IsFiniteOp>(op))
    return true;
  return target == gl::MathTarget::GPU &&
         isa<math::FmaOp, math::FloorOp, math::CeilOp, math::TruncOp,
             math::RoundEvenOp>(op);
}

LogicalResult gl::expandMath(Operation *root, MathTarget target) {
  MLIRContext *context = root->getContext();
  auto needsExpansion = [&](Operation *op) {
    return isa<math::MathDialect>(op->getDialect()) && !isNative(op, target);
  };
  if (target == MathTarget::GPU &&
      !root->walk([&](Operation *op) {
             return WalkResult(failure(needsExpansion(op)));
           })
           .wasInterrupted())
    return success();
  // Those that upstream approximates to 3e-7 or better; errors of the others
  // reach 5e-6.
  auto isAccurate = [](StringRef name) {
    return llvm::is_contained(
        {"math.exp", "math.expm1", "math.log", "math.log1p", "math.log2"},
        name);
  };
  auto isFunction = [&](StringRef name) {
    return isAccurate(name) || name == "math.tanh" || name == "math.erf";
  };
  RewritePatternSet patterns(context);
  populateMathF32ExpansionPatterns(patterns, isFunction);
  populateMathPolynomialApproximationPatterns(patterns, isAccurate);
  math::populateExpansionPatterns(patterns, {"rsqrt"});
  patterns.add<ExpandErf, ExpandTanh, ExpandRounding<math::RoundOp>>(context);
  if (target == MathTarget::CPU)
    patterns.add<ExpandFma, ExpandRounding<math::FloorOp>,
                 ExpandRounding<math::CeilOp>, ExpandRounding<math::TruncOp>,
                 ExpandRounding<math::RoundEvenOp>>(context);
  if (failed(applyPatternsGreedily(root, std::move(patterns))))
    return failure();
  if (target == MathTarget::CPU)
    widenBF16(root);
  WalkResult walk = root->walk([&](Operation *op) {
    if (!needsExpansion(op))
      return WalkResult::advance();
    op->emitError() << "'" << op->getName()
                    << "' op has no accurate expansion; exp, expm1, log, "
                       "log1p, log2, tanh, erf, sqrt, rsqrt, fma and roundings "
                       "have one";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}
