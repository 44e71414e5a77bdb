//===- Options.cpp - Command line of gl-run -------------------------------===//
//
// See Options.h.
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "llvm/ADT/Twine.h"
#include <functional>

using namespace llvm;

const char *const gl::run::kHelp =
    R"(gl-run: compile a gl program, run it, check and time it

usage: gl-run [options] PROGRAM
       gl-run [options] --cases=FILE

PROGRAM is MLIR text or bytecode of level 0, 1 or 2 (`-`: standard input), or a
bundle that gl-compile made.

What runs
  --function=NAME       function to run; may be left out if it is `main` or the only one
  --device=DEVICE       auto (default: cuda:0 if there is a GPU, else cpu), cpu, cuda:N, or
                        reference: float64 as written, nothing is compiled
  --target=ARCH         sm_90a (default) or sm_90, for a GPU
  --cpu=NAME            processor to generate code for: native (default), x86-64, ...
  --threads=N           most threads that a CPU uses; 0 (default): all
  --dependent-launch    GPU: kernels begin before those ahead of them in the stream have ended
  --schedule=SCHEDULE   a #gl.schedule<...> for every product
  --explain             print the compiler's remarks and its report
  --no-workspace        give the call no memory of its own: kernels that read no copy of an input
  --dry-run             compile and choose the kernels of the call, on the GPU's behalf with
                        --device=cuda even where there is none; launch nothing, check no result

Tensors
  --input=[NAME=]SPEC   an argument, by name or in order; one that is not given is rand
      FILE.npy          of the argument's dtype
      rand[:SEED]       uniform in [-1, 1)
      uniform:LO:HI[:SEED], randint:LO:HI[:SEED] (integers, both ends included)
      ones, zeros, arange, full:VALUE, list:V;V;...
      eye               1 where the last two indices are equal, else 0
      iota:DIM[:START]  START + the index of dim DIM
    followed by [D0,D1,...], the shape, where the program leaves a dim open
    followed by @strides=S0,S1,... and @offset=N, in elements: a view with gaps and a start
    that are NaN in memory. Several inputs may be given, each in an option of its own.
  --result=[NAME=]@strides=...@offset=...   layout of a result, by name or in order
  --output=[NAME=]FILE.npy                  where to write a result, by name or in order
  --seed=N              the seed that those of rand, uniform and randint without one derive from
  --convert             round .npy inputs of another dtype
  --print               print the results

Checking
  --check               compare with the float64 reference; status 1 if the bar is missed
  --tolerance=X         bar for the relative Frobenius error, in place of the default
                        (f32: 1e-6, tf32x3: 2e-6, tf32: 1e-3; narrower results: 1.05 times the
                        error of rounding the reference, plus 1e-6)
  --max-abs=X           a bar for the largest absolute error, too
  --exact               demand the rounded reference bit for bit
  --reference=FILE      the program to compare with; needed if PROGRAM is a bundle
  --runs=N              run N times (1), each on results that are NaN before; fail unless all
                        results are bit for bit those of the first run
  --alternate           let the runs take turns between two sets of inputs, the second that of the
                        seed after --seed
  --expect-steps=N      fail unless the call is N kernel launches, beside copies of
                        inputs
  --expect-family=NAME[,NAME...]
                        on a GPU, fail unless every kernel's schedule is of one of these families
  --expect-error=TEXT   succeed if the run fails with an error that contains TEXT

Timing
  --bench               time the function: CUDA-graph replay on a GPU, wall clock on a CPU
  --repeat=N            runs to take the median of (20)
  --warmup=N            runs before them (5)

Many cases
  --cases=FILE          each line is the options of one case, on top of those of the command
                        line; programs and .npy files are found from the file's folder; a program
                        is compiled once. Prints PASS or FAIL for each and the totals.
  --name=TEXT           what a case is called in that list

  --help, --version
)";

Error gl::run::makeError(const Twine &text) {
  return createStringError(inconvertibleErrorCode(), text);
}

std::optional<double> gl::run::parseNumber(StringRef text) {
  double value;
  if (text.empty() || text.getAsDouble(value))
    return std::nullopt;
  return value;
}

namespace {
using gl::run::makeError;

/// What an option does with its value.
using Setter = std::function<Error(StringRef value)>;

struct Option {
  StringRef name;
  bool isFlag;
  Setter set;
};

Option text(StringRef name, std::string &target) {
  return {name, false, [&target](StringRef value) {
            target = value.str();
            return Error::success();
          }};
}

Option list(StringRef name, std::vector<std::string> &target) {
  return {name, false, [&target](StringRef value) {
            target.push_back(value.str());
            return Error::success();
          }};
}

Option flag(StringRef name, bool &target) {
  return {name, true, [&target](StringRef) {
            target = true;
            return Error::success();
          }};
}

template <typename T>
Option integer(StringRef name, T &target, int64_t least) {
  return {name, false, [&target, least](StringRef value) -> Error {
            T parsed;
            if (value.getAsInteger(10, parsed) ||
                (least >= 0 && parsed < static_cast<T>(least)))
              return makeError("expected an integer of at least " +
                               Twine(least) + ", got '" + value + "'");
            target = parsed;
            return Error::success();
          }};
}

Option number(StringRef name, std::optional<double> &target) {
  return {name, false, [&target](StringRef value) -> Error {
            target = gl::run::parseNumber(value);
            if (!target || !(*target >= 0))
              return makeError("expected a number of at least 0, got '" +
                               value + "'");
            return Error::success();
          }};
}

Error setDevice(StringRef value, gl::run::Options &options) {
  using gl::run::DeviceKind;
  options.deviceIndex = 0;
  StringRef index = value;
  if (value == "auto")
    options.device = DeviceKind::Auto;
  else if (value == "cpu")
    options.device = DeviceKind::CPU;
  else if (value == "reference")
    options.device = DeviceKind::Reference;
  else if (value == "cuda")
    options.device = DeviceKind::CUDA;
  else if (index.consume_front("cuda:") &&
           !index.getAsInteger(10, options.deviceIndex) &&
           options.deviceIndex >= 0)
    options.device = DeviceKind::CUDA;
  else
    return makeError("expected auto, cpu, cuda:N or reference, got '" + value +
                     "'");
  return Error::success();
}
} // namespace

Error gl::run::parseOptions(ArrayRef<const char *> arguments,
                            Options &options) {
  std::vector<Option> known = {
      text("function", options.function),
      list("input", options.inputs),
      list("result", options.results),
      list("output", options.outputs),
      text("reference", options.reference),
      text("name", options.name),
      text("cases", options.cases),
      integer("seed", options.seed, 0),
      {"device", false,
       [&](StringRef value) { return setDevice(value, options); }},
      integer("threads", options.threads, 0),
      flag("dependent-launch", options.dependentLaunch),
      text("target", options.target),
      text("cpu", options.cpu),
      text("schedule", options.schedule),
      flag("check", options.check),
      {"exact", true,
       [&](StringRef) {
         options.exact = options.check = true;
         return Error::success();
       }},
      number("tolerance", options.tolerance),
      number("max-abs", options.maxAbs),
      integer("runs", options.runs, 1),
      flag("alternate", options.alternate),
      flag("dry-run", options.dryRun),
      flag("no-workspace", options.noWorkspace),
      flag("bench", options.bench),
      integer("repeat", options.repeat, 1),
      integer("warmup", options.warmup, 0),
      flag("convert", options.convert),
      flag("print", options.print),
      flag("explain", options.explain),
      flag("help", options.help),
      flag("version", options.version),
      {"expect-error", false,
       [&](StringRef value) {
         options.expectError = value.str();
         return Error::success();
       }},
      {"expect-steps", false,
       [&](StringRef value) {
         options.expectSteps.emplace();
         return integer("", *options.expectSteps, 0).set(value);
       }},
      {"expect-family", false,
       [&](StringRef value) -> Error {
         for (StringRef name : llvm::split(value, ',')) {
           auto family = mlir::gl::symbolizeFamily(name);
           if (!family)
             return makeError("expected cpu, simt, mma or wgmma, got '" + name +
                              "'");
           options.expectFamilies.push_back(*family);
         }
         return Error::success();
       }},
  };
  bool onlyPrograms = false;
  std::optional<std::string> program;
  for (StringRef argument : arguments) {
    if (argument == "--" && !onlyPrograms) {
      onlyPrograms = true;
      continue;
    }
    if (onlyPrograms || argument == "-" || !argument.starts_with("-")) {
      if (program)
        return makeError("more than one program: '" + *program + "' and '" +
                         argument + "'");
      program = argument.str();
      continue;
    }
    auto [name, value] = argument.split('=');
    bool hasValue = argument.contains('=');
    StringRef bare = name;
    const Option *option = nullptr;
    if (bare.consume_front("--"))
      for (const Option &candidate : known)
        if (candidate.name == bare)
          option = &candidate;
    if (!option)
      return makeError("unknown option '" + name + "'; see gl-run --help");
    if (option->isFlag && hasValue)
      return makeError(name + " takes no value, got '" + value + "'");
    if (!option->isFlag && !hasValue)
      return makeError(name + " needs a value: " + name + "=...");
    if (Error error = option->set(value))
      return makeError(name + ": " + toString(std::move(error)));
  }
  if (program)
    options.program = *program;
  return Error::success();
}
