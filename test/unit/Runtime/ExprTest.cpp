//===-- ExprTest.cpp - Expressions of a bundle ----------------------------===//
//
// Values of every operator, in particular with negative operands, and errors in
// place of overflow, traps and division by zero.
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"

#include "Error.h"

#include <array>
#include <limits>

using namespace gltest;

namespace {

constexpr int64_t least = std::numeric_limits<int64_t>::min();
constexpr int64_t most = std::numeric_limits<int64_t>::max();

/// Evaluates an expression with tensor 0 of shape (a, b) and strides (b, 1).
int64_t evaluate(const Json &expr, int64_t a = 0, int64_t b = 0) {
  Json record = Json::parse(R"({
    "format": 1, "compiler": "", "target": "cpu", "modules": [],
    "functions": [{"name": "f",
      "tensors": [{"role": "arg", "name": "x", "dtype": "f32",
                   "shape": [null, null]}],
      "steps": [{"variants": [{"name": "v", "kernel": "k", "guard": [],
                               "params": []}]}]}]})");
  record["functions"][0]["steps"][0]["variants"][0]["grid"] = {expr, 1, 1};
  std::string text = record.dump();
  gl::rt::BundleSpec spec =
      gl::rt::parseRecord(text.data(), text.size(), nullptr);
  gl::rt::Frame frame(spec.functions[0]);
  frame.shape(0)[0] = a;
  frame.shape(0)[1] = b;
  frame.strides(0)[0] = b;
  frame.strides(0)[1] = 1;
  return spec.functions[0].steps[0].variants[0].grid[0].evaluate(frame);
}

std::string errorOf(const Json &expr, int64_t a = 0, int64_t b = 0) {
  try {
    return "no error, value " + std::to_string(evaluate(expr, a, b));
  } catch (const gl::rt::Error &error) {
    EXPECT_EQ(error.status, GL_ERROR_INVALID_ARGUMENT);
    return error.message;
  }
}

Json binary(const char *op, const Json &a, const Json &b) {
  return Json::array({op, a, b});
}

TEST(Expr, Values) {
  EXPECT_EQ(evaluate(-7), -7);
  EXPECT_EQ(evaluate({"dim", 0, 1}, 3, 5), 5);
  EXPECT_EQ(evaluate({"stride", 0, 0}, 3, 5), 5);
  EXPECT_EQ(evaluate(binary("add", 2, 3)), 5);
  EXPECT_EQ(evaluate(binary("sub", 2, 3)), -1);
  EXPECT_EQ(evaluate(binary("mul", -2, 3)), -6);
  EXPECT_EQ(evaluate(binary("min", -2, 3)), -2);
  EXPECT_EQ(evaluate(binary("max", -2, 3)), 3);
  // (10 - dim 0) * (dim 1 + 2): operands in order, nested on both sides.
  EXPECT_EQ(evaluate(binary("mul", binary("sub", 10, {"dim", 0, 0}),
                            binary("add", {"dim", 0, 1}, 2)),
                     3, 5),
            49);
}

TEST(Expr, DivisionRoundsByTheMathematicalRule) {
  struct {
    int64_t a, b, floor, ceil, mod;
  } cases[] = {{7, 2, 3, 4, 1},
               {-7, 2, -4, -3, 1},
               {7, -2, -4, -3, -1},
               {-7, -2, 3, 4, -1},
               {6, 3, 2, 2, 0},
               {-6, 3, -2, -2, 0},
               {0, 5, 0, 0, 0},
               {most, 1, most, most, 0},
               {least, 1, least, least, 0}};
  for (const auto &c : cases) {
    EXPECT_EQ(evaluate(binary("floordiv", c.a, c.b)), c.floor) << c.a;
    EXPECT_EQ(evaluate(binary("ceildiv", c.a, c.b)), c.ceil) << c.a;
    EXPECT_EQ(evaluate(binary("mod", c.a, c.b)), c.mod) << c.a;
  }
  EXPECT_EQ(evaluate(binary("mod", least, -1)), 0);
}

TEST(Expr, OverflowIsAnError) {
  EXPECT_EQ(
      errorOf(binary("add", most, 1)),
      "function 'f': add(9223372036854775807, 1) does not fit in 64 bits");
  EXPECT_EQ(errorOf(binary("sub", least, 1)),
            "function 'f': sub(-9223372036854775808, 1) does not fit in 64 "
            "bits");
  EXPECT_EQ(
      errorOf(binary("mul", {"dim", 0, 0}, {"dim", 0, 1}), int64_t(1) << 32,
              int64_t(1) << 31),
      "function 'f': mul(4294967296, 2147483648) does not fit in 64 bits");
  EXPECT_EQ(errorOf(binary("floordiv", least, -1)),
            "function 'f': floordiv(-9223372036854775808, -1) does not fit in "
            "64 bits");
  EXPECT_EQ(errorOf(binary("ceildiv", least, -1)),
            "function 'f': ceildiv(-9223372036854775808, -1) does not fit in "
            "64 bits");
}

TEST(Expr, DivisionByZeroIsAnError) {
  for (const char *op : {"floordiv", "ceildiv", "mod"})
    EXPECT_EQ(errorOf(binary(op, 4, {"dim", 0, 0})),
              std::string("function 'f': ") + op + "(4, 0) divides by zero");
}

TEST(Expr, DeepNestingFitsTheStack) {
  Json left = 1, right = 1;
  for (int i = 0; i < 61; ++i) {
    left = binary("add", left, 1);
    right = binary("add", 1, right);
  }
  EXPECT_EQ(evaluate(left), 62);
  EXPECT_EQ(evaluate(right), 62);
}

/// Whether {"within": [0, limit]} holds for a tensor of the given dims.
bool isWithin(int64_t limit, std::array<int64_t, 2> sizes,
              std::array<int64_t, 2> strides, bool isEmpty = false) {
  Json record = Json::parse(R"({
    "format": 1, "compiler": "", "target": "cpu", "modules": [],
    "functions": [{"name": "f",
      "tensors": [{"role": "arg", "name": "x", "dtype": "f32",
                   "shape": [null, null]}],
      "steps": [{"variants": [{"name": "v", "kernel": "k", "guard": [],
                               "grid": [1, 1, 1], "params": []}]}]}]})");
  record["functions"][0]["steps"][0]["variants"][0]["guard"] = {
      {{"within", {0, limit}}}};
  std::string text = record.dump();
  gl::rt::BundleSpec spec =
      gl::rt::parseRecord(text.data(), text.size(), nullptr);
  gl::rt::Frame frame(spec.functions[0]);
  for (int dim = 0; dim < 2; ++dim) {
    frame.shape(0)[dim] = sizes[dim];
    frame.strides(0)[dim] = strides[dim];
  }
  frame.empty[0] = isEmpty;
  return spec.functions[0].steps[0].conditions[0].holds(frame);
}

TEST(Condition, Within) {
  EXPECT_TRUE(isWithin(20, {4, 5}, {5, 1}));
  EXPECT_FALSE(isWithin(19, {4, 5}, {5, 1}));
  EXPECT_TRUE(isWithin(1, {4, 5}, {0, 0}));
  EXPECT_FALSE(isWithin(1000, {4, 5}, {5, -1}));
  // Dims of size 1 and empty tensors do not count, and nothing overflows.
  EXPECT_TRUE(isWithin(5, {1, 5}, {-7, 1}));
  EXPECT_TRUE(isWithin(1, {0, 5}, {least, most}, /*isEmpty=*/true));
  EXPECT_FALSE(isWithin(1 << 30, {(int64_t(1) << 31) - 1, 2}, {most, most}));
}

} // namespace
