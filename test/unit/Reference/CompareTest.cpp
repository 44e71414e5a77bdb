//===- CompareTest.cpp - The bars of the comparison -----------------------===//
//
// Small arrays whose errors are known exactly, on both sides of each bar.
//
//===----------------------------------------------------------------------===//

#include "gl/Reference/Compare.h"

#include "gtest/gtest.h"
#include <cmath>
#include <limits>

using ::gl::DType;
using ::gl::HostArray;
using mlir::gl::CompareOptions;
using mlir::gl::compareWithReference;
using mlir::gl::Comparison;
using mlir::gl::Precision;

namespace {
constexpr double kInf = std::numeric_limits<double>::infinity();
const double kNaN = std::nan("");

HostArray make(DType dtype, std::vector<double> values) {
  std::string error;
  auto array =
      HostArray::create(dtype, {static_cast<int64_t>(values.size())}, error);
  EXPECT_TRUE(array) << error;
  for (size_t i = 0; i < values.size(); ++i)
    array->setFlat(i, values[i]);
  return std::move(*array);
}

Comparison compare(DType dtype, std::vector<double> actual,
                   std::vector<double> ideal, CompareOptions options = {}) {
  return compareWithReference(make(dtype, std::move(actual)),
                              make(DType::F64, std::move(ideal)), nullptr,
                              options);
}
} // namespace

TEST(Compare, RelativeErrorIsTheFrobeniusNorm) {
  Comparison result = compare(DType::F32, {3, 4.5}, {3, 4});
  EXPECT_EQ(result.relativeError, 0.1);
  EXPECT_EQ(result.maxAbsError, 0.5);
  EXPECT_EQ(result.bar, 1e-6);
  EXPECT_FALSE(result.pass);
  EXPECT_EQ(result.reason, "the largest error is at (1,): got 4.5, expected 4");
}

TEST(Compare, BarOfF32FollowsThePrecision) {
  // One part in 2^20, 9.5e-7, and in 2^19, 1.9e-6.
  EXPECT_TRUE(compare(DType::F32, {1 + 0x1p-20}, {1}).pass);
  EXPECT_FALSE(compare(DType::F32, {1 + 0x1p-19}, {1}).pass);
  CompareOptions options;
  options.precision = Precision::tf32x3;
  EXPECT_TRUE(compare(DType::F32, {1 + 0x1p-19}, {1}, options).pass);
  EXPECT_FALSE(compare(DType::F32, {1 + 0x1p-18}, {1}, options).pass);
  options.precision = Precision::tf32;
  EXPECT_TRUE(compare(DType::F32, {1 + 0x1p-10}, {1}, options).pass);
  EXPECT_FALSE(compare(DType::F32, {1 + 0x1p-9}, {1}, options).pass);
}

TEST(Compare, BarOfF8SumsAddsToARounding) {
  CompareOptions options;
  options.hasF8Sums = true;
  EXPECT_DOUBLE_EQ(compare(DType::F32, {1}, {1}, options).bar, 2e-3);
  EXPECT_TRUE(compare(DType::F32, {1.0019}, {1}, options).pass);
  EXPECT_FALSE(compare(DType::F32, {1.0021}, {1}, options).pass);
  double ideal = 1 + 0x1p-9;
  EXPECT_NEAR(compare(DType::BF16, {1}, {ideal}, options).bar,
              std::hypot(2e-3, 1.05 * 0x1p-9 / ideal), 1e-12);
}

TEST(Compare, BarOfNarrowTypesIsOneRounding) {
  // Neighbours of the ideal in bf16 are 1 and 1 + 2^-7; 1 is nearer.
  double ideal = 1 + 0x1p-9;
  EXPECT_TRUE(compare(DType::BF16, {1}, {ideal}).pass);
  EXPECT_FALSE(compare(DType::BF16, {1 + 0x1p-7}, {ideal}).pass);
  EXPECT_NEAR(compare(DType::BF16, {1}, {ideal}).bar,
              1e-6 + 1.05 * 0x1p-9 / ideal, 1e-12);
}

TEST(Compare, TypedReferenceWidensTheBar) {
  HostArray actual = make(DType::F16, {1 + 0x1p-9});
  HostArray ideal = make(DType::F64, {1});
  HostArray typed = make(DType::F64, {1 + 0x1p-9});
  EXPECT_FALSE(compareWithReference(actual, ideal, nullptr, {}).pass);
  EXPECT_TRUE(compareWithReference(actual, ideal, &typed, {}).pass);
}

TEST(Compare, UnwrittenElementsFail) {
  Comparison result = compare(DType::F32, {1, kNaN}, {1, 2});
  EXPECT_FALSE(result.pass);
  EXPECT_EQ(result.reason, "at (1,): got nan, expected 2");
  CompareOptions loose;
  loose.tolerance = kInf;
  EXPECT_FALSE(compare(DType::F32, {1, kNaN}, {1, 2}, loose).pass);
}

TEST(Compare, SpecialValuesMustAgree) {
  EXPECT_TRUE(compare(DType::F32, {kNaN, kInf, 1}, {kNaN, kInf, 1}).pass);
  EXPECT_FALSE(compare(DType::F32, {kInf}, {-kInf}).pass);
  EXPECT_FALSE(compare(DType::F32, {1}, {kNaN}).pass);
  // 1e6 is infinity in f16.
  EXPECT_TRUE(compare(DType::F16, {kInf}, {1e6}).pass);
  EXPECT_FALSE(compare(DType::F16, {65504}, {1e6}).pass);
}

TEST(Compare, ErrorAgainstZeroIsInfinite) {
  EXPECT_TRUE(compare(DType::F32, {0, -0.0}, {0, 0}).pass);
  Comparison result = compare(DType::F32, {0x1p-149}, {0});
  EXPECT_FALSE(result.pass);
  EXPECT_EQ(result.relativeError, kInf);
}

TEST(Compare, MaxAbsIsAnotherBar) {
  CompareOptions options;
  options.maxAbs = 0x1p-21;
  EXPECT_TRUE(compare(DType::F32, {1 + 0x1p-21}, {1}, options).pass);
  Comparison result = compare(DType::F32, {1 + 0x1p-20}, {1}, options);
  EXPECT_FALSE(result.pass);
  EXPECT_NE(result.reason.find("the bar for max_abs is"), std::string::npos);
}

TEST(Compare, ExactMeansTheRoundedReference) {
  CompareOptions exact;
  exact.exact = true;
  EXPECT_TRUE(compare(DType::BF16, {1}, {1 + 0x1p-9}, exact).pass);
  EXPECT_FALSE(compare(DType::F32, {1 + 0x1p-23}, {1}, exact).pass);
  EXPECT_TRUE(compare(DType::F32, {kNaN}, {kNaN}, exact).pass);
  Comparison zero = compare(DType::F32, {1, 0, 0}, {1, -0.0, -0.0}, exact);
  EXPECT_FALSE(zero.pass);
  EXPECT_EQ(zero.reason,
            "2 of 3 elements differ, the first at (1,): got 0, expected -0");
}

TEST(Compare, EmptyPasses) {
  Comparison result = compare(DType::F32, {}, {});
  EXPECT_TRUE(result.pass);
  EXPECT_EQ(result.relativeError, 0);
}
