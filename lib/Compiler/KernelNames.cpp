//===- KernelNames.cpp - Names of kernels and arguments -------------------===//
//
// The names that code and record use: of a kernel one that PTX and object files
// can hold, of an argument the one in the source. See Bundle.h.
//
//===----------------------------------------------------------------------===//

#include "gl/Compiler/Bundle.h"

#include "gl/Dialect/Tile/IR/TileOps.h"
#include "gl/Target/Host.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

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
