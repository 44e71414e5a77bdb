//===- StageTensors.cpp - Operands by the copy engine ---------------------===//
//
// Family wgmma reads both operands of a product from shared memory, and
// Hopper's copy engine (TMA) brings them there: one thread asks for a box of a
// tensor, and the engine computes addresses, checks bounds and permutes chunks.
// So each load that feeds a dot becomes one copy of a box, or a few where the
// tile is gathered, and no thread holds any of it.
//
// An operand lies in shared memory in panels of 128 bytes, the widest that the
// engine swizzles, or of 64 or 32 where the tile's rows or a gathered dim are
// not made of those.
//
// What the engine cannot bring, rows of odd sizes or parts that end inside a
// panel, goes through the threads of a warpgroup that has nothing else to do,
// where the schedule has one: by cp.async, or through registers where not even
// 4 bytes are aligned. The same threads make the low parts of f32 operands, for
// products of precision tf32x3, out of what the engine has brought.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/IR/TileOps.h"
#include "gl/Dialect/Tile/Transforms/OperandLoads.h"
#include "gl/Dialect/Tile/Transforms/Passes.h"
#include "gl/Dialect/Tile/Transforms/TensorCopies.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include <numeric>

namespace mlir::tile {
#define GEN_PASS_DEF_TILESTAGETENSORS
#include "gl/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

namespace {
/// The ring that an operand goes through.
struct StagedOperand {
  Value ring;
  /// What threads fill it with, so many elements at once; null if the copy
  /// engine does.
  Value tile;
  int64_t width = 0;
  std::string why; ///< why the engine does not
};

class Stager {
public:
  Stager(FuncOp func, gl::ScheduleAttr schedule)
      : func(func), schedule(schedule) {}

  LogicalResult run();

private:
  LogicalResult loadInLoop(DotOp dot);
  LogicalResult checkShape(DotOp dot);
  LogicalResult stageDot(DotOp dot);
  LogicalResult checkPromotion(DotOp dot);
  FailureOr<StagedOperand> stageOperand(DotOp dot, bool isLhs, Value slot,
                                        int64_t &extent);
  Value makeRing(DotOp dot, RankedTensorType tile, unsigned along,
                 int64_t swizzle);
  std::optional<StagedOperand> fillOperand(DotOp dot, bool isLhs, Value slot,
                                           ArrayRef<LoadOp> loads,
                                           int64_t parts,
                                           const std::string &why);
  Value makeLowPart(DotOp dot, const StagedOperand &operand, Value slot);

  FuncOp func;
  gl::ScheduleAttr schedule;
};
} // namespace

Value Stager::makeRing(DotOp dot, RankedTensorType tile, unsigned along,
                       int64_t swizzle) {
  ImplicitLocOpBuilder b(dot.getLoc(), func.getContext());
  b.setInsertionPointToStart(&func.getBody().front());
  return AllocRingOp::create(
      b,
      RingType::get(b.getContext(), schedule.getStages(), tile, along, swizzle),
      IntegerAttr());
}

/// Whether nobody but one product has the tile `value`, which is loaded or what
/// branches make of loads.
static bool isForOneProduct(Value value) {
  if (!value.hasOneUse())
    return false;
  auto branch = value.getDefiningOp<scf::IfOp>();
  if (!branch)
    return true;
  unsigned i = cast<OpResult>(value).getResultNumber();
  return isForOneProduct(branch.thenYield().getOperand(i)) &&
         isForOneProduct(branch.elseYield().getOperand(i));
}

/// Moves `load` to the rows of the program's part of `rows` rows.
static void moveToPart(LoadOp load, int64_t rows) {
  ImplicitLocOpBuilder b(load.getLoc(), load);
  Value before = arith::MulIOp::create(b, ClusterRankOp::create(b),
                                       arith::ConstantIndexOp::create(b, rows));
  MutableOperandRange origins = load.getOriginsMutable();
  origins[0].set(arith::AddIOp::create(b, load.getOrigins()[0], before));
}

/// Makes the tile `value`, which is loaded or what branches make of loads, one
/// of `rows` rows.
static void narrowRows(Value value, int64_t rows) {
  auto type = cast<RankedTensorType>(value.getType());
  value.setType(type.clone({rows, type.getDimSize(1)}));
  auto branch = value.getDefiningOp<scf::IfOp>();
  if (!branch)
    return;
  unsigned i = cast<OpResult>(value).getResultNumber();
  narrowRows(branch.thenYield().getOperand(i), rows);
  narrowRows(branch.elseYield().getOperand(i), rows);
}

/// Bytes that rows of `memory` begin at multiples of, as far as its strides
/// tell; the least that there is if they tell nothing.
static int64_t getRowAlignment(MemRefType memory) {
  int64_t alignment = 0, bytes = memory.getElementTypeBitWidth() / 8;
  for (int64_t stride : memory.getStridesAndOffset().first)
    if (!ShapedType::isDynamic(stride) && stride != 1)
      alignment = std::gcd(alignment, stride * bytes);
  // The engine brings most rows that are whole lines, so these may be any.
  return alignment == 0 ? SharedLayout::kChunkBytes : alignment;
}

/// Makes the ring of an operand that the copy engine cannot bring because of
/// `why`, and has threads fill it: at each of its loads by cp.async, or in
/// front of the product from registers. The programs of a cluster fill one of
/// `parts` parts of its rows each. Nothing if no panels fit the tile.
std::optional<StagedOperand>
Stager::fillOperand(DotOp dot, bool isLhs, Value slot, ArrayRef<LoadOp> loads,
                    int64_t parts, const std::string &why) {
  Value operand = isLhs ? dot.getLhs() : dot.getRhs();
  auto tile = cast<RankedTensorType>(operand.getType());
  int64_t bytes = tile.getElementTypeBitWidth() / 8;
  // Rows that run across K are for 16-bit elements in the widest panels.
  RankedTensorType part =
      tile.clone({tile.getDimSize(0) / parts, tile.getDimSize(1)});
  bool isAcross = isInnermost(LoadOp(loads.front()).getAccess(), 0) &&
                  bytes == 2 && part.getDimSize(0) * bytes % 128 == 0;
  unsigned along = isAcross ? 0 : 1;
  const int64_t swizzles[] = {128, 64, 32};
  const auto *swizzle = llvm::find_if(swizzles, [&](int64_t panel) {
    return part.getDimSize(along) * bytes % panel == 0;
  });
  if (swizzle == std::end(swizzles) ||
      (parts > 1 && (!isForOneProduct(operand) ||
                     dot.getPrecision() == gl::Precision::tf32x3)))
    return std::nullopt;
  CopyWidths widths =
      getCopyWidths(loads, part, along, schedule.getFillWarps());
  Value ring = makeRing(dot, tile, along, *swizzle);
  // Whoever makes low parts has the tile in registers.
  bool isAsync = widths.isAsync && dot.getPrecision() != gl::Precision::tf32x3;
  if (parts > 1) {
    for (LoadOp load : loads)
      moveToPart(load, part.getDimSize(0));
    narrowRows(operand, part.getDimSize(0));
  }
  for (auto [planned, width] : llvm::zip_equal(loads, widths.widths)) {
    LoadOp load = planned;
    remark::analysis(load.getLoc(), remark::RemarkOpts::name("FillTensor")
                                        .category("tile-stage-tensors")
                                        .function(func.getSymName()))
        << ((isLhs ? "lhs" : "rhs") + Twine(" goes to shared memory ") +
            (isAsync ? "by cp.async of " + Twine(width * bytes) + " bytes"
                     : Twine("through registers") +
                           (widths.byWords ? ", as words of 16 bytes" : "")) +
            (parts > 1 ? ", 1/" + Twine(parts) + " of it by each program"
                       : Twine()) +
            ", not by TMA: " + why)
               .str();
  }
  if (isAsync) {
    for (auto [planned, width] : llvm::zip_equal(loads, widths.widths)) {
      LoadOp load = planned;
      OpBuilder b(load);
      CopyAsyncOp::create(
          b, load.getLoc(), load.getSource(), load.getOrigins(),
          load.getSymbols(), ring, slot, Value(), load.getMapAttr(), width,
          parts,
          width * bytes == SharedLayout::kChunkBytes &&
              gl::leavesSectors(part.getDimSize(0), part.getDimSize(1) * bytes,
                                getRowAlignment(load.getSource().getType())));
    }
  } else {
    int64_t width = widths.widths.front();
    if (widths.byWords) {
      width = SharedLayout::kChunkBytes / bytes;
      for (LoadOp load : loads)
        load.setByWords(true);
    }
    OpBuilder b(dot);
    RingStoreOp::create(b, dot.getLoc(), operand, ring, slot, width, parts);
  }
  return StagedOperand{ring, operand, widths.widths.front(), why};
}

/// Makes the ring of the low parts of an operand.
Value Stager::makeLowPart(DotOp dot, const StagedOperand &operand, Value slot) {
  auto type = cast<RingType>(operand.ring.getType());
  Value low = makeRing(dot, type.getTile(), type.getAlong(), type.getSwizzle());
  ImplicitLocOpBuilder b(dot.getLoc(), dot);
  Value tile = operand.tile;
  int64_t width = operand.width;
  if (!tile) {
    tile = RingLoadOp::create(b, type.getTile(), operand.ring, slot,
                              ArrayRef<int64_t>{0, 0});
    width =
        SharedLayout::kChunkBytes * 8 / type.getTile().getElementTypeBitWidth();
  }
  RingStoreOp::create(b, LowPartOp::create(b, tile), low, slot, width);
  return low;
}

/// Makes the ring of an operand and fills it at each of its loads.
/// `extent` is lowered to the elements along K behind which all are zero.
FailureOr<StagedOperand> Stager::stageOperand(DotOp dot, bool isLhs, Value slot,
                                              int64_t &extent) {
  Value operand = isLhs ? dot.getLhs() : dot.getRhs();
  StringRef name = isLhs ? "lhs" : "rhs";
  // The programs of a cluster share the operand whose rows they have in common,
  // and copy a part of them each.
  bool isShared = isLhs == (schedule.getClusterAxis() == 1);
  int64_t multicast = isShared ? schedule.getClusterSize() : 1;
  SmallVector<LoadOp> loads;
  if (failed(collectLoads(operand, loads)))
    return dot.emitOpError("has an operand that is not loaded from memory, "
                           "which ")
           << schedule << " cannot bring through shared memory";
  auto tile = cast<RankedTensorType>(operand.getType());
  int64_t elementBytes = tile.getElementTypeBitWidth() / 8;
  // Where types leave open what rows lhs has, the schedule tells: the engine
  // would have the call's guard ask for whole units.
  constexpr int64_t kUnitBytes = 16;
  int64_t vectorBytes = schedule.getVector() * elementBytes;
  bool isOpen = llvm::any_of(loads, [](LoadOp load) {
    return llvm::is_contained(
        load.getSource().getType().getStridesAndOffset().first,
        ShapedType::kDynamic);
  });
  if (isLhs && isOpen && schedule.getFillWarps() != 0 &&
      vectorBytes < kUnitBytes)
    if (std::optional<StagedOperand> filled =
            fillOperand(dot, isLhs, slot, loads, multicast,
                        "the schedule is for rows of multiples of " +
                            std::to_string(vectorBytes) + " bytes"))
      return *filled;
  // Rows that run across K are for elements of 16 bits, by the instruction, and
  // in panels of 128 bytes.
  SmallVector<int64_t> part(tile.getShape());
  part[0] /= multicast;
  std::string reason;
  for (unsigned along : {1u, 0u})
    for (int64_t swizzle : {128, 64, 32}) {
      if (along == 0 && (elementBytes != 2 || swizzle != 128))
        continue;
      int64_t rowBytes = part[along] * elementBytes;
      if (rowBytes % swizzle != 0) {
        if (along == 0)
          reason += "; in rows across K, " + std::to_string(rowBytes) +
                    " bytes are not made of panels of " +
                    std::to_string(swizzle);
        continue;
      }
      SmallVector<TensorCopies> copies;
      OpBuilder builder(func.getContext());
      std::string why;
      for (LoadOp load : loads) {
        builder.setInsertionPoint(load);
        std::optional<TensorCopies> made =
            makeTensorCopies(builder, load.getLoc(), func, load.getAccess(),
                             part, along, swizzle, why);
        if (!made)
          break;
        copies.push_back(*made);
      }
      if (copies.size() != loads.size()) {
        // The first form that the tile allows has the reason that a user can
        // do something about.
        if (reason.empty())
          reason = why;
        continue;
      }
      Value ring = makeRing(dot, tile, along, swizzle);
      ImplicitLocOpBuilder b(dot.getLoc(), func.getContext());
      int64_t longest = 0;
      for (auto [load, made] : llvm::zip_equal(loads, copies)) {
        longest = std::max(longest, made.extent.value_or(tile.getDimSize(1)));
        b.setInsertionPoint(load);
        for (const TensorCopies::Box &box : made.boxes)
          CopyTensorOp::create(b, made.map, box.coordinates, ring, slot, box.at,
                               Value(), multicast);
        remark::analysis(load.getLoc(), remark::RemarkOpts::name("StageTensor")
                                            .category("tile-stage-tensors")
                                            .function(func.getSymName()))
            << (name + " goes to shared memory by TMA, " +
                Twine(made.boxes.size()) + " boxes in panels of " +
                Twine(swizzle) + " bytes")
                   .str();
      }
      extent = std::min(extent, longest);
      return StagedOperand{ring, Value(), 0, ""};
    }
  if (schedule.getFillWarps() != 0)
    if (std::optional<StagedOperand> filled =
            fillOperand(dot, isLhs, slot, loads, multicast, reason))
      return *filled;
  if (schedule.getFillWarps() != 0 && multicast > 1)
    reason += "; and the threads of a cluster's programs fill no low parts for "
              "each other, and nothing that several products read";
  return dot.emitOpError("cannot have its ")
         << name << " brought by the copy engine, as " << schedule
         << " asks for: " << reason;
}

/// Whether the accumulator can be shared out between the schedule's
/// warpgroups.
LogicalResult Stager::checkShape(DotOp dot) {
  // Those of one instruction: PTX ISA, "Matrix Shape" of wgmma.
  constexpr int64_t kRows = 64, kColumns = 8, kMaxColumns = 256;
  auto shape = cast<RankedTensorType>(dot.getType()).getShape();
  unsigned row = schedule.getSwap(), column = 1 - row;
  int64_t groups = schedule.getWarps()[row] / gl::kWarpgroupWarps,
          shares = schedule.getWarps()[column];
  unsigned shared = 1 - schedule.getClusterAxis();
  if (schedule.getClusterSize() > 1 &&
      shape[shared] % (schedule.getClusterSize() * kColumns) != 0)
    return dot.emitOpError("makes ")
           << shape[0] << " x " << shape[1] << " results, of which the "
           << schedule.getClusterSize()
           << " programs of a cluster would share operands of " << shape[shared]
           << " rows, not a multiple of " << kColumns << " each";
  if (shape[row] % (groups * kRows) == 0 &&
      shape[column] % (shares * kColumns) == 0 &&
      shape[column] / shares <= kMaxColumns)
    return success();
  return dot.emitOpError("makes ")
         << shape[0] << " x " << shape[1] << " results, which " << schedule
         << " shares out as " << groups << " times a multiple of " << kRows
         << " along " << "MN"[row] << " and " << shares
         << " times a multiple of " << kColumns << " up to " << kMaxColumns
         << " along " << "MN"[column];
}

/// Sums that are promoted have registers of their own: those of the 64 rows of
/// one instruction. The schedule counts the accumulator, and does not know the
/// element type.
LogicalResult Stager::checkPromotion(DotOp dot) {
  constexpr int64_t kThreads = 128, kRows = 64, kOther = 24;
  auto acc = cast<RankedTensorType>(dot.getType());
  unsigned row = schedule.getSwap(), column = 1 - row;
  int64_t groups = schedule.getProductWarps() / gl::kWarpgroupWarps;
  int64_t rows = acc.getDimSize(row) /
                 (schedule.getWarps()[row] / gl::kWarpgroupWarps),
          columns = acc.getDimSize(column) / schedule.getWarps()[column];
  // The thread that copies has more of them where it has many segments' loads.
  SmallVector<LoadOp> loads;
  int64_t segments =
      succeeded(collectLoads(dot.getLhs(), loads)) ? loads.size() : 1;
  int64_t available = schedule.getWarpRegisters(segments).products;
  int64_t needed = (rows + kRows) * columns / kThreads + kOther;
  if (needed <= available)
    return success();
  return dot.emitOpError("multiplies ")
         << getElementTypeOrSelf(dot.getLhs()) << " and needs about " << needed
         << " registers a thread for " << rows << " x " << columns
         << " results a warpgroup and the sums of " << kRows << " x " << columns
         << " that are promoted to f32; " << groups << " warpgroups have "
         << available << " each: make the tile smaller or use more warps";
}

LogicalResult Stager::stageDot(DotOp dot) {
  if (failed(checkShape(dot)))
    return failure();
  auto lhs = cast<RankedTensorType>(dot.getLhs().getType());
  Type element = lhs.getElementType();
  gl::Precision precision =
      element.isF32() ? dot.getPrecision() : gl::Precision::ieee;
  bool isSplit = precision == gl::Precision::tf32x3;
  if (element.isF32() && precision == gl::Precision::ieee)
    return dot.emitOpError("has f32 operands of precision ")
           << gl::stringifyPrecision(precision)
           << "; wgmma multiplies f8, f16, bf16, tf32 and, in three products, "
              "tf32x3";
  if (isSplit && schedule.getFillWarps() == 0)
    return dot.emitOpError("has precision tf32x3, whose low parts are made by "
                           "the warps of fill_warps; ")
           << schedule << " has none";
  // What the accumulator takes, and beside it the sums of one instruction.
  bool isPromoted = lhs.getElementTypeBitWidth() == 8 || isSplit;
  if (isPromoted && failed(checkPromotion(dot)))
    return failure();
  constexpr int64_t kDepthBytes = 32;
  int64_t rowBytes = lhs.getDimSize(1) * lhs.getElementTypeBitWidth() / 8;
  if (rowBytes % kDepthBytes != 0)
    return dot.emitOpError("tile K ")
           << lhs.getDimSize(1) << " of " << element << " is " << rowBytes
           << " bytes, not a multiple of the " << kDepthBytes
           << " that wgmma takes at once";
  ImplicitLocOpBuilder b(dot.getLoc(), func.getContext());
  b.setInsertionPointToStart(&func.getBody().front());
  Value slot = arith::ConstantIndexOp::create(b, 0);
  int64_t leftExtent = lhs.getDimSize(1), rightExtent = leftExtent;
  FailureOr<StagedOperand> left =
      stageOperand(dot, /*isLhs=*/true, slot, leftExtent);
  if (failed(left))
    return failure();
  FailureOr<StagedOperand> right =
      stageOperand(dot, /*isLhs=*/false, slot, rightExtent);
  if (failed(right))
    return failure();
  if (left->tile && right->tile)
    return dot.emitOpError("has no operand that the copy engine can bring, "
                           "which ")
           << schedule
           << " is for; family mma copies by all threads: lhs: " << left->why
           << "; rhs: " << right->why;
  Value low[2];
  if (isSplit) {
    low[0] = makeLowPart(dot, *left, slot);
    low[1] = makeLowPart(dot, *right, slot);
  }
  slot.getDefiningOp()->moveBefore(&func.getBody().front().front());
  b.setInsertionPoint(dot);
  // Zeros meet zeros, so that nobody misses the products: 0 times an infinity
  // is not one of them.
  int64_t depth = std::max(leftExtent, rightExtent);
  auto product = RingDotOp::create(
      b, dot.getType(), left->ring, slot, right->ring, slot, dot.getAcc(),
      low[0], low[1], precision, schedule.getSwap(),
      depth < lhs.getDimSize(1) ? b.getI64IntegerAttr(depth) : IntegerAttr(),
      isPromoted);
  dot.replaceAllUsesWith(product.getResult());
  dot.erase();
  return success();
}

/// A reduction of one step had no loop; warp roles want one.
static void wrapInLoop(DotOp dot) {
  ImplicitLocOpBuilder b(dot.getLoc(), dot);
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  auto loop = scf::ForOp::create(b, zero, one, one, ValueRange{dot.getAcc()});
  dot.getResult().replaceAllUsesWith(loop.getResult(0));
  dot.getAccMutable().assign(loop.getRegionIterArg(0));
  b.setInsertionPointToEnd(loop.getBody());
  auto yield = scf::YieldOp::create(b, dot.getResult());
  dot->moveBefore(yield);
}

/// Has each step load what it multiplies, since each step's slot has to be
/// filled: an operand that was loaded outside the loop is loaded in it.
LogicalResult Stager::loadInLoop(DotOp dot) {
  for (OpOperand *operand : {&dot.getLhsMutable(), &dot.getRhsMutable()}) {
    Operation *source = operand->get().getDefiningOp();
    SmallVector<LoadOp> loads;
    if (!source || source->getBlock() == dot->getBlock() ||
        failed(collectLoads(operand->get(), loads)))
      continue;
    for (LoadOp load : loads) {
      Value memory = load.getSource();
      while (auto view = memory.getDefiningOp<ViewLikeOpInterface>())
        memory = view.getViewSource();
      auto argument = dyn_cast<BlockArgument>(memory);
      if (!argument || func.isOutput(argument.getArgNumber()))
        return load.emitOpError("of what the kernel writes feeds a product in "
                                "a loop, where it may have changed");
    }
    OpBuilder b(dot);
    Operation *copy = b.clone(*source);
    operand->set(
        copy->getResult(cast<OpResult>(operand->get()).getResultNumber()));
  }
  return success();
}

LogicalResult Stager::run() {
  SmallVector<DotOp> dots;
  func.getBody().walk([&](DotOp dot) { dots.push_back(dot); });
  if (dots.empty())
    return func.emitOpError("has no tile.dot, which ")
           << schedule << " is a schedule for";
  for (DotOp dot : dots) {
    if (!isa<scf::ForOp>(dot->getParentOp()))
      wrapInLoop(dot);
    if (failed(loadInLoop(dot)) || failed(stageDot(dot)))
      return failure();
  }
  // Loads that became copies are dead, and so are the branches' results that
  // they were.
  RewritePatternSet patterns(func.getContext());
  scf::IfOp::getCanonicalizationPatterns(patterns, func.getContext());
  return applyPatternsGreedily(func, std::move(patterns));
}

namespace {
struct TileStageTensors : tile::impl::TileStageTensorsBase<TileStageTensors> {
  void runOnOperation() override {
    gl::ScheduleAttr schedule = getOperation().getScheduleAttr();
    if (!schedule || schedule.getFamily() != gl::Family::wgmma)
      return;
    if (failed(Stager(getOperation(), schedule).run()))
      signalPassFailure();
  }
};
} // namespace
