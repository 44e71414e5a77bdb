//===-- FakeCuda.cpp - A CUDA driver for tests ----------------------------===//
//
// Built as a shared library that the runtime opens through GL_LIBCUDA. The
// parameter lists come from the runtime's own declarations, which are checked
// against cuda.h where that is installed (CudaHeaderTest.cpp).
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"

#include "CudaDriver.h"

#include <cstdlib>
#include <cstring>

using namespace gl::rt;

#define EXPORT extern "C" __attribute__((visibility("default")))

__attribute__((visibility("default"))) FakeCuda &fakeCuda() {
  static FakeCuda fake;
  return fake;
}

namespace {
constexpr CUresult invalidValue = 1;
struct Kernel {
  std::string name;
};
std::map<std::string, Kernel> kernels;
int contexts[2];

CUcontext contextOf(int device) {
  return reinterpret_cast<CUcontext>(&contexts[device]);
}
int currentDevice() {
  auto &stack = fakeCuda().contextStack;
  return stack.empty() || stack.back() != contextOf(1) ? 0 : 1;
}
template <typename T>
CUresult create(T *out) {
  ++fakeCuda().liveObjects;
  *out = reinterpret_cast<T>(new int);
  return 0;
}
template <typename T>
CUresult destroy(T object) {
  --fakeCuda().liveObjects;
  delete reinterpret_cast<int *>(object);
  return 0;
}
} // namespace

EXPORT CUresult cuInit(unsigned) { return 0; }
EXPORT CUresult cuDriverGetVersion(int *version) {
  *version = 13000;
  return 0;
}
EXPORT CUresult cuGetErrorName(CUresult error, const char **name) {
  *name = error == 222   ? "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"
          : error == 209 ? "CUDA_ERROR_NO_BINARY_FOR_GPU"
          : error == 400 ? "CUDA_ERROR_INVALID_HANDLE"
          : error == 1   ? "CUDA_ERROR_INVALID_VALUE"
          : error == 2   ? "CUDA_ERROR_OUT_OF_MEMORY"
                         : nullptr;
  return 0;
}
EXPORT CUresult cuGetErrorString(CUresult, const char **text) {
  *text = "fake text";
  return 0;
}
EXPORT CUresult cuDeviceGetCount(int *count) {
  *count = 2;
  return 0;
}
EXPORT CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  *device = ordinal;
  return 0;
}
EXPORT CUresult cuDeviceGetName(char *name, int, CUdevice) {
  std::strcpy(name, "Fake GPU");
  return 0;
}
EXPORT CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice) {
  *value = attribute == 75   ? fakeCuda().ccMajor
           : attribute == 76 ? fakeCuda().ccMinor
           : attribute == 97 ? fakeCuda().maxSharedBytes
                             : -1;
  return 0;
}
EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  *context = contextOf(device);
  return 0;
}
EXPORT CUresult cuCtxGetCurrent(CUcontext *context) {
  auto &stack = fakeCuda().contextStack;
  *context = stack.empty() ? nullptr : static_cast<CUcontext>(stack.back());
  return 0;
}
EXPORT CUresult cuCtxPushCurrent_v2(CUcontext context) {
  fakeCuda().contextStack.push_back(context);
  return 0;
}
EXPORT CUresult cuCtxPopCurrent_v2(CUcontext *context) {
  *context = static_cast<CUcontext>(fakeCuda().contextStack.back());
  fakeCuda().contextStack.pop_back();
  return 0;
}
EXPORT CUresult cuModuleLoadDataEx(CUmodule *module, const void *image,
                                   unsigned numOptions, int *options,
                                   void **values) {
  FakeCuda &fake = fakeCuda();
  std::string text = static_cast<const char *>(image);
  fake.images.push_back(text);
  fake.modeDuringLoad = fake.captureMode;
  bool ptx = text.rfind(".version", 0) == 0;
  CUresult result = ptx ? fake.ptxResult : fake.cubinResult;
  if (result == 0) {
    ++fake.liveModules;
    *module = reinterpret_cast<CUmodule>(new int);
    return 0;
  }
  if (ptx && numOptions == 2 && options[0] == 5 && options[1] == 6 &&
      reinterpret_cast<uintptr_t>(values[1]) > fake.ptxLog.size())
    std::strcpy(static_cast<char *>(values[0]), fake.ptxLog.c_str());
  return result;
}
EXPORT CUresult cuModuleUnload(CUmodule module) {
  --fakeCuda().liveModules;
  delete reinterpret_cast<int *>(module);
  return 0;
}
EXPORT CUresult cuModuleGetFunction(CUfunction *function, CUmodule,
                                    const char *name) {
  if (std::strcmp(name, "missing") == 0)
    return 500;
  Kernel &kernel = kernels[name];
  kernel.name = name;
  *function = reinterpret_cast<CUfunction>(&kernel);
  return 0;
}
EXPORT CUresult cuFuncGetAttribute(int *value, int attribute, CUfunction) {
  *value = attribute == 1 ? fakeCuda().staticSharedBytes : -1;
  return 0;
}
EXPORT CUresult cuFuncSetAttribute(CUfunction function, int attribute,
                                   int value) {
  if (attribute != 8)
    return invalidValue;
  auto *kernel = reinterpret_cast<Kernel *>(function);
  fakeCuda().sharedAttribute[kernel->name] = value;
  return 0;
}
EXPORT CUresult cuLaunchKernel(CUfunction function, unsigned gridX,
                               unsigned gridY, unsigned gridZ, unsigned blockX,
                               unsigned blockY, unsigned blockZ,
                               unsigned sharedBytes, CUstream stream,
                               void **params, void **extra) {
  FakeCuda &fake = fakeCuda();
  if (fake.launchResult)
    return fake.launchResult;
  if (extra)
    return invalidValue;
  FakeLaunch launch{reinterpret_cast<Kernel *>(function)->name,
                    currentDevice(),
                    {gridX, gridY, gridZ},
                    {blockX, blockY, blockZ},
                    sharedBytes,
                    stream,
                    {},
                    0};
  for (size_t i = 0; i < fake.numParams; ++i)
    launch.params.push_back(*static_cast<uint64_t *>(params[i]));
  fake.launches.push_back(launch);
  fake.log += "launch ";
  return 0;
}
EXPORT CUresult cuLaunchKernelEx(const CUlaunchConfig *config,
                                 CUfunction function, void **params,
                                 void **extra) {
  CUresult result = cuLaunchKernel(
      function, config->gridDimX, config->gridDimY, config->gridDimZ,
      config->blockDimX, config->blockDimY, config->blockDimZ,
      config->sharedMemBytes, config->hStream, params, extra);
  if (result != 0)
    return result;
  if (config->numAttrs != 1 || config->attrs[0].id != 6)
    return invalidValue;
  fakeCuda().launches.back().dependent =
      config->attrs[0].value.programmaticStreamSerializationAllowed;
  return 0;
}
EXPORT CUresult cuTensorMapEncodeTiled(
    CUtensorMap *map, int dataType, uint32_t rank, void *address,
    const uint64_t *extents, const uint64_t *strides, const uint32_t *box,
    const uint32_t *elementStrides, int interleave, int swizzle,
    int l2Promotion, int fill) {
  FakeCuda &fake = fakeCuda();
  if (fake.encodeResult)
    return fake.encodeResult;
  if (reinterpret_cast<uintptr_t>(map) % 64 != 0)
    return invalidValue;
  std::memset(map, 0, sizeof(*map));
  map->opaque[0] = fake.encodings.size();
  fake.encodings.push_back({dataType,
                            address,
                            {extents, extents + rank},
                            {strides, strides + rank - 1},
                            {box, box + rank},
                            {elementStrides, elementStrides + rank},
                            interleave,
                            swizzle,
                            l2Promotion,
                            fill});
  return 0;
}
EXPORT CUresult cuPointerGetAttribute(void *value, int attribute,
                                      CUdeviceptr pointer) {
  auto &memory = fakeCuda().memory;
  auto it = memory.upper_bound(pointer);
  if (attribute != 9 || it == memory.begin())
    return invalidValue;
  --it;
  if (pointer >= it->first + it->second.first)
    return invalidValue;
  *static_cast<int *>(value) = it->second.second;
  return 0;
}
EXPORT CUresult cuMemAlloc_v2(CUdeviceptr *pointer, size_t bytes) {
  void *memory = bytes < size_t(1) << 40
                     ? std::aligned_alloc(256, (bytes + 255) / 256 * 256)
                     : nullptr;
  if (!memory)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *pointer = reinterpret_cast<uintptr_t>(memory);
  fakeCuda().memory[*pointer] = {bytes, currentDevice()};
  return 0;
}
EXPORT CUresult cuMemFree_v2(CUdeviceptr pointer) {
  if (!fakeCuda().memory.erase(pointer))
    return invalidValue;
  std::free(reinterpret_cast<void *>(pointer));
  return 0;
}
EXPORT CUresult cuMemcpyHtoD_v2(CUdeviceptr destination, const void *source,
                                size_t bytes) {
  std::memcpy(reinterpret_cast<void *>(destination), source, bytes);
  return 0;
}
EXPORT CUresult cuMemcpyDtoH_v2(void *destination, CUdeviceptr source,
                                size_t bytes) {
  std::memcpy(destination, reinterpret_cast<void *>(source), bytes);
  return 0;
}
EXPORT CUresult cuMemsetD8_v2(CUdeviceptr destination, unsigned char value,
                              size_t count) {
  std::memset(reinterpret_cast<void *>(destination), value, count);
  return 0;
}
EXPORT CUresult cuStreamCreate(CUstream *stream, unsigned flags) {
  return flags == 1 ? create(stream) : invalidValue;
}
EXPORT CUresult cuStreamDestroy_v2(CUstream stream) { return destroy(stream); }
EXPORT CUresult cuStreamSynchronize(CUstream) {
  fakeCuda().log += "sync ";
  return 0;
}
EXPORT CUresult cuStreamBeginCapture_v2(CUstream, int) {
  fakeCuda().log += "begin ";
  return 0;
}
EXPORT CUresult cuStreamEndCapture(CUstream, CUgraph *graph) {
  fakeCuda().log += "end ";
  return create(graph);
}
EXPORT CUresult cuThreadExchangeStreamCaptureMode(int *mode) {
  std::swap(*mode, fakeCuda().captureMode);
  return 0;
}
EXPORT CUresult cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph,
                                            unsigned long long flags) {
  return flags == 0 ? create(exec) : invalidValue;
}
EXPORT CUresult cuGraphLaunch(CUgraphExec, CUstream) {
  fakeCuda().log += "replay ";
  return 0;
}
EXPORT CUresult cuGraphExecDestroy(CUgraphExec exec) { return destroy(exec); }
EXPORT CUresult cuGraphDestroy(CUgraph graph) { return destroy(graph); }
EXPORT CUresult cuEventCreate(CUevent *event, unsigned) {
  return create(event);
}
EXPORT CUresult cuEventDestroy_v2(CUevent event) { return destroy(event); }
EXPORT CUresult cuEventRecord(CUevent, CUstream) { return 0; }
EXPORT CUresult cuEventSynchronize(CUevent) { return 0; }
EXPORT CUresult cuEventElapsedTime(float *milliseconds, CUevent, CUevent) {
  *milliseconds = 0.5f;
  return 0;
}
