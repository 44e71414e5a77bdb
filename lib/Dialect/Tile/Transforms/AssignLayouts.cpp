//===- AssignLayouts.cpp - Say who holds which element --------------------===//
//
// Gives every tile of a kernel a #tile.layout. The dots decide: the schedule
// spreads a dot's M and N over warps, lanes and registers, and its K over lanes
// and registers; operands are spread to match, and the accumulator holds
// partial sums over the lanes along K until something other than a dot wants
// it. Everything else takes the layout that its users want, or the
// accumulator's with the sums completed. Where a value is wanted in another
// layout than it has, a tile.convert_layout is put in, so that what costs
// communication is an operation one can see.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/IR/TileOps.h"
#include "gl/Dialect/Tile/Transforms/DotLayouts.h"
#include "gl/Dialect/Tile/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEASSIGNLAYOUTS
#include "gl/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

namespace {

using gl::ScheduleAttr;

bool isTile(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape();
}

/// Sets of the warps that fill slots, if those run what is in `region`; else
/// nothing.
std::optional<int64_t> getFillSets(Region *region) {
  for (; region; region = region->getParentRegion())
    if (auto roles = dyn_cast<SpecializeWarpsOp>(region->getParentOp());
        roles && region == &roles.getFills())
      return roles.getFillSets();
  return std::nullopt;
}

/// The layouts of a dot on the schedule's threads.
FailureOr<DotLayouts> getLayouts(DotOp dot, ScheduleAttr schedule) {
  auto lhs = cast<RankedTensorType>(dot.getLhs().getType());
  auto acc = cast<RankedTensorType>(dot.getAcc().getType());
  DotShape shape{acc.getDimSize(0), acc.getDimSize(1), lhs.getDimSize(1),
                 lhs.getElementTypeBitWidth() / 8};
  const int64_t sizes[3] = {shape.m, shape.n, shape.k};
  gl::ScheduleFields fields = schedule.getFields();
  for (auto [axis, unit] :
       llvm::enumerate(getDotUnits(fields, shape.elementBytes)))
    if (sizes[axis] % unit != 0)
      return dot.emitOpError("tile ") << "MNK"[axis] << " " << sizes[axis]
                                      << " is not a multiple of the " << unit
                                      << " elements that the threads of "
                                      << schedule << " hold at once along it";
  return getDotLayouts(shape, fields);
}

class LayoutAssignment {
public:
  LayoutAssignment(FuncOp func, ScheduleAttr schedule)
      : func(func), schedule(schedule) {}

  LogicalResult run();

private:
  /// Warps that tiles in `region` are spread over.
  int64_t getNumWarps(Region *region) const {
    if (std::optional<int64_t> sets = getFillSets(region))
      return schedule.getFillWarps() / *sets;
    return schedule.getNumWarps();
  }
  LogicalResult seedDots();
  void seedRest(Value value);
  void seedBlock(Block &block);
  Layout getPreferred(Value value);
  /// The layout in which `operand` is wanted, given those assigned so far.
  std::optional<Layout> getWanted(OpOperand &operand);
  void assign(Value value, const Layout &layout) {
    layouts.try_emplace(value, layout);
  }
  /// Assigns one layout to all values that a loop carries as one.
  void assignCarried(Value value, const Layout &layout);
  LogicalResult rewrite();

  FuncOp func;
  ScheduleAttr schedule;
  llvm::MapVector<Value, Layout> layouts;
  /// Completed accumulator layouts by shape, for tiles that meet a dot's
  /// result.
  SmallVector<std::pair<SmallVector<int64_t>, Layout>, 1> completed;
};

} // namespace

/// The value that `value` becomes or came from without changing hands: loop
/// operands, arguments and results, and sums before and behind a wait for them.
static void getCarried(Value value, SmallVectorImpl<Value> &others) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (loop && argument.getArgNumber() > 0) {
      unsigned i = argument.getArgNumber() - 1;
      others.append({loop.getInitArgs()[i], loop.getYieldedValues()[i],
                     loop.getResult(i)});
    }
  } else if (auto loop = value.getDefiningOp<scf::ForOp>()) {
    others.push_back(
        loop.getRegionIterArg(cast<OpResult>(value).getResultNumber()));
  } else if (auto await = value.getDefiningOp<AwaitProductOp>()) {
    others.push_back(await.getAcc());
  } else if (auto branch = value.getDefiningOp<scf::IfOp>()) {
    unsigned i = cast<OpResult>(value).getResultNumber();
    others.append(
        {branch.thenYield().getOperand(i), branch.elseYield().getOperand(i)});
  }
  for (OpOperand &use : value.getUses()) {
    if (auto loop = dyn_cast<scf::ForOp>(use.getOwner())) {
      unsigned first = loop.getNumControlOperands();
      if (use.getOperandNumber() >= first)
        others.push_back(loop.getRegionIterArg(use.getOperandNumber() - first));
    } else if (auto yield = dyn_cast<scf::YieldOp>(use.getOwner())) {
      others.push_back(yield->getParentOp()->getResult(use.getOperandNumber()));
    } else if (auto await = dyn_cast<AwaitProductOp>(use.getOwner())) {
      others.push_back(await.getResult());
    }
  }
}

/// Whether a value can be made in any layout at no cost.
static bool isFree(Value value) { return matchPattern(value, m_Constant()); }

void LayoutAssignment::assignCarried(Value value, const Layout &layout) {
  SmallVector<Value> worklist{value};
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!isTile(next) || isFree(next) || layouts.contains(next))
      continue;
    layouts.insert({next, layout});
    getCarried(next, worklist);
  }
}

LogicalResult LayoutAssignment::seedDots() {
  WalkResult walk = func.getBody().walk([&](DotOp dot) {
    FailureOr<DotLayouts> dotLayouts = getLayouts(dot, schedule);
    if (failed(dotLayouts))
      return WalkResult::interrupt();
    assignCarried(dot.getResult(), dotLayouts->acc);
    // The running sum keeps its partial form through the loop, from a dot or a
    // zero to the next dot.
    auto carriesSum = [](Value value) {
      return value.getDefiningOp<DotOp>() ||
             value.getDefiningOp<scf::ForOp>() || isa<BlockArgument>(value);
    };
    if (carriesSum(dot.getAcc()))
      assignCarried(dot.getAcc(), dotLayouts->acc);
    // Operands that a loop carries were loaded for this dot a step before.
    for (const auto &[operand, layout] :
         {std::pair(dot.getLhs(), dotLayouts->lhs),
          std::pair(dot.getRhs(), dotLayouts->rhs)})
      if (isa<BlockArgument>(operand))
        assignCarried(operand, layout);
    auto shape = cast<RankedTensorType>(dot.getResult().getType()).getShape();
    completed.emplace_back(llvm::to_vector(shape),
                           dotLayouts->acc.withSumsCompleted());
    return WalkResult::advance();
  });
  func.getBody().walk([&](RingDotOp dot) {
    auto acc = cast<RankedTensorType>(dot.getType());
    Layout layout = getWarpgroupLayout(acc.getShape(), schedule.getFields());
    assignCarried(dot.getResult(), layout);
    if (!isFree(dot.getAcc()))
      assignCarried(dot.getAcc(), layout);
    completed.emplace_back(llvm::to_vector(acc.getShape()), layout);
  });
  // A thread adds runs of a row from all programs, and stores them as runs.
  constexpr int64_t kExchangeRun = 4;
  func.getBody().walk([&](ReduceSplitOp reduce) {
    auto shape =
        cast<RankedTensorType>(reduce.getResult().getType()).getShape();
    completed.emplace_back(
        llvm::to_vector(shape),
        getDefaultLayout(shape, getNumWarps(&func.getBody()), kExchangeRun));
  });
  return failure(walk.wasInterrupted());
}

std::optional<Layout> LayoutAssignment::getWanted(OpOperand &operand) {
  Operation *user = operand.getOwner();
  if (auto dot = dyn_cast<DotOp>(user)) {
    FailureOr<DotLayouts> dotLayouts = getLayouts(dot, schedule);
    if (failed(dotLayouts))
      return std::nullopt;
    unsigned i = operand.getOperandNumber();
    return i == 0   ? dotLayouts->lhs
           : i == 1 ? dotLayouts->rhs
                    : dotLayouts->acc;
  }
  if (auto dot = dyn_cast<RingDotOp>(user))
    return getWarpgroupLayout(cast<RankedTensorType>(dot.getType()).getShape(),
                              schedule.getFields());
  if (auto store = dyn_cast<RingStoreOp>(user)) {
    RingType ring = store.getRing().getType();
    return getCopyLayout(ring.getPart(store.getParts()).getShape(),
                         ring.getAlong(), store.getWidth(),
                         getNumWarps(store->getParentRegion()));
  }
  auto known = [&](Value value) -> std::optional<Layout> {
    auto it = layouts.find(value);
    if (it == layouts.end())
      return std::nullopt;
    return it->second;
  };
  if (auto broadcast = dyn_cast<BroadcastOp>(user)) {
    std::optional<Layout> layout = known(broadcast.getResult());
    if (layout)
      return layout->slice(broadcast.getDims());
    return std::nullopt;
  }
  if (user->hasTrait<OpTrait::Elementwise>() && user->getNumResults() == 1)
    return known(user->getResult(0));
  if (auto loop = dyn_cast<scf::ForOp>(user)) {
    unsigned first = loop.getNumControlOperands();
    if (operand.getOperandNumber() >= first)
      return known(loop.getResult(operand.getOperandNumber() - first));
  }
  if (auto await = dyn_cast<AwaitProductOp>(user))
    return known(await.getResult());
  if (isa<scf::YieldOp>(user))
    return known(user->getParentOp()->getResult(operand.getOperandNumber()));
  return std::nullopt;
}

Layout LayoutAssignment::getPreferred(Value value) {
  // What the users want, if they agree; partial sums are wanted of running sums
  // and zeros only.
  std::optional<Layout> wanted;
  for (OpOperand &use : value.getUses()) {
    std::optional<Layout> layout = getWanted(use);
    if (!layout || layout->hasPartialSums())
      continue;
    if (!wanted)
      wanted = layout;
  }
  if (wanted)
    return *wanted;
  auto shape = cast<RankedTensorType>(value.getType()).getShape();
  for (auto &[dotShape, layout] : completed)
    if (ArrayRef(dotShape) == shape && !getFillSets(value.getParentRegion()))
      return layout;
  // Programs without a dot move vectors.
  return getDefaultLayout(shape, getNumWarps(value.getParentRegion()),
                          completed.empty() ? schedule.getVector() : 1);
}

void LayoutAssignment::seedRest(Value value) {
  if (isTile(value) && !isFree(value) && !layouts.contains(value))
    assignCarried(value, getPreferred(value));
}

/// Users before their operands, so that wishes travel backwards: what an
/// operation with regions gives before what its regions yield.
void LayoutAssignment::seedBlock(Block &block) {
  for (Operation &op : llvm::reverse(block)) {
    for (Value result : op.getResults())
      seedRest(result);
    for (Region &region : op.getRegions())
      for (Block &inner : region) {
        for (Value argument : inner.getArguments())
          seedRest(argument);
        seedBlock(inner);
      }
  }
}

LogicalResult LayoutAssignment::run() {
  if (failed(seedDots()))
    return failure();
  seedBlock(func.getBody().front());
  return rewrite();
}

LogicalResult LayoutAssignment::rewrite() {
  auto withLayout = [&](Type type, const Layout &layout) {
    auto tensor = cast<RankedTensorType>(type);
    return RankedTensorType::get(tensor.getShape(), tensor.getElementType(),
                                 LayoutAttr::get(func.getContext(), layout));
  };
  for (auto &[value, layout] : layouts) {
    std::string wrong =
        layout.check(cast<RankedTensorType>(value.getType()).getShape());
    if (!wrong.empty())
      return emitError(value.getLoc())
             << "no layout for " << value.getType() << " on the threads of "
             << schedule << ": " << wrong;
    value.setType(withLayout(value.getType(), layout));
  }
  // Reductions drop a dim of their operand's layout, broadcasts want a slice of
  // their result's, and the rest wants its operands as it is itself.
  OpBuilder builder(func.getContext());
  SmallVector<OpOperand *> operands;
  func.getBody().walk([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      if (isTile(operand.get()))
        operands.push_back(&operand);
  });
  for (OpOperand *operand : operands) {
    Value value = operand->get();
    std::optional<Layout> wanted = getWanted(*operand);
    auto it = layouts.find(value);
    builder.setInsertionPoint(operand->getOwner());
    if (it == layouts.end()) { // a constant
      Layout layout = wanted ? *wanted : getPreferred(value);
      auto constant = value.getDefiningOp<arith::ConstantOp>();
      auto elements =
          constant ? dyn_cast<SplatElementsAttr>(constant.getValue()) : nullptr;
      if (!elements)
        return emitError(value.getLoc())
               << "only splat constants can be tiles on a GPU, got "
               << value.getType();
      bool sums = layout.hasPartialSums();
      if (sums && !elements.getSplatValue<APFloat>().isZero())
        layout = layout.withSumsCompleted();
      auto type = withLayout(value.getType(), layout);
      Value copy = arith::ConstantOp::create(
          builder, value.getLoc(), type,
          SplatElementsAttr::get(type, elements.getSplatValue<Attribute>()));
      if (wanted && layout != *wanted)
        copy =
            ConvertLayoutOp::create(builder, value.getLoc(),
                                    withLayout(value.getType(), *wanted), copy);
      operand->set(copy);
      continue;
    }
    // A store or a reduction takes any layout but partial sums.
    if (!wanted)
      wanted = it->second.withSumsCompleted();
    if (*wanted != it->second)
      operand->set(ConvertLayoutOp::create(builder, value.getLoc(),
                                           withLayout(value.getType(), *wanted),
                                           value));
  }
  func.getBody().walk([](arith::ConstantOp constant) {
    if (constant->use_empty())
      constant.erase();
  });
  // What a reduction makes has the layout of its operand without the dim;
  // convert to what was assigned.
  func.getBody().walk([&](ReduceOp reduce) {
    auto source = cast<RankedTensorType>(reduce.getSource().getType());
    SmallVector<int64_t> kept;
    for (int64_t dim = 0; dim < source.getRank(); ++dim)
      if (dim != static_cast<int64_t>(reduce.getAxis()))
        kept.push_back(dim);
    Layout made =
        cast<LayoutAttr>(source.getEncoding()).getLayout().slice(kept);
    Type assigned = reduce.getResult().getType();
    Type type = withLayout(assigned, made);
    if (type == assigned)
      return;
    reduce.getResult().setType(cast<RankedTensorType>(type));
    builder.setInsertionPointAfter(reduce);
    auto convert = ConvertLayoutOp::create(builder, reduce.getLoc(), assigned,
                                           reduce.getResult());
    reduce.getResult().replaceAllUsesExcept(convert, convert);
  });
  return success();
}

namespace {
struct TileAssignLayouts
    : tile::impl::TileAssignLayoutsBase<TileAssignLayouts> {
  void runOnOperation() override {
    FuncOp func = getOperation();
    ScheduleAttr schedule = func.getScheduleAttr();
    if (!schedule) {
      // Enough for a program without a dot, whose tiles have layouts of their
      // own.
      gl::ScheduleFields fields;
      fields.tile = {4, 32, 1};
      fields.warps = {4, 1};
      fields.lanes = {1, 32, 1};
      schedule = ScheduleAttr::get(&getContext(), fields);
      func.setScheduleAttr(schedule);
    }
    if (schedule.getFamily() == gl::Family::cpu) {
      func.emitOpError("has a schedule of family ")
          << gl::stringifyFamily(schedule.getFamily())
          << ", which has no threads to lay tiles out over";
      return signalPassFailure();
    }
    if (failed(LayoutAssignment(func, schedule).run()))
      signalPassFailure();
  }
};
} // namespace
