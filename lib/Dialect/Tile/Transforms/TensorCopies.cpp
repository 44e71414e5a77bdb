//===- TensorCopies.cpp - Tiles as boxes of tensor maps -------------------===//
//
// See TensorCopies.h. An access is followed through views back to the kernel's
// argument. Each dim of the argument becomes one dim of the map, or two where
// the view moves along it in steps of its own size: a weight of R * H columns
// of which slice r is taken is a tensor of R times H, and what lies behind the
// slice's end is then outside and arrives as zero. A dim that a tile's axis
// moves along gives the box its extent; all others have extent 1.
//
// Everything is decided before any operation is made.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/Transforms/TensorCopies.h"

#include "gl/Dialect/Tile/Transforms/AccessWidth.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::tile;

/// The engine's unit of addresses and strides, in bytes, the most elements of a
/// box along one dim, and the most dims (CUDA driver API,
/// cuTensorMapEncodeTiled).
static constexpr int64_t kUnitBytes = 16, kMaxBox = 256, kMaxRank = 5;

namespace {

/// What views leave of one dim of the argument.
struct ViewedDim {
  SmallVector<Value> fixed; ///< offsets that the host can compute
  int64_t offset = 0;       ///< and constant ones
  Value moving;             ///< one that the host cannot; null if none
  OpFoldResult size;        ///< of the view; null while it is the whole dim
};

/// One dim of the map.
struct MapDim {
  unsigned dim; ///< of the argument
  /// Extent: `size`, or that of the argument's dim, divided by `size` if
  /// `isQuotient`; plus the offsets of `view` unless those moved the base.
  OpFoldResult size;
  bool isQuotient = false;
  /// Its stride is that of `dim`, times `size` if `isQuotient`.
  int64_t box = 1;
  /// The tile dim that moves along it, or -1.
  int tileDim = -1;
  /// What the coordinate is made of, beside offsets: the tile dim's origin, or
  /// its quotient or remainder by `divisor`, or `place`.
  enum { Plain, Quotient, Remainder } part = Plain;
  OpFoldResult divisor;
  Value place;
  int64_t constant = 0;
  /// Outer dim that is one with this one, or -1: both lie evenly.
  int merged = -1;
};

class Planner {
public:
  Planner(Location loc, FuncOp func, const Access &access,
          ArrayRef<int64_t> shape, unsigned along, int64_t swizzle,
          std::string &reason, ArrayRef<int64_t> span)
      : loc(loc), func(func), access(access), shape(shape), span(span),
        along(along), swizzle(swizzle), reason(reason),
        type(cast<MemRefType>(access.memory.getType())),
        elementBytes(type.getElementTypeBitWidth() / 8) {}

  bool analyze();
  TensorCopies emit(OpBuilder &builder);

private:
  bool refuse(const Twine &text) {
    reason = text.str();
    return false;
  }
  bool followViews();
  bool addDim(unsigned dim);
  bool addPlain(unsigned dim, unsigned tileDim);
  bool addPair(unsigned tileDim);
  bool checkStrides();
  bool checkStart();
  bool isFixed(Value value);
  /// A copy of `value` at the start of the kernel.
  Value atEntry(Value value);
  Value dimOf(ImplicitLocOpBuilder &b, unsigned dim) {
    return b.createOrFold<memref::DimOp>(argument, dim);
  }
  Value extentOf(ImplicitLocOpBuilder &b, const MapDim &dim);
  Value offsetOf(ImplicitLocOpBuilder &b, unsigned dim, bool inEntry);

  Location loc;
  FuncOp func;
  const Access &access;
  ArrayRef<int64_t> shape, span;
  unsigned along;
  int64_t swizzle;
  std::string &reason;
  MemRefType type;
  int64_t elementBytes;
  BlockArgument argument;
  SmallVector<ViewedDim> views;
  SmallVector<MapDim> dims;
  int64_t panel = 0; ///< elements of a panel along `along`
  IRMapping entryCopies;
};

} // namespace

bool Planner::isFixed(Value value) {
  if (auto block = dyn_cast<BlockArgument>(value))
    return block.getOwner() == &func.getBody().front();
  Operation *op = value.getDefiningOp();
  if (isa<ProgramIdOp>(op) || op->getNumRegions() != 0 ||
      !isMemoryEffectFree(op))
    return false;
  return llvm::all_of(op->getOperands(), [&](Value v) { return isFixed(v); });
}

Value Planner::atEntry(Value value) {
  if (isa<BlockArgument>(value))
    return value;
  if (Value known = entryCopies.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    entryCopies.map(operand, atEntry(operand));
  OpBuilder entry = OpBuilder::atBlockBegin(&func.getBody().front());
  // Behind what it is made of, which was put at the start before it.
  for (Value operand : op->getOperands())
    if (Operation *source = entryCopies.lookup(operand).getDefiningOp())
      if (entry.getInsertionPoint() == entry.getBlock()->end() ||
          !source->isBeforeInBlock(&*entry.getInsertionPoint()))
        entry.setInsertionPointAfter(source);
  Operation *copy = entry.clone(*op, entryCopies);
  Value result = copy->getResult(cast<OpResult>(value).getResultNumber());
  entryCopies.map(value, result);
  return result;
}

bool Planner::followViews() {
  SmallVector<memref::SubViewOp> chain;
  Value memory = access.memory;
  for (;;) {
    // A view that turned out to be the whole is a cast by now.
    if (auto cast = memory.getDefiningOp<memref::CastOp>()) {
      memory = cast.getSource();
    } else if (auto view = memory.getDefiningOp<memref::SubViewOp>()) {
      chain.push_back(view);
      memory = view.getSource();
    } else {
      break;
    }
  }
  argument = dyn_cast<BlockArgument>(memory);
  if (!argument || argument.getOwner() != &func.getBody().front())
    return refuse("the memory is not an argument of the kernel");
  views.resize(type.getRank());
  for (memref::SubViewOp view : llvm::reverse(chain)) {
    if (view.getSourceType().getRank() != type.getRank())
      return refuse("a view drops dims");
    for (unsigned dim = 0; dim < views.size(); ++dim) {
      ViewedDim &viewed = views[dim];
      if (!isConstantIntValue(view.getMixedStrides()[dim], 1))
        return refuse("a view skips elements of dim " + Twine(dim));
      OpFoldResult offset = view.getMixedOffsets()[dim],
                   size = view.getMixedSizes()[dim];
      bool isWhole = false;
      if (isConstantIntValue(offset, 0)) {
        std::optional<int64_t> constant = getConstantIntValue(size);
        int64_t sourceSize = view.getSourceType().getDimSize(dim);
        isWhole = constant && *constant == sourceSize;
        if (auto value = dyn_cast<Value>(size))
          if (auto op = value.getDefiningOp<memref::DimOp>())
            isWhole |= op.getSource() == view.getSource() &&
                       op.getConstantIndex() == static_cast<int64_t>(dim);
      }
      if (isWhole)
        continue;
      if (viewed.moving)
        return refuse("dim " + Twine(dim) +
                      " is narrowed inside a moving view");
      viewed.size = size;
      if (std::optional<int64_t> constant = getConstantIntValue(offset))
        viewed.offset += *constant;
      else if (isFixed(cast<Value>(offset)))
        viewed.fixed.push_back(cast<Value>(offset));
      else
        viewed.moving = cast<Value>(offset);
      if (auto value = dyn_cast<Value>(size); value && !isFixed(value))
        return refuse("the size of dim " + Twine(dim) +
                      " is not known when the kernel starts");
    }
  }
  return true;
}

/// A size or a stride as types write it.
static std::string toText(int64_t size) {
  return ShapedType::isDynamic(size) ? "?" : std::to_string(size);
}

/// Whether two index values are known to be equal.
static bool isSame(OpFoldResult a, OpFoldResult b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  return (x && y && *x == *y) || (!x && !y && a == b);
}

/// x of a moving offset x * size.
static Value getSteps(Value offset, OpFoldResult size) {
  if (auto product = offset.getDefiningOp<arith::MulIOp>()) {
    if (isSame(product.getRhs(), size))
      return product.getLhs();
    if (isSame(product.getLhs(), size))
      return product.getRhs();
  }
  return {};
}

bool Planner::addPlain(unsigned dim, unsigned tileDim) {
  const ViewedDim &view = views[dim];
  MapDim plain;
  plain.dim = dim;
  plain.size = view.size;
  plain.tileDim = tileDim;
  if (!view.moving) {
    dims.push_back(plain);
    return true;
  }
  Value steps = getSteps(view.moving, view.size);
  if (!steps || !view.fixed.empty() || view.offset != 0)
    return refuse("the view moves along dim " + Twine(dim) +
                  " by other steps than its size");
  MapDim outer;
  outer.dim = dim;
  outer.size = view.size;
  outer.isQuotient = true;
  outer.place = steps;
  dims.append({plain, outer});
  return true;
}

bool Planner::addDim(unsigned dim) {
  AffineExpr expr = access.map.getResult(dim);
  for (unsigned tileDim = 0; tileDim < 2; ++tileDim)
    if (expr == getAffineDimExpr(tileDim, access.map.getContext()))
      return addPlain(dim, tileDim);
  auto constant = dyn_cast<AffineConstantExpr>(expr);
  if (!constant)
    return refuse("the index of dim " + Twine(dim) + " is no sum");
  // What lies behind a view's end is zero, what is in the tensor is not.
  std::optional<int64_t> size =
      views[dim].size ? getConstantIntValue(views[dim].size) : std::nullopt;
  if (views[dim].size && (!size || constant.getValue() >= *size))
    return refuse("element " + Twine(constant.getValue()) + " of dim " +
                  Twine(dim) + " may lie behind the end of a view");
  MapDim fixed;
  fixed.dim = dim;
  fixed.place = views[dim].moving;
  fixed.constant = constant.getValue();
  dims.push_back(fixed);
  return true;
}

/// A tile dim that is gathered over two dims of memory: (d floordiv s, d mod s)
/// where s is the extent of the second.
bool Planner::addPair(unsigned tileDim) {
  MLIRContext *context = func.getContext();
  AffineExpr d = getAffineDimExpr(tileDim, context);
  int outer = -1, inner = -1;
  AffineExpr divisor;
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    auto expr = dyn_cast<AffineBinaryOpExpr>(access.map.getResult(dim));
    if (!expr || expr.getLHS() != d)
      continue;
    if (expr.getKind() == AffineExprKind::FloorDiv)
      outer = dim;
    else if (expr.getKind() == AffineExprKind::Mod)
      inner = dim;
    divisor = expr.getRHS();
  }
  unsigned count = llvm::count_if(access.map.getResults(), [&](AffineExpr e) {
    return e.isFunctionOfDim(tileDim);
  });
  if (outer < 0 || inner < 0 || count != 2)
    return refuse("tile dim " + Twine(tileDim) + " runs over " + Twine(count) +
                  " dims of memory");
  for (int dim : {outer, inner})
    if (views[dim].moving || views[dim].size)
      return refuse("a view narrows gathered dim " + Twine(dim));
  // The divisor is the inner dim's extent.
  OpFoldResult size;
  if (auto constant = dyn_cast<AffineConstantExpr>(divisor)) {
    if (constant.getValue() != type.getDimSize(inner))
      return refuse("dim " + Twine(inner) + " of " +
                    toText(type.getDimSize(inner)) + " is divided by " +
                    Twine(constant.getValue()));
    size = Builder(context).getIndexAttr(constant.getValue());
  } else {
    auto symbol = dyn_cast<AffineSymbolExpr>(divisor);
    Value value = symbol ? access.symbols[symbol.getPosition()] : Value();
    auto op = value ? value.getDefiningOp<memref::DimOp>() : memref::DimOp();
    if (!op || op.getSource() != access.memory ||
        op.getConstantIndex() != static_cast<int64_t>(inner))
      return refuse("dim " + Twine(inner) +
                    " is divided by what is not its extent");
    size = value;
  }

  auto [strides, offset] = type.getStridesAndOffset();
  if (tileDim != along && !type.isDynamicDim(inner) &&
      !ShapedType::isDynamic(strides[inner]) &&
      strides[outer] == strides[inner] * type.getDimSize(inner)) {
    // They lie evenly: one dim to the engine.
    MapDim both;
    both.dim = inner;
    both.merged = outer;
    both.tileDim = tileDim;
    dims.push_back(both);
    return true;
  }
  // Boxes must not cross from one to the next.
  int64_t piece = !span.empty()      ? span[tileDim]
                  : tileDim == along ? panel
                                     : shape[tileDim];
  int64_t known = getConstantIntValue(size)
                      ? *getConstantIntValue(size)
                      : getKnownDivisor(cast<Value>(size));
  if (known % piece != 0)
    return refuse("pieces of " + Twine(piece) + " cross the ends of dim " +
                  Twine(inner) + ", of which " + Twine(known) +
                  " is a known divisor");
  if (getKnownDivisor(access.origins[tileDim]) % piece != 0)
    return refuse("the tile does not start at a multiple of " + Twine(piece));
  MapDim quotient, remainder;
  quotient.dim = outer;
  quotient.part = MapDim::Quotient;
  remainder.dim = inner;
  remainder.part = MapDim::Remainder;
  quotient.divisor = remainder.divisor = size;
  quotient.tileDim = remainder.tileDim = tileDim;
  dims.append({remainder, quotient});
  return true;
}

bool Planner::checkStrides() {
  auto argumentType = cast<MemRefType>(argument.getType());
  auto [strides, offset] = argumentType.getStridesAndOffset();
  if (FactsAttr facts = func.getFacts(argument.getArgNumber());
      facts && facts.getAlign() % kUnitBytes != 0 &&
      kUnitBytes % facts.getAlign() == 0 && facts.getAlign() > elementBytes)
    return refuse("the tensor's address is a multiple of " +
                  Twine(facts.getAlign()) + " bytes only, must be of " +
                  Twine(kUnitBytes));
  for (const MapDim &dim : dims) {
    int64_t stride = strides[dim.dim], times = 1;
    if (&dim == dims.begin()) {
      if (stride != 1)
        return refuse("the innermost dim of the box has stride " +
                      toText(stride) + ", must be 1");
      continue;
    }
    if (dim.isQuotient)
      times = getConstantIntValue(dim.size).value_or(ShapedType::kDynamic);
    if (ShapedType::isDynamic(stride) || ShapedType::isDynamic(times))
      continue;
    int64_t bytes = stride * times * elementBytes;
    bool isStepped = dim.merged >= 0 || argumentType.getDimSize(dim.dim) != 1;
    if (bytes % kUnitBytes != 0 && isStepped)
      return refuse("dim " + Twine(dim.dim) + " has a stride of " +
                    Twine(stride * times) + " * " + Twine(elementBytes) +
                    " = " + Twine(bytes) + " bytes, not a multiple of " +
                    Twine(kUnitBytes));
  }
  for (int64_t extent : argumentType.getShape())
    if (extent == 0)
      return refuse("the tensor is empty");
  return true;
}

/// The engine starts rows of a box at multiples of its unit only, and reports
/// an illegal instruction where a coordinate is none.
bool Planner::checkStart() {
  const MapDim &inner = dims[0];
  const ViewedDim &view = views[inner.dim];
  int64_t divisor = std::gcd(inner.constant, view.offset);
  for (Value fixed : view.fixed)
    divisor = std::gcd(divisor, getKnownDivisor(fixed));
  // A moving view is a dim of its own, and has a stride of whole units.
  divisor = std::gcd(divisor, getKnownDivisor(access.origins[along]));
  if (inner.part == MapDim::Remainder) {
    std::optional<int64_t> size = getConstantIntValue(inner.divisor);
    divisor = std::gcd(
        divisor, size ? *size : getKnownDivisor(cast<Value>(inner.divisor)));
  }
  int64_t unit = kUnitBytes / elementBytes;
  if (divisor % unit == 0)
    return true;
  return refuse("copies along dim " + Twine(inner.dim) +
                " start at multiples of " + Twine(divisor) + " * " +
                Twine(elementBytes) + " = " + Twine(divisor * elementBytes) +
                " bytes, not of " + Twine(kUnitBytes));
}

bool Planner::analyze() {
  panel = swizzle / elementBytes;
  assert(shape[along] % panel == 0 && "rows are made of panels");
  if (!followViews())
    return false;
  AffineMap map = access.map;
  for (unsigned tileDim = 0; tileDim < 2; ++tileDim) {
    unsigned count = llvm::count_if(map.getResults(), [&](AffineExpr e) {
      return e.isFunctionOfDim(tileDim);
    });
    if (count == 0)
      return refuse("tile dim " + Twine(tileDim) + " repeats one element");
    if (count > 1 && !addPair(tileDim))
      return false;
  }
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    bool isPaired = llvm::any_of(dims, [&](const MapDim &known) {
      return known.dim == dim || known.merged == static_cast<int>(dim);
    });
    if (!isPaired && !addDim(dim))
      return false;
  }
  // The box lies in shared memory as its dims are ordered: panels' elements,
  // then rows, then what has one element.
  auto rank = [&](const MapDim &dim) {
    if (dim.tileDim < 0 || dim.part == MapDim::Quotient)
      return 2;
    return dim.tileDim == static_cast<int>(along) ? 0 : 1;
  };
  SmallVector<MapDim> ordered;
  for (int wanted : {0, 1, 2})
    llvm::copy_if(dims, std::back_inserter(ordered),
                  [&](const MapDim &dim) { return rank(dim) == wanted; });
  dims = ordered;
  if (dims.size() > kMaxRank)
    return refuse("the tensor map would have " + Twine(dims.size()) +
                  " dims, at most " + Twine(kMaxRank) + " are possible");
  dims[0].box = panel;
  // Boxes begin where the swizzle does, which repeats after 8 rows.
  constexpr int64_t kPeriod = 8;
  int64_t rows = shape[1 - along];
  assert(rows % kPeriod == 0 && "rows of a product are whole core matrices");
  dims[1].box = std::min(rows, kMaxBox);
  while (rows % dims[1].box != 0 || dims[1].box % kPeriod != 0)
    --dims[1].box;
  return checkStrides() && checkStart();
}

Value Planner::offsetOf(ImplicitLocOpBuilder &b, unsigned dim, bool inEntry) {
  const ViewedDim &view = views[dim];
  Value sum;
  if (view.offset != 0)
    sum = arith::ConstantIndexOp::create(b, view.offset);
  for (Value fixed : view.fixed) {
    Value term = inEntry ? atEntry(fixed) : fixed;
    sum = sum ? b.createOrFold<arith::AddIOp>(sum, term) : term;
  }
  return sum;
}

Value Planner::extentOf(ImplicitLocOpBuilder &b, const MapDim &dim) {
  auto toValue = [&](OpFoldResult size) {
    if (auto value = dyn_cast<Value>(size))
      return atEntry(value);
    return getValueOrCreateConstantIndexOp(b, loc, size);
  };
  if (dim.isQuotient)
    return b.createOrFold<arith::DivUIOp>(dimOf(b, dim.dim), toValue(dim.size));
  Value extent = dim.size ? toValue(dim.size) : dimOf(b, dim.dim);
  if (dim.merged >= 0)
    extent = b.createOrFold<arith::MulIOp>(extent, dimOf(b, dim.merged));
  // Offsets are part of the coordinates, so the map reaches to the view's end.
  if (dim.size)
    if (Value offset = offsetOf(b, dim.dim, /*inEntry=*/true))
      extent = b.createOrFold<arith::AddIOp>(offset, extent);
  return extent;
}

TensorCopies Planner::emit(OpBuilder &builder) {
  // What the host computes comes first; atEntry puts its copies in front of
  // this point.
  ImplicitLocOpBuilder entry(loc, func.getContext());
  Block &body = func.getBody().front();
  auto marker = arith::ConstantIndexOp::create(
      (entry.setInsertionPointToStart(&body), entry), 1);
  entry.setInsertionPoint(marker);
  auto argumentType = cast<MemRefType>(argument.getType());
  SmallVector<int64_t> strides = argumentType.getStridesAndOffset().first;
  memref::ExtractStridedMetadataOp metadata;
  SmallVector<Value> extents, steps;
  SmallVector<int64_t> box;
  auto place = [&](auto make) {
    // Fixed values are copied to the start; go on behind them.
    entry.setInsertionPoint(marker);
    return make();
  };
  for (const MapDim &dim : dims) {
    box.push_back(dim.box);
    extents.push_back(place([&] { return extentOf(entry, dim); }));
    if (&dim == dims.begin())
      continue;
    steps.push_back(place([&]() -> Value {
      Value stride;
      if (!ShapedType::isDynamic(strides[dim.dim])) {
        stride = arith::ConstantIndexOp::create(entry, strides[dim.dim]);
      } else {
        if (!metadata)
          metadata = memref::ExtractStridedMetadataOp::create(entry, argument);
        stride = metadata.getStrides()[dim.dim];
      }
      if (!dim.isQuotient)
        return stride;
      Value size = isa<Value>(dim.size)
                       ? atEntry(cast<Value>(dim.size))
                       : getValueOrCreateConstantIndexOp(entry, loc, dim.size);
      return entry.createOrFold<arith::MulIOp>(stride, size);
    }));
  }
  // A tile that starts at the first element of a short dim.
  TensorCopies copies;
  for (const MapDim &dim : dims)
    if (dim.tileDim == 1 && dim.part == MapDim::Plain && dim.merged < 0 &&
        matchPattern(access.origins[1], m_Zero()))
      copies.extent = dim.size ? getConstantIntValue(dim.size)
                      : argumentType.isDynamicDim(dim.dim)
                          ? std::optional<int64_t>()
                          : argumentType.getDimSize(dim.dim);
  auto mapType = TensorMapType::get(func.getContext(), box,
                                    type.getElementType(), swizzle);
  copies.map = TensorMapOp::create(entry, mapType, argument, extents, steps);
  marker->erase();

  ImplicitLocOpBuilder b(loc, builder.getContext());
  b.setInsertionPoint(builder.getInsertionBlock(), builder.getInsertionPoint());
  auto plus = [&](Value a, Value c) -> Value {
    return !a ? c : !c ? a : b.createOrFold<arith::AddIOp>(a, c);
  };
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, value);
  };
  for (int64_t along0 = 0; along0 < shape[along]; along0 += panel)
    for (int64_t row0 = 0; row0 < shape[1 - along]; row0 += dims[1].box) {
      TensorCopies::Box &part = copies.boxes.emplace_back();
      part.at.resize(2);
      part.at[along] = along0;
      part.at[1 - along] = row0;
      for (const MapDim &dim : dims) {
        Value coordinate;
        if (dim.tileDim >= 0) {
          coordinate = access.origins[dim.tileDim];
          if (int64_t more = part.at[dim.tileDim])
            coordinate = plus(coordinate, number(more));
          if (dim.part != MapDim::Plain) {
            Value size = getValueOrCreateConstantIndexOp(b, loc, dim.divisor);
            coordinate = dim.part == MapDim::Quotient
                             ? b.createOrFold<arith::DivUIOp>(coordinate, size)
                             : b.createOrFold<arith::RemUIOp>(coordinate, size);
          }
        }
        if (dim.place)
          coordinate = plus(coordinate, dim.place);
        if (dim.constant != 0)
          coordinate = plus(coordinate, number(dim.constant));
        if (!dim.isQuotient)
          coordinate = plus(coordinate, offsetOf(b, dim.dim, false));
        part.coordinates.push_back(coordinate ? coordinate : number(0));
      }
    }
  return copies;
}

std::optional<TensorCopies>
tile::makeTensorCopies(OpBuilder &builder, Location loc, FuncOp func,
                       const Access &access, ArrayRef<int64_t> shape,
                       unsigned along, int64_t swizzle, std::string &reason,
                       ArrayRef<int64_t> span) {
  assert(access.map.getNumDims() == 2 && shape.size() == 2);
  Planner planner(loc, func, access, shape, along, swizzle, reason, span);
  if (!planner.analyze())
    return std::nullopt;
  return planner.emit(builder);
}
