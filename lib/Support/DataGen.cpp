//===- DataGen.cpp - Reproducible test data -------------------------------===//
//
// SplitMix64 is counter-based: its n-th output needs no state but the seed,
// which is what makes the value of an element independent of the order in
// which elements are visited. std::uniform_*_distribution would differ from
// one standard library to the next.
//
//===----------------------------------------------------------------------===//
#include "gl/Support/DataGen.h"

namespace gl {

static inline uint64_t splitMix(uint64_t seed, uint64_t i) {
  uint64_t z = seed + (i + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

uint64_t randomBits(uint64_t seed, uint64_t i) { return splitMix(seed, i); }

/// Sets element i, in row-major order, to value(i).
template <typename Fn>
static void fillWith(HostArray &array, Fn value) {
  auto *base = static_cast<unsigned char *>(array.data());
  DType dtype = array.dtype();
  int64_t bytes = dtypeBytes(dtype);
  array.forEachRow(
      [&](int64_t flat, int64_t offset, int64_t length, int64_t stride) {
        unsigned char *row = base + offset * bytes;
        for (int64_t i = 0; i < length; ++i)
          storeElement(dtype, row + i * stride * bytes,
                       value(static_cast<uint64_t>(flat + i)));
      });
}

/// Checks that every integer in [lo, hi] is exact in the array's dtype.
static bool checkExact(const char *what, DType dtype, int64_t lo, int64_t hi,
                       std::string &error) {
  int64_t limit = int64_t(1) << dtypePrecision(dtype);
  if (lo >= -limit && hi <= limit)
    return true;
  error = std::string(what) + " needs the integers " + std::to_string(lo) +
          " to " + std::to_string(hi) + ", but " + dtypeName(dtype) +
          " is exact only from " + std::to_string(-limit) + " to " +
          std::to_string(limit);
  return false;
}

void fillRand(HostArray &array, uint64_t seed) {
  // 1 - 2^-p is exact in a dtype of precision p and the last value below 1, so
  // clamping to it before rounding changes nothing but what would become 1.
  int precision = dtypePrecision(array.dtype());
  double last = 1.0 - 1.0 / static_cast<double>(int64_t(1) << precision);
  fillWith(array, [=](uint64_t i) {
    auto draw = static_cast<int64_t>(splitMix(seed, i) >> 11);
    double value = static_cast<double>(draw - (int64_t(1) << 52)) * 0x1p-52;
    return value < last ? value : last;
  });
}

bool fillRandInt(HostArray &array, int64_t lo, int64_t hi, uint64_t seed,
                 std::string &error) {
  if (lo > hi) {
    error = "randint: the lower bound " + std::to_string(lo) +
            " is above the upper bound " + std::to_string(hi);
    return false;
  }
  if (!checkExact("randint", array.dtype(), lo, hi, error))
    return false;
  // |lo|, |hi| <= 2^53 here, so the range fits. The upper half of a 128-bit
  // product maps the 64 random bits to it with a bias below 2^-10.
  auto range = static_cast<uint64_t>(hi - lo) + 1;
  fillWith(array, [=](uint64_t i) {
    __extension__ using Wide = unsigned __int128;
    auto draw = static_cast<int64_t>((Wide(splitMix(seed, i)) * range) >> 64);
    return static_cast<double>(lo + draw);
  });
  return true;
}

void fillOnes(HostArray &array) { array.fill(1.0); }
void fillZeros(HostArray &array) { array.fill(0.0); }

bool fillArange(HostArray &array, std::string &error) {
  int64_t last = array.numElements() ? array.numElements() - 1 : 0;
  if (!checkExact("arange", array.dtype(), 0, last, error))
    return false;
  fillWith(array, [](uint64_t i) { return static_cast<double>(i); });
  return true;
}

} // namespace gl
