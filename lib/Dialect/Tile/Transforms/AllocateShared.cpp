//===- AllocateShared.cpp - Give shared memory its addresses --------------===//
//
// Rings live side by side for the whole kernel. What programs of a cluster
// exchange at the end lies over them, since rings are no longer in use there.
// Every buffer starts at a multiple of 1024 bytes, which is the largest
// alignment that a swizzle asks for.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/IR/TileOps.h"
#include "gl/Dialect/Tile/Transforms/Passes.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEALLOCATESHARED
#include "gl/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

static constexpr int64_t kAlignment = 1024;

namespace {
struct TileAllocateShared
    : tile::impl::TileAllocateSharedBase<TileAllocateShared> {
  void runOnOperation() override {
    FuncOp func = getOperation();
    int64_t rings = 0, most = 0;
    func.getBody().walk([&](Operation *op) {
      if (auto alloc = dyn_cast<AllocRingOp>(op)) {
        rings = llvm::alignTo(rings, kAlignment);
        alloc.setOffset(rings);
        rings += alloc.getRing().getType().getBytes();
        most = std::max(most, rings);
      } else if (auto barriers = dyn_cast<AllocBarriersOp>(op)) {
        barriers.setOffset(rings);
        rings += barriers.getBarriers().getType().getBytes();
        most = std::max(most, rings);
      } else if (auto reduce = dyn_cast<ReduceSplitOp>(op)) {
        reduce.setOffset(0);
        most = std::max(most, reduce.getExchangeBytes());
      }
    });
    if (most != 0)
      func.setSharedBytes(most);
  }
};
} // namespace
