//===-- CudaHeaderTest.cpp - Our driver declarations against cuda.h -------===//
//
// Built where the CUDA toolkit is installed. A prototype or value that differs
// from cuda.h does not compile.
//
//===----------------------------------------------------------------------===//

#include "CudaDriver.h"

#include <cuda.h>

#include <gtest/gtest.h>

#include <cstddef>
#include <type_traits>

namespace {

/// What a parameter is to the calling convention: pointers are alike, and an
/// enumeration is its underlying integer, up to sign.
template <typename T, typename = void>
struct Abi {
  using type = T;
};
template <typename T>
struct Abi<T *, void> {
  using type = void *;
};
template <typename T>
struct Abi<T, std::enable_if_t<std::is_enum_v<T> || std::is_same_v<T, int> ||
                               std::is_same_v<T, unsigned>>> {
  static_assert(sizeof(T) == sizeof(int));
  using type = int;
};

template <typename F>
struct Signature;
template <typename R, typename... Ps>
struct Signature<R (*)(Ps...)> {
  using type = typename Abi<R>::type (*)(typename Abi<Ps>::type...);
};

template <typename Ours, typename Theirs>
constexpr bool same = std::is_same_v<typename Signature<Ours>::type,
                                     typename Signature<Theirs>::type>;

// cuda.h declares some functions only under their unversioned names, which its
// macros turn into the symbols' names.
#define CHECK(ours, theirs)                                                    \
  static_assert(same<decltype(gl::rt::CudaDriver::ours), decltype(&::theirs)>, \
                #ours " differs from cuda.h");
CHECK(cuInit, cuInit)
CHECK(cuDriverGetVersion, cuDriverGetVersion)
CHECK(cuGetErrorName, cuGetErrorName)
CHECK(cuGetErrorString, cuGetErrorString)
CHECK(cuDeviceGetCount, cuDeviceGetCount)
CHECK(cuDeviceGet, cuDeviceGet)
CHECK(cuDeviceGetName, cuDeviceGetName)
CHECK(cuDeviceGetAttribute, cuDeviceGetAttribute)
CHECK(cuDevicePrimaryCtxRetain, cuDevicePrimaryCtxRetain)
CHECK(cuCtxGetCurrent, cuCtxGetCurrent)
CHECK(cuCtxPushCurrent_v2, cuCtxPushCurrent)
CHECK(cuCtxPopCurrent_v2, cuCtxPopCurrent)
CHECK(cuModuleLoadDataEx, cuModuleLoadDataEx)
CHECK(cuModuleUnload, cuModuleUnload)
CHECK(cuModuleGetFunction, cuModuleGetFunction)
CHECK(cuFuncGetAttribute, cuFuncGetAttribute)
CHECK(cuFuncSetAttribute, cuFuncSetAttribute)
CHECK(cuLaunchKernel, cuLaunchKernel)
CHECK(cuLaunchKernelEx, cuLaunchKernelEx)
CHECK(cuTensorMapEncodeTiled, cuTensorMapEncodeTiled)
CHECK(cuPointerGetAttribute, cuPointerGetAttribute)
CHECK(cuMemAlloc_v2, cuMemAlloc)
CHECK(cuMemFree_v2, cuMemFree)
CHECK(cuMemcpyHtoD_v2, cuMemcpyHtoD)
CHECK(cuMemcpyDtoH_v2, cuMemcpyDtoH)
CHECK(cuMemsetD8_v2, cuMemsetD8)
CHECK(cuStreamCreate, cuStreamCreate)
CHECK(cuStreamDestroy_v2, cuStreamDestroy)
CHECK(cuStreamSynchronize, cuStreamSynchronize)
CHECK(cuStreamBeginCapture_v2, cuStreamBeginCapture)
CHECK(cuStreamEndCapture, cuStreamEndCapture)
CHECK(cuThreadExchangeStreamCaptureMode, cuThreadExchangeStreamCaptureMode)
CHECK(cuGraphInstantiateWithFlags, cuGraphInstantiateWithFlags)
CHECK(cuGraphLaunch, cuGraphLaunch)
CHECK(cuGraphExecDestroy, cuGraphExecDestroy)
CHECK(cuGraphDestroy, cuGraphDestroy)
CHECK(cuEventCreate, cuEventCreate)
CHECK(cuEventDestroy_v2, cuEventDestroy)
CHECK(cuEventRecord, cuEventRecord)
CHECK(cuEventSynchronize, cuEventSynchronize)
// CUDA 13 renames this one too; its first form is kept in the driver.
#ifdef cuEventElapsedTime
#undef cuEventElapsedTime
CHECK(cuEventElapsedTime, cuEventElapsedTime_v2)
#else
CHECK(cuEventElapsedTime, cuEventElapsedTime)
#endif
#undef CHECK

#define CHECK(name) static_assert(gl::rt::name == static_cast<int>(::name));
CHECK(CUDA_SUCCESS)
CHECK(CUDA_ERROR_OUT_OF_MEMORY)
CHECK(CUDA_ERROR_NO_DEVICE)
CHECK(CUDA_ERROR_NO_BINARY_FOR_GPU)
CHECK(CUDA_ERROR_INVALID_PTX)
CHECK(CUDA_ERROR_UNSUPPORTED_PTX_VERSION)
CHECK(CUDA_ERROR_INVALID_CONTEXT)
CHECK(CUDA_ERROR_INVALID_HANDLE)
CHECK(CUDA_ERROR_NOT_FOUND)
CHECK(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)
CHECK(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)
CHECK(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)
CHECK(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)
CHECK(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)
CHECK(CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL)
CHECK(CU_JIT_ERROR_LOG_BUFFER)
CHECK(CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
CHECK(CU_STREAM_CAPTURE_MODE_THREAD_LOCAL)
CHECK(CU_STREAM_CAPTURE_MODE_RELAXED)
CHECK(CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION)
CHECK(CU_TENSOR_MAP_DATA_TYPE_UINT8)
CHECK(CU_TENSOR_MAP_DATA_TYPE_FLOAT16)
CHECK(CU_TENSOR_MAP_DATA_TYPE_FLOAT32)
CHECK(CU_TENSOR_MAP_DATA_TYPE_BFLOAT16)
CHECK(CU_TENSOR_MAP_INTERLEAVE_NONE)
CHECK(CU_TENSOR_MAP_SWIZZLE_NONE)
CHECK(CU_TENSOR_MAP_SWIZZLE_32B)
CHECK(CU_TENSOR_MAP_SWIZZLE_64B)
CHECK(CU_TENSOR_MAP_SWIZZLE_128B)
CHECK(CU_TENSOR_MAP_L2_PROMOTION_L2_128B)
CHECK(CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)
#undef CHECK

#define CHECK(type, member)                                                    \
  static_assert(offsetof(gl::rt::type, member) == offsetof(::type, member));
CHECK(CUlaunchAttribute, id)
CHECK(CUlaunchAttribute, value)
CHECK(CUlaunchConfig, gridDimX)
CHECK(CUlaunchConfig, gridDimZ)
CHECK(CUlaunchConfig, blockDimX)
CHECK(CUlaunchConfig, blockDimZ)
CHECK(CUlaunchConfig, sharedMemBytes)
CHECK(CUlaunchConfig, hStream)
CHECK(CUlaunchConfig, attrs)
CHECK(CUlaunchConfig, numAttrs)
#undef CHECK
static_assert(sizeof(gl::rt::CUlaunchAttribute) == sizeof(::CUlaunchAttribute));
static_assert(sizeof(gl::rt::CUlaunchConfig) == sizeof(::CUlaunchConfig));
static_assert(sizeof(gl::rt::CUtensorMap) == sizeof(::CUtensorMap));
static_assert(gl::rt::CU_STREAM_NON_BLOCKING ==
              static_cast<unsigned>(::CU_STREAM_NON_BLOCKING));

TEST(CudaHeader, Agrees) {
  SUCCEED() << "checked by the compiler against CUDA " << CUDA_VERSION;
}

} // namespace
