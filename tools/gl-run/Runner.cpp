//===- Runner.cpp - Run, check and time one case --------------------------===//
//
// See Runner.h.
//
//===----------------------------------------------------------------------===//

#include "Runner.h"

#include "DeviceCall.h"
#include "gl/Reference/Compare.h"
#include "gl/Support/DataGen.h"
#include "gl/Support/Npy.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <algorithm>

using namespace llvm;
using namespace gl;
using namespace gl::run;

/// Prefixes an error with the tensor that it is about.
static Error inTensor(StringRef role, size_t index, const TensorInfo &info,
                      Error error) {
  return makeError(role + " " + Twine(index) + " (" + info.name +
                   "): " + toString(std::move(error)));
}

static Expected<std::vector<Operand>> makeArguments(const Program &program,
                                                    const Options &options,
                                                    uint64_t seed,
                                                    StringRef folder) {
  auto texts =
      assignByName(options.inputs, program.arguments, "--input", "argument");
  if (!texts)
    return texts.takeError();
  std::vector<Operand> operands;
  for (size_t i = 0; i < texts->size(); ++i) {
    const TensorInfo &info = program.arguments[i];
    Expected<TensorSpec> spec = parseSpec((*texts)[i].value_or("rand"));
    if (!spec)
      return inTensor("argument", i, info, spec.takeError());
    Expected<HostArray> array =
        makeArray(*spec, info, randomBits(seed, i), options, folder);
    if (!array)
      return inTensor("argument", i, info, array.takeError());
    Expected<TensorBuffer> buffer = TensorBuffer::create(*array, spec->offset);
    if (!buffer)
      return inTensor("argument", i, info, buffer.takeError());
    buffer->write(*array);
    operands.push_back({std::move(*array), std::move(*buffer)});
  }
  return operands;
}

/// Poisoned memory for result `index` of this shape, in the layout that the
/// options ask for.
static Expected<Operand> makeResult(const std::optional<std::string> &text,
                                    const TensorInfo &info,
                                    const std::vector<int64_t> &shape) {
  Expected<TensorSpec> spec = parseSpec(text.value_or(""));
  if (!spec)
    return spec.takeError();
  if (!spec->source.empty() || spec->shape)
    return makeError("'" + *text +
                     "': a result takes @strides= and @offset= only");
  if (spec->strides && spec->strides->size() != shape.size())
    return makeError("has " + Twine(spec->strides->size()) +
                     " strides for a tensor of rank " + Twine(shape.size()));
  std::string reason;
  std::optional<HostArray> array =
      spec->strides
          ? HostArray::create(info.dtype, shape, *spec->strides, reason)
          : HostArray::create(info.dtype, shape, reason);
  if (!array)
    return makeError(reason);
  Expected<TensorBuffer> buffer = TensorBuffer::create(*array, spec->offset);
  if (!buffer)
    return buffer.takeError();
  return Operand{std::move(*array), std::move(*buffer)};
}

static std::vector<const HostArray *>
arraysOf(const std::vector<Operand> &operands) {
  std::vector<const HostArray *> arrays;
  for (const Operand &operand : operands)
    arrays.push_back(&operand.array);
  return arrays;
}

static Expected<std::vector<HostArray>>
evaluate(Program &program, const std::vector<Operand> &arguments,
         bool roundToTypes) {
  mlir::gl::ReferenceOptions options;
  options.roundToTypes = roundToTypes;
  mlir::FailureOr<std::vector<HostArray>> results = mlir::gl::evaluateReference(
      program.source->function(), arraysOf(arguments), options);
  if (mlir::failed(results))
    return makeError(program.source->takeDiagnostics());
  return std::move(*results);
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

static void printElements(const HostArray &array, size_t dim, int64_t &flat,
                          raw_ostream &os) {
  if (dim == array.shape().size()) {
    os << format("%.9g", array.getFlat(flat++));
    return;
  }
  os << "[";
  for (int64_t i = 0; i < array.shape()[dim]; ++i) {
    os << (i ? ", " : "");
    printElements(array, dim + 1, flat, os);
  }
  os << "]";
}

static void printResults(const Program &program,
                         const std::vector<HostArray *> &results,
                         raw_ostream &os) {
  for (auto [info, array] : zip(program.results, results)) {
    os << info.name << ": " << dtypeName(array->dtype()) << " "
       << formatTuple(array->shape()) << " = ";
    int64_t flat = 0;
    printElements(*array, 0, flat, os);
    os << "\n";
  }
}

/// Writes what each step launches, and compares it with what is expected.
static Error describeLaunches(const Program &program, const Options &options,
                              const DeviceCall &call, raw_ostream &os) {
  int64_t steps = 0;
  for (size_t i = 0; i < program.function->numSteps(); ++i) {
    Expected<gl_variant_info> info = call.variant(i);
    if (!info)
      return info.takeError();
    if (info->is_copy && llvm::is_contained(info->grid, 0)) {
      os << "step " << i << ": nothing, no kernel of the call reads a copy\n";
      continue;
    }
    steps += !info->is_copy;
    os << "step " << i << ": variant " << info->name << ", kernel "
       << info->kernel << ", grid " << info->grid[0] << "x" << info->grid[1]
       << "x" << info->grid[2];
    if (info->block[0])
      os << ", block " << info->block[0] << "x" << info->block[1] << "x"
         << info->block[2] << ", shared " << info->shared_bytes << " bytes";
    if (*info->schedule)
      os << ", " << info->schedule;
    os << "\n";
    if (options.expectFamilies.empty() || info->is_copy ||
        program.device.type == GL_DEVICE_CPU)
      continue;
    StringRef family = StringRef(info->schedule)
                           .split("family = ")
                           .second.take_while(llvm::isAlnum);
    auto names = llvm::map_to_vector(
        options.expectFamilies, [](mlir::gl::Family expected) {
          return mlir::gl::stringifyFamily(expected);
        });
    if (!llvm::is_contained(names, family))
      return makeError("step " + Twine(i) + " launches " + info->kernel +
                       " of family '" + family + "', expected family '" +
                       llvm::join(names, "' or '") + "'");
  }
  if (options.expectSteps && *options.expectSteps != steps)
    return makeError("the function has " + Twine(steps) + " steps, expected " +
                     Twine(*options.expectSteps));
  return Error::success();
}

static void describeDevice(gl_device device, raw_ostream &os) {
  if (device.type == GL_DEVICE_CPU) {
    os << "device: cpu\n";
    return;
  }
  char name[256];
  os << "device: cuda:" << device.index;
  if (gl_device_name(device.index, name, sizeof name) == GL_OK)
    os << " (" << name << ")";
  os << "\n";
}

/// Compares all results; one line each.
static Error check(Program &program, const Options &options,
                   const std::vector<Operand> &arguments,
                   const std::vector<Operand> &results, raw_ostream &os) {
  if (!program.source)
    return makeError("--check needs --reference=FILE when the program is a "
                     "bundle");
  auto ideal = evaluate(program, arguments, /*roundToTypes=*/false);
  if (!ideal)
    return ideal.takeError();
  std::vector<HostArray> typed;
  if (program.source->hasNarrowValues() && !options.exact) {
    auto rounded = evaluate(program, arguments, /*roundToTypes=*/true);
    if (!rounded)
      return rounded.takeError();
    typed = std::move(*rounded);
  }
  if (ideal->size() != results.size())
    return makeError("the reference has " + Twine(ideal->size()) +
                     " results, the program " + Twine(results.size()));

  mlir::gl::CompareOptions compareOptions;
  compareOptions.precision = program.source->precision();
  compareOptions.hasF8Sums =
      program.device.type == GL_DEVICE_CUDA && program.source->hasF8Products();
  compareOptions.tolerance = options.tolerance;
  compareOptions.maxAbs = options.maxAbs;
  compareOptions.exact = options.exact;
  std::string failures;
  for (size_t i = 0; i < results.size(); ++i) {
    const HostArray &actual = results[i].array;
    if (actual.shape() != (*ideal)[i].shape())
      return makeError("result " + Twine(i) + " has shape " +
                       formatTuple(actual.shape()) + ", the reference's is " +
                       formatTuple((*ideal)[i].shape()));
    mlir::gl::Comparison comparison = mlir::gl::compareWithReference(
        actual, (*ideal)[i], typed.empty() ? nullptr : &typed[i],
        compareOptions);
    os << "check: " << (comparison.pass ? "PASS" : "FAIL")
       << format(" rel_fro=%.3g max_abs=%.3g bar=%.3g",
                 comparison.relativeError, comparison.maxAbsError,
                 comparison.bar)
       << (options.exact ? " exact" : "");
    if (results.size() > 1)
      os << " (" << program.results[i].name << ")";
    os << "\n";
    if (!comparison.pass)
      failures += (failures.empty() ? "" : "\n") + program.results[i].name +
                  " misses the bar: " + comparison.reason;
  }
  return failures.empty() ? Error::success() : makeError(failures);
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

namespace {
/// One set of inputs, the results of the call on it, and their memory as the
/// first run left it.
struct Trial {
  Trial(const Program &program, const Options &options)
      : call(*program.function, program.device, options.threads,
             options.dependentLaunch, options.dryRun, !options.noWorkspace) {}

  std::vector<Operand> arguments, results;
  DeviceCall call;
  std::vector<std::string> first;
};
} // namespace

static StringRef bytesOf(const Operand &operand) {
  const Bytes &bytes = operand.buffer.bytes();
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

/// Compares the results' memory with what the first run left. `which` says what
/// has run.
static Error compareWithFirst(const Program &program, Trial &trial,
                              const Twine &which) {
  for (size_t i = 0; i < trial.results.size(); ++i) {
    const Operand &result = trial.results[i];
    StringRef now = bytesOf(result), then = trial.first[i];
    if (now == then)
      continue;
    const HostArray &array = result.array;
    size_t bytes = dtypeBytes(array.dtype());
    int64_t different = 0, firstFlat = 0;
    auto at = [&](int64_t flat) {
      return result.buffer.origin() + array.offsetOfFlat(flat) * bytes;
    };
    for (int64_t flat = array.numElements(); flat-- > 0;)
      if (now.substr(at(flat), bytes) != then.substr(at(flat), bytes)) {
        ++different;
        firstFlat = flat;
      }
    std::string role = ("result " + Twine(i) + " (" + program.results[i].name +
                        ") of " + which)
                           .str();
    if (!different)
      return makeError(role + ": memory around its elements was written");
    std::vector<int64_t> index(array.shape().size());
    for (int64_t d = index.size(), rest = firstFlat; d-- > 0;) {
      index[d] = rest % array.shape()[d];
      rest /= array.shape()[d];
    }
    auto value = [&](StringRef memory) {
      std::string text;
      raw_string_ostream(text) << format(
          "%.17g", loadElement(array.dtype(), memory.data() + at(firstFlat)));
      return text;
    };
    return makeError(role + " differs from that of the first run in " +
                     Twine(different) + " of " + Twine(array.numElements()) +
                     " elements, the first at " + formatTuple(index) +
                     ": got " + value(now) + ", was " + value(then));
  }
  return Error::success();
}

/// Prepares the tensors of a call. `seed` is that of the inputs.
static Expected<std::unique_ptr<Trial>> makeTrial(const Program &program,
                                                  const Options &options,
                                                  uint64_t seed,
                                                  StringRef folder) {
  auto trial = std::make_unique<Trial>(program, options);
  Expected<std::vector<Operand>> arguments =
      makeArguments(program, options, seed, folder);
  if (!arguments)
    return arguments.takeError();
  trial->arguments = std::move(*arguments);
  if (Error error = trial->call.setArguments(trial->arguments))
    return std::move(error);
  auto layouts =
      assignByName(options.results, program.results, "--result", "result");
  if (!layouts)
    return layouts.takeError();
  for (size_t i = 0; i < program.results.size(); ++i) {
    Expected<std::vector<int64_t>> shape = trial->call.resultShape(i);
    if (!shape)
      return shape.takeError();
    Expected<Operand> result =
        makeResult((*layouts)[i], program.results[i], *shape);
    if (!result)
      return inTensor("result", i, program.results[i], result.takeError());
    trial->results.push_back(std::move(*result));
  }
  if (Error error = trial->call.setResults(trial->results))
    return std::move(error);
  return trial;
}

/// One run. Whatever later runs of the trial compute is compared with the
/// first.
static Error runOnce(const Program &program, Trial &trial, int32_t run) {
  bool isFirst = trial.first.empty();
  if (!isFirst)
    if (Error error = trial.call.poison(trial.results))
      return error;
  if (Error error = trial.call.call())
    return error;
  if (Error error = trial.call.fetch(trial.results))
    return error;
  if (!isFirst)
    return compareWithFirst(program, trial, "run " + Twine(run));
  for (auto [i, result] : enumerate(trial.results)) {
    result.buffer.read(result.array);
    if (!result.buffer.outsideIsIntact(result.array))
      return makeError("result " + Twine(i) + " (" + program.results[i].name +
                       "): memory around its elements was written");
    trial.first.push_back(bytesOf(result).str());
  }
  return Error::success();
}

/// Times the calls, and makes sure that they leave the results as they were.
static Error bench(const Program &program, const Options &options, Trial &trial,
                   raw_ostream &os) {
  Expected<std::vector<float>> times =
      trial.call.time(options.warmup, options.repeat);
  if (!times)
    return times.takeError();
  if (Error error = trial.call.fetch(trial.results))
    return error;
  if (Error error = compareWithFirst(program, trial, "the timed runs"))
    return error;
  llvm::sort(*times);
  size_t count = times->size();
  double median = ((*times)[(count - 1) / 2] + (*times)[count / 2]) / 2.0;
  os << format("time: median %.3f us, min %.3f us, max %.3f us", median,
               times->front(), times->back())
     << " of " << count << " runs\n";
  return Error::success();
}

static Error writeOutputs(const Program &program, const Options &options,
                          const std::vector<HostArray *> &results) {
  auto paths =
      assignByName(options.outputs, program.results, "--output", "result");
  if (!paths)
    return paths.takeError();
  std::string reason;
  for (size_t i = 0; i < results.size(); ++i)
    if ((*paths)[i] && !writeNpy(*(*paths)[i], *results[i], reason))
      return makeError(reason);
  return Error::success();
}

/// --device=reference: the results are the reference, rounded once.
static Error runReference(Program &program, const Options &options,
                          const std::vector<Operand> &arguments,
                          raw_ostream &os) {
  if (options.check || options.bench || options.dryRun || options.runs > 1 ||
      !options.results.empty())
    return makeError("--device=reference takes no --check, --bench, --runs, "
                     "--dry-run or --result: nothing is compiled");
  auto ideal = evaluate(program, arguments, /*roundToTypes=*/false);
  if (!ideal)
    return ideal.takeError();
  std::vector<HostArray> rounded;
  std::vector<HostArray *> results;
  for (auto [info, array] : zip(program.results, *ideal)) {
    std::string reason;
    std::optional<HostArray> converted = array.convert(info.dtype, reason);
    if (!converted)
      return makeError(reason);
    rounded.push_back(std::move(*converted));
  }
  for (HostArray &array : rounded)
    results.push_back(&array);
  os << "device: float64 reference\n";
  if (options.print)
    printResults(program, results, os);
  return writeOutputs(program, options, results);
}

/// Whether two calls get the same numbers.
static bool sameInputs(const Trial &a, const Trial &b) {
  return all_of(zip(a.arguments, b.arguments), [](const auto &pair) {
    return bytesOf(std::get<0>(pair)) == bytesOf(std::get<1>(pair));
  });
}

Error gl::run::runCase(Program &program, const Options &options,
                       StringRef folder, raw_ostream &os) {
  // Names of outputs are wrong before the run, not after it.
  if (auto outputs =
          assignByName(options.outputs, program.results, "--output", "result");
      !outputs)
    return outputs.takeError();
  if (options.device == DeviceKind::Reference) {
    auto arguments = makeArguments(program, options, options.seed, folder);
    if (!arguments)
      return arguments.takeError();
    return runReference(program, options, *arguments, os);
  }

  SmallVector<std::unique_ptr<Trial>, 2> trials;
  for (uint64_t i = 0; i < (options.alternate ? 2 : 1); ++i) {
    auto trial = makeTrial(program, options, options.seed + i, folder);
    if (!trial)
      return trial.takeError();
    trials.push_back(std::move(*trial));
  }
  if (options.alternate && sameInputs(*trials[0], *trials[1]))
    return makeError("--alternate: both sets of inputs are the same; it takes "
                     "a rand, uniform or randint without a seed");

  describeDevice(program.device, os);
  if (!program.fusion.empty())
    os << "fused: " << program.fusion << "\n";
  if (Error error = describeLaunches(program, options, trials[0]->call, os))
    return error;
  if (options.dryRun)
    return Error::success();
  int32_t runs = std::max<int32_t>(options.runs, trials.size());
  for (int32_t run = 0; run < runs; ++run)
    if (Error error = runOnce(program, *trials[run % trials.size()], run))
      return error;
  if (options.check)
    for (std::unique_ptr<Trial> &trial : trials)
      if (Error error =
              check(program, options, trial->arguments, trial->results, os))
        return error;
  if (options.bench)
    if (Error error = bench(program, options, *trials[0], os))
      return error;
  std::vector<HostArray *> arrays;
  for (Operand &result : trials[0]->results)
    arrays.push_back(&result.array);
  if (options.print)
    printResults(program, arrays, os);
  return writeOutputs(program, options, arrays);
}
