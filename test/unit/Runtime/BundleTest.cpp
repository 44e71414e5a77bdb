//===-- BundleTest.cpp - Reading bundles ----------------------------------===//
//
// Every way in which a bundle or its record can be wrong gives a status and a
// message that says where.
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"

#include <cstdio>
#include <fstream>
#include <limits>

using namespace gltest;

namespace {

/// Loads `record` for a GPU and expects this message.
void expectBadRecord(const Json &record, const std::string &message) {
  ModuleHolder holder;
  EXPECT_EQ(holder.loadGpu(record), GL_ERROR_BAD_BUNDLE);
  EXPECT_EQ(gl_last_error(), "bad bundle record: " + message);
  EXPECT_EQ(holder.module, nullptr);
}

/// gemmRecord for a GPU with the value at `path` (a JSON pointer) replaced.
Json with(const char *path, const Json &value) {
  Json record = gemmRecord("sm_90a");
  record[Json::json_pointer(path)] = value;
  return record;
}

Json without(const char *path, const char *key) {
  Json record = gemmRecord("sm_90a");
  record[Json::json_pointer(path)].erase(key);
  return record;
}

gl_status load(const std::string &bundle) {
  ModuleHolder holder;
  return gl_module_load_memory(bundle.data(), bundle.size(), &holder.module);
}

TEST(Bundle, Crc32IsZlibs) {
  EXPECT_EQ(gl::rt::crc32("123456789", 9), 0xCBF43926u);
  EXPECT_EQ(gl::rt::crc32("", 0), 0u);
}

TEST(Bundle, OpensIntoItsParts) {
  std::string bundle = makeBundle("{\"a\":1}", std::string("code\0more", 9));
  gl_bundle_view view;
  ASSERT_EQ(gl_bundle_open(bundle.data(), bundle.size(), &view), GL_OK);
  EXPECT_EQ(std::string(view.json, view.json_bytes), "{\"a\":1}");
  EXPECT_EQ(std::string(static_cast<const char *>(view.code), view.code_bytes),
            std::string("code\0more", 9));
}

TEST(Bundle, RejectsDamagedFiles) {
  std::string good = makeBundle(gemmRecord("sm_90a").dump(), "code");
  ASSERT_EQ(load(good), GL_OK) << gl_last_error();

  EXPECT_EQ(load(good.substr(0, 23)), GL_ERROR_BAD_BUNDLE);
  EXPECT_STREQ(gl_last_error(),
               "not a gl bundle: 23 bytes, expected at least 24");
  EXPECT_EQ(load(""), GL_ERROR_BAD_BUNDLE);
  EXPECT_STREQ(gl_last_error(),
               "not a gl bundle: 0 bytes, expected at least 24");

  std::string magic = good;
  magic[7] = '2';
  EXPECT_EQ(load(magic), GL_ERROR_BAD_BUNDLE);
  EXPECT_STREQ(gl_last_error(), "not a gl bundle: it does not begin with the "
                                "magic GLBNDL01");

  EXPECT_EQ(load(good.substr(0, 100)), GL_ERROR_BAD_BUNDLE);
  EXPECT_EQ(gl_last_error(),
            "damaged bundle: its record has " +
                std::to_string(gemmRecord("sm_90a").dump().size()) +
                " bytes by the header, but only 76 bytes follow (was it cut "
                "short?)");

  std::string length = good;
  length[15] = '\x80';
  EXPECT_EQ(load(length), GL_ERROR_BAD_BUNDLE);

  // One bit anywhere after the header.
  for (size_t at : {size_t(24), good.size() / 2, good.size() - 1}) {
    std::string flipped = good;
    flipped[at] ^= 1;
    EXPECT_EQ(load(flipped), GL_ERROR_BAD_BUNDLE) << at;
    EXPECT_EQ(
        std::string(gl_last_error()).rfind("damaged bundle: CRC-32 is ", 0), 0u)
        << gl_last_error();
  }
  // The checksum itself, also in its upper half, which is zero.
  for (size_t at : {size_t(16), size_t(23)}) {
    std::string flipped = good;
    flipped[at] ^= 1;
    EXPECT_EQ(load(flipped), GL_ERROR_BAD_BUNDLE) << at;
  }
}

TEST(Bundle, RejectsWhatIsNotARecord) {
  EXPECT_EQ(load(makeBundle("{\"format\": 1,")), GL_ERROR_BAD_BUNDLE);
  EXPECT_EQ(
      std::string(gl_last_error()).rfind("bad bundle record: not JSON: ", 0),
      0u)
      << gl_last_error();
  EXPECT_EQ(load(makeBundle("\xff\xfe")), GL_ERROR_BAD_BUNDLE);
  EXPECT_EQ(load(makeBundle("")), GL_ERROR_BAD_BUNDLE);
  EXPECT_EQ(load(makeBundle(std::string(100000, '['))), GL_ERROR_BAD_BUNDLE);
  expectBadRecord(Json::array(), "record: expected an object");
  expectBadRecord(3, "record: expected an object");
  expectBadRecord(with("/format", 2), "record.format: format 2 is not known; "
                                      "this runtime (0.1.0) reads format 1");
  expectBadRecord(with("/format", "1"), "record.format: expected an integer");
  expectBadRecord(without("", "compiler"), "record: 'compiler' is missing");
  expectBadRecord(with("/functions", 5), "record.functions: expected an array");
}

TEST(Bundle, RejectsUnknownTargets) {
  for (const char *target : {"", "sm_", "sm_9", "sm_9a", "sm_90b", "sm_90aa",
                             "sm_12345", "cpu,sm_90", "gfx90a", "sm_-9"})
    expectBadRecord(with("/target", target),
                    std::string("record.target: unknown target '") + target +
                        "', expected cpu, sm_<n> or sm_<n>a");
}

TEST(Bundle, RejectsBadModules) {
  Json record = gemmRecord("sm_90a");
  record["modules"] = {{{"kind", "ptx"}, {"offset", 0}, {"size", 1}}};
  expectBadRecord(record, "modules[0]: the code ends at byte 1, but there are "
                          "only 0 bytes of code");
  record["modules"][0]["offset"] = std::numeric_limits<int64_t>::max();
  record["modules"][0]["size"] = std::numeric_limits<int64_t>::max();
  expectBadRecord(record, "modules[0]: the code ends at byte "
                          "18446744073709551614, but there are only 0 bytes of "
                          "code");
  record["modules"][0]["offset"] = -1;
  expectBadRecord(record, "modules[0].offset: -1 is not in the range 0 to "
                          "9223372036854775807");
  record["modules"][0]["kind"] = "object";
  expectBadRecord(record,
                  "modules[0].kind: 'object' does not suit target sm_90a");
}

TEST(Bundle, RejectsBadTensors) {
  expectBadRecord(with("/functions/0/tensors/0/role", "input"),
                  "functions[0].tensors[0].role: 'input' is not arg, result or "
                  "temp");
  expectBadRecord(with("/functions/0/tensors/0/dtype", "f64"),
                  "functions[0].tensors[0].dtype: unknown dtype 'f64'");
  expectBadRecord(with("/functions/0/tensors/1/shape/0", -1),
                  "functions[0].tensors[1].shape[0]: -1 is not in the range 0 "
                  "to 9223372036854775807");
  expectBadRecord(with("/functions/0/tensors/1/shape/0", 2.5),
                  "functions[0].tensors[1].shape[0]: expected an integer");
  expectBadRecord(with("/functions/0/tensors/1/shape/0", {"dim", 0, 1}),
                  "functions[0].tensors[1].shape[0]: an argument's size may "
                  "not be an expression");
  expectBadRecord(with("/functions/0/tensors/3/shape/0", nullptr),
                  "functions[0].tensors[3].shape[0]: only an argument's size "
                  "may be null");
  expectBadRecord(
      with("/functions/0/tensors/3/shape/0", {"dim", 3, 1}),
      "functions[0].tensors[3].shape[0]: tensor 3 does not exist or "
      "may not be used here (there are 3 tensors)");
  expectBadRecord(
      with("/functions/0/tensors/2",
           {{"role", "temp"}, {"name", "t"}, {"dtype", "f32"}, {"shape", {4}}}),
      "functions[0].tensors[3].role: arguments must come first, "
      "then results, then temporaries");
}

TEST(Bundle, RejectsBadExpressions) {
  const char *path = "/functions/0/steps/0/variants/1/grid/0";
  const std::string where = "functions[0].steps[0].variants[1].grid[0]: ";
  expectBadRecord(with(path, {"pow", 2, 3}), where + "unknown operator 'pow'");
  expectBadRecord(with(path, {"constant", 2, 3}),
                  where + "unknown operator 'constant'");
  expectBadRecord(with(path, {"add", 2}),
                  where + "expected an integer or [operator, a, b]");
  expectBadRecord(with(path, "4"), where + "expected an integer");
  expectBadRecord(with(path, {"dim", 4, 0}),
                  where + "tensor 4 does not exist or may not be used here "
                          "(there are 4 tensors)");
  expectBadRecord(with(path, {"dim", -1, 0}),
                  where + "tensor -1 does not exist or may not be used here "
                          "(there are 4 tensors)");
  expectBadRecord(with(path, {"stride", 1, 2}),
                  where + "tensor 1 has rank 2 and no dim 2");
  expectBadRecord(with(path, uint64_t(1) << 63),
                  where + "9223372036854775808 does not fit in 64 bits");
  Json deep = 1;
  for (int i = 0; i < 1000; ++i)
    deep = Json::array({"add", 1, deep});
  expectBadRecord(with(path, deep),
                  where + "the expression is nested more than 63 deep");
}

TEST(Bundle, RejectsBadVariants) {
  const std::string path = "/functions/0/steps/0/variants/0";
  const std::string where = "functions[0].steps[0].variants[0]";
  expectBadRecord(with("/functions/0/steps/0/variants", Json::array()),
                  "functions[0].steps[0]: a step needs at least one variant");
  expectBadRecord(without(path.c_str(), "kernel"),
                  where + ": 'kernel' is missing");
  expectBadRecord(with((path + "/grid").c_str(), {1, 1}),
                  where + ".grid: expected 3 extents, got 2");
  expectBadRecord(with((path + "/block/0").c_str(), 0),
                  where + ".block[0]: 0 is not in the range 1 to 1024");
  expectBadRecord(with((path + "/block").c_str(), {1024, 2, 1}),
                  where + ".block: 2048 threads, expected at most 1024");
  expectBadRecord(with((path + "/shared_bytes").c_str(), -1),
                  where + ".shared_bytes: -1 is not in the range 0 to "
                          "2147483647");
  expectBadRecord(
      with((path + "/guard/0").c_str(), {{"odd", {1, 2}}}),
      where + ".guard[0]: expected one of eq, le, divides, aligned, within");
  expectBadRecord(with((path + "/guard/0/aligned/1").c_str(), 0),
                  where + ".guard[0].aligned: 0 is not in the range 1 to "
                          "1073741824");
  expectBadRecord(with((path + "/cost").c_str(), "cheap"),
                  where + ".cost: expected an integer");
  expectBadRecord(with((path + "/params/0").c_str(), {{"f32", 1}}),
                  where + ".params[0]: unknown parameter kind 'f32'");
  expectBadRecord(with("/functions/0/steps/0/writes", 1),
                  "functions[0].steps[0].writes: tensor 1 is no temporary");
  expectBadRecord(with((path + "/params/0").c_str(), {{"ptr", 9}}),
                  where + ".params[0]: tensor 9 does not exist or may not be "
                          "used here (there are 4 tensors)");
}

/// gemmRecord whose first parameter is a map of x, with the value at `path` in
/// the map replaced.
Json withMap(const char *path, const Json &value) {
  Json map = Json::parse(R"({
    "tensor": 0, "box": [32, 64, 1], "swizzle": 128,
    "extents": [["dim", 0, 2], 64, ["dim", 0, 0]],
    "strides": [["stride", 0, 1], 2048]})");
  map[Json::json_pointer(path)] = value;
  return with("/functions/0/steps/0/variants/0/params/0",
              {{"tensor_map", map}});
}

TEST(Bundle, RejectsBadTensorMaps) {
  const std::string where =
      "functions[0].steps[0].variants[0].params[0].tensor_map";
  ModuleHolder good;
  ASSERT_EQ(good.loadGpu(withMap("/tensor", 0)), GL_OK) << gl_last_error();

  expectBadRecord(
      with("/functions/0/steps/0/variants/0/params/0", {{"tensor_map", 3}}),
      where + ": expected an object");
  expectBadRecord(withMap("/tensor", 4),
                  where + ".tensor: tensor 4 does not exist or may not be used "
                          "here (there are 4 tensors)");

  expectBadRecord(withMap("/box", Json::array()),
                  where + ".box: expected 1 to 5 extents, got 0");
  expectBadRecord(withMap("/box", {4, 1, 1, 1, 1, 1}),
                  where + ".box: expected 1 to 5 extents, got 6");
  expectBadRecord(withMap("/box/1", 0),
                  where + ".box[1]: 0 is not in the range 1 to 256");
  expectBadRecord(withMap("/box/1", 257),
                  where + ".box[1]: 257 is not in the range 1 to 256");
  expectBadRecord(withMap("/box/0", 30),
                  where + ".box: 120 bytes wide, expected a multiple of 16");
  expectBadRecord(withMap("/box/0", 64),
                  where + ".box: 256 bytes wide, expected at most 128, the "
                          "swizzle");
  expectBadRecord(withMap("/swizzle", 16),
                  where + ".swizzle: 16 is not one of 0, 32, 64, 128");
  expectBadRecord(withMap("/swizzle", "128"),
                  where + ".swizzle: expected an integer");

  expectBadRecord(withMap("/extents", {32, 64}),
                  where + ".extents: expected 3 for a box of 3 dims, got 2");
  expectBadRecord(withMap("/extents/1", 0),
                  where + ".extents[1]: 0 is not in the range 1 to 4294967296");
  expectBadRecord(withMap("/extents/1", (int64_t(1) << 32) + 1),
                  where + ".extents[1]: 4294967297 is not in the range 1 to "
                          "4294967296");
  expectBadRecord(withMap("/extents/0", {"dim", 0, 3}),
                  where + ".extents[0]: tensor 0 has rank 3 and no dim 3");
  expectBadRecord(withMap("/strides", Json::array()),
                  where + ".strides: expected 2 for a box of 3 dims, got 0");
  expectBadRecord(withMap("/strides/1", 2046),
                  where + ".strides[1]: 2046 is not a multiple of 4 elements");
  expectBadRecord(withMap("/strides/1", 0),
                  where + ".strides[1]: 0 is not in the range 4 to "
                          "274877906943");
  expectBadRecord(withMap("/strides/1", int64_t(1) << 38),
                  where + ".strides[1]: 274877906944 is not in the range 4 to "
                          "274877906943");

  Json host = gemmRecord("cpu");
  host["functions"][0]["steps"][0]["variants"][0]["params"][0] = withMap(
      "/tensor", 0)["functions"][0]["steps"][0]["variants"][0]["params"][0];
  ModuleHolder holder;
  EXPECT_EQ(holder.loadHost(host), GL_ERROR_BAD_BUNDLE);
  EXPECT_EQ(gl_last_error(), "bad bundle record: " + where +
                                 ": a kernel on the CPU has no tensor maps");
}

TEST(Bundle, RejectsTwoFunctionsOfOneName) {
  Json record = gemmRecord("sm_90a");
  record["functions"].push_back(record["functions"][0]);
  expectBadRecord(record, "functions[1]: a second function is named 'main'");
}

TEST(Bundle, TargetsHaveTheirOwnLoader) {
  ModuleHolder holder;
  EXPECT_EQ(holder.loadGpu(gemmRecord("cpu")), GL_ERROR_UNSUPPORTED);
  EXPECT_STREQ(gl_last_error(),
               "the bundle's target is cpu: its object has to be linked or "
               "compiled first, and is then loaded with gl_module_load_host");
  EXPECT_EQ(holder.loadHost(gemmRecord("sm_90")), GL_ERROR_UNSUPPORTED);
  EXPECT_STREQ(gl_last_error(),
               "the record's target is sm_90, expected cpu; a GPU bundle is "
               "loaded with gl_module_load_memory");
}

TEST(Bundle, LoadsFiles) {
  std::string path = ::testing::TempDir() + "gl a'b\"c;d.glb";
  std::ofstream(path, std::ios::binary)
      << makeBundle(gemmRecord("sm_90a").dump());
  ModuleHolder holder;
  ASSERT_EQ(gl_module_load_file(path.c_str(), &holder.module), GL_OK)
      << gl_last_error();
  EXPECT_STREQ(gl_module_target(holder.module), "sm_90a");
  std::ofstream(path, std::ios::binary) << "text";
  gl_module *none = nullptr;
  EXPECT_EQ(gl_module_load_file(path.c_str(), &none), GL_ERROR_BAD_BUNDLE);
  EXPECT_EQ(gl_last_error(),
            path + ": not a gl bundle: 4 bytes, expected at least 24");
  std::remove(path.c_str());
  EXPECT_EQ(gl_module_load_file(path.c_str(), &none), GL_ERROR_IO);
  EXPECT_EQ(gl_last_error(),
            "cannot open '" + path + "': No such file or directory");
  EXPECT_EQ(gl_module_load_file("/", &none), GL_ERROR_IO);
  EXPECT_STREQ(gl_last_error(), "cannot read '/': Is a directory");
}

TEST(Bundle, MissingKernelsAndFunctionsAreNamed) {
  Json record = gemmRecord();
  record["functions"][0]["steps"][0]["variants"][1]["kernel"] = "other";
  ModuleHolder holder;
  EXPECT_EQ(holder.loadHost(record), GL_ERROR_NOT_FOUND);
  EXPECT_STREQ(gl_last_error(), "kernel 'other' of the record was not found");

  ASSERT_EQ(holder.loadHost(gemmRecord()), GL_OK);
  const gl_function *fn = nullptr;
  EXPECT_EQ(gl_module_get_function(holder.module, "mian", &fn),
            GL_ERROR_NOT_FOUND);
  EXPECT_STREQ(gl_last_error(),
               "the module has no function 'mian'; it has 'main'");
}

TEST(Bundle, DescribesFunctions) {
  ModuleHolder holder;
  ASSERT_EQ(holder.loadHost(gemmRecord()), GL_OK) << gl_last_error();
  EXPECT_STREQ(gl_module_compiler(holder.module), "gl test");
  EXPECT_EQ(gl_module_num_functions(holder.module), 1u);
  const gl_function *fn = gl_module_function_at(holder.module, 0);
  EXPECT_EQ(gl_module_function_at(holder.module, 1), nullptr);
  EXPECT_EQ(fn, holder.function());
  EXPECT_STREQ(gl_function_name(fn), "main");
  EXPECT_EQ(gl_function_num_args(fn), 3u);
  EXPECT_EQ(gl_function_num_results(fn), 1u);
  EXPECT_EQ(gl_function_num_steps(fn), 1u);
  gl_tensor_info info;
  ASSERT_EQ(gl_function_arg_info(fn, 1, &info), GL_OK);
  EXPECT_STREQ(info.name, "w");
  EXPECT_EQ(info.dtype, GL_F32);
  EXPECT_EQ(info.rank, 2);
  EXPECT_EQ(info.shape[1], -1);
  EXPECT_EQ(gl_function_result_info(fn, 1, &info), GL_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(gl_last_error(), "function 'main': result 1 does not exist; "
                                "their number is 1");
}

} // namespace
