//===-- TensorMapTest.cpp - Tensor maps of calls --------------------------===//
//
// Which variant a guard lets a call have, what the driver is asked to encode
// for it and how often, and what is said when it refuses.
//
//===----------------------------------------------------------------------===//

#include "CudaTest.h"

#include "TensorMaps.h"

#include <thread>

using namespace gltest;

namespace {

/// gemmRecord with a first variant that takes x and w by tensor maps, under the
/// guard that the compiler writes for them, and one without.
Json mapRecord() {
  Json record = gemmRecord("sm_90a");
  Json &variants = record["functions"][0]["steps"][0]["variants"];
  Json &maps = variants[0];
  maps["name"] = "maps";
  maps["guard"] = Json::parse(R"([
    {"eq": [["stride", 0, 2], 1]}, {"eq": [["stride", 1, 1], 1]},
    {"le": [1, ["dim", 0, 0]]}, {"le": [1, ["dim", 0, 1]]}, {"le": [1, ["dim", 0, 2]]}, {"aligned": [0, 16]},
    {"le": [1, ["stride", 0, 1]]}, {"le": [["stride", 0, 1], 274877906943]}, {"divides": [4, ["stride", 0, 1]]},
    {"le": [1, ["stride", 0, 0]]}, {"le": [["stride", 0, 0], 274877906943]}, {"divides": [4, ["stride", 0, 0]]},
    {"le": [1, ["dim", 1, 0]]}, {"le": [1, ["dim", 1, 1]]}, {"aligned": [1, 16]},
    {"le": [1, ["stride", 1, 0]]}, {"le": [["stride", 1, 0], 274877906943]}, {"divides": [4, ["stride", 1, 0]]}])");
  maps["params"] = Json::parse(R"([
    {"ptr": 3}, {"i64": ["dim", 3, 0]},
    {"tensor_map": {"tensor": 0, "extents": [["dim", 0, 2], ["dim", 0, 1], ["dim", 0, 0]],
                    "strides": [["stride", 0, 1], ["stride", 0, 0]], "box": [32, 64, 1], "swizzle": 128}},
    {"tensor_map": {"tensor": 1, "extents": [["mul", ["dim", 0, 0], ["dim", 0, 2]], ["dim", 1, 0]],
                    "strides": [["stride", 1, 0]], "box": [16, 256], "swizzle": 0}}])");
  return record;
}

class TensorMaps : public Cuda {
protected:
  void SetUp() override {
    Cuda::SetUp();
    gl::rt::TensorMapCache::get() = {};
    load(mapRecord());
    fakeCuda().numParams = 4;
  }
  std::string selected() {
    std::vector<gl_tensor> views;
    for (const TestTensor &t : tensors)
      views.push_back(t.view());
    gl_variant_info info = {};
    EXPECT_EQ(gl_function_selected_variant(
                  fn, views.data(), 3, views.data() + 3, 1, nullptr, 0, &info),
              GL_OK)
        << gl_last_error();
    // Looking encodes nothing.
    EXPECT_TRUE(fakeCuda().encodings.empty());
    return info.name;
  }
  template <typename T>
  static T *moved(void *data, ptrdiff_t count) {
    return static_cast<T *>(data) + count;
  }
};

TEST_F(TensorMaps, AreEncodedAndPassedByValue) {
  EXPECT_EQ(selected(), "maps");
  ASSERT_EQ(call(fn), GL_OK) << gl_last_error();
  ASSERT_EQ(fakeCuda().encodings.size(), 2u);
  const FakeEncoding &x = fakeCuda().encodings[0];
  EXPECT_EQ(x.dataType, 7);
  EXPECT_EQ(x.address, tensor(0).data);
  EXPECT_EQ(x.extents, (std::vector<uint64_t>{32, 3, 4}));
  EXPECT_EQ(x.strides, (std::vector<uint64_t>{128, 384}));
  EXPECT_EQ(x.box, (std::vector<uint32_t>{32, 64, 1}));
  EXPECT_EQ(x.elementStrides, (std::vector<uint32_t>{1, 1, 1}));
  EXPECT_EQ(x.interleave, 0);
  EXPECT_EQ(x.swizzle, 3);
  EXPECT_EQ(x.l2Promotion, 2);
  EXPECT_EQ(x.fill, 0);
  const FakeEncoding &w = fakeCuda().encodings[1];
  EXPECT_EQ(w.address, tensor(1).data);
  EXPECT_EQ(w.extents, (std::vector<uint64_t>{128, 56}));
  EXPECT_EQ(w.strides, (std::vector<uint64_t>{512}));
  EXPECT_EQ(w.box, (std::vector<uint32_t>{16, 256}));
  EXPECT_EQ(w.swizzle, 0);
  ASSERT_EQ(fakeCuda().launches.size(), 1u);
  EXPECT_EQ(fakeCuda().launches[0].params,
            (std::vector<uint64_t>{reinterpret_cast<uint64_t>(tensor(3).data),
                                   3, 0, 1}));
}

TEST_F(TensorMaps, DataTypesAndSwizzles) {
  struct Case {
    const char *name;
    gl_dtype dtype;
    int dataType, bytes, swizzle;
  };
  for (const Case &c :
       {Case{"f32", GL_F32, 7, 32, 1}, Case{"f16", GL_F16, 6, 64, 2},
        Case{"bf16", GL_BF16, 9, 128, 3},
        Case{"f8E4M3FN", GL_F8E4M3FN, 0, 128, 3},
        Case{"f8E5M2", GL_F8E5M2, 0, 64, 2}}) {
    Json record = mapRecord();
    for (Json &t : record["functions"][0]["tensors"])
      t["dtype"] = c.name;
    Json &map = record["functions"][0]["steps"][0]["variants"][0]["params"][2]
                      ["tensor_map"];
    map["swizzle"] = c.bytes;
    map["box"][0] = gl_dtype_size(c.dtype) == 1 ? 16 : 8;
    map["strides"][0] = 96;
    record["modules"] = {{{"kind", "cubin"}, {"offset", 0}, {"size", 5}}};
    ModuleHolder other;
    ASSERT_EQ(other.loadGpu(record, "cubin"), GL_OK) << gl_last_error();
    for (TestTensor &t : tensors)
      t.dtype = c.dtype;
    fakeCuda().encodings.clear();
    ASSERT_EQ(call(other.function()), GL_OK) << gl_last_error();
    ASSERT_EQ(fakeCuda().encodings.size(), 2u);
    EXPECT_EQ(fakeCuda().encodings[0].dataType, c.dataType);
    EXPECT_EQ(fakeCuda().encodings[0].swizzle, c.swizzle);
    EXPECT_EQ(fakeCuda().encodings[0].strides[0], 96 * gl_dtype_size(c.dtype));
  }
}

TEST_F(TensorMaps, CallsThatNoMapFitsTakeTheNextVariant) {
  EXPECT_EQ(selected(), "maps");
  tensor(0).data = moved<float>(tensor(0).data, 1);
  EXPECT_EQ(selected(), "general") << "an address that 16 does not divide";
  ASSERT_EQ(call(fn), GL_OK) << gl_last_error();
  EXPECT_TRUE(fakeCuda().encodings.empty());
  tensor(0).data = moved<float>(tensor(0).data, -1);

  tensor(0).shape = {4, 3, 30};
  tensor(1).shape = {56, 120};
  tensor(0).strides = {90, 30, 1};
  tensor(1).strides = {120, 1};
  EXPECT_EQ(selected(), "general") << "rows of 120 bytes";
  tensor(0).strides = {96, 32, 1};
  EXPECT_EQ(selected(), "maps");
  tensor(0).strides = {96, 0, 1};
  EXPECT_EQ(selected(), "general") << "a stride of 0";
  tensor(0).strides = {96, -32, 1};
  tensor(0).data = moved<float>(tensor(0).data, 64);
  EXPECT_EQ(selected(), "general") << "a negative stride";
  tensor(0).data = moved<float>(tensor(0).data, -64);
  // No memory is read here, so that a size of 1 leaves room for any stride.
  tensor(0).shape = {4, 1, 30};
  tensor(3).shape = {1, 56};
  tensor(0).strides = {96, int64_t(1) << 38, 1};
  EXPECT_EQ(selected(), "general") << "a stride of 2^40 bytes";
  tensor(0).strides = {96, (int64_t(1) << 38) - 4, 1};
  EXPECT_EQ(selected(), "maps");
}

TEST_F(TensorMaps, EmptyTensorsTakeTheNextVariant) {
  // A sum over nothing: there is a result to write, and nothing to map.
  tensor(0).shape = {0, 3, 32};
  tensor(1).shape = {56, 0};
  tensor(0).data = tensor(1).data = nullptr;
  tensor(0).strides = {7, 5, 3};
  EXPECT_EQ(selected(), "general");
  ASSERT_EQ(call(fn), GL_OK) << gl_last_error();
  EXPECT_EQ(fakeCuda().launches.size(), 1u);
  EXPECT_TRUE(fakeCuda().encodings.empty());
}

TEST_F(TensorMaps, AreEncodedOnce) {
  for (int i = 0; i < 3; ++i)
    ASSERT_EQ(call(fn), GL_OK) << gl_last_error();
  EXPECT_EQ(fakeCuda().encodings.size(), 2u);
  EXPECT_EQ(fakeCuda().launches[2].params, fakeCuda().launches[0].params);

  // Another address, another size, another stride: one more each.
  void *data = tensor(0).data;
  tensor(0).data = moved<float>(data, 4);
  ASSERT_EQ(call(fn), GL_OK) << gl_last_error();
  EXPECT_EQ(fakeCuda().encodings.size(), 3u);
  EXPECT_EQ(fakeCuda().encodings[2].address, tensor(0).data);
  EXPECT_EQ(fakeCuda().launches[3].params[2], 2u);
  EXPECT_EQ(fakeCuda().launches[3].params[3], 1u);
  tensor(0).data = data;
  tensor(0).shape[1] = tensor(3).shape[0] = 2;
  tensor(0).strides = {96, 32, 1};
  ASSERT_EQ(call(fn), GL_OK) << gl_last_error();
  EXPECT_EQ(fakeCuda().encodings.size(), 4u);
  EXPECT_EQ(fakeCuda().encodings[3].extents[1], 2u);
  tensor(0).strides = {96, 48, 1};
  ASSERT_EQ(call(fn), GL_OK) << gl_last_error();
  EXPECT_EQ(fakeCuda().encodings.size(), 5u);
  EXPECT_EQ(fakeCuda().encodings[4].strides[0], 192u);
  // The first is still known, and to other modules too.
  tensor(0).shape[1] = tensor(3).shape[0] = 3;
  tensor(0).strides.clear();
  load(mapRecord());
  ASSERT_EQ(call(fn), GL_OK) << gl_last_error();
  EXPECT_EQ(fakeCuda().encodings.size(), 5u);
  EXPECT_EQ(fakeCuda().launches.back().params, fakeCuda().launches[0].params);
  // Another thread has its own.
  std::thread([&] { EXPECT_EQ(call(fn), GL_OK) << gl_last_error(); }).join();
  EXPECT_EQ(fakeCuda().encodings.size(), 7u);
}

TEST_F(TensorMaps, AThreadKeepsSoMany) {
  constexpr size_t capacity = gl::rt::TensorMapCache::capacity;
  // One more each time, by the stride of a dim of size 1.
  tensor(0).shape = {4, 1, 32};
  tensor(3).shape = {1, 56};
  auto callWith = [&](size_t i) {
    tensor(0).strides = {96, static_cast<int64_t>(4 * (i + 1)), 1};
    ASSERT_EQ(call(fn), GL_OK) << gl_last_error();
  };
  for (size_t i = 0; i + 1 < capacity; ++i)
    callWith(i);
  EXPECT_EQ(fakeCuda().encodings.size(), capacity);
  callWith(0);
  EXPECT_EQ(fakeCuda().encodings.size(), capacity);
  // One too many, with which all are forgotten at the next call.
  callWith(capacity);
  EXPECT_EQ(fakeCuda().encodings.size(), capacity + 1);
  callWith(0);
  EXPECT_EQ(fakeCuda().encodings.size(), capacity + 3);
  callWith(0);
  EXPECT_EQ(fakeCuda().encodings.size(), capacity + 3);
}

TEST_F(TensorMaps, ARefusalHasTheNumbers) {
  fakeCuda().encodeResult = 1;
  char address[32];
  std::snprintf(address, sizeof(address), "0x%llx",
                static_cast<unsigned long long>(
                    reinterpret_cast<uintptr_t>(tensor(0).data)));
  expectFailure(GL_ERROR_DRIVER,
                std::string("function 'main', variant 'maps', argument 0 'x': "
                            "cannot encode the tensor map of f32 at ") +
                    address +
                    ", extents (32, 3, 4), strides (128, 384) in bytes, box "
                    "(32, 64, 1), swizzle 128 (innermost dim first): "
                    "CUDA_ERROR_INVALID_VALUE: fake text");
  // It is not remembered.
  fakeCuda().encodeResult = 0;
  EXPECT_EQ(call(fn), GL_OK) << gl_last_error();
  EXPECT_EQ(fakeCuda().encodings.size(), 2u);
}

TEST_F(TensorMaps, LaunchesInsideAGraph) {
  float microseconds[1] = {};
  auto launch = [&](void *stream) {
    gl_call_options options = {};
    options.stream = stream;
    return call(fn, &options);
  };
  gl_cuda_work run = [](void *user, void *stream) {
    return (*static_cast<decltype(launch) *>(user))(stream);
  };
  fakeCuda().log.clear();
  ASSERT_EQ(gl_cuda_time_graph(1, run, &launch, 1, 1, 1, microseconds), GL_OK)
      << gl_last_error();
  // Once before and once in the capture, and nothing waits but the timing.
  EXPECT_EQ(fakeCuda().log, "launch sync begin launch end replay replay ");
  EXPECT_EQ(fakeCuda().encodings.size(), 2u);
}

} // namespace
