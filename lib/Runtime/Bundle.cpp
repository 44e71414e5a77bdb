//===-- Bundle.cpp - Reading bundles --------------------------------------===//
//
// The file layout and the JSON record of docs/bundle.md. Every error says where
// in the record it is ("functions[0].steps[1].variants[0].grid[2]"), since a
// record may also come from another compiler or a person.
//
//===----------------------------------------------------------------------===//

#include "Bundle.h"

#include "Error.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <map>
#include <set>

namespace gl::rt {

using Json = nlohmann::json;

uint32_t crc32(const void *data, size_t bytes) {
  static const std::array<uint32_t, 256> table = [] {
    std::array<uint32_t, 256> t{};
    for (uint32_t i = 0; i < 256; ++i) {
      uint32_t c = i;
      for (int bit = 0; bit < 8; ++bit)
        c = (c >> 1) ^ (c & 1 ? 0xEDB88320u : 0u);
      t[i] = c;
    }
    return t;
  }();
  uint32_t crc = ~0u;
  const auto *p = static_cast<const unsigned char *>(data);
  for (size_t i = 0; i < bytes; ++i)
    crc = table[(crc ^ p[i]) & 0xff] ^ (crc >> 8);
  return ~crc;
}

static uint64_t readU64(const unsigned char *p) {
  uint64_t value = 0;
  for (int i = 7; i >= 0; --i)
    value = value << 8 | p[i];
  return value;
}

gl_bundle_view openBundle(const void *bundle, size_t bytes) {
  constexpr size_t headerBytes = 24;
  const auto *p = static_cast<const unsigned char *>(bundle);
  if (!p)
    fail(GL_ERROR_INVALID_ARGUMENT, "the bundle is NULL");
  if (bytes < headerBytes)
    fail(GL_ERROR_BAD_BUNDLE, "not a gl bundle: ", bytes,
         " bytes, expected at least ", headerBytes);
  if (std::memcmp(p, "GLBNDL01", 8) != 0)
    fail(GL_ERROR_BAD_BUNDLE,
         "not a gl bundle: it does not begin with the magic GLBNDL01");
  uint64_t jsonBytes = readU64(p + 8), crc = readU64(p + 16);
  if (jsonBytes > bytes - headerBytes)
    fail(GL_ERROR_BAD_BUNDLE, "damaged bundle: its record has ", jsonBytes,
         " bytes by the header, but only ", bytes - headerBytes,
         " bytes follow (was it cut short?)");
  uint32_t actual = crc32(p + headerBytes, bytes - headerBytes);
  if (crc != actual)
    fail(GL_ERROR_BAD_BUNDLE, "damaged bundle: CRC-32 is ", actual,
         ", expected ", crc);
  gl_bundle_view view;
  view.json = reinterpret_cast<const char *>(p + headerBytes);
  view.json_bytes = static_cast<size_t>(jsonBytes);
  view.code = p + headerBytes + jsonBytes;
  view.code_bytes = bytes - headerBytes - view.json_bytes;
  return view;
}

namespace {

/// Reads one record. The `where` arguments are paths into it, for messages.
class Parser {
public:
  explicit Parser(const size_t *codeBytes) : codeBytes(codeBytes) {}
  BundleSpec parse(const Json &root);

private:
  template <typename... Ts>
  [[noreturn]] void bad(const std::string &where, const Ts &...parts) const {
    fail(GL_ERROR_BAD_BUNDLE, "bad bundle record: ", where, ": ", parts...);
  }
  static std::string at(const std::string &where, size_t i) {
    return str(where, "[", i, "]");
  }

  const Json &member(const Json &object, const char *key,
                     const std::string &where) const;
  const Json &array(const Json &object, const char *key,
                    const std::string &where) const;
  std::string string(const Json &object, const char *key,
                     const std::string &where) const;
  int64_t integer(const Json &value, const std::string &where) const;
  int64_t inRange(const Json &value, int64_t low, int64_t high,
                  const std::string &where) const;
  int32_t tensorIndex(const Json &value, const std::string &where) const;

  void target(const Json &root);
  CodeSpec module(const Json &json, const std::string &where) const;
  FunctionSpec function(const Json &json, const std::string &where);
  TensorSpec tensor(const Json &json, const std::string &where) const;
  Expr expr(const Json &json, const std::string &where,
            std::vector<int32_t> *strideTensors = nullptr) const;
  void flatten(const Json &json, const std::string &where, int depth, Expr &out,
               std::vector<int32_t> *strideTensors) const;
  Condition condition(const Json &json, const std::string &where) const;
  VariantSpec variant(const Json &json, const std::string &where,
                      StepSpec &step);
  ParamSpec param(const Json &json, const std::string &where) const;
  ParamSpec tensorMap(const Json &json, const std::string &where) const;
  Expr mapSize(const Json &json, int64_t unit, int64_t high,
               const std::string &where) const;

  const size_t *codeBytes;
  BundleSpec spec;
  /// The function being read, and how many of its tensors expressions may use.
  const FunctionSpec *current = nullptr;
  size_t visibleTensors = 0;
  /// Of the step being read: conditions, as text, and their places.
  std::map<std::string, size_t> knownConditions;
};

const Json &Parser::member(const Json &object, const char *key,
                           const std::string &where) const {
  if (!object.is_object())
    bad(where, "expected an object");
  auto it = object.find(key);
  if (it == object.end())
    bad(where, "'", key, "' is missing");
  return *it;
}

const Json &Parser::array(const Json &object, const char *key,
                          const std::string &where) const {
  const Json &value = member(object, key, where);
  if (!value.is_array())
    bad(str(where, ".", key), "expected an array");
  return value;
}

std::string Parser::string(const Json &object, const char *key,
                           const std::string &where) const {
  const Json &value = member(object, key, where);
  if (!value.is_string())
    bad(str(where, ".", key), "expected a string");
  auto text = value.get<std::string>();
  if (text.find('\0') != std::string::npos)
    bad(str(where, ".", key), "the string has a NUL character");
  return text;
}

int64_t Parser::integer(const Json &value, const std::string &where) const {
  if (!value.is_number_integer())
    bad(where, "expected an integer");
  if (value.is_number_unsigned() &&
      value.get<uint64_t>() >
          static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
    bad(where, value.get<uint64_t>(), " does not fit in 64 bits");
  return value.get<int64_t>();
}

int64_t Parser::inRange(const Json &value, int64_t low, int64_t high,
                        const std::string &where) const {
  int64_t i = integer(value, where);
  if (i < low || i > high)
    bad(where, i, " is not in the range ", low, " to ", high);
  return i;
}

int32_t Parser::tensorIndex(const Json &value, const std::string &where) const {
  int64_t t = integer(value, where);
  if (t < 0 || t >= static_cast<int64_t>(visibleTensors))
    bad(where, "tensor ", t, " does not exist or may not be used here (there ",
        visibleTensors == 1 ? "is 1 tensor" : str("are ", visibleTensors),
        visibleTensors == 1 ? ")" : " tensors)");
  return static_cast<int32_t>(t);
}

void Parser::target(const Json &root) {
  spec.target = string(root, "target", "record");
  if (spec.target == "cpu") {
    spec.cpu = true;
    return;
  }
  std::string digits = spec.target;
  bool known = digits.rfind("sm_", 0) == 0;
  digits = known ? digits.substr(3) : "";
  if (!digits.empty() && digits.back() == 'a') {
    spec.ccExact = true;
    digits.pop_back();
  }
  known = digits.size() >= 2 && digits.size() <= 3 &&
          digits.find_first_not_of("0123456789") == std::string::npos;
  if (!known)
    bad("record.target", "unknown target '", spec.target,
        "', expected cpu, sm_<n> or sm_<n>a");
  int number = std::stoi(digits);
  spec.ccMajor = number / 10;
  spec.ccMinor = number % 10;
}

CodeSpec Parser::module(const Json &json, const std::string &where) const {
  constexpr int64_t max = std::numeric_limits<int64_t>::max();
  CodeSpec code;
  code.kind = string(json, "kind", where);
  bool fits = spec.cpu ? code.kind == "object"
                       : code.kind == "ptx" || code.kind == "cubin";
  if (!fits)
    bad(str(where, ".kind"), "'", code.kind, "' does not suit target ",
        spec.target);
  code.offset =
      inRange(member(json, "offset", where), 0, max, str(where, ".offset"));
  code.size = inRange(member(json, "size", where), 0, max, str(where, ".size"));
  if (codeBytes) {
    uint64_t end =
        static_cast<uint64_t>(code.offset) + static_cast<uint64_t>(code.size);
    if (end > *codeBytes)
      bad(where, "the code ends at byte ", end, ", but there are only ",
          *codeBytes, " bytes of code");
  }
  if (json.contains("ptx_version"))
    code.ptxVersion = string(json, "ptx_version", where);
  return code;
}

static bool parseDtype(const std::string &name, gl_dtype &dtype) {
  for (int d = GL_F32; d <= GL_F8E5M2; ++d)
    if (name == gl_dtype_name(static_cast<gl_dtype>(d))) {
      dtype = static_cast<gl_dtype>(d);
      return true;
    }
  return false;
}

TensorSpec Parser::tensor(const Json &json, const std::string &where) const {
  TensorSpec tensor;
  std::string role = string(json, "role", where);
  if (role == "arg")
    tensor.role = TensorSpec::Arg;
  else if (role == "result")
    tensor.role = TensorSpec::Result;
  else if (role == "temp")
    tensor.role = TensorSpec::Temp;
  else
    bad(str(where, ".role"), "'", role, "' is not arg, result or temp");
  tensor.name = string(json, "name", where);
  std::string dtype = string(json, "dtype", where);
  if (!parseDtype(dtype, tensor.dtype))
    bad(str(where, ".dtype"), "unknown dtype '", dtype, "'");
  const Json &shape = array(json, "shape", where);
  for (size_t i = 0; i < shape.size(); ++i) {
    std::string here = at(str(where, ".shape"), i);
    DimSpec dim;
    if (shape[i].is_null()) {
      if (tensor.role != TensorSpec::Arg)
        bad(here, "only an argument's size may be null");
      dim.kind = DimSpec::Dynamic;
    } else if (shape[i].is_array()) {
      if (tensor.role == TensorSpec::Arg)
        bad(here, "an argument's size may not be an expression");
      dim.kind = DimSpec::Computed;
      dim.expr = expr(shape[i], here);
    } else {
      dim.kind = DimSpec::Static;
      dim.size =
          inRange(shape[i], 0, std::numeric_limits<int64_t>::max(), here);
    }
    tensor.staticShape.push_back(dim.kind == DimSpec::Static ? dim.size : -1);
    tensor.dims.push_back(std::move(dim));
  }
  return tensor;
}

Expr Parser::expr(const Json &json, const std::string &where,
                  std::vector<int32_t> *strideTensors) const {
  Expr out;
  flatten(json, where, 1, out, strideTensors);
  return out;
}

void Parser::flatten(const Json &json, const std::string &where, int depth,
                     Expr &out, std::vector<int32_t> *strideTensors) const {
  // A right operand at nesting depth d is evaluated with d values waiting, so
  // this also bounds the evaluation stack.
  if (depth >= Expr::maxDepth)
    bad(where, "the expression is nested more than ", Expr::maxDepth - 1,
        " deep");
  ExprNode node;
  if (!json.is_array()) {
    node.op = ExprNode::Constant;
    node.value = integer(json, where);
    out.code.push_back(node);
    return;
  }
  if (json.size() != 3 || !json[0].is_string())
    bad(where, "expected an integer or [operator, a, b]");
  const auto &op = json[0].get_ref<const std::string &>();
  bool found = false;
  for (int i = ExprNode::Dim; i <= ExprNode::Max && !found; ++i) {
    node.op = static_cast<ExprNode::Op>(i);
    found = op == opName(node.op);
  }
  if (!found)
    bad(where, "unknown operator '", op, "'");
  if (node.op == ExprNode::Dim || node.op == ExprNode::Stride) {
    node.tensor = tensorIndex(json[1], where);
    int32_t rank = current->tensors[node.tensor].rank();
    int64_t dim = integer(json[2], where);
    if (dim < 0 || dim >= rank)
      bad(where, "tensor ", node.tensor, " has rank ", rank, " and no dim ",
          dim);
    node.dim = static_cast<int32_t>(dim);
    if (node.op == ExprNode::Stride && strideTensors)
      strideTensors->push_back(node.tensor);
  } else {
    flatten(json[1], where, depth + 1, out, strideTensors);
    flatten(json[2], where, depth + 1, out, strideTensors);
  }
  out.code.push_back(node);
}

Condition Parser::condition(const Json &json, const std::string &where) const {
  static const struct {
    const char *key;
    Condition::Kind kind;
  } kinds[] = {{"eq", Condition::Eq},
               {"le", Condition::Le},
               {"divides", Condition::Divides},
               {"aligned", Condition::Aligned},
               {"within", Condition::Within}};
  if (!json.is_object())
    bad(where, "expected an object");
  for (const auto &entry : kinds) {
    if (!json.contains(entry.key))
      continue;
    std::string here = str(where, ".", entry.key);
    const Json &operands = array(json, entry.key, where);
    if (operands.size() != 2)
      bad(here, "expected 2 operands, got ", operands.size());
    Condition out;
    out.kind = entry.kind;
    if (out.kind == Condition::Aligned || out.kind == Condition::Within) {
      out.tensor = tensorIndex(operands[0], here);
      out.amount = inRange(operands[1], 1, 1 << 30, here);
    } else {
      out.a = expr(operands[0], here, &out.strideTensors);
      out.b = expr(operands[1], here, &out.strideTensors);
    }
    if (json.contains("text"))
      out.text = string(json, "text", where);
    return out;
  }
  bad(where, "expected one of eq, le, divides, aligned, within");
}

/// An extent or a stride of a tensor map. A number must be a multiple of `unit`
/// up to `high`; what is known only at a call is the guard's to check.
Expr Parser::mapSize(const Json &json, int64_t unit, int64_t high,
                     const std::string &where) const {
  Expr size = expr(json, where);
  if (json.is_array())
    return size;
  if (int64_t number = inRange(json, unit, high, where); number % unit != 0)
    bad(where, number, " is not a multiple of ", unit, " elements");
  return size;
}

ParamSpec Parser::tensorMap(const Json &json, const std::string &where) const {
  constexpr int64_t alignment = 16, maxBox = 256;
  constexpr int64_t maxExtent = int64_t(1) << 32;
  constexpr int64_t maxStride = (int64_t(1) << 40) - 1;
  if (spec.cpu)
    bad(where, "a kernel on the CPU has no tensor maps");
  ParamSpec out;
  out.kind = ParamSpec::TensorMap;
  out.tensor =
      tensorIndex(member(json, "tensor", where), str(where, ".tensor"));
  gl_dtype dtype = current->tensors[out.tensor].dtype;
  auto bytes = static_cast<int64_t>(gl_dtype_size(dtype));

  const Json &box = array(json, "box", where);
  size_t rank = box.size();
  if (rank < 1 || rank > TensorMapSpec::maxRank)
    bad(str(where, ".box"), "expected 1 to ", TensorMapSpec::maxRank,
        " extents, got ", rank);
  for (size_t i = 0; i < rank; ++i)
    out.map.box[i] = static_cast<uint32_t>(
        inRange(box[i], 1, maxBox, at(str(where, ".box"), i)));
  int64_t swizzle =
      integer(member(json, "swizzle", where), str(where, ".swizzle"));
  if (swizzle != 0 && swizzle != 32 && swizzle != 64 && swizzle != 128)
    bad(str(where, ".swizzle"), swizzle, " is not one of 0, 32, 64, 128");
  out.map.swizzle = static_cast<uint32_t>(swizzle);
  int64_t width = out.map.box[0] * bytes;
  if (width % alignment != 0)
    bad(str(where, ".box"), width, " bytes wide, expected a multiple of ",
        alignment);
  if (swizzle != 0 && width > swizzle)
    bad(str(where, ".box"), width, " bytes wide, expected at most ", swizzle,
        ", the swizzle");

  auto sizes = [&](const char *key, size_t count, int64_t unit, int64_t high) {
    const Json &list = array(json, key, where);
    std::string here = str(where, ".", key);
    if (list.size() != count)
      bad(here, "expected ", count, " for a box of ", rank, " dims, got ",
          list.size());
    std::vector<Expr> parsed;
    for (size_t i = 0; i < count; ++i)
      parsed.push_back(mapSize(list[i], unit, high, at(here, i)));
    return parsed;
  };
  out.map.extents = sizes("extents", rank, 1, maxExtent);
  out.map.strides =
      sizes("strides", rank - 1, alignment / bytes, maxStride / bytes);
  return out;
}

ParamSpec Parser::param(const Json &json, const std::string &where) const {
  if (!json.is_object() || json.size() != 1)
    bad(where, "expected an object with one of ptr, i64, i32, tensor_map");
  const std::string &key = json.begin().key();
  const Json &value = json.begin().value();
  ParamSpec out;
  if (key == "ptr") {
    out.kind = ParamSpec::Ptr;
    out.tensor = tensorIndex(value, where);
  } else if (key == "i64" || key == "i32") {
    out.kind = key == "i64" ? ParamSpec::I64 : ParamSpec::I32;
    out.expr = expr(value, where);
  } else if (key == "tensor_map") {
    return tensorMap(value, str(where, ".tensor_map"));
  } else {
    bad(where, "unknown parameter kind '", key, "'");
  }
  return out;
}

VariantSpec Parser::variant(const Json &json, const std::string &where,
                            StepSpec &step) {
  VariantSpec out;
  out.name = string(json, "name", where);
  std::string kernel = string(json, "kernel", where);
  if (json.contains("schedule"))
    out.schedule = string(json, "schedule", where);
  const Json &guard = array(json, "guard", where);
  for (size_t i = 0; i < guard.size(); ++i) {
    Condition asked = condition(guard[i], at(str(where, ".guard"), i));
    auto [place, isNew] =
        knownConditions.emplace(guard[i].dump(), step.conditions.size());
    if (isNew)
      step.conditions.push_back(std::move(asked));
    out.guard.push_back(place->second);
  }
  if (json.contains("cost"))
    out.cost = expr(member(json, "cost", where), str(where, ".cost"));
  const Json &grid = array(json, "grid", where);
  if (grid.size() != 3)
    bad(str(where, ".grid"), "expected 3 extents, got ", grid.size());
  for (size_t i = 0; i < 3; ++i)
    out.grid[i] = expr(grid[i], at(str(where, ".grid"), i));
  if (!spec.cpu) {
    const Json &block = array(json, "block", where);
    if (block.size() != 3)
      bad(str(where, ".block"), "expected 3 extents, got ", block.size());
    int64_t threads = 1;
    for (size_t i = 0; i < 3; ++i) {
      out.block[i] = inRange(block[i], 1, 1024, at(str(where, ".block"), i));
      threads *= out.block[i];
    }
    if (threads > 1024)
      bad(str(where, ".block"), threads, " threads, expected at most 1024");
    out.sharedBytes = inRange(member(json, "shared_bytes", where), 0,
                              std::numeric_limits<int32_t>::max(),
                              str(where, ".shared_bytes"));
  }
  const Json &params = array(json, "params", where);
  for (size_t i = 0; i < params.size(); ++i)
    out.params.push_back(param(params[i], at(str(where, ".params"), i)));
  for (const ParamSpec &given : out.params)
    if (given.kind == ParamSpec::Ptr || given.kind == ParamSpec::TensorMap)
      if (auto tensor = static_cast<size_t>(given.tensor);
          tensor >= current->numArgs + current->numResults)
        out.temporaries.push_back(tensor);

  auto it = std::find_if(
      spec.kernels.begin(), spec.kernels.end(),
      [&](const KernelSpec &known) { return known.name == kernel; });
  if (it == spec.kernels.end())
    it = spec.kernels.insert(it, {kernel, 0});
  it->maxSharedBytes = std::max(it->maxSharedBytes, out.sharedBytes);
  out.kernel = static_cast<size_t>(it - spec.kernels.begin());
  return out;
}

FunctionSpec Parser::function(const Json &json, const std::string &where) {
  FunctionSpec fn;
  fn.name = string(json, "name", where);
  current = &fn;
  visibleTensors = 0;
  const Json &tensors = array(json, "tensors", where);
  for (size_t i = 0; i < tensors.size(); ++i) {
    std::string here = at(str(where, ".tensors"), i);
    // A result's or temporary's size is an expression over the arguments.
    visibleTensors = fn.numArgs;
    TensorSpec t = tensor(tensors[i], here);
    if (!fn.tensors.empty() && t.role < fn.tensors.back().role)
      bad(str(here, ".role"),
          "arguments must come first, then results, then temporaries");
    t.firstDim = fn.totalDims;
    fn.totalDims += t.dims.size();
    fn.numArgs += t.role == TensorSpec::Arg;
    fn.numResults += t.role == TensorSpec::Result;
    fn.tensors.push_back(std::move(t));
  }
  visibleTensors = fn.numArgs + fn.numResults;
  if (json.contains("checks")) {
    const Json &checks = array(json, "checks", where);
    for (size_t i = 0; i < checks.size(); ++i) {
      std::string here = at(str(where, ".checks"), i);
      fn.checks.push_back(condition(checks[i], here));
    }
  }
  visibleTensors = fn.tensors.size();
  const Json &steps = array(json, "steps", where);
  for (size_t i = 0; i < steps.size(); ++i) {
    std::string here = at(str(where, ".steps"), i);
    const Json &variants = array(steps[i], "variants", here);
    if (variants.empty())
      bad(here, "a step needs at least one variant");
    StepSpec step;
    knownConditions.clear();
    for (size_t v = 0; v < variants.size(); ++v) {
      step.variants.push_back(
          variant(variants[v], at(str(here, ".variants"), v), step));
      step.maxParams =
          std::max(step.maxParams, step.variants.back().params.size());
    }
    if (steps[i].contains("writes")) {
      std::string place = str(here, ".writes");
      step.writes = static_cast<size_t>(tensorIndex(steps[i]["writes"], place));
      if (*step.writes < fn.numArgs + fn.numResults)
        bad(place, "tensor ", *step.writes, " is no temporary");
    }
    fn.totalParams += step.maxParams;
    fn.steps.push_back(std::move(step));
  }
  return fn;
}

BundleSpec Parser::parse(const Json &root) {
  int64_t format = integer(member(root, "format", "record"), "record.format");
  if (format != 1)
    bad("record.format", "format ", format, " is not known; this runtime (",
        gl_runtime_version(), ") reads format 1");
  spec.compiler = string(root, "compiler", "record");
  target(root);
  if (root.contains("dependent_launch")) {
    if (!root["dependent_launch"].is_boolean())
      bad("record.dependent_launch", "expected true or false");
    spec.dependentLaunch = root["dependent_launch"].get<bool>();
  }
  const Json &modules = array(root, "modules", "record");
  for (size_t i = 0; i < modules.size(); ++i)
    spec.modules.push_back(module(modules[i], at("modules", i)));
  const Json &functions = array(root, "functions", "record");
  std::set<std::string> names;
  for (size_t i = 0; i < functions.size(); ++i) {
    std::string where = at("functions", i);
    spec.functions.push_back(function(functions[i], where));
    if (!names.insert(spec.functions.back().name).second)
      bad(where, "a second function is named '", spec.functions.back().name,
          "'");
  }
  return std::move(spec);
}

} // namespace

BundleSpec parseRecord(const char *json, size_t bytes,
                       const size_t *codeBytes) {
  Json root;
  try {
    root = Json::parse(json, json + bytes);
  } catch (const Json::exception &error) {
    fail(GL_ERROR_BAD_BUNDLE, "bad bundle record: not JSON: ", error.what());
  }
  return Parser(codeBytes).parse(root);
}

} // namespace gl::rt
