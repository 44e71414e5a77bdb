//===-- HalfConversions.cpp - Conversions of narrow floats ----------------===//
//
// One narrowing routine in integer arithmetic serves every pair of formats, so
// that rounding, subnormals, overflow and NaN follow the same rule everywhere
// and do not depend on the CPU's instructions or on the rounding mode.
//
//===----------------------------------------------------------------------===//

#include "gl/Runtime/gl_half.h"

#include <cstring>

namespace {

/// Formats with infinity keep the largest exponent for it and for NaN; those
/// without have numbers there, all but the last, which is NaN.
template <int ExponentBits, int FractionBits, bool HasInfinity = true>
struct Format {
  static constexpr int exponentBits = ExponentBits;
  static constexpr int fractionBits = FractionBits;
  static constexpr int bias = (1 << (ExponentBits - 1)) - 1;
  static constexpr int maxExponent = (1 << ExponentBits) - 1;
  /// What is not a finite number: the first of those magnitudes, which is what
  /// too large a value becomes.
  static constexpr uint64_t overflow =
      HasInfinity ? uint64_t(maxExponent) << FractionBits
                  : (uint64_t(1) << (ExponentBits + FractionBits)) - 1;
  static constexpr bool hasInfinity = HasInfinity;
};
using Float8E4M3FN = Format<4, 3, false>;
using Float8E5M2 = Format<5, 2>;
using Binary16 = Format<5, 10>;
using BFloat16 = Format<8, 7>;
using Binary32 = Format<8, 23>;
using Binary64 = Format<11, 52>;

/// The bits of a value of format `From` rounded to format `To`, ties to even.
template <typename From, typename To>
uint16_t narrow(uint64_t bits) {
  constexpr int dropped = From::fractionBits - To::fractionBits;
  constexpr uint64_t fractionMask = (uint64_t(1) << From::fractionBits) - 1;
  uint64_t sign = bits >> (From::exponentBits + From::fractionBits);
  int exponent =
      static_cast<int>(bits >> From::fractionBits) & From::maxExponent;
  uint64_t fraction = bits & fractionMask;
  uint64_t signBit = sign << (To::exponentBits + To::fractionBits);

  if (exponent == From::maxExponent) {
    if (fraction == 0 || !To::hasInfinity)
      return static_cast<uint16_t>(signBit | To::overflow);
    // The quiet bit keeps the fraction from becoming zero, which would be
    // infinity.
    uint64_t quiet = uint64_t(1) << (To::fractionBits - 1);
    return static_cast<uint16_t>(signBit | To::overflow | quiet |
                                 (fraction >> dropped));
  }

  // The value is significand * 2^(exponent - From::bias - From::fractionBits).
  uint64_t significand = fraction;
  if (exponent == 0)
    exponent = 1;
  else
    significand |= uint64_t(1) << From::fractionBits;
  int toExponent = exponent - From::bias + To::bias;
  // A result below the normal range loses more bits, and has exponent field 0.
  int shift = dropped;
  if (toExponent < 1) {
    shift += 1 - toExponent;
    toExponent = 1;
  }
  if (shift > From::fractionBits + 2)
    return static_cast<uint16_t>(signBit);
  uint64_t kept = significand >> shift;
  uint64_t rest = significand & ((uint64_t(1) << shift) - 1);
  uint64_t half = uint64_t(1) << (shift - 1);
  if (rest > half || (rest == half && (kept & 1)))
    ++kept;
  // The significand's leading one, if it has one, adds 1 to the exponent field;
  // so does a carry out of the rounding.
  uint64_t result = (uint64_t(toExponent - 1) << To::fractionBits) + kept;
  if (result >= To::overflow)
    result = To::overflow;
  return static_cast<uint16_t>(signBit | result);
}

template <typename To, typename From>
To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From), "sizes differ");
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

/// The f32 that equals a value of a format of 8 bits.
template <typename From>
float widen(uint8_t bits) {
  uint32_t sign = static_cast<uint32_t>(bits & 0x80) << 24;
  uint32_t magnitude = bits & 0x7f;
  constexpr int moved = Binary32::fractionBits - From::fractionBits;
  if (magnitude >= From::overflow) {
    bool isInfinity = From::hasInfinity && magnitude == From::overflow;
    uint32_t quiet = isInfinity ? 0 : 0x400000;
    return bitCast<float>(sign | 0x7f800000 | quiet);
  }
  if (magnitude < 1u << From::fractionBits) {
    // A multiple of the smallest number, which f32 represents exactly.
    constexpr int least = 1 - From::bias - From::fractionBits;
    float value = static_cast<float>(magnitude) / (uint64_t(1) << -least);
    return bitCast<float>(sign | bitCast<uint32_t>(value));
  }
  return bitCast<float>(sign | ((magnitude << moved) +
                                (uint32_t(Binary32::bias - From::bias) << 23)));
}

gl_half_register toRegister(uint16_t bits) {
  return bitCast<float>(static_cast<uint32_t>(bits));
}

} // namespace

float gl_f16_to_f32(uint16_t bits) {
  uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  uint32_t exponent = (bits >> 10) & 0x1f, fraction = bits & 0x3ff;
  if (exponent == 0x1f) {
    uint32_t quiet = fraction ? 0x400000 : 0;
    return bitCast<float>(sign | 0x7f800000 | quiet | fraction << 13);
  }
  if (exponent == 0) {
    // A multiple of 2^-24, which f32 represents exactly.
    float magnitude = static_cast<float>(fraction) * 0x1p-24f;
    return bitCast<float>(sign | bitCast<uint32_t>(magnitude));
  }
  return bitCast<float>(sign | (exponent - 15 + 127) << 23 | fraction << 13);
}

float gl_bf16_to_f32(uint16_t bits) {
  return bitCast<float>(static_cast<uint32_t>(bits) << 16);
}

float gl_f8e4m3fn_to_f32(uint8_t bits) { return widen<Float8E4M3FN>(bits); }
float gl_f8e5m2_to_f32(uint8_t bits) { return widen<Float8E5M2>(bits); }

uint8_t gl_f32_to_f8e4m3fn(float value) {
  return static_cast<uint8_t>(
      narrow<Binary32, Float8E4M3FN>(bitCast<uint32_t>(value)));
}
uint8_t gl_f32_to_f8e5m2(float value) {
  return static_cast<uint8_t>(
      narrow<Binary32, Float8E5M2>(bitCast<uint32_t>(value)));
}

uint16_t gl_f32_to_f16(float value) {
  return narrow<Binary32, Binary16>(bitCast<uint32_t>(value));
}
uint16_t gl_f32_to_bf16(float value) {
  return narrow<Binary32, BFloat16>(bitCast<uint32_t>(value));
}
uint16_t gl_f64_to_f16(double value) {
  return narrow<Binary64, Binary16>(bitCast<uint64_t>(value));
}
uint16_t gl_f64_to_bf16(double value) {
  return narrow<Binary64, BFloat16>(bitCast<uint64_t>(value));
}

float gl_extendhfsf2(gl_half_register value) {
  return gl_f16_to_f32(static_cast<uint16_t>(bitCast<uint32_t>(value)));
}
gl_half_register gl_truncsfhf2(float value) {
  return toRegister(gl_f32_to_f16(value));
}
gl_half_register gl_truncdfhf2(double value) {
  return toRegister(gl_f64_to_f16(value));
}
gl_half_register gl_truncsfbf2(float value) {
  return toRegister(gl_f32_to_bf16(value));
}
gl_half_register gl_truncdfbf2(double value) {
  return toRegister(gl_f64_to_bf16(value));
}
