//===-- CudaTest.cpp - The GPU path against a stand-in driver -------------===//
//
// What the runtime asks of the driver: context, image, attributes, launch
// parameters and stream; and its messages when the driver refuses.
//
//===----------------------------------------------------------------------===//

#include "CudaTest.h"

using namespace gltest;

namespace {

TEST_F(Cuda, DependentLaunch) {
  Json record = gemmRecord("sm_90a");
  record["dependent_launch"] = true;
  load(record);
  gl_call_options options = {};
  int stream;
  options.stream = &stream;
  ASSERT_EQ(call(fn, &options), GL_OK) << gl_last_error();
  options.dependent_launch = 1;
  ASSERT_EQ(call(fn, &options), GL_OK) << gl_last_error();
  ASSERT_EQ(fakeCuda().launches.size(), 2u);
  const FakeLaunch &plain = fakeCuda().launches[0];
  const FakeLaunch &dependent = fakeCuda().launches[1];
  EXPECT_EQ(plain.dependent, 0);
  EXPECT_EQ(dependent.dependent, 1);
  // All else is the same.
  EXPECT_EQ(dependent.kernel, plain.kernel);
  EXPECT_EQ(dependent.stream, &stream);
  EXPECT_EQ(dependent.sharedBytes, plain.sharedBytes);
  for (int dim = 0; dim < 3; ++dim) {
    EXPECT_EQ(dependent.grid[dim], plain.grid[dim]);
    EXPECT_EQ(dependent.block[dim], plain.block[dim]);
  }
}

TEST_F(Cuda, DependentLaunchNeedsKernelsThatWait) {
  Json record = gemmRecord("sm_90a");
  record["compiler"] = "gl 0.0.9";
  load(record);
  gl_call_options options = {};
  options.dependent_launch = 1;
  EXPECT_EQ(call(fn, &options), GL_ERROR_UNSUPPORTED);
  EXPECT_EQ(gl_last_error(),
            std::string("function 'main': dependent_launch is set, but the "
                        "module's kernels (compiler gl 0.0.9) do not wait for "
                        "those before them; compile the module again"));
  EXPECT_TRUE(fakeCuda().launches.empty());
}

TEST_F(Cuda, LaunchesWhereTheDataIs) {
  Json record = gemmRecord("sm_90a");
  for (Json &variant : record["functions"][0]["steps"][0]["variants"]) {
    variant["shared_bytes"] = 200000;
    variant["block"] = {32, 4, 1};
  }
  load(record);
  fakeCuda().numParams = 15;
  int foreign;
  fakeCuda().contextStack = {&foreign};
  gl_call_options options = {};
  int stream;
  options.stream = &stream;
  ASSERT_EQ(call(fn, &options), GL_OK) << gl_last_error();
  EXPECT_EQ(fakeCuda().contextStack, std::vector<void *>{&foreign});
  ASSERT_EQ(fakeCuda().launches.size(), 1u);
  const FakeLaunch &launch = fakeCuda().launches[0];
  EXPECT_EQ(launch.kernel, "gemm");
  EXPECT_EQ(launch.device, 1);
  EXPECT_EQ(launch.stream, &stream);
  EXPECT_EQ(launch.grid[0], 3u);
  EXPECT_EQ(launch.grid[1], 56u);
  EXPECT_EQ(launch.grid[2], 1u);
  EXPECT_EQ(launch.block[0], 32u);
  EXPECT_EQ(launch.block[1], 4u);
  EXPECT_EQ(launch.sharedBytes, 200000u);
  auto p = [](const TestTensor &t) {
    return reinterpret_cast<uint64_t>(t.data);
  };
  EXPECT_EQ(launch.params,
            (std::vector<uint64_t>{p(tensor(0)), p(tensor(1)), p(tensor(2)),
                                   p(tensor(3)), 4, 3, 32, 96, 32, 1, 128, 1, 1,
                                   56, 1}));
  EXPECT_EQ(fakeCuda().sharedAttribute["gemm"], 200000);
  // Loaded once per device, while a capture by this thread would allow it.
  EXPECT_EQ(fakeCuda().images, std::vector<std::string>{"cubin"});
  EXPECT_EQ(fakeCuda().modeDuringLoad, 2);
  EXPECT_EQ(fakeCuda().captureMode, 0);
  ASSERT_EQ(call(fn), GL_OK);
  EXPECT_EQ(fakeCuda().images.size(), 1u);
  EXPECT_EQ(fakeCuda().launches[1].stream, nullptr);
  fakeCuda().contextStack.clear();
  place(0);
  ASSERT_EQ(call(fn), GL_OK) << gl_last_error();
  EXPECT_EQ(fakeCuda().images.size(), 2u);
  EXPECT_EQ(fakeCuda().launches[2].device, 0);
  EXPECT_EQ(fakeCuda().liveModules, 2);
  gl_module_free(holder.module);
  holder.module = nullptr;
  EXPECT_EQ(fakeCuda().liveModules, 0);
  // Nothing ever waited.
  EXPECT_EQ(fakeCuda().log, "launch launch launch ");
}

TEST_F(Cuda, TensorsMustBeOnTheirDevice) {
  load(gemmRecord("sm_90a"));
  tensor(2).device.index = 0;
  expectFailure(GL_ERROR_INVALID_ARGUMENT,
                "argument 2 'bias': device is cuda:0, expected cuda:1, where "
                "argument 0 'x' is (all tensors of a call must be on one "
                "device)");
  tensor(2).device = {GL_DEVICE_CPU, 0};
  expectFailure(GL_ERROR_INVALID_ARGUMENT,
                "argument 2 'bias': device is cpu, expected a CUDA device (the "
                "module was compiled for sm_90a)");
  // The tensor says one device, its memory is on another.
  for (TestTensor &t : tensors)
    t.device = {GL_DEVICE_CUDA, 0};
  EXPECT_EQ(call(fn), GL_ERROR_INVALID_ARGUMENT);
  EXPECT_NE(std::string(gl_last_error())
                .find(" is memory of cuda:1, expected "
                      "memory of cuda:0 (Fake GPU)"),
            std::string::npos)
      << gl_last_error();
  place(1);
  tensor(1).data = wData.data();
  EXPECT_EQ(call(fn), GL_ERROR_INVALID_ARGUMENT);
  std::string message = gl_last_error();
  EXPECT_EQ(message.rfind("argument 1 'w': address 0x", 0), 0u) << message;
  EXPECT_NE(message.find(" is not memory that CUDA knows "
                         "(CUDA_ERROR_INVALID_VALUE: fake text), expected "
                         "memory of cuda:1 (Fake GPU)"),
            std::string::npos)
      << message;
  for (TestTensor &t : tensors)
    t.device = {GL_DEVICE_CUDA, 7};
  expectFailure(GL_ERROR_NO_DEVICE, "there is no device cuda:7; the number of "
                                    "CUDA devices is 2");
  for (TestTensor &t : tensors)
    t.device = {GL_DEVICE_CUDA, -1};
  expectFailure(GL_ERROR_NO_DEVICE, "there is no device cuda:-1; the number of "
                                    "CUDA devices is 2");
}

TEST_F(Cuda, ComputeCapability) {
  load(gemmRecord("sm_100a"));
  expectFailure(GL_ERROR_NO_DEVICE,
                "the module was compiled for sm_100a, which needs compute "
                "capability exactly 10.0; cuda:1 (Fake GPU) has 9.0");
  ModuleHolder other;
  ASSERT_EQ(other.loadGpu(gemmRecord("sm_89a")), GL_OK);
  fn = other.function();
  expectFailure(GL_ERROR_NO_DEVICE,
                "the module was compiled for sm_89a, which needs compute "
                "capability exactly 8.9; cuda:1 (Fake GPU) has 9.0");
  ModuleHolder newer;
  ASSERT_EQ(newer.loadGpu(gemmRecord("sm_120")), GL_OK);
  fn = newer.function();
  expectFailure(GL_ERROR_NO_DEVICE,
                "the module was compiled for sm_120, which needs compute "
                "capability at least 12.0; cuda:1 (Fake GPU) has 9.0");
}

TEST_F(Cuda, OlderTargetsRunWithoutTheArchitectureSuffix) {
  load(gemmRecord("sm_80"));
  EXPECT_EQ(call(fn), GL_OK) << gl_last_error();
}

TEST_F(Cuda, PtxIsTheFallback) {
  fakeCuda().cubinResult = 209;
  load(gemmRecord("sm_90"), "cubin", ".version 9.9");
  ASSERT_EQ(call(fn), GL_OK) << gl_last_error();
  // Each image ends where the bundle says, although others follow.
  EXPECT_EQ(fakeCuda().images,
            (std::vector<std::string>{"cubin", ".version 9.9"}));
}

TEST_F(Cuda, PtxTooNewSaysWhatToDo) {
  fakeCuda().cubinResult = 209;
  fakeCuda().ptxResult = 222;
  fakeCuda().ptxLog = "ptxas fatal: Unsupported .version 9.9";
  load(gemmRecord("sm_90a"), "cubin", ".version 9.9");
  expectFailure(
      GL_ERROR_DRIVER,
      "cannot load the module (target sm_90a) on cuda:1 (Fake GPU), compute "
      "capability 9.0, with a driver for CUDA 13.0:\n"
      "  cubin: CUDA_ERROR_NO_BINARY_FOR_GPU: fake text\n"
      "  PTX 9.9: CUDA_ERROR_UNSUPPORTED_PTX_VERSION: fake text\n"
      "  driver's log: ptxas fatal: Unsupported .version 9.9\n"
      "The PTX is newer than the driver. Install a newer NVIDIA driver, or "
      "compile the module again for an older PTX version or with a cubin.");
  // A failure is not remembered.
  fakeCuda().ptxResult = 0;
  EXPECT_EQ(call(fn), GL_OK) << gl_last_error();
}

TEST_F(Cuda, NoCode) {
  load(gemmRecord("sm_90a"), "", "");
  expectFailure(GL_ERROR_DRIVER,
                "cannot load the module (target sm_90a) on cuda:1 (Fake GPU), "
                "compute capability 9.0, with a driver for CUDA 13.0:\n"
                "  the bundle has neither a cubin nor PTX\n"
                "Compile the module again for this device.");
}

TEST_F(Cuda, SharedMemoryLimit) {
  Json record = gemmRecord("sm_90a");
  record["functions"][0]["steps"][0]["variants"][1]["shared_bytes"] = 232000;
  fakeCuda().staticSharedBytes = 1000;
  load(record);
  expectFailure(GL_ERROR_UNSUPPORTED,
                "kernel 'gemm' needs 233000 bytes of shared memory per block; "
                "cuda:1 (Fake GPU) has 232448");
  EXPECT_EQ(fakeCuda().liveModules, 0);
}

TEST_F(Cuda, MissingKernel) {
  Json record = gemmRecord("sm_90a");
  record["functions"][0]["steps"][0]["variants"][0]["kernel"] = "missing";
  load(record);
  expectFailure(GL_ERROR_NOT_FOUND,
                "the module's code has no kernel 'missing'");
}

TEST_F(Cuda, GridLimits) {
  Json record = gemmRecord("sm_90a");
  Json &variants = record["functions"][0]["steps"][0]["variants"];
  for (Json &variant : variants)
    variant["grid"] = {2000000000, 65535, 65536};
  load(record);
  EXPECT_EQ(call(fn), GL_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(gl_last_error(), "function 'main', variant 'contiguous': grid "
                                "dim 2 is 65536, expected at most 65535");
  for (Json &variant : variants)
    variant["grid"] = {2000000000, 65535, 65535};
  ModuleHolder other;
  record["modules"] = {{{"kind", "cubin"}, {"offset", 0}, {"size", 5}}};
  ASSERT_EQ(other.loadGpu(record, "cubin"), GL_OK);
  ASSERT_EQ(call(other.function()), GL_OK) << gl_last_error();
  EXPECT_EQ(fakeCuda().launches[0].grid[2], 65535u);
}

TEST_F(Cuda, EmptyCallLaunchesNothing) {
  load(gemmRecord("sm_90a"));
  tensor(0).shape[1] = 0;
  tensor(0).data = nullptr;
  tensor(3).shape[0] = 0;
  tensor(3).data = nullptr;
  EXPECT_EQ(call(fn), GL_OK) << gl_last_error();
  EXPECT_TRUE(fakeCuda().launches.empty());
}

// The same rule as on the CPU, in the same words.
TEST_F(Cuda, ResultsThatOverlapOperandsAreRefused) {
  load(gemmRecord("sm_90a"));
  auto *x = static_cast<float *>(tensor(0).data);
  auto *w = static_cast<float *>(tensor(1).data);
  void *bias = tensor(2).data, *y = tensor(3).data;
  int64_t rows = tensor(3).shape[0], columns = tensor(3).shape[1];
  auto expectOverlap = [&](const std::string &operand) {
    EXPECT_EQ(call(fn), GL_ERROR_INVALID_ARGUMENT);
    EXPECT_NE(std::string(gl_last_error()).find(" overlaps " + operand),
              std::string::npos)
        << gl_last_error();
    EXPECT_TRUE(fakeCuda().launches.empty());
  };
  tensor(3).data = w;
  expectOverlap("argument 1 'w'");
  tensor(3).data = x + 2;
  expectOverlap("argument 0 'x'");
  tensor(3).data = y;
  tensor(2).data = static_cast<float *>(y) + rows * columns - 1;
  expectOverlap("argument 2 'bias'");
  tensor(2).data = bias;
  EXPECT_EQ(call(fn), GL_OK) << gl_last_error();
  EXPECT_EQ(fakeCuda().launches.size(), 1u);
}

TEST_F(Cuda, LaunchFailure) {
  load(gemmRecord("sm_90a"));
  fakeCuda().launchResult = 400;
  expectFailure(GL_ERROR_DRIVER,
                "launching variant 'contiguous' on cuda:1 (Fake GPU) with grid "
                "(3, 56, 1), block (128, 1, 1) and 0 bytes of dynamic shared "
                "memory: CUDA_ERROR_INVALID_HANDLE: fake text; is the stream "
                "one of this device?");
}

TEST_F(Cuda, MemoryUtilities) {
  using gl::runtime::DeviceBuffer;
  int32_t count, major, minor, version;
  ASSERT_EQ(gl_device_count(&count), GL_OK);
  EXPECT_EQ(count, 2);
  ASSERT_EQ(gl_device_compute_capability(0, &major, &minor), GL_OK);
  EXPECT_EQ(major * 10 + minor, 90);
  ASSERT_EQ(gl_cuda_driver_version(&version), GL_OK);
  EXPECT_EQ(version, 13000);
  char name[5];
  ASSERT_EQ(gl_device_name(1, name, sizeof(name)), GL_OK);
  EXPECT_STREQ(name, "Fake");
  size_t before = fakeCuda().memory.size();
  {
    auto buffer = DeviceBuffer::allocate(0, 8);
    ASSERT_TRUE(buffer.ok());
    uint64_t in = 0x0123456789abcdef, out = 0;
    ASSERT_TRUE(buffer->upload(&in).ok());
    ASSERT_TRUE(buffer->download(&out).ok());
    EXPECT_EQ(out, in);
    ASSERT_TRUE(buffer->fill(0xff).ok());
    ASSERT_TRUE(buffer->download(&out).ok());
    EXPECT_EQ(out, ~uint64_t(0));
    EXPECT_EQ(fakeCuda().memory.size(), before + 1);
  }
  EXPECT_EQ(fakeCuda().memory.size(), before);
  auto nothing = DeviceBuffer::allocate(0, 0);
  ASSERT_TRUE(nothing.ok());
  EXPECT_EQ(nothing->data(), nullptr);
  auto tooMuch = DeviceBuffer::allocate(1, size_t(1) << 50);
  EXPECT_EQ(tooMuch.status().code(), GL_ERROR_OUT_OF_MEMORY);
  EXPECT_EQ(tooMuch.status().message(),
            "allocating 1125899906842624 bytes on cuda:1: "
            "CUDA_ERROR_OUT_OF_MEMORY: fake text");
  EXPECT_TRUE(fakeCuda().contextStack.empty());
}

struct Work {
  gl_status operator()() { return ++calls == failAt ? GL_ERROR_KERNEL : GL_OK; }
  int calls = 0;
  int failAt = -1;
  static gl_status run(void *user, void *) {
    return (*static_cast<Work *>(user))();
  }
};

TEST_F(Cuda, TimesGraphs) {
  Work work;
  float microseconds[3] = {};
  fakeCuda().log.clear();
  ASSERT_EQ(gl_cuda_time_graph(0, Work::run, &work, 5, 2, 3, microseconds),
            GL_OK)
      << gl_last_error();
  EXPECT_EQ(work.calls, 6);
  EXPECT_EQ(fakeCuda().log,
            "sync begin end replay replay replay replay replay ");
  for (float us : microseconds)
    EXPECT_FLOAT_EQ(us, 100.0f) << "0.5 ms for 5 pieces of work";
  EXPECT_EQ(fakeCuda().liveObjects, 0);
  // A failure in the middle of a capture leaves nothing behind.
  Work bad;
  bad.failAt = 3;
  EXPECT_EQ(gl_cuda_time_graph(0, Work::run, &bad, 5, 2, 3, microseconds),
            GL_ERROR_KERNEL);
  EXPECT_EQ(fakeCuda().liveObjects, 0);
  EXPECT_EQ(gl_cuda_time_graph(0, Work::run, &work, 0, 2, 3, microseconds),
            GL_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(gl_last_error(), "work_per_graph is 0, expected at least 1");
}

} // namespace
