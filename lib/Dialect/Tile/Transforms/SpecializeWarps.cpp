//===- SpecializeWarps.cpp - One thread copies, the others compute --------===//
//
// Copies by the copy engine need one thread to ask for them, products by wgmma
// need all their registers for sums. Where each has warps of its own, the
// copies run as far ahead as the ring is long, whatever the others do, and the
// copying warps give their registers to the others.
//
// All roles run the program's loops. What a role does not need falls away: the
// copying one has neither products nor results, the other no copies. Slot s of
// the rings is handed over at two barriers:
//
//   copies                               products
//     await empty[s], parity ^ 1           await full[s], parity
//     expect_copies full[s], bytes         ring_dot of slot s
//     copy_tensor ... signals full[s]      arrive at empty[s]
//     s, parity = next                     s, parity = next
//
// Where threads fill an operand's slots, a third role does that. It takes an
// empty slot as the copying one does, and goes on to the next when its copies
// are under way. What it has stored is not yet visible to products: that takes
// a fence, which waits for all that its thread has under way. So the threads
// that fill do not fence. They arrive at a barrier of their own, each when its
// copies are done, and one warp, the relay, takes the slot from there:
//
//   fills                                relay
//     await empty[s], parity ^ 1           await stored[s], parity
//     copy_async ... into slot s           arrive at filled[s], fenced
//     arrive_copied at stored[s]
//
// What passes through registers keeps its thread waiting from the load to the
// store. If each can hold its part of a step, there are two sets of such warps,
// which take the steps in turns: one waits while the other stores. Fills that
// are computed from what was copied, such as low parts, have nothing under way
// and need no relay:
//
//   fills
//     await full[s], parity
//     ring_load of slot s
//     ring_store into slot s
//     arrive at filled[s], fenced
//
// In a cluster whose programs share an operand each copies a part of it into
// the memory of all, so a slot is empty when the products of all have left it.
// Where threads fill the operand that is shared, each program's fill a part of
// its slot, which its relay copies to the other programs. It counts there
// towards full[s], as what their own copies bring.
//
// A fresh barrier counts as one whose phase of parity 1 has ended, so the first
// round finds every slot empty. Slot and parity go on from loop to loop: the
// copies of the next tile start while this one is still computed.
//
// The first step of each product is taken out of its loop: its accumulator is
// zero, which the instruction knows without a register being cleared. Where a
// product may have no step, it stays: a wait for copies that nobody makes would
// never end. Mostly it has one, since no tensor map has an extent of 0.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/IR/TileOps.h"
#include "gl/Dialect/Tile/Transforms/Passes.h"
#include "gl/Dialect/Tile/Transforms/StagedProgram.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILESPECIALIZEWARPS
#include "gl/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

namespace {

/// A place in the rings that is carried through loops.
struct RingPlace {
  Value slot, parity;
  /// Where sets of warps fill slots in turns, the set whose turn it is.
  Value turn;

  SmallVector<Value> getValues() const {
    SmallVector<Value> values{slot, parity};
    if (turn)
      values.push_back(turn);
    return values;
  }
  static RingPlace fromValues(ValueRange values) {
    return {values[0], values[1], values.size() > 2 ? values[2] : Value()};
  }
};

class Specializer {
public:
  Specializer(FuncOp func, gl::ScheduleAttr schedule)
      : func(func), schedule(schedule) {}

  LogicalResult run();

private:
  enum class Role { Copies, Fills, Relay, Products };

  /// What `role` does not have.
  const llvm::DenseSet<Value> &getMissing(Role role) const {
    return role == Role::Fills ? staged.sums : staged.products;
  }
  /// Whether a warp of its own hands over what threads fill.
  bool hasRelay() const { return staged.hasFills && !staged.fillsFromSlots; }

  /// Whether a step of fills waits for its slot when it has loaded.
  bool loadsFirst() {
    return staged.fillsFromRegisters && staged.fillsFromMemory &&
           !staged.fillsAsync && !staged.fillsFromSlots &&
           llvm::any_of(staged.steps.getBody()->getOperations(),
                        llvm::IsaPred<RingStoreOp>);
  }

  /// Writes what `role` does of `block` at the builder's place.
  RingPlace emitBlock(ImplicitLocOpBuilder &b, Block &block, Role role,
                      IRMapping &mapping, RingPlace place);
  RingPlace emitLoop(ImplicitLocOpBuilder &b, scf::ForOp loop, Role role,
                     IRMapping &mapping, RingPlace place);
  /// One step of the staged loop.
  RingPlace emitStep(ImplicitLocOpBuilder &b, Role role, IRMapping &mapping,
                     RingPlace place);
  /// A condition with copies, as a role that brings operands has it.
  void emitCondition(ImplicitLocOpBuilder &b, scf::IfOp branch, Role role,
                     IRMapping &mapping, RingPlace place);
  RingPlace advance(ImplicitLocOpBuilder &b, RingPlace place);
  /// Hands over `slot`, which this thread fills.
  void emitFilled(ImplicitLocOpBuilder &b, Value slot);
  /// Hands over `slot`, which other threads have filled, as the relay.
  void emitRelay(ImplicitLocOpBuilder &b, RingPlace place);
  /// Waits until the products have left the slot of `place`.
  void emitAwaitEmpty(ImplicitLocOpBuilder &b, RingPlace place);
  /// A step of a role that does it, which it may do in turns.
  void emitOwnStep(ImplicitLocOpBuilder &b, Role role, IRMapping &mapping,
                   RingPlace place);
  /// Sets of warps that fill slots in turns.
  int64_t getFillSets();

  FuncOp func;
  gl::ScheduleAttr schedule;
  StagedProgram staged;
  Value full, stored, filled, empty;
  Value set; ///< that of a warp that fills, null if there is one
};

} // namespace

/// Whether `value`, taken as unsigned, is known to be 1 or more. Dims of
/// tensors that a map is made of are: no map has an extent of 0, and a
/// variant's guard says so.
static bool isPositive(Value value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return *constant > 0;
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (auto dim = dyn_cast<memref::DimOp>(op))
    return llvm::any_of(dim.getSource().getUsers(),
                        [](Operation *user) { return isa<TensorMapOp>(user); });
  if (isa<arith::CeilDivUIOp>(op))
    return isPositive(op->getOperand(0));
  if (isa<arith::MulIOp, arith::MinUIOp>(op))
    return isPositive(op->getOperand(0)) && isPositive(op->getOperand(1));
  if (isa<arith::AddIOp, arith::MaxUIOp>(op))
    return isPositive(op->getOperand(0)) || isPositive(op->getOperand(1));
  return false;
}

/// Whether `loop` is known to have a first step.
static bool hasFirstStep(scf::ForOp loop) {
  std::optional<int64_t> lower = getConstantIntValue(loop.getLowerBound()),
                         upper = getConstantIntValue(loop.getUpperBound());
  if (lower && upper)
    return *lower < *upper;
  return lower == 0 && isPositive(loop.getUpperBound());
}

RingPlace Specializer::advance(ImplicitLocOpBuilder &b, RingPlace place) {
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, value);
  };
  Value next = arith::AddIOp::create(b, place.slot, index(1));
  Value isLast = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, next,
                                       index(staged.stages));
  Value one = arith::ConstantOp::create(b, b.getI32IntegerAttr(1));
  Value flipped = arith::XOrIOp::create(b, place.parity, one);
  return {arith::SelectOp::create(b, isLast, index(0), next),
          arith::SelectOp::create(b, isLast, flipped, place.parity),
          place.turn};
}

void Specializer::emitAwaitEmpty(ImplicitLocOpBuilder &b, RingPlace place) {
  Value one = arith::ConstantOp::create(b, b.getI32IntegerAttr(1));
  AwaitOp::create(b, empty, place.slot,
                  arith::XOrIOp::create(b, place.parity, one));
}

int64_t Specializer::getFillSets() {
  if (!staged.hasFills || staged.fillsAsync || staged.fillsFromSlots)
    return 1;
  // A set that leaves a step out would miss what the loop carries for the next.
  if (!llvm::all_of(staged.steps.getRegionIterArgs(), [&](Value argument) {
        return staged.sums.contains(argument);
      }))
    return 1;
  int64_t elements = 0;
  staged.steps.walk([&](RingStoreOp store) {
    elements += store.getValue().getType().getNumElements();
  });
  bool hasKnownStrides = true;
  staged.steps.walk([&](LoadOp load) {
    hasKnownStrides &= !llvm::is_contained(
        load.getSource().getType().getStridesAndOffset().first,
        ShapedType::kDynamic);
  });
  return gl::getFillSets(elements, schedule.getFillWarps(), hasKnownStrides);
}

void Specializer::emitFilled(ImplicitLocOpBuilder &b, Value slot) {
  if (staged.fillsAsync)
    ArriveCopiedOp::create(b, stored, slot);
  if (staged.fillsFromRegisters)
    ArriveOp::create(b, hasRelay() ? stored : filled, slot, /*cluster=*/1,
                     /*ordered=*/hasRelay(), /*fenced=*/!hasRelay());
}

void Specializer::emitRelay(ImplicitLocOpBuilder &b, RingPlace place) {
  AwaitOp::create(b, stored, place.slot, place.parity);
  for (Value ring : staged.sharedFills)
    SharePartOp::create(b, ring, place.slot, schedule.getClusterSize(), full);
  // What is shared with other programs has been shown to this one's.
  ArriveOp::create(b, filled, place.slot, /*cluster=*/1, /*ordered=*/false,
                   /*fenced=*/staged.sharedFills.empty());
}

RingPlace Specializer::emitStep(ImplicitLocOpBuilder &b, Role role,
                                IRMapping &mapping, RingPlace place) {
  if (!place.turn) {
    emitOwnStep(b, role, mapping, place);
    return advance(b, place);
  }
  Value hasTurn =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, place.turn, set);
  {
    auto only = scf::IfOp::create(b, hasTurn, /*else=*/false);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(only.thenBlock());
    emitOwnStep(b, role, mapping, place);
  }
  RingPlace next = advance(b, place);
  Value one = arith::ConstantIndexOp::create(b, 1);
  next.turn = arith::XOrIOp::create(b, place.turn, one);
  return next;
}

void Specializer::emitOwnStep(ImplicitLocOpBuilder &b, Role role,
                              IRMapping &mapping, RingPlace place) {
  if (role == Role::Copies ||
      (role == Role::Fills && staged.fillsFromMemory && !loadsFirst()))
    emitAwaitEmpty(b, place);
  if (role == Role::Copies)
    ExpectCopiesOp::create(b, full, place.slot, staged.stepBytes);
  if (role == Role::Products || (role == Role::Fills && staged.fillsFromSlots))
    AwaitOp::create(b, full, place.slot, place.parity);
  if (role == Role::Products && staged.hasFills)
    AwaitOp::create(b, filled, place.slot, place.parity);
  emitBlock(b, *staged.steps.getBody(), role, mapping, place);
  if (role == Role::Products)
    ArriveOp::create(b, empty, place.slot, schedule.getClusterSize(),
                     /*ordered=*/false, /*fenced=*/false);
  if (role == Role::Fills)
    emitFilled(b, place.slot);
  if (role == Role::Relay)
    emitRelay(b, place);
}

RingPlace Specializer::emitLoop(ImplicitLocOpBuilder &b, scf::ForOp loop,
                                Role role, IRMapping &mapping,
                                RingPlace place) {
  Value lower = mapping.lookupOrDefault(loop.getLowerBound()),
        upper = mapping.lookupOrDefault(loop.getUpperBound()),
        step = mapping.lookupOrDefault(loop.getStep());
  // Of what the loop carries, what this role has.
  SmallVector<unsigned> carried;
  for (auto [i, argument] : llvm::enumerate(loop.getRegionIterArgs()))
    if (role == Role::Products || !getMissing(role).contains(argument))
      carried.push_back(i);
  SmallVector<Value> inits;
  for (unsigned i : carried)
    inits.push_back(mapping.lookupOrDefault(loop.getInitArgs()[i]));
  auto mapArguments = [&](Value induction, ValueRange values) {
    mapping.map(loop.getInductionVar(), induction);
    for (auto [i, value] : llvm::zip_equal(carried, values))
      mapping.map(loop.getRegionIterArg(i), value);
  };
  auto getYielded = [&](unsigned i) {
    return mapping.lookupOrDefault(loop.getYieldedValues()[i]);
  };

  if (loop == staged.steps && role == Role::Products && hasFirstStep(loop)) {
    mapArguments(lower, inits);
    place = emitStep(b, role, mapping, place);
    inits = llvm::map_to_vector(carried, getYielded);
    lower = b.createOrFold<arith::AddIOp>(lower, step);
  }
  size_t numCarried = inits.size();
  llvm::append_range(inits, place.getValues());
  auto copy = scf::ForOp::create(b, lower, upper, step, inits);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(copy.getBody());
    ValueRange arguments = copy.getRegionIterArgs();
    mapArguments(copy.getInductionVar(), arguments.take_front(numCarried));
    RingPlace inside = RingPlace::fromValues(arguments.drop_front(numCarried));
    inside = loop == staged.steps
                 ? emitStep(b, role, mapping, inside)
                 : emitBlock(b, *loop.getBody(), role, mapping, inside);
    SmallVector<Value> results = llvm::map_to_vector(carried, getYielded);
    llvm::append_range(results, inside.getValues());
    scf::YieldOp::create(b, results);
  }
  for (auto [i, result] :
       llvm::zip_equal(carried, copy.getResults().take_front(numCarried)))
    mapping.map(loop.getResult(i), result);
  return RingPlace::fromValues(copy.getResults().drop_front(numCarried));
}

void Specializer::emitCondition(ImplicitLocOpBuilder &b, scf::IfOp branch,
                                Role role, IRMapping &mapping,
                                RingPlace place) {
  SmallVector<unsigned> kept;
  SmallVector<Type> types;
  for (OpResult result : branch.getResults())
    if (!getMissing(role).contains(result)) {
      kept.push_back(result.getResultNumber());
      types.push_back(result.getType());
    }
  bool hasElse = !branch.getElseRegion().empty();
  auto copy = scf::IfOp::create(
      b, types, mapping.lookupOrDefault(branch.getCondition()), hasElse);
  OpBuilder::InsertionGuard guard(b);
  for (auto [from, to] :
       llvm::zip_equal(branch->getRegions(), copy->getRegions())) {
    if (from.empty())
      continue;
    b.setInsertionPointToStart(&to.front());
    emitBlock(b, from.front(), role, mapping, place);
    if (types.empty())
      continue;
    SmallVector<Value> results;
    for (unsigned i : kept)
      results.push_back(
          mapping.lookupOrDefault(from.front().getTerminator()->getOperand(i)));
    scf::YieldOp::create(b, results);
  }
  for (auto [i, result] : llvm::zip_equal(kept, copy.getResults()))
    mapping.map(branch.getResult(i), result);
}

RingPlace Specializer::emitBlock(ImplicitLocOpBuilder &b, Block &block,
                                 Role role, IRMapping &mapping,
                                 RingPlace place) {
  for (Operation &op : block.without_terminator()) {
    if (auto loop = dyn_cast<scf::ForOp>(op);
        loop && contains(loop, isProduct)) {
      place = emitLoop(b, loop, role, mapping, place);
      continue;
    }
    if (role == Role::Products) {
      if (isStaging(&op))
        continue;
      Operation *copy = b.clone(op, mapping);
      copy->walk([](Operation *inner) {
        if (isStaging(inner))
          inner->erase();
      });
      if (auto dot = dyn_cast<RingDotOp>(copy)) {
        dot.getLhsSlotMutable().assign(place.slot);
        dot.getRhsSlotMutable().assign(place.slot);
      }
      continue;
    }
    // Vectors that results need, such as a bias, are on their way to the
    // nearest cache while the tile is computed.
    if (auto load = dyn_cast<LoadOp>(op);
        load && role == Role::Copies &&
        cast<RankedTensorType>(load.getType()).getRank() == 1 &&
        llvm::none_of(load->getOperands(), [&](Value operand) {
          return staged.products.contains(operand);
        })) {
      auto map = [&](ValueRange values) {
        return llvm::map_to_vector(values, [&](Value value) {
          return mapping.lookupOrDefault(value);
        });
      };
      PrefetchOp::create(b, mapping.lookupOrDefault(load.getSource()),
                         map(load.getOrigins()), map(load.getSymbols()),
                         load.getMapAttr(),
                         cast<RankedTensorType>(load.getType()).getDimSize(0));
      continue;
    }
    if (auto branch = dyn_cast<scf::IfOp>(op);
        branch && contains(branch, isStaging)) {
      emitCondition(b, branch, role, mapping, place);
      continue;
    }
    bool isOwn = (role == Role::Copies && isCopy(&op)) ||
                 (role == Role::Fills && isFill(&op));
    // What has neither results nor effects is not worth a copy.
    if (!isOwn && (op.getNumResults() == 0 ||
                   llvm::any_of(op.getResults(), [&](Value result) {
                     return getMissing(role).contains(result);
                   })))
      continue;
    if (isa<RingStoreOp>(op) && loadsFirst())
      emitAwaitEmpty(b, place);
    llvm::TypeSwitch<Operation *>(b.clone(op, mapping))
        .Case([&](CopyTensorOp copy) {
          copy.getSlotMutable().assign(place.slot);
          copy.getBarriersMutable().assign(full);
        })
        .Case<CopyAsyncOp, RingStoreOp, RingLoadOp>(
            [&](auto access) { access.getSlotMutable().assign(place.slot); });
  }
  return place;
}

LogicalResult Specializer::run() {
  FailureOr<StagedProgram> found = findStagedProgram(func, schedule);
  if (failed(found))
    return failure();
  staged = std::move(*found);
  scf::ForOp program = staged.program;
  if (!program)
    return success();

  ImplicitLocOpBuilder b(program.getLoc(), program);
  int64_t warps = schedule.getNumWarps(), cluster = schedule.getClusterSize();
  auto allocate = [&](int64_t arrivals) -> Value {
    return AllocBarriersOp::create(
        b, BarriersType::get(b.getContext(), staged.stages, arrivals),
        IntegerAttr());
  };
  full = allocate(1);
  constexpr int64_t kWarpThreads = 32;
  int64_t fillSets = getFillSets(),
          fillWarps = schedule.getFillWarps() / fillSets;
  if (hasRelay())
    stored = allocate((staged.fillsAsync ? fillWarps * kWarpThreads : 0) +
                      (staged.fillsFromRegisters ? fillWarps : 0));
  if (staged.hasFills)
    filled = allocate(hasRelay() ? 1 : fillWarps);
  empty = allocate(warps * cluster);
  // Programs of a cluster copy into each other's memory from the first step
  // on, and until the last.
  BarrierOp::create(b, cluster > 1);
  gl::WarpRegisters counts = schedule.getWarpRegisters(staged.segments);
  SmallVector<int64_t> registers{counts.copies};
  if (staged.hasFills)
    registers.push_back(counts.fills);
  registers.push_back(counts.products);
  auto roles = SpecializeWarpsOp::create(b, registers, /*sets=*/1, fillSets);
  for (auto [region, role] :
       {std::pair(&roles.getCopies(), Role::Copies),
        std::pair(&roles.getFills(), Role::Fills),
        std::pair(&roles.getRelay(), Role::Relay),
        std::pair(&roles.getProducts(), Role::Products)}) {
    if ((role == Role::Fills && !staged.hasFills) ||
        (role == Role::Relay && !hasRelay()))
      continue;
    Block &block = region->emplaceBlock();
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&block);
    RingPlace place{arith::ConstantIndexOp::create(b, 0),
                    arith::ConstantOp::create(b, b.getI32IntegerAttr(0)),
                    Value()};
    set = Value();
    if (role == Role::Fills && fillSets > 1) {
      set = block.addArgument(b.getIndexType(), b.getLoc());
      place.turn = arith::ConstantIndexOp::create(b, 0);
    }
    IRMapping mapping;
    emitLoop(b, program, role, mapping, place);
  }
  if (cluster > 1)
    BarrierOp::create(b, true);
  program.erase();
  // Arithmetic of the other role, and loads whose values went with it.
  IRRewriter rewriter(func.getContext());
  (void)runRegionDCE(rewriter, func->getRegions());
  return success();
}

namespace {
struct TileSpecializeWarps
    : tile::impl::TileSpecializeWarpsBase<TileSpecializeWarps> {
  void runOnOperation() override {
    gl::ScheduleAttr schedule = getOperation().getScheduleAttr();
    if (!schedule || schedule.getFamily() != gl::Family::wgmma)
      return;
    if (failed(Specializer(getOperation(), schedule).run()))
      signalPassFailure();
  }
};
} // namespace
