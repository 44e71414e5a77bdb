//===-- RuntimeTest.h - What the runtime's tests share ----------*- C++ -*-===//
//
// A record of a gather-then-linear function, a CPU kernel for it, and a fixture
// that holds tensors of a call which a test then spoils in one place.
//
//===----------------------------------------------------------------------===//

#ifndef GL_TEST_UNIT_RUNTIME_RUNTIMETEST_H
#define GL_TEST_UNIT_RUNTIME_RUNTIMETEST_H

#include "gl/Runtime/gl_runtime.h"

#include "Bundle.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace gltest {

using Json = nlohmann::json;

/// y[b,k] = bias[k] + sum over r, h of x[r,b,h] * w[k, r*H+h], f32, with a
/// variant for unit strides and one for any. `target` is "cpu" or a GPU's.
inline Json gemmRecord(const std::string &target = "cpu") {
  Json record = Json::parse(R"({
    "format": 1, "compiler": "gl test", "target": "cpu",
    "modules": [],
    "functions": [{
      "name": "main",
      "tensors": [
        {"role": "arg", "name": "x", "dtype": "f32", "shape": [null, null, null]},
        {"role": "arg", "name": "w", "dtype": "f32", "shape": [null, null]},
        {"role": "arg", "name": "bias", "dtype": "f32", "shape": [null]},
        {"role": "result", "name": "y", "dtype": "f32",
         "shape": [["dim", 0, 1], ["dim", 1, 0]]}],
      "checks": [{"eq": [["dim", 1, 1], ["mul", ["dim", 0, 0], ["dim", 0, 2]]],
                  "text": "dim 1 of w must be the reduction size"},
                 {"eq": [["dim", 2, 0], ["dim", 1, 0]],
                  "text": "bias has one entry per feature"}],
      "steps": [{"variants": [
        {"name": "contiguous", "kernel": "gemm",
         "guard": [{"aligned": [0, 16]}, {"eq": [["stride", 0, 2], 1]},
                   {"divides": [4, ["stride", 0, 1]]}],
         "schedule": "#gl.schedule<family = simt>"},
        {"name": "general", "kernel": "gemm", "guard": []}]}]}]})");
  Json &fn = record["functions"][0];
  for (Json &variant : fn["steps"][0]["variants"]) {
    variant["grid"] = Json::parse(R"([["dim", 3, 0], ["dim", 3, 1], 1])");
    variant["params"] = Json::parse(R"([
      {"ptr": 0}, {"ptr": 1}, {"ptr": 2}, {"ptr": 3},
      {"i32": ["dim", 0, 0]}, {"i64": ["dim", 0, 1]}, {"i64": ["dim", 0, 2]},
      {"i64": ["stride", 0, 0]}, {"i64": ["stride", 0, 1]},
      {"i64": ["stride", 0, 2]},
      {"i64": ["stride", 1, 0]}, {"i64": ["stride", 1, 1]},
      {"i64": ["stride", 2, 0]},
      {"i64": ["stride", 3, 0]}, {"i64": ["stride", 3, 1]}])");
  }
  if (target != "cpu") {
    record["target"] = target;
    for (Json &variant : fn["steps"][0]["variants"]) {
      variant["block"] = {128, 1, 1};
      variant["shared_bytes"] = 0;
    }
  }
  return record;
}

/// The kernel of gemmRecord.
inline void gemmKernel(void *const *params, int64_t begin, int64_t end) {
  auto pointer = [&](int i) { return *static_cast<float *const *>(params[i]); };
  auto i64 = [&](int i) { return *static_cast<const int64_t *>(params[i]); };
  const float *x = pointer(0), *w = pointer(1), *bias = pointer(2);
  float *y = pointer(3);
  int32_t R = *static_cast<const int32_t *>(params[4]);
  int64_t B = i64(5), H = i64(6);
  for (int64_t p = begin; p < end; ++p) {
    int64_t b = p % B, k = p / B;
    float sum = bias[k * i64(12)];
    for (int64_t r = 0; r < R; ++r)
      for (int64_t h = 0; h < H; ++h)
        sum += x[r * i64(7) + b * i64(8) + h * i64(9)] *
               w[k * i64(10) + (r * H + h) * i64(11)];
    y[b * i64(13) + k * i64(14)] = sum;
  }
}

inline void *resolveGemm(void *, const char *kernel) {
  return std::string(kernel) == "gemm" ? reinterpret_cast<void *>(gemmKernel)
                                       : nullptr;
}

/// A bundle file's bytes.
inline std::string makeBundle(const std::string &json,
                              const std::string &code = "") {
  auto u64 = [](uint64_t value) {
    std::string bytes;
    for (int i = 0; i < 8; ++i)
      bytes += static_cast<char>(value >> (8 * i));
    return bytes;
  };
  std::string body = json + code;
  return "GLBNDL01" + u64(json.size()) +
         u64(gl::rt::crc32(body.data(), body.size())) + body;
}

/// Owns a module for the length of a test.
struct ModuleHolder {
  ModuleHolder() = default;
  ModuleHolder(const ModuleHolder &) = delete;
  ~ModuleHolder() { gl_module_free(module); }

  gl_status loadHost(const Json &record,
                     gl_kernel_resolver resolver = resolveGemm,
                     void *user = nullptr) {
    std::string text = record.dump();
    return gl_module_load_host(text.data(), text.size(), resolver, user,
                               &module);
  }
  gl_status loadGpu(const Json &record, const std::string &code = "") {
    std::string bundle = makeBundle(record.dump(), code);
    return gl_module_load_memory(bundle.data(), bundle.size(), &module);
  }
  const gl_function *function(const char *name = "main") const {
    const gl_function *found = nullptr;
    EXPECT_EQ(gl_module_get_function(module, name, &found), GL_OK)
        << gl_last_error();
    return found;
  }

  gl_module *module = nullptr;
};

/// A gl_tensor with its sizes and strides.
struct TestTensor {
  TestTensor(void *data, std::vector<int64_t> shape, gl_dtype dtype = GL_F32)
      : data(data), dtype(dtype), shape(std::move(shape)) {}

  gl_tensor view() const {
    return {data,
            dtype,
            static_cast<int32_t>(shape.size()),
            shape.data(),
            strides.empty() ? nullptr : strides.data(),
            device};
  }

  void *data;
  gl_dtype dtype;
  gl_device device = {GL_DEVICE_CPU, 0};
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;
};

/// A call of gemmRecord with R = 4, B = 3, H = 32, K = 56. Values are small
/// integers, so every sum is exact.
class GemmTest : public ::testing::Test {
protected:
  static constexpr int64_t R = 4, B = 3, H = 32, K = 56;

  void SetUp() override {
    for (size_t i = 0; i < xData.size(); ++i)
      xData[i] = static_cast<float>(static_cast<int>(i * 7 % 5) - 2);
    for (size_t i = 0; i < wData.size(); ++i)
      wData[i] = static_cast<float>(static_cast<int>(i * 11 % 5) - 2);
    for (size_t i = 0; i < biasData.size(); ++i)
      biasData[i] = static_cast<float>(static_cast<int>(i % 17) - 8);
  }

  /// The i-th tensor: x, w, bias, y.
  TestTensor &tensor(size_t i) { return tensors[i]; }

  gl_status call(const gl_function *fn,
                 const gl_call_options *options = nullptr) {
    std::vector<gl_tensor> views;
    for (const TestTensor &t : tensors)
      views.push_back(t.view());
    return gl_function_call(fn, views.data(), 3, views.data() + 3, 1, options);
  }

  /// Calls and expects a failure with exactly this message.
  void expectError(const gl_function *fn, const std::string &message) {
    std::vector<float> before = yData;
    EXPECT_EQ(call(fn), GL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(gl_last_error(), message);
    EXPECT_EQ(yData, before) << "a refused call must have no effect";
  }

  float expected(int64_t b, int64_t k) const {
    float sum = biasData[k];
    for (int64_t r = 0; r < R; ++r)
      for (int64_t h = 0; h < H; ++h)
        sum += xData[(r * B + b) * H + h] * wData[k * R * H + r * H + h];
    return sum;
  }

  void expectRightResult() const {
    for (int64_t b = 0; b < B; ++b)
      for (int64_t k = 0; k < K; ++k)
        ASSERT_EQ(yData[b * K + k], expected(b, k)) << "b=" << b << " k=" << k;
  }

  std::vector<float> xData = std::vector<float>(R * B * H);
  std::vector<float> wData = std::vector<float>(K * R * H);
  std::vector<float> biasData = std::vector<float>(K);
  std::vector<float> yData = std::vector<float>(B * K, -12345.0f);
  std::vector<TestTensor> tensors = {{xData.data(), {R, B, H}},
                                     {wData.data(), {K, R * H}},
                                     {biasData.data(), {K}},
                                     {yData.data(), {B, K}}};
};

} // namespace gltest

#endif // GL_TEST_UNIT_RUNTIME_RUNTIMETEST_H
