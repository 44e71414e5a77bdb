//===-- CudaUtil.cpp - Device memory, streams and timing ------------------===//
//
// gl_cuda_util.h in terms of the driver.
//
//===----------------------------------------------------------------------===//

#include "gl/Runtime/gl_cuda_util.h"

#include "CudaDriver.h"
#include "Error.h"

#include <cstring>

using namespace gl::rt;

namespace {

void require(const void *pointer, const char *name) {
  if (!pointer)
    fail(GL_ERROR_INVALID_ARGUMENT, name, " is NULL");
}

CUdeviceptr toDevice(const void *pointer) {
  return static_cast<CUdeviceptr>(reinterpret_cast<uintptr_t>(pointer));
}

/// Runs `body(driver)` in the device's context.
template <typename Body>
gl_status onDevice(int32_t device, Body &&body) noexcept {
  return guarded([&] {
    const CudaDriver &driver = CudaDriver::get();
    ContextScope scope(driver, CudaDevice::get(device));
    body(driver);
  });
}

/// The driver objects of one timing run, destroyed in the order they need.
struct Timing {
  explicit Timing(const CudaDriver &driver) : driver(driver) {}
  ~Timing() {
    if (capturing) {
      // A stream in capture cannot be destroyed.
      CUgraph abandoned = nullptr;
      driver.cuStreamEndCapture(stream, &abandoned);
      if (abandoned)
        driver.cuGraphDestroy(abandoned);
    }
    if (exec)
      driver.cuGraphExecDestroy(exec);
    if (graph)
      driver.cuGraphDestroy(graph);
    if (start)
      driver.cuEventDestroy_v2(start);
    if (stop)
      driver.cuEventDestroy_v2(stop);
    if (stream)
      driver.cuStreamDestroy_v2(stream);
  }

  const CudaDriver &driver;
  CUstream stream = nullptr;
  CUevent start = nullptr, stop = nullptr;
  CUgraph graph = nullptr;
  CUgraphExec exec = nullptr;
  bool capturing = false;
};

/// Returns the status of the first `work` that fails, else GL_OK.
gl_status timeGraph(const CudaDriver &driver, gl_cuda_work work, void *user,
                    int32_t workPerGraph, int32_t warmups, int32_t repeats,
                    float *microseconds) {
  Timing t(driver);
  driver.check(driver.cuStreamCreate(&t.stream, CU_STREAM_NON_BLOCKING),
               "creating a stream");
  driver.check(driver.cuEventCreate(&t.start, 0), "creating an event");
  driver.check(driver.cuEventCreate(&t.stop, 0), "creating an event");
  if (gl_status status = work(user, t.stream))
    return status;
  driver.check(driver.cuStreamSynchronize(t.stream), "running the work once");

  driver.check(driver.cuStreamBeginCapture_v2(
                   t.stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL),
               "beginning a graph capture");
  t.capturing = true;
  for (int32_t i = 0; i < workPerGraph; ++i)
    if (gl_status status = work(user, t.stream))
      return status;
  t.capturing = false;
  driver.check(driver.cuStreamEndCapture(t.stream, &t.graph),
               "ending a graph capture");
  driver.check(driver.cuGraphInstantiateWithFlags(&t.exec, t.graph, 0),
               "instantiating a graph");

  for (int32_t i = 0; i < warmups; ++i)
    driver.check(driver.cuGraphLaunch(t.exec, t.stream), "launching a graph");
  for (int32_t i = 0; i < repeats; ++i) {
    driver.check(driver.cuEventRecord(t.start, t.stream), "recording an event");
    driver.check(driver.cuGraphLaunch(t.exec, t.stream), "launching a graph");
    driver.check(driver.cuEventRecord(t.stop, t.stream), "recording an event");
    driver.check(driver.cuEventSynchronize(t.stop), "replaying a graph");
    float milliseconds = 0;
    driver.check(driver.cuEventElapsedTime(&milliseconds, t.start, t.stop),
                 "reading the time between two events");
    microseconds[i] = milliseconds * 1000.0f / static_cast<float>(workPerGraph);
  }
  return GL_OK;
}

} // namespace

gl_status gl_device_count(int32_t *count) {
  return guarded([&] {
    require(count, "count");
    *count = 0;
    const CudaDriver &driver = CudaDriver::get();
    int found = 0;
    driver.check(driver.cuDeviceGetCount(&found), "counting CUDA devices");
    if (found == 0)
      fail(GL_ERROR_NO_DEVICE, "the CUDA driver finds no device");
    *count = found;
  });
}

gl_status gl_device_name(int32_t device, char *name, size_t capacity) {
  return guarded([&] {
    require(name, "name");
    if (capacity == 0)
      fail(GL_ERROR_INVALID_ARGUMENT, "capacity is 0, expected at least 1");
    const std::string &full = CudaDevice::get(device).name;
    size_t length = full.copy(name, capacity - 1);
    name[length] = 0;
  });
}

gl_status gl_device_compute_capability(int32_t device, int32_t *major,
                                       int32_t *minor) {
  return guarded([&] {
    require(major, "major");
    require(minor, "minor");
    const CudaDevice &opened = CudaDevice::get(device);
    *major = opened.ccMajor;
    *minor = opened.ccMinor;
  });
}

gl_status gl_cuda_driver_version(int32_t *version) {
  return guarded([&] {
    require(version, "version");
    const CudaDriver &driver = CudaDriver::get();
    int found = 0;
    driver.check(driver.cuDriverGetVersion(&found),
                 "reading the driver's version");
    *version = found;
  });
}

gl_status gl_cuda_malloc(int32_t device, size_t bytes, void **pointer) {
  return onDevice(device, [&](const CudaDriver &driver) {
    require(pointer, "pointer");
    CUdeviceptr address = 0;
    if (bytes != 0) {
      CUresult result = driver.cuMemAlloc_v2(&address, bytes);
      driver.check(
          result, str("allocating ", bytes, " bytes on cuda:", device).c_str());
    }
    *pointer = reinterpret_cast<void *>(static_cast<uintptr_t>(address));
  });
}

gl_status gl_cuda_free(int32_t device, void *pointer) {
  if (!pointer)
    return GL_OK;
  return onDevice(device, [&](const CudaDriver &driver) {
    driver.check(driver.cuMemFree_v2(toDevice(pointer)),
                 "freeing device memory");
  });
}

gl_status gl_cuda_memcpy_htod(int32_t device, void *destination,
                              const void *source, size_t bytes) {
  return onDevice(device, [&](const CudaDriver &driver) {
    if (bytes != 0)
      driver.check(driver.cuMemcpyHtoD_v2(toDevice(destination), source, bytes),
                   "copying to the device");
  });
}

gl_status gl_cuda_memcpy_dtoh(int32_t device, void *destination,
                              const void *source, size_t bytes) {
  return onDevice(device, [&](const CudaDriver &driver) {
    if (bytes != 0)
      driver.check(driver.cuMemcpyDtoH_v2(destination, toDevice(source), bytes),
                   "copying from the device");
  });
}

gl_status gl_cuda_memset(int32_t device, void *destination, uint8_t value,
                         size_t bytes) {
  return onDevice(device, [&](const CudaDriver &driver) {
    if (bytes != 0)
      driver.check(driver.cuMemsetD8_v2(toDevice(destination), value, bytes),
                   "filling device memory");
  });
}

gl_status gl_cuda_stream_create(int32_t device, void **stream) {
  return onDevice(device, [&](const CudaDriver &driver) {
    require(stream, "stream");
    CUstream created = nullptr;
    driver.check(driver.cuStreamCreate(&created, CU_STREAM_NON_BLOCKING),
                 "creating a stream");
    *stream = created;
  });
}

gl_status gl_cuda_stream_destroy(int32_t device, void *stream) {
  return onDevice(device, [&](const CudaDriver &driver) {
    require(stream, "stream");
    driver.check(driver.cuStreamDestroy_v2(static_cast<CUstream>(stream)),
                 "destroying a stream");
  });
}

gl_status gl_cuda_stream_synchronize(int32_t device, void *stream) {
  return onDevice(device, [&](const CudaDriver &driver) {
    driver.check(driver.cuStreamSynchronize(static_cast<CUstream>(stream)),
                 "synchronising a stream");
  });
}

gl_status gl_cuda_time_graph(int32_t device, gl_cuda_work work, void *user,
                             int32_t work_per_graph, int32_t warmups,
                             int32_t repeats, float *microseconds) {
  gl_status status = GL_OK;
  gl_status outer = onDevice(device, [&](const CudaDriver &driver) {
    require(reinterpret_cast<const void *>(work), "work");
    require(microseconds, "microseconds");
    auto atLeast = [](const char *name, int32_t value, int32_t least) {
      if (value < least)
        fail(GL_ERROR_INVALID_ARGUMENT, name, " is ", value,
             ", expected at least ", least);
    };
    atLeast("work_per_graph", work_per_graph, 1);
    atLeast("warmups", warmups, 0);
    atLeast("repeats", repeats, 1);
    status = timeGraph(driver, work, user, work_per_graph, warmups, repeats,
                       microseconds);
  });
  return outer != GL_OK ? outer : status;
}
