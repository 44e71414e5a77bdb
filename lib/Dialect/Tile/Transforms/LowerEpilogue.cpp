//===- LowerEpilogue.cpp - Results by the copy engine ---------------------===//
//
// The accumulator of wgmma is spread so that a thread's results lie in pairs, 8
// columns apart: stored from registers they fill a quarter of each memory
// transaction. The copy engine writes whole rows, clips what lies outside the
// tensor, and does it while the next tile is computed. So a store becomes a
// tile.store_tensor where a tensor map of the result can be made. Each warp
// hands over boxes of 16 rows by itself, through two slots of shared memory of
// its own, so that one is filled while the other is read.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/IR/TileOps.h"
#include "gl/Dialect/Tile/Transforms/Passes.h"
#include "gl/Dialect/Tile/Transforms/TensorCopies.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Remarks.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILELOWEREPILOGUE
#include "gl/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

/// Rows of the accumulator that one warp holds side by side.
static constexpr int64_t kWarpRows = 16;
/// Slots of a warp.
static constexpr int64_t kSlots = 2;

namespace {
struct TileLowerEpilogue
    : tile::impl::TileLowerEpilogueBase<TileLowerEpilogue> {
  void runOnOperation() override;
  void lowerStore(StoreOp store, gl::ScheduleAttr schedule);
};
} // namespace

void TileLowerEpilogue::lowerStore(StoreOp store, gl::ScheduleAttr schedule) {
  auto remarkName = [&] {
    return remark::RemarkOpts::name("StoreTensor")
        .category("tile-lower-epilogue")
        .function(getOperation().getSymName());
  };
  auto refuse = [&](const std::string &why) {
    remark::missed(store.getLoc(), remarkName())
        << ("results are stored from registers: " + why);
  };
  auto tile = cast<RankedTensorType>(store.getValue().getType());
  if (tile.getRank() != 2)
    return refuse("the tile is not of rank 2");
  if (schedule.getSwap())
    return refuse("a thread's results lie along M, where operands are swapped");
  bool isSpread = getOperation()
                      .getBody()
                      .walk([&](RingDotOp dot) {
                        auto made = cast<RankedTensorType>(dot.getType());
                        return made.getShape() == tile.getShape()
                                   ? WalkResult::interrupt()
                                   : WalkResult::advance();
                      })
                      .wasInterrupted();
  if (!isSpread)
    return refuse("the tile is not of a product's shape");
  int64_t elementBytes = tile.getElementTypeBitWidth() / 8;
  // The engine wants rows at multiples of 16 bytes. Where their stride is the
  // caller's, a map of rows of another size would turn packed results down.
  constexpr int64_t kUnitBytes = 16;
  auto memory = cast<MemRefType>(store.getTarget().getType());
  int64_t rank = memory.getRank(), inner = memory.getShape().back();
  if (rank > 1 && !ShapedType::isDynamic(inner) &&
      ShapedType::isDynamic(memory.getStridesAndOffset().first[rank - 2]) &&
      inner * elementBytes % kUnitBytes != 0)
    return refuse("rows of " + std::to_string(inner) + " * " +
                  std::to_string(elementBytes) + " = " +
                  std::to_string(inner * elementBytes) +
                  " bytes are not multiples of " + std::to_string(kUnitBytes));
  int64_t columns = tile.getDimSize(1) / schedule.getWarps()[1];
  std::string reason;
  for (int64_t swizzle : {128, 64, 32}) {
    int64_t width = swizzle / elementBytes;
    if (columns % width != 0) {
      reason = std::to_string(columns) + " columns of a warp are not made of " +
               std::to_string(width);
      continue;
    }
    ImplicitLocOpBuilder b(store.getLoc(), store);
    std::optional<TensorCopies> copies = makeTensorCopies(
        b, store.getLoc(), getOperation(), store.getAccess(),
        {kWarpRows, width}, /*along=*/1, swizzle, reason, tile.getShape());
    // A narrower panel breaks the same rules.
    if (!copies)
      break;
    b.setInsertionPointToStart(&getOperation().getBody().front());
    auto box = RankedTensorType::get({kWarpRows, width}, tile.getElementType());
    Value staging = AllocRingOp::create(
        b,
        RingType::get(b.getContext(), kSlots * schedule.getProductWarps(), box,
                      /*along=*/1, swizzle),
        IntegerAttr());
    b.setInsertionPoint(store);
    StoreTensorOp::create(b, store.getValue(), copies->map,
                          copies->boxes[0].coordinates, staging);
    remark::analysis(store.getLoc(), remarkName())
        << ("results are stored by TMA in boxes of " + Twine(kWarpRows) +
            " x " + Twine(width))
               .str();
    store.erase();
    return;
  }
  refuse(reason);
}

void TileLowerEpilogue::runOnOperation() {
  gl::ScheduleAttr schedule = getOperation().getScheduleAttr();
  if (!schedule || schedule.getFamily() != gl::Family::wgmma)
    return;
  SmallVector<StoreOp> stores;
  getOperation().getBody().walk(
      [&](StoreOp store) { stores.push_back(store); });
  for (StoreOp store : stores)
    lowerStore(store, schedule);
}
