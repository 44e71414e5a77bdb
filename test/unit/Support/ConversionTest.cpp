//===- ConversionTest.cpp - f16, bf16 and f8 conversions ------------------===//
//
// Every bit pattern of the narrow types, every midpoint between neighbours and
// the numbers next to it. The expected values come from the formula of the
// format, computed with ldexp, not from the code under test.
//
//===----------------------------------------------------------------------===//
#include "gl/Support/HostArray.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

using namespace gl;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct Narrow {
  const char *name;
  int expBits, manBits;
  bool hasInf;
  /// Bits of the largest finite value.
  unsigned maxFinite;
  unsigned (*encode)(double);
  double (*decode)(unsigned);

  unsigned sign() const { return 1u << (expBits + manBits); }
  unsigned patterns() const { return sign() * 2; }
  bool isNaN(unsigned bits) const {
    bits &= sign() - 1;
    return bits > maxFinite + (hasInf ? 1 : 0);
  }
  bool isInf(unsigned bits) const {
    return hasInf && (bits & (sign() - 1)) == maxFinite + 1;
  }
  /// Value of a pattern that is neither NaN nor infinite, by the definition of
  /// the format.
  double value(unsigned bits) const {
    int exponent = static_cast<int>((bits & (sign() - 1)) >> manBits);
    double fraction = bits & ((1u << manBits) - 1);
    int bias = (1 << (expBits - 1)) - 1;
    double magnitude = exponent ? std::ldexp(fraction + (1 << manBits),
                                             exponent - bias - manBits)
                                : std::ldexp(fraction, 1 - bias - manBits);
    return bits & sign() ? -magnitude : magnitude;
  }
};

class Conversion : public ::testing::TestWithParam<Narrow> {};

TEST_P(Conversion, DecodesEveryPattern) {
  const Narrow &type = GetParam();
  for (unsigned bits = 0; bits < type.patterns(); ++bits) {
    double got = type.decode(bits);
    ASSERT_EQ(std::signbit(got), (bits & type.sign()) != 0) << bits;
    if (type.isNaN(bits))
      ASSERT_TRUE(std::isnan(got)) << bits;
    else if (type.isInf(bits))
      ASSERT_TRUE(std::isinf(got)) << bits;
    else
      ASSERT_EQ(got, type.value(bits)) << bits;
  }
}

TEST_P(Conversion, RoundTripsEveryPattern) {
  const Narrow &type = GetParam();
  unsigned nans = 0;
  for (unsigned bits = 0; bits < type.patterns(); ++bits) {
    unsigned got = type.encode(type.decode(bits));
    if (type.isNaN(bits)) {
      ASSERT_TRUE(type.isNaN(got)) << bits;
      ASSERT_EQ(got & type.sign(), bits & type.sign()) << bits;
      ++nans;
    } else {
      ASSERT_EQ(got, bits);
    }
  }
  unsigned expected = type.hasInf ? 2 * ((1u << type.manBits) - 1) : 2;
  EXPECT_EQ(nans, expected);
}

TEST_P(Conversion, RoundsEveryMidpointToEven) {
  const Narrow &type = GetParam();
  for (unsigned low = 0; low < type.maxFinite; ++low) {
    double middle = (type.value(low) + type.value(low + 1)) / 2;
    unsigned even = low & 1 ? low + 1 : low;
    ASSERT_EQ(type.encode(middle), even) << low;
    ASSERT_EQ(type.encode(std::nextafter(middle, 0.0)), low) << low;
    ASSERT_EQ(type.encode(std::nextafter(middle, infinity)), low + 1) << low;
    ASSERT_EQ(type.encode(-middle), even | type.sign()) << low;

    // The same for f32, whose values next to the midpoint are further off.
    float single = static_cast<float>(middle);
    ASSERT_TRUE(single == middle || single == 0) << low;
    if (single != 0) {
      ASSERT_EQ(type.encode(std::nextafterf(single, 0.0f)), low) << low;
      ASSERT_EQ(type.encode(std::nextafterf(single, INFINITY)), low + 1) << low;
    }
  }
}

TEST_P(Conversion, Overflows) {
  const Narrow &type = GetParam();
  double largest = type.value(type.maxFinite);
  double next = type.value(type.maxFinite + 1);
  double middle = (largest + next) / 2;
  unsigned over = type.hasInf ? type.maxFinite + 1 : type.sign() - 1;
  // The largest value's last bit is set in the formats with infinity, so a tie
  // goes up; f8E4M3FN ends on an even one, so a tie goes down.
  EXPECT_EQ(type.encode(middle), type.hasInf ? over : type.maxFinite);
  EXPECT_EQ(type.encode(std::nextafter(middle, 0.0)), type.maxFinite);
  EXPECT_EQ(type.encode(std::nextafter(middle, infinity)), over);
  EXPECT_EQ(type.encode(-next), over | type.sign());
  EXPECT_EQ(type.encode(1e300), over);
  EXPECT_EQ(type.encode(infinity), over);
  EXPECT_EQ(type.encode(-infinity), over | type.sign());
}

TEST_P(Conversion, Underflows) {
  const Narrow &type = GetParam();
  double half = type.value(1) / 2;
  EXPECT_EQ(type.encode(half), 0u);
  EXPECT_EQ(type.encode(std::nextafter(half, infinity)), 1u);
  EXPECT_EQ(type.encode(half / 2), 0u);
  EXPECT_EQ(type.encode(std::numeric_limits<double>::denorm_min()), 0u);
  EXPECT_EQ(type.encode(0.0), 0u);
  EXPECT_EQ(type.encode(-0.0), type.sign());
  EXPECT_EQ(type.encode(-half), type.sign());
}

TEST_P(Conversion, KeepsNaN) {
  const Narrow &type = GetParam();
  for (uint64_t bits : {0x7FF0000000000001u, 0x7FF8000000000000u,
                        0x7FFFFFFFFFFFFFFFu, 0xFFF0000000000001u}) {
    double value;
    std::memcpy(&value, &bits, sizeof(value));
    unsigned got = type.encode(value);
    EXPECT_TRUE(type.isNaN(got)) << std::hex << bits << " -> " << got;
    EXPECT_EQ((got & type.sign()) != 0, bits >> 63 != 0);
  }
}

template <typename Bits, Bits (*Encode)(double)>
unsigned encodeWith(double value) {
  return Encode(value);
}
template <typename Bits, double (*Decode)(Bits)>
double decodeWith(unsigned bits) {
  return Decode(static_cast<Bits>(bits));
}

INSTANTIATE_TEST_SUITE_P(
    Types, Conversion,
    ::testing::Values(
        Narrow{"f16", 5, 10, true, 0x7BFF, encodeWith<uint16_t, encodeF16>,
               decodeWith<uint16_t, decodeF16>},
        Narrow{"bf16", 8, 7, true, 0x7F7F, encodeWith<uint16_t, encodeBF16>,
               decodeWith<uint16_t, decodeBF16>},
        Narrow{"f8E4M3FN", 4, 3, false, 0x7E,
               encodeWith<uint8_t, encodeF8E4M3FN>,
               decodeWith<uint8_t, decodeF8E4M3FN>},
        Narrow{"f8E5M2", 5, 2, true, 0x7B, encodeWith<uint8_t, encodeF8E5M2>,
               decodeWith<uint8_t, decodeF8E5M2>}),
    [](const auto &info) { return info.param.name; });

TEST(ConversionValues, Landmarks) {
  EXPECT_EQ(encodeF16(1.0), 0x3C00);
  EXPECT_EQ(encodeF16(65504.0), 0x7BFF);
  EXPECT_EQ(encodeF16(65519.0), 0x7BFF);
  EXPECT_EQ(encodeF16(65520.0), 0x7C00);
  EXPECT_EQ(encodeF16(0.49990), 0x3800) << "0.49990 rounds up to 0.5";
  EXPECT_EQ(decodeF16(0x3800), 0.5);
  EXPECT_EQ(encodeF16(2049.0), 0x6800) << "2049 is a tie and goes to 2048";
  EXPECT_EQ(encodeF16(2051.0), 0x6802);
  EXPECT_EQ(encodeBF16(1.0), 0x3F80);
  EXPECT_EQ(encodeBF16(257.0), 0x4380) << "257 is a tie and goes to 256";
  EXPECT_EQ(encodeBF16(259.0), 0x4382);
  EXPECT_EQ(encodeF8E4M3FN(448.0), 0x7E);
  EXPECT_EQ(encodeF8E4M3FN(464.0), 0x7E);
  EXPECT_EQ(encodeF8E4M3FN(465.0), 0x7F);
  EXPECT_EQ(encodeF8E4M3FN(1.0), 0x38);
  EXPECT_EQ(encodeF8E5M2(57344.0), 0x7B);
  EXPECT_EQ(encodeF8E5M2(61440.0), 0x7C);
  EXPECT_EQ(encodeF8E5M2(1.0), 0x3C);
}

TEST(ConversionValues, RoundsOnce) {
  // Just above a tie by less than an f32 can hold: through f32 it would become
  // the tie and go down.
  double value = 2049.0 + 0x1p-40;
  ASSERT_EQ(static_cast<float>(value), 2049.0f);
  EXPECT_EQ(encodeF16(value), 0x6801);
}

TEST(ConversionValues, LowPayloadNaNToBF16) {
  uint32_t bits = 0x7F800001;
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  EXPECT_EQ(encodeBF16(value), 0x7FC0);
  bits = 0xFF800001;
  std::memcpy(&value, &bits, sizeof(value));
  EXPECT_EQ(encodeBF16(value), 0xFFC0);
  EXPECT_EQ(encodeF16(nan), 0x7E00);
}

TEST(ConversionValues, BF16AgreesWithIntegerRounding) {
  // Adding half a unit, less one for even results, rounds the bits of an f32.
  uint32_t count = 0;
  for (uint64_t wide = 0; wide < 0x100000000u; wide += 509) {
    auto bits = static_cast<uint32_t>(wide);
    if ((bits & 0x7FFFFFFF) > 0x7F800000)
      continue;
    float value;
    std::memcpy(&value, &bits, sizeof(value));
    uint32_t expected = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16;
    ASSERT_EQ(encodeBF16(value), expected) << std::hex << bits;
    ++count;
  }
  EXPECT_GT(count, 8000000u);
}

TEST(DTypeTest, NamesAndSizes) {
  struct {
    DType dtype;
    const char *name;
    int64_t bytes;
    int precision;
  } table[] = {
      {DType::F32, "f32", 4, 24},          {DType::F16, "f16", 2, 11},
      {DType::BF16, "bf16", 2, 8},         {DType::F64, "f64", 8, 53},
      {DType::F8E4M3FN, "f8E4M3FN", 1, 4}, {DType::F8E5M2, "f8E5M2", 1, 3}};
  for (const auto &row : table) {
    EXPECT_STREQ(dtypeName(row.dtype), row.name);
    EXPECT_EQ(parseDType(row.name), row.dtype);
    EXPECT_EQ(dtypeBytes(row.dtype), row.bytes);
    EXPECT_EQ(dtypePrecision(row.dtype), row.precision);
  }
  for (const char *name : {"", "f3", "f32 ", "F32", "float", "i32"})
    EXPECT_EQ(parseDType(name), std::nullopt) << name;
}

} // namespace
