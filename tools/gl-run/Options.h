//===- Options.h - Command line of gl-run -----------------------*- C++ -*-===//
//
// One set of options describes one case. The parser is called for the command
// line and for every line of a file of cases, which is why it keeps nothing in
// globals.
//
//===----------------------------------------------------------------------===//

#ifndef GL_TOOLS_GL_RUN_OPTIONS_H
#define GL_TOOLS_GL_RUN_OPTIONS_H

#include "gl/Dialect/GL/IR/ScheduleFields.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gl::run {

enum class DeviceKind { Auto, CPU, CUDA, Reference };

struct Options {
  std::string program;
  std::string function;
  std::vector<std::string> inputs;  ///< [NAME=]SPEC
  std::vector<std::string> results; ///< [NAME=]@strides=...@offset=...
  std::vector<std::string> outputs; ///< [NAME=]FILE
  std::string reference;
  std::string name;
  std::string cases;
  uint64_t seed = 0;

  DeviceKind device = DeviceKind::Auto;
  int32_t deviceIndex = 0;
  int32_t threads = 0;
  bool dependentLaunch = false;
  std::string target = "sm_90a";
  std::string cpu = "native";
  std::string schedule;

  bool check = false;
  bool exact = false;
  std::optional<double> tolerance;
  std::optional<double> maxAbs;
  int32_t runs = 1;
  bool alternate = false;
  bool dryRun = false;
  bool noWorkspace = false;
  bool bench = false;
  int32_t repeat = 20;
  int32_t warmup = 5;
  bool convert = false;
  bool print = false;
  bool explain = false;
  bool help = false;
  bool version = false;
  std::optional<std::string> expectError;
  std::optional<int64_t> expectSteps;
  /// Any of these; none is no expectation.
  llvm::SmallVector<mlir::gl::Family, 2> expectFamilies;
};

extern const char *const kHelp;

/// Reads `arguments` on top of what `options` already says. Errors quote the
/// option.
llvm::Error parseOptions(llvm::ArrayRef<const char *> arguments,
                         Options &options);

/// The whole of `text` as a number, hexadecimal floats included, in the C
/// locale.
std::optional<double> parseNumber(llvm::StringRef text);

/// An error with this text.
llvm::Error makeError(const llvm::Twine &text);

} // namespace gl::run

#endif // GL_TOOLS_GL_RUN_OPTIONS_H
