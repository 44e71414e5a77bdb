//===- gl-run.cpp - Compile a program, run it, check and time it ----------===//
//
// The command line of one case, or of a file of them. See Options.cpp for the
// help text.
//
//===----------------------------------------------------------------------===//

#include "Runner.h"

#include "gl/Compiler/DeepStack.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/WithColor.h"
#include <map>

using namespace llvm;
using namespace gl::run;

namespace {
/// The programs of this process; one that several cases name is compiled once.
class ProgramCache {
public:
  Expected<Program *> get(const Options &options, StringRef folder) {
    std::string key;
    for (const std::string &part :
         {options.program, options.function, options.reference, options.target,
          options.cpu, options.schedule,
          std::to_string(static_cast<int>(options.device)),
          std::to_string(options.dryRun), std::to_string(options.deviceIndex)})
      key += part + '\0';
    auto found = programs.find(key);
    if (found != programs.end())
      return found->second.get();
    Expected<std::unique_ptr<Program>> program = loadProgram(options, folder);
    if (!program)
      return program.takeError();
    return (programs[key] = std::move(*program)).get();
  }

private:
  std::map<std::string, std::unique_ptr<Program>> programs;
};
} // namespace

/// Runs one case. An expected error makes it a success.
static Error run(ProgramCache &cache, const Options &options, StringRef folder,
                 raw_ostream &os) {
  auto attempt = [&]() -> Error {
    if (options.program.empty())
      return makeError("no program; see gl-run --help");
    Expected<Program *> program = cache.get(options, folder);
    if (!program)
      return program.takeError();
    os << (*program)->remarks;
    return runCase(**program, options, folder, os);
  };
  Error error = attempt();
  if (!options.expectError)
    return error;
  std::string text = toString(std::move(error));
  if (text.empty())
    return makeError("succeeded; expected an error with '" +
                     *options.expectError + "'");
  if (!StringRef(text).contains(*options.expectError))
    return makeError("expected an error with '" + *options.expectError +
                     "', got: " + text);
  os << "failed as expected: " << text << "\n";
  return Error::success();
}

/// Runs each line of `defaults.cases`. Returns the exit status.
static int runCases(const Options &defaults) {
  auto file = MemoryBuffer::getFileOrSTDIN(defaults.cases);
  if (!file) {
    WithColor::error(errs(), "gl-run")
        << defaults.cases << ": " << file.getError().message() << "\n";
    return 1;
  }
  std::string folder = sys::path::parent_path(defaults.cases).str();
  ProgramCache cache;
  size_t passed = 0, failed = 0, number = 0;
  SmallVector<StringRef> lines;
  (*file)->getBuffer().split(lines, '\n');
  for (StringRef line : lines) {
    ++number;
    line = line.trim();
    if (line.empty() || line.starts_with("#"))
      continue;
    BumpPtrAllocator allocator;
    StringSaver saver(allocator);
    SmallVector<const char *> arguments;
    cl::TokenizeGNUCommandLine(line, saver, arguments);
    Options options = defaults;
    options.cases.clear();
    Error error = parseOptions(arguments, options);
    if (!error && !options.cases.empty())
      error = makeError("a case cannot be a file of cases");
    std::string name =
        options.name.empty() ? ("line " + Twine(number)).str() : options.name;
    PrettyStackTraceFormat trace("case '%s' of %s", name.c_str(),
                                 defaults.cases.c_str());
    std::string report;
    raw_string_ostream os(report);
    if (!error)
      error = run(cache, options, folder, os);
    if (error) {
      ++failed;
      outs() << "FAIL " << name << ": " << toString(std::move(error)) << "\n";
    } else {
      ++passed;
      outs() << "PASS " << name << "\n";
    }
    if (options.explain || options.print || options.bench)
      outs() << report;
    outs().flush();
  }
  outs() << passed << " passed, " << failed << " failed\n";
  if (passed + failed == 0) {
    WithColor::error(errs(), "gl-run") << defaults.cases << " has no cases\n";
    return 1;
  }
  return failed ? 1 : 0;
}

/// Everything but the process's set-up.
static int runTool(int argc, char **argv) {
  Options options;
  if (Error error = parseOptions(
          ArrayRef(argv + 1, static_cast<size_t>(argc - 1)), options)) {
    WithColor::error(errs(), "gl-run") << toString(std::move(error)) << "\n";
    return 1;
  }
  if (options.help) {
    outs() << kHelp;
    return 0;
  }
  if (options.version) {
    outs() << "gl-run " << gl_runtime_version() << "\n";
    return 0;
  }
  if (!options.cases.empty()) {
    if (!options.program.empty()) {
      WithColor::error(errs(), "gl-run")
          << "--cases takes no program on the command line, got '"
          << options.program << "'\n";
      return 1;
    }
    return runCases(options);
  }
  ProgramCache cache;
  Error error = run(cache, options, /*folder=*/"", outs());
  if (!error)
    return 0;
  outs().flush();
  std::string text = toString(std::move(error));
  // Diagnostics of the compiler are complete lines already.
  if (StringRef(text).contains(": error: "))
    errs() << text << (StringRef(text).ends_with("\n") ? "" : "\n");
  else
    WithColor::error(errs(), "gl-run") << text << "\n";
  return 1;
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  return mlir::gl::runOnDeepStack([&] { return runTool(argc, argv); });
}
