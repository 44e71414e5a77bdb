//===- KernelNames.cpp - Names and launch shapes of kernels ---------------===//
//
// What the record says of a kernel that is not in its tile program: the name
// it can have in code, and the block it was lowered for. See Bundle.h.
//
//===----------------------------------------------------------------------===//

#include "gl/Compiler/Bundle.h"

#include "gl/Dialect/Tile/IR/TileOps.h"
#include "gl/Target/Host.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
namespace json = llvm::json;

/// Whether PTX and object files can hold `name`, and it is neither a word of
/// PTX, nor a function that kernels call, nor a name set aside for C's
/// implementation or the program's own start.
static bool isLegal(StringRef name) {
  constexpr size_t kMaxLength = 256;
  if (name.size() > kMaxLength || name.empty() ||
      !llvm::isAlpha(name.front()) || name == "WARP_SZ" || name == "main")
    return false;
  for (const gl::HostSymbol &symbol : gl::getHostSymbols())
    if (name == symbol.name)
      return false;
  return llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

void gl::legalizeKernelNames(ModuleOp module) {
  SymbolTable symbols(module);
  unsigned counter = 0;
  for (auto kernel : module.getOps<tile::FuncOp>()) {
    StringRef old = kernel.getSymName();
    if (isLegal(old))
      continue;
    std::string base = "kernel_";
    for (char c : old.take_front(64))
      base += llvm::isAlnum(c) ? c : '_';
    std::string name;
    do
      name = base + "_" + std::to_string(counter++);
    while (symbols.lookup(name));
    kernel->setAttr(kSourceNameAttr, StringAttr::get(module.getContext(), old));
    // Renaming fails only for names that are taken.
    (void)symbols.rename(kernel, name);
  }
}

void gl::nameArguments(ModuleOp module, StringRef source) {
  SmallVector<StringRef> lines;
  source.split(lines, '\n');
  for (auto func : module.getOps<func::FuncOp>()) {
    if (func.isExternal())
      continue;
    for (BlockArgument arg : func.getArguments()) {
      unsigned i = arg.getArgNumber();
      auto loc = dyn_cast<FileLineColLoc>(arg.getLoc());
      if (!loc || loc.getLine() == 0 || loc.getLine() > lines.size() ||
          loc.getColumn() == 0 || func.getArgAttr(i, "gl.name"))
        continue;
      StringRef text = lines[loc.getLine() - 1].drop_front(std::min<size_t>(
          loc.getColumn() - 1, lines[loc.getLine() - 1].size()));
      if (!text.consume_front("%"))
        continue;
      StringRef name = text.take_while([](char c) {
        return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '-';
      });
      // A number is no name.
      if (!name.empty() && !llvm::isDigit(name.front()))
        func.setArgAttr(i, "gl.name",
                        StringAttr::get(module.getContext(), name));
    }
  }
}

LogicalResult gl::addLaunchShapes(json::Object &record, ModuleOp lowered) {
  llvm::StringMap<LLVM::LLVMFuncOp> kernels;
  lowered.walk(
      [&](LLVM::LLVMFuncOp func) { kernels[func.getSymName()] = func; });
  for (json::Value &function : *record.getArray("functions"))
    for (json::Value &step : *function.getAsObject()->getArray("steps"))
      for (json::Value &value : *step.getAsObject()->getArray("variants")) {
        json::Object &variant = *value.getAsObject();
        StringRef name = *variant.getString("kernel");
        LLVM::LLVMFuncOp kernel = kernels.lookup(name);
        if (!kernel)
          return emitError(lowered.getLoc(), "kernel '")
                 << name << "' was lost on the way to LLVM";
        if (auto threads =
                kernel->getAttrOfType<DenseI32ArrayAttr>("nvvm.reqntid")) {
          json::Array block;
          for (unsigned i = 0; i < 3; ++i)
            block.push_back(i < threads.size() ? threads[i] : 1);
          variant["block"] = std::move(block);
        }
        if (!variant.get("block"))
          return kernel.emitOpError("has no nvvm.reqntid, so its block is not "
                                    "known");
        if (auto shared =
                kernel->getAttrOfType<IntegerAttr>("tile.shared_bytes"))
          variant["shared_bytes"] = shared.getInt();
      }
  return success();
}
