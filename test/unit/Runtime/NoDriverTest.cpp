//===-- NoDriverTest.cpp - The runtime without a CUDA driver --------------===//
//
// One clear error that says where libcuda was sought, from every entry that
// needs a GPU; and everything else works.
//
//===----------------------------------------------------------------------===//

#include "gl/Runtime/gl_cuda_util.h"

#include "RuntimeTest.h"

#include <cstdlib>

using namespace gltest;

namespace {

// Before anything asks for the driver, on machines with a GPU too.
const int noDriver = setenv("GL_LIBCUDA", "/nonexistent/libcuda.so.1", 1);

void expectNoDriver() {
  std::string message = gl_last_error();
  EXPECT_EQ(message.rfind("no CUDA driver: libcuda could not be opened. Sought "
                          "(LD_LIBRARY_PATH is ",
                          0),
            0u)
      << message;
  EXPECT_NE(
      message.find("\n  /nonexistent/libcuda.so.1: /nonexistent/"
                   "libcuda.so.1: cannot open shared object file: No such "
                   "file or directory\nInstall the NVIDIA driver, or set "
                   "GL_LIBCUDA to its libcuda.so.1."),
      std::string::npos)
      << message;
}

TEST(NoDriver, IsReported) {
  ASSERT_EQ(noDriver, 0);
  int32_t count = 99;
  EXPECT_EQ(gl_device_count(&count), GL_ERROR_NO_DEVICE);
  EXPECT_EQ(count, 0);
  expectNoDriver();
  // The second time as well.
  void *pointer = nullptr;
  EXPECT_EQ(gl_cuda_malloc(0, 16, &pointer), GL_ERROR_NO_DEVICE);
  expectNoDriver();
  char name[8];
  EXPECT_EQ(gl_device_name(0, name, sizeof(name)), GL_ERROR_NO_DEVICE);
  expectNoDriver();
  int32_t version;
  EXPECT_EQ(gl_cuda_driver_version(&version), GL_ERROR_NO_DEVICE);
  expectNoDriver();
}

class NoDriverCall : public GemmTest {};

TEST_F(NoDriverCall, GpuModulesLoadAndAreExplained) {
  ModuleHolder holder;
  ASSERT_EQ(holder.loadGpu(gemmRecord("sm_90a")), GL_OK) << gl_last_error();
  for (TestTensor &t : tensors)
    t.device = {GL_DEVICE_CUDA, 0};
  gl_tensor list[4] = {tensor(0).view(), tensor(1).view(), tensor(2).view(),
                       tensor(3).view()};
  gl_variant_info info;
  ASSERT_EQ(gl_function_selected_variant(holder.function(), list, 3, list + 3,
                                         1, nullptr, 0, &info),
            GL_OK)
      << gl_last_error();
  EXPECT_EQ(info.block[0], 128);
  EXPECT_EQ(call(holder.function()), GL_ERROR_NO_DEVICE);
  expectNoDriver();
  EXPECT_EQ(gl_module_prepare(holder.module, {GL_DEVICE_CUDA, 0}),
            GL_ERROR_NO_DEVICE);
  expectNoDriver();
  EXPECT_EQ(gl_module_prepare(holder.module, {GL_DEVICE_CPU, 0}),
            GL_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(gl_last_error(), "device is cpu, expected a CUDA device (the "
                                "module was compiled for sm_90a)");
}

} // namespace
