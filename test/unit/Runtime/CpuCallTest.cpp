//===-- CpuCallTest.cpp - Calls on the CPU --------------------------------===//
//
// Variant selection, grids, steps with a workspace, threads, kernels that
// throw, and the promise that a call allocates nothing.
//
//===----------------------------------------------------------------------===//

#include "gl/Runtime/Runtime.h"

#include "RuntimeTest.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <thread>

using namespace gltest;

namespace {

class CpuCall : public GemmTest {
protected:
  void SetUp() override {
    GemmTest::SetUp();
    ASSERT_EQ(holder.loadHost(gemmRecord()), GL_OK) << gl_last_error();
    fn = holder.function();
  }
  std::string selected(gl_variant_info &info) {
    std::vector<gl_tensor> views;
    for (const TestTensor &t : tensors)
      views.push_back(t.view());
    EXPECT_EQ(gl_function_selected_variant(
                  fn, views.data(), 3, views.data() + 3, 1, nullptr, 0, &info),
              GL_OK)
        << gl_last_error();
    return info.name;
  }

  ModuleHolder holder;
  const gl_function *fn = nullptr;
};

TEST_F(CpuCall, ThreadCountsAgree) {
  for (int threads : {0, 1, 2, 7, 64}) {
    std::fill(yData.begin(), yData.end(), -1.0f);
    gl_call_options options = {};
    options.num_threads = threads;
    ASSERT_EQ(call(fn, &options), GL_OK) << gl_last_error();
    expectRightResult();
  }
}

TEST_F(CpuCall, ThreadCountsOutOfRange) {
  gl_call_options options = {};
  for (int threads : {-1, 1025}) {
    options.num_threads = threads;
    EXPECT_EQ(call(fn, &options), GL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(gl_last_error(), "num_threads is " + std::to_string(threads) +
                                   ", expected 0 (the default) to 1024");
  }
}

TEST_F(CpuCall, FirstVariantWhoseGuardHolds) {
  std::vector<float> storage(R * B * H + R * B + 8);
  void *aligned = storage.data();
  size_t space = storage.size() * 4;
  std::align(16, 4, aligned, space);
  auto *base = static_cast<float *>(aligned);
  tensor(0).data = base;
  gl_variant_info info;
  EXPECT_EQ(selected(info), "contiguous");
  EXPECT_STREQ(info.kernel, "gemm");
  EXPECT_STREQ(info.schedule, "#gl.schedule<family = simt>");
  EXPECT_EQ(info.grid[0], B);
  EXPECT_EQ(info.grid[1], K);
  EXPECT_EQ(info.grid[2], 1);
  EXPECT_EQ(info.block[0], 0);
  // Each part of the guard alone: address, inner stride, pitch.
  tensor(0).data = base + 1;
  EXPECT_EQ(selected(info), "general");
  EXPECT_STREQ(info.schedule, "");
  tensor(0).data = base;
  tensor(0).strides = {1, R * H, R};
  EXPECT_EQ(selected(info), "general");
  tensor(0).strides = {B * (H + 1), H + 1, 1};
  EXPECT_EQ(selected(info), "general");
  tensor(0).strides = {B * H, H, 1};
  EXPECT_EQ(selected(info), "contiguous");
  // An empty tensor satisfies conditions on its address and strides.
  tensor(0) = TestTensor(reinterpret_cast<void *>(4), {R, 0, H});
  tensor(0).strides = {5, 3, 7};
  tensor(3) = TestTensor(nullptr, {0, K});
  EXPECT_EQ(selected(info), "contiguous");
  EXPECT_EQ(info.grid[0], 0);
}

TEST_F(CpuCall, GuardsThatCannotBeEvaluatedDoNotHold) {
  Json record = gemmRecord();
  Json &guard = record["functions"][0]["steps"][0]["variants"][0]["guard"];
  guard = Json::parse(R"([{"le": [1, ["floordiv", 8, ["dim", 0, 1]]]}])");
  ModuleHolder other;
  ASSERT_EQ(other.loadHost(record), GL_OK) << gl_last_error();
  fn = other.function();
  gl_variant_info info;
  EXPECT_EQ(selected(info), "contiguous");
  tensor(0) = TestTensor(nullptr, {R, 0, H});
  tensor(3) = TestTensor(nullptr, {0, K});
  EXPECT_EQ(selected(info), "general") << "a division by zero";
  guard = Json::parse(
      R"([{"le": [["mul", 9223372036854775807, ["dim", 0, 0]], 8]}])");
  ModuleHolder third;
  ASSERT_EQ(third.loadHost(record), GL_OK) << gl_last_error();
  fn = third.function();
  EXPECT_EQ(selected(info), "general") << "a product that does not fit";
}

TEST_F(CpuCall, CheapestOfTheEstimatedVariants) {
  // Six variants, told apart by their schedule: 0 and 1 are alike but for what
  // they cost by the rows (dim 1) of x, 2 never holds, 3 cannot be evaluated
  // for large inputs, 4 has no estimate and ends what is compared with 5.
  Json record = gemmRecord();
  Json &variants = record["functions"][0]["steps"][0]["variants"];
  Json one = variants[1];
  variants = Json::array();
  const char *costs[] = {R"(["add", 100, ["dim", 0, 1]])",
                         R"(["mul", 10, ["dim", 0, 1]])",
                         "0",
                         R"(["mul", ["dim", 0, 2], 4611686018427387903])",
                         "",
                         "1"};
  for (const char *cost : costs) {
    Json variant = one;
    variant["name"] = "v" + std::to_string(variants.size());
    variant["guard"] = Json::array();
    if (*cost)
      variant["cost"] = Json::parse(cost);
    variants.push_back(variant);
  }
  variants[2]["guard"] = Json::parse(R"([{"le": [1, 0]}])");
  ModuleHolder other;
  ASSERT_EQ(other.loadHost(record), GL_OK) << gl_last_error();
  fn = other.function();
  gl_variant_info info;
  constexpr int64_t kMost = 1000;
  std::vector<float> xs(R * kMost * H), ys(kMost * K);
  auto selectedOf = [&](int64_t rows) {
    tensor(0) = TestTensor(xs.data(), {R, rows, H});
    tensor(3) = TestTensor(ys.data(), {rows, K});
    return selected(info);
  };
  ASSERT_GT(H, 2) << "the product of variant 3 is to overflow";
  EXPECT_EQ(selectedOf(1), "v1");
  EXPECT_EQ(selectedOf(11), "v1");
  EXPECT_EQ(selectedOf(12), "v0");
  EXPECT_EQ(selectedOf(kMost), "v0");
  // Of equals the first one.
  variants[1]["cost"] = variants[0]["cost"];
  ModuleHolder third;
  ASSERT_EQ(third.loadHost(record), GL_OK) << gl_last_error();
  fn = third.function();
  EXPECT_EQ(selectedOf(1), "v0");
  // Without any that holds, the next one without an estimate.
  variants[0]["guard"] = variants[1]["guard"] = variants[2]["guard"];
  ModuleHolder fourth;
  ASSERT_EQ(fourth.loadHost(record), GL_OK) << gl_last_error();
  fn = fourth.function();
  EXPECT_EQ(selectedOf(1), "v4");
}

TEST_F(CpuCall, NoVariantIsTheBundlesFault) {
  Json record = gemmRecord();
  record["functions"][0]["steps"][0]["variants"][1]["guard"] =
      Json::parse(R"([{"le": [1, 0]}])");
  record["functions"][0]["steps"][0]["variants"][0]["guard"] =
      Json::parse(R"([{"le": [1, 0]}])");
  ModuleHolder other;
  ASSERT_EQ(other.loadHost(record), GL_OK);
  EXPECT_EQ(call(other.function()), GL_ERROR_BAD_BUNDLE);
  EXPECT_STREQ(gl_last_error(),
               "function 'main': no variant of step 0 accepts "
               "these tensors; the last one should accept all");
}

TEST_F(CpuCall, ManyThreadsAtOnce) {
  std::vector<float> right(B * K);
  for (int64_t b = 0; b < B; ++b)
    for (int64_t k = 0; k < K; ++k)
      right[b * K + k] = expected(b, k);
  std::atomic<int> wrong{0};
  std::vector<std::thread> callers;
  for (int t = 0; t < 16; ++t)
    callers.emplace_back([&, t] {
      std::vector<float> mine(B * K);
      gl_tensor args[3] = {tensor(0).view(), tensor(1).view(),
                           tensor(2).view()};
      gl_tensor result = tensor(3).view();
      result.data = mine.data();
      gl_call_options options = {};
      options.num_threads = t % 5;
      for (int i = 0; i < 50; ++i) {
        std::fill(mine.begin(), mine.end(), -1.0f);
        gl_status status = gl_function_call(fn, args, 3, &result, 1, &options);
        wrong += status != GL_OK || mine != right;
        // Each thread has its own last error.
        gl_tensor bad = args[0];
        bad.rank = t + 10;
        gl_tensor spoiled[3] = {bad, args[1], args[2]};
        gl_function_call(fn, spoiled, 3, &result, 1, &options);
        wrong += gl_last_error() != "argument 0 'x': rank is " +
                                        std::to_string(t + 10) + ", expected 3";
      }
    });
  for (std::thread &caller : callers)
    caller.join();
  EXPECT_EQ(wrong, 0);
}

/// Counts how often each program ran.
struct Visits {
  static constexpr int64_t count = 5 * 7 * 11;
  static std::atomic<int> seen[count];
  static void kernel(void *const *, int64_t begin, int64_t end) {
    for (int64_t p = begin; p < end; ++p)
      ++seen[p];
  }
};
std::atomic<int> Visits::seen[Visits::count];

Json bareRecord(const Json &grid) {
  Json record = Json::parse(R"({
    "format": 1, "compiler": "", "target": "cpu", "modules": [],
    "functions": [{"name": "f", "tensors": [], "steps": [{"variants": [
      {"name": "v", "kernel": "k", "guard": [], "params": []}]}]}]})");
  record["functions"][0]["steps"][0]["variants"][0]["grid"] = grid;
  return record;
}

TEST(CpuGrid, EveryProgramRunsOnce) {
  ModuleHolder holder;
  auto resolve = [](void *, const char *) {
    return reinterpret_cast<void *>(Visits::kernel);
  };
  ASSERT_EQ(holder.loadHost(bareRecord({5, 7, 11}), resolve), GL_OK);
  for (int threads : {1, 3, 16}) {
    for (auto &s : Visits::seen)
      s = 0;
    gl_call_options options = {};
    options.num_threads = threads;
    ASSERT_EQ(gl_function_call(holder.function("f"), nullptr, 0, nullptr, 0,
                               &options),
              GL_OK);
    for (auto &s : Visits::seen)
      ASSERT_EQ(s, 1);
  }
}

TEST(CpuGrid, AnExtentOfZeroLaunchesNothing) {
  auto resolve = [](void *, const char *) {
    return reinterpret_cast<void *>(
        +[](void *const *, int64_t, int64_t) { std::abort(); });
  };
  for (const Json &grid : {Json({0, 1, 1}), Json({1, 0, 1}), Json({1, 1, 0}),
                           Json({2147418111, 2147418111, 0})}) {
    ModuleHolder holder;
    ASSERT_EQ(holder.loadHost(bareRecord(grid), resolve), GL_OK);
    EXPECT_EQ(
        gl_function_call(holder.function("f"), nullptr, 0, nullptr, 0, nullptr),
        GL_OK)
        << gl_last_error();
  }
}

TEST(CpuGrid, AKernelThatThrowsIsAnError) {
  auto resolve = [](void *, const char *) {
    return reinterpret_cast<void *>(+[](void *const *, int64_t, int64_t) {
      throw std::runtime_error("boom");
    });
  };
  ModuleHolder holder;
  ASSERT_EQ(holder.loadHost(bareRecord({1000, 1, 1}), resolve), GL_OK);
  for (int threads : {1, 4}) {
    gl_call_options options = {};
    options.num_threads = threads;
    EXPECT_EQ(gl_function_call(holder.function("f"), nullptr, 0, nullptr, 0,
                               &options),
              GL_ERROR_KERNEL);
    EXPECT_STREQ(gl_last_error(), "function 'f', variant 'v': the kernel threw "
                                  "an exception: boom");
  }
}

TEST(CpuGrid, KernelsMayCallFunctions) {
  static const gl_function *inner;
  ModuleHolder innerHolder, outerHolder;
  auto innerResolve = [](void *, const char *) {
    return reinterpret_cast<void *>(Visits::kernel);
  };
  auto outerResolve = [](void *, const char *) {
    return reinterpret_cast<void *>(
        +[](void *const *, int64_t begin, int64_t end) {
          gl_call_options options = {};
          options.num_threads = 4;
          for (int64_t p = begin; p < end; ++p)
            gl_function_call(inner, nullptr, 0, nullptr, 0, &options);
        });
  };
  ASSERT_EQ(innerHolder.loadHost(bareRecord({5, 7, 11}), innerResolve), GL_OK);
  ASSERT_EQ(outerHolder.loadHost(bareRecord({20, 1, 1}), outerResolve), GL_OK);
  inner = innerHolder.function("f");
  for (auto &s : Visits::seen)
    s = 0;
  gl_call_options options = {};
  options.num_threads = 4;
  ASSERT_EQ(gl_function_call(outerHolder.function("f"), nullptr, 0, nullptr, 0,
                             &options),
            GL_OK);
  for (auto &s : Visits::seen)
    ASSERT_EQ(s, 20);
}

TEST(CpuGrid, ParametersMustFitTheirType) {
  Json record = bareRecord({1, 1, 1});
  record["functions"][0]["steps"][0]["variants"][0]["params"] =
      Json::parse(R"([{"i32": 2147483648}])");
  ModuleHolder holder;
  auto resolve = [](void *, const char *) {
    return reinterpret_cast<void *>(Visits::kernel);
  };
  ASSERT_EQ(holder.loadHost(record, resolve), GL_OK);
  EXPECT_EQ(
      gl_function_call(holder.function("f"), nullptr, 0, nullptr, 0, nullptr),
      GL_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(gl_last_error(), "function 'f', variant 'v': kernel parameter 0 "
                                "is 2147483648, expected a value that fits in "
                                "32 bits");
}

/// y = 4x in two steps: t = x + x into a temporary, then y = t + t.
class Steps : public ::testing::Test {
protected:
  static void twice(void *const *params, int64_t begin, int64_t end) {
    const float *from = *static_cast<float *const *>(params[0]);
    float *to = *static_cast<float *const *>(params[1]);
    for (int64_t p = begin; p < end; ++p)
      to[p] = from[p] + from[p];
  }
  static void fourfold(void *const *params, int64_t begin, int64_t end) {
    const float *from = *static_cast<float *const *>(params[0]);
    float *to = *static_cast<float *const *>(params[1]);
    for (int64_t p = begin; p < end; ++p)
      to[p] = 4 * from[p];
  }
  void SetUp() override {
    Json record = Json::parse(R"({
      "format": 1, "compiler": "", "target": "cpu", "modules": [],
      "functions": [{"name": "f",
        "tensors": [
          {"role": "arg", "name": "x", "dtype": "f32", "shape": [null]},
          {"role": "result", "name": "y", "dtype": "f32",
           "shape": [["dim", 0, 0]]},
          {"role": "temp", "name": "unused", "dtype": "f16",
           "shape": [["dim", 0, 0]]},
          {"role": "temp", "name": "t", "dtype": "f32",
           "shape": [["dim", 0, 0]]}],
        "steps": [
          {"variants": [{"name": "a", "kernel": "twice", "guard": [],
             "grid": [["dim", 3, 0], 1, 1], "params": [{"ptr": 0}, {"ptr": 3}]}]},
          {"variants": [{"name": "b", "kernel": "twice", "guard": [],
             "grid": [["dim", 1, 0], 1, 1],
             "params": [{"ptr": 3}, {"ptr": 1}]}]}]}]})");
    load(record);
  }
  void load(const Json &record) {
    auto resolve = [](void *, const char *name) {
      return reinterpret_cast<void *>(std::string(name) == "twice" ? twice
                                                                   : fourfold);
    };
    ASSERT_EQ(holder.loadHost(record, resolve), GL_OK) << gl_last_error();
    fn = holder.function("f");
    for (size_t i = 0; i < x.size(); ++i)
      x[i] = static_cast<float>(i);
  }
  gl_status call(void *workspace, size_t bytes) {
    gl_tensor arg = xTensor.view(), result = yTensor.view();
    gl_call_options options = {};
    options.workspace = workspace;
    options.workspace_bytes = bytes;
    options.num_threads = 2;
    return gl_function_call(fn, &arg, 1, &result, 1, &options);
  }

  ModuleHolder holder;
  const gl_function *fn = nullptr;
  std::vector<float> x = std::vector<float>(200);
  std::vector<float> y = std::vector<float>(200);
  TestTensor xTensor{x.data(), {200}};
  TestTensor yTensor{y.data(), {200}};
  alignas(256) char workspace[2048] = {};
};

TEST_F(Steps, RunInOrderThroughTheWorkspace) {
  gl_tensor arg = xTensor.view();
  size_t bytes = 0;
  ASSERT_EQ(gl_function_workspace_size(fn, &arg, 1, &bytes), GL_OK);
  // 400 bytes and 800 bytes, each rounded up to 256.
  EXPECT_EQ(bytes, 512u + 1024u);
  ASSERT_EQ(call(workspace, bytes), GL_OK) << gl_last_error();
  for (size_t i = 0; i < y.size(); ++i)
    ASSERT_EQ(y[i], 4.0f * static_cast<float>(i));
  // The second temporary is behind the first one's padding.
  EXPECT_EQ(reinterpret_cast<float *>(workspace + 512)[7], 14.0f);
}

TEST_F(Steps, AZeroGridNeedsNoWorkspace) {
  xTensor.shape = yTensor.shape = {0};
  EXPECT_EQ(call(nullptr, 0), GL_OK) << gl_last_error();
}

TEST_F(Steps, BadWorkspaces) {
  EXPECT_EQ(call(nullptr, 0), GL_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(gl_last_error(),
               "function 'f': workspace is NULL, expected 1536 bytes");
  EXPECT_EQ(call(workspace, 1535), GL_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(gl_last_error(), "function 'f': workspace has 1535 bytes, "
                                "expected at least 1536");
  EXPECT_EQ(call(workspace + 64, 1536), GL_ERROR_INVALID_ARGUMENT);
  EXPECT_NE(std::string(gl_last_error()).find("expected a multiple of 256"),
            std::string::npos);
  yTensor.data = workspace + 1000;
  EXPECT_EQ(call(workspace, 1536), GL_ERROR_INVALID_ARGUMENT);
  EXPECT_NE(std::string(gl_last_error()).find(") overlaps result 0 'y' ("),
            std::string::npos)
      << gl_last_error();
}

/// y = 4x, of a copy t = x + x if there is a workspace for it and x has more
/// than 100 elements, or from x itself.
class OptionalSteps : public Steps {
protected:
  void SetUp() override {
    Json record = Json::parse(R"({
      "format": 1, "compiler": "", "target": "cpu", "modules": [],
      "functions": [{"name": "f",
        "tensors": [
          {"role": "arg", "name": "x", "dtype": "f32", "shape": [null]},
          {"role": "result", "name": "y", "dtype": "f32",
           "shape": [["dim", 0, 0]]},
          {"role": "temp", "name": "t", "dtype": "f32",
           "shape": [["dim", 0, 0]]}],
        "steps": [
          {"writes": 2, "variants": [{"name": "copy", "kernel": "twice",
             "guard": [], "grid": [["dim", 2, 0], 1, 1],
             "params": [{"ptr": 0}, {"ptr": 2}]}]},
          {"variants": [{"name": "copied", "kernel": "twice",
             "guard": [{"le": [101, ["dim", 0, 0]]}],
             "grid": [["dim", 1, 0], 1, 1], "params": [{"ptr": 2}, {"ptr": 1}]},
            {"name": "direct", "kernel": "fourfold", "guard": [],
             "grid": [["dim", 1, 0], 1, 1],
             "params": [{"ptr": 0}, {"ptr": 1}]}]}]}]})");
    load(record);
    std::memset(workspace, 0xff, sizeof(workspace));
  }
  void expectResult() {
    for (int64_t i = 0; i < yTensor.shape[0]; ++i)
      ASSERT_EQ(y[i], 4.0f * static_cast<float>(i));
  }
  bool hasCopy() const {
    return reinterpret_cast<const float *>(workspace)[7] == 14.0f;
  }
  gl_variant_info getVariant(size_t step, void *space, size_t bytes) {
    gl_tensor arg = xTensor.view(), result = yTensor.view();
    gl_call_options options = {};
    options.workspace = space;
    options.workspace_bytes = bytes;
    gl_variant_info info = {};
    EXPECT_EQ(gl_function_selected_variant(fn, &arg, 1, &result, 1, &options,
                                           step, &info),
              GL_OK)
        << gl_last_error();
    return info;
  }
};

TEST_F(OptionalSteps, ACopyIsMadeForThoseWhoReadIt) {
  ASSERT_EQ(call(workspace, 1024), GL_OK) << gl_last_error();
  expectResult();
  EXPECT_TRUE(hasCopy());
  EXPECT_STREQ(getVariant(1, workspace, 1024).name, "copied");
  EXPECT_EQ(getVariant(0, workspace, 1024).grid[0], 200);
  EXPECT_NE(getVariant(0, workspace, 1024).is_copy, 0);
  EXPECT_EQ(getVariant(1, workspace, 1024).is_copy, 0);
}

TEST_F(OptionalSteps, NoneIsMadeWhereNobodyReadsIt) {
  xTensor.shape = yTensor.shape = {100};
  ASSERT_EQ(call(workspace, 1024), GL_OK) << gl_last_error();
  expectResult();
  EXPECT_FALSE(hasCopy());
  EXPECT_STREQ(getVariant(1, workspace, 1024).name, "direct");
  EXPECT_EQ(getVariant(0, workspace, 1024).grid[0], 0);
}

TEST_F(OptionalSteps, WithoutAWorkspaceOthersServe) {
  ASSERT_EQ(call(nullptr, 0), GL_OK) << gl_last_error();
  expectResult();
  EXPECT_STREQ(getVariant(1, nullptr, 0).name, "direct");
  EXPECT_STREQ(getVariant(1, nullptr, 1024).name, "copied");
}

TEST_F(OptionalSteps, AWorkspaceThatIsUsedMustSuffice) {
  EXPECT_EQ(call(workspace, 1023), GL_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(gl_last_error(), "function 'f': workspace has 1023 bytes, "
                                "expected at least 1024");
  xTensor.shape = yTensor.shape = {100};
  EXPECT_EQ(call(workspace, 16), GL_OK) << gl_last_error();
}

TEST_F(Steps, SelectedVariantNeedsNoWorkspace) {
  gl_tensor arg = xTensor.view(), result = yTensor.view();
  gl_variant_info info;
  ASSERT_EQ(
      gl_function_selected_variant(fn, &arg, 1, &result, 1, nullptr, 1, &info),
      GL_OK);
  EXPECT_STREQ(info.name, "b");
  EXPECT_EQ(info.grid[0], 200);
  EXPECT_EQ(
      gl_function_selected_variant(fn, &arg, 1, &result, 1, nullptr, 2, &info),
      GL_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(gl_last_error(),
               "function 'f': step 2 does not exist; their number is 2");
}

TEST_F(CpuCall, CppLayer) {
  using namespace gl::runtime;
  auto module = Module::loadHost(gemmRecord().dump(), [](const char *name) {
    return resolveGemm(nullptr, name);
  });
  ASSERT_TRUE(module.ok()) << module.status().message();
  EXPECT_EQ(module->target(), "cpu");
  auto function = module->function("main");
  ASSERT_TRUE(function.ok());
  std::vector<Tensor> args = {{xData.data(), GL_F32, {R, B, H}},
                              {wData.data(), GL_F32, {K, R * H}},
                              {biasData.data(), GL_F32, {K}}};
  auto shape = function->resultShape(args, 0);
  ASSERT_TRUE(shape.ok());
  EXPECT_EQ(*shape, (std::vector<int64_t>{B, K}));
  EXPECT_EQ(*function->workspaceSize(args), 0u);
  Status status = function->call(args, {{yData.data(), GL_F32, *shape}});
  ASSERT_TRUE(status.ok()) << status.message();
  expectRightResult();
  args[1].shape[1] = 127;
  Status bad = function->call(args, {{yData.data(), GL_F32, *shape}});
  EXPECT_EQ(bad.code(), GL_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(bad.message(), "argument 1 'w': dim 1 is 127, expected 128 (dim 1 "
                           "of w must be the reduction size)");
  EXPECT_EQ(module->function("none").status().code(), GL_ERROR_NOT_FOUND);
}

} // namespace
