//===- TensorSpec.cpp - What an argument or result shall be ---------------===//
//
// See TensorSpec.h and the help text in Options.cpp.
//
//===----------------------------------------------------------------------===//

#include "TensorSpec.h"

#include "gl/Support/DataGen.h"
#include "gl/Support/Npy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace gl;
using namespace gl::run;

std::string gl::run::formatShape(const std::vector<int64_t> &shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i) {
    text += i ? ", " : "";
    text += shape[i] < 0 ? "?" : std::to_string(shape[i]);
  }
  return text + (shape.size() == 1 ? ",)" : ")");
}

std::string gl::run::resolvePath(StringRef path, StringRef folder) {
  if (folder.empty() || path == "-" || sys::path::is_absolute(path))
    return path.str();
  SmallString<128> full(folder);
  sys::path::append(full, path);
  return std::string(full);
}

/// "4,12,32"; "" is the empty list.
static Expected<std::vector<int64_t>> parseIntegers(StringRef text,
                                                    StringRef what) {
  std::vector<int64_t> values;
  if (text.trim().empty())
    return values;
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  for (StringRef part : parts) {
    int64_t value;
    if (part.trim().getAsInteger(10, value))
      return makeError("expected integers separated by commas as " + what +
                       ", got '" + text + "'");
    values.push_back(value);
  }
  return values;
}

Expected<TensorSpec> gl::run::parseSpec(StringRef text) {
  TensorSpec spec;
  StringRef rest = text;
  // Views come last; what is before the first is the source.
  size_t view = std::min(text.find("@strides="), text.find("@offset="));
  StringRef views = view == StringRef::npos ? "" : text.substr(view);
  rest = text.substr(0, view);
  while (!views.empty()) {
    views.consume_front("@");
    auto [key, tail] = views.split('=');
    StringRef value = tail.take_until([](char c) { return c == '@'; });
    views = tail.substr(value.size());
    if (key == "strides") {
      Expected<std::vector<int64_t>> strides = parseIntegers(value, "strides");
      if (!strides)
        return strides.takeError();
      spec.strides = std::move(*strides);
    } else if (key != "offset" || value.getAsInteger(10, spec.offset) ||
               spec.offset < 0) {
      return makeError("expected @strides=S0,S1,... or @offset=N with N >= 0, "
                       "got '@" +
                       key + "=" + value + "'");
    }
  }
  size_t bracket = rest.rfind('[');
  if (rest.ends_with("]") && bracket != StringRef::npos) {
    Expected<std::vector<int64_t>> shape =
        parseIntegers(rest.slice(bracket + 1, rest.size() - 1), "a shape");
    if (!shape)
      return shape.takeError();
    if (any_of(*shape, [](int64_t dim) { return dim < 0; }))
      return makeError("the shape " + formatTuple(*shape) +
                       " has a negative dim");
    spec.shape = std::move(*shape);
    rest = rest.substr(0, bracket);
  }
  spec.source = rest.str();
  return spec;
}

Expected<std::vector<std::optional<std::string>>>
gl::run::assignByName(const std::vector<std::string> &texts,
                      const std::vector<TensorInfo> &tensors, StringRef option,
                      StringRef role) {
  std::vector<std::optional<std::string>> assigned(tensors.size());
  size_t next = 0;
  for (StringRef text : texts) {
    StringRef name, rest;
    std::tie(name, rest) = text.split('=');
    bool isName = text.contains('=') && !name.empty() &&
                  all_of(name, [](char c) { return isAlnum(c) || c == '_'; });
    size_t index = next;
    if (isName) {
      index = find_if(tensors,
                      [&](const TensorInfo &t) { return t.name == name; }) -
              tensors.begin();
      if (index == tensors.size()) {
        std::string names;
        for (const TensorInfo &tensor : tensors)
          names += (names.empty() ? "" : ", ") + tensor.name;
        return makeError(option + "=" + text + ": the program has no " + role +
                         " '" + name + "'; it has: " + names);
      }
    } else {
      rest = text;
      ++next;
    }
    if (index >= tensors.size())
      return makeError(option + "=" + text + ": the program has " +
                       Twine(tensors.size()) + " " + role + "s");
    if (assigned[index])
      return makeError(option + "=" + text + ": " + role + " '" +
                       tensors[index].name + "' is given twice");
    assigned[index] = rest.str();
  }
  return assigned;
}

//===----------------------------------------------------------------------===//
// Generators
//===----------------------------------------------------------------------===//

namespace {
/// A generator's parameters, as in `uniform:LO:HI:SEED`.
struct Call {
  StringRef name;
  SmallVector<StringRef> parameters;
};
} // namespace

static Error wrongParameters(StringRef source, StringRef form) {
  return makeError("'" + source + "' does not have the form " + form);
}

/// Parameter `index` as a seed, or `seed` if it is absent.
static bool readSeed(const Call &call, size_t index, uint64_t &seed) {
  return call.parameters.size() <= index ||
         !call.parameters[index].getAsInteger(10, seed);
}

static Error fillUniform(HostArray &array, const Call &call, uint64_t seed,
                         StringRef source) {
  std::optional<double> lo, hi;
  if (call.parameters.size() == 2 || call.parameters.size() == 3) {
    lo = parseNumber(call.parameters[0]);
    hi = parseNumber(call.parameters[1]);
  }
  if (!lo || !hi || !(*lo <= *hi) || !readSeed(call, 2, seed))
    return wrongParameters(source, "uniform:LO:HI[:SEED] with LO <= HI");
  for (int64_t i = 0, e = array.numElements(); i < e; ++i)
    array.setFlat(i, *lo + (*hi - *lo) *
                               (static_cast<double>(randomBits(seed, i) >> 11) *
                                0x1p-53));
  return Error::success();
}

static Error fillList(HostArray &array, const Call &call, StringRef source) {
  SmallVector<StringRef> items;
  if (call.parameters.size() == 1)
    call.parameters[0].split(items, ';');
  if (static_cast<int64_t>(items.size()) != array.numElements())
    return makeError("'" + source + "' has " + Twine(items.size()) +
                     " values for the " + Twine(array.numElements()) +
                     " elements of shape " + formatTuple(array.shape()));
  for (auto [i, item] : enumerate(items)) {
    std::optional<double> value = parseNumber(item);
    if (!value)
      return wrongParameters(source, "list:VALUE;VALUE;...");
    array.setFlat(i, *value);
  }
  return Error::success();
}

/// Sets each element to fn(index).
template <typename Fn>
static void fillByIndex(HostArray &array, Fn fn) {
  std::vector<int64_t> index(array.rank());
  for (int64_t flat = 0, e = array.numElements(); flat < e; ++flat) {
    for (int64_t d = array.rank(), rest = flat; d-- > 0;) {
      index[d] = rest % array.shape()[d];
      rest /= array.shape()[d];
    }
    array.set(index, fn(index));
  }
}

static Error fillIota(HostArray &array, const Call &call, StringRef source) {
  int64_t dim = 0;
  std::optional<double> start = 0;
  size_t count = call.parameters.size();
  if (count == 2)
    start = parseNumber(call.parameters[1]);
  if ((count != 1 && count != 2) || !start ||
      call.parameters[0].getAsInteger(10, dim) || dim < 0 ||
      dim >= array.rank())
    return wrongParameters(source, "iota:DIM[:START] with DIM below the rank " +
                                       std::to_string(array.rank()));
  fillByIndex(array, [&](const std::vector<int64_t> &index) {
    return *start + static_cast<double>(index[dim]);
  });
  return Error::success();
}

/// Runs the generator that `source` names. False if there is none.
static Expected<bool> generate(HostArray &array, StringRef source,
                               uint64_t seed) {
  Call call;
  SmallVector<StringRef> fields;
  source.split(fields, ':');
  call.name = fields[0];
  call.parameters.append(fields.begin() + 1, fields.end());
  size_t count = call.parameters.size();
  auto done = [](Error error) -> Expected<bool> {
    if (error)
      return std::move(error);
    return true;
  };

  std::string reason;
  if (call.name == "rand") {
    if (count > 1 || !readSeed(call, 0, seed))
      return wrongParameters(source, "rand[:SEED]");
    fillRand(array, seed);
  } else if (call.name == "randint") {
    int64_t lo, hi;
    if (count < 2 || count > 3 || call.parameters[0].getAsInteger(10, lo) ||
        call.parameters[1].getAsInteger(10, hi) || !readSeed(call, 2, seed))
      return wrongParameters(source, "randint:LO:HI[:SEED]");
    if (!fillRandInt(array, lo, hi, seed, reason))
      return makeError("'" + source + "': " + reason);
  } else if (call.name == "full") {
    std::optional<double> value;
    if (count == 1)
      value = parseNumber(call.parameters[0]);
    if (!value)
      return wrongParameters(source, "full:VALUE");
    array.fill(*value);
  } else if (call.name == "uniform") {
    return done(fillUniform(array, call, seed, source));
  } else if (call.name == "list") {
    return done(fillList(array, call, source));
  } else if (call.name == "iota") {
    return done(fillIota(array, call, source));
  } else if (call.name == "ones" || call.name == "zeros" ||
             call.name == "arange" || call.name == "eye") {
    if (count)
      return wrongParameters(source, call.name);
    if (call.name == "ones")
      fillOnes(array);
    else if (call.name == "zeros")
      fillZeros(array);
    else if (call.name == "arange" && !fillArange(array, reason))
      return makeError("'" + source + "': " + reason);
    else if (call.name == "eye" && array.rank() < 2)
      return makeError("'eye' needs rank 2 or more, got " +
                       Twine(array.rank()));
    else if (call.name == "eye")
      fillByIndex(array, [](const std::vector<int64_t> &index) {
        return index.back() == index[index.size() - 2] ? 1.0 : 0.0;
      });
  } else {
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

static Error checkShape(const std::vector<int64_t> &shape,
                        const TensorInfo &info, const Twine &source) {
  bool fits = shape.size() == info.shape.size();
  for (size_t i = 0; fits && i < shape.size(); ++i)
    fits = info.shape[i] < 0 || info.shape[i] == shape[i];
  if (fits)
    return Error::success();
  return makeError(source + " has shape " + formatTuple(shape) +
                   ", the program takes " + formatShape(info.shape));
}

/// An array with the strides that the spec asks for, if it does.
static Expected<HostArray> createArray(const TensorSpec &spec, DType dtype,
                                       const std::vector<int64_t> &shape) {
  std::string reason;
  if (spec.strides && spec.strides->size() != shape.size())
    return makeError("has " + Twine(spec.strides->size()) +
                     " strides for a tensor of rank " + Twine(shape.size()));
  std::optional<HostArray> array =
      spec.strides ? HostArray::create(dtype, shape, *spec.strides, reason)
                   : HostArray::create(dtype, shape, reason);
  if (!array)
    return makeError(reason);
  return std::move(*array);
}

static Expected<HostArray> readFile(const TensorSpec &spec,
                                    const TensorInfo &info, bool convert,
                                    StringRef folder) {
  std::string path = resolvePath(spec.source, folder), reason;
  if (spec.shape)
    return makeError("a file has its own shape; leave out " +
                     formatTuple(*spec.shape));
  std::optional<HostArray> file = readNpy(path, reason);
  if (!file)
    return makeError(reason);
  if (Error error = checkShape(file->shape(), info, path))
    return std::move(error);
  if (file->dtype() != info.dtype && !convert)
    return makeError(Twine(path) + " has dtype " + dtypeName(file->dtype()) +
                     ", the program takes " + dtypeName(info.dtype) +
                     "; --convert rounds it");
  if (!spec.strides && file->dtype() == info.dtype)
    return std::move(*file);
  Expected<HostArray> array = createArray(spec, info.dtype, file->shape());
  if (array && !array->copyFrom(*file, reason))
    return makeError(reason);
  return array;
}

Expected<HostArray> gl::run::makeArray(const TensorSpec &spec,
                                       const TensorInfo &info, uint64_t seed,
                                       const Options &options,
                                       StringRef folder) {
  if (StringRef(spec.source).ends_with(".npy"))
    return readFile(spec, info, options.convert, folder);
  if (!spec.shape && is_contained(info.shape, -1))
    return makeError("the program takes shape " + formatShape(info.shape) +
                     "; give the sizes, as in --input=" + info.name +
                     "=rand[4,12,32]");
  std::vector<int64_t> shape = spec.shape ? *spec.shape : info.shape;
  if (Error error = checkShape(shape, info, "'" + spec.source + "'"))
    return std::move(error);
  Expected<HostArray> array = createArray(spec, info.dtype, shape);
  if (!array)
    return array;
  Expected<bool> known = generate(*array, spec.source, seed);
  if (!known)
    return known.takeError();
  if (!*known)
    return makeError("'" + spec.source +
                     "' is neither a .npy file nor rand, uniform, randint, "
                     "ones, zeros, arange, full, list, eye or iota");
  return array;
}
