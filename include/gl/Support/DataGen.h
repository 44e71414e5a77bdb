//===- DataGen.h - Reproducible test data -----------------------*- C++ -*-===//
//
// Fills host arrays with data that depends on the seed alone: not on the
// platform, the standard library, the strides or the number of threads. Element
// i in row-major order is a function of (seed, i), so a padded or transposed
// array holds the same values as a contiguous one.
//
//===----------------------------------------------------------------------===//
#ifndef GL_SUPPORT_DATAGEN_H
#define GL_SUPPORT_DATAGEN_H

#include "gl/Support/HostArray.h"

#include <cstdint>
#include <string>

namespace gl {

/// Number i of the stream of `seed`: output i of SplitMix64 started at `seed`
/// (Steele, Lea, Flood, "Fast splittable pseudorandom number generators").
uint64_t randomBits(uint64_t seed, uint64_t i);

/// Uniform in [-1, 1): a multiple of 2^-52 rounded to the dtype, so that the
/// arrays of two dtypes are roundings of the same numbers. A value that would
/// round up to 1 becomes the largest one below it.
void fillRand(HostArray &array, uint64_t seed);

/// Uniform integers in [lo, hi], both included. Fails if lo > hi or if an
/// integer of that range is not exact in the dtype.
bool fillRandInt(HostArray &array, int64_t lo, int64_t hi, uint64_t seed,
                 std::string &error);

void fillOnes(HostArray &array);
void fillZeros(HostArray &array);

/// 0, 1, 2, ... in row-major order. Fails if the last one, or one before it, is
/// not exact in the dtype: f16 can take 2049 elements, bf16 257.
bool fillArange(HostArray &array, std::string &error);

} // namespace gl

#endif // GL_SUPPORT_DATAGEN_H
