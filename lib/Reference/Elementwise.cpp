//===- Elementwise.cpp - Scalar functions of element-wise operations ------===//
//
// Each arith and math operation as one float64 expression.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "gl/Dialect/GL/IR/GLDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

using namespace mlir;
using namespace mlir::gl;

/// The larger (`sign` = 1) or smaller (-1) of two numbers; -0 is below +0.
static double extremum(double a, double b, double sign) {
  if (a == b)
    return std::signbit(a) == (sign > 0) ? b : a;
  return sign * a > sign * b ? a : b;
}

static double propagateNaN(double a, double b, double sign) {
  if (std::isnan(a) || std::isnan(b))
    return std::nan("");
  return extremum(a, b, sign);
}

static double ignoreNaN(double a, double b, double sign) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) ? b : a;
  return extremum(a, b, sign);
}

static bool compare(arith::CmpFPredicate predicate, double a, double b) {
  bool unordered = std::isnan(a) || std::isnan(b);
  switch (predicate) {
  case arith::CmpFPredicate::AlwaysFalse:
    return false;
  case arith::CmpFPredicate::OEQ:
    return a == b;
  case arith::CmpFPredicate::OGT:
    return a > b;
  case arith::CmpFPredicate::OGE:
    return a >= b;
  case arith::CmpFPredicate::OLT:
    return a < b;
  case arith::CmpFPredicate::OLE:
    return a <= b;
  case arith::CmpFPredicate::ONE:
    return !unordered && a != b;
  case arith::CmpFPredicate::ORD:
    return !unordered;
  case arith::CmpFPredicate::UEQ:
    return unordered || a == b;
  case arith::CmpFPredicate::UGT:
    return unordered || a > b;
  case arith::CmpFPredicate::UGE:
    return unordered || a >= b;
  case arith::CmpFPredicate::ULT:
    return unordered || a < b;
  case arith::CmpFPredicate::ULE:
    return unordered || a <= b;
  case arith::CmpFPredicate::UNE:
    return unordered || a != b;
  case arith::CmpFPredicate::UNO:
    return unordered;
  case arith::CmpFPredicate::AlwaysTrue:
    return true;
  }
  llvm_unreachable("all predicates are handled");
}

static ScalarFunction unary(double (*fn)(double)) {
  return [fn](ArrayRef<double> v) { return fn(v[0]); };
}

static ScalarFunction getArithFunction(Operation *op) {
  using Values = ArrayRef<double>;
  return llvm::TypeSwitch<Operation *, ScalarFunction>(op)
      .Case([](arith::AddFOp) { return [](Values v) { return v[0] + v[1]; }; })
      .Case([](arith::SubFOp) { return [](Values v) { return v[0] - v[1]; }; })
      .Case([](arith::MulFOp) { return [](Values v) { return v[0] * v[1]; }; })
      .Case([](arith::DivFOp) { return [](Values v) { return v[0] / v[1]; }; })
      .Case([](arith::RemFOp) {
        return [](Values v) { return std::fmod(v[0], v[1]); };
      })
      .Case([](arith::NegFOp) { return [](Values v) { return -v[0]; }; })
      .Case([](arith::MaximumFOp) {
        return [](Values v) { return propagateNaN(v[0], v[1], 1); };
      })
      .Case([](arith::MinimumFOp) {
        return [](Values v) { return propagateNaN(v[0], v[1], -1); };
      })
      .Case([](arith::MaxNumFOp) {
        return [](Values v) { return ignoreNaN(v[0], v[1], 1); };
      })
      .Case([](arith::MinNumFOp) {
        return [](Values v) { return ignoreNaN(v[0], v[1], -1); };
      })
      .Case([](arith::CmpFOp cmp) {
        return [predicate = cmp.getPredicate()](Values v) {
          return compare(predicate, v[0], v[1]) ? 1.0 : 0.0;
        };
      })
      .Case([](arith::SelectOp) {
        return [](Values v) { return v[0] != 0 ? v[1] : v[2]; };
      })
      .Case<arith::ExtFOp, arith::TruncFOp>(
          [](auto) { return [](Values v) { return v[0]; }; })
      .Default(ScalarFunction());
}

static ScalarFunction getMathFunction(Operation *op) {
  using Values = ArrayRef<double>;
  return llvm::TypeSwitch<Operation *, ScalarFunction>(op)
      .Case([](math::AbsFOp) { return unary(std::fabs); })
      .Case([](math::AtanOp) { return unary(std::atan); })
      .Case([](math::CeilOp) { return unary(std::ceil); })
      .Case([](math::CosOp) { return unary(std::cos); })
      .Case([](math::CoshOp) { return unary(std::cosh); })
      .Case([](math::ErfOp) { return unary(std::erf); })
      .Case([](math::ErfcOp) { return unary(std::erfc); })
      .Case([](math::ExpOp) { return unary(std::exp); })
      .Case([](math::Exp2Op) { return unary(std::exp2); })
      .Case([](math::ExpM1Op) { return unary(std::expm1); })
      .Case([](math::FloorOp) { return unary(std::floor); })
      .Case([](math::LogOp) { return unary(std::log); })
      .Case([](math::Log10Op) { return unary(std::log10); })
      .Case([](math::Log1pOp) { return unary(std::log1p); })
      .Case([](math::Log2Op) { return unary(std::log2); })
      .Case([](math::SinOp) { return unary(std::sin); })
      .Case([](math::SinhOp) { return unary(std::sinh); })
      .Case([](math::SqrtOp) { return unary(std::sqrt); })
      .Case([](math::TanOp) { return unary(std::tan); })
      .Case([](math::TanhOp) { return unary(std::tanh); })
      .Case([](math::TruncOp) { return unary(std::trunc); })
      .Case([](math::RoundEvenOp) { return unary(std::nearbyint); })
      .Case([](math::RsqrtOp) {
        return [](Values v) { return 1 / std::sqrt(v[0]); };
      })
      .Case([](math::PowFOp) {
        return [](Values v) { return std::pow(v[0], v[1]); };
      })
      .Case([](math::CopySignOp) {
        return [](Values v) { return std::copysign(v[0], v[1]); };
      })
      .Case([](math::FmaOp) {
        return [](Values v) { return std::fma(v[0], v[1], v[2]); };
      })
      .Default(ScalarFunction());
}

ScalarFunction gl::getScalarFunction(Operation *op) {
  ScalarFunction function = getArithFunction(op);
  return function ? function : getMathFunction(op);
}

double gl::applyActivation(Attribute activation, double v) {
  constexpr double sqrtHalf = 0.70710678118654752440;
  constexpr double sqrtTwoOverPi = 0.79788456080286535588;
  switch (cast<ActivationAttr>(activation).getValue()) {
  case Activation::none:
    return v;
  case Activation::relu:
    return propagateNaN(v, 0, 1);
  case Activation::gelu:
    return v / 2 * (1 + std::erf(v * sqrtHalf));
  case Activation::gelu_tanh:
    return v / 2 * (1 + std::tanh(sqrtTwoOverPi * (v + 0.044715 * v * v * v)));
  case Activation::silu:
    return v / (1 + std::exp(-v));
  }
  llvm_unreachable("all activations are handled");
}
