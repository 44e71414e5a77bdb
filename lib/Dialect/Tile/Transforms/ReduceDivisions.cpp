//===- ReduceDivisions.cpp - Count in place of dividing in each step ------===//
//
// A loop that walks along the slices of a gathered reduction finds a step's
// slice and its place in there by dividing the step's number by the steps of a
// slice. Where that is known at run time only, a division takes longer than a
// small tile's products, and the copies of the step wait for it. So the loop
// carries quotient and remainder and counts them on; where steps go backwards,
// it counts down:
//
//   for i = 0 ...                       for i = 0 ... iter_args(q = 0, r = 0)
//     q = divui i, d            ->        isLast = r == d - 1
//     r = remui i, d                      yield q + isLast, isLast ? 0 : r + 1
//
// LLVM's strength reduction leaves divisions alone, and divisions by a constant
// are cheap.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/IR/TileOps.h"
#include "gl/Dialect/Tile/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEREDUCEDIVISIONS
#include "gl/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

namespace {
/// A number that moves by one with each iteration of a loop: the induction
/// variable `i`, or `backwards ? last - i : i` with values from outside.
struct Counter {
  Value backwards, last;

  /// What it is where the induction variable is `value`.
  Value create(ImplicitLocOpBuilder &b, Value value) const {
    if (!backwards)
      return value;
    Value mirrored = b.createOrFold<arith::SubIOp>(last, value);
    return b.createOrFold<arith::SelectOp>(backwards, mirrored, value);
  }
};

/// Divisions of one counter by one divisor.
struct Divisions {
  Counter counter;
  SmallVector<arith::DivUIOp> quotients;
  SmallVector<arith::RemUIOp> remainders;
};
} // namespace

/// Says what `value` is as a counter of the loop, if it is one.
static std::optional<Counter> getCounter(scf::ForOp loop, Value value) {
  Value i = loop.getInductionVar();
  if (value == i)
    return Counter{};
  auto select = value.getDefiningOp<arith::SelectOp>();
  if (!select || select.getFalseValue() != i ||
      !loop.isDefinedOutsideOfLoop(select.getCondition()))
    return std::nullopt;
  auto mirrored = select.getTrueValue().getDefiningOp<arith::SubIOp>();
  if (!mirrored || mirrored.getRhs() != i ||
      !loop.isDefinedOutsideOfLoop(mirrored.getLhs()))
    return std::nullopt;
  return Counter{select.getCondition(), mirrored.getLhs()};
}

/// The divisions of the loop's own steps that are worth a counter, by what is
/// divided and by what.
static llvm::MapVector<std::pair<Value, Value>, Divisions>
findDivisions(scf::ForOp loop) {
  llvm::MapVector<std::pair<Value, Value>, Divisions> found;
  if (getConstantIntValue(loop.getStep()) != 1)
    return found;
  auto find = [&](auto division) -> Divisions * {
    Value divisor = division.getRhs();
    if (!division.getType().isIndex() || matchPattern(divisor, m_Constant()) ||
        !loop.isDefinedOutsideOfLoop(divisor))
      return nullptr;
    std::optional<Counter> counter = getCounter(loop, division.getLhs());
    if (!counter)
      return nullptr;
    Divisions &divisions = found[{division.getLhs(), divisor}];
    divisions.counter = *counter;
    return &divisions;
  };
  for (Operation &op : *loop.getBody()) {
    if (auto quotient = dyn_cast<arith::DivUIOp>(op)) {
      if (Divisions *divisions = find(quotient))
        divisions->quotients.push_back(quotient);
    } else if (auto remainder = dyn_cast<arith::RemUIOp>(op)) {
      if (Divisions *divisions = find(remainder))
        divisions->remainders.push_back(remainder);
    }
  }
  return found;
}

/// Has the loop carry the quotients and remainders of `divisions`.
static scf::ForOp count(RewriterBase &rewriter, scf::ForOp loop, Value divisor,
                        const Divisions &divisions) {
  ImplicitLocOpBuilder b(loop.getLoc(), loop);
  auto constant = [](ImplicitLocOpBuilder &b, int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, value);
  };
  const Counter &counter = divisions.counter;
  auto either = [&](Value backwards, Value forwards) {
    return counter.backwards ? b.createOrFold<arith::SelectOp>(
                                   counter.backwards, backwards, forwards)
                             : forwards;
  };
  // A loop without steps may have nothing to divide by.
  Value one = constant(b, 1), zero = constant(b, 0);
  Value safe = b.createOrFold<arith::MaxUIOp>(divisor, one);
  Value start = counter.create(b, loop.getLowerBound());
  Value quotient = b.createOrFold<arith::DivUIOp>(start, safe);
  Value remainder = b.createOrFold<arith::RemUIOp>(start, safe);
  Value end = b.createOrFold<arith::SubIOp>(safe, one);
  Value delta = either(constant(b, -1), one), last = either(zero, end),
        first = either(end, zero);
  auto yield = [&](OpBuilder &builder, Location loc,
                   ArrayRef<BlockArgument> carried) -> SmallVector<Value> {
    ImplicitLocOpBuilder b(loc, builder);
    Value q = carried[0], r = carried[1];
    Value isLast = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, r, last);
    Value nextQ = arith::AddIOp::create(b, q, delta),
          nextR = arith::AddIOp::create(b, r, delta);
    return {arith::SelectOp::create(b, isLast, nextQ, q),
            arith::SelectOp::create(b, isLast, first, nextR)};
  };
  size_t place = loop.getNumRegionIterArgs();
  auto counting = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
      rewriter, {quotient, remainder}, /*replaceInitOperandUsesInLoop=*/false,
      yield));
  Value carriedQ = counting.getRegionIterArg(place),
        carriedR = counting.getRegionIterArg(place + 1);
  for (arith::DivUIOp division : divisions.quotients)
    rewriter.replaceOp(division, carriedQ);
  for (arith::RemUIOp division : divisions.remainders)
    rewriter.replaceOp(division, carriedR);
  return counting;
}

namespace {
struct TileReduceDivisions
    : tile::impl::TileReduceDivisionsBase<TileReduceDivisions> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().getBody().walk(
        [&](scf::ForOp loop) { loops.push_back(loop); });
    IRRewriter rewriter(&getContext());
    for (scf::ForOp loop : loops)
      for (auto &[key, divisions] : findDivisions(loop)) {
        rewriter.setInsertionPoint(loop);
        loop = count(rewriter, loop, key.second, divisions);
      }
  }
};
} // namespace
