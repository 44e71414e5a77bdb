//===- TakeTurns.cpp - Two sets of warps, a tile each ---------------------===//
//
// Where all warps share a tile, the tensor cores wait while its results are
// written. With `pingpong` there are two sets of the schedule's warps: set 0
// takes the program's tiles 0, 2, ..., set 1 takes 1, 3, ..., and one writes
// results while the other multiplies. The thread that copies knows nothing of
// it: it brings the steps of all tiles in order through one ring, and a slot is
// emptied by the set whose step it holds.
//
// A set follows what a program carries past the other one's tiles: values such
// as the direction of the steps are computed once more, and the place in the
// ring moves by the steps of a tile, of which all tiles must have as many.
//
// A slot's barrier tells only whether a phase of odd or even number is the last
// that has ended. A set that waited for its first step while the other one is
// still rounds behind in the ring would take that one's copies for its own. So
// a set begins its products when the other one has waited for all copies of the
// tile before: there is a barrier for each set, at which the other arrives.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/IR/TileOps.h"
#include "gl/Dialect/Tile/Transforms/Passes.h"
#include "gl/Dialect/Tile/Transforms/StagedProgram.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILETAKETURNS
#include "gl/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

namespace {

class TurnTaker {
public:
  TurnTaker(SpecializeWarpsOp roles, gl::ScheduleAttr schedule)
      : roles(roles), schedule(schedule), b(roles.getLoc(), roles) {}

  LogicalResult run();

private:
  /// Finds the products' loop over tiles and the place in the ring that it
  /// carries.
  LogicalResult findPlace();
  /// The number of the values that `program` carries that `value` starts from.
  FailureOr<unsigned> getCarried(Value value);
  /// Has `shift` and `flip` say how a tile's steps move a place in the ring.
  LogicalResult countSteps();
  /// What `value`, computed in the loop over tiles, is with its arguments
  /// mapped.
  FailureOr<Value> follow(Value value, IRMapping &mapping);
  /// What is carried after a tile that began at `place` with `carried`.
  FailureOr<SmallVector<Value>> passTile(Value place, ValueRange carried);
  void emitTurns(scf::ForOp loop, Value set, Value turn);

  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value i32(int64_t value) {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
  }

  SpecializeWarpsOp roles;
  gl::ScheduleAttr schedule;
  ImplicitLocOpBuilder b;
  scf::ForOp program;
  unsigned slot = 0, parity = 0; ///< numbers of carried values
  int64_t stages = 0;
  Value shift, flip;
};

} // namespace

static bool isAwait(Operation *op) { return isa<AwaitOp>(op); }

/// The loop of a role over its tiles.
static scf::ForOp getProgram(Region &role) {
  for (auto loop : role.front().getOps<scf::ForOp>())
    if (contains(loop, isAwait))
      return loop;
  return {};
}

FailureOr<unsigned> TurnTaker::getCarried(Value value) {
  while (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || argument == loop.getInductionVar())
      break;
    unsigned number = argument.getArgNumber() - loop.getNumInductionVars();
    if (loop == program)
      return number;
    value = loop.getInitArgs()[number];
  }
  return program.emitOpError("does not carry the place in the ring that its "
                             "products wait at: run tile-specialize-warps "
                             "first");
}

LogicalResult TurnTaker::findPlace() {
  program = getProgram(roles.getProducts());
  if (!program || !getProgram(roles.getCopies()))
    return roles.emitOpError("has no loop over tiles in each role, which sets "
                             "of warps could take in turns");
  AwaitOp first;
  program.walk([&](AwaitOp await) {
    first = await;
    return WalkResult::interrupt();
  });
  stages = first.getBarriers().getType().getCount();
  FailureOr<unsigned> slots = getCarried(first.getSlot());
  if (failed(slots))
    return failure();
  FailureOr<unsigned> parities = getCarried(first.getParity());
  if (failed(parities))
    return failure();
  slot = *slots;
  parity = *parities;
  return success();
}

LogicalResult TurnTaker::countSteps() {
  scf::ForOp copies = getProgram(roles.getCopies());
  ExpectCopiesOp step;
  copies.walk([&](ExpectCopiesOp op) { step = op; });
  Value steps = index(1);
  for (Operation *op = step->getParentOp(); op != copies;
       op = op->getParentOp()) {
    auto loop = dyn_cast<scf::ForOp>(op);
    SmallVector<Value> bounds;
    if (loop)
      bounds = {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()};
    for (Value &bound : bounds) {
      if (std::optional<int64_t> known = getConstantIntValue(bound))
        bound = index(*known);
      else if (roles->isAncestor(bound.getParentRegion()->getParentOp()))
        loop = {};
    }
    if (!loop)
      return op->emitOpError("has steps whose number depends on the tile: ")
             << schedule.getNumSets()
             << " sets of warps take tiles in turns only if each can tell how "
                "many steps of the ring the other's take";
    Value last = b.createOrFold<arith::MaxSIOp>(bounds[0], bounds[1]);
    Value length = b.createOrFold<arith::SubIOp>(last, bounds[0]);
    steps = b.createOrFold<arith::MulIOp>(
        steps, b.createOrFold<arith::CeilDivUIOp>(length, bounds[2]));
  }
  Value ring = index(stages);
  shift = b.createOrFold<arith::RemUIOp>(steps, ring);
  Value rounds = b.createOrFold<arith::DivUIOp>(steps, ring);
  flip = b.createOrFold<arith::IndexCastOp>(
      b.getI32Type(), b.createOrFold<arith::AndIOp>(rounds, index(1)));
  return success();
}

FailureOr<Value> TurnTaker::follow(Value value, IRMapping &mapping) {
  Operation *op = value.getDefiningOp();
  if (mapping.contains(value) || !op || !program->isProperAncestor(op))
    return mapping.lookupOrDefault(value);
  if (op->getNumRegions() != 0 || !isMemoryEffectFree(op))
    return op->emitOpError("makes what is carried from tile to tile; ")
           << schedule.getNumSets()
           << " sets of warps take tiles in turns only if each can compute it "
              "without the other's products";
  for (Value operand : op->getOperands()) {
    FailureOr<Value> followed = follow(operand, mapping);
    if (failed(followed))
      return failure();
    mapping.map(operand, *followed);
  }
  b.clone(*op, mapping);
  return mapping.lookup(value);
}

FailureOr<SmallVector<Value>> TurnTaker::passTile(Value place,
                                                  ValueRange carried) {
  IRMapping mapping;
  mapping.map(program.getInductionVar(), place);
  mapping.map(program.getRegionIterArgs(), carried);
  SmallVector<Value> next(carried);
  for (auto [i, yielded] : llvm::enumerate(program.getYieldedValues())) {
    if (i == slot || i == parity)
      continue;
    FailureOr<Value> followed = follow(yielded, mapping);
    if (failed(followed))
      return failure();
    next[i] = *followed;
  }
  next[parity] = b.createOrFold<arith::XOrIOp>(next[parity], flip);
  if (isConstantIntValue(shift, 0))
    return next;
  Value ring = index(stages);
  Value sum = b.createOrFold<arith::AddIOp>(next[slot], shift);
  Value wraps =
      b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::uge, sum, ring);
  Value rest = b.createOrFold<arith::SubIOp>(sum, ring);
  Value flipped = b.createOrFold<arith::XOrIOp>(next[parity], i32(1));
  next[slot] = b.createOrFold<arith::SelectOp>(wraps, rest, sum);
  next[parity] = b.createOrFold<arith::SelectOp>(wraps, flipped, next[parity]);
  return next;
}

/// Has the products in `loop` wait for the turn of `set`, and end it.
void TurnTaker::emitTurns(scf::ForOp loop, Value set, Value turn) {
  Operation *first = nullptr, *last = nullptr;
  ArriveOp arrive;
  for (Operation &op : loop.getBody()->without_terminator()) {
    op.walk([&](ArriveOp inner) { arrive = inner; });
    if (!contains(&op, isAwait))
      continue;
    if (!first)
      first = &op;
    last = &op;
  }
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointAfter(arrive.getBarriers().getDefiningOp());
  Value turns = AllocBarriersOp::create(
      b,
      BarriersType::get(b.getContext(), schedule.getNumSets(),
                        schedule.getNumWarps()),
      IntegerAttr());
  b.setInsertionPoint(first);
  AwaitOp::create(b, turns, set, turn);
  b.setInsertionPointAfter(last);
  Value other = arith::SubIOp::create(b, index(1), set);
  ArriveOp::create(b, turns, other, /*cluster=*/1, /*ordered=*/false,
                   /*fenced=*/false);
}

LogicalResult TurnTaker::run() {
  if (failed(findPlace()))
    return failure();
  roles.setSets(schedule.getNumSets());
  Block &products = roles.getProducts().front();
  Value set = products.addArgument(b.getIndexType(), roles.getLoc());
  b.setLoc(program.getLoc());
  b.setInsertionPoint(program);
  if (failed(countSteps()))
    return failure();

  // The second set begins behind the first tile, where it finds that the first
  // has had its turn; the first set's first turn is nobody's to give: the phase
  // before a barrier's first has ended.
  Value lower = program.getLowerBound(), step = program.getStep();
  FailureOr<SmallVector<Value>> second = passTile(lower, program.getInitArgs());
  if (failed(second))
    return failure();
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, set, index(0));
  auto choose = [&](Value one, Value other) {
    return b.createOrFold<arith::SelectOp>(isFirst, one, other);
  };
  SmallVector<Value> inits;
  for (auto [one, other] : llvm::zip_equal(program.getInitArgs(), *second))
    inits.push_back(choose(one, other));
  inits.push_back(choose(i32(1), i32(0)));
  lower = choose(lower, b.createOrFold<arith::AddIOp>(lower, step));
  Value both = b.createOrFold<arith::AddIOp>(step, step);
  auto loop =
      scf::ForOp::create(b, lower, program.getUpperBound(), both, inits);

  // What a tile leaves, and what the other set's tile makes of it.
  b.setInsertionPoint(program.getBody()->getTerminator());
  Value place = b.createOrFold<arith::AddIOp>(program.getInductionVar(), step);
  FailureOr<SmallVector<Value>> next =
      passTile(place, program.getYieldedValues());
  if (failed(next))
    return failure();
  Value turn = loop.getRegionIterArgs().back();
  next->push_back(b.createOrFold<arith::XOrIOp>(turn, i32(1)));
  scf::YieldOp::create(b, *next);
  program.getBody()->getTerminator()->erase();

  Block *body = loop.getBody();
  body->getOperations().splice(body->end(), program.getBody()->getOperations());
  for (auto [from, to] :
       llvm::zip(program.getBody()->getArguments(), body->getArguments()))
    from.replaceAllUsesWith(to);
  program.erase();
  emitTurns(loop, set, turn);
  return success();
}

namespace {
struct TileTakeTurns : tile::impl::TileTakeTurnsBase<TileTakeTurns> {
  void runOnOperation() override {
    gl::ScheduleAttr schedule = getOperation().getScheduleAttr();
    if (!schedule || schedule.getNumSets() == 1)
      return;
    for (auto roles :
         llvm::to_vector(getOperation().getBody().getOps<SpecializeWarpsOp>()))
      if (failed(TurnTaker(roles, schedule).run()))
        return signalPassFailure();
  }
};
} // namespace
