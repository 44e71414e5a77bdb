//===- DataGenTest.cpp - Generated data is the same everywhere ------------===//
#include "gl/Support/DataGen.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

using namespace gl;

namespace {

HostArray make(DType dtype, std::vector<int64_t> shape,
               std::optional<std::vector<int64_t>> strides = std::nullopt) {
  std::string error;
  std::optional<HostArray> array =
      strides ? HostArray::create(dtype, shape, *strides, error)
              : HostArray::create(dtype, shape, error);
  EXPECT_TRUE(array) << error;
  return std::move(*array);
}

constexpr DType allTypes[] = {DType::F32,      DType::F16,    DType::BF16,
                              DType::F8E4M3FN, DType::F8E5M2, DType::F64};

TEST(DataGenTest, PublishedStream) {
  // The first outputs of SplitMix64 for seed 1234567, as published with the
  // reference implementation's test vectors.
  EXPECT_EQ(randomBits(1234567, 0), 6457827717110365317u);
  EXPECT_EQ(randomBits(1234567, 1), 3203168211198807973u);
  EXPECT_EQ(randomBits(1234567, 2), 9817491932198370423u);
  EXPECT_EQ(randomBits(1234567, 3), 4593380528125082431u);
  EXPECT_EQ(randomBits(1234567, 4), 16408922859458223821u);
}

TEST(DataGenTest, RandIsTheStreamScaled) {
  HostArray wide = make(DType::F64, {1000}), narrow = make(DType::F32, {1000});
  fillRand(wide, 7);
  fillRand(narrow, 7);
  for (int64_t i = 0; i < 1000; ++i) {
    double expected =
        std::ldexp(double(randomBits(7, uint64_t(i)) >> 11), -52) - 1.0;
    ASSERT_EQ(wide.getFlat(i), expected);
    ASSERT_EQ(narrow.getFlat(i), double(float(expected)));
  }
}

TEST(DataGenTest, RandStaysInRange) {
  for (DType dtype : allTypes) {
    HostArray array = make(dtype, {300, 1000});
    fillRand(array, 1);
    double sum = 0, squares = 0, low = 2, high = -2;
    for (int64_t i = 0; i < array.numElements(); ++i) {
      double value = array.getFlat(i);
      sum += value;
      squares += value * value;
      low = std::min(low, value);
      high = std::max(high, value);
    }
    double n = double(array.numElements());
    EXPECT_GE(low, -1.0) << dtypeName(dtype);
    EXPECT_LT(low, -0.99) << dtypeName(dtype);
    EXPECT_LT(high, 1.0) << dtypeName(dtype);
    // The largest value below 1 is 0.875 in f8E5M2.
    EXPECT_GE(high, dtype == DType::F8E5M2 ? 0.875 : 0.9375)
        << dtypeName(dtype);
    EXPECT_LT(std::abs(sum / n), 0.01) << dtypeName(dtype);
    EXPECT_LT(std::abs(squares / n - 1.0 / 3), 0.01) << dtypeName(dtype);
  }
}

TEST(DataGenTest, StridesDoNotChangeValues) {
  HostArray plain = make(DType::F16, {5, 7});
  HostArray odd = make(DType::F16, {5, 7}, std::vector<int64_t>{-2, 11});
  fillRand(plain, 3);
  fillRand(odd, 3);
  HostArray other = make(DType::F16, {5, 7});
  fillRand(other, 4);
  int different = 0;
  for (int64_t i = 0; i < 35; ++i) {
    EXPECT_EQ(plain.getFlat(i), odd.getFlat(i)) << i;
    different += plain.getFlat(i) != other.getFlat(i);
  }
  EXPECT_GT(different, 30);
}

TEST(DataGenTest, RandIntCoversBothEnds) {
  for (DType dtype : allTypes) {
    HostArray array = make(dtype, {50000});
    std::string error;
    ASSERT_TRUE(fillRandInt(array, -2, 2, 9, error)) << error;
    int histogram[5] = {};
    for (int64_t i = 0; i < array.numElements(); ++i) {
      double value = array.getFlat(i);
      ASSERT_TRUE(value == std::floor(value) && std::abs(value) <= 2) << value;
      ++histogram[int(value) + 2];
    }
    for (int n : histogram)
      EXPECT_NEAR(n, 10000, 400) << dtypeName(dtype);
  }
  HostArray array = make(DType::F64, {100});
  std::string error;
  ASSERT_TRUE(fillRandInt(array, 5, 5, 0, error));
  EXPECT_EQ(array.getFlat(99), 5.0);
  int64_t limit = int64_t(1) << 53;
  EXPECT_TRUE(fillRandInt(array, -limit, limit, 0, error)) << error;
}

TEST(DataGenTest, RandIntExactValues) {
  HostArray array = make(DType::F32, {4});
  std::string error;
  ASSERT_TRUE(fillRandInt(array, 0, 99, 1234567, error)) << error;
  // floor(output * 100 / 2^64) of the published stream.
  EXPECT_EQ(array.getFlat(0), 35.0);
  EXPECT_EQ(array.getFlat(1), 17.0);
  EXPECT_EQ(array.getFlat(2), 53.0);
  EXPECT_EQ(array.getFlat(3), 24.0);
}

TEST(DataGenTest, RandIntErrors) {
  HostArray array = make(DType::BF16, {4});
  std::string error;
  EXPECT_FALSE(fillRandInt(array, 3, 2, 0, error));
  EXPECT_EQ(error, "randint: the lower bound 3 is above the upper bound 2");
  EXPECT_TRUE(fillRandInt(array, -256, 256, 0, error));
  EXPECT_FALSE(fillRandInt(array, -257, 256, 0, error));
  EXPECT_EQ(error, "randint needs the integers -257 to 256, but bf16 is exact "
                   "only from -256 to 256");
  EXPECT_FALSE(fillRandInt(array, INT64_MIN, INT64_MAX, 0, error));
}

TEST(DataGenTest, OnesZerosArange) {
  std::string error;
  for (DType dtype : allTypes) {
    HostArray array = make(dtype, {2, 3}, std::vector<int64_t>{1, 2});
    fillOnes(array);
    for (int64_t i = 0; i < 6; ++i)
      EXPECT_EQ(array.getFlat(i), 1.0);
    ASSERT_TRUE(fillArange(array, error)) << error;
    for (int64_t i = 0; i < 6; ++i)
      EXPECT_EQ(array.getFlat(i), double(i));
    EXPECT_EQ(array.get({1, 2}), 5.0);
    fillZeros(array);
    for (int64_t i = 0; i < 6; ++i)
      EXPECT_EQ(array.getFlat(i), 0.0);
  }
  HostArray fits = make(DType::F16, {2049}), over = make(DType::F16, {2050});
  ASSERT_TRUE(fillArange(fits, error)) << error;
  EXPECT_EQ(fits.getFlat(2048), 2048.0);
  EXPECT_FALSE(fillArange(over, error));
  EXPECT_EQ(error, "arange needs the integers 0 to 2049, but f16 is exact only "
                   "from -2048 to 2048");
}

TEST(DataGenTest, EmptyAndScalar) {
  std::string error;
  HostArray empty = make(DType::F8E5M2, {0, 4});
  fillRand(empty, 1);
  EXPECT_TRUE(fillRandInt(empty, 0, 1, 1, error));
  EXPECT_TRUE(fillArange(empty, error));
  HostArray scalar = make(DType::F32, {});
  fillOnes(scalar);
  EXPECT_EQ(scalar.getFlat(0), 1.0);
}

} // namespace
