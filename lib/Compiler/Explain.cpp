//===- Explain.cpp - What the compiler made of a module -------------------===//
//
// See Explain.h. Most of the report is the bundle's record in words; only the
// number of floating-point operations is taken from the gl level, where a
// product still is one.
//
//===----------------------------------------------------------------------===//

#include "gl/Compiler/Explain.h"

#include "gl/Compiler/Bundle.h"
#include "gl/Dialect/GL/IR/GLOps.h"
#include "gl/Target/ChipFacts.h"
#include "gl/Target/Cubin.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
namespace json = llvm::json;

namespace {
/// A product of sizes: the known ones multiplied, the others by name.
struct Product {
  double known = 1;
  SmallVector<std::string> unknown;

  Product &operator*=(const Product &other) {
    known *= other.known;
    llvm::append_range(unknown, other.unknown);
    return *this;
  }
  std::string str() const {
    std::string text;
    llvm::raw_string_ostream os(text);
    if (known != 1 || unknown.empty())
      os << llvm::format("%.0f", known);
    for (const std::string &name : unknown)
      os << (text.empty() ? "" : " * ") << name;
    return text;
  }
};

/// A sum of products.
struct Amount {
  double known = 0;
  SmallVector<std::string> unknown;

  void add(const Product &product) {
    if (product.known == 0)
      return;
    if (product.unknown.empty())
      known += product.known;
    else
      unknown.push_back(product.str());
  }
  bool isStatic() const { return unknown.empty(); }
  std::string str() const {
    std::string text;
    llvm::raw_string_ostream os(text);
    if (known != 0 || unknown.empty())
      os << llvm::format("%.0f", known);
    for (const std::string &name : unknown)
      os << (text.empty() ? "" : " + ") << name;
    return text;
  }
};

/// Floating-point operations of the launches of each function, in order.
using FlopsOfFunction = llvm::StringMap<SmallVector<Amount>>;

class Report {
public:
  Report(const json::Object &record, const FlopsOfFunction &flops,
         ArrayRef<gl::KernelResources> resources, llvm::raw_ostream &os)
      : record(record), flops(flops), resources(resources), os(os),
        chip(gl::getChipFacts(*record.getString("target"))) {}

  void write();

private:
  void writeFunction(const json::Object &function);
  void writeStep(const json::Object &step, const Amount *work);
  void writeVariant(const json::Object &variant);
  std::string expression(const json::Value &value) const;
  std::string condition(const json::Object &value) const;
  std::string shape(const json::Object &tensor, int64_t number) const;
  const json::Object &tensor(int64_t number) const {
    return *(*tensors)[number].getAsObject();
  }

  const json::Object &record;
  const FlopsOfFunction &flops;
  ArrayRef<gl::KernelResources> resources;
  llvm::raw_ostream &os;
  const gl::ChipFacts *chip;
  const json::Array *tensors = nullptr;
};
} // namespace

//===----------------------------------------------------------------------===//
// Floating-point operations
//===----------------------------------------------------------------------===//

static std::string getName(Value value) {
  auto arg = dyn_cast<BlockArgument>(value);
  if (!arg)
    return "an intermediate tensor";
  auto func = cast<func::FuncOp>(arg.getOwner()->getParentOp());
  if (auto name =
          func.getArgAttrOfType<StringAttr>(arg.getArgNumber(), "gl.name"))
    return name.str();
  return "arg" + std::to_string(arg.getArgNumber());
}

/// The extent of axis `axis` of `map` over the dims of `operand`.
static Product getExtent(Value operand, AffineMap map, unsigned axis) {
  Product product;
  auto type = cast<RankedTensorType>(operand.getType());
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    if (!expr.isFunctionOfDim(axis))
      continue;
    if (type.isDynamicDim(dim))
      product.unknown.push_back("dim(" + getName(operand) + ", " +
                                std::to_string(dim) + ")");
    else
      product.known *= type.getDimSize(dim);
  }
  return product;
}

static FlopsOfFunction countFlops(ModuleOp module) {
  FlopsOfFunction result;
  for (auto func : module.getOps<func::FuncOp>()) {
    SmallVector<Amount> &launches = result[func.getSymName()];
    func.walk([&](Operation *op) {
      if (isa<gl::GatherConcatOp>(op))
        launches.emplace_back();
      auto product = dyn_cast<gl::FusedMatmulOp>(op);
      if (!product)
        return;
      Amount work;
      for (unsigned i = 0, e = product.getLhs().size(); i < e; ++i) {
        Value lhs = product.getLhs()[i];
        unsigned rhs = product.getRhsIndex(i);
        Product flops{2, {}};
        flops *= getExtent(lhs, product.getLhsMap(i), 0);
        flops *= getExtent(product.getRhs()[rhs], product.getRhsMap(rhs), 0);
        flops *= getExtent(lhs, product.getLhsMap(i), 1);
        work.add(flops);
      }
      launches.push_back(std::move(work));
    });
  }
  return result;
}

//===----------------------------------------------------------------------===//
// The report
//===----------------------------------------------------------------------===//

std::string Report::expression(const json::Value &value) const {
  if (std::optional<int64_t> number = value.getAsInteger())
    return std::to_string(*number);
  const json::Array &list = *value.getAsArray();
  StringRef kind = *list[0].getAsString();
  if (kind == "dim" || kind == "stride")
    return (kind + "(" + *tensor(*list[1].getAsInteger()).getString("name") +
            ", " + llvm::Twine(*list[2].getAsInteger()) + ")")
        .str();
  std::string lhs = expression(list[1]), rhs = expression(list[2]);
  StringRef infix = llvm::StringSwitch<StringRef>(kind)
                        .Case("add", " + ")
                        .Case("sub", " - ")
                        .Case("mul", " * ")
                        .Default("");
  if (!infix.empty())
    return "(" + lhs + infix.str() + rhs + ")";
  return kind.str() + "(" + lhs + ", " + rhs + ")";
}

std::string Report::condition(const json::Object &value) const {
  if (const json::Array *aligned = value.getArray("aligned"))
    return (*tensor(*(*aligned)[0].getAsInteger()).getString("name") +
            " is aligned to " + llvm::Twine(*(*aligned)[1].getAsInteger()) +
            " bytes")
        .str();
  if (const json::Array *within = value.getArray("within"))
    return ("the elements of " +
            *tensor(*(*within)[0].getAsInteger()).getString("name") +
            " lie within " + llvm::Twine(*(*within)[1].getAsInteger()) +
            " of the first")
        .str();
  if (const json::Array *divides = value.getArray("divides"))
    return expression((*divides)[0]) + " divides " + expression((*divides)[1]);
  bool equal = value.getArray("eq");
  const json::Array &sides = *value.getArray(equal ? "eq" : "le");
  return expression(sides[0]) + (equal ? " == " : " <= ") +
         expression(sides[1]);
}

/// Extent `dim` of a tensor: an argument's unknown dim is its own name.
static json::Value getExtent(const json::Object &tensor, int64_t number,
                             size_t dim) {
  const json::Value &extent = (*tensor.getArray("shape"))[dim];
  if (extent.kind() != json::Value::Null)
    return extent;
  return json::Array{"dim", number, static_cast<int64_t>(dim)};
}

std::string Report::shape(const json::Object &info, int64_t number) const {
  SmallVector<std::string> extents;
  for (size_t dim = 0; dim < info.getArray("shape")->size(); ++dim)
    extents.push_back(expression(getExtent(info, number, dim)));
  return "(" + llvm::join(extents, ", ") + ")";
}

void Report::writeVariant(const json::Object &variant) {
  StringRef kernel = *variant.getString("kernel");
  os << "    variant " << *variant.getString("name") << ", kernel " << kernel
     << "\n";
  const json::Array &guard = *variant.getArray("guard");
  SmallVector<std::string> conditions;
  for (const json::Value &value : guard)
    conditions.push_back(condition(*value.getAsObject()));
  os << "      when      "
     << (conditions.empty() ? "always" : llvm::join(conditions, ", ")) << "\n";
  if (std::optional<StringRef> schedule = variant.getString("schedule"))
    os << "      schedule  " << *schedule << "\n";
  if (const json::Value *cost = variant.get("cost"))
    os << "      cycles    " << expression(*cost) << ", estimated\n";
  auto product = [&](const json::Array &values) {
    SmallVector<std::string> texts;
    for (const json::Value &value : values)
      texts.push_back(expression(value));
    return llvm::join(texts, " x ");
  };
  os << "      grid      " << product(*variant.getArray("grid")) << "\n";
  for (const json::Value &param : *variant.getArray("params"))
    if (const json::Object *map = param.getAsObject()->getObject("tensor_map"))
      os << "      map       of "
         << *tensor(*map->getInteger("tensor")).getString("name") << " as "
         << product(*map->getArray("extents")) << " by boxes of "
         << product(*map->getArray("box")) << ", swizzle "
         << *map->getInteger("swizzle") << "\n";
  if (const json::Array *block = variant.getArray("block"))
    os << "      threads   "
       << *(*block)[0].getAsInteger() * *(*block)[1].getAsInteger() *
              *(*block)[2].getAsInteger()
       << "\n";
  for (const gl::KernelResources &r : resources)
    if (r.kernel == kernel)
      os << "      resources " << r.registers << " registers, "
         << r.sharedBytes + variant.getInteger("shared_bytes").value_or(0)
         << " bytes shared, " << r.spillStores << "/" << r.spillLoads
         << " bytes spilled/reloaded\n";
}

void Report::writeStep(const json::Object &step, const Amount *work) {
  const json::Array &variants = *step.getArray("variants");
  Amount bytes;
  llvm::SmallDenseSet<int64_t> seen;
  for (const json::Value &param :
       *variants[0].getAsObject()->getArray("params")) {
    std::optional<int64_t> number = param.getAsObject()->getInteger("ptr");
    if (!number || !seen.insert(*number).second)
      continue;
    const json::Object &info = tensor(*number);
    Product size{*info.getString("dtype") == "f32" ? 4.0 : 2.0, {}};
    for (size_t dim = 0; dim < info.getArray("shape")->size(); ++dim) {
      json::Value extent = getExtent(info, *number, dim);
      if (std::optional<int64_t> constant = extent.getAsInteger())
        size.known *= *constant;
      else
        size.unknown.push_back(expression(extent));
    }
    bytes.add(size);
  }
  if (work)
    os << "    FLOPs         " << work->str() << "\n";
  os << "    minimal bytes " << bytes.str() << "\n";
  // What the last variant runs on, which has no limit on sizes.
  const json::Object &last = *variants.back().getAsObject();
  bool onTensorCores =
      last.getString("schedule").value_or("").contains("family = mma");
  StringRef dtype = *tensor(*variants[0]
                                 .getAsObject()
                                 ->getArray("params")
                                 ->front()
                                 .getAsObject()
                                 ->getInteger("ptr"))
                         .getString("dtype");
  gl::Unit unit = !onTensorCores            ? gl::Unit::F32
                  : dtype == "f32"          ? gl::Unit::TF32
                  : dtype.starts_with("f8") ? gl::Unit::F8
                                            : gl::Unit::Half;
  if (chip && work && work->isStatic() && bytes.isStatic()) {
    const gl::Rate &rate = chip->getRate(unit);
    os << llvm::format("    floor         %.3f us on %s: %.1f TFLOP/s of %s "
                       "(%.1f measured), %.2f TB/s, and %.2f us to launch\n",
                       chip->floor(work->known, bytes.known, unit) * 1e6,
                       chip->chip.data(), rate.peak * 1e-12, rate.name.data(),
                       rate.measured * 1e-12, chip->memoryBandwidth * 1e-12,
                       chip->launch * 1e6);
  } else if (chip && work) {
    os << llvm::format("    floor         max(FLOPs / %.1f TFLOP/s, bytes / "
                       "%.2f TB/s) on %s\n",
                       chip->getRate(unit).peak * 1e-12,
                       chip->memoryBandwidth * 1e-12, chip->chip.data());
  }
  for (const json::Value &variant : variants)
    writeVariant(*variant.getAsObject());
}

void Report::writeFunction(const json::Object &function) {
  tensors = function.getArray("tensors");
  StringRef name = *function.getString("name");
  os << "function " << name << "\n";
  for (auto [i, value] : llvm::enumerate(*tensors)) {
    const json::Object &info = *value.getAsObject();
    os << "  " << llvm::left_justify(*info.getString("role"), 6) << " "
       << *info.getString("name") << ": " << *info.getString("dtype") << " "
       << shape(info, i) << "\n";
  }
  for (const json::Value &check : *function.getArray("checks"))
    os << "  check  " << condition(*check.getAsObject()) << "\n";
  const json::Array &steps = *function.getArray("steps");
  auto known = flops.find(name);
  bool matches = known != flops.end() && known->second.size() == steps.size();
  for (auto [i, step] : llvm::enumerate(steps)) {
    os << "  step " << i << "\n";
    writeStep(*step.getAsObject(), matches ? &known->second[i] : nullptr);
  }
}

void Report::write() {
  os << "target " << *record.getString("target") << "\n";
  for (const json::Value &function : *record.getArray("functions"))
    writeFunction(*function.getAsObject());
}

FailureOr<gl::Artifact> gl::explain(ModuleOp module,
                                    const CompileOptions &options,
                                    llvm::raw_ostream &os) {
  if (failed(lowerTo(module, Level::GL, options)))
    return failure();
  FlopsOfFunction flops = countFlops(module);
  CompileOptions withCubin = options;
  withCubin.wantCubin = true;
  FailureOr<Artifact> artifact = compile(module, withCubin);
  if (failed(artifact))
    return failure();

  json::Value record = llvm::cantFail(json::parse(artifact->record));
  Report(*record.getAsObject(), flops, artifact->resources, os).write();
  if (!artifact->noCubin.empty())
    os << "registers and spills are not known: " << artifact->noCubin << "\n";
  if (!options.wantCubin)
    llvm::erase_if(artifact->blobs,
                   [](const CodeBlob &blob) { return blob.kind == "cubin"; });
  return artifact;
}

void gl::enableRemarks(MLIRContext &context) {
  remark::RemarkCategories categories;
  categories.passed = categories.missed = categories.analysis =
      categories.failed = "(gl|tile)-.*";
  // Fails only if the context has an engine already.
  (void)remark::enableOptimizationRemarks(
      context, /*streamer=*/nullptr,
      std::make_unique<remark::RemarkEmittingPolicyAll>(), categories,
      /*printAsEmitRemarks=*/true);
}
