//===- StageLoads.cpp - Bring operands through shared memory --------------===//
//
// Without staging, every thread loads all of the operands that its part of a
// product needs, and threads that share a row load it several times. Where the
// schedule has stages, each operand of a dot gets a ring of shared-memory
// slots: all threads of the block copy the tile once, each a part of it, and
// then take from it what they need, one depth of K at a time, so that few of
// its elements are in registers at once.
//
// How a tile gets there is decided for each load from what is provable of its
// source: by cp.async in the widest vectors that alignment, strides and extents
// allow, or, where not even 4 bytes are aligned, through registers. An operand
// that comes from one of several loads (parts of a concatenation) goes
// through registers as soon as one of them must.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/IR/TileOps.h"
#include "gl/Dialect/Tile/Transforms/DotLayouts.h"
#include "gl/Dialect/Tile/Transforms/OperandLoads.h"
#include "gl/Dialect/Tile/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILESTAGELOADS
#include "gl/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

namespace {
/// How one operand gets to shared memory.
struct Staging : CopyWidths {
  SmallVector<LoadOp> loads;
  unsigned along = 1; ///< tile dim whose elements are neighbours
};

class Stager {
public:
  Stager(FuncOp func, gl::ScheduleAttr schedule)
      : func(func), schedule(schedule) {}

  LogicalResult run();

private:
  LogicalResult stageDot(DotOp dot);
  FailureOr<Staging> plan(DotOp dot, Value operand);
  void say(LoadOp load, unsigned operand, int64_t width, bool isAsync);
  /// Fills `slot` of `ring`: at each load by copies, or at `b` from registers.
  void fill(const Staging &staging, Value operand, Value ring, Value slot,
            ImplicitLocOpBuilder &b);

  FuncOp func;
  gl::ScheduleAttr schedule;
};
} // namespace

FailureOr<Staging> Stager::plan(DotOp dot, Value operand) {
  Staging staging;
  auto tile = cast<RankedTensorType>(operand.getType());
  if (failed(collectLoads(operand, staging.loads)))
    return dot.emitOpError("has an operand that is not loaded from memory, "
                           "which ")
           << schedule << " cannot bring through shared memory";
  int64_t bytes = tile.getElementTypeBitWidth() / 8;
  int64_t warps = schedule.getNumWarps();
  // The dim with the widest runs; where both are equal, the one whose elements
  // are neighbours in memory, since lanes next to each other copy along it.
  int64_t best = 0;
  bool bestIsInner = false;
  for (unsigned along : {1u, 0u}) {
    int64_t perChunk = SharedLayout::kChunkBytes / bytes;
    if (tile.getDimSize(along) % perChunk != 0)
      continue;
    CopyWidths widths = getCopyWidths(staging.loads, tile, along, warps);
    bool isInner = isInnermost(staging.loads.front().getAccess(), along);
    if (std::pair(widths.provable, isInner) <= std::pair(best, bestIsInner))
      continue;
    best = widths.provable;
    bestIsInner = isInner;
    staging.along = along;
    static_cast<CopyWidths &>(staging) = widths;
  }
  if (best == 0)
    return dot.emitOpError("takes a tile of ")
           << tile << " through shared memory, where a row is a multiple of "
           << SharedLayout::kChunkBytes << " bytes: use a larger tile";
  return staging;
}

void Stager::say(LoadOp load, unsigned operand, int64_t width, bool isAsync) {
  int64_t bytes =
      width * load.getSource().getType().getElementTypeBitWidth() / 8;
  std::string text = operand == 0 ? "lhs" : "rhs";
  text += isAsync ? " goes to shared memory by cp.async of " +
                        std::to_string(bytes) + " bytes"
                  : " goes to shared memory through registers: not even 4 "
                    "bytes are provably aligned, and cp.async copies 4, 8 or "
                    "16";
  remark::analysis(load.getLoc(), remark::RemarkOpts::name("StageLoad")
                                      .category("tile-stage-loads")
                                      .function(func.getSymName()))
      << text;
}

void Stager::fill(const Staging &staging, Value operand, Value ring, Value slot,
                  ImplicitLocOpBuilder &b) {
  if (!staging.isAsync) {
    RingStoreOp::create(b, operand, ring, slot, staging.widths.front());
    return;
  }
  for (auto [planned, width] : llvm::zip_equal(staging.loads, staging.widths)) {
    LoadOp load = planned;
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(load);
    CopyAsyncOp::create(b, load.getSource(), load.getOrigins(),
                        load.getSymbols(), ring, slot, Value(),
                        load.getMapAttr(), b.getI64IntegerAttr(width));
  }
}

LogicalResult Stager::stageDot(DotOp dot) {
  auto lhsType = cast<RankedTensorType>(dot.getLhs().getType());
  if (lhsType.getEncoding())
    return dot.emitOpError("has tiles with layouts already: tile-stage-loads "
                           "comes before tile-assign-layouts");
  int64_t k = lhsType.getDimSize(1);
  int64_t depth =
      getDotDepth(schedule.getFields(), lhsType.getElementTypeBitWidth() / 8);
  if (k % depth != 0)
    return dot.emitOpError("tile K ")
           << k << " is not a multiple of the " << depth << " elements of "
           << lhsType.getElementType() << " that " << schedule
           << " takes at once";

  // A tile that was loaded before the loop would have to stay in its slot while
  // the others turn. It stays in registers, where it is.
  for (Value operand : {dot.getLhs(), dot.getRhs()})
    if (operand.getParentBlock() != dot->getBlock()) {
      remark::missed(dot.getLoc(), remark::RemarkOpts::name("Stage")
                                       .category("tile-stage-loads")
                                       .function(func.getSymName()))
          << "an operand is not loaded beside the product: neither goes "
             "through shared memory";
      return success();
    }
  ImplicitLocOpBuilder b(dot.getLoc(), dot);
  Value operands[2] = {dot.getLhs(), dot.getRhs()};
  Value rings[2];
  // What is not in a loop is copied once.
  int64_t stages =
      isa<scf::ForOp>(dot->getParentOp()) ? schedule.getStages() : 1;
  FailureOr<Staging> plans[2] = {failure(), failure()};
  for (unsigned i = 0; i < 2; ++i) {
    plans[i] = plan(dot, operands[i]);
    if (failed(plans[i]))
      return failure();
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&func.getBody().front());
    rings[i] = AllocRingOp::create(
        b,
        RingType::get(b.getContext(), stages,
                      cast<RankedTensorType>(operands[i].getType()),
                      plans[i]->along),
        IntegerAttr());
  }
  Value slot;
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&func.getBody().front());
    slot = arith::ConstantIndexOp::create(b, 0);
  }
  for (unsigned i = 0; i < 2; ++i) {
    for (auto [load, width] :
         llvm::zip_equal(plans[i]->loads, plans[i]->widths))
      say(load, i, width, plans[i]->isAsync);
    fill(*plans[i], operands[i], rings[i], slot, b);
  }
  CommitCopiesOp::create(b);
  WaitCopiesOp::create(b, 0);
  BarrierOp::create(b);
  Value sum = dot.getAcc();
  for (int64_t at = 0; at < k; at += depth) {
    Value parts[2];
    for (unsigned i = 0; i < 2; ++i) {
      auto tile = cast<RankedTensorType>(operands[i].getType());
      auto part = RankedTensorType::get({tile.getDimSize(0), depth},
                                        tile.getElementType());
      parts[i] =
          RingLoadOp::create(b, part, rings[i], slot, ArrayRef<int64_t>{0, at});
    }
    sum = DotOp::create(b, sum.getType(), parts[0], parts[1], sum,
                        dot.getPrecision());
  }
  BarrierOp::create(b);
  dot.replaceAllUsesWith(sum);
  dot.erase();
  return success();
}

LogicalResult Stager::run() {
  SmallVector<DotOp> dots;
  func.getBody().walk([&](DotOp dot) { dots.push_back(dot); });
  for (DotOp dot : dots)
    if (failed(stageDot(dot)))
      return failure();
  // Loads that became copies are dead, and so are the branches' results that
  // they were.
  RewritePatternSet patterns(func.getContext());
  scf::IfOp::getCanonicalizationPatterns(patterns, func.getContext());
  return applyPatternsGreedily(func, std::move(patterns));
}

namespace {
struct TileStageLoads : tile::impl::TileStageLoadsBase<TileStageLoads> {
  void runOnOperation() override {
    gl::ScheduleAttr schedule = getOperation().getScheduleAttr();
    if (!schedule || schedule.getStages() == 0 ||
        schedule.getFamily() == gl::Family::wgmma)
      return;
    if (failed(Stager(getOperation(), schedule).run()))
      signalPassFailure();
  }
};
} // namespace
