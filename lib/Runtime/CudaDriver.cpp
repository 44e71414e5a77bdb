//===-- CudaDriver.cpp - The CUDA driver, opened at run time --------------===//
//
// The driver is looked for once. A failure is remembered and reported with the
// whole list of places each time, because "no GPU" has many causes and the
// first error is often lost.
//
//===----------------------------------------------------------------------===//

#include "CudaDriver.h"

#include "Error.h"

#include <cstdlib>
#include <dlfcn.h>
#include <memory>
#include <mutex>
#include <vector>

namespace gl::rt {

namespace {

struct OpenedDriver {
  CudaDriver driver;
  std::string error;
};

std::vector<std::string> candidates() {
  if (const char *path = std::getenv("GL_LIBCUDA"); path && *path)
    return {path};
  // The loader's own search first; then where containers, NixOS and Windows'
  // Linux subsystem put the library without telling the loader.
  return {"libcuda.so.1", "/usr/local/nvidia/lib64/libcuda.so.1",
          "/run/opengl-driver/lib/libcuda.so.1",
          "/usr/lib/wsl/lib/libcuda.so.1"};
}

OpenedDriver openDriver() {
  OpenedDriver opened;
  std::string tried, path;
  void *library = nullptr;
  for (const std::string &candidate : candidates()) {
    // The driver must not be unloaded while kernels may run: never closed.
    library = dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library) {
      path = candidate;
      break;
    }
    const char *reason = dlerror();
    tried += str("\n  ", candidate, ": ", reason ? reason : "unknown error");
  }
  if (!library) {
    const char *searchPath = std::getenv("LD_LIBRARY_PATH");
    opened.error = str(
        "no CUDA driver: libcuda could not be opened. Sought (LD_LIBRARY_PATH "
        "is ",
        searchPath ? str("'", searchPath, "'") : "not set", "):", tried,
        "\nInstall the NVIDIA driver, or set GL_LIBCUDA to its libcuda.so.1.");
    return opened;
  }
#define GL_CUDA_RESOLVE(name, parameters)                                      \
  opened.driver.name =                                                         \
      reinterpret_cast<CUresult(*) parameters>(dlsym(library, #name));         \
  if (!opened.driver.name && opened.error.empty())                             \
    opened.error = str("the CUDA driver ", path, " has no symbol ", #name,     \
                       "; gl needs a driver for CUDA 12.0 or newer");
  GL_CUDA_ENTRY_POINTS(GL_CUDA_RESOLVE)
#undef GL_CUDA_RESOLVE
  if (!opened.error.empty())
    return opened;
  if (CUresult result = opened.driver.cuInit(0))
    opened.error =
        str("the CUDA driver ", path,
            " cannot be initialised: ", opened.driver.describe(result));
  return opened;
}

} // namespace

const CudaDriver &CudaDriver::get() {
  static const OpenedDriver *opened = new OpenedDriver(openDriver());
  if (!opened->error.empty())
    fail(GL_ERROR_NO_DEVICE, opened->error);
  return opened->driver;
}

std::string CudaDriver::describe(CUresult result) const {
  const char *name = nullptr, *text = nullptr;
  cuGetErrorName(result, &name);
  cuGetErrorString(result, &text);
  if (!name)
    return str("CUDA error ", result);
  return text ? str(name, ": ", text) : std::string(name);
}

void CudaDriver::check(CUresult result, const char *what) const {
  if (result == CUDA_SUCCESS)
    return;
  gl_status status = result == CUDA_ERROR_OUT_OF_MEMORY ? GL_ERROR_OUT_OF_MEMORY
                                                        : GL_ERROR_DRIVER;
  fail(status, what, ": ", describe(result));
}

std::string CudaDriver::version() const {
  int version = 0;
  check(cuDriverGetVersion(&version), "reading the driver's version");
  return str(version / 1000, ".", version % 1000 / 10);
}

std::string CudaDevice::describe() const {
  return str("cuda:", ordinal, " (", name, ")");
}

static std::unique_ptr<CudaDevice> openDevice(const CudaDriver &driver,
                                              int32_t ordinal) {
  auto device = std::make_unique<CudaDevice>();
  device->ordinal = ordinal;
  driver.check(driver.cuDeviceGet(&device->handle, ordinal),
               "opening a CUDA device");
  char name[256] = "";
  driver.check(driver.cuDeviceGetName(name, sizeof(name), device->handle),
               "reading a CUDA device's name");
  device->name = name;
  auto attribute = [&](int which) {
    int value = 0;
    driver.check(driver.cuDeviceGetAttribute(&value, which, device->handle),
                 "reading a CUDA device's attributes");
    return value;
  };
  device->ccMajor = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  device->ccMinor = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  device->maxSharedBytes =
      attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
  driver.check(
      driver.cuDevicePrimaryCtxRetain(&device->context, device->handle),
      "creating the primary context of a CUDA device");
  return device;
}

const CudaDevice &CudaDevice::get(int32_t ordinal) {
  const CudaDriver &driver = CudaDriver::get();
  struct Slot {
    std::mutex mutex;
    std::unique_ptr<CudaDevice> device;
  };
  // Lives as long as the process, since modules may outlive static objects.
  static Slot *slots = new Slot[maxCudaDevices];
  if (ordinal >= 0 && ordinal < maxCudaDevices) {
    Slot &slot = slots[ordinal];
    std::lock_guard<std::mutex> lock(slot.mutex);
    if (slot.device)
      return *slot.device;
    int count = 0;
    CUresult result = driver.cuDeviceGetCount(&count);
    if (result != CUDA_ERROR_NO_DEVICE)
      driver.check(result, "counting CUDA devices");
    if (ordinal < count) {
      slot.device = openDevice(driver, ordinal);
      return *slot.device;
    }
  }
  int count = 0;
  driver.cuDeviceGetCount(&count);
  fail(GL_ERROR_NO_DEVICE, "there is no device cuda:", ordinal,
       "; the number of CUDA devices is ", count);
}

ContextScope::ContextScope(const CudaDriver &driver, const CudaDevice &device)
    : driver(driver) {
  CUcontext current = nullptr;
  if (driver.cuCtxGetCurrent(&current) == CUDA_SUCCESS &&
      current == device.context)
    return;
  driver.check(driver.cuCtxPushCurrent_v2(device.context),
               "making the device's primary context current");
  pushed = true;
}

ContextScope::~ContextScope() {
  CUcontext popped;
  if (pushed)
    driver.cuCtxPopCurrent_v2(&popped);
}

} // namespace gl::rt
