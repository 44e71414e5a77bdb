//===-- CheckTest.cpp - The checks of a call ------------------------------===//
//
// Each rule of docs/bundle.md, "Calls", broken alone, with its message; and
// what the rules must let through.
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"

#include <limits>

using namespace gltest;

namespace {

std::string address(const void *pointer) {
  char buffer[32];
  std::snprintf(
      buffer, sizeof(buffer), "0x%llx",
      static_cast<unsigned long long>(reinterpret_cast<uintptr_t>(pointer)));
  return buffer;
}

std::string bytes(const void *first, size_t count) {
  const char *p = static_cast<const char *>(first);
  return "(bytes " + address(p) + " to " + address(p + count - 1) + ")";
}

class Check : public GemmTest {
protected:
  void SetUp() override {
    GemmTest::SetUp();
    load(gemmRecord());
  }
  void load(const Json &record) {
    gl_module_free(holder.module);
    holder.module = nullptr;
    ASSERT_EQ(holder.loadHost(record), GL_OK) << gl_last_error();
    fn = holder.function();
  }
  void expect(const std::string &message) { expectError(fn, message); }
  void expectOk() {
    EXPECT_EQ(call(fn), GL_OK) << gl_last_error();
    expectRightResult();
  }

  ModuleHolder holder;
  const gl_function *fn = nullptr;
};

TEST_F(Check, GoodCallPasses) { expectOk(); }

TEST_F(Check, Counts) {
  gl_tensor list[4] = {tensor(0).view(), tensor(1).view(), tensor(2).view(),
                       tensor(3).view()};
  EXPECT_EQ(gl_function_call(fn, list, 2, list + 3, 1, nullptr),
            GL_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(gl_last_error(), "function 'main': expected 3 arguments, got 2");
  EXPECT_EQ(gl_function_call(fn, list, 3, list + 3, 0, nullptr),
            GL_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(gl_last_error(), "function 'main': expected 1 result, got 0");
  EXPECT_EQ(gl_function_call(fn, nullptr, 3, list + 3, 1, nullptr),
            GL_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(gl_last_error(), "function 'main': the list of arguments is "
                                "NULL");
  EXPECT_EQ(gl_function_call(nullptr, list, 3, list + 3, 1, nullptr),
            GL_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(gl_last_error(), "function is NULL");
}

TEST_F(Check, Dtype) {
  tensor(1).dtype = GL_BF16;
  expect("argument 1 'w': dtype is bf16, expected f32");
  tensor(1).dtype = static_cast<gl_dtype>(77);
  expect("argument 1 'w': dtype 77 is not a gl_dtype, expected f32");
}

TEST_F(Check, Rank) {
  tensor(2).shape = {1, K};
  expect("argument 2 'bias': rank is 2, expected 1");
  tensor(2).shape = {};
  expect("argument 2 'bias': rank is 0, expected 1");
}

TEST_F(Check, NullShape) {
  gl_tensor list[4] = {tensor(0).view(), tensor(1).view(), tensor(2).view(),
                       tensor(3).view()};
  list[0].shape = nullptr;
  EXPECT_EQ(gl_function_call(fn, list, 3, list + 3, 1, nullptr),
            GL_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(gl_last_error(),
               "argument 0 'x': shape is NULL, expected 3 sizes");
}

TEST_F(Check, StaticDim) {
  Json record = gemmRecord();
  record["functions"][0]["tensors"][0]["shape"] = {R, nullptr, H};
  load(record);
  expectOk();
  tensor(0).shape[2] = 31;
  expect("argument 0 'x': dim 2 is 31, expected 32");
}

TEST_F(Check, ResultShape) {
  tensor(3).shape = {B, K + 1};
  expect("result 0 'y': dim 1 is 57, expected 56");
}

TEST_F(Check, RelationBetweenArguments) {
  tensor(1).shape = {K, 127};
  expect("argument 1 'w': dim 1 is 127, expected 128 (dim 1 of w must be the "
         "reduction size)");
  // A matrix of one row does not broadcast.
  tensor(1).shape = {K, 1};
  expect("argument 1 'w': dim 1 is 1, expected 128 (dim 1 of w must be the "
         "reduction size)");
  tensor(1).shape = {K, R * H};
  tensor(2).shape = {K - 1};
  expect("argument 2 'bias': dim 0 is 55, expected 56 (bias has one entry per "
         "feature)");
}

TEST_F(Check, EveryKindOfRelationIsReported) {
  Json record = gemmRecord();
  Json &checks = record["functions"][0]["checks"];
  auto expectCheck = [&](const char *check, const std::string &message) {
    checks = Json::array({Json::parse(check)});
    load(record);
    expect(message);
  };
  expectCheck(R"({"eq": [5, ["dim", 0, 1]]})",
              "argument 0 'x': dim 1 is 3, expected 5");
  expectCheck(R"({"eq": [5, 6], "text": "five is six"})",
              "function 'main': 5 is not equal to 6 (five is six)");
  expectCheck(R"({"le": [["dim", 0, 1], 2], "text": "short"})",
              "argument 0 'x': dim 1 is 3, expected at most 2 (short)");
  expectCheck(R"({"le": [4, ["dim", 0, 1]]})",
              "argument 0 'x': dim 1 is 3, expected at least 4");
  expectCheck(R"({"le": [["add", ["dim", 0, 1], 1], 2]})",
              "function 'main': 4 is greater than 2");
  expectCheck(R"({"divides": [2, ["dim", 0, 1]]})",
              "argument 0 'x': dim 1 is 3, expected a multiple of 2");
  expectCheck(R"({"divides": [2, ["mul", ["dim", 0, 1], 3]]})",
              "function 'main': 9 is not a multiple of 2");
  expectCheck(R"({"eq": [["stride", 0, 2], 4]})",
              "argument 0 'x': stride of dim 2 is 1, expected 4");
  expectCheck(R"({"aligned": [0, 1073741824]})",
              "argument 0 'x': address is " + address(xData.data()) +
                  ", expected a multiple of 1073741824 bytes");
  // x is 2 x 3 x 4, without gaps.
  expectCheck(R"({"within": [0, 23], "text": "close"})",
              "argument 0 'x': expected no negative stride and every element "
              "less than 23 elements behind the first (close)");
  expectCheck(R"({"divides": [0, 4]})",
              "function 'main': mod(4, 0) divides by zero");
}

TEST_F(Check, Extents) {
  tensor(0).shape = {R, -1, H};
  tensor(3).shape = {-1, K};
  expect("argument 0 'x': dim 1 is -1, expected at least 0");
  int64_t limit = (int64_t(1) << 31) - (int64_t(1) << 16);
  tensor(0).shape = {R, limit, H};
  tensor(3).shape = {limit, K};
  expect("argument 0 'x': dim 1 is 2147418112, expected less than 2147418112");
  int64_t most = std::numeric_limits<int64_t>::max();
  tensor(0).shape = {most, B, most};
  expect("argument 0 'x': strides of a contiguous tensor of this shape do not "
         "fit in 64 bits");
}

TEST_F(Check, ExtentOfAGrid) {
  Json record = gemmRecord();
  Json &grid = record["functions"][0]["steps"][0]["variants"][0]["grid"];
  grid[2] = -1;
  load(record);
  expect("function 'main', variant 'contiguous': grid dim 2 is -1, expected at "
         "least 0");
  grid[2] = Json::parse(R"(["mul", ["dim", 0, 1], 1073741824])");
  load(record);
  expect("function 'main', variant 'contiguous': grid dim 2 is 3221225472, "
         "expected less than 2147418112");
  grid = {2000000000, 2000000000, 1000000000};
  load(record);
  expect("function 'main': mul(4000000000000000000, 1000000000) does not fit "
         "in 64 bits");
  grid = {2000000000, 2000000000, 2};
  load(record);
  expect("function 'main', variant 'contiguous': the grid has "
         "8000000000000000000 programs, expected at most 4611686018427387904");
  // An error in a grid of a variant that is not chosen does not matter.
  grid = {-1, -1, -1};
  load(record);
  tensor(0).strides = {B * H + 1, H, 1};
  xData.resize(xData.size() + R);
  tensor(0).data = xData.data() + 1;
  EXPECT_EQ(call(fn), GL_OK) << gl_last_error();
}

TEST_F(Check, Device) {
  tensor(2).device = {GL_DEVICE_CUDA, 1};
  expect("argument 2 'bias': device is cuda:1, expected cpu (the module was "
         "compiled for cpu)");
  tensor(2).device = {static_cast<gl_device_type>(5), 0};
  expect("argument 2 'bias': device is device of unknown type 5, expected cpu "
         "(the module was compiled for cpu)");
  // The index says nothing for the CPU.
  tensor(2).device = {GL_DEVICE_CPU, 3};
  expectOk();
}

TEST_F(Check, NullAndMisalignedData) {
  tensor(1).data = nullptr;
  expect("argument 1 'w': data is NULL, expected the address of a tensor that "
         "has elements");
  char *odd = reinterpret_cast<char *>(wData.data()) + 2;
  tensor(1).data = odd;
  expect("argument 1 'w': address is " + address(odd) +
         ", expected a multiple of 4 bytes, the size of f32");
}

TEST_F(Check, ResultStrides) {
  tensor(3).strides = {K, 0};
  expect("result 0 'y': stride of dim 1 is 0 and its size 56, so elements of "
         "the result would share memory; expected a stride other than 0");
  tensor(3).strides = {K - 1, 1};
  expect("result 0 'y': strides make elements of the result share memory (dim "
         "0 with size 3 and stride 55, dim 1 with size 56 and stride 1)");
  tensor(3).strides = {-1, 1};
  expect("result 0 'y': strides make elements of the result share memory (dim "
         "0 with size 3 and stride -1, dim 1 with size 56 and stride 1)");
  tensor(3).strides = {std::numeric_limits<int64_t>::min(), 1};
  EXPECT_EQ(call(fn), GL_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(gl_last_error(), "result 0 'y': with data at " +
                                 address(yData.data()) +
                                 " its strides reach outside of the address "
                                 "space");
}

TEST_F(Check, AllowedResultStrides) {
  // Column-major.
  tensor(3).strides = {1, B};
  ASSERT_EQ(call(fn), GL_OK) << gl_last_error();
  for (int64_t b = 0; b < B; ++b)
    for (int64_t k = 0; k < K; ++k)
      ASSERT_EQ(yData[b + k * B], expected(b, k));
  // Rows in reverse.
  tensor(3).strides = {-K, 1};
  tensor(3).data = yData.data() + (B - 1) * K;
  ASSERT_EQ(call(fn), GL_OK) << gl_last_error();
  for (int64_t b = 0; b < B; ++b)
    for (int64_t k = 0; k < K; ++k)
      ASSERT_EQ(yData[(B - 1 - b) * K + k], expected(b, k));
  // Interleaved so that neither dim spans the other, yet nothing collides:
  // 2b + 3k is unique for 0 <= b < 3 and any k.
  std::vector<float> sparse(2 * B + 3 * K);
  tensor(3).data = sparse.data();
  tensor(3).strides = {2, 3};
  tensor(0).shape[1] = B;
  ASSERT_EQ(call(fn), GL_OK) << gl_last_error();
  for (int64_t b = 0; b < B; ++b)
    for (int64_t k = 0; k < K; ++k)
      ASSERT_EQ(sparse[2 * b + 3 * k], expected(b, k));
}

TEST_F(Check, StridesOfDimsOfSizeOneAreIgnored) {
  tensor(0).shape = {R, 1, H};
  tensor(0).strides = {B * H, 0, 1};
  tensor(3).shape = {1, K};
  tensor(3).strides = {0, 1};
  ASSERT_EQ(call(fn), GL_OK) << gl_last_error();
  EXPECT_EQ(yData[5], expected(0, 5));
  tensor(3).strides = {std::numeric_limits<int64_t>::max(), 1};
  EXPECT_EQ(call(fn), GL_OK) << gl_last_error();
}

TEST_F(Check, InputsMayHaveAnyStrides) {
  // A scalar bias by stride 0.
  biasData.assign(K, 3.0f);
  tensor(2).strides = {0};
  expectOk();
  // R reversed: x is stored with its first dim back to front.
  std::vector<float> reversed(xData.size());
  for (int64_t r = 0; r < R; ++r)
    std::copy_n(xData.begin() + r * B * H, B * H,
                reversed.begin() + (R - 1 - r) * B * H);
  tensor(0).data = reversed.data() + (R - 1) * B * H;
  tensor(0).strides = {-B * H, H, 1};
  expectOk();
  // Every second column of a wider buffer.
  std::vector<float> wide(2 * wData.size());
  for (size_t i = 0; i < wData.size(); ++i)
    wide[2 * i] = wData[i];
  tensor(1).data = wide.data();
  tensor(1).strides = {2 * R * H, 2};
  expectOk();
}

TEST_F(Check, Overlap) {
  auto y = [&](void *data) {
    tensor(3).data = data;
    return "result 0 'y' " + bytes(data, B * K * 4) + " overlaps ";
  };
  std::string w = "argument 1 'w' " + bytes(wData.data(), K * R * H * 4);
  std::string x = "argument 0 'x' " + bytes(xData.data(), R * B * H * 4);
  // Exactly w's start, half of x, and the bias.
  expect(y(wData.data()) + w);
  expect(y(xData.data() + R * B * H - B * K / 2) + x);
  std::vector<float> shared(B * K + K);
  tensor(2).data = shared.data() + B * K - 1;
  expect(y(shared.data()) + "argument 2 'bias' " +
         bytes(shared.data() + B * K - 1, K * 4));
  // Next to each other is fine.
  std::copy(biasData.begin(), biasData.end(), shared.begin() + B * K);
  tensor(2).data = shared.data() + B * K;
  ASSERT_EQ(call(fn), GL_OK) << gl_last_error();
  for (int64_t k = 0; k < K; ++k)
    ASSERT_EQ(shared[k], expected(0, k));
}

TEST_F(Check, OverlapOfNegativeStridesCountsDownwards) {
  // y begins behind w but reaches back into it.
  std::vector<float> shared(K * R * H + B * K);
  tensor(1).data = shared.data();
  float *lastRow = shared.data() + K * R * H + (B - 1) * K - 1;
  tensor(3).data = lastRow;
  tensor(3).strides = {-K, 1};
  expect("result 0 'y' " + bytes(lastRow - (B - 1) * K, B * K * 4) +
         " overlaps argument 1 'w' " + bytes(shared.data(), K * R * H * 4));
}

TEST_F(Check, ArgumentsMayOverlapEachOther) {
  biasData.assign(wData.begin(), wData.begin() + K);
  tensor(2).data = wData.data();
  expectOk();
}

TEST_F(Check, TwoResultsMustNotOverlap) {
  Json record = gemmRecord();
  Json &tensors = record["functions"][0]["tensors"];
  tensors.push_back(tensors[3]);
  tensors[4]["name"] = "z";
  load(record);
  gl_tensor list[5] = {tensor(0).view(), tensor(1).view(), tensor(2).view(),
                       tensor(3).view(), tensor(3).view()};
  EXPECT_EQ(gl_function_call(fn, list, 3, list + 3, 2, nullptr),
            GL_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(gl_last_error(), "result 1 'z' " + bytes(yData.data(), B * K * 4) +
                                 " overlaps result 0 'y' " +
                                 bytes(yData.data(), B * K * 4));
}

TEST_F(Check, EmptyTensorsNeedNoMemory) {
  // B = 0: nothing to do, whatever the strides and pointers of x and y are.
  tensor(0).shape = {R, 0, H};
  tensor(0).data = nullptr;
  tensor(0).strides = {0, 0, -5};
  tensor(3).shape = {0, K};
  tensor(3).data = wData.data();
  tensor(3).strides = {0, 0};
  EXPECT_EQ(call(fn), GL_OK) << gl_last_error();
  // K = 0 of the reduction: bias only, with null operands.
  tensor(0).shape = {R, B, 0};
  tensor(1).shape = {K, 0};
  tensor(1).data = nullptr;
  tensor(3) = TestTensor(yData.data(), {B, K});
  ASSERT_EQ(call(fn), GL_OK) << gl_last_error();
  for (int64_t b = 0; b < B; ++b)
    for (int64_t k = 0; k < K; ++k)
      ASSERT_EQ(yData[b * K + k], biasData[k]);
}

TEST_F(Check, LookingAtAFunctionChecksItsArguments) {
  gl_tensor list[3] = {tensor(0).view(), tensor(1).view(), tensor(2).view()};
  for (gl_tensor &t : list)
    t.data = nullptr;
  int64_t shape[2] = {-1, -1};
  ASSERT_EQ(gl_function_result_shape(fn, list, 3, 0, shape, 2), GL_OK)
      << gl_last_error();
  EXPECT_EQ(shape[0], B);
  EXPECT_EQ(shape[1], K);
  EXPECT_EQ(gl_function_result_shape(fn, list, 3, 0, shape, 1),
            GL_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(gl_last_error(),
               "capacity is 1, expected at least the result's rank, 2");
  int64_t wrong[2] = {K, 100};
  list[1].shape = wrong;
  EXPECT_EQ(gl_function_result_shape(fn, list, 3, 0, shape, 2),
            GL_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(gl_last_error(),
               "argument 1 'w': dim 1 is 100, expected 128 (dim 1 of w must be "
               "the reduction size)");
}

TEST(CheckStrides, HigherRanks) {
  Json record = Json::parse(R"({
    "format": 1, "compiler": "", "target": "cpu", "modules": [],
    "functions": [{"name": "f",
      "tensors": [{"role": "result", "name": "y", "dtype": "f16",
                   "shape": [2, 3, 4]}],
      "steps": []}]})");
  ModuleHolder holder;
  ASSERT_EQ(holder.loadHost(record), GL_OK) << gl_last_error();
  std::vector<uint16_t> memory(1000);
  TestTensor y(memory.data() + 500, {2, 3, 4}, GL_F16);
  auto call = [&](std::vector<int64_t> strides) {
    y.strides = std::move(strides);
    gl_tensor view = y.view();
    return gl_function_call(holder.function("f"), nullptr, 0, &view, 1,
                            nullptr);
  };
  for (std::vector<int64_t> good : {std::vector<int64_t>{12, 4, 1},
                                    {1, 2, 6},
                                    {-12, 4, -1},
                                    {12, 1, 3},
                                    {1, 8, 2},
                                    {40, 9, 2}})
    EXPECT_EQ(call(good), GL_OK) << gl_last_error();
  for (std::vector<int64_t> bad :
       {std::vector<int64_t>{4, 4, 1}, {12, 4, 2}, {12, -3, 1}, {0, 4, 1}})
    EXPECT_EQ(call(bad), GL_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(call({5, 4, 3}), GL_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(
      gl_last_error(),
      "result 0 'y': strides make elements of the result (possibly) "
      "share memory (dim 0 with size 2 and stride 5, dim 1 with size 3 "
      "and stride 4, dim 2 with size 4 and stride 3)");
}

/// The rule against brute force on all small rank-2 layouts.
TEST(CheckStrides, RankTwoIsExact) {
  for (int64_t m = 1; m <= 4; ++m) {
    for (int64_t n = 1; n <= 4; ++n) {
      Json record = Json::parse(R"({
        "format": 1, "compiler": "", "target": "cpu", "modules": [],
        "functions": [{"name": "f",
          "tensors": [{"role": "result", "name": "y", "dtype": "f32"}],
          "steps": []}]})");
      record["functions"][0]["tensors"][0]["shape"] = {m, n};
      ModuleHolder holder;
      ASSERT_EQ(holder.loadHost(record), GL_OK) << gl_last_error();
      for (int64_t s = -7; s <= 7; ++s) {
        for (int64_t t = -7; t <= 7; ++t) {
          std::vector<int> hits(100);
          bool collide = false;
          for (int64_t i = 0; i < m; ++i)
            for (int64_t j = 0; j < n; ++j)
              collide |= hits[50 + i * s + j * t]++ != 0;
          std::vector<float> memory(100);
          TestTensor y(memory.data() + 50, {m, n});
          y.strides = {s, t};
          gl_tensor view = y.view();
          gl_status status = gl_function_call(holder.function("f"), nullptr, 0,
                                              &view, 1, nullptr);
          ASSERT_EQ(status, collide ? GL_ERROR_INVALID_ARGUMENT : GL_OK)
              << m << "x" << n << " strides " << s << ", " << t;
        }
      }
    }
  }
}

} // namespace
