//===-- TensorMaps.cpp - Tensor maps of calls -----------------------------===//
//
// See TensorMaps.h.
//
//===----------------------------------------------------------------------===//

#include "TensorMaps.h"

#include "Error.h"

#include <cstring>
#include <type_traits>

namespace gl::rt {

static_assert(std::has_unique_object_representations_v<TensorMapKey>,
              "keys are compared and hashed as bytes");

bool TensorMapKey::operator==(const TensorMapKey &other) const {
  return std::memcmp(this, &other, sizeof(*this)) == 0;
}

size_t TensorMapCache::Hash::operator()(const TensorMapKey &key) const {
  uint64_t words[sizeof(key) / sizeof(uint64_t)];
  static_assert(sizeof(words) == sizeof(key));
  std::memcpy(words, &key, sizeof(key));
  uint64_t hash = 0;
  for (uint64_t word : words) {
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 32;
  }
  return hash;
}

TensorMapCache &TensorMapCache::get() {
  thread_local TensorMapCache cache;
  return cache;
}

void TensorMapCache::startCall() {
  if (maps.size() > capacity)
    maps.clear();
}

CUresult TensorMapCache::encode(const CudaDriver &driver,
                                const TensorMapKey &key, CUtensorMap &map) {
  // The engine moves f8 as bytes.
  int type = key.dtype == GL_F32    ? CU_TENSOR_MAP_DATA_TYPE_FLOAT32
             : key.dtype == GL_F16  ? CU_TENSOR_MAP_DATA_TYPE_FLOAT16
             : key.dtype == GL_BF16 ? CU_TENSOR_MAP_DATA_TYPE_BFLOAT16
                                    : CU_TENSOR_MAP_DATA_TYPE_UINT8;
  int swizzle = key.swizzle == 128  ? CU_TENSOR_MAP_SWIZZLE_128B
                : key.swizzle == 64 ? CU_TENSOR_MAP_SWIZZLE_64B
                : key.swizzle == 32 ? CU_TENSOR_MAP_SWIZZLE_32B
                                    : CU_TENSOR_MAP_SWIZZLE_NONE;
  const uint32_t everyElement[TensorMapSpec::maxRank] = {1, 1, 1, 1, 1};
  return driver.cuTensorMapEncodeTiled(
      &map, type, key.rank,
      reinterpret_cast<void *>(static_cast<uintptr_t>(key.address)),
      key.extents, key.strides, key.box, everyElement,
      CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
      CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

template <typename T>
static std::string list(const T *numbers, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i)
    text += str(i ? ", " : "", numbers[i]);
  return "(" + text + ")";
}

void TensorMapCache::report(const CudaDriver &driver, const TensorMapKey &key,
                            CUresult result, const std::string &what) {
  fail(GL_ERROR_DRIVER, what, ": cannot encode the tensor map of ",
       gl_dtype_name(static_cast<gl_dtype>(key.dtype)), " at ",
       hex(reinterpret_cast<void *>(static_cast<uintptr_t>(key.address))),
       ", extents ", list(key.extents, key.rank), ", strides ",
       list(key.strides, key.rank - 1), " in bytes, box ",
       list(key.box, key.rank), ", swizzle ", key.swizzle,
       " (innermost dim first): ", driver.describe(result));
}

} // namespace gl::rt
