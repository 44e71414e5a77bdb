//===-- Call.cpp - Planning of one call -----------------------------------===//
//
// Chooses each step's variant and evaluates its grid and parameters into arrays
// on the stack.
//
//===----------------------------------------------------------------------===//

#include "Call.h"

#include "CudaModule.h"
#include "Error.h"

#include <algorithm>
#include <limits>

namespace gl::rt {

gl_device Call::bind(const CallTensors &tensors) {
  checkShapes(frame, tensors);
  return checkDevices(frame, bundle, tensors);
}

namespace {
/// What the guards of a step's variants ask of one call, each found out once.
class Guards {
public:
  Guards(const StepSpec &step, const Frame &frame)
      : step(step), frame(frame), answers(step.conditions.size()) {}

  bool hold(const VariantSpec &variant) {
    return std::all_of(variant.guard.begin(), variant.guard.end(),
                       [&](size_t condition) { return holds(condition); });
  }

private:
  enum Answer : char { Unknown, Yes, No };

  /// One that divides by zero or does not fit in 64 bits does not hold: sizes
  /// that a variant was not made for may do that, and the next variant takes
  /// them.
  bool holds(size_t condition) {
    Answer &answer = answers[condition];
    if (answer == Unknown) {
      try {
        answer = step.conditions[condition].holds(frame) ? Yes : No;
      } catch (const Error &) {
        answer = No;
      }
    }
    return answer == Yes;
  }

  const StepSpec &step;
  const Frame &frame;
  InlineArray<Answer, 256> answers;
};
} // namespace

/// The estimate of a variant that has one; nothing if it does not fit in 64
/// bits.
static std::optional<int64_t> getCost(const VariantSpec &variant,
                                      const Frame &frame) {
  try {
    return variant.cost->evaluate(frame);
  } catch (const Error &) {
    return std::nullopt;
  }
}

/// The variant that a call takes; null if none accepts its tensors. Without
/// `withTemporaries`, of those that need no temporary.
const VariantSpec *Call::find(size_t step, bool withTemporaries) const {
  const VariantSpec *cheapest = nullptr;
  int64_t least = 0;
  Guards guards(frame.fn.steps[step], frame);
  for (const VariantSpec &variant : frame.fn.steps[step].variants) {
    if (!withTemporaries && !variant.temporaries.empty())
      continue;
    if (!guards.hold(variant))
      continue;
    // What has no estimate is for calls that nothing before it takes.
    if (!variant.cost)
      return cheapest ? cheapest : &variant;
    std::optional<int64_t> cost = getCost(variant, frame);
    if (cost && (!cheapest || *cost < least)) {
      cheapest = &variant;
      least = *cost;
    }
  }
  return cheapest;
}

const VariantSpec &Call::select(size_t step, bool hasWorkspace) const {
  const VariantSpec *variant = find(step, hasWorkspace);
  // What there is no other variant for needs a workspace, which is checked for.
  if (!variant && !hasWorkspace)
    variant = find(step, /*withTemporaries=*/true);
  if (!variant)
    fail(GL_ERROR_BAD_BUNDLE, "function '", frame.fn.name,
         "': no variant of step ", step,
         " accepts these tensors; the last one should accept all");
  return *variant;
}

/// From the last step to the first: a temporary is written for steps behind.
/// Says whether any is.
bool Call::selectAll(bool hasWorkspace) {
  InlineArray<char, 32> isRead(frame.fn.tensors.size());
  bool usesTemporaries = false;
  for (size_t step = launches.size(); step-- > 0;) {
    Launch &launch = launches[step];
    const StepSpec &spec = frame.fn.steps[step];
    launch.isNeeded = !spec.writes || isRead[*spec.writes];
    // Of a step that launches nothing, any stands for all.
    launch.variant =
        launch.isNeeded ? &select(step, hasWorkspace) : &spec.variants.front();
    if (!launch.isNeeded)
      continue;
    usesTemporaries |= !launch.variant->temporaries.empty();
    for (size_t temporary : launch.variant->temporaries)
      isRead[temporary] = 1;
  }
  return usesTemporaries;
}

void Call::planGrid(Launch &launch) const {
  auto refuse = [&](size_t dim, const char *expected, int64_t limit) {
    fail(GL_ERROR_INVALID_ARGUMENT, "function '", frame.fn.name, "', variant '",
         launch.variant->name, "': grid dim ", dim, " is ", launch.grid[dim],
         ", expected ", expected, limit);
  };
  for (size_t i = 0; i < 3; ++i) {
    launch.grid[i] = launch.variant->grid[i].evaluate(frame);
    if (launch.grid[i] < 0)
      refuse(i, "at least ", 0);
    if (launch.grid[i] >= extentLimit)
      refuse(i, "less than ", extentLimit);
  }
  launch.programs = 0;
  if (std::find(launch.grid, launch.grid + 3, 0) != launch.grid + 3)
    return;
  if (!bundle.cpu)
    for (size_t i = 1; i < 3; ++i)
      if (launch.grid[i] > maxGridYZ)
        refuse(i, "at most ", maxGridYZ);
  launch.programs =
      checkedMul(frame.fn, checkedMul(frame.fn, launch.grid[0], launch.grid[1]),
                 launch.grid[2]);
  // Leaves room for the CPU threads' counter to run past the end.
  constexpr int64_t maxPrograms = int64_t(1) << 62;
  if (bundle.cpu && launch.programs > maxPrograms)
    fail(GL_ERROR_INVALID_ARGUMENT, "function '", frame.fn.name, "', variant '",
         launch.variant->name, "': the grid has ", launch.programs,
         " programs, expected at most ", maxPrograms);
}

uint64_t Call::paramValue(const VariantSpec &variant, size_t index) const {
  const ParamSpec &param = variant.params[index];
  if (param.kind == ParamSpec::Ptr)
    return reinterpret_cast<uintptr_t>(frame.data[param.tensor]);
  int64_t value = param.expr.evaluate(frame);
  if (param.kind == ParamSpec::I64)
    return static_cast<uint64_t>(value);
  if (value < std::numeric_limits<int32_t>::min() ||
      value > std::numeric_limits<int32_t>::max())
    fail(GL_ERROR_INVALID_ARGUMENT, "function '", frame.fn.name, "', variant '",
         variant.name, "': kernel parameter ", index, " is ", value,
         ", expected a value that fits in 32 bits");
  // A kernel reads the first four bytes, which on the (little-endian) hosts
  // that gl serves are the low ones.
  return static_cast<uint32_t>(static_cast<int32_t>(value));
}

void Call::plan(const gl_call_options &options, bool probing) {
  checkMemory(frame, options);
  placeTemporaries(frame, options.workspace);
  bool isProbed = probing && !options.workspace;
  bool usesWorkspace = selectAll(options.workspace ||
                                 (isProbed && options.workspace_bytes != 0));
  if (usesWorkspace && !isProbed)
    checkWorkspace(frame, options);
  size_t nextParam = 0;
  for (size_t step = 0; step < launches.size(); ++step) {
    Launch &launch = launches[step];
    launch.firstParam = nextParam;
    launch.programs = 0;
    std::fill_n(launch.grid, 3, 0);
    if (!launch.isNeeded)
      continue;
    planGrid(launch);
    if (launch.programs == 0)
      continue;
    for (size_t i = 0; i < launch.variant->params.size(); ++i, ++nextParam) {
      if (launch.variant->params[i].kind == ParamSpec::TensorMap)
        continue;
      values[nextParam] = paramValue(*launch.variant, i);
      params[nextParam] = &values[nextParam];
    }
  }
}

TensorMapKey Call::tensorMapKey(const ParamSpec &param) const {
  const TensorMapSpec &spec = param.map;
  gl_dtype dtype = frame.fn.tensors[param.tensor].dtype;
  auto bytes = static_cast<int64_t>(gl_dtype_size(dtype));
  TensorMapKey key;
  key.address = reinterpret_cast<uintptr_t>(frame.data[param.tensor]);
  key.dtype = dtype;
  key.rank = static_cast<uint32_t>(spec.extents.size());
  key.swizzle = spec.swizzle;
  std::copy_n(spec.box, spec.extents.size(), key.box);
  for (size_t i = 0; i < spec.extents.size(); ++i)
    key.extents[i] = static_cast<uint64_t>(spec.extents[i].evaluate(frame));
  for (size_t i = 0; i < spec.strides.size(); ++i)
    key.strides[i] = static_cast<uint64_t>(
        checkedMul(frame.fn, spec.strides[i].evaluate(frame), bytes));
  return key;
}

void Call::encodeTensorMaps(const CudaDriver &driver) {
  TensorMapCache *cache = nullptr;
  for (size_t step = 0; step < launches.size(); ++step) {
    const Launch &launch = launches[step];
    if (launch.programs == 0)
      continue;
    for (size_t i = 0; i < launch.variant->params.size(); ++i) {
      const ParamSpec &param = launch.variant->params[i];
      if (param.kind != ParamSpec::TensorMap)
        continue;
      if (!cache) {
        cache = &TensorMapCache::get();
        cache->startCall();
      }
      params[launch.firstParam + i] =
          cache->find(driver, tensorMapKey(param), [&] {
            return str("function '", frame.fn.name, "', variant '",
                       launch.variant->name, "', ",
                       describe(frame.fn, param.tensor));
          });
    }
  }
}

} // namespace gl::rt
