//===- KernelBuilder.cpp - Write one tile program -------------------------===//
//
// See KernelBuilder.h.
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

#include "gl/Dialect/GL/IR/GLOps.h"
#include "gl/Dialect/GL/IR/Warpgroups.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/IRMapping.h"
#include <numeric>
#include <set>

using namespace mlir;
using namespace mlir::gl;

/// Bytes of the widest access.
static constexpr int64_t kVectorBytes = 16;

/// Grid extents along y and z have 16 bits; a grid that may exceed them is
/// folded into one dim.
static constexpr int64_t kMaxGridY = 65535;

IndexMap gl::getIndexMap(AffineMap map) {
  std::string reason;
  std::optional<IndexMap> indexMap = IndexMap::fromAffineMap(map, reason);
  assert(indexMap && "verified operation");
  return *indexMap;
}

std::optional<KernelArgument>
gl::getKernelArgument(const ArgumentUse &use, Access access, int64_t vector,
                      bool isStaged, bool isByEngine) {
  MLIRContext *context = use.type.getContext();
  ArrayRef<int64_t> shape = use.type.getShape();
  int64_t rank = shape.size();
  SmallVector<int64_t> strides(rank, ShapedType::kDynamic);
  auto finish = [&](tile::FactsAttr facts) {
    return KernelArgument{
        MemRefType::get(shape, use.type.getElementType(),
                        StridedLayoutAttr::get(context, 0, strides)),
        facts};
  };
  if (access == Access::Any || rank == 0)
    return finish({});

  int64_t bytes = use.type.getElementType().getIntOrFloatBitWidth() / 8;
  int64_t inner = shape.back();
  // Straight into registers, vectors run along the innermost dim of the
  // reduction; where that is not the innermost dim in memory (a weight stored
  // (K, N)), elements are loaded one by one and nothing more is needed. Copies
  // to shared memory run along whatever is innermost, and find their width.
  bool isAlongK = use.isReduced &&
                  use.map.getDims(1).back() == static_cast<unsigned>(rank - 1);
  if (isAlongK && !isStaged && !ShapedType::isDynamic(inner) &&
      inner % vector != 0)
    return std::nullopt;
  // The copy engine wants whole units, whatever the others can do with less,
  // and has no tensors without elements.
  if (use.isReduced && isByEngine &&
      ((!ShapedType::isDynamic(inner) && inner % vector != 0) ||
       llvm::is_contained(shape, 0)))
    return std::nullopt;
  if (access == Access::Contiguous) {
    if (llvm::is_contained(shape, 0))
      return std::nullopt;
    // As far out as sizes are known.
    int64_t product = 1;
    for (int64_t dim = rank - 1; dim >= 0; --dim) {
      strides[dim] = product;
      if (ShapedType::isDynamic(shape[dim]))
        break;
      product *= shape[dim];
    }
    // Rows that are multiples of a vector start at one, if the first does: true
    // of what an allocator hands out, so it costs no call its variant.
    int64_t align = ShapedType::isDynamic(inner)
                        ? bytes
                        : std::gcd(inner * bytes, kVectorBytes);
    if (align == bytes)
      return finish({});
    SmallVector<int64_t> strideFacts;
    for (int64_t stride : strides)
      strideFacts.push_back(ShapedType::isDynamic(stride) ? align / bytes : 1);
    return finish(tile::FactsAttr::get(context, align, strideFacts,
                                       SmallVector<int64_t>(rank, 1)));
  }
  strides.back() = 1;
  if (!(isAlongK || (use.isReduced && isStaged)) || vector == 1)
    return finish({});
  if (!ShapedType::isDynamic(inner) && inner % vector != 0)
    return std::nullopt;
  SmallVector<int64_t> strideFacts(rank, vector), dimFacts(rank, 1);
  strideFacts.back() = 1;
  dimFacts.back() = vector;
  return finish(
      tile::FactsAttr::get(context, vector * bytes, strideFacts, dimFacts));
}

KernelBuilder::KernelBuilder(Location loc, StringRef name,
                             ScheduleAttr schedule,
                             ArrayRef<KernelArgument> arguments)
    : builder(loc, schedule.getContext()) {
  SmallVector<Type> types;
  for (const KernelArgument &argument : arguments)
    types.push_back(argument.type);
  func =
      tile::FuncOp::create(builder, name, builder.getFunctionType(types, {}));
  func.setScheduleAttr(schedule);
  for (auto [i, argument] : llvm::enumerate(arguments))
    if (argument.facts)
      func.setArgAttr(i, tile::FuncOp::kFactsAttrName, argument.facts);
  func.setArgAttr(arguments.size() - 1, tile::FuncOp::kOutputAttrName,
                  builder.getUnitAttr());
  builder.setInsertionPointToStart(&func.getBody().front());
}

void KernelBuilder::requestReciprocals() {
  SmallVector<std::set<int64_t>> divisors(func.getNumArguments());
  auto addDivisors = [&](AffineMap map, ValueRange symbols) {
    map.walkExprs([&](AffineExpr expr) {
      auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
      if (!binary || (expr.getKind() != AffineExprKind::FloorDiv &&
                      expr.getKind() != AffineExprKind::Mod))
        return;
      auto symbol = dyn_cast<AffineSymbolExpr>(binary.getRHS());
      if (!symbol)
        return;
      auto dim = symbols[symbol.getPosition()].getDefiningOp<memref::DimOp>();
      auto memory =
          dim ? dyn_cast<BlockArgument>(dim.getSource()) : BlockArgument();
      if (memory && dim.getConstantIndex())
        divisors[memory.getArgNumber()].insert(*dim.getConstantIndex());
    });
  };
  func.getBody().walk([&](Operation *op) {
    if (auto load = dyn_cast<tile::LoadOp>(op))
      addDivisors(load.getIndexMap(), load.getSymbols());
    else if (auto store = dyn_cast<tile::StoreOp>(op))
      addDivisors(store.getIndexMap(), store.getSymbols());
  });
  for (auto [i, dims] : llvm::enumerate(divisors))
    if (!dims.empty())
      func.setArgAttr(i, tile::FuncOp::kReciprocalsAttrName,
                      builder.getDenseI64ArrayAttr(
                          SmallVector<int64_t>(dims.begin(), dims.end())));
}

tile::FuncOp KernelBuilder::finish() {
  tile::ReturnOp::create(builder);
  return func;
}

Value KernelBuilder::constant(int64_t value) {
  return arith::ConstantIndexOp::create(builder, value);
}

Value KernelBuilder::splat(ArrayRef<int64_t> shape, TypedAttr value) {
  auto type = RankedTensorType::get(shape, value.getType());
  return arith::ConstantOp::create(builder, type,
                                   SplatElementsAttr::get(type, value));
}

Value KernelBuilder::extent(Value memory, const IndexMap &map, unsigned axis) {
  Value product;
  for (unsigned dim : map.getDims(axis)) {
    Value size = builder.createOrFold<memref::DimOp>(memory, dim);
    product =
        product ? builder.createOrFold<arith::MulIOp>(product, size) : size;
  }
  return product ? product : constant(1);
}

GridPlace KernelBuilder::emitGrid(unsigned argument, const IndexMap &map,
                                  ScheduleAttr schedule) {
  // Programs of a cluster that share an operand lie side by side along this
  // axis.
  int64_t cluster = schedule.getClusterSize();
  unsigned sharedAxis = schedule.getClusterAxis();
  auto tiles = [&](Value memory, unsigned axis) {
    int64_t tile = schedule.getTile()[axis];
    return builder.createOrFold<arith::CeilDivUIOp>(
        extent(memory, map, axis),
        constant(axis == sharedAxis ? tile * cluster : tile));
  };
  auto multiply = [&](Value a, Value b) {
    return builder.createOrFold<arith::MulIOp>(a, b);
  };
  auto divide = [&](Value a, Value b) {
    return builder.createOrFold<arith::DivUIOp>(a, b);
  };
  auto remainder = [&](Value a, Value b) {
    return builder.createOrFold<arith::RemUIOp>(a, b);
  };
  int64_t split = schedule.getSplitK(), group = schedule.getGroupM();
  // Programs that stay for several tiles count along one dim.
  bool flat = split > 1 || group > 1 || schedule.getFamily() == Family::wgmma;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&func.getGrid().front());
    Value memory = func.getGrid().getArgument(argument);
    Value rows = tiles(memory, 0), columns = tiles(memory, 1);
    std::optional<int64_t> known = getConstantIntValue(rows);
    // No more rows than results, where those are limited.
    if (!known && schedule.getMaxResults() != 0)
      known = llvm::divideCeil(schedule.getMaxResults(), schedule.getTileM());
    flat |= !known || *known > kMaxGridY;
    SmallVector<Value> extents{columns, rows};
    if (flat)
      extents = {multiply(multiply(rows, columns), constant(split * cluster))};
    tile::YieldOp::create(builder, extents);
  }
  Value x = tile::ProgramIdOp::create(builder, 0);
  if (!flat)
    return {tile::ProgramIdOp::create(builder, 1), x, Value()};
  GridPlace place;
  // Programs that share a tile are neighbours, as a cluster wants them.
  if (split > 1) {
    place.split = remainder(x, constant(split));
    x = divide(x, constant(split));
  }
  Value inCluster;
  if (cluster > 1) {
    inCluster = remainder(x, constant(cluster));
    x = divide(x, constant(cluster));
  }
  auto spread = [&] {
    if (!inCluster)
      return place;
    Value &shared = sharedAxis == 0 ? place.row : place.column;
    shared = builder.createOrFold<arith::AddIOp>(
        multiply(shared, constant(cluster)), inCluster);
    return place;
  };
  Value memory = func.getArgument(argument);
  Value columns = tiles(memory, 1);
  if (group == 1) {
    place.row = divide(x, columns);
    place.column = remainder(x, columns);
    return spread();
  }
  // Column by column through `group` rows of tiles; the last group has the
  // rest.
  Value inGroup = multiply(columns, constant(group));
  Value first = multiply(divide(x, inGroup), constant(group));
  Value left = builder.createOrFold<arith::SubIOp>(tiles(memory, 0), first);
  Value rows = builder.createOrFold<arith::MinUIOp>(left, constant(group));
  Value inside = remainder(x, inGroup);
  place.row =
      builder.createOrFold<arith::AddIOp>(first, remainder(inside, rows));
  place.column = divide(inside, rows);
  return spread();
}

void KernelBuilder::emitCost(ArrayRef<IndexMap> segments,
                             ArrayRef<IndexMap> rhs, const IndexMap &result,
                             ScheduleAttr schedule) {
  OpBuilder::InsertionGuard guard(builder);
  Block &grid = func.getGrid().front();
  auto yield = cast<tile::YieldOp>(grid.getTerminator());
  builder.setInsertionPoint(yield);
  auto add = [&](Value a, Value b) {
    return builder.createOrFold<arith::AddIOp>(a, b);
  };
  auto multiply = [&](Value a, Value b) {
    return builder.createOrFold<arith::MulIOp>(a, b);
  };
  auto divideCeil = [&](Value a, int64_t b) {
    return builder.createOrFold<arith::CeilDivUIOp>(a, constant(b));
  };
  ArrayRef<int64_t> cost = schedule.getCost();
  int64_t places = cost[0], start = cost[1], wave = cost[2], step = cost[3],
          broken = cost[4];

  // Programs of a cluster share a place.
  Value groups = constant(1);
  for (unsigned axis : {0, 1})
    groups = multiply(
        groups,
        divideCeil(extent(grid.getArguments().back(), result, axis),
                   schedule.getTile()[axis] * schedule.getCluster()[axis]));
  Value waves = divideCeil(groups, places);

  constexpr int64_t kLineBytes = 128;
  Value steps = constant(0), rest = constant(0);
  // A copy is stepped over for as long as the weight is, whose rows may not be
  // whole lines.
  bool isCopied = schedule.getGather() == GatherMode::copy;
  unsigned firstSegment = isCopied ? segments.size() : 0;
  for (auto [i, map] : llvm::enumerate(isCopied ? rhs : segments)) {
    Value memory = grid.getArgument(firstSegment + i),
          length = extent(memory, map, 1), slices = constant(1);
    // Steps that walk along slices begin with each of them.
    if (schedule.getGather() == GatherMode::walk) {
      IndexMap::Dims outer(map.getDims(1).drop_back());
      slices = extent(memory, IndexMap(map.getRank(), outer), 0);
      length =
          builder.createOrFold<memref::DimOp>(memory, map.getDims(1).back());
    }
    steps =
        add(steps, multiply(slices, divideCeil(length, schedule.getTileK())));
    auto type = cast<MemRefType>(memory.getType());
    int64_t line = kLineBytes * 8 / type.getElementTypeBitWidth();
    rest =
        add(rest, builder.createOrFold<arith::RemUIOp>(length, constant(line)));
  }
  steps = divideCeil(steps, schedule.getSplitK());
  Value isBroken = builder.createOrFold<arith::MinUIOp>(rest, constant(1));
  Value ofStep = add(constant(step), multiply(isBroken, constant(broken)));
  Value ofWave = add(constant(wave), multiply(steps, ofStep));
  Value cycles = add(constant(start), multiply(waves, ofWave));
  // What the copy takes, all of whose columns are stepped over.
  if (isCopied) {
    Value copy = grid.getArgument(0);
    int64_t bytes =
        cast<MemRefType>(copy.getType()).getElementTypeBitWidth() / 8;
    Value elements =
        multiply(extent(copy, segments[0], 0), extent(copy, segments[0], 1));
    cycles = add(cycles, divideCeil(elements, kCopiedBytesPerCycle / bytes));
  }
  yield.getCostMutable().assign(cycles);
}

namespace {
/// A view of a whole memref, to be narrowed dim by dim.
struct View {
  View(ImplicitLocOpBuilder &b, Value memory)
      : b(b), memory(memory),
        offsets(cast<MemRefType>(memory.getType()).getRank(),
                b.getIndexAttr(0)) {
    for (size_t dim = 0; dim < offsets.size(); ++dim)
      sizes.push_back(
          getAsOpFoldResult(b.createOrFold<memref::DimOp>(memory, dim)));
  }
  Value create() {
    // No view may begin in a memref without elements, or end there: all of one
    // has as few.
    auto type = cast<MemRefType>(memory.getType());
    if (llvm::is_contained(type.getShape(), 0))
      return memory;
    SmallVector<OpFoldResult> strides(offsets.size(), b.getIndexAttr(1));
    return memref::SubViewOp::create(b, memory, offsets, sizes, strides);
  }

  ImplicitLocOpBuilder &b;
  Value memory;
  SmallVector<OpFoldResult> offsets, sizes;
};
} // namespace

Value KernelBuilder::slice(Value memory, unsigned dim, Value offset,
                           Value length) {
  View view(builder, memory);
  view.offsets[dim] = getAsOpFoldResult(offset);
  view.sizes[dim] = getAsOpFoldResult(length);
  return view.create();
}

Value KernelBuilder::pick(Value memory, const IndexMap &map, unsigned axis,
                          Value place) {
  View view(builder, memory);
  // The innermost of the outer dims counts fastest.
  for (auto [i, dim] :
       llvm::enumerate(llvm::reverse(map.getDims(axis).drop_back()))) {
    bool isOutermost = i + 2 == map.getDims(axis).size();
    Value size = getValueOrCreateConstantIndexOp(builder, builder.getLoc(),
                                                 view.sizes[dim]);
    view.offsets[dim] = getAsOpFoldResult(
        isOutermost ? place
                    : builder.createOrFold<arith::RemUIOp>(place, size));
    if (!isOutermost)
      place = builder.createOrFold<arith::DivUIOp>(place, size);
    view.sizes[dim] = builder.getIndexAttr(1);
  }
  return view.create();
}

Value KernelBuilder::loadPicked(Value memory, const IndexMap &map,
                                ArrayRef<Value> origins,
                                ArrayRef<int64_t> shape) {
  // The other axis as it is; of the picked one only the innermost dim moves.
  auto [affine, symbols] = specialize(memory, map);
  SmallVector<AffineExpr> results(affine.getResults());
  for (unsigned dim : map.getDims(1).drop_back())
    results[dim] = builder.getAffineConstantExpr(0);
  results[map.getDims(1).back()] = builder.getAffineDimExpr(1);
  AffineMap picked = AffineMap::get(affine.getNumDims(), affine.getNumSymbols(),
                                    results, builder.getContext());
  auto type = RankedTensorType::get(
      shape, cast<MemRefType>(memory.getType()).getElementType());
  return tile::LoadOp::create(builder, type, memory, origins, symbols,
                              AffineMapAttr::get(picked));
}

std::pair<AffineMap, SmallVector<Value>>
KernelBuilder::specialize(Value memory, const IndexMap &map) {
  AffineMap affine = map.toAffineMap(builder.getContext());
  auto type = cast<MemRefType>(memory.getType());
  SmallVector<AffineExpr> symbols;
  SmallVector<Value> values;
  for (unsigned dim = 0; dim < map.getRank(); ++dim) {
    bool used = llvm::any_of(affine.getResults(), [&](AffineExpr expr) {
      return expr.isFunctionOfSymbol(dim);
    });
    if (!used || !type.isDynamicDim(dim)) {
      symbols.push_back(builder.getAffineConstantExpr(
          used ? std::max<int64_t>(type.getDimSize(dim), 1) : 0));
      continue;
    }
    symbols.push_back(builder.getAffineSymbolExpr(values.size()));
    values.push_back(memref::DimOp::create(builder, memory, dim));
  }
  SmallVector<AffineExpr> dims;
  for (unsigned axis = 0; axis < map.getNumAxes(); ++axis)
    dims.push_back(builder.getAffineDimExpr(axis));
  return {
      affine.replaceDimsAndSymbols(dims, symbols, dims.size(), values.size()),
      values};
}

Value KernelBuilder::load(Value memory, const IndexMap &map,
                          ArrayRef<Value> origins, ArrayRef<int64_t> shape) {
  auto [affine, symbols] = specialize(memory, map);
  auto type = RankedTensorType::get(
      shape, cast<MemRefType>(memory.getType()).getElementType());
  return tile::LoadOp::create(builder, type, memory, origins, symbols,
                              affine.isIdentity() ? AffineMapAttr()
                                                  : AffineMapAttr::get(affine));
}

void KernelBuilder::store(Value tile, Value memory, const IndexMap &map,
                          ArrayRef<Value> origins) {
  auto [affine, symbols] = specialize(memory, map);
  tile::StoreOp::create(builder, tile, memory, origins, symbols,
                        affine.isIdentity() ? AffineMapAttr()
                                            : AffineMapAttr::get(affine));
}

Value KernelBuilder::loadInput(unsigned argument, const IndexMap &map, Value m,
                               Value n, int64_t tileM, int64_t tileN) {
  Value memory = getArgument(argument);
  SmallVector<unsigned> kept;
  for (unsigned axis = 0; axis < 2; ++axis)
    if (!map.getDims(axis).empty())
      kept.push_back(axis);
  if (kept.size() == 2)
    return load(memory, map, {m, n}, {tileM, tileN});
  auto type = RankedTensorType::get(
      {tileM, tileN}, cast<MemRefType>(memory.getType()).getElementType());
  if (kept.empty()) {
    Value scalar = load(memory, IndexMap(0, {}), {}, {});
    return tile::BroadcastOp::create(builder, type, scalar,
                                     ArrayRef<int64_t>());
  }
  // One axis is left out: load a vector along the other and repeat it.
  unsigned axis = kept[0];
  IndexMap vectorMap(map.getRank(), IndexMap::Dims(map.getDims(axis)));
  Value vector = load(memory, vectorMap, axis ? n : m, axis ? tileN : tileM);
  return tile::BroadcastOp::create(builder, type, vector,
                                   ArrayRef<int64_t>{axis});
}

Value KernelBuilder::inlineScalars(Block &block, ArrayRef<Value> arguments,
                                   ArrayRef<int64_t> shape) {
  IRMapping mapping;
  for (auto [argument, value] :
       llvm::zip_equal(block.getArguments(), arguments))
    mapping.map(argument, value);
  for (Operation &op : block.without_terminator()) {
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      mapping.map(constant.getResult(), splat(shape, constant.getValue()));
      continue;
    }
    Operation *copy = builder.clone(op, mapping);
    for (Value result : copy->getResults())
      result.setType(RankedTensorType::get(shape, result.getType()));
  }
  return mapping.lookup(cast<YieldOp>(block.getTerminator()).getValue());
}
