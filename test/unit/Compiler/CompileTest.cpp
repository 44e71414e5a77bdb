//===- CompileTest.cpp - The compiler as a library ------------------------===//
//
// From text to code that runs in this process, checked against a reference;
// from several threads, with the same bytes each time; and the conversions
// that code for processors without f16 calls.
//
//===----------------------------------------------------------------------===//

#include "gl/Compiler/Compiler.h"
#include "gl/Compiler/Registration.h"
#include "gl/Target/Host.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/JSON.h"

#include "gtest/gtest.h"
#include <cmath>
#include <thread>
#include <vector>

using namespace mlir;

namespace {

constexpr llvm::StringLiteral kProduct = R"(
func.func @main(%x: tensor<3x?x5xf32>, %w: tensor<7x15xf32>, %b: tensor<7xf32>) -> tensor<?x7xf32> {
  %g = gl.gather_concat stacked %x : tensor<3x?x5xf32> -> tensor<?x15xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<?x15xf32>, tensor<7x15xf32>, tensor<7xf32> -> tensor<?x7xf32>
  return %y : tensor<?x7xf32>
}
)";

/// Compiles `text` in a context of its own; an empty artifact after a failure.
gl::Artifact compile(StringRef text, const gl::CompileOptions &options) {
  DialectRegistry registry;
  gl::registerAllDialects(registry);
  MLIRContext context(registry);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return {};
  FailureOr<gl::Artifact> artifact = gl::compile(*module, options);
  return succeeded(artifact) ? std::move(*artifact) : gl::Artifact();
}

gl::CompileOptions forCPU(StringRef cpu = "native") {
  gl::CompileOptions options;
  options.arch = "cpu";
  options.cpu = cpu.str();
  return options;
}

using Kernel = void (*)(void *const *, int64_t, int64_t);

/// The last variant of step 0 of the first function of `record`.
const llvm::json::Object &lastVariant(const llvm::json::Value &record) {
  const llvm::json::Object &function =
      *(*record.getAsObject()->getArray("functions"))[0].getAsObject();
  const llvm::json::Object &step =
      *(*function.getArray("steps"))[0].getAsObject();
  return *step.getArray("variants")->back().getAsObject();
}

TEST(Compile, KernelRunsInThisProcess) {
  gl::Artifact artifact = compile(kProduct, forCPU());
  ASSERT_EQ(artifact.blobs.size(), 1u);
  EXPECT_EQ(artifact.blobs[0].kind, "object");
  auto jit = gl::HostJit::create(artifact.blobs[0].bytes);
  ASSERT_TRUE(static_cast<bool>(jit)) << llvm::toString(jit.takeError());
  EXPECT_EQ((*jit)->lookup("no_such_kernel"), nullptr);
  llvm::json::Value record = llvm::cantFail(llvm::json::parse(artifact.record));
  const llvm::json::Object &variant = lastVariant(record);
  auto kernel =
      reinterpret_cast<Kernel>((*jit)->lookup(*variant.getString("kernel")));
  ASSERT_NE(kernel, nullptr);

  constexpr int64_t R = 3, B = 11, H = 5, N = 7;
  std::vector<float> x(R * B * H), w(N * R * H), b(N), y(B * N, NAN);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = static_cast<int>(i * 7 % 5) - 2;
  for (size_t i = 0; i < w.size(); ++i)
    w[i] = static_cast<int>(i * 3 % 5) - 2;
  for (size_t i = 0; i < b.size(); ++i)
    b[i] = static_cast<int>(i) - 3;

  // The parameters by the record, whose expressions here are dims and strides.
  void *data[] = {x.data(), w.data(), b.data(), y.data()};
  std::vector<std::vector<int64_t>> dims = {{R, B, H}, {N, R * H}, {N}, {B, N}};
  std::vector<std::vector<int64_t>> strides = {
      {B * H, H, 1}, {R * H, 1}, {1}, {N, 1}};
  std::vector<int64_t> values(64);
  std::vector<void *> params;
  for (const llvm::json::Value &param : *variant.getArray("params")) {
    const llvm::json::Object &object = *param.getAsObject();
    if (std::optional<int64_t> tensor = object.getInteger("ptr")) {
      params.push_back(&data[*tensor]);
      continue;
    }
    const llvm::json::Array &leaf = *object.getArray("i64");
    int64_t tensor = *leaf[1].getAsInteger(), dim = *leaf[2].getAsInteger();
    values[params.size()] =
        (*leaf[0].getAsString() == "dim" ? dims : strides)[tensor][dim];
    params.push_back(&values[params.size()]);
  }
  // The example is one tile high and wide on the CPU: the grid is 1.
  kernel(params.data(), 0, 1);

  for (int64_t m = 0; m < B; ++m)
    for (int64_t n = 0; n < N; ++n) {
      float expected = b[n];
      for (int64_t k = 0; k < R * H; ++k)
        expected += x[(k / H * B + m) * H + k % H] * w[n * R * H + k];
      EXPECT_EQ(y[m * N + n], expected) << "at " << m << ", " << n;
    }
}

TEST(Compile, SameBytesFromManyThreads) {
  gl::CompileOptions gpu;
  gpu.wantCubin = false;
  for (const gl::CompileOptions &options : {gpu, forCPU("x86-64-v3")}) {
    std::string expected = compile(kProduct, options).toBundle();
    EXPECT_GT(expected.size(), 1000u);
    std::vector<std::string> bundles(4);
    std::vector<std::thread> threads;
    for (std::string &bundle : bundles)
      threads.emplace_back(
          [&] { bundle = compile(kProduct, options).toBundle(); });
    for (std::thread &thread : threads)
      thread.join();
    for (const std::string &bundle : bundles)
      EXPECT_TRUE(bundle == expected);
  }
}

TEST(Compile, UnknownTargetIsADiagnostic) {
  MLIRContext context;
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message += diagnostic.str();
    return success();
  });
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>("", &context);
  gl::CompileOptions options;
  options.arch = "sm_70";
  EXPECT_TRUE(failed(gl::compile(*module, options)));
  EXPECT_EQ(message,
            "unknown target 'sm_70'; the targets are cpu, sm_90 and sm_90a");
}

/// The functions that objects for old processors call, through the types that
/// the x86-64 ABI passes in SSE registers.
template <typename Function>
Function *find(StringRef name) {
  for (const gl::HostSymbol &symbol : gl::getHostSymbols())
    if (name == symbol.name)
      return reinterpret_cast<Function *>(symbol.address);
  return nullptr;
}

TEST(HostSymbols, HalfConversionsRoundOnce) {
  auto *extend = find<float(_Float16)>("__extendhfsf2");
  auto *trunc = find<_Float16(float)>("__truncsfhf2");
  auto *truncDouble = find<_Float16(double)>("__truncdfhf2");
  auto *truncBF16 = find<__bf16(float)>("__truncsfbf2");
  ASSERT_TRUE(extend && trunc && truncDouble && truncBF16);
  auto bits = [](auto value) {
    uint16_t result;
    memcpy(&result, &value, sizeof(result));
    return result;
  };
  EXPECT_EQ(bits(trunc(1.0f)), 0x3c00);
  EXPECT_EQ(bits(trunc(65520.0f)), 0x7c00);
  // Between 1 and the next f16, above the middle by less than f32 can say.
  EXPECT_EQ(bits(truncDouble(1.0 + 0x1p-11 + 0x1p-40)), 0x3c01);
  EXPECT_EQ(bits(trunc(1.0f + 0x1p-11f)), 0x3c00);
  EXPECT_EQ(bits(truncBF16(1.0f + 0x1p-8f)), 0x3f80);
  EXPECT_EQ(bits(truncBF16(-1.5f)), 0xbfc0);
  EXPECT_EQ(extend(trunc(-0.333251953125f)), -0.333251953125f);
}

} // namespace
