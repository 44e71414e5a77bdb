//===- MatmulProgram.cpp - The program of a gathered product --------------===//
//
// A product's reduction is a sequence of segments. Without staging each has a
// loop of its own. With staging there is one loop that counts steps: a step
// belongs to one segment, found by comparing, so the source of a K tile is
// selected once per tile and never per element, and the ring of tiles in flight
// does not run dry where a segment ends.
//
// A segment that is gathered inside one tensor, such as the stacked (R, B, H),
// is walked in one of two ways. `split`: steps ignore the boundaries, and every
// vector finds its own place by the index map. `walk`: steps start anew in each
// of the R slices, and the rest of a slice's last step is zero in both
// operands.
//
//===----------------------------------------------------------------------===//

#include "MatmulProgram.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::gl;

namespace {

/// One segment of the reduction as a sequence of steps.
struct Segment {
  IndexMap lhsMap, rhsMap;
  Value lhs, rhs;
  Value length;      ///< elements along K
  Value pieceLength; ///< of slices that are walked one by one; null if none are
  Value pieceSteps;  ///< steps of one such slice
  Value firstStep;   ///< counted over all segments
};

class MatmulProgram {
public:
  MatmulProgram(FusedMatmulOp op, ScheduleAttr schedule, KernelBuilder &k)
      : op(op), schedule(schedule), k(k), b(k.getBuilder()),
        numLhs(op.getLhs().size()), numRhs(op.getRhs().size()) {}

  void emit();

private:
  using Operands = std::pair<Value, Value>;

  Segment getSegment(unsigned i, Value start);
  bool isOneStep(Value length) const;
  bool hasLoop();
  Value emitSegmentLoops(Value acc);
  Value emitStepLoop(Value acc, Value split);
  Operands loadStep(const Segment &segment, Value step);
  Operands loadStepOf(ArrayRef<Segment> segments, Value step);
  Operands loadAt(const Segment &segment, Value offset);
  bool needsPartialSums();
  Value dot(Operands operands, Value sum) {
    return tile::DotOp::create(b, sum.getType(), operands.first,
                               operands.second, sum, op.getPrecision());
  }

  Value add(Value a, Value c) { return b.createOrFold<arith::AddIOp>(a, c); }
  Value subtract(Value a, Value c) {
    return b.createOrFold<arith::SubIOp>(a, c);
  }
  Value multiply(Value a, Value c) {
    return b.createOrFold<arith::MulIOp>(a, c);
  }
  Value ceilDivide(Value a, int64_t c) {
    return b.createOrFold<arith::CeilDivUIOp>(a, k.constant(c));
  }

  FusedMatmulOp op;
  ScheduleAttr schedule;
  KernelBuilder &k;
  ImplicitLocOpBuilder &b;
  unsigned numLhs, numRhs;
  Value m, n; ///< first row and column of the program's tile
};

} // namespace

Segment MatmulProgram::getSegment(unsigned i, Value start) {
  unsigned rhsIndex = op.getRhsIndex(i);
  Segment segment;
  segment.lhsMap = getIndexMap(op.getLhsMap(i));
  segment.rhsMap = getIndexMap(op.getRhsMap(rhsIndex));
  segment.lhs = k.getArgument(i);
  segment.rhs = k.getArgument(numLhs + rhsIndex);
  segment.length = k.extent(segment.lhs, segment.lhsMap, 1);
  // A segment of a shared weight is a view that ends where the segment ends,
  // so that what lies beyond loads as zero and never meets the zeros of the
  // other operand.
  if (numRhs == 1 && numLhs > 1)
    segment.rhs = k.slice(segment.rhs, segment.rhsMap.getDims(1)[0], start,
                          segment.length);
  return segment;
}

MatmulProgram::Operands MatmulProgram::loadAt(const Segment &segment,
                                              Value offset) {
  int64_t tileM = schedule.getTileM(), tileN = schedule.getTileN(),
          tileK = schedule.getTileK();
  Value rhs = k.load(segment.rhs, segment.rhsMap, {n, offset}, {tileN, tileK});
  Value lhs = k.load(segment.lhs, segment.lhsMap, {m, offset}, {tileM, tileK});
  return {lhs, rhs};
}

/// Whether one step covers a segment, so that it needs no loop.
bool MatmulProgram::isOneStep(Value length) const {
  int64_t tileK = schedule.getTileK(), maxK = schedule.getMaxK();
  std::optional<int64_t> size = getConstantIntValue(length);
  return (size && *size <= tileK) || (maxK != 0 && maxK <= tileK);
}

bool MatmulProgram::hasLoop() {
  if (schedule.getStages() > 0)
    return true;
  for (unsigned i = 0; i < numLhs; ++i)
    if (!isOneStep(k.extent(k.getArgument(i), getIndexMap(op.getLhsMap(i)), 1)))
      return true;
  return false;
}

Value MatmulProgram::emitSegmentLoops(Value acc) {
  int64_t tileK = schedule.getTileK();
  Value start = k.constant(0);
  for (unsigned i = 0; i < numLhs; ++i) {
    Segment segment = getSegment(i, start);
    if (isOneStep(segment.length)) {
      if (getConstantIntValue(segment.length) != 0)
        acc = dot(loadAt(segment, k.constant(0)), acc);
    } else {
      auto loop = scf::ForOp::create(b, k.constant(0), segment.length,
                                     k.constant(tileK), ValueRange{acc});
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(loop.getBody());
      Value sum = dot(loadAt(segment, loop.getInductionVar()),
                      loop.getRegionIterArg(0));
      scf::YieldOp::create(b, sum);
      acc = loop.getResult(0);
    }
    start = add(start, segment.length);
  }
  return acc;
}

/// The tiles of a segment's step, counted from the segment's first.
MatmulProgram::Operands MatmulProgram::loadStep(const Segment &segment,
                                                Value step) {
  int64_t tileM = schedule.getTileM(), tileN = schedule.getTileN(),
          tileK = schedule.getTileK();
  if (!segment.pieceLength)
    return loadAt(segment, multiply(step, k.constant(tileK)));
  Value piece = b.createOrFold<arith::DivUIOp>(step, segment.pieceSteps);
  Value inPiece = b.createOrFold<arith::RemUIOp>(step, segment.pieceSteps);
  Value offset = multiply(inPiece, k.constant(tileK));
  Value rhsView =
      k.slice(segment.rhs, segment.rhsMap.getDims(1)[0],
              multiply(piece, segment.pieceLength), segment.pieceLength);
  Value rhs = k.load(rhsView, segment.rhsMap, {n, offset}, {tileN, tileK});
  Value lhsView = k.pick(segment.lhs, segment.lhsMap, 1, piece);
  Value lhs =
      k.loadPicked(lhsView, segment.lhsMap, {m, offset}, {tileM, tileK});
  return {lhs, rhs};
}

/// The tiles of a step, counted over all of `segments`. Halves the segments by
/// one comparison until one is left.
MatmulProgram::Operands MatmulProgram::loadStepOf(ArrayRef<Segment> segments,
                                                  Value step) {
  if (segments.size() == 1)
    return loadStep(segments[0], subtract(step, segments[0].firstStep));
  ArrayRef<Segment> low = segments.take_front(segments.size() / 2),
                    high = segments.drop_front(segments.size() / 2);
  Value isLow = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, step,
                                      high.front().firstStep);
  Type element = getElementTypeOrSelf(op.getLhs()[0]);
  auto lhsType = RankedTensorType::get(
      {schedule.getTileM(), schedule.getTileK()}, element);
  auto rhsType = RankedTensorType::get(
      {schedule.getTileN(), schedule.getTileK()}, element);
  auto branch = scf::IfOp::create(b, TypeRange{lhsType, rhsType}, isLow,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  for (auto [block, part] : {std::pair(branch.thenBlock(), low),
                             std::pair(branch.elseBlock(), high)}) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(block);
    auto [lhs, rhs] = loadStepOf(part, step);
    scf::YieldOp::create(b, ValueRange{lhs, rhs});
  }
  return {branch.getResult(0), branch.getResult(1)};
}

Value MatmulProgram::emitStepLoop(Value acc, Value split) {
  int64_t tileK = schedule.getTileK();
  SmallVector<Segment> segments;
  Value start = k.constant(0), total = k.constant(0);
  for (unsigned i = 0; i < numLhs; ++i) {
    Segment segment = getSegment(i, start);
    ArrayRef<unsigned> dims = segment.lhsMap.getDims(1);
    bool isWalked = schedule.getGather() == GatherMode::walk &&
                    dims.size() > 1 && segment.rhsMap.getDims(1).size() == 1;
    Value steps;
    if (isWalked) {
      segment.pieceLength =
          b.createOrFold<memref::DimOp>(segment.lhs, dims.back());
      segment.pieceSteps = ceilDivide(segment.pieceLength, tileK);
      Value pieces = k.constant(1);
      for (unsigned dim : dims.drop_back())
        pieces =
            multiply(pieces, b.createOrFold<memref::DimOp>(segment.lhs, dim));
      steps = multiply(pieces, segment.pieceSteps);
    } else {
      steps = ceilDivide(segment.length, tileK);
    }
    segment.firstStep = total;
    total = add(total, steps);
    start = add(start, segment.length);
    segments.push_back(segment);
  }
  Value lower = k.constant(0), upper = total;
  if (split) {
    Value share = ceilDivide(total, schedule.getSplitK());
    lower = multiply(split, share);
    upper = b.createOrFold<arith::MinUIOp>(add(lower, share), total);
  }
  auto loop =
      scf::ForOp::create(b, lower, upper, k.constant(1), ValueRange{acc});
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Operands operands = loadStepOf(segments, loop.getInductionVar());
  Value sum = loop.getRegionIterArg(0);
  if (needsPartialSums()) {
    Value zero = k.splat({schedule.getTileM(), schedule.getTileN()},
                         b.getF32FloatAttr(0));
    sum = arith::AddFOp::create(b, sum, dot(operands, zero));
  } else {
    sum = dot(operands, sum);
  }
  scf::YieldOp::create(b, sum);
  return loop.getResult(0);
}

/// Whether a step's products are summed on their own before they are added to
/// the rest. The error of a plain f32 sum grows with the root of its length,
/// and passes 1e-6 of the result at some thousand terms. Tensor cores see to it
/// in their own way.
bool MatmulProgram::needsPartialSums() {
  constexpr int64_t kLongSum = 2048;
  int64_t length = op.getStaticK();
  return schedule.getFamily() == Family::simt &&
         (ShapedType::isDynamic(length) ||
          length / schedule.getSplitK() > kLongSum);
}

void MatmulProgram::emit() {
  unsigned numInputs = op.getInputs().size();
  unsigned resultArg = numLhs + numRhs + numInputs;
  int64_t tileM = schedule.getTileM(), tileN = schedule.getTileN();
  IndexMap resultMap = getIndexMap(op.getResultMap());
  bool isStaged = schedule.getStages() > 0, isStraight = !hasLoop();

  GridPlace place = k.emitGrid(resultArg, resultMap, schedule);
  m = multiply(place.row, k.constant(tileM));
  n = multiply(place.column, k.constant(tileN));

  // Rows of the sum that are left to this program.
  Value resultM = m;
  int64_t rows = tileM / schedule.getSplitK();
  if (place.split)
    resultM = add(m, multiply(place.split, k.constant(rows)));

  // Inputs that repeat along M or N are small: loading them before the loop
  // keeps their latency off the path behind the sum. A full M x N tile would
  // hold registers through the loop, and so would any behind a staged loop,
  // which is long. Without a loop all loads come first.
  SmallVector<Value> inputs(numInputs);
  auto loadInput = [&](unsigned i) {
    IndexMap map = getIndexMap(op.getInputMap(i));
    inputs[i] = k.loadInput(numLhs + numRhs + i, map, resultM, n, rows, tileN);
  };
  auto isEarly = [&](unsigned i) {
    IndexMap map = getIndexMap(op.getInputMap(i));
    return isStraight ||
           (!isStaged && (map.getDims(0).empty() || map.getDims(1).empty()));
  };
  for (unsigned i = 0; i < numInputs; ++i)
    if (isEarly(i))
      loadInput(i);

  Value acc = k.splat({tileM, tileN}, b.getF32FloatAttr(0));
  acc = isStaged ? emitStepLoop(acc, place.split) : emitSegmentLoops(acc);
  if (place.split)
    acc = tile::ReduceSplitOp::create(
        b, RankedTensorType::get({rows, tileN}, b.getF32Type()), acc,
        IntegerAttr());

  for (unsigned i = 0; i < numInputs; ++i)
    if (!isEarly(i))
      loadInput(i);
  SmallVector<Value> arguments{acc};
  llvm::append_range(arguments, inputs);
  Value result =
      k.inlineScalars(op.getEpilogue().front(), arguments, {rows, tileN});
  k.store(result, k.getArgument(resultArg), resultMap, {resultM, n});
}

void gl::emitMatmulProgram(FusedMatmulOp op, ScheduleAttr schedule,
                           KernelBuilder &builder) {
  MatmulProgram(op, schedule, builder).emit();
}
