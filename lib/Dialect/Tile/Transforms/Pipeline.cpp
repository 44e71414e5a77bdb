//===- Pipeline.cpp - Overlap copies and products -------------------------===//
//
// A staged loop, as tile-stage-loads leaves it, copies a step's tiles, waits
// for them, and multiplies them depth by depth. Here the copies of step
// i + S - 1 are started before step i is computed, into the slot that step i -
// 1 has left, so that S - 1 steps are on their way at any time. Tiles that go
// through registers are loaded one step ahead and stored behind the products.
// Each depth's elements are taken from shared memory before the products of the
// depth before, across steps too, so that products never wait for them:
//
//   start steps 0 .. S-2, one group of copies each
//   wait for step 0; barrier; take its first depth
//   for i, slot, taken:
//     start step i + S - 1 into slot - 1 (mod S); commit
//     load the registers' part of step i + 1
//     for each depth but the last: take the next one, multiply this one
//     store the registers into slot + 1
//     wait for step i + 1; barrier; take its first depth from slot + 1
//     multiply the last depth
//
// One barrier a step suffices: behind it every thread sees the next step's
// slot, and has taken all it wants from this step's, which the copies that
// start next overwrite. The store goes to slot + 1, whose last reader is S - 1
// barriers ago. Behind the last step a depth is taken that nobody uses.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/IR/TileOps.h"
#include "gl/Dialect/Tile/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

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
  static constexpr int64_t kDifferent = -1;

  explicit StagedLoop(scf::ForOp loop) : loop(loop) {}

  /// Notes the stages of a ring, which all rings of a loop must share.
  void addStages(RingType ring);

  /// Adds what `op` depends on within the body to `set`.
  void addSlice(Operation *op, llvm::SetVector<Operation *> &set);
  /// Copies the operations of `set`, in the body's order, for iteration `iv`
  /// and slot `slot`.
  void clone(ImplicitLocOpBuilder &b, const llvm::SetVector<Operation *> &set,
             Value iv, Value slot, IRMapping &mapping,
             Value condition = Value());
  void storeRegisters(ImplicitLocOpBuilder &b, Value slot, IRMapping &mapping);

  scf::ForOp loop;
  int64_t stages = 0;
  /// One depth of K: what is taken from shared memory, and the product.
  struct Depth {
    SmallVector<RingLoadOp, 2> loads;
    DotOp dot;
  };

  /// What starts copies and what loads registers; arithmetic on indices can
  /// belong to both.
  llvm::SetVector<Operation *> copies, registers;
  SmallVector<Depth> depths;
  /// What is computed from the products, element by element.
  SmallVector<Operation *> rest;
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

void StagedLoop::addStages(RingType ring) {
  if (stages == 0)
    stages = ring.getStages();
  else if (stages != ring.getStages())
    stages = kDifferent;
}

FailureOr<StagedLoop> StagedLoop::match(scf::ForOp loop) {
  StagedLoop staged(loop);
  for (Operation &op : *loop.getBody()) {
    if (auto store = dyn_cast<RingStoreOp>(op)) {
      staged.stores.push_back(store);
      staged.addStages(store.getRing().getType());
      if (Operation *source = store.getValue().getDefiningOp())
        staged.addSlice(source, staged.registers);
      continue;
    }
    bool copies = false;
    op.walk([&](CopyAsyncOp copy) {
      staged.addStages(copy.getRing().getType());
      copies = true;
    });
    if (copies)
      staged.addSlice(&op, staged.copies);
  }
  if (staged.stages == 0)
    return failure();
  auto refuse = [&](Operation *op, StringRef why) {
    remark::missed(
        op->getLoc(),
        remark::RemarkOpts::name("Pipeline").category("tile-pipeline"))
        << ("copies and products do not overlap: " + why).str();
    return failure();
  };
  if (staged.stages == kDifferent || staged.stages < 2)
    return refuse(loop,
                  "rings of the loop differ in their stages, or have one");
  for (RingStoreOp store : staged.stores)
    if (Operation *source = store.getValue().getDefiningOp();
        !source || source->getBlock() != loop.getBody())
      return refuse(store, "what is stored is not loaded inside the loop");
  // What is copied in a step must follow from the step's number alone.
  for (Value carried : loop.getRegionIterArgs()) {
    if (!isa<RankedTensorType>(carried.getType()))
      return refuse(loop, "the loop carries what is no tile");
    for (Operation *user : carried.getUsers()) {
      Operation *top = loop.getBody()->findAncestorOpInBlock(*user);
      if (top &&
          (staged.copies.contains(top) || staged.registers.contains(top)))
        return refuse(user, "a copy depends on what the loop carries");
    }
  }
  for (DotOp dot : loop.getBody()->getOps<DotOp>()) {
    Depth &depth = staged.depths.emplace_back();
    depth.dot = dot;
    for (Value operand : {dot.getLhs(), dot.getRhs()}) {
      auto load = operand.getDefiningOp<RingLoadOp>();
      if (!load || load->getBlock() != loop.getBody())
        return refuse(dot, "an operand does not come from a ring");
      depth.loads.push_back(load);
    }
  }
  if (staged.depths.empty())
    return refuse(loop, "the loop has no product");
  // What is computed from products comes behind them; what else a loop computes
  // has no place in the order of things here.
  auto isKnown = [&](Operation &op) {
    if (staged.copies.contains(&op) || staged.registers.contains(&op) ||
        isa<RingStoreOp, CommitCopiesOp, WaitCopiesOp, BarrierOp>(op))
      return true;
    bool feedsProduct = llvm::any_of(
        op.getUsers(), [](Operation *user) { return isa<DotOp>(user); });
    bool makesTiles = llvm::all_of(op.getResultTypes(), [](Type type) {
      return isa<RankedTensorType>(type);
    });
    if (op.hasTrait<OpTrait::Elementwise>() && makesTiles && !feedsProduct) {
      staged.rest.push_back(&op);
      return true;
    }
    return llvm::any_of(staged.depths, [&](Depth &depth) {
      return depth.dot == &op || llvm::is_contained(depth.loads, &op);
    });
  };
  for (Operation &op : loop.getBody()->without_terminator())
    if (!isKnown(op))
      return refuse(&op, "the loop computes something beside its products");
  for (Value value : loop.getYieldedValues())
    if (Operation *source = value.getDefiningOp();
        source && source->getBlock() == loop.getBody() && !isa<DotOp>(source) &&
        !llvm::is_contained(staged.rest, source))
      return refuse(source, "the loop carries what is no product");
  return staged;
}

void StagedLoop::clone(ImplicitLocOpBuilder &b,
                       const llvm::SetVector<Operation *> &set, Value iv,
                       Value slot, IRMapping &mapping, Value condition) {
  mapping.map(loop.getInductionVar(), iv);
  for (Operation &op : loop.getBody()->without_terminator())
    if (set.contains(&op))
      b.clone(op, mapping)->walk([&](CopyAsyncOp copy) {
        copy.getSlotMutable().assign(slot);
        if (condition)
          copy.getConditionMutable().assign(condition);
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
  auto await = [&] {
    WaitCopiesOp::create(b, stages - 2);
    BarrierOp::create(b);
  };
  // The parts of a step's first depth, from `slot`.
  auto take = [&](size_t depth, Value slot) {
    SmallVector<Value> parts;
    for (RingLoadOp load : depths[depth].loads) {
      auto copy = cast<RingLoadOp>(b.clone(*load));
      copy.getSlotMutable().assign(slot);
      parts.push_back(copy);
    }
    return parts;
  };
  await();
  SmallVector<Value> inits(loop.getInitArgs());
  size_t numSums = inits.size();
  llvm::append_range(inits, take(0, constant(0)));
  inits.push_back(constant(0));
  auto pipelined = scf::ForOp::create(b, lower, upper, loop.getStep(), inits);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(pipelined.getBody());
    Value iv = pipelined.getInductionVar();
    Value slot = pipelined.getRegionIterArgs().back();
    auto turn = [&](int64_t edge, int64_t wrapped, int64_t by) -> Value {
      Value atEdge = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, slot,
                                           constant(edge));
      return arith::SelectOp::create(b, atEdge, constant(wrapped),
                                     plus(slot, by));
    };
    Value before = turn(0, stages - 1, -1), after = turn(stages - 1, 0, 1);

    // No branch around them: copies go between products only if they are in one
    // block.
    if (!copies.empty()) {
      Value ahead = plus(iv, stages - 1);
      IRMapping mapping;
      clone(b, copies, ahead, before, mapping, isLess(ahead, upper));
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
    SmallVector<Value> taken(
        pipelined.getRegionIterArgs().slice(numSums, depths[0].loads.size()));
    for (size_t depth = 0; depth < depths.size(); ++depth) {
      SmallVector<Value> following;
      if (depth + 1 < depths.size()) {
        following = take(depth + 1, slot);
      } else {
        storeRegisters(b, after, next);
        await();
        following = take(0, after);
      }
      for (auto [load, part] : llvm::zip_equal(depths[depth].loads, taken))
        mapping.map(load.getResult(), part);
      b.clone(*depths[depth].dot, mapping);
      taken = following;
    }
    for (Operation *op : rest)
      b.clone(*op, mapping);
    SmallVector<Value> results;
    for (Value value : loop.getYieldedValues())
      results.push_back(mapping.lookupOrDefault(value));
    llvm::append_range(results, taken);
    results.push_back(after);
    scf::YieldOp::create(b, results);
  }
  loop.replaceAllUsesWith(pipelined.getResults().take_front(numSums));
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
