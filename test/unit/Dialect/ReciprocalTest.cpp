//===- ReciprocalTest.cpp - Division by a dim without a division ----------===//
//
// KernelABI.h's claim about reciprocals, in the arithmetic that kernels use:
// the long form for any coordinate, the short form for those below 2^14, and
// the factor by which those are divided by a constant.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/IR/KernelABI.h"

#include "gtest/gtest.h"
#include <random>

namespace {

uint64_t getReciprocal(uint64_t divisor) {
  return (uint64_t(1) << mlir::tile::kReciprocalBits) / divisor + 1;
}

uint32_t divideLong(uint32_t n, uint64_t reciprocal) {
  uint64_t low = uint64_t(n) * static_cast<uint32_t>(reciprocal) >> 32;
  uint64_t high = uint64_t(n) * (reciprocal >> 32);
  return static_cast<uint32_t>((high + low) >>
                               (mlir::tile::kReciprocalBits - 32));
}

uint32_t divideShort(uint32_t n, uint64_t reciprocal) {
  uint32_t word = static_cast<uint32_t>(reciprocal >> 32) + 1;
  return static_cast<uint32_t>(uint64_t(4 * n) * word >> 32);
}

TEST(Reciprocal, LongFormOfAnyCoordinate) {
  std::mt19937 random(1);
  const uint32_t most = (uint32_t(1) << 31) - 1;
  for (int i = 0; i < 1000000; ++i) {
    uint32_t d = (random() & most) >> (random() % 31) | 1;
    uint64_t reciprocal = getReciprocal(d);
    uint32_t n = random() & most;
    // The places where a quotient changes, too.
    for (uint32_t x : {n, n / d * d, n / d * d - (n >= d), most})
      ASSERT_EQ(divideLong(x, reciprocal), x / d) << x << " / " << d;
  }
}

TEST(Reciprocal, ShortFormOfLowCoordinates) {
  const uint32_t end = 1 << 14;
  for (uint32_t d = 1; d < end + 2; ++d) {
    uint64_t reciprocal = getReciprocal(d);
    for (uint32_t n = 0; n < end; n += d)
      for (uint32_t x : {n, std::min(n + d, end) - 1})
        ASSERT_EQ(divideShort(x, reciprocal), x / d) << x << " / " << d;
  }
  for (uint32_t d : {uint32_t(1) << 20, (uint32_t(1) << 31) - 1})
    for (uint32_t n = 0; n < end; ++n)
      ASSERT_EQ(divideShort(n, getReciprocal(d)), 0u) << n << " / " << d;
}

TEST(Reciprocal, FactorOfLowCoordinates) {
  const uint32_t end = 1 << 14;
  for (uint32_t d = 3; d < end; ++d) {
    unsigned shift = 14;
    while ((uint32_t(1) << (shift - 14)) < d)
      ++shift;
    uint32_t factor = static_cast<uint32_t>((uint64_t(1) << shift) / d + 1);
    for (uint32_t n = 0; n < end; n += d)
      for (uint32_t x : {n, std::min(n + d, end) - 1})
        ASSERT_EQ(x * factor >> shift, x / d) << x << " / " << d;
  }
}

} // namespace
