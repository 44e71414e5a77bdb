//===- Pipeline.cpp - Overlap copies and products -------------------------===//
//
// A staged loop, as tile-stage-loads leaves it, copies a step's tiles, waits
// for them, and multiplies. Here the copies of step i + S - 1 are started
// before step i is computed, into the slot that step i - 1 has left, so that S
// - 1 steps are on their way at any time. Tiles that go through registers are
// loaded one step ahead and stored behind the products: they are in registers
// while the products run.
//
//   start steps 0 .. S-2, one group of copies each
//   for i, slot:
//     wait until the group of step i is complete; barrier
//     start step i + S - 1 into slot - 1 (mod S); commit
//     load the registers' part of step i + 1
//     products of step i from slot
//     store the registers into slot + 1
//
// One barrier a step suffices: behind it every thread sees step i's slot, and
// every thread has finished with the slot of step i - 1, which the new copies
// overwrite. The store behind the products goes to slot + 1, last read in step
// i + 1 - S, and is seen behind the next step's barrier.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/IR/TileOps.h"
#include "gl/Dialect/Tile/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEPIPELINE
#include "gl/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

namespace {

/// The operations of a staged loop's body, told apart by what they are for.
class StagedLoop {
public:
  /// Fails if the loop copies nothing.
  static FailureOr<StagedLoop> match(scf::ForOp loop);

  LogicalResult pipeline();

private:
  explicit StagedLoop(scf::ForOp loop) : loop(loop) {}

  /// Adds what `op` depends on within the body to `set`.
  void addSlice(Operation *op, llvm::SetVector<Operation *> &set);
  /// Copies the operations of `set`, in the body's order, for iteration `iv`
  /// and slot `slot`.
  void clone(ImplicitLocOpBuilder &b, const llvm::SetVector<Operation *> &set,
             Value iv, Value slot, IRMapping &mapping);
  void storeRegisters(ImplicitLocOpBuilder &b, Value slot, IRMapping &mapping);

  scf::ForOp loop;
  int64_t stages = 0;
  /// What starts copies, what loads registers, and what computes; arithmetic on
  /// indices can belong to several.
  llvm::SetVector<Operation *> copies, registers, products;
  SmallVector<RingStoreOp> stores;
};

} // namespace

void StagedLoop::addSlice(Operation *op, llvm::SetVector<Operation *> &set) {
  if (op->getBlock() != loop.getBody() || set.contains(op))
    return;
  // Operands first; values from inside regions count as their operation's.
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (Operation *source = operand.getDefiningOp())
        if (Operation *ancestor =
                loop.getBody()->findAncestorOpInBlock(*source);
            ancestor && ancestor != op)
          addSlice(ancestor, set);
  });
  set.insert(op);
}

FailureOr<StagedLoop> StagedLoop::match(scf::ForOp loop) {
  StagedLoop staged(loop);
  for (Operation &op : *loop.getBody()) {
    if (auto store = dyn_cast<RingStoreOp>(op)) {
      staged.stores.push_back(store);
      staged.stages = store.getRing().getType().getStages();
      if (Operation *source = store.getValue().getDefiningOp())
        staged.addSlice(source, staged.registers);
      continue;
    }
    CopyAsyncOp copy;
    op.walk([&](CopyAsyncOp inner) { copy = inner; });
    if (!copy)
      continue;
    staged.stages = copy.getRing().getType().getStages();
    staged.addSlice(&op, staged.copies);
  }
  if (staged.stages == 0)
    return failure();
  for (Operation &op : loop.getBody()->without_terminator())
    if (!staged.copies.contains(&op) && !staged.registers.contains(&op) &&
        !isa<RingStoreOp, CommitCopiesOp, WaitCopiesOp, BarrierOp>(op))
      staged.addSlice(&op, staged.products);
  return staged;
}

void StagedLoop::clone(ImplicitLocOpBuilder &b,
                       const llvm::SetVector<Operation *> &set, Value iv,
                       Value slot, IRMapping &mapping) {
  mapping.map(loop.getInductionVar(), iv);
  for (Operation &op : loop.getBody()->without_terminator())
    if (set.contains(&op))
      b.clone(op, mapping)->walk([&](Operation *copy) {
        if (auto async = dyn_cast<CopyAsyncOp>(copy))
          async.getSlotMutable().assign(slot);
        else if (auto load = dyn_cast<RingLoadOp>(copy))
          load.getSlotMutable().assign(slot);
      });
}

void StagedLoop::storeRegisters(ImplicitLocOpBuilder &b, Value slot,
                                IRMapping &mapping) {
  for (RingStoreOp store : stores)
    RingStoreOp::create(b, mapping.lookup(store.getValue()), store.getRing(),
                        slot, store.getWidth());
}

LogicalResult StagedLoop::pipeline() {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, value);
  };
  auto plus = [&](Value value, int64_t number) -> Value {
    return arith::AddIOp::create(b, value, constant(number));
  };
  auto isLess = [&](Value a, Value c) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::slt, a, c);
  };
  Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
  APInt step;
  if (!matchPattern(loop.getStep(), m_ConstantInt(&step)) || step != 1)
    return loop.emitOpError(
        "counts elements, not steps, so it cannot be pipelined: the step of a "
        "loop over staged operands must be 1");

  // Steps 0 .. S-2. A step that does not exist has an empty group.
  for (int64_t i = 0; i < stages - 1; ++i) {
    Value iv = plus(lower, i);
    if (!copies.empty() || i == 0) {
      auto exists = scf::IfOp::create(b, isLess(iv, upper), /*else=*/false);
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(exists.thenBlock());
      Value here = constant(i);
      IRMapping mapping;
      clone(b, copies, iv, here, mapping);
      if (i == 0) {
        clone(b, registers, iv, here, mapping);
        storeRegisters(b, here, mapping);
      }
    }
    CommitCopiesOp::create(b);
  }

  SmallVector<Value> inits(loop.getInitArgs());
  inits.push_back(constant(0));
  auto pipelined = scf::ForOp::create(b, lower, upper, loop.getStep(), inits);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(pipelined.getBody());
    Value iv = pipelined.getInductionVar();
    Value slot = pipelined.getRegionIterArgs().back();
    auto turn = [&](Value edge, int64_t wrapped, int64_t by) -> Value {
      Value atEdge =
          arith::CmpIOp::create(b, arith::CmpIPredicate::eq, slot, edge);
      return arith::SelectOp::create(b, atEdge, constant(wrapped),
                                     plus(slot, by));
    };
    Value before = turn(constant(0), stages - 1, -1);
    Value after = turn(constant(stages - 1), 0, 1);

    WaitCopiesOp::create(b, stages - 2);
    BarrierOp::create(b);
    if (!copies.empty()) {
      Value ahead = plus(iv, stages - 1);
      auto exists = scf::IfOp::create(b, isLess(ahead, upper), /*else=*/false);
      OpBuilder::InsertionGuard inner(b);
      b.setInsertionPointToStart(exists.thenBlock());
      IRMapping mapping;
      clone(b, copies, ahead, before, mapping);
    }
    CommitCopiesOp::create(b);
    // Behind the last step there is none to load; its own again does no harm.
    IRMapping next;
    if (!registers.empty()) {
      Value last = plus(upper, -1);
      Value following =
          arith::MinSIOp::create(b, plus(iv, 1), last).getResult();
      clone(b, registers, following, after, next);
    }

    IRMapping mapping;
    for (auto [from, to] :
         llvm::zip(loop.getRegionIterArgs(), pipelined.getRegionIterArgs()))
      mapping.map(from, to);
    clone(b, products, iv, slot, mapping);
    storeRegisters(b, after, next);
    SmallVector<Value> results;
    for (Value value : loop.getYieldedValues())
      results.push_back(mapping.lookupOrDefault(value));
    results.push_back(after);
    scf::YieldOp::create(b, results);
  }
  loop.replaceAllUsesWith(pipelined.getResults().drop_back());
  loop.erase();
  return success();
}

namespace {
struct TilePipeline : tile::impl::TilePipelineBase<TilePipeline> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().getBody().walk(
        [&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      FailureOr<StagedLoop> staged = StagedLoop::match(loop);
      if (succeeded(staged) && failed(staged->pipeline()))
        return signalPassFailure();
    }
  }
};
} // namespace
