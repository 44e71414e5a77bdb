//===-- AllocationTest.cpp - Calls allocate nothing -----------------------===//
//
// Counts allocations of the whole program, the statically linked library
// included. Left out under sanitizers, which have allocators of their own.
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"

#include "Call.h"

#include <atomic>
#include <cstdlib>
#include <new>

static std::atomic<size_t> allocations{0};

// Counts what the library allocates, which is linked statically here.
void *operator new(size_t bytes) {
  ++allocations;
  if (void *memory = std::malloc(bytes))
    return memory;
  throw std::bad_alloc();
}
void *operator new(size_t bytes, std::align_val_t alignment) {
  ++allocations;
  auto a = static_cast<size_t>(alignment);
  if (void *memory = std::aligned_alloc(a, (bytes + a - 1) / a * a))
    return memory;
  throw std::bad_alloc();
}
void operator delete(void *memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void *memory, size_t, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, size_t) noexcept { std::free(memory); }

using namespace gltest;

namespace {

class Allocation : public GemmTest {};

TEST_F(Allocation, NoneInACallAfterTheFirst) {
  ModuleHolder holder;
  ASSERT_EQ(holder.loadHost(gemmRecord()), GL_OK) << gl_last_error();
  const gl_function *fn = holder.function();
  gl_tensor list[4] = {tensor(0).view(), tensor(1).view(), tensor(2).view(),
                       tensor(3).view()};
  gl_call_options options = {};
  options.num_threads = 2;
  ASSERT_EQ(gl_function_call(fn, list, 3, list + 3, 1, &options), GL_OK);
  size_t before = allocations;
  for (int i = 0; i < 10; ++i)
    gl_function_call(fn, list, 3, list + 3, 1, &options);
  EXPECT_EQ(allocations, before);
}

TEST_F(Allocation, NoneForTensorMapsThatTheThreadKnows) {
  Json record = gemmRecord("sm_90a");
  Json maps = Json::parse(R"([
    {"tensor_map": {"tensor": 0, "extents": [["dim", 0, 2], ["dim", 0, 1], ["dim", 0, 0]],
                    "strides": [["stride", 0, 1], ["stride", 0, 0]], "box": [32, 64, 1], "swizzle": 128}},
    {"tensor_map": {"tensor": 1, "extents": [["dim", 1, 1], ["dim", 1, 0]],
                    "strides": [["stride", 1, 0]], "box": [32, 64], "swizzle": 128}}])");
  for (Json &variant : record["functions"][0]["steps"][0]["variants"])
    variant["params"] = maps;
  std::string text = record.dump();
  gl::rt::BundleSpec spec =
      gl::rt::parseRecord(text.data(), text.size(), nullptr);
  std::vector<gl_tensor> list;
  for (TestTensor &t : tensors) {
    t.device = {GL_DEVICE_CUDA, 0};
    list.push_back(t.view());
  }
  static int encoded;
  encoded = 0;
  gl::rt::CudaDriver driver;
  driver.cuTensorMapEncodeTiled = [](gl::rt::CUtensorMap *, int, uint32_t,
                                     void *, const uint64_t *, const uint64_t *,
                                     const uint32_t *, const uint32_t *, int,
                                     int, int, int) -> gl::rt::CUresult {
    ++encoded;
    return gl::rt::CUDA_SUCCESS;
  };
  // A call up to its launch.
  auto plan = [&] {
    gl::rt::Call call(spec, spec.functions[0]);
    call.bind({list.data(), 3, list.data() + 3, 1});
    call.plan({}, /*probing=*/false);
    call.encodeTensorMaps(driver);
  };
  plan();
  EXPECT_EQ(encoded, 2);
  size_t before = allocations;
  for (int i = 0; i < 10; ++i)
    plan();
  EXPECT_EQ(allocations, before);
  EXPECT_EQ(encoded, 2);
  // Another address allocates, which shows that the count would tell.
  list[0].data = static_cast<float *>(list[0].data) + 4;
  plan();
  EXPECT_EQ(encoded, 3);
  EXPECT_GT(allocations, before);
}

} // namespace
