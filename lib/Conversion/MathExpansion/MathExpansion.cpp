//===- MathExpansion.cpp - Functions of math as arithmetic ----------------===//
//
// Upstream approximates functions by polynomials. What it lacks: its fma and
// floor become calls of libm on a processor without the instruction, and its
// tanh and erf are twice as far off as we want. Those are here, and so is the
// widening of f8, for which it has no expansion.
//
//===----------------------------------------------------------------------===//

#include "gl/Conversion/MathExpansion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include <cmath>

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

/// f8 to wider types, which LLVM and processors lack. Exact: by way of f32,
/// where an f8's exponent and fraction are moved to the places of f32's and the
/// difference of the biases is added. A subnormal is its fraction times a power
/// of two.
struct ExpandF8 : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    Type narrow = op.getIn().getType();
    if (!isa<Float8E4M3FNType, Float8E5M2Type>(narrow))
      return failure();
    constexpr unsigned kBits = 8, kF32Fraction = 23, kF32Bias = 127;
    const llvm::fltSemantics &semantics =
        cast<FloatType>(narrow).getFloatSemantics();
    unsigned fraction = APFloat::semanticsPrecision(semantics) - 1;
    int least = APFloat::semanticsMinExponent(semantics), bias = 1 - least;
    bool hasInfinity = APFloat::semanticsHasInf(semantics);
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type i32 = b.getI32Type(), f32 = b.getF32Type();
    auto number = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
    };
    auto is = [&](arith::CmpIPredicate predicate, Value x, int64_t value) {
      return arith::CmpIOp::create(b, predicate, x, number(value)).getResult();
    };
    Value bits = arith::ExtUIOp::create(
        b, i32, arith::BitcastOp::create(b, b.getI8Type(), op.getIn()));
    Value magnitude = arith::AndIOp::create(b, bits, number(0x7f));
    Value moved =
        arith::ShLIOp::create(b, magnitude, number(kF32Fraction - fraction));
    Value normal = arith::AddIOp::create(
        b, moved, number(int64_t(kF32Bias - bias) << kF32Fraction));
    Value subnormal = arith::BitcastOp::create(
        b, i32,
        arith::MulFOp::create(
            b, arith::SIToFPOp::create(b, f32, magnitude),
            arith::ConstantOp::create(
                b, b.getF32FloatAttr(
                       std::ldexp(1.0f, least - static_cast<int>(fraction)))))
            .getResult());
    Value value = arith::SelectOp::create(
        b, is(arith::CmpIPredicate::ult, magnitude, int64_t(1) << fraction),
        subnormal, normal);
    // The largest exponent is that of infinity and NaN, or the last number of
    // all is NaN.
    int64_t infinity = 0x7f - ((int64_t(1) << fraction) - 1);
    Value special =
        hasInfinity
            ? arith::OrIOp::create(b, moved, number(0x7f800000)).getResult()
            : number(0x7fc00000);
    value = arith::SelectOp::create(
        b,
        is(arith::CmpIPredicate::uge, magnitude, hasInfinity ? infinity : 0x7f),
        special, value);
    Value sign = arith::ShLIOp::create(
        b, arith::AndIOp::create(b, bits, number(0x80)), number(32 - kBits));
    value = arith::BitcastOp::create(
        b, f32, arith::OrIOp::create(b, value, sign).getResult());
    if (op.getType() != f32)
      value = arith::TruncFOp::create(b, op.getType(), value);
    rewriter.replaceOp(op, value);
    return success();
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
    patterns.add<ExpandF8, ExpandFma, ExpandRounding<math::FloorOp>,
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
