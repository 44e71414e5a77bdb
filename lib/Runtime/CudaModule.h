//===-- CudaModule.h - A module's kernels on GPUs ---------------*- C++ -*-===//
//
// Loads a bundle's code onto each device that it is used on, once, and launches
// its kernels.
//
//===----------------------------------------------------------------------===//

#ifndef GL_LIB_RUNTIME_CUDAMODULE_H
#define GL_LIB_RUNTIME_CUDAMODULE_H

#include "Bundle.h"
#include "CudaDriver.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace gl::rt {

/// One device's copy of the code.
struct LoadedModule {
  const CudaDevice *device = nullptr;
  CUmodule module = nullptr;
  /// By BundleSpec::kernels.
  std::vector<CUfunction> kernels;
};

/// The largest grid extents that the hardware takes.
constexpr int64_t maxGridX = (int64_t(1) << 31) - 1;
constexpr int64_t maxGridYZ = 65535;

class CudaModule {
public:
  /// `code` is what follows the record in the bundle.
  CudaModule(const BundleSpec &spec, std::string code)
      : spec(spec), code(std::move(code)) {}
  ~CudaModule();

  /// The code on a device; loads it at the first call.
  const LoadedModule &on(int32_t ordinal);

private:
  std::unique_ptr<LoadedModule> load(const CudaDevice &device) const;
  CUmodule loadCode(const CudaDriver &driver, const CudaDevice &device) const;
  CUfunction findKernel(const CudaDriver &driver, const CudaDevice &device,
                        CUmodule module, const KernelSpec &kernel) const;

  const BundleSpec &spec;
  std::string code;
  std::mutex loading;
  std::atomic<LoadedModule *> loaded[maxCudaDevices] = {};
};

/// The device that the driver says `address` is on.
CUresult pointerDevice(const CudaDriver &driver, const void *address,
                       int &ordinal);
[[noreturn]] void reportPointer(const CudaDriver &driver,
                                const CudaDevice &device, const void *address,
                                const std::string &what, CUresult result,
                                int ordinal);

/// Throws an Error unless the driver says that `address` is on the device. The
/// message calls it what `describe()` returns.
template <typename Describe>
void checkPointer(const CudaDriver &driver, const CudaDevice &device,
                  const void *address, Describe &&describe) {
  int ordinal = -1;
  CUresult result = pointerDevice(driver, address, ordinal);
  if (result != CUDA_SUCCESS || ordinal != device.ordinal)
    reportPointer(driver, device, address, describe(), result, ordinal);
}

/// Queues one kernel, which may begin before the one before it in the stream
/// has ended if `dependent`. The device's context is current.
void launch(const CudaDriver &driver, const LoadedModule &module,
            const VariantSpec &variant, const int64_t grid[3], void **params,
            void *stream, bool dependent);

} // namespace gl::rt

#endif // GL_LIB_RUNTIME_CUDAMODULE_H
