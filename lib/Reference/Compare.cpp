//===- Compare.cpp - Is a result as good as it must be? -------------------===//
//
// See Compare.h, which has the formula.
//
//===----------------------------------------------------------------------===//

#include "gl/Reference/Compare.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::gl;
using ::gl::DType;
using ::gl::HostArray;

static double roundTo(DType dtype, double value) {
  unsigned char bits[8];
  ::gl::storeElement(dtype, bits, value);
  return ::gl::loadElement(dtype, bits);
}

/// Error of Hopper's tensor cores on f8, whose short sums are promoted to f32.
static constexpr double kF8Sums = 2e-3;

static double getBase(Precision precision) {
  switch (precision) {
  case Precision::ieee:
    return 1e-6;
  case Precision::tf32x3:
    return 2e-6;
  case Precision::tf32:
    return 1e-3;
  }
  llvm_unreachable("all precisions are handled");
}

static std::string describe(const HostArray &shape, int64_t flat, double actual,
                            double expected) {
  std::vector<int64_t> index(shape.rank());
  for (int64_t d = shape.rank(), rest = flat; d-- > 0;) {
    index[d] = rest % shape.shape()[d];
    rest /= shape.shape()[d];
  }
  // 17 digits tell any two numbers of any dtype apart.
  char text[96];
  std::snprintf(text, sizeof text, ": got %.17g, expected %.17g", actual,
                expected);
  return "at " + ::gl::formatTuple(index) + text;
}

/// Same number with the same sign, or both NaN.
static bool sameValue(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b);
  return a == b && std::signbit(a) == std::signbit(b);
}

static Comparison compareExactly(const HostArray &actual,
                                 const HostArray &ideal) {
  Comparison result;
  int64_t wrong = 0;
  double error = 0, norm = 0;
  for (int64_t i = 0, e = actual.numElements(); i < e; ++i) {
    double y = actual.getFlat(i), r = ideal.getFlat(i);
    double q = roundTo(actual.dtype(), r);
    if (std::isfinite(q) && std::isfinite(y)) {
      result.maxAbsError = std::max(result.maxAbsError, std::fabs(y - r));
      error += (y - r) * (y - r);
      norm += r * r;
    }
    if (!sameValue(y, q) && wrong++ == 0)
      result.reason = describe(actual, i, y, q);
  }
  result.relativeError = error == 0 ? 0 : std::sqrt(error / norm);
  result.pass = wrong == 0;
  if (wrong)
    result.reason = llvm::formatv("{0} of {1} elements differ, the first {2}",
                                  wrong, actual.numElements(), result.reason);
  return result;
}

Comparison mlir::gl::compareWithReference(const HostArray &actual,
                                          const HostArray &ideal,
                                          const HostArray *typed,
                                          const CompareOptions &options) {
  if (options.exact)
    return compareExactly(actual, ideal);

  Comparison result;
  double norm = 0, error = 0, rounding = 0, typedError = 0;
  double worst = 0, worstExpected = 0;
  int64_t worstAt = -1, wrongKind = -1;
  for (int64_t i = 0, e = actual.numElements(); i < e; ++i) {
    double y = actual.getFlat(i), r = ideal.getFlat(i);
    double q = roundTo(actual.dtype(), r);
    if (!std::isfinite(q) || !std::isfinite(y)) {
      if (!sameValue(y, q) && wrongKind < 0) {
        wrongKind = i;
        result.reason = describe(actual, i, y, q);
      }
      continue;
    }
    norm += r * r;
    error += (y - r) * (y - r);
    rounding += (q - r) * (q - r);
    if (typed) {
      double t = roundTo(actual.dtype(), typed->getFlat(i));
      if (std::isfinite(t))
        typedError += (t - r) * (t - r);
    }
    if (std::fabs(y - r) > result.maxAbsError) {
      result.maxAbsError = std::fabs(y - r);
      worstAt = i;
      worst = y;
      worstExpected = r;
    }
  }
  // With ||r|| = 0 an error is infinite, and no error is none.
  auto relative = [&](double squares) {
    return squares == 0 ? 0 : std::sqrt(squares / norm);
  };
  result.relativeError = relative(error);
  double allowed = 1.05 * relative(std::max(rounding, typedError));
  if (options.tolerance)
    result.bar = *options.tolerance;
  else if (options.hasF8Sums)
    result.bar = std::hypot(kF8Sums, allowed);
  else if (actual.dtype() == DType::F32)
    result.bar = std::max(getBase(options.precision), allowed);
  else
    result.bar = 1e-6 + allowed;

  if (wrongKind >= 0)
    return result;
  result.pass = result.relativeError <= result.bar &&
                (!options.maxAbs || result.maxAbsError <= *options.maxAbs);
  if (!result.pass) {
    result.reason = "the largest error is " +
                    describe(actual, worstAt, worst, worstExpected);
    if (options.maxAbs)
      llvm::raw_string_ostream(result.reason)
          << llvm::format("; the bar for max_abs is %.3g", *options.maxAbs);
  }
  return result;
}
