//===- Bundle.cpp - The compiler's side of docs/bundle.md -----------------===//
//
// See Bundle.h and docs/bundle.md. Objects are written with their keys sorted,
// so equal modules make equal bytes.
//
//===----------------------------------------------------------------------===//

#include "gl/Compiler/Bundle.h"

#include "KernelExpressions.h"
#include "gl/Compiler/Compiler.h"
#include "gl/Dialect/Tile/IR/KernelABI.h"
#include "gl/Dialect/Tile/IR/TileOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Endian.h"

using namespace mlir;
namespace json = llvm::json;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kNameAttr = "gl.name";

static json::Value toText(StringRef text) {
  return json::isUTF8(text) ? json::Value(text.str())
                            : json::Value(json::fixUTF8(text));
}

static StringRef getDType(Type type) {
  return llvm::TypeSwitch<Type, StringRef>(type)
      .Case([](Float32Type) { return "f32"; })
      .Case([](Float16Type) { return "f16"; })
      .Case([](BFloat16Type) { return "bf16"; })
      .Case([](Float8E4M3FNType) { return "f8E4M3FN"; })
      .Case([](Float8E5M2Type) { return "f8E5M2"; })
      .Default(StringRef());
}

namespace {
/// Describes one function.
class FunctionWriter {
public:
  FunctionWriter(func::FuncOp func, bool isCPU) : func(func), isCPU(isCPU) {}

  FailureOr<json::Object> write();

private:
  struct Tensor {
    StringRef role;
    std::string name;
    RankedTensorType type;
    /// Of results and temporaries: extents over the arguments.
    json::Array shape;
  };

  LogicalResult addArguments();
  LogicalResult addLaunchResults();
  LogicalResult refuse(Operation *op);
  LogicalResult addReturn(func::ReturnOp op);
  LogicalResult addCheck(cf::AssertOp op);
  LogicalResult addCast(tensor::CastOp op);
  LogicalResult addStep(tile::LaunchOp op);
  FailureOr<json::Object> writeVariant(tile::LaunchOp op, unsigned number,
                                       unsigned step);
  json::Array writeGuard(tile::FuncOp kernel, ArrayRef<unsigned> ids);

  /// Extent of a dim over the arguments; the tensor may be a launch's result.
  json::Value dimOverArguments(unsigned tensor, unsigned dim) {
    const Tensor &info = tensors[tensor];
    if (!info.type.isDynamicDim(dim))
      return info.type.getDimSize(dim);
    if (info.role == "arg")
      return json::Array{"dim", tensor, dim};
    return info.shape[dim];
  }
  FailureOr<json::Value> hostExpression(Value value, Operation *user);

  func::FuncOp func;
  bool isCPU;
  SmallVector<Tensor> tensors;
  /// The number of each tensor value; a cast has that of its source.
  llvm::DenseMap<Value, unsigned> numbers;
  json::Array checks;
  json::Array steps;
};
} // namespace

LogicalResult FunctionWriter::addArguments() {
  for (BlockArgument arg : func.getArguments()) {
    unsigned i = arg.getArgNumber();
    auto type = dyn_cast<RankedTensorType>(arg.getType());
    if (!type || type.getEncoding() || getDType(type.getElementType()).empty())
      return emitError(arg.getLoc())
             << "argument " << i << " of '" << func.getSymName() << "' is "
             << arg.getType()
             << "; gl compiles functions of ranked tensors of f32, f16, bf16, "
                "f8E4M3FN and f8E5M2";
    auto name = func.getArgAttrOfType<StringAttr>(i, kNameAttr);
    numbers[arg] = tensors.size();
    tensors.push_back(
        {"arg", name ? name.str() : "arg" + std::to_string(i), type, {}});
  }
  return success();
}

FailureOr<json::Value> FunctionWriter::hostExpression(Value value,
                                                      Operation *user) {
  return gl::IndexExpressions::get(
      value, user, [&](Value leaf) -> std::optional<FailureOr<json::Value>> {
        auto op = leaf.getDefiningOp<tensor::DimOp>();
        if (!op)
          return std::nullopt;
        auto number = numbers.find(op.getSource());
        std::optional<int64_t> dim = op.getConstantIndex();
        if (number == numbers.end() || !dim || *dim < 0 ||
            *dim >= tensors[number->second].type.getRank()) {
          op.emitOpError("is not a constant dim of an argument or of a "
                         "launch's result");
          return FailureOr<json::Value>(failure());
        }
        return FailureOr<json::Value>(dimOverArguments(number->second, *dim));
      });
}

/// Reports an operation that neither became part of a kernel nor describes one.
LogicalResult FunctionWriter::refuse(Operation *op) {
  return op->emitOpError("is left in '")
         << func.getSymName()
         << "' and no kernel does it; gl compiles gl.matmul_bias, "
            "gl.gather_concat, what fuses with them, and the arithmetic of "
            "their sizes";
}

/// Numbers the results of the launches: what the function returns first, then
/// the rest.
LogicalResult FunctionWriter::addLaunchResults() {
  auto source = [](Value value) {
    while (auto cast = value.getDefiningOp<tensor::CastOp>())
      value = cast.getSource();
    return value;
  };
  auto ret = cast<func::ReturnOp>(func.getBody().front().getTerminator());
  for (auto [i, operand] : llvm::enumerate(ret.getOperands())) {
    Value value = source(operand);
    auto launch = value.getDefiningOp<tile::LaunchOp>();
    if (!launch && value.getDefiningOp())
      return refuse(value.getDefiningOp());
    if (!launch)
      return ret.emitOpError("returns as result ")
             << i << " of '" << func.getSymName()
             << "' what no kernel writes; gl compiles functions that return "
                "results of gathers and products, each once";
    auto [it, inserted] = numbers.try_emplace(value, tensors.size());
    if (!inserted)
      return ret.emitOpError("returns one value twice, as results ")
             << it->second - func.getNumArguments() << " and " << i << " of '"
             << func.getSymName()
             << "'; a bundle needs a tensor of its own for each";
    auto name = func.getResultAttrOfType<StringAttr>(i, kNameAttr);
    tensors.push_back({"result",
                       name ? name.str() : "result" + std::to_string(i),
                       cast<RankedTensorType>(value.getType()),
                       {}});
  }
  unsigned temps = 0;
  for (auto launch : func.getOps<tile::LaunchOp>()) {
    if (!numbers.try_emplace(launch.getResult(), tensors.size()).second)
      continue;
    tensors.push_back({"temp",
                       "temp" + std::to_string(temps++),
                       cast<RankedTensorType>(launch.getType()),
                       {}});
  }
  for (const Tensor &tensor : tensors)
    if (tensor.type.getEncoding() ||
        getDType(tensor.type.getElementType()).empty())
      return func.emitOpError("has a tensor of type ")
             << tensor.type
             << "; gl compiles f32, f16, bf16, f8E4M3FN and f8E5M2";
  return success();
}

/// A cast to a static dim is a promise that the runtime has to hold.
LogicalResult FunctionWriter::addCast(tensor::CastOp op) {
  auto number = numbers.find(op.getSource());
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (number == numbers.end() || !type)
    return op.emitOpError("has a source or a result that is not the tensor of "
                          "an argument or a launch");
  numbers[op.getResult()] = number->second;
  RankedTensorType from = tensors[number->second].type;
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    if (type.isDynamicDim(dim) || !from.isDynamicDim(dim))
      continue;
    json::Value expected = type.getDimSize(dim);
    std::string text = "dim " + std::to_string(dim) + " of " +
                       tensors[number->second].name + " must be " +
                       std::to_string(type.getDimSize(dim));
    checks.push_back(
        json::Object{{"eq", json::Array{dimOverArguments(number->second, dim),
                                        std::move(expected)}},
                     {"text", toText(text)}});
  }
  return success();
}

LogicalResult FunctionWriter::addCheck(cf::AssertOp op) {
  if (std::optional<int64_t> value = getConstantIntValue(op.getArg())) {
    if (*value != 0)
      return success();
    return emitError(op.getLoc()) << op.getMsg();
  }
  auto cmp = op.getArg().getDefiningOp<arith::CmpIOp>();
  if (!cmp)
    return op.emitOpError("does not check a comparison of sizes");
  FailureOr<json::Value> lhs = hostExpression(cmp.getLhs(), op);
  FailureOr<json::Value> rhs = failure();
  if (failed(lhs) || failed(rhs = hostExpression(cmp.getRhs(), op)))
    return failure();
  StringRef relation = "le";
  switch (cmp.getPredicate()) {
  case arith::CmpIPredicate::eq:
    relation = "eq";
    break;
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::ule:
    break;
  case arith::CmpIPredicate::sge:
  case arith::CmpIPredicate::uge:
    std::swap(*lhs, *rhs);
    break;
  default:
    return op.emitOpError("checks a comparison '")
           << arith::stringifyCmpIPredicate(cmp.getPredicate())
           << "'; a bundle knows eq, sle, ule, sge and uge";
  }
  checks.push_back(
      json::Object{{relation, json::Array{std::move(*lhs), std::move(*rhs)}},
                   {"text", toText(op.getMsg())}});
  return success();
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

LogicalResult FunctionWriter::addStep(tile::LaunchOp op) {
  Tensor &result = tensors[numbers[op.getResult()]];
  auto dims = op.getDims().begin();
  json::Array shape;
  for (int64_t size : result.type.getShape()) {
    if (!ShapedType::isDynamic(size)) {
      shape.push_back(size);
      continue;
    }
    FailureOr<json::Value> extent = hostExpression(*dims++, op);
    if (failed(extent))
      return failure();
    shape.push_back(std::move(*extent));
  }
  result.shape = std::move(shape);

  json::Array variants;
  for (unsigned i = 0; i < op.getKernels().size(); ++i) {
    FailureOr<json::Object> variant = writeVariant(op, i, steps.size());
    if (failed(variant))
      return failure();
    variants.push_back(std::move(*variant));
  }
  json::Object step{{"variants", std::move(variants)}};
  // What only some kernels of another launch take.
  bool isForSome = llvm::any_of(op->getUsers(), [](Operation *user) {
    auto launch = dyn_cast<tile::LaunchOp>(user);
    return launch && launch.getTakes();
  });
  if (isForSome && result.role == "temp")
    step["writes"] = numbers[op.getResult()];
  steps.push_back(std::move(step));
  return success();
}

/// What of the kernel's argument types and facts the caller's tensors have to
/// live up to.
json::Array FunctionWriter::writeGuard(tile::FuncOp kernel,
                                       ArrayRef<unsigned> ids) {
  json::Array guard;
  auto equal = [&](StringRef what, unsigned id, unsigned dim, int64_t value) {
    guard.push_back(
        json::Object{{"eq", json::Array{json::Array{what, id, dim}, value}}});
  };
  auto divides = [&](int64_t by, StringRef what, unsigned id, unsigned dim) {
    guard.push_back(
        json::Object{{"divides", json::Array{by, json::Array{what, id, dim}}}});
  };
  for (auto [i, id] : llvm::enumerate(ids)) {
    auto memref = cast<MemRefType>(kernel.getArgumentTypes()[i]);
    RankedTensorType host = tensors[id].type;
    tile::FactsAttr facts = kernel.getFacts(i);
    if (facts && facts.getAlign() > 1)
      guard.push_back(
          json::Object{{"aligned", json::Array{id, facts.getAlign()}}});
    for (unsigned dim = 0; dim < memref.getRank(); ++dim) {
      if (!memref.isDynamicDim(dim) && host.isDynamicDim(dim))
        equal("dim", id, dim, memref.getDimSize(dim));
      else if (host.isDynamicDim(dim) && facts &&
               dim < facts.getDims().size() && facts.getDims()[dim] > 1)
        divides(facts.getDims()[dim], "dim", id, dim);
    }
    auto [strides, offset] = memref.getStridesAndOffset();
    for (auto [dim, stride] : llvm::enumerate(strides)) {
      // A dim of size 1 is never stepped along.
      if (memref.getDimSize(dim) == 1)
        continue;
      if (!ShapedType::isDynamic(stride))
        equal("stride", id, dim, stride);
      else if (facts && dim < facts.getStrides().size() &&
               facts.getStrides()[dim] > 1)
        divides(facts.getStrides()[dim], "stride", id, dim);
    }
  }
  for (auto [i, id] : llvm::enumerate(ids)) {
    tile::FactsAttr facts = kernel.getFacts(i);
    if (facts && facts.getReach() != 0)
      guard.push_back(
          json::Object{{"within", json::Array{id, facts.getReach()}}});
    if (!facts || facts.getLimited().empty())
      continue;
    json::Value product = nullptr;
    for (int64_t dim : facts.getLimited()) {
      json::Value extent = json::Array{"dim", id, dim};
      product = product == nullptr
                    ? std::move(extent)
                    : json::Array{"mul", std::move(product), std::move(extent)};
    }
    guard.push_back(json::Object{
        {"le", json::Array{std::move(product), facts.getLimit()}}});
  }
  // A schedule for small problems counts the elements of the result, the last
  // argument.
  gl::ScheduleAttr schedule = kernel.getScheduleAttr();
  if (schedule && schedule.getMaxResults() != 0 &&
      !tensors[ids.back()].type.hasStaticShape()) {
    json::Value results = 1;
    for (int64_t dim = 0; dim < tensors[ids.back()].type.getRank(); ++dim)
      results = json::Array{"mul", std::move(results),
                            json::Array{"dim", ids.back(), dim}};
    guard.push_back(json::Object{
        {"le", json::Array{std::move(results), schedule.getMaxResults()}}});
  }
  return guard;
}

static FailureOr<json::Array> writeGrid(tile::FuncOp kernel,
                                        const gl::KernelTensors &tensors) {
  json::Array grid;
  auto yield = cast<tile::YieldOp>(kernel.getGrid().front().getTerminator());
  for (Value extent : yield.getExtents()) {
    FailureOr<json::Value> value = gl::writeKernelIndex(extent, yield, tensors);
    if (failed(value))
      return failure();
    grid.push_back(std::move(*value));
  }
  while (grid.size() < 3)
    grid.push_back(1);
  return grid;
}

FailureOr<json::Object> FunctionWriter::writeVariant(tile::LaunchOp op,
                                                     unsigned number,
                                                     unsigned step) {
  auto kernel = SymbolTable::lookupNearestSymbolFrom<tile::FuncOp>(
      op, cast<FlatSymbolRefAttr>(op.getKernels()[number]));
  gl::KernelTensors launched;
  for (Value input : op.getInputsOf(number))
    launched.ids.push_back(numbers[input]);
  launched.ids.push_back(numbers[op.getResult()]);
  for (unsigned id : launched.ids)
    launched.types.push_back(tensors[id].type);

  FailureOr<json::Array> grid = writeGrid(kernel, launched);
  if (failed(grid))
    return failure();
  json::Array guard = writeGuard(kernel, launched.ids);
  json::Array params;
  for (tile::KernelParam param : tile::getKernelParams(kernel)) {
    unsigned id = launched.ids[param.argument];
    auto dim = [&]() -> json::Value {
      int64_t size = tensors[id].type.getDimSize(param.dim);
      if (!ShapedType::isDynamic(size))
        return size;
      return json::Array{"dim", id, param.dim};
    };
    switch (param.kind) {
    case tile::KernelParam::Kind::Pointer:
      params.push_back(json::Object{{"ptr", id}});
      break;
    case tile::KernelParam::Kind::Dim:
      params.push_back(json::Object{{"i64", dim()}});
      break;
    case tile::KernelParam::Kind::Stride:
      params.push_back(
          json::Object{{"i64", json::Array{"stride", id, param.dim}}});
      break;
    case tile::KernelParam::Kind::Reciprocal: {
      json::Value quotient =
          json::Array{"floordiv", int64_t(1) << tile::kReciprocalBits,
                      json::Array{"max", dim(), 1}};
      params.push_back(
          json::Object{{"i64", json::Array{"add", std::move(quotient), 1}}});
      break;
    }
    case tile::KernelParam::Kind::TensorMap: {
      FailureOr<json::Object> map = gl::writeTensorMap(
          cast<tile::TensorMapOp>(param.map), launched, guard);
      if (failed(map))
        return failure();
      params.push_back(std::move(*map));
      break;
    }
    }
  }

  // main_0_v4, step 0 of main, is called v4.
  StringRef name = kernel.getSymName();
  if (auto source = kernel->getAttrOfType<StringAttr>(gl::kSourceNameAttr))
    name = source.getValue();
  std::string prefix =
      (func.getSymName() + "_" + std::to_string(step) + "_").str();
  if (name.size() > prefix.size())
    name.consume_front(prefix);
  json::Object variant{{"name", toText(name)},
                       {"kernel", toText(kernel.getSymName())},
                       {"guard", std::move(guard)},
                       {"grid", std::move(*grid)},
                       {"params", std::move(params)}};
  auto yield = cast<tile::YieldOp>(kernel.getGrid().front().getTerminator());
  if (Value cost = yield.getCost()) {
    FailureOr<json::Value> value = gl::writeKernelIndex(cost, yield, launched);
    if (failed(value))
      return failure();
    variant["cost"] = std::move(*value);
  }
  if (gl::ScheduleAttr schedule = kernel.getScheduleAttr()) {
    std::string text;
    llvm::raw_string_ostream(text) << schedule;
    variant["schedule"] = toText(text);
    if (!isCPU)
      variant["block"] = json::Array{schedule.getThreads(), 1, 1};
  }
  if (!isCPU)
    variant["shared_bytes"] = kernel.getSharedBytes().value_or(0);
  return variant;
}

FailureOr<json::Object> FunctionWriter::write() {
  // Public functions have a body, by the verifier.
  if (!func.getBody().hasOneBlock())
    return func.emitOpError(
        "has branches; gl compiles straight-line functions");
  if (!isa<func::ReturnOp>(func.getBody().front().getTerminator()))
    return func.emitOpError("does not end with func.return");
  if (failed(addArguments()) || failed(addLaunchResults()))
    return failure();
  for (Operation &op : func.getBody().front()) {
    LogicalResult result =
        llvm::TypeSwitch<Operation *, LogicalResult>(&op)
            .Case([&](tile::LaunchOp launch) { return addStep(launch); })
            .Case([&](cf::AssertOp check) { return addCheck(check); })
            .Case([&](tensor::CastOp cast) { return addCast(cast); })
            .Case<tensor::DimOp, func::ReturnOp>(
                [](Operation *) { return success(); })
            .Default([&](Operation *other) -> LogicalResult {
              bool scalar =
                  isa_and_present<arith::ArithDialect>(other->getDialect()) &&
                  llvm::all_of(other->getResultTypes(),
                               [](Type t) { return t.isIntOrIndexOrFloat(); });
              if (scalar)
                return success();
              return refuse(other);
            });
    if (failed(result))
      return failure();
  }

  json::Array list;
  for (auto [i, tensor] : llvm::enumerate(tensors)) {
    json::Array shape = std::move(tensor.shape);
    if (tensor.role == "arg")
      for (int64_t size : tensor.type.getShape())
        shape.push_back(ShapedType::isDynamic(size) ? json::Value(nullptr)
                                                    : json::Value(size));
    json::Object object{{"role", tensor.role},
                        {"name", toText(tensor.name)},
                        {"dtype", getDType(tensor.type.getElementType())},
                        {"shape", std::move(shape)}};
    if (i < func.getNumArguments() && func.getArgAttr(i, gl::kConstantAttrName))
      object["constant"] = true;
    list.push_back(std::move(object));
  }
  return json::Object{{"name", toText(func.getSymName())},
                      {"tensors", std::move(list)},
                      {"checks", std::move(checks)},
                      {"steps", std::move(steps)}};
}

//===----------------------------------------------------------------------===//
// The record
//===----------------------------------------------------------------------===//

StringRef gl::getCompilerVersion() {
  return "gl " GL_VERSION ", LLVM " LLVM_VERSION_STRING;
}

FailureOr<json::Object> gl::buildRecord(ModuleOp module, StringRef arch) {
  json::Array functions;
  for (auto func : module.getOps<func::FuncOp>()) {
    if (!func.isPublic())
      continue;
    FailureOr<json::Object> function =
        FunctionWriter(func, arch == "cpu").write();
    if (failed(function))
      return failure();
    functions.push_back(std::move(*function));
  }
  if (functions.empty())
    return emitError(module.getLoc(),
                     "the module has no public func.func, so a bundle "
                     "of it would have no function to call");
  json::Object record{{"format", 1},
                      {"compiler", getCompilerVersion()},
                      {"target", arch.str()},
                      {"functions", std::move(functions)}};
  // All kernels wait for those before them (see DependentLaunch.cpp).
  if (arch != "cpu")
    record["dependent_launch"] = true;
  return record;
}

std::string gl::Artifact::toJSON() const {
  json::Value value = llvm::cantFail(json::parse(record));
  json::Array modules;
  uint64_t offset = 0;
  for (const CodeBlob &blob : blobs) {
    json::Object module{{"kind", blob.kind},
                        {"offset", offset},
                        {"size", static_cast<uint64_t>(blob.bytes.size())}};
    if (!blob.ptxVersion.empty())
      module["ptx_version"] = blob.ptxVersion;
    modules.push_back(std::move(module));
    offset += blob.bytes.size();
  }
  (*value.getAsObject())["modules"] = std::move(modules);
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

std::string gl::Artifact::toBundle() const {
  std::string json = toJSON();
  std::string body = json;
  for (const CodeBlob &blob : blobs)
    body += blob.bytes;
  uint64_t crc = llvm::crc32(llvm::arrayRefFromStringRef(body));
  std::string bytes = "GLBNDL01";
  for (uint64_t word : {static_cast<uint64_t>(json.size()), crc}) {
    char data[8];
    llvm::support::endian::write64le(data, word);
    bytes.append(data, sizeof(data));
  }
  return bytes + body;
}
