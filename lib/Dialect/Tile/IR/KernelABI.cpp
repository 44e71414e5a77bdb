//===- KernelABI.cpp - Parameters of a compiled kernel --------------------===//
//
// See KernelABI.h.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/IR/KernelABI.h"

#include "gl/Dialect/Tile/IR/TileOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::tile;

SmallVector<KernelParam> tile::getKernelParams(FuncOp kernel) {
  SmallVector<KernelParam> params;
  for (auto [i, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    auto memref = cast<MemRefType>(type);
    unsigned argument = i;
    params.push_back({KernelParam::Kind::Pointer, argument});
    for (unsigned dim = 0; dim < memref.getRank(); ++dim)
      if (memref.isDynamicDim(dim))
        params.push_back({KernelParam::Kind::Dim, argument, dim});
    auto [strides, offset] = memref.getStridesAndOffset();
    for (auto [dim, stride] : llvm::enumerate(strides))
      if (ShapedType::isDynamic(stride))
        params.push_back(
            {KernelParam::Kind::Stride, argument, static_cast<unsigned>(dim)});
    for (int64_t dim : kernel.getReciprocals(argument))
      params.push_back({KernelParam::Kind::Reciprocal, argument,
                        static_cast<unsigned>(dim)});
  }
  kernel.getBody().walk([&](TensorMapOp map) {
    unsigned argument = cast<BlockArgument>(map.getMemory()).getArgNumber();
    params.push_back({KernelParam::Kind::TensorMap, argument, 0, map});
  });
  return params;
}
