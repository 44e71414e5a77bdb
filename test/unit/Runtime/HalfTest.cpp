//===-- HalfTest.cpp - Conversions of narrow floats -----------------------===//
//
// All f16, bf16 and f8 values, every midpoint between neighbours and the floats
// next to it, overflow and NaN.
//
//===----------------------------------------------------------------------===//

#include "gl/Runtime/gl_half.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace {

uint32_t bitsOf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}
float fromBits(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}
float inRegister(uint16_t half) { return fromBits(0xABCD0000u | half); }
uint16_t outOf(float halfRegister) {
  uint32_t bits = bitsOf(halfRegister);
  EXPECT_EQ(bits >> 16, 0u);
  return static_cast<uint16_t>(bits);
}

/// The value of f16 bits by the format's definition.
double f16Value(uint16_t bits) {
  int exponent = bits >> 10 & 31, fraction = bits & 1023;
  double magnitude = exponent == 0 ? std::ldexp(fraction, -24)
                                   : std::ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

TEST(Half, EveryF16RoundTrips) {
  for (uint32_t i = 0; i < 65536; ++i) {
    auto half = static_cast<uint16_t>(i);
    float wide = gl_f16_to_f32(half);
    bool special = (half & 0x7c00) == 0x7c00;
    if (!special) {
      ASSERT_EQ(wide, f16Value(half)) << i;
      ASSERT_EQ(std::signbit(wide), (half & 0x8000) != 0) << i;
    } else if (half & 0x3ff) {
      ASSERT_TRUE(std::isnan(wide)) << i;
    } else {
      ASSERT_TRUE(std::isinf(wide)) << i;
    }
    // A signalling NaN comes back quiet.
    bool nan = special && (half & 0x3ff);
    uint16_t back = nan ? half | 0x200 : half;
    ASSERT_EQ(gl_f32_to_f16(wide), back) << i;
    ASSERT_EQ(gl_f64_to_f16(wide), back) << i;
    ASSERT_EQ(bitsOf(gl_extendhfsf2(inRegister(half))), bitsOf(wide)) << i;
    ASSERT_EQ(outOf(gl_truncsfhf2(wide)), back) << i;
    ASSERT_EQ(outOf(gl_truncdfhf2(wide)), back) << i;
  }
}

TEST(Half, EveryF16MidpointRoundsToEven) {
  // 0x7c00 is what lies above the largest finite value when rounding.
  for (uint32_t low = 0; low < 0x7c00; ++low) {
    double a = f16Value(static_cast<uint16_t>(low));
    double b =
        low + 1 == 0x7c00 ? 65536.0 : f16Value(static_cast<uint16_t>(low + 1));
    double middle = (a + b) / 2;
    auto m = static_cast<float>(middle);
    ASSERT_EQ(m, middle);
    uint32_t even = low & 1 ? low + 1 : low;
    for (uint32_t sign : {0u, 0x8000u}) {
      auto signedValue = [&](double v) { return sign ? -v : v; };
      auto f = [&](float v) {
        return gl_f32_to_f16(static_cast<float>(signedValue(v)));
      };
      auto d = [&](double v) { return gl_f64_to_f16(signedValue(v)); };
      ASSERT_EQ(f(m), sign | even) << low;
      ASSERT_EQ(f(std::nextafterf(m, 0)), sign | low) << low;
      ASSERT_EQ(f(std::nextafterf(m, 1e6f)), sign | (low + 1)) << low;
      ASSERT_EQ(d(middle), sign | even) << low;
      // Close enough to the midpoint that f32 would not tell them apart.
      ASSERT_EQ(d(std::nextafter(middle, 0)), sign | low) << low;
      ASSERT_EQ(d(std::nextafter(middle, 1e6)), sign | (low + 1)) << low;
    }
  }
}

TEST(Half, F16Extremes) {
  float inf = std::numeric_limits<float>::infinity();
  EXPECT_EQ(gl_f32_to_f16(inf), 0x7c00);
  EXPECT_EQ(gl_f32_to_f16(-inf), 0xfc00);
  EXPECT_EQ(gl_f32_to_f16(std::numeric_limits<float>::max()), 0x7c00);
  EXPECT_EQ(gl_f64_to_f16(-1e300), 0xfc00);
  EXPECT_EQ(gl_f32_to_f16(65504.0f), 0x7bff);
  EXPECT_EQ(gl_f32_to_f16(65519.996f), 0x7bff);
  EXPECT_EQ(gl_f32_to_f16(65520.0f), 0x7c00);
  EXPECT_EQ(gl_f32_to_f16(-0.0f), 0x8000);
  EXPECT_EQ(gl_f32_to_f16(std::numeric_limits<float>::denorm_min()), 0);
  EXPECT_EQ(gl_f64_to_f16(-std::numeric_limits<double>::denorm_min()), 0x8000);
  // Half of the smallest subnormal is a tie with zero; above it rounds up.
  EXPECT_EQ(gl_f32_to_f16(0x1p-25f), 0);
  EXPECT_EQ(gl_f32_to_f16(0x1.000002p-25f), 1);
  EXPECT_EQ(gl_f32_to_f16(0.49990f), 0x3800) << "0.49990 is nearest to 0.5";
}

TEST(Half, NanStaysNan) {
  for (uint32_t bits :
       {0x7f800001u, 0x7fc00000u, 0x7fffffffu, 0xff800001u, 0xffc12345u}) {
    uint16_t sign = bits >> 16 & 0x8000;
    uint16_t half = gl_f32_to_f16(fromBits(bits));
    EXPECT_EQ(half & 0xfe00, sign | 0x7e00) << std::hex << bits;
    uint16_t brain = gl_f32_to_bf16(fromBits(bits));
    EXPECT_EQ(brain & 0xffc0, sign | 0x7fc0) << std::hex << bits;
    EXPECT_EQ(outOf(gl_truncsfbf2(fromBits(bits))), brain);
  }
  EXPECT_EQ(gl_f32_to_bf16(fromBits(0x7f800001)), 0x7fc0);
  EXPECT_EQ(gl_f32_to_bf16(fromBits(0xffa50000)), 0xffe5);
  EXPECT_EQ(gl_f64_to_f16(std::numeric_limits<double>::quiet_NaN()) & 0x7e00,
            0x7e00);
}

TEST(Half, EveryBf16MidpointRoundsToEven) {
  for (uint32_t low = 0; low < 0x7f80; ++low) {
    for (uint32_t sign : {0u, 0x8000u}) {
      uint32_t wide = (sign | low) << 16;
      uint32_t even = sign | (low & 1 ? low + 1 : low);
      ASSERT_EQ(bitsOf(gl_bf16_to_f32(static_cast<uint16_t>(sign | low))),
                wide);
      ASSERT_EQ(gl_f32_to_bf16(fromBits(wide)), sign | low);
      ASSERT_EQ(gl_f32_to_bf16(fromBits(wide | 0x7fff)), sign | low);
      ASSERT_EQ(gl_f32_to_bf16(fromBits(wide | 0x8000)), even);
      ASSERT_EQ(gl_f32_to_bf16(fromBits(wide | 0x8001)), sign | (low + 1));
      double middle = fromBits(wide | 0x8000);
      ASSERT_EQ(gl_f64_to_bf16(middle), even);
      ASSERT_EQ(outOf(gl_truncdfbf2(middle)), even);
      ASSERT_EQ(gl_f64_to_bf16(std::nextafter(middle, sign ? -1e300 : 1e300)),
                sign | (low + 1));
    }
  }
}

/// One of the f8 types, with the value of its bits by the format's definition.
struct F8 {
  const char *name;
  int fractionBits, bias;
  uint8_t overflow; ///< the first magnitude that is not a finite number
  float (*widen)(uint8_t);
  uint8_t (*narrow)(float);

  double value(uint32_t magnitude) const {
    int exponent = static_cast<int>(magnitude) >> fractionBits;
    int fraction = static_cast<int>(magnitude) & ((1 << fractionBits) - 1);
    if (exponent == 0)
      return std::ldexp(fraction, 1 - bias - fractionBits);
    return std::ldexp(fraction + (1 << fractionBits),
                      exponent - bias - fractionBits);
  }
};
const F8 f8Types[] = {
    {"f8E4M3FN", 3, 7, 0x7f, gl_f8e4m3fn_to_f32, gl_f32_to_f8e4m3fn},
    {"f8E5M2", 2, 15, 0x7c, gl_f8e5m2_to_f32, gl_f32_to_f8e5m2}};

TEST(Half, EveryF8RoundTrips) {
  for (const F8 &f8 : f8Types)
    for (uint32_t bits = 0; bits < 256; ++bits) {
      float wide = f8.widen(static_cast<uint8_t>(bits));
      uint32_t magnitude = bits & 0x7f, sign = bits & 0x80;
      ASSERT_EQ(std::signbit(wide), sign != 0) << f8.name << " " << bits;
      if (magnitude < f8.overflow) {
        ASSERT_EQ(std::fabs(wide), f8.value(magnitude)) << f8.name << bits;
        ASSERT_EQ(f8.narrow(wide), bits) << f8.name;
      } else if (f8.overflow == 0x7c && magnitude == 0x7c) {
        ASSERT_TRUE(std::isinf(wide));
        ASSERT_EQ(f8.narrow(wide), bits) << f8.name;
      } else {
        ASSERT_TRUE(std::isnan(wide)) << f8.name << " " << bits;
        uint8_t back = f8.narrow(wide);
        ASSERT_EQ(back & 0x80, sign) << f8.name;
        ASSERT_TRUE(std::isnan(f8.widen(back))) << f8.name << " " << bits;
      }
    }
}

TEST(Half, EveryF8MidpointRoundsToEven) {
  for (const F8 &f8 : f8Types)
    for (uint32_t low = 0; low < f8.overflow; ++low) {
      // The last one's neighbour is what is not a number any more.
      auto middle = static_cast<float>((f8.value(low) + f8.value(low + 1)) / 2);
      uint32_t even = low & 1 ? low + 1 : low;
      for (uint32_t sign : {0u, 0x80u}) {
        auto narrow = [&](float v) { return f8.narrow(sign ? -v : v); };
        ASSERT_EQ(narrow(middle), sign | even) << f8.name << " " << low;
        ASSERT_EQ(narrow(std::nextafterf(middle, 0)), sign | low) << f8.name;
        ASSERT_EQ(narrow(std::nextafterf(middle, 1e6f)), sign | (low + 1))
            << f8.name << " " << low;
      }
    }
}

TEST(Half, F8Extremes) {
  float inf = std::numeric_limits<float>::infinity();
  float nan = std::numeric_limits<float>::quiet_NaN();
  // As torch.float8_e4m3fn has it: NaN beyond 464, and no saturation.
  EXPECT_EQ(gl_f32_to_f8e4m3fn(464.0f), 0x7e);
  EXPECT_EQ(gl_f32_to_f8e4m3fn(464.00003f), 0x7f);
  EXPECT_EQ(gl_f32_to_f8e4m3fn(-1e30f), 0xff);
  EXPECT_EQ(gl_f32_to_f8e4m3fn(inf), 0x7f);
  EXPECT_EQ(gl_f32_to_f8e4m3fn(-inf), 0xff);
  EXPECT_EQ(gl_f32_to_f8e4m3fn(nan), 0x7f);
  EXPECT_EQ(gl_f32_to_f8e4m3fn(fromBits(0xff800001)), 0xff);
  EXPECT_EQ(gl_f32_to_f8e4m3fn(std::numeric_limits<float>::denorm_min()), 0);
  EXPECT_EQ(gl_f32_to_f8e5m2(61439.996f), 0x7b);
  EXPECT_EQ(gl_f32_to_f8e5m2(61440.0f), 0x7c);
  EXPECT_EQ(gl_f32_to_f8e5m2(-inf), 0xfc);
  EXPECT_EQ(gl_f32_to_f8e5m2(nan) & 0x7e, 0x7e);
  EXPECT_EQ(gl_f32_to_f8e5m2(fromBits(0x7f800001)), 0x7e);
  EXPECT_EQ(gl_f32_to_f8e5m2(-0.0f), 0x80);
}

} // namespace
