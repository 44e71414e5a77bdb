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
  llvm::DenseSet<StringAttr> kept, dropped;
  module.walk([&](tile::LaunchOp launch) {
    ArrayRef<Attribute> kernels = launch.getKernels().getValue();
    kept.insert(cast<FlatSymbolRefAttr>(kernels.front()).getAttr());
    for (Attribute kernel : kernels.drop_front())
      dropped.insert(cast<FlatSymbolRefAttr>(kernel).getAttr());
    launch.setKernelsAttr(
        ArrayAttr::get(module.getContext(), kernels.take_front()));
  });
  for (auto func : llvm::make_early_inc_range(module.getOps<tile::FuncOp>())) {
    StringAttr name = func.getSymNameAttr();
    if (dropped.contains(name) && !kept.contains(name))
      func.erase();
  }
}
