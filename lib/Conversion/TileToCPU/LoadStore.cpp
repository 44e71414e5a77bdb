//===- LoadStore.cpp - Tiles in and out of buffers ------------------------===//
//
// A tile is moved row by row: everything that does not depend on the axis along
// the row is computed once per row, and the row is walked in runs, the
// stretches over which the map moves through one dim of the memref. For
// `k -> (k floordiv H, k mod H)` a run ends where `k mod H` wraps. Within a run
// the elements in bounds are an interval, so that its loop has no conditions.
// Maps without such runs go element by element.
//
//===----------------------------------------------------------------------===//

#include "Internal.h"

#include "gl/Dialect/Tile/IR/TileOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/AffineExpr.h"
#include <optional>

using namespace mlir;
using namespace mlir::gl::cpu;

//===----------------------------------------------------------------------===//
// Runs of a map
//===----------------------------------------------------------------------===//

namespace {
/// Along tile dim `axis`, memref dim `moving` has the coordinate
/// `axis mod period + rest`, or `axis + rest` without a period. All others keep
/// their value as long as `axis floordiv period` does.
struct Runs {
  unsigned axis, moving;
  AffineExpr period; ///< null if there is one run
  AffineExpr rest;   ///< does not depend on the axis
};
} // namespace

static bool dependsOnDims(AffineExpr expr, unsigned numDims) {
  for (unsigned dim = 0; dim < numDims; ++dim)
    if (expr.isFunctionOfDim(dim))
      return true;
  return false;
}

static void splitSum(AffineExpr expr, SmallVectorImpl<AffineExpr> &terms) {
  if (auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
      sum && expr.getKind() == AffineExprKind::Add) {
    splitSum(sum.getLHS(), terms);
    splitSum(sum.getRHS(), terms);
    return;
  }
  terms.push_back(expr);
}

/// Whether `expr` depends on the axis only through `axis floordiv period`.
static bool isConstantInRuns(AffineExpr expr, unsigned axis,
                             AffineExpr period) {
  if (!expr.isFunctionOfDim(axis))
    return true;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || !period)
    return false;
  if (expr.getKind() == AffineExprKind::FloorDiv &&
      binary.getLHS() == getAffineDimExpr(axis, expr.getContext())) {
    auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    auto length = dyn_cast<AffineConstantExpr>(period);
    return binary.getRHS() == period ||
           (divisor && length && divisor.getValue() % length.getValue() == 0);
  }
  return isConstantInRuns(binary.getLHS(), axis, period) &&
         isConstantInRuns(binary.getRHS(), axis, period);
}

static std::optional<Runs> findRuns(AffineMap map, unsigned axis) {
  MLIRContext *context = map.getContext();
  AffineExpr dim = getAffineDimExpr(axis, context);
  for (unsigned moving = 0; moving < map.getNumResults(); ++moving) {
    SmallVector<AffineExpr> terms;
    splitSum(map.getResult(moving), terms);
    Runs runs{axis, moving, {}, getAffineConstantExpr(0, context)};
    unsigned moves = 0;
    bool fits = true;
    for (AffineExpr term : terms) {
      auto binary = dyn_cast<AffineBinaryOpExpr>(term);
      if (term == dim) {
        ++moves;
      } else if (binary && term.getKind() == AffineExprKind::Mod &&
                 binary.getLHS() == dim &&
                 !dependsOnDims(binary.getRHS(), map.getNumDims())) {
        ++moves;
        runs.period = binary.getRHS();
      } else {
        fits &= !term.isFunctionOfDim(axis);
        runs.rest = runs.rest + term;
      }
    }
    if (!fits || moves != 1)
      continue;
    for (unsigned other = 0; other < map.getNumResults(); ++other)
      fits &= other == moving ||
              isConstantInRuns(map.getResult(other), axis, runs.period);
    if (fits)
      return runs;
  }
  return std::nullopt;
}

/// The runs along the last tile dim, or along another one if only that is known
/// to move through adjacent elements.
static std::optional<Runs> chooseRuns(AffineMap map, MemRefType memory) {
  SmallVector<int64_t> strides = memory.getStridesAndOffset().first;
  std::optional<Runs> chosen;
  for (unsigned axis = map.getNumDims(); axis-- > 0;) {
    std::optional<Runs> runs = findRuns(map, axis);
    if (runs && strides[runs->moving] == 1)
      return runs;
    if (runs && axis + 1 == map.getNumDims())
      chosen = runs;
  }
  return chosen;
}

//===----------------------------------------------------------------------===//
// Moving a tile
//===----------------------------------------------------------------------===//

namespace {
/// Emits the loops that move one tile. `buffer` holds the tile, row-major.
class Mover {
public:
  Mover(OpBuilder &builder, Location loc, Memory memory, AffineMap map,
        ValueRange origins, ValueRange symbols, Value buffer, bool isLoad)
      : b(builder), loc(loc), memory(std::move(memory)), map(map),
        origins(origins), symbols(symbols), buffer(buffer),
        tile(cast<MemRefType>(buffer.getType())), isLoad(isLoad) {
    for (int64_t size : tile.getShape())
      ends.push_back(makeIndex(b, loc, size));
  }

  /// Moves no more of tile dim `dim` than the blocks of `block` elements that
  /// have some in bounds; returns where they end.
  Value limit(unsigned dim, int64_t block);

  void run() {
    place.resize(tile.getRank());
    runs = chooseRuns(map, memory.type);
    emitLoops(0);
  }

private:
  Value index(int64_t value) { return makeIndex(b, loc, value); }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, loc, x, y); }
  Value sub(Value x, Value y) { return arith::SubIOp::create(b, loc, x, y); }
  Value mul(Value x, Value y) { return arith::MulIOp::create(b, loc, x, y); }
  Value max(Value x, Value y) { return arith::MaxSIOp::create(b, loc, x, y); }
  Value min(Value x, Value y) { return arith::MinSIOp::create(b, loc, x, y); }

  /// The value of `expr` at `coordinates`, in unsigned arithmetic.
  Value expand(AffineExpr expr);
  /// Whether coordinate `value` of the memref's dim `dim` is in bounds.
  Value isInBounds(Value value, unsigned dim) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, value,
                                 memory.dims[dim]);
  }
  /// Adds the terms of the memref's dims for which `wanted` holds to the offset
  /// and to the condition `valid` (null is true).
  void addTerms(function_ref<bool(unsigned)> wanted, Value &offset,
                Value &valid);

  void emitLoops(unsigned dim);
  void emitRow();
  Value emitRun(Value start, Value rest);
  void emitElement();

  /// Moves tile elements [from, to) of the axis; element x of the memref is at
  /// `offset + (x - start) * stride`.
  void emitMove(Value from, Value to, Value start, Value offset);
  void emitZeros(Value from, Value to);
  void moveElement(Value address, Value x);
  void storeToTile(Value value, Value x);
  Value getAddress(Value base, Value offset) {
    Value offset64 = arith::IndexCastOp::create(b, loc, b.getI64Type(), offset);
    return LLVM::GEPOp::create(b, loc, memory.pointer.getType(),
                               getStorageType(memory.type.getElementType()),
                               base, ArrayRef<LLVM::GEPArg>{offset64});
  }
  /// Place in the tile with x along the axis.
  SmallVector<Value> getPlace(Value x) {
    SmallVector<Value> result(place);
    if (x)
      result[runs->axis] = x;
    return result;
  }

  OpBuilder &b;
  Location loc;
  Memory memory;
  AffineMap map;
  ValueRange origins, symbols;
  Value buffer;
  MemRefType tile;
  bool isLoad;
  std::optional<Runs> runs;
  SmallVector<Value> ends;        ///< of what is moved, along each tile dim
  SmallVector<Value> place;       ///< in the tile, of the loops around
  SmallVector<Value> coordinates; ///< in tile space
  Value rowOffset, rowValid;
};
} // namespace

Value Mover::expand(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return index(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return coordinates[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Value lhs = expand(binary.getLHS()), rhs = expand(binary.getRHS());
  if (expr.getKind() == AffineExprKind::Add)
    return add(lhs, rhs);
  if (expr.getKind() == AffineExprKind::Mul)
    return mul(lhs, rhs);
  // A divisor is a dim, and a dim may be 0; nothing is then in bounds.
  if (!isa<AffineConstantExpr>(binary.getRHS()))
    rhs = arith::MaxUIOp::create(b, loc, rhs, index(1));
  if (expr.getKind() == AffineExprKind::Mod)
    return arith::RemUIOp::create(b, loc, lhs, rhs);
  if (expr.getKind() == AffineExprKind::CeilDiv)
    lhs = add(lhs, sub(rhs, index(1)));
  return arith::DivUIOp::create(b, loc, lhs, rhs);
}

Value Mover::limit(unsigned dim, int64_t block) {
  int64_t size = tile.getDimSize(dim);
  if (size % block != 0)
    return ends[dim];
  AffineExpr axis = getAffineDimExpr(dim, map.getContext());
  for (auto [result, expr] : llvm::enumerate(map.getResults())) {
    Value bound = memory.dims[result];
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (binary && expr.getKind() == AffineExprKind::FloorDiv &&
        binary.getLHS() == axis &&
        !dependsOnDims(binary.getRHS(), map.getNumDims()))
      bound = mul(bound, expand(binary.getRHS()));
    else if (expr != axis)
      continue;
    Value count = max(sub(bound, origins[dim]), index(0));
    Value blocks = arith::DivUIOp::create(b, loc, add(count, index(block - 1)),
                                          index(block));
    ends[dim] = min(ends[dim], mul(blocks, index(block)));
  }
  return ends[dim];
}

void Mover::addTerms(function_ref<bool(unsigned)> wanted, Value &offset,
                     Value &valid) {
  for (unsigned dim = 0; dim < map.getNumResults(); ++dim) {
    if (!wanted(dim))
      continue;
    Value coordinate = expand(map.getResult(dim));
    Value term = mul(coordinate, memory.strides[dim]);
    offset = offset ? add(offset, term) : term;
    Value inside = isInBounds(coordinate, dim);
    valid = valid ? arith::AndIOp::create(b, loc, valid, inside).getResult()
                  : inside;
  }
}

void Mover::emitLoops(unsigned dim) {
  if (dim == tile.getRank()) {
    coordinates.clear();
    for (auto [origin, i] : llvm::zip_equal(origins, place))
      coordinates.push_back(i ? add(origin, i) : origin);
    runs ? emitRow() : emitElement();
    return;
  }
  if (runs && runs->axis == dim) {
    emitLoops(dim + 1);
    return;
  }
  makeLoop(b, loc, index(0), ends[dim], 1, [&](OpBuilder &, Value i) {
    place[dim] = i;
    emitLoops(dim + 1);
  });
}

void Mover::emitRow() {
  rowOffset = rowValid = Value();
  addTerms(
      [&](unsigned dim) {
        return dim != runs->moving &&
               !map.getResult(dim).isFunctionOfDim(runs->axis);
      },
      rowOffset, rowValid);
  Value rest = expand(runs->rest);
  if (!runs->period) {
    emitRun(index(0), rest);
    return;
  }
  Value length = ends[runs->axis];
  scf::WhileOp::create(
      b, loc, TypeRange{b.getIndexType()}, ValueRange{index(0)},
      [&](OpBuilder &inner, Location l, ValueRange args) {
        Value more = arith::CmpIOp::create(inner, l, arith::CmpIPredicate::ult,
                                           args[0], length);
        scf::ConditionOp::create(inner, l, more, args);
      },
      [&](OpBuilder &, Location, ValueRange args) {
        Value next = emitRun(args[0], rest);
        scf::YieldOp::create(b, loc, next);
      });
}

/// Moves the run that starts at tile element `start` of the axis; returns where
/// the next one starts.
Value Mover::emitRun(Value start, Value rest) {
  Value length = ends[runs->axis];
  Value &coordinate = coordinates[runs->axis];
  Value origin = coordinate;
  coordinate = add(origin, start);
  Value first = coordinate, end = length;
  if (runs->period) {
    Value period = expand(runs->period);
    if (!isa<AffineConstantExpr>(runs->period))
      period = arith::MaxUIOp::create(b, loc, period, index(1));
    first = arith::RemUIOp::create(b, loc, coordinate, period);
    end = add(start, min(sub(period, first), sub(length, start)));
  }
  Value offset = rowOffset, valid = rowValid;
  addTerms(
      [&](unsigned dim) {
        return dim != runs->moving &&
               map.getResult(dim).isFunctionOfDim(runs->axis);
      },
      offset, valid);
  coordinate = origin;

  // Coordinates first, first + 1, ... of the moving dim; those in [0, dim) are
  // the tile's elements [from, to).
  first = add(first, rest);
  Value term = mul(first, memory.strides[runs->moving]);
  offset = offset ? add(offset, term) : term;
  Value from = min(add(start, max(sub(index(0), first), index(0))), end);
  Value to =
      max(min(add(start, sub(memory.dims[runs->moving], first)), end), from);
  if (valid)
    to = arith::SelectOp::create(b, loc, valid, to, from);
  if (isLoad)
    emitZeros(start, from);
  emitMove(from, to, start, offset);
  if (isLoad)
    emitZeros(to, end);
  return end;
}

void Mover::emitElement() {
  Value offset, valid;
  addTerms([](unsigned) { return true; }, offset, valid);
  if (!offset) { // a memref of rank 0 has one element
    moveElement(memory.pointer, Value());
    return;
  }
  auto branch = scf::IfOp::create(b, loc, valid, /*withElseRegion=*/isLoad);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  moveElement(getAddress(memory.pointer, offset), Value());
  if (!isLoad)
    return;
  b.setInsertionPointToStart(branch.elseBlock());
  Value zero =
      arith::ConstantOp::create(b, loc, b.getZeroAttr(tile.getElementType()));
  storeToTile(zero, Value());
}

void Mover::emitZeros(Value from, Value to) {
  makeLoop(b, loc, from, to, 1, [&](OpBuilder &, Value x) {
    Value zero =
        arith::ConstantOp::create(b, loc, b.getZeroAttr(tile.getElementType()));
    storeToTile(zero, x);
  });
}

void Mover::emitMove(Value from, Value to, Value start, Value offset) {
  Value row = getAddress(memory.pointer, offset);
  Value stride = memory.strides[runs->moving];
  auto loop = [&](bool isUnit) {
    makeLoop(b, loc, from, to, 1, [&](OpBuilder &, Value x) {
      Value step = sub(x, start);
      moveElement(getAddress(row, isUnit ? step : mul(step, stride)), x);
    });
  };
  int64_t known = memory.type.getStridesAndOffset().first[runs->moving];
  if (!ShapedType::isDynamic(known)) {
    loop(known == 1);
    return;
  }
  Value isUnit =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, stride, index(1));
  auto branch = scf::IfOp::create(b, loc, isUnit, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  loop(true);
  b.setInsertionPointToStart(branch.elseBlock());
  loop(false);
}

void Mover::moveElement(Value address, Value x) {
  Type element = memory.type.getElementType(), stored = getStorageType(element);
  if (!isLoad) {
    Value value = memref::LoadOp::create(b, loc, buffer, getPlace(x));
    if (stored != element)
      value = arith::BitcastOp::create(b, loc, stored, value);
    LLVM::StoreOp::create(b, loc, value, address);
    return;
  }
  Value value = LLVM::LoadOp::create(b, loc, stored, address);
  if (stored != element)
    value = arith::BitcastOp::create(b, loc, element, value);
  if (value.getType() != tile.getElementType())
    value = arith::ExtFOp::create(b, loc, tile.getElementType(), value);
  storeToTile(value, x);
}

void Mover::storeToTile(Value value, Value x) {
  memref::StoreOp::create(b, loc, value, buffer, getPlace(x));
}

//===----------------------------------------------------------------------===//
// The operations
//===----------------------------------------------------------------------===//

static void lowerLoad(tile::LoadOp load, const DotBlocking &blocking) {
  OpBuilder b(load);
  Location loc = load.getLoc();
  RankedTensorType type = load.getType();
  bool feeds[2] = {true, true};
  for (OpOperand &use : load->getUses())
    for (unsigned operand : {0, 1})
      feeds[operand] &=
          isa<tile::DotOp>(use.getOwner()) && use.getOperandNumber() == operand;
  bool onlyFeedsDots = llvm::all_of(load->getUses(), [](OpOperand &use) {
    return isa<tile::DotOp>(use.getOwner()) && use.getOperandNumber() < 2;
  });
  if (onlyFeedsDots)
    type = type.clone(b.getF32Type());
  Value buffer = memref::AllocOp::create(
      b, loc, MemRefType::get(type.getShape(), type.getElementType()));
  Mover mover(b, loc, getMemory(load.getSource()), load.getIndexMap(),
              load.getOrigins(), load.getSymbols(), buffer, /*isLoad=*/true);
  SmallVector<Value> parts;
  if (feeds[0] != feeds[1])
    for (unsigned dim : {0, 1})
      parts.push_back(mover.limit(
          dim, dim == 0 ? blocking.getRows(feeds[0] ? 0 : 1, type.getDimSize(0))
                        : blocking.getStep(type.getDimSize(1))));
  mover.run();
  Value tile = bufferization::ToTensorOp::create(
      b, loc, type, buffer, /*restrict=*/true, /*writable=*/true);
  if (!parts.empty()) {
    parts.insert(parts.begin(), tile);
    tile = UnrealizedConversionCastOp::create(b, loc, type, parts).getResult(0);
  }
  load.replaceAllUsesWith(tile);
  load.erase();
}

static void lowerStore(tile::StoreOp store) {
  OpBuilder b(store);
  Location loc = store.getLoc();
  auto type = cast<RankedTensorType>(store.getValue().getType());
  Value buffer = bufferization::ToBufferOp::create(
      b, loc, MemRefType::get(type.getShape(), type.getElementType()),
      store.getValue(), /*read_only=*/true);
  Mover(b, loc, getMemory(store.getTarget()), store.getIndexMap(),
        store.getOrigins(), store.getSymbols(), buffer, /*isLoad=*/false)
      .run();
  store.erase();
}

void gl::cpu::lowerLoadsAndStores(func::FuncOp func,
                                  const DotBlocking &blocking) {
  func.walk([&](Operation *op) {
    if (auto load = dyn_cast<tile::LoadOp>(op))
      lowerLoad(load, blocking);
    else if (auto store = dyn_cast<tile::StoreOp>(op))
      lowerStore(store);
  });
}
