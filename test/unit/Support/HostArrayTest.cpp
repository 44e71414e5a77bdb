//===- HostArrayTest.cpp - Shapes, strides and copies ---------------------===//
#include "gl/Support/HostArray.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

using namespace gl;

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
// Without this the sanitizer ends the process where an allocation that is too
// large should return null; one test asks for such a one.
extern "C" const char *__asan_default_options();
extern "C" const char *__asan_default_options() {
  return "allocator_may_return_null=1";
}
#endif
#endif

namespace {

using Dims = std::vector<int64_t>;

HostArray make(DType dtype, Dims shape) {
  std::string error;
  std::optional<HostArray> array = HostArray::create(dtype, shape, error);
  EXPECT_TRUE(array) << error;
  return std::move(*array);
}

HostArray make(DType dtype, Dims shape, Dims strides) {
  std::string error;
  std::optional<HostArray> array =
      HostArray::create(dtype, shape, strides, error);
  EXPECT_TRUE(array) << error;
  return std::move(*array);
}

void count(HostArray &array) {
  for (int64_t i = 0; i < array.numElements(); ++i)
    array.setFlat(i, static_cast<double>(i));
}

TEST(HostArrayTest, Contiguous) {
  HostArray array = make(DType::F32, {2, 3});
  EXPECT_EQ(array.strides(), (Dims{3, 1}));
  EXPECT_EQ(array.numElements(), 6);
  EXPECT_EQ(array.bufferBytes(), 24);
  EXPECT_TRUE(array.isContiguous());
  EXPECT_EQ(reinterpret_cast<uintptr_t>(array.data()) % 256, 0u);
  EXPECT_EQ(array.get({1, 2}), 0.0);
  array.set({1, 2}, 0.1);
  EXPECT_EQ(array.get({1, 2}), static_cast<double>(0.1f));
  float last;
  std::memcpy(&last, array.buffer() + 20, 4);
  EXPECT_EQ(last, 0.1f);
}

TEST(HostArrayTest, EveryDTypeRounds) {
  for (auto [dtype, expected] :
       {std::pair(DType::F64, 0.3), std::pair(DType::F32, double(0.3f)),
        std::pair(DType::F16, 1229 / 4096.0),
        std::pair(DType::BF16, 0.30078125), std::pair(DType::F8E4M3FN, 0.3125),
        std::pair(DType::F8E5M2, 0.3125)}) {
    HostArray array = make(dtype, {1});
    array.set({0}, 0.3);
    EXPECT_EQ(array.get({0}), expected) << dtypeName(dtype);
    array.set({0}, 1e300);
    double over = array.get({0});
    if (dtype == DType::F8E4M3FN)
      EXPECT_TRUE(std::isnan(over));
    else if (dtype == DType::F64)
      EXPECT_EQ(over, 1e300);
    else
      EXPECT_EQ(over, HUGE_VAL) << dtypeName(dtype);
  }
}

TEST(HostArrayTest, Gapped) {
  HostArray array = make(DType::F16, {2, 3}, {7, 2});
  EXPECT_EQ(array.bufferBytes(), (7 + 4 + 1) * 2);
  EXPECT_FALSE(array.isContiguous());
  count(array);
  EXPECT_EQ(array.get({1, 1}), 4.0);
  uint16_t words[12];
  std::memcpy(words, array.buffer(), sizeof(words));
  uint16_t expected[12] = {encodeF16(0), 0, encodeF16(1), 0, encodeF16(2), 0, 0,
                           encodeF16(3), 0, encodeF16(4), 0, encodeF16(5)};
  for (int i = 0; i < 12; ++i)
    EXPECT_EQ(words[i], expected[i]) << i;
}

TEST(HostArrayTest, FillLeavesGaps) {
  HostArray array = make(DType::BF16, {2, 2}, {4, 2});
  std::memset(array.buffer(), 0xAA, static_cast<size_t>(array.bufferBytes()));
  array.fill(1.0);
  uint16_t words[7];
  std::memcpy(words, array.buffer(), sizeof(words));
  uint16_t expected[7] = {0x3F80, 0xAAAA, 0x3F80, 0xAAAA,
                          0x3F80, 0xAAAA, 0x3F80};
  for (int i = 0; i < 7; ++i)
    EXPECT_EQ(words[i], expected[i]) << i;
}

TEST(HostArrayTest, Negative) {
  HostArray array = make(DType::F32, {2, 3}, {-3, -1});
  EXPECT_EQ(array.bufferBytes(), 24);
  EXPECT_EQ(static_cast<unsigned char *>(array.data()) - array.buffer(), 20);
  count(array);
  float values[6];
  std::memcpy(values, array.buffer(), sizeof(values));
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(values[i], 5.0f - i);
}

TEST(HostArrayTest, ZeroStride) {
  HostArray array = make(DType::F32, {4, 3}, {0, 1});
  EXPECT_EQ(array.bufferBytes(), 12);
  EXPECT_EQ(array.numElements(), 12);
  count(array);
  for (int64_t row = 0; row < 4; ++row)
    for (int64_t column = 0; column < 3; ++column)
      EXPECT_EQ(array.get({row, column}), 9.0 + double(column));
}

TEST(HostArrayTest, ScalarAndEmpty) {
  HostArray scalar = make(DType::F64, {});
  EXPECT_EQ(scalar.numElements(), 1);
  scalar.set({}, 2.5);
  EXPECT_EQ(scalar.getFlat(0), 2.5);
  EXPECT_TRUE(scalar.isContiguous());

  HostArray empty = make(DType::F32, {3, 0, 2}, {-100, 5, 7});
  EXPECT_EQ(empty.numElements(), 0);
  EXPECT_EQ(empty.bufferBytes(), 0);
  EXPECT_EQ(empty.data(), nullptr);
  EXPECT_TRUE(empty.isContiguous());
  empty.fill(1.0);
  std::string error;
  std::optional<HostArray> copy = empty.convert(DType::F16, error);
  ASSERT_TRUE(copy) << error;
  EXPECT_EQ(copy->shape(), (Dims{3, 0, 2}));
}

TEST(HostArrayTest, DimOfOneHasAnyStride) {
  int64_t huge = INT64_MAX;
  HostArray array = make(DType::F32, {2, 1, 3, 1}, {3, huge, 1, -huge});
  EXPECT_EQ(array.bufferBytes(), 24);
  EXPECT_TRUE(array.isContiguous());
  count(array);
  array.fill(4.0);
  EXPECT_EQ(array.get({1, 0, 2, 0}), 4.0);
}

TEST(HostArrayTest, ForEachRowVisitsInOrder) {
  HostArray array = make(DType::F32, {2, 3, 4}, {-40, 5, 1});
  std::vector<Dims> rows;
  array.forEachRow(
      [&](int64_t flat, int64_t offset, int64_t length, int64_t stride) {
        rows.push_back({flat, offset, length, stride});
      });
  std::vector<Dims> expected = {{0, 0, 4, 1},    {4, 5, 4, 1},
                                {8, 10, 4, 1},   {12, -40, 4, 1},
                                {16, -35, 4, 1}, {20, -30, 4, 1}};
  EXPECT_EQ(rows, expected);
}

TEST(HostArrayTest, ConvertRoundsAndLaysOut) {
  HostArray array = make(DType::F32, {2, 2}, {1, 2});
  array.set({0, 0}, 1.0);
  array.set({0, 1}, 257.0);
  array.set({1, 0}, 259.0);
  array.set({1, 1}, -0.0);
  std::string error;
  std::optional<HostArray> copy = array.convert(DType::BF16, error);
  ASSERT_TRUE(copy) << error;
  EXPECT_EQ(copy->strides(), (Dims{2, 1}));
  uint16_t words[4];
  std::memcpy(words, copy->buffer(), sizeof(words));
  EXPECT_EQ(words[0], 0x3F80);
  EXPECT_EQ(words[1], 0x4380);
  EXPECT_EQ(words[2], 0x4382);
  EXPECT_EQ(words[3], 0x8000);
}

TEST(HostArrayTest, CopyKeepsBits) {
  // A signalling NaN must not be made quiet on the way.
  HostArray array = make(DType::F16, {2, 2}, {3, 1});
  uint16_t words[5] = {0x7C01, 0x8000, 0x1111, 0xFE23, 0x0001};
  std::memcpy(array.buffer(), words, sizeof(words));
  HostArray reversed = make(DType::F16, {2, 2}, {-2, -1});
  std::string error;
  ASSERT_TRUE(reversed.copyFrom(array, error)) << error;
  uint16_t got[4];
  std::memcpy(got, reversed.buffer(), sizeof(got));
  EXPECT_EQ(got[0], 0x0001);
  EXPECT_EQ(got[1], 0xFE23);
  EXPECT_EQ(got[2], 0x8000);
  EXPECT_EQ(got[3], 0x7C01);
}

TEST(HostArrayTest, Errors) {
  std::string error;
  EXPECT_FALSE(HostArray::create(DType::F32, {2, -3}, error));
  EXPECT_EQ(error, "dim 1 of shape (2, -3) is negative");

  int64_t big = int64_t(1) << 62;
  EXPECT_FALSE(HostArray::create(DType::F32, {big, 2}, error));
  EXPECT_EQ(error, "an array of shape (4611686018427387904, 2) and type f32 "
                   "takes more than 2^63 - 1 bytes");
  EXPECT_FALSE(HostArray::create(DType::F32, {big, 0}, error));

  EXPECT_FALSE(HostArray::create(DType::F32, {big / 2 - 1}, error));
  EXPECT_EQ(error, "not enough memory for the 9223372036854775804 bytes of an "
                   "array of shape (2305843009213693951,) and type f32");

  EXPECT_FALSE(HostArray::create(DType::F16, {2, 3}, {1}, error));
  EXPECT_EQ(error, "shape (2, 3) has 2 dims but there are 1 strides");

  EXPECT_FALSE(HostArray::create(DType::F16, {3}, {big}, error));
  EXPECT_EQ(error, "an array of shape (3,), strides (4611686018427387904,) and "
                   "type f16 spans more than 2^63 - 1 bytes");
  EXPECT_FALSE(
      HostArray::create(DType::F8E5M2, {2, 2}, {INT64_MIN, INT64_MAX}, error));

  HostArray one = make(DType::F32, {2, 3}), two = make(DType::F32, {3, 2});
  EXPECT_FALSE(one.copyFrom(two, error));
  EXPECT_EQ(error,
            "cannot copy an array of shape (3, 2) to one of shape (2, 3)");
}

} // namespace
