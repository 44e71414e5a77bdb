//===- Variants.cpp - Fewer variants of each kernel -----------------------===//
//
// A bundle holds every variant of a kernel, because the runtime chooses one
// for each call. Who reads or launches the code by hand wants one.
//
//===----------------------------------------------------------------------===//

#include "gl/Compiler/Compiler.h"

#include "gl/Dialect/Tile/IR/TileOps.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;

void gl::keepFirstVariants(ModuleOp module) {
  llvm::DenseSet<StringAttr> launched, kept;
  SmallVector<tile::LaunchOp> needed;
  module.walk([&](tile::LaunchOp launch) {
    if (!launch->use_empty())
      needed.push_back(launch);
    ArrayRef<Attribute> kernels = launch.getKernels().getValue();
    for (Attribute kernel : kernels)
      launched.insert(cast<FlatSymbolRefAttr>(kernel).getAttr());
    SmallVector<Value> inputs = launch.getInputsOf(0);
    launch.getInputsMutable().assign(inputs);
    launch.removeTakesAttr();
    launch.setKernelsAttr(
        ArrayAttr::get(module.getContext(), kernels.take_front()));
  });
  // What only other variants took.
  for (tile::LaunchOp launch : llvm::reverse(needed))
    if (launch->use_empty())
      launch.erase();
  module.walk([&](tile::LaunchOp launch) {
    kept.insert(cast<FlatSymbolRefAttr>(launch.getKernels()[0]).getAttr());
  });
  for (auto func : llvm::make_early_inc_range(module.getOps<tile::FuncOp>())) {
    StringAttr name = func.getSymNameAttr();
    if (launched.contains(name) && !kept.contains(name))
      func.erase();
  }
}
