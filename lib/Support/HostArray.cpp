//===- HostArray.cpp - Typed, strided arrays in host memory ---------------===//
//
// One template describes every IEEE-like format narrower than double by its
// field widths, so that f16, bf16 and both f8 types share one rounding rule.
// It works on integers only: neither helper routines of the C library nor the
// state of the floating-point unit can change a result.
//
//===----------------------------------------------------------------------===//
#include "gl/Support/HostArray.h"

#include <cstring>
#include <limits>
#include <new>

namespace gl {

static_assert(std::numeric_limits<float>::is_iec559 && sizeof(float) == 4 &&
                  std::numeric_limits<double>::is_iec559 && sizeof(double) == 8,
              "float and double must be IEEE binary32 and binary64");

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

namespace {

/// A binary format: sign, ExpBits of exponent, ManBits of stored significand.
/// Without infinity (the "FN" formats) only the all-ones pattern is NaN and the
/// rest of the top exponent holds finite values.
template <typename BitsT, int ExpBits, int ManBits, bool HasInf>
struct Format {
  using Bits = BitsT;
  static constexpr int bias = (1 << (ExpBits - 1)) - 1;
  static constexpr uint64_t signBit = uint64_t(1) << (ExpBits + ManBits);
  static constexpr uint64_t inf = ((uint64_t(1) << ExpBits) - 1) << ManBits;
  static constexpr uint64_t maxFinite = HasInf ? inf - 1 : signBit - 2;

  static Bits encode(double value) {
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    uint64_t sign = (bits >> 63) * signBit;
    int exponent = static_cast<int>((bits >> 52) & 0x7FF);
    uint64_t fraction = bits & ((uint64_t(1) << 52) - 1);

    if (exponent == 0x7FF) {
      if (!HasInf)
        return static_cast<Bits>(sign | (signBit - 1));
      if (fraction == 0)
        return static_cast<Bits>(sign | inf);
      // The quiet bit keeps a NaN whose payload lies in the lost bits a NaN.
      return static_cast<Bits>(sign | inf | (uint64_t(1) << (ManBits - 1)) |
                               (fraction >> (52 - ManBits)));
    }
    // Subnormal doubles lie far below half the smallest value of any format.
    if (exponent == 0)
      return static_cast<Bits>(sign);

    uint64_t significand = fraction | (uint64_t(1) << 52);
    int above = exponent - 1023 - (1 - bias);
    int shift = 52 - ManBits + (above < 0 ? -above : 0);
    if (shift > 53)
      return static_cast<Bits>(sign);
    uint64_t kept = significand >> shift;
    uint64_t lost = significand & ((uint64_t(1) << shift) - 1);
    uint64_t half = uint64_t(1) << (shift - 1);
    // Up beyond the tie, and at the tie if that makes the last bit even. Random
    // data would make a branch on this unpredictable.
    kept += static_cast<uint64_t>(lost + (kept & 1) > half);
    // A carry out of the significand runs into the exponent, as it should.
    uint64_t result = kept;
    if (above > 0)
      result += static_cast<uint64_t>(above) << ManBits;
    if (result > maxFinite)
      result = HasInf ? inf : signBit - 1;
    return static_cast<Bits>(sign | result);
  }

  static double decode(Bits value) {
    uint64_t sign = (value & signBit) ? uint64_t(1) << 63 : 0;
    uint64_t magnitude = value & (signBit - 1);
    uint64_t bits;
    if (magnitude > maxFinite) {
      uint64_t payload = magnitude & ((uint64_t(1) << ManBits) - 1);
      bits = (uint64_t(0x7FF) << 52) | (payload << (52 - ManBits));
    } else if (magnitude == 0) {
      bits = 0;
    } else {
      int exponent = static_cast<int>(magnitude >> ManBits);
      uint64_t fraction = magnitude & ((uint64_t(1) << ManBits) - 1);
      if (exponent == 0) {
        exponent = 1;
        while (!(fraction >> ManBits)) {
          fraction <<= 1;
          --exponent;
        }
        fraction &= (uint64_t(1) << ManBits) - 1;
      }
      bits = (static_cast<uint64_t>(exponent - bias + 1023) << 52) |
             (fraction << (52 - ManBits));
    }
    bits |= sign;
    double result;
    std::memcpy(&result, &bits, sizeof(result));
    return result;
  }
};

using F16 = Format<uint16_t, 5, 10, true>;
using BF16 = Format<uint16_t, 8, 7, true>;
using F8E4M3FN = Format<uint8_t, 4, 3, false>;
using F8E5M2 = Format<uint8_t, 5, 2, true>;

template <typename F>
double loadAs(const void *source) {
  typename F::Bits bits;
  std::memcpy(&bits, source, sizeof(bits));
  return F::decode(bits);
}

template <typename F>
void storeAs(void *target, double value) {
  typename F::Bits bits = F::encode(value);
  std::memcpy(target, &bits, sizeof(bits));
}

} // namespace

uint16_t encodeF16(double value) { return F16::encode(value); }
uint16_t encodeBF16(double value) { return BF16::encode(value); }
uint8_t encodeF8E4M3FN(double value) { return F8E4M3FN::encode(value); }
uint8_t encodeF8E5M2(double value) { return F8E5M2::encode(value); }
double decodeF16(uint16_t bits) { return F16::decode(bits); }
double decodeBF16(uint16_t bits) { return BF16::decode(bits); }
double decodeF8E4M3FN(uint8_t bits) { return F8E4M3FN::decode(bits); }
double decodeF8E5M2(uint8_t bits) { return F8E5M2::decode(bits); }

double loadElement(DType dtype, const void *source) {
  switch (dtype) {
  case DType::F32: {
    float value;
    std::memcpy(&value, source, sizeof(value));
    return value;
  }
  case DType::F16:
    return loadAs<F16>(source);
  case DType::BF16:
    return loadAs<BF16>(source);
  case DType::F8E4M3FN:
    return loadAs<F8E4M3FN>(source);
  case DType::F8E5M2:
    return loadAs<F8E5M2>(source);
  case DType::F64:
    break;
  }
  double value;
  std::memcpy(&value, source, sizeof(value));
  return value;
}

void storeElement(DType dtype, void *target, double value) {
  switch (dtype) {
  case DType::F32: {
    float narrow = static_cast<float>(value);
    std::memcpy(target, &narrow, sizeof(narrow));
    return;
  }
  case DType::F16:
    return storeAs<F16>(target, value);
  case DType::BF16:
    return storeAs<BF16>(target, value);
  case DType::F8E4M3FN:
    return storeAs<F8E4M3FN>(target, value);
  case DType::F8E5M2:
    return storeAs<F8E5M2>(target, value);
  case DType::F64:
    break;
  }
  std::memcpy(target, &value, sizeof(value));
}

//===----------------------------------------------------------------------===//
// DType
//===----------------------------------------------------------------------===//

namespace {
struct DTypeInfo {
  const char *name;
  int64_t bytes;
  int precision;
};
} // namespace

static const DTypeInfo &info(DType dtype) {
  static constexpr DTypeInfo table[] = {{"f32", 4, 24},   {"f16", 2, 11},
                                        {"bf16", 2, 8},   {"f8E4M3FN", 1, 4},
                                        {"f8E5M2", 1, 3}, {"f64", 8, 53}};
  return table[static_cast<size_t>(dtype)];
}

const char *dtypeName(DType dtype) { return info(dtype).name; }
int64_t dtypeBytes(DType dtype) { return info(dtype).bytes; }
int dtypePrecision(DType dtype) { return info(dtype).precision; }

std::optional<DType> parseDType(std::string_view name) {
  for (DType dtype : {DType::F32, DType::F16, DType::BF16, DType::F8E4M3FN,
                      DType::F8E5M2, DType::F64})
    if (name == dtypeName(dtype))
      return dtype;
  return std::nullopt;
}

std::string formatTuple(const std::vector<int64_t> &values) {
  std::string text = "(";
  for (size_t i = 0; i < values.size(); ++i)
    text += (i ? ", " : "") + std::to_string(values[i]);
  return text + (values.size() == 1 ? ",)" : ")");
}

//===----------------------------------------------------------------------===//
// HostArray
//===----------------------------------------------------------------------===//

static constexpr std::align_val_t bufferAlignment{256};

void HostArray::Free::operator()(unsigned char *memory) const {
  ::operator delete(memory, bufferAlignment);
}

/// The number of elements, or empty if a dim is negative or the size in bytes
/// overflows. Zero dims are left out of the overflow check, not of the result.
static std::optional<int64_t> countElements(DType dtype,
                                            const std::vector<int64_t> &shape,
                                            std::string &error) {
  int64_t bytes = dtypeBytes(dtype);
  bool empty = false;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] < 0) {
      error = "dim " + std::to_string(d) + " of shape " + formatTuple(shape) +
              " is negative";
      return std::nullopt;
    }
    if (shape[d] == 0) {
      empty = true;
      continue;
    }
    if (__builtin_mul_overflow(bytes, shape[d], &bytes)) {
      error = "an array of shape " + formatTuple(shape) + " and type " +
              dtypeName(dtype) + " takes more than 2^63 - 1 bytes";
      return std::nullopt;
    }
  }
  return empty ? 0 : bytes / dtypeBytes(dtype);
}

std::optional<HostArray>
HostArray::create(DType dtype, std::vector<int64_t> shape, std::string &error) {
  if (!countElements(dtype, shape, error))
    return std::nullopt;
  std::vector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t d = shape.size(); d-- > 0;) {
    strides[d] = stride;
    if (shape[d] > 1)
      stride *= shape[d];
  }
  return create(dtype, std::move(shape), std::move(strides), error);
}

std::optional<HostArray> HostArray::create(DType dtype,
                                           std::vector<int64_t> shape,
                                           std::vector<int64_t> strides,
                                           std::string &error) {
  if (shape.size() != strides.size()) {
    error = "shape " + formatTuple(shape) + " has " +
            std::to_string(shape.size()) + " dims but there are " +
            std::to_string(strides.size()) + " strides";
    return std::nullopt;
  }
  std::optional<int64_t> count = countElements(dtype, shape, error);
  if (!count)
    return std::nullopt;

  int64_t low = 0, high = 0, elements = 0, bytes = 0;
  if (*count) {
    bool overflow = false;
    for (size_t d = 0; d < shape.size(); ++d) {
      if (shape[d] == 1)
        continue;
      int64_t reach;
      overflow |= __builtin_mul_overflow(shape[d] - 1, strides[d], &reach);
      int64_t &bound = reach < 0 ? low : high;
      overflow |= __builtin_add_overflow(bound, reach, &bound);
    }
    overflow |= __builtin_sub_overflow(high, low, &elements);
    overflow |= __builtin_add_overflow(elements, int64_t(1), &elements);
    overflow |= __builtin_mul_overflow(elements, dtypeBytes(dtype), &bytes);
    if (overflow) {
      error = "an array of shape " + formatTuple(shape) + ", strides " +
              formatTuple(strides) + " and type " + dtypeName(dtype) +
              " spans more than 2^63 - 1 bytes";
      return std::nullopt;
    }
  }

  HostArray array;
  if (bytes) {
    if (static_cast<uint64_t>(bytes) <=
        std::numeric_limits<size_t>::max() - 255)
      array.storage.reset(static_cast<unsigned char *>(::operator new(
          static_cast<size_t>(bytes), bufferAlignment, std::nothrow)));
    if (!array.storage) {
      error = "not enough memory for the " + std::to_string(bytes) +
              " bytes of an array of shape " + formatTuple(shape) +
              " and type " + dtypeName(dtype);
      return std::nullopt;
    }
    std::memset(array.storage.get(), 0, static_cast<size_t>(bytes));
  }
  array.type = dtype;
  array.dims = std::move(shape);
  array.steps = std::move(strides);
  array.count = *count;
  array.originBytes = *count ? -low * dtypeBytes(dtype) : 0;
  array.storageBytes = bytes;
  return array;
}

bool HostArray::isContiguous() const {
  if (!count)
    return true;
  int64_t stride = 1;
  for (size_t d = dims.size(); d-- > 0;) {
    if (dims[d] == 1)
      continue;
    if (steps[d] != stride)
      return false;
    stride *= dims[d];
  }
  return true;
}

int64_t HostArray::offsetOf(const std::vector<int64_t> &index) const {
  assert(index.size() == dims.size() && "one index per dim");
  int64_t offset = 0;
  for (size_t d = 0; d < dims.size(); ++d) {
    assert(index[d] >= 0 && index[d] < dims[d] && "index outside its dim");
    if (dims[d] > 1)
      offset += index[d] * steps[d];
  }
  return offset;
}

int64_t HostArray::offsetOfFlat(int64_t flat) const {
  assert(flat >= 0 && flat < count && "element number outside the array");
  int64_t offset = 0;
  for (size_t d = dims.size(); d-- > 0;) {
    if (dims[d] == 1)
      continue;
    offset += flat % dims[d] * steps[d];
    flat /= dims[d];
  }
  return offset;
}

void HostArray::fill(double value) {
  unsigned char element[8];
  size_t size = static_cast<size_t>(dtypeBytes(type));
  storeElement(type, element, value);
  forEachRow([&](int64_t, int64_t offset, int64_t length, int64_t stride) {
    for (int64_t i = 0; i < length; ++i)
      std::memcpy(at(offset + i * stride), element, size);
  });
}

bool HostArray::copyFrom(const HostArray &source, std::string &error) {
  if (source.dims != dims) {
    error = "cannot copy an array of shape " + formatTuple(source.dims) +
            " to one of shape " + formatTuple(dims);
    return false;
  }
  size_t size = static_cast<size_t>(dtypeBytes(type));
  if (source.type == type && source.isContiguous() && isContiguous()) {
    if (count)
      std::memcpy(data(), source.data(), static_cast<size_t>(storageBytes));
    return true;
  }
  // Row by row through the source; the shapes are equal, so the rows of the
  // target have the same numbers, and only their offsets need working out.
  int64_t targetStride = dims.empty() || dims.back() <= 1 ? 1 : steps.back();
  source.forEachRow(
      [&](int64_t flat, int64_t offset, int64_t length, int64_t stride) {
        int64_t target = offsetOfFlat(flat);
        for (int64_t i = 0; i < length; ++i) {
          const unsigned char *from = source.at(offset + i * stride);
          unsigned char *to = at(target + i * targetStride);
          if (source.type == type)
            std::memcpy(to, from, size);
          else
            storeElement(type, to, loadElement(source.type, from));
        }
      });
  return true;
}

std::optional<HostArray> HostArray::convert(DType target,
                                            std::string &error) const {
  std::optional<HostArray> result = create(target, dims, error);
  if (!result || !result->copyFrom(*this, error))
    return std::nullopt;
  return result;
}

} // namespace gl
