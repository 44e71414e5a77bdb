//===-- CudaDriver.h - The CUDA driver, opened at run time ------*- C++ -*-===//
//
// The entry points of libcuda that the runtime uses, declared here so that the
// build needs no CUDA headers. Signatures and values are those of cuda.h; where
// cuda.h renames a function by a macro (cuMemAlloc is cuMemAlloc_v2) the symbol
// is the renamed one.
//
//===----------------------------------------------------------------------===//

#ifndef GL_LIB_RUNTIME_CUDADRIVER_H
#define GL_LIB_RUNTIME_CUDADRIVER_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace gl::rt {

using CUresult = int;
using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = struct CUctx_st *;
using CUmodule = struct CUmod_st *;
using CUfunction = struct CUfunc_st *;
using CUstream = struct CUstream_st *;
using CUevent = struct CUevent_st *;
using CUgraph = struct CUgraph_st *;
using CUgraphExec = struct CUgraphExec_st *;

enum : CUresult {
  CUDA_SUCCESS = 0,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NO_DEVICE = 100,
  CUDA_ERROR_NO_BINARY_FOR_GPU = 209,
  CUDA_ERROR_INVALID_PTX = 218,
  CUDA_ERROR_UNSUPPORTED_PTX_VERSION = 222,
  CUDA_ERROR_INVALID_CONTEXT = 201,
  CUDA_ERROR_INVALID_HANDLE = 400,
  CUDA_ERROR_NOT_FOUND = 500
};

// Enumerations of cuda.h, which are ints in its interface.
constexpr int CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75;
constexpr int CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76;
constexpr int CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97;
constexpr int CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1;
constexpr int CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8;
constexpr int CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9;
constexpr int CU_JIT_ERROR_LOG_BUFFER = 5;
constexpr int CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6;
constexpr int CU_STREAM_CAPTURE_MODE_THREAD_LOCAL = 1;
constexpr int CU_STREAM_CAPTURE_MODE_RELAXED = 2;
constexpr int CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION = 6;
constexpr unsigned CU_STREAM_NON_BLOCKING = 1;
constexpr int CU_TENSOR_MAP_DATA_TYPE_UINT8 = 0;
constexpr int CU_TENSOR_MAP_DATA_TYPE_FLOAT16 = 6;
constexpr int CU_TENSOR_MAP_DATA_TYPE_FLOAT32 = 7;
constexpr int CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 = 9;
constexpr int CU_TENSOR_MAP_INTERLEAVE_NONE = 0;
constexpr int CU_TENSOR_MAP_SWIZZLE_NONE = 0;
constexpr int CU_TENSOR_MAP_SWIZZLE_32B = 1;
constexpr int CU_TENSOR_MAP_SWIZZLE_64B = 2;
constexpr int CU_TENSOR_MAP_SWIZZLE_128B = 3;
constexpr int CU_TENSOR_MAP_L2_PROMOTION_L2_128B = 2;
constexpr int CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE = 0;

struct CUtensorMap {
  alignas(64) uint64_t opaque[16];
};

/// Of the attribute's values only the one that the runtime sets is declared.
struct CUlaunchAttribute {
  int id;
  char pad[4];
  union {
    char pad[64];
    int programmaticStreamSerializationAllowed;
  } value;
};

struct CUlaunchConfig {
  unsigned gridDimX, gridDimY, gridDimZ;
  unsigned blockDimX, blockDimY, blockDimZ;
  unsigned sharedMemBytes;
  CUstream hStream;
  CUlaunchAttribute *attrs;
  unsigned numAttrs;
};

// name, parameters. The member and the symbol have the same name.
#define GL_CUDA_ENTRY_POINTS(ENTRY)                                            \
  ENTRY(cuInit, (unsigned flags))                                              \
  ENTRY(cuDriverGetVersion, (int *version))                                    \
  ENTRY(cuGetErrorName, (CUresult error, const char **name))                   \
  ENTRY(cuGetErrorString, (CUresult error, const char **text))                 \
  ENTRY(cuDeviceGetCount, (int *count))                                        \
  ENTRY(cuDeviceGet, (CUdevice * device, int ordinal))                         \
  ENTRY(cuDeviceGetName, (char *name, int capacity, CUdevice device))          \
  ENTRY(cuDeviceGetAttribute, (int *value, int attribute, CUdevice device))    \
  ENTRY(cuDevicePrimaryCtxRetain, (CUcontext * context, CUdevice device))      \
  ENTRY(cuCtxGetCurrent, (CUcontext * context))                                \
  ENTRY(cuCtxPushCurrent_v2, (CUcontext context))                              \
  ENTRY(cuCtxPopCurrent_v2, (CUcontext * context))                             \
  ENTRY(cuModuleLoadDataEx,                                                    \
        (CUmodule * module, const void *image, unsigned numOptions,            \
         int *options, void **optionValues))                                   \
  ENTRY(cuModuleUnload, (CUmodule module))                                     \
  ENTRY(cuModuleGetFunction,                                                   \
        (CUfunction * function, CUmodule module, const char *name))            \
  ENTRY(cuFuncGetAttribute, (int *value, int attribute, CUfunction function))  \
  ENTRY(cuFuncSetAttribute, (CUfunction function, int attribute, int value))   \
  ENTRY(cuLaunchKernel,                                                        \
        (CUfunction function, unsigned gridX, unsigned gridY, unsigned gridZ,  \
         unsigned blockX, unsigned blockY, unsigned blockZ,                    \
         unsigned sharedBytes, CUstream stream, void **params, void **extra))  \
  ENTRY(cuLaunchKernelEx, (const CUlaunchConfig *config, CUfunction function,  \
                           void **params, void **extra))                       \
  ENTRY(cuTensorMapEncodeTiled,                                                \
        (CUtensorMap * map, int dataType, uint32_t rank, void *address,        \
         const uint64_t *extents, const uint64_t *strides,                     \
         const uint32_t *box, const uint32_t *elementStrides, int interleave,  \
         int swizzle, int l2Promotion, int fill))                              \
  ENTRY(cuPointerGetAttribute,                                                 \
        (void *value, int attribute, CUdeviceptr pointer))                     \
  ENTRY(cuMemAlloc_v2, (CUdeviceptr * pointer, size_t bytes))                  \
  ENTRY(cuMemFree_v2, (CUdeviceptr pointer))                                   \
  ENTRY(cuMemcpyHtoD_v2,                                                       \
        (CUdeviceptr destination, const void *source, size_t bytes))           \
  ENTRY(cuMemcpyDtoH_v2,                                                       \
        (void *destination, CUdeviceptr source, size_t bytes))                 \
  ENTRY(cuMemsetD8_v2,                                                         \
        (CUdeviceptr destination, unsigned char value, size_t count))          \
  ENTRY(cuStreamCreate, (CUstream * stream, unsigned flags))                   \
  ENTRY(cuStreamDestroy_v2, (CUstream stream))                                 \
  ENTRY(cuStreamSynchronize, (CUstream stream))                                \
  ENTRY(cuStreamBeginCapture_v2, (CUstream stream, int mode))                  \
  ENTRY(cuStreamEndCapture, (CUstream stream, CUgraph * graph))                \
  ENTRY(cuThreadExchangeStreamCaptureMode, (int *mode))                        \
  ENTRY(cuGraphInstantiateWithFlags,                                           \
        (CUgraphExec * exec, CUgraph graph, unsigned long long flags))         \
  ENTRY(cuGraphLaunch, (CUgraphExec exec, CUstream stream))                    \
  ENTRY(cuGraphExecDestroy, (CUgraphExec exec))                                \
  ENTRY(cuGraphDestroy, (CUgraph graph))                                       \
  ENTRY(cuEventCreate, (CUevent * event, unsigned flags))                      \
  ENTRY(cuEventDestroy_v2, (CUevent event))                                    \
  ENTRY(cuEventRecord, (CUevent event, CUstream stream))                       \
  ENTRY(cuEventSynchronize, (CUevent event))                                   \
  ENTRY(cuEventElapsedTime, (float *milliseconds, CUevent start, CUevent end))

struct CudaDriver {
#define GL_CUDA_DECLARE(name, parameters) CUresult(*name) parameters = nullptr;
  GL_CUDA_ENTRY_POINTS(GL_CUDA_DECLARE)
#undef GL_CUDA_DECLARE

  /// The driver, opened and initialised at the first call. An Error with status
  /// GL_ERROR_NO_DEVICE that lists what was sought where if there is none.
  static const CudaDriver &get();

  /// "CUDA_ERROR_INVALID_VALUE: invalid argument".
  std::string describe(CUresult result) const;
  /// Throws an Error if `result` is not success. `what` says what was tried.
  void check(CUresult result, const char *what) const;
  /// The driver's CUDA version as "13.0".
  std::string version() const;
};

constexpr int maxCudaDevices = 64;

/// What the runtime keeps of a device for the rest of the process.
struct CudaDevice {
  CUdevice handle = 0;
  int32_t ordinal = 0;
  CUcontext context = nullptr;
  int ccMajor = 0, ccMinor = 0;
  int maxSharedBytes = 0;
  std::string name;

  /// The device and its primary context, which stays retained. An Error with
  /// status GL_ERROR_NO_DEVICE if there is no such device.
  static const CudaDevice &get(int32_t ordinal);
  /// "cuda:0 (NVIDIA H200)".
  std::string describe() const;
};

/// Makes a device's primary context current and restores the old one at the
/// end.
class ContextScope {
public:
  ContextScope(const CudaDriver &driver, const CudaDevice &device);
  ~ContextScope();
  ContextScope(const ContextScope &) = delete;
  ContextScope &operator=(const ContextScope &) = delete;

private:
  const CudaDriver &driver;
  bool pushed = false;
};

} // namespace gl::rt

#endif // GL_LIB_RUNTIME_CUDADRIVER_H
