//===-- CudaTest.h - Calls against the stand-in driver ----------*- C++ -*-===//
//
// A call of gemmRecord whose tensors are on a device of FakeCuda.
//
//===----------------------------------------------------------------------===//

#ifndef GL_TEST_UNIT_RUNTIME_CUDATEST_H
#define GL_TEST_UNIT_RUNTIME_CUDATEST_H

#include "gl/Runtime/Runtime.h"

#include "FakeCuda.h"
#include "RuntimeTest.h"

#include <cstdlib>

namespace gltest {

inline const int useFake = setenv("GL_LIBCUDA", GL_FAKE_CUDA, 1);

class Cuda : public GemmTest {
protected:
  void SetUp() override {
    GemmTest::SetUp();
    ASSERT_EQ(useFake, 0);
    fakeCuda() = FakeCuda();
    // Opens the devices, which read their attributes once.
    for (int device = 0; device < 2; ++device) {
      char name[64];
      ASSERT_EQ(gl_device_name(device, name, sizeof(name)), GL_OK)
          << gl_last_error();
    }
    place(1);
  }
  /// Allocates all tensors on a device.
  void place(int device) {
    buffers.clear();
    for (TestTensor &t : tensors) {
      int64_t count = 1;
      for (int64_t size : t.shape)
        count *= size;
      auto buffer = gl::runtime::DeviceBuffer::allocate(
          device, static_cast<size_t>(count) * 4);
      ASSERT_TRUE(buffer.ok()) << buffer.status().message();
      t.data = buffer->data();
      t.device = {GL_DEVICE_CUDA, device};
      buffers.push_back(std::move(*buffer));
    }
  }
  void load(Json record, const std::string &cubin = "cubin",
            const std::string &ptx = "") {
    Json modules = Json::array();
    if (!ptx.empty())
      modules.push_back({{"kind", "ptx"},
                         {"offset", 0},
                         {"size", ptx.size()},
                         {"ptx_version", "9.9"}});
    if (!cubin.empty())
      modules.push_back(
          {{"kind", "cubin"}, {"offset", ptx.size()}, {"size", cubin.size()}});
    record["modules"] = modules;
    ASSERT_EQ(holder.loadGpu(record, ptx + cubin), GL_OK) << gl_last_error();
    fn = holder.function();
  }
  void expectFailure(gl_status status, const std::string &message) {
    EXPECT_EQ(call(fn), status);
    EXPECT_EQ(gl_last_error(), message);
    EXPECT_TRUE(fakeCuda().launches.empty());
    EXPECT_TRUE(fakeCuda().contextStack.empty());
    EXPECT_EQ(fakeCuda().captureMode, 0);
  }

  std::vector<gl::runtime::DeviceBuffer> buffers;
  ModuleHolder holder;
  const gl_function *fn = nullptr;
};

} // namespace gltest

#endif // GL_TEST_UNIT_RUNTIME_CUDATEST_H
