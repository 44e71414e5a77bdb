//===- Source.cpp - A program as written ----------------------------------===//
//
// Reads a file of MLIR and keeps one function of it. See Program.h.
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "gl/Compiler/Bundle.h"
#include "gl/Compiler/Explain.h"
#include "gl/Compiler/Registration.h"
#include "gl/Dialect/GL/IR/GLOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace gl::run;

namespace {
/// Prints diagnostics as the tools of MLIR do, remarks only if asked for.
class FilteringHandler : public mlir::SourceMgrDiagnosticHandler {
public:
  FilteringHandler(SourceMgr &manager, mlir::MLIRContext *context,
                   raw_ostream &os, bool remarks)
      : SourceMgrDiagnosticHandler(manager, context, os) {
    setHandler([this, remarks](mlir::Diagnostic &diagnostic) {
      if (remarks ||
          diagnostic.getSeverity() != mlir::DiagnosticSeverity::Remark)
        emitDiagnostic(diagnostic);
    });
  }
};
} // namespace

static mlir::DialectRegistry makeRegistry() {
  mlir::DialectRegistry registry;
  mlir::gl::registerAllDialects(registry);
  return registry;
}

Source::Source(bool explain)
    : context(makeRegistry(), mlir::MLIRContext::Threading::DISABLED),
      handler(std::make_unique<FilteringHandler>(sourceManager, &context,
                                                 diagnosticStream, explain)) {
  // The place is enough; an operation can hold the whole program.
  context.printOpOnDiagnostic(false);
  if (!explain)
    return;
  mlir::gl::enableRemarks(context);
}

std::string Source::takeDiagnostics() {
  return std::exchange(diagnostics, std::string());
}

Expected<std::unique_ptr<Source>>
Source::read(const std::string &path, const std::string &name, bool explain) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer =
      MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer)
    return makeError(Twine(path) + ": " + buffer.getError().message());
  std::unique_ptr<Source> source(new Source(explain));
  source->sourceManager.AddNewSourceBuffer(std::move(*buffer), SMLoc());
  source->moduleRef = mlir::parseSourceFile<mlir::ModuleOp>(
      source->sourceManager, &source->context);
  if (!source->moduleRef)
    return makeError(source->takeDiagnostics());
  // Messages of the runtime then call arguments as the text does.
  mlir::gl::nameArguments(
      source->module(),
      source->sourceManager
          .getMemoryBuffer(source->sourceManager.getMainFileID())
          ->getBuffer());
  if (Error error = source->select(path, name))
    return std::move(error);
  return source;
}

/// Finds the function and erases the others that it does not need.
Error Source::select(const std::string &path, const std::string &name) {
  SmallVector<mlir::func::FuncOp> functions(
      module().getOps<mlir::func::FuncOp>());
  StringRef wanted = name;
  if (name.empty() && functions.size() > 1)
    wanted = "main";
  std::string names;
  for (mlir::func::FuncOp function : functions) {
    if (wanted.empty() || function.getName() == wanted)
      functionOp = function;
    names += (names.empty() ? "" : ", ") + function.getName().str();
  }
  if (functions.empty())
    return makeError(Twine(path) + " has no function");
  if (!functionOp)
    return makeError(Twine(path) + " has no function '" + wanted +
                     "'; it has: " + names +
                     (name.empty() ? "; choose one with --function=NAME" : ""));

  SmallVector<mlir::func::FuncOp> needed = {functionOp};
  for (size_t i = 0; i < needed.size(); ++i)
    if (auto uses = mlir::SymbolTable::getSymbolUses(needed[i].getOperation()))
      for (const mlir::SymbolTable::SymbolUse &use : *uses)
        if (auto callee = module().lookupSymbol<mlir::func::FuncOp>(
                use.getSymbolRef().getRootReference());
            callee && !is_contained(needed, callee))
          needed.push_back(callee);
  for (mlir::func::FuncOp function : functions)
    if (!is_contained(needed, function))
      function.erase();
  return Error::success();
}

mlir::gl::Precision Source::precision() {
  using mlir::gl::Precision;
  Precision lowest = Precision::ieee;
  auto lower = [&](Precision precision) {
    if (lowest != Precision::tf32 && precision != Precision::ieee)
      lowest = precision;
  };
  functionOp.walk([&](mlir::Operation *op) {
    if (auto product = dyn_cast<mlir::gl::MatmulBiasOp>(op))
      lower(product.getPrecision());
    if (auto product = dyn_cast<mlir::gl::FusedMatmulOp>(op))
      lower(product.getPrecision());
  });
  return lowest;
}

bool Source::hasF8Products() {
  auto isF8 = [](mlir::Value operand) {
    return mlir::getElementTypeOrSelf(operand).getIntOrFloatBitWidth() == 8;
  };
  return functionOp
      .walk([&](mlir::Operation *op) {
        auto product = dyn_cast<mlir::gl::MatmulBiasOp>(op);
        auto fused = dyn_cast<mlir::gl::FusedMatmulOp>(op);
        if ((product && isF8(product.getLhs())) ||
            (fused && isF8(fused.getLhs().front())))
          return mlir::WalkResult::interrupt();
        return mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

bool Source::hasNarrowValues() {
  return functionOp
      .walk([](mlir::Operation *op) {
        for (mlir::Type type : op->getResultTypes()) {
          auto dtype = mlir::gl::getDType(mlir::getElementTypeOrSelf(type));
          if (dtype && dtypeBytes(*dtype) < 4)
            return mlir::WalkResult::interrupt();
        }
        return mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

Error Source::describe(std::vector<TensorInfo> &arguments,
                       std::vector<TensorInfo> &results) {
  auto add = [&](std::vector<TensorInfo> &list, mlir::Type type,
                 std::string name) -> Error {
    auto shaped = dyn_cast<mlir::ShapedType>(type);
    auto dtype = shaped && shaped.hasRank()
                     ? mlir::gl::getDType(shaped.getElementType())
                     : std::nullopt;
    if (!dtype) {
      std::string text;
      raw_string_ostream(text) << type;
      return makeError("function '" + functionOp.getName() + "': " + name +
                       " has type " + text +
                       "; gl-run passes tensors of floats");
    }
    std::vector<int64_t> shape;
    for (int64_t dim : shaped.getShape())
      shape.push_back(mlir::ShapedType::isDynamic(dim) ? -1 : dim);
    list.push_back({std::move(name), *dtype, std::move(shape)});
    return Error::success();
  };
  if (functionOp.isExternal())
    return makeError("function '" + functionOp.getName() + "' has no body");
  for (mlir::BlockArgument argument : functionOp.getArguments()) {
    unsigned index = argument.getArgNumber();
    auto name = functionOp.getArgAttrOfType<mlir::StringAttr>(index, "gl.name");
    if (Error error = add(arguments, argument.getType(),
                          name ? name.str() : "arg" + std::to_string(index)))
      return error;
  }
  for (auto [i, type] : enumerate(functionOp.getResultTypes()))
    if (Error error = add(results, type, "result" + std::to_string(i)))
      return error;
  return Error::success();
}
