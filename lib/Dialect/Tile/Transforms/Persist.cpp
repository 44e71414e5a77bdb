//===- Persist.cpp - Programs that stay for several tiles -----------------===//
//
// A program that copies through a long ring spends some microseconds on filling
// it before its first product. One that stays on its multiprocessor and goes on
// with the next tile fills it once, and writes one tile's results while the
// next one's operands arrive. So the kernel is launched with as many programs
// as the chip has multiprocessors, and program p takes the places p, p + P, p +
// 2P, ... of the grid that there would have been.
//
// With `k_order = zigzag` every other tile of a program takes the steps of its
// staged loop backwards: neighbouring tiles share an operand, and the end of it
// is what the L2 cache still has. The order of a sum then depends on the place
// of its tile and the number of multiprocessors, not on timing.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/IR/TileOps.h"
#include "gl/Dialect/Tile/Transforms/AccessWidth.h"
#include "gl/Dialect/Tile/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEPERSIST
#include "gl/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

/// The loops of `block` that copy tiles; not those inside them.
static SmallVector<scf::ForOp> getStagedLoops(Block &block) {
  SmallVector<scf::ForOp> loops;
  for (auto loop : block.getOps<scf::ForOp>())
    if (loop.getBody()
            ->walk([](CopyTensorOp) { return WalkResult::interrupt(); })
            .wasInterrupted())
      loops.push_back(loop);
  return loops;
}

/// Whether the steps of `loop` do nothing but add products to what it carries,
/// so that they may come in any order.
static bool onlySums(scf::ForOp loop) {
  for (Operation &op : loop.getBody()->without_terminator()) {
    WalkResult walk = op.walk([](Operation *inner) {
      bool isKnown = isa<CopyTensorOp, CopyAsyncOp, RingLoadOp, RingStoreOp,
                         RingDotOp, LoadOp>(inner) ||
                     inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                     isMemoryEffectFree(inner);
      return isKnown ? WalkResult::advance() : WalkResult::interrupt();
    });
    if (walk.wasInterrupted())
      return false;
  }
  for (auto [argument, yielded] :
       llvm::zip_equal(loop.getRegionIterArgs(), loop.getYieldedValues())) {
    Value sum = argument;
    while (sum != yielded) {
      auto dot = sum.hasOneUse() ? dyn_cast<RingDotOp>(*sum.user_begin())
                                 : RingDotOp();
      if (!dot || dot.getAcc() != sum)
        return false;
      sum = dot.getResult();
    }
    if (!sum.hasOneUse())
      return false;
  }
  return true;
}

/// Has `loop` take its steps from the last to the first where `backwards`.
static void reverseWhere(Value backwards, scf::ForOp loop) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  Value lower = loop.getLowerBound(), step = loop.getStep();
  // The first and the last step; of none there is neither.
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value last = arith::SubIOp::create(b, loop.getUpperBound(), one);
  if (!isConstantIntValue(step, 1)) {
    Value length = b.createOrFold<arith::SubIOp>(last, lower);
    Value beyond = b.createOrFold<arith::RemUIOp>(length, step);
    last = b.createOrFold<arith::SubIOp>(last, beyond);
  }
  b.setInsertionPointToStart(loop.getBody());
  Value at = loop.getInductionVar();
  Value sum = b.createOrFold<arith::AddIOp>(lower, last);
  Value mirrored = arith::SubIOp::create(b, sum, at);
  Value chosen = arith::SelectOp::create(b, backwards, mirrored, at);
  at.replaceUsesWithIf(chosen, [&](OpOperand &use) {
    return use.getOwner() != mirrored.getDefiningOp() &&
           use.getOwner() != chosen.getDefiningOp();
  });
}

/// Adds `op` and what it is computed from to `kept`.
static void keep(Operation *op, llvm::SmallPtrSetImpl<Operation *> &kept) {
  if (!kept.insert(op).second)
    return;
  for (Value operand : op->getOperands())
    if (Operation *source = operand.getDefiningOp())
      keep(source, kept);
}

static LogicalResult persist(FuncOp func, gl::ScheduleAttr schedule,
                             int64_t sms) {
  auto yield = cast<YieldOp>(func.getGrid().front().getTerminator());
  if (yield.getExtents().size() != 1)
    return func.emitOpError("has a grid of ")
           << yield.getExtents().size() << " dims, which " << schedule
           << " needs to be one, so that programs can stay for several tiles";

  // Programs of a cluster wait for each other, so all have as many tiles.
  int64_t cluster = schedule.getClusterSize();
  if (int64_t divisor = getKnownDivisor(yield.getExtents()[0]);
      divisor % cluster != 0)
    return func.emitOpError("has a grid that is a multiple of ")
           << divisor << " as far as is known, which " << schedule
           << " needs to be of the " << cluster << " programs of a cluster";

  // The former grid's extent inside the program.
  Block &body = func.getBody().front();
  ImplicitLocOpBuilder b(func.getLoc(), func.getContext());
  auto result = cast<ReturnOp>(body.getTerminator());
  // Rings and maps, and what the host computes for them, live as long as the
  // kernel.
  llvm::SmallPtrSet<Operation *, 16> kept;
  for (Operation &op : body)
    if (isa<AllocRingOp, TensorMapOp>(op))
      keep(&op, kept);
  SmallVector<Operation *> program;
  for (Operation &op : body.without_terminator())
    if (!kept.contains(&op))
      program.push_back(&op);
  b.setInsertionPoint(result);
  IRMapping mapping;
  mapping.map(func.getGrid().getArguments(), func.getBody().getArguments());
  for (Operation &op : func.getGrid().front().without_terminator())
    b.clone(op, mapping);
  Value places = mapping.lookupOrDefault(yield.getExtents()[0]);
  // Whole clusters.
  sms = std::max(sms - sms % cluster, cluster);
  auto fewer = [&](ImplicitLocOpBuilder &builder, Value value) -> Value {
    Value most = arith::ConstantIndexOp::create(builder, sms);
    return builder.createOrFold<arith::MinUIOp>(value, most);
  };
  Value programs = fewer(b, places);
  Value first = ProgramIdOp::create(b, 0);
  bool isZigzag = schedule.getKOrder() == gl::KOrder::zigzag;
  SmallVector<Value> carried;
  if (isZigzag)
    carried.push_back(arith::ConstantOp::create(b, b.getBoolAttr(false)));
  auto loop = scf::ForOp::create(b, first, places, programs, carried);

  // The program moves into the loop as it is; what does not change from tile to
  // tile moves out again.
  Operation *front =
      carried.empty() ? loop.getBody()->getTerminator() : nullptr;
  for (Operation *op : program) {
    if (front)
      op->moveBefore(front);
    else
      op->moveBefore(loop.getBody(), loop.getBody()->end());
  }
  loop.getBody()->walk([&](ProgramIdOp id) {
    id.replaceAllUsesWith(loop.getInductionVar());
    id.erase();
  });
  if (isZigzag) {
    Value backwards = loop.getRegionIterArg(0);
    for (scf::ForOp staged : getStagedLoops(*loop.getBody())) {
      if (onlySums(staged))
        reverseWhere(backwards, staged);
      else
        remark::missed(staged.getLoc(), remark::RemarkOpts::name("Zigzag")
                                            .category("tile-persist")
                                            .function(func.getSymName()))
            << "steps keep their order: they do more than add products";
    }
    b.setInsertionPointToEnd(loop.getBody());
    Value yes = arith::ConstantOp::create(b, b.getBoolAttr(true));
    Value next = arith::XOrIOp::create(b, backwards, yes);
    scf::YieldOp::create(b, next);
  }
  moveLoopInvariantCode(loop);

  b.setInsertionPoint(yield);
  yield.getExtentsMutable().assign(fewer(b, yield.getExtents()[0]));
  return success();
}

namespace {
struct TilePersist : tile::impl::TilePersistBase<TilePersist> {
  void runOnOperation() override {
    FuncOp func = getOperation();
    gl::ScheduleAttr schedule = func.getScheduleAttr();
    if (!schedule || schedule.getFamily() != gl::Family::wgmma)
      return;
    auto target =
        func->getParentOfType<ModuleOp>()->getAttrOfType<gl::TargetAttr>(
            gl::kTargetAttrName);
    if (!target)
      target = gl::TargetAttr::forArch(&getContext(), "sm_90a");
    if (failed(persist(func, schedule, target.getSms())))
      signalPassFailure();
  }
};
} // namespace
