//===- GLToTile.cpp - Emit tile programs for gl operations ----------------===//
//
// Turns each gl.fused_matmul into tile programs, one for each variant, and a
// tile.launch in its place. A gl.gather_concat that no product absorbed becomes
// a copy kernel. The programs say nothing about threads: the schedule travels
// along as an attribute, and later passes act on it.
//
// Variants. A schedule that loads several elements at once needs rows that
// allow it. Such a variant states what it relies on in its arguments' types
// (static strides) and facts (alignment, divisibility); the runtime launches
// the first variant whose statements are true, or of several that estimate what
// they take the cheapest. The last variant always relies on nothing.
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"
#include "MatmulProgram.h"

#include "gl/Conversion/Passes.h"
#include "gl/Dialect/GL/IR/GLOps.h"
#include "gl/Dialect/Tile/IR/TileOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallSet.h"

namespace mlir::gl {
#define GEN_PASS_DEF_CONVERTGLTOTILE
#include "gl/Conversion/Passes.h.inc"
} // namespace mlir::gl

using namespace mlir;
using namespace mlir::gl;

namespace {

/// Whether the function's caller promised that a kernel before this one does
/// not write `operand`.
bool isConstant(Value operand) {
  while (auto cast = operand.getDefiningOp<tensor::CastOp>())
    operand = cast.getSource();
  auto argument = dyn_cast<BlockArgument>(operand);
  auto func = argument
                  ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
                  : func::FuncOp();
  return func && func.getArgAttr(argument.getArgNumber(), kConstantAttrName);
}

/// Copies are bound by memory; this shape keeps whole rows of a warp together.
ScheduleAttr getCopySchedule(MLIRContext *context, bool cpu) {
  ScheduleFields fields;
  if (cpu) {
    fields.family = Family::cpu;
    fields.tile = {64, 256, 1};
    fields.micro = {1, 1};
  } else {
    fields.tile = {8, 128, 1};
    fields.warps = {4, 1};
    fields.lanes = {1, 32, 1};
  }
  return ScheduleAttr::get(context, fields);
}

/// From this many segments on, fewer variants are made.
constexpr size_t kManySegments = 16;

/// Elements over which the operands of a small problem may spread: offsets in
/// bytes fit 31 bits.
constexpr int64_t kSmallReach = int64_t(1) << 29;

/// Whether the type of an argument tells where a row begins behind another.
bool hasKnownRowStride(const KernelArgument &argument) {
  SmallVector<int64_t> strides = argument.type.getStridesAndOffset().first;
  return !strides.empty() &&
         llvm::any_of(llvm::drop_end(strides), ShapedType::isStatic);
}

struct Converter {
  ModuleOp module;
  SymbolTable symbols;
  bool cpu;

  Converter(ModuleOp module, bool cpu)
      : module(module), symbols(module), cpu(cpu) {}

  LogicalResult convert(FusedMatmulOp op, StringRef name);
  LogicalResult convert(GatherConcatOp op, StringRef name);

private:
  /// Inserts a kernel under a name that is still free, derived from `name`.
  void insert(tile::FuncOp func) { symbols.insert(func); }
  LogicalResult replace(Operation *op, ArrayRef<Attribute> kernels,
                        ValueRange inputs);
};

} // namespace

LogicalResult Converter::replace(Operation *op, ArrayRef<Attribute> kernels,
                                 ValueRange inputs) {
  OpBuilder builder(op);
  ReifiedRankedShapedTypeDims shapes;
  if (failed(cast<ReifyRankedShapedTypeOpInterface>(op).reifyResultShapes(
          builder, shapes)))
    return failure();
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<Value> dims;
  for (auto [i, size] : llvm::enumerate(shapes[0]))
    if (type.isDynamicDim(i))
      dims.push_back(
          getValueOrCreateConstantIndexOp(builder, op->getLoc(), size));
  auto launch = tile::LaunchOp::create(
      builder, op->getLoc(), type, builder.getArrayAttr(kernels), inputs, dims);
  op->replaceAllUsesWith(launch);
  op->erase();
  return success();
}

//===----------------------------------------------------------------------===//
// fused_matmul
//===----------------------------------------------------------------------===//

/// States on the host's side what the dims of different operands have in
/// common, so that the runtime can check a call; constants that already agree
/// say nothing.
static void emitShapeChecks(FusedMatmulOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto extent = [&](Value operand, AffineMap map, unsigned axis) -> Value {
    IndexMap indexMap = getIndexMap(map);
    Value product;
    for (unsigned dim : indexMap.getDims(axis)) {
      Value size = builder.createOrFold<tensor::DimOp>(loc, operand, dim);
      product = product
                    ? builder.createOrFold<arith::MulIOp>(loc, product, size)
                    : size;
    }
    return product;
  };
  auto check = [&](Value a, Value b, const Twine &text) {
    if (a == b)
      return;
    std::optional<int64_t> x = getConstantIntValue(a),
                           y = getConstantIntValue(b);
    if (x && y && *x == *y)
      return;
    Value equal =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, a, b);
    cf::AssertOp::create(builder, loc, equal, text.str());
  };
  Value m = extent(op.getLhs()[0], op.getLhsMap(0), 0);
  Value n = extent(op.getRhs()[0], op.getRhsMap(0), 0);
  Value k;
  for (auto [i, lhs] : llvm::enumerate(op.getLhs())) {
    if (i)
      check(extent(lhs, op.getLhsMap(i), 0), m,
            "rows (M) of lhs part " + Twine(i) + " must be those of part 0");
    Value segment = extent(lhs, op.getLhsMap(i), 1);
    if (op.getRhs().size() > 1)
      check(extent(op.getRhs()[i], op.getRhsMap(i), 1), segment,
            "reduction size (K) of rhs " + Twine(i) + " must be that of lhs " +
                Twine(i));
    k = k ? builder.createOrFold<arith::AddIOp>(loc, k, segment) : segment;
  }
  if (op.getRhs().size() == 1)
    check(extent(op.getRhs()[0], op.getRhsMap(0), 1), k,
          "reduction size (K) of the weight must be that of the gathered "
          "input");
  for (auto [i, rhs] : llvm::enumerate(op.getRhs()))
    if (i)
      check(extent(rhs, op.getRhsMap(i), 0), n,
            "columns (N) of rhs " + Twine(i) + " must be those of rhs 0");
  for (auto [i, input] : llvm::enumerate(op.getInputs())) {
    IndexMap map = getIndexMap(op.getInputMap(i));
    if (!map.getDims(0).empty())
      check(extent(input, op.getInputMap(i), 0), m,
            "rows (M) of epilogue input " + Twine(i) +
                " must be those of the product");
    if (!map.getDims(1).empty())
      check(extent(input, op.getInputMap(i), 1), n,
            "columns (N) of epilogue input " + Twine(i) +
                " must be those of the product");
  }
}

/// Writes what the launch is estimated to take behind the kernel's grid.
static void emitCost(FusedMatmulOp op, ScheduleAttr schedule,
                     KernelBuilder &k) {
  SmallVector<IndexMap> segments;
  for (unsigned i = 0; i < op.getLhs().size(); ++i)
    segments.push_back(getIndexMap(op.getLhsMap(i)));
  k.emitCost(segments, getIndexMap(op.getResultMap()), schedule);
}

LogicalResult Converter::convert(FusedMatmulOp op, StringRef name) {
  if (!op.getSchedules() || op.getSchedules()->empty())
    return op.emitOpError("has no schedule: run gl-select-schedule first");
  if (op.getRhs().size() == 1 && op.getLhs().size() > 1 &&
      getIndexMap(op.getRhsMap(0)).getDims(1).size() != 1)
    return op.emitOpError("shares one rhs between ")
           << op.getLhs().size() << " segments, but its map splits K over "
           << getIndexMap(op.getRhsMap(0)).getDims(1).size()
           << " dims; it must be one dim";

  SmallVector<Value> inputs(op.getOperands());
  SmallVector<ArgumentUse> uses;
  for (auto [i, operand] : llvm::enumerate(op.getLhs()))
    uses.push_back({cast<RankedTensorType>(operand.getType()),
                    getIndexMap(op.getLhsMap(i)), /*isReduced=*/true});
  for (auto [i, operand] : llvm::enumerate(op.getRhs()))
    uses.push_back({cast<RankedTensorType>(operand.getType()),
                    getIndexMap(op.getRhsMap(i)), /*isReduced=*/true});
  for (auto [i, operand] : llvm::enumerate(op.getInputs()))
    uses.push_back({cast<RankedTensorType>(operand.getType()),
                    getIndexMap(op.getInputMap(i)), /*isReduced=*/false});
  uses.push_back({op.getResultType(), getIndexMap(op.getResultMap()),
                  /*isReduced=*/false});

  unsigned numOperands = op.getLhs().size() + op.getRhs().size();
  // Of the copy engine.
  constexpr int64_t kUnitBytes = 16;
  int64_t elementBytes =
      getElementTypeOrSelf(op.getLhs()[0]).getIntOrFloatBitWidth() / 8;
  SmallVector<Attribute> kernels;
  // Says whether there is such a kernel.
  auto emit = [&](ScheduleAttr schedule, Access access, StringRef suffix) {
    // Rows over two dims are one dim to the copy engine if there are no gaps.
    bool isByEngine = schedule.getFamily() == Family::wgmma;
    if (isByEngine && access == Access::Rows &&
        llvm::any_of(uses, [](const ArgumentUse &use) {
          return use.isReduced && use.map.getDims(0).size() > 1;
        }))
      return false;
    SmallVector<KernelArgument> arguments;
    for (auto [i, use] : llvm::enumerate(uses)) {
      // Where threads bring narrow rows of lhs, the engine still brings rhs.
      bool isRhs = i >= op.getLhs().size() && i < numOperands;
      int64_t vector = schedule.getVector();
      if (isByEngine && isRhs)
        vector = std::max(vector, kUnitBytes / elementBytes);
      std::optional<KernelArgument> argument = getKernelArgument(
          use, access, vector, schedule.getStages() > 0, isByEngine);
      if (!argument)
        return false; // this form cannot hold for the static dims
      arguments.push_back(*argument);
    }
    // Where rows are open, known strides are for threads that find their way by
    // them; the engine takes any. Those of many segments only crowd a thread's
    // registers.
    bool isStatic = llvm::all_of(
        uses, [](const ArgumentUse &use) { return use.type.hasStaticShape(); });
    if (access == Access::Contiguous && !isStatic) {
      bool isByThreads =
          isByEngine ? schedule.getFillWarps() != 0 : op.getLhs().size() == 1;
      ArrayRef<KernelArgument> operands(arguments);
      operands =
          operands.take_front(isByEngine ? op.getLhs().size() : numOperands);
      if (!isByThreads || llvm::none_of(operands, hasKnownRowStride))
        return false;
    }
    auto getFacts = [&](unsigned i) {
      if (arguments[i].facts)
        return arguments[i].facts;
      SmallVector<int64_t> ones(uses[i].type.getRank(), 1);
      return tile::FactsAttr::get(op.getContext(), 1, ones, ones);
    };
    // A small problem's operands lie close together, so that a kernel for it
    // computes addresses in 32 bits.
    if (schedule.hasLimit() && schedule.getStages() == 0 && !cpu)
      for (unsigned i = 0; i < arguments.size(); ++i)
        if (uses[i].type.getRank() > 0)
          arguments[i].facts = getFacts(i).withReach(kSmallReach);
    // A schedule for short reductions says so of the weight's dims.
    for (unsigned i = op.getLhs().size(); i < numOperands; ++i) {
      if (schedule.getMaxK() == 0)
        break;
      ArrayRef<int64_t> shape = uses[i].type.getShape();
      IndexMap::Dims reduced(uses[i].map.getDims(1));
      int64_t known = 1;
      for (unsigned dim : reduced)
        known = ShapedType::isDynamic(shape[dim]) ? known : known * shape[dim];
      if (known > schedule.getMaxK())
        return false;
      arguments[i].facts = getFacts(i).withLimit(
          SmallVector<int64_t>(reduced.begin(), reduced.end()),
          schedule.getMaxK());
    }
    KernelBuilder k(op.getLoc(), (name + suffix).str(), schedule, arguments);
    for (auto [i, input] : llvm::enumerate(inputs))
      if (isConstant(input))
        k.markConstant(i);
    emitMatmulProgram(op, schedule, k);
    if (schedule.hasCost())
      emitCost(op, schedule, k);
    if (!cpu)
      k.requestReciprocals();
    tile::FuncOp func = k.finish();
    insert(func);
    kernels.push_back(FlatSymbolRefAttr::get(func));
    return true;
  };
  ArrayAttr schedules = *op.getSchedules();
  ScheduleAttr last;
  bool servesAll = false, servesContiguous = false;
  // Schedules with an estimate serve together what they are for. Family wgmma
  // comes first, where it is not for all operands.
  auto isOneOfSeveral = [&](size_t i) {
    auto schedule = cast<ScheduleAttr>(schedules[i]);
    return schedule.hasCost() &&
           llvm::any_of(llvm::drop_begin(schedules, i + 1), [&](Attribute a) {
             auto later = cast<ScheduleAttr>(a);
             return later.hasCost() &&
                    later.getVector() == schedule.getVector() &&
                    (later.getFamily() == schedule.getFamily() ||
                     later.getFamily() == Family::wgmma);
           });
  };
  // Of several that have a kernel each for operands without gaps, the first
  // serves the others.
  llvm::SmallSet<std::pair<Family, int64_t>, 4> servesGaps;
  for (auto [i, attribute] : llvm::enumerate(schedules)) {
    auto schedule = last = cast<ScheduleAttr>(attribute);
    std::string suffix;
    if (schedule.getMaxResults())
      suffix = schedule.getStages() > 0 ? "_mid" : "_small";
    if (schedule.getMaxK())
      suffix += "_k" + std::to_string(schedule.getMaxK());
    if (schedule.hasCost())
      suffix += "_" + std::to_string(schedule.getTileM()) + "x" +
                std::to_string(schedule.getTileN());
    bool isByEngine = schedule.getFamily() == Family::wgmma;
    if (isByEngine)
      suffix += "_wg";
    std::string vector = suffix + "_v" + std::to_string(schedule.getVector());
    bool isSingle = schedule.getVector() == 1;
    // Static strides save address arithmetic at the price of one more kernel,
    // which for a product of many segments is long. Where an earlier schedule
    // has wider loads, contiguous operands are served by it.
    bool hasContiguous = false;
    if (schedule.getFamily() != Family::cpu && !servesContiguous &&
        op.getLhs().size() <= kManySegments) {
      hasContiguous = emit(schedule, Access::Contiguous, vector + "c");
      servesContiguous = !schedule.hasLimit() && !isOneOfSeveral(i);
    }
    // One that loads single elements and is not the last is for contiguous
    // operands whose rows differ in what they allow.
    // One of the copy engine asks for whole units of the weight at least.
    bool isFallback =
        isSingle && !isByEngine &&
        (attribute == *std::prev(schedules.end()) || schedule.hasLimit());
    bool isServed =
        hasContiguous && schedule.hasCost() &&
        servesGaps.contains({schedule.getFamily(), schedule.getVector()});
    if (!isServed &&
        (!isSingle || isByEngine || (isFallback && schedule.getStages() > 0)))
      if (emit(schedule, Access::Rows, vector))
        servesGaps.insert({schedule.getFamily(), schedule.getVector()});
    if (isFallback) {
      emit(schedule, Access::Any, suffix + "_any");
      servesAll |= !schedule.hasLimit();
    }
  }
  if (!servesAll)
    emit(last.withoutLimit(), Access::Any, "_any");
  emitShapeChecks(op);
  return replace(op, kernels, inputs);
}

//===----------------------------------------------------------------------===//
// gather_concat
//===----------------------------------------------------------------------===//

LogicalResult Converter::convert(GatherConcatOp op, StringRef name) {
  MLIRContext *context = op.getContext();
  ScheduleAttr schedule = getCopySchedule(context, cpu);
  unsigned axis = op.getNormalizedAxis(), rank = op.getResultType().getRank();
  // Two logical axes: everything but the joined dim, and the joined dim.
  auto spell = [&](bool stacked) {
    SmallVector<IndexMap::Dims> axes(2);
    for (unsigned dim = 0; dim < rank; ++dim)
      if (dim != axis)
        axes[0].push_back(dim + stacked);
    if (stacked)
      axes[1].push_back(0);
    axes[1].push_back(axis + stacked);
    return IndexMap(rank + stacked, axes);
  };
  IndexMap partMap = spell(op.getStacked()), resultMap = spell(false);

  SmallVector<KernelArgument> arguments;
  for (Value part : op.getParts())
    arguments.push_back(*getKernelArgument(
        {cast<RankedTensorType>(part.getType()), partMap, false}, Access::Any,
        1));
  arguments.push_back(*getKernelArgument({op.getResultType(), resultMap, false},
                                         Access::Any, 1));
  unsigned resultArg = op.getParts().size();

  KernelBuilder k(op.getLoc(), (name + "_copy").str(), schedule, arguments);
  for (auto [i, part] : llvm::enumerate(op.getParts()))
    if (isConstant(part))
      k.markConstant(i);
  ImplicitLocOpBuilder &b = k.getBuilder();
  int64_t tileM = schedule.getTileM(), tileN = schedule.getTileN();
  // Every program copies the tile at its place of each part; what a part does
  // not have is not loaded or stored.
  GridPlace place = k.emitGrid(resultArg, resultMap, schedule);
  Value m = b.createOrFold<arith::MulIOp>(place.row, k.constant(tileM));
  Value n = b.createOrFold<arith::MulIOp>(place.column, k.constant(tileN));
  Value start = k.constant(0);
  for (unsigned i = 0; i < resultArg; ++i) {
    Value part = k.getArgument(i);
    Value length = k.extent(part, partMap, 1);
    Value view = k.getArgument(resultArg);
    if (resultArg > 1)
      view = k.slice(view, axis, start, length);
    Value tile = k.load(part, partMap, {m, n}, {tileM, tileN});
    k.store(tile, view, resultMap, {m, n});
    start = b.createOrFold<arith::AddIOp>(start, length);
  }
  if (!cpu)
    k.requestReciprocals();
  tile::FuncOp func = k.finish();
  insert(func);

  // Dims that the parts have in common, for the runtime's checks.
  OpBuilder builder(op);
  for (Value part : op.getParts().drop_front())
    for (unsigned dim = 0; dim < rank; ++dim) {
      auto type = cast<RankedTensorType>(part.getType());
      auto first = cast<RankedTensorType>(op.getParts()[0].getType());
      if (dim == axis || (!type.isDynamicDim(dim) && !first.isDynamicDim(dim)))
        continue;
      Value a = builder.createOrFold<tensor::DimOp>(op.getLoc(), part, dim);
      Value c = builder.createOrFold<tensor::DimOp>(op.getLoc(),
                                                    op.getParts()[0], dim);
      Value equal = arith::CmpIOp::create(builder, op.getLoc(),
                                          arith::CmpIPredicate::eq, a, c);
      cf::AssertOp::create(builder, op.getLoc(), equal,
                           "dim " + std::to_string(dim) +
                               " must be equal in all parts of a concat");
    }
  return replace(op, {FlatSymbolRefAttr::get(func)}, op.getParts());
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct ConvertGLToTile : gl::impl::ConvertGLToTileBase<ConvertGLToTile> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto target = module->getAttrOfType<TargetAttr>(kTargetAttrName);
    Converter converter(module, target && target.isCPU());
    for (auto func :
         llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
      unsigned count = 0;
      SmallVector<Operation *> ops;
      func.walk([&](Operation *op) {
        if (isa<FusedMatmulOp, GatherConcatOp>(op))
          ops.push_back(op);
      });
      for (Operation *op : ops) {
        std::string name = (func.getSymName() + "_" + Twine(count++)).str();
        LogicalResult result =
            isa<FusedMatmulOp>(op)
                ? converter.convert(cast<FusedMatmulOp>(op), name)
                : converter.convert(cast<GatherConcatOp>(op), name);
        if (failed(result))
          return signalPassFailure();
      }
    }
  }
};
} // namespace
