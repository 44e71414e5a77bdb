//===-- TensorMaps.h - Tensor maps of calls ---------------------*- C++ -*-===//
//
// The driver encodes what Hopper's copy engine has to know of a tensor into 128
// bytes, on the host alone. The same numbers give the same bytes, so each
// thread keeps what it had encoded, and a repeated call encodes and allocates
// nothing.
//
//===----------------------------------------------------------------------===//

#ifndef GL_LIB_RUNTIME_TENSORMAPS_H
#define GL_LIB_RUNTIME_TENSORMAPS_H

#include "Bundle.h"
#include "CudaDriver.h"

#include <unordered_map>

namespace gl::rt {

/// Everything that an encoded map depends on; what its rank leaves over is 0.
struct TensorMapKey {
  uint64_t address = 0;
  uint64_t extents[TensorMapSpec::maxRank] = {};
  /// In bytes, of dim 1 and above.
  uint64_t strides[TensorMapSpec::maxRank - 1] = {};
  uint32_t box[TensorMapSpec::maxRank] = {};
  uint32_t swizzle = 0;
  uint32_t rank = 0;
  int32_t dtype = 0;

  bool operator==(const TensorMapKey &other) const;
};

class TensorMapCache {
public:
  /// Maps that a thread keeps. A call that finds more begins afresh.
  static constexpr size_t capacity = 1024;

  /// The calling thread's.
  static TensorMapCache &get();

  /// Says that maps of earlier calls are no longer in use.
  void startCall();

  /// The map, encoded by the driver if it is not known; it stays where it is
  /// until the next call of startCall. An Error with what the driver said,
  /// which begins with what `describe()` returns.
  template <typename Describe>
  CUtensorMap *find(const CudaDriver &driver, const TensorMapKey &key,
                    Describe &&describe) {
    if (auto it = maps.find(key); it != maps.end())
      return &it->second;
    CUtensorMap map;
    CUresult result = encode(driver, key, map);
    if (result != CUDA_SUCCESS)
      report(driver, key, result, describe());
    return &maps.emplace(key, map).first->second;
  }

private:
  struct Hash {
    size_t operator()(const TensorMapKey &key) const;
  };
  static CUresult encode(const CudaDriver &driver, const TensorMapKey &key,
                         CUtensorMap &map);
  [[noreturn]] static void report(const CudaDriver &driver,
                                  const TensorMapKey &key, CUresult result,
                                  const std::string &what);

  std::unordered_map<TensorMapKey, CUtensorMap, Hash> maps;
};

} // namespace gl::rt

#endif // GL_LIB_RUNTIME_TENSORMAPS_H
