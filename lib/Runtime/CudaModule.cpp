//===-- CudaModule.cpp - A module's kernels on GPUs -----------------------===//
//
// A device gets the cubin if the driver takes it, else the PTX. What a driver
// says of code it refuses is short, so the error adds the versions involved and
// what the user can do about it.
//
//===----------------------------------------------------------------------===//

#include "CudaModule.h"

#include "Error.h"

namespace gl::rt {

namespace {
/// Lets the thread load code while one of its streams is being captured.
class RelaxedCapture {
public:
  explicit RelaxedCapture(const CudaDriver &driver) : driver(driver) {
    exchanged = driver.cuThreadExchangeStreamCaptureMode(&mode) == CUDA_SUCCESS;
  }
  ~RelaxedCapture() {
    if (exchanged)
      driver.cuThreadExchangeStreamCaptureMode(&mode);
  }

private:
  const CudaDriver &driver;
  int mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  bool exchanged;
};
} // namespace

static void checkComputeCapability(const BundleSpec &spec,
                                   const CudaDevice &device) {
  auto number = [](int major, int minor) { return major * 10 + minor; };
  int needed = number(spec.ccMajor, spec.ccMinor);
  int actual = number(device.ccMajor, device.ccMinor);
  if (spec.ccExact ? actual == needed : actual >= needed)
    return;
  fail(GL_ERROR_NO_DEVICE, "the module was compiled for ", spec.target,
       ", which needs compute capability ",
       spec.ccExact ? "exactly " : "at least ", spec.ccMajor, ".", spec.ccMinor,
       "; ", device.describe(), " has ", device.ccMajor, ".", device.ccMinor);
}

/// What to do about a PTX that the driver refuses.
static std::string advice(CUresult result) {
  if (result == CUDA_ERROR_UNSUPPORTED_PTX_VERSION)
    return "The PTX is newer than the driver. Install a newer NVIDIA driver, "
           "or "
           "compile the module again for an older PTX version or with a cubin.";
  if (result == CUDA_ERROR_INVALID_PTX)
    return "The PTX is not valid for this device and driver. Compile the "
           "module "
           "again for this device, or install a newer NVIDIA driver.";
  return "Compile the module again for this device.";
}

CUmodule CudaModule::loadCode(const CudaDriver &driver,
                              const CudaDevice &device) const {
  CUmodule module = nullptr;
  std::string refused;
  for (const CodeSpec &part : spec.modules) {
    if (part.kind != "cubin")
      continue;
    std::string image = code.substr(part.offset, part.size);
    CUresult result =
        driver.cuModuleLoadDataEx(&module, image.c_str(), 0, nullptr, nullptr);
    if (result == CUDA_SUCCESS)
      return module;
    if (result == CUDA_ERROR_OUT_OF_MEMORY)
      driver.check(result, "loading the module's cubin");
    refused += str("\n  cubin: ", driver.describe(result));
  }
  std::string hint = advice(CUDA_ERROR_NO_BINARY_FOR_GPU);
  for (const CodeSpec &part : spec.modules) {
    if (part.kind != "ptx")
      continue;
    // The driver wants a NUL at the end, which the bundle does not have.
    std::string image = code.substr(part.offset, part.size);
    char log[8192] = "";
    int options[] = {CU_JIT_ERROR_LOG_BUFFER,
                     CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {
        log, reinterpret_cast<void *>(static_cast<uintptr_t>(sizeof(log)))};
    CUresult result =
        driver.cuModuleLoadDataEx(&module, image.c_str(), 2, options, values);
    if (result == CUDA_SUCCESS)
      return module;
    if (result == CUDA_ERROR_OUT_OF_MEMORY)
      driver.check(result, "loading the module's PTX");
    log[sizeof(log) - 1] = 0;
    refused +=
        str("\n  PTX ",
            part.ptxVersion.empty() ? "of unknown version" : part.ptxVersion,
            ": ", driver.describe(result));
    if (log[0])
      refused += str("\n  driver's log: ", static_cast<const char *>(log));
    hint = advice(result);
  }
  if (refused.empty())
    refused = "\n  the bundle has neither a cubin nor PTX";
  fail(GL_ERROR_DRIVER, "cannot load the module (target ", spec.target, ") on ",
       device.describe(), ", compute capability ", device.ccMajor, ".",
       device.ccMinor, ", with a driver for CUDA ", driver.version(), ":",
       refused, "\n", hint);
}

CUfunction CudaModule::findKernel(const CudaDriver &driver,
                                  const CudaDevice &device, CUmodule module,
                                  const KernelSpec &kernel) const {
  CUfunction function = nullptr;
  CUresult result =
      driver.cuModuleGetFunction(&function, module, kernel.name.c_str());
  if (result == CUDA_ERROR_NOT_FOUND)
    fail(GL_ERROR_NOT_FOUND, "the module's code has no kernel '", kernel.name,
         "'");
  driver.check(result, "finding a kernel");
  // Asking for an attribute also makes the driver load the kernel now, and not
  // in the middle of a first launch.
  int staticBytes = 0;
  driver.check(driver.cuFuncGetAttribute(
                   &staticBytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function),
               "reading a kernel's attributes");
  if (kernel.maxSharedBytes + staticBytes > device.maxSharedBytes)
    fail(GL_ERROR_UNSUPPORTED, "kernel '", kernel.name, "' needs ",
         kernel.maxSharedBytes + staticBytes,
         " bytes of shared memory per block; ", device.describe(), " has ",
         device.maxSharedBytes);
  if (kernel.maxSharedBytes > 0)
    driver.check(driver.cuFuncSetAttribute(
                     function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                     static_cast<int>(kernel.maxSharedBytes)),
                 "reserving a kernel's shared memory");
  return function;
}

std::unique_ptr<LoadedModule> CudaModule::load(const CudaDevice &device) const {
  checkComputeCapability(spec, device);
  const CudaDriver &driver = CudaDriver::get();
  ContextScope scope(driver, device);
  RelaxedCapture relaxed(driver);
  auto result = std::make_unique<LoadedModule>();
  result->device = &device;
  result->kernels.reserve(spec.kernels.size());
  result->module = loadCode(driver, device);
  try {
    for (const KernelSpec &kernel : spec.kernels)
      result->kernels.push_back(
          findKernel(driver, device, result->module, kernel));
  } catch (...) {
    driver.cuModuleUnload(result->module);
    throw;
  }
  return result;
}

const LoadedModule &CudaModule::on(int32_t ordinal) {
  bool inRange = ordinal >= 0 && ordinal < maxCudaDevices;
  if (inRange)
    if (LoadedModule *module = loaded[ordinal].load(std::memory_order_acquire))
      return *module;
  const CudaDevice &device = CudaDevice::get(ordinal);
  std::lock_guard<std::mutex> lock(loading);
  if (LoadedModule *module = loaded[ordinal].load(std::memory_order_acquire))
    return *module;
  LoadedModule *module = load(device).release();
  loaded[ordinal].store(module, std::memory_order_release);
  return *module;
}

CudaModule::~CudaModule() {
  for (std::atomic<LoadedModule *> &slot : loaded) {
    std::unique_ptr<LoadedModule> module(slot.load());
    if (!module)
      continue;
    // At the end of the process the driver may be gone already; then there is
    // nothing left to free, and its error does not matter.
    try {
      const CudaDriver &driver = CudaDriver::get();
      ContextScope scope(driver, *module->device);
      driver.cuModuleUnload(module->module);
    } catch (const Error &) {
    }
  }
}

CUresult pointerDevice(const CudaDriver &driver, const void *address,
                       int &ordinal) {
  return driver.cuPointerGetAttribute(
      &ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
      static_cast<CUdeviceptr>(reinterpret_cast<uintptr_t>(address)));
}

void reportPointer(const CudaDriver &driver, const CudaDevice &device,
                   const void *address, const std::string &what,
                   CUresult result, int ordinal) {
  std::string where = result == CUDA_SUCCESS
                          ? str("is memory of cuda:", ordinal)
                          : str("is not memory that CUDA knows (",
                                driver.describe(result), ")");
  fail(GL_ERROR_INVALID_ARGUMENT, what, ": address ", hex(address), " ", where,
       ", expected memory of ", device.describe());
}

void launch(const CudaDriver &driver, const LoadedModule &module,
            const VariantSpec &variant, const int64_t grid[3], void **params,
            void *stream, bool dependent) {
  const int64_t *block = variant.block;
  auto u = [](int64_t value) { return static_cast<unsigned>(value); };
  CUfunction kernel = module.kernels[variant.kernel];
  CUresult result;
  if (dependent) {
    CUlaunchAttribute attribute = {};
    attribute.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
    attribute.value.programmaticStreamSerializationAllowed = 1;
    CUlaunchConfig config = {u(grid[0]),
                             u(grid[1]),
                             u(grid[2]),
                             u(block[0]),
                             u(block[1]),
                             u(block[2]),
                             u(variant.sharedBytes),
                             static_cast<CUstream>(stream),
                             &attribute,
                             1};
    result = driver.cuLaunchKernelEx(&config, kernel, params, nullptr);
  } else {
    result = driver.cuLaunchKernel(
        kernel, u(grid[0]), u(grid[1]), u(grid[2]), u(block[0]), u(block[1]),
        u(block[2]), u(variant.sharedBytes), static_cast<CUstream>(stream),
        params, nullptr);
  }
  if (result == CUDA_SUCCESS)
    return;
  bool handle = result == CUDA_ERROR_INVALID_HANDLE ||
                result == CUDA_ERROR_INVALID_CONTEXT;
  gl_status status = result == CUDA_ERROR_OUT_OF_MEMORY ? GL_ERROR_OUT_OF_MEMORY
                                                        : GL_ERROR_DRIVER;
  fail(status, "launching variant '", variant.name, "' on ",
       module.device->describe(), " with grid (", grid[0], ", ", grid[1], ", ",
       grid[2], "), block (", block[0], ", ", block[1], ", ", block[2],
       ") and ", variant.sharedBytes,
       " bytes of dynamic shared memory: ", driver.describe(result),
       handle ? "; is the stream one of this device?" : "");
}

} // namespace gl::rt
