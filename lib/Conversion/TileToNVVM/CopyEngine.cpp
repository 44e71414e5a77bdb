//===- CopyEngine.cpp - Copies by TMA, barriers and warp roles ------------===//
//
// tile.copy_tensor and tile.store_tensor become cp.async.bulk.tensor, and
// barriers mbarriers.
//
// A store goes through slots of shared memory that one warp has to itself: its
// first lane waits until the engine has read the slot's former contents, all
// lanes write (stmatrix for 16-bit elements), a fence makes that visible to the
// engine, and the first lane starts the store. No barrier of the block is
// needed.
//
//===----------------------------------------------------------------------===//

#include "SharedAddresses.h"
#include "SignedOrigins.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::gl;
using tile::Layout;
using tile::LayoutDigit;
using tile::SharedLayout;

static Value i32(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
}

/// Address of the barrier of slot `slot`, an index.
static Value emitBarrier(ImplicitLocOpBuilder &b, Value barriers, Value slot) {
  constexpr int64_t kBarrierBytes = 8;
  Value number = arith::IndexCastOp::create(b, b.getI32Type(), slot);
  Value offset = arith::MulIOp::create(b, number, i32(b, kBarrierBytes));
  return LLVM::GEPOp::create(b, barriers.getType(), b.getI8Type(), barriers,
                             ArrayRef<LLVM::GEPArg>{offset});
}

/// Makes what this thread wrote to shared memory visible to the copy engine and
/// the tensor cores.
static void emitSharedFence(ImplicitLocOpBuilder &b) {
  NVVM::FenceProxyOp::create(
      b, NVVM::ProxyKind::async_shared,
      NVVM::SharedSpaceAttr::get(b.getContext(),
                                 NVVM::SharedSpace::shared_cta));
}

static SmallVector<Value> toI32(ImplicitLocOpBuilder &b, ValueRange indices) {
  SmallVector<Value> values;
  for (Value index : indices)
    values.push_back(arith::IndexCastOp::create(b, b.getI32Type(), index));
  return values;
}

static Value isEqual(ImplicitLocOpBuilder &b, Value value, int64_t number) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, value,
                               i32(b, number));
}

namespace {

struct AllocBarriersLowering : SharedPattern<tile::AllocBarriersOp> {
  using SharedPattern::SharedPattern;

  LogicalResult
  matchAndRewrite(tile::AllocBarriersOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.getOffset())
      return op.emitOpError("has no place in shared memory: run "
                            "tile-allocate-shared first");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    const ThreadPlace &place = getPlace(places, op);
    Value start = emitSharedAddress(b, *op.getOffset());
    tile::BarriersType type = op.getBarriers().getType();
    Value isFirst = arith::AndIOp::create(b, isEqual(b, place.blockWarp, 0),
                                          isEqual(b, place.lane, 0));
    auto only = scf::IfOp::create(b, isFirst, /*else=*/false);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(only.thenBlock());
      for (int64_t i = 0; i < type.getCount(); ++i) {
        Value slot = arith::ConstantIndexOp::create(b, i);
        NVVM::MBarrierInitOp::create(b, emitBarrier(b, start, slot),
                                     i32(b, type.getArrivals()),
                                     /*predicate=*/Value());
      }
      NVVM::FenceMbarrierInitOp::create(b);
    }
    rewriter.replaceOp(op, start);
    return success();
  }
};

struct CopyTensorLowering : OpConversionPattern<tile::CopyTensorOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tile::CopyTensorOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.getBarriers())
      return op.emitOpError("signals no barrier, so nobody can wait for it: "
                            "run tile-specialize-warps first");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    tile::RingType ring = op.getRing().getType();
    Value slot = emitSlot(b, adaptor.getRing(), adaptor.getSlot(), ring);
    SmallVector<Value> coordinates = toI32(b, adaptor.getCoordinates());
    Value programs;
    if (int64_t count = op.getMulticast(); count > 1) {
      // This program's part of the rows of M or N, which a K-major map has as
      // its second dim.
      int64_t part = ring.getTile().getDimSize(0) / count;
      Value rank = NVVM::ClusterId::create(b, b.getI32Type());
      Value &row = coordinates[ring.getAlong()];
      row = arith::AddIOp::create(b, row,
                                  arith::MulIOp::create(b, rank, i32(b, part)));
      slot = emitPart(b, slot, rank, count, ring);
      programs =
          arith::ConstantOp::create(b, b.getI16IntegerAttr((1 << count) - 1));
    }
    if (int64_t offset = ring.getSharedLayout().getOffset(op.getAt()))
      slot = LLVM::GEPOp::create(
          b, slot.getType(), b.getI8Type(), slot,
          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
    // The instruction names shared memory of a cluster, of which a block's own
    // is part.
    slot = LLVM::AddrSpaceCastOp::create(
        b, LLVM::LLVMPointerType::get(b.getContext(), kClusterAddressSpace),
        slot);
    NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp::create(
        b, slot, adaptor.getMap(), coordinates,
        emitBarrier(b, adaptor.getBarriers(), adaptor.getSlot()),
        /*im2colOffsets=*/ValueRange(), /*multicastMask=*/programs,
        /*l2CacheHint=*/Value(), NVVM::TMALoadMode::TILE, /*isCTAOnly=*/false,
        NVVM::CTAGroupKindAttr(), /*predicate=*/Value());
    rewriter.eraseOp(op);
    return success();
  }
};

struct ExpectCopiesLowering : OpConversionPattern<tile::ExpectCopiesOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tile::ExpectCopiesOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    NVVM::MBarrierArriveExpectTxOp::create(
        b, /*res=*/Type(),
        emitBarrier(b, adaptor.getBarriers(), adaptor.getSlot()),
        i32(b, op.getBytes()), NVVM::MemScopeKind::CTA, /*relaxed=*/false,
        /*predicate=*/Value());
    rewriter.eraseOp(op);
    return success();
  }
};

struct ArriveLowering : SharedPattern<tile::ArriveOp> {
  using SharedPattern::SharedPattern;

  LogicalResult
  matchAndRewrite(tile::ArriveOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    const ThreadPlace &place = getPlace(places, op);
    int64_t programs = op.getCluster();
    // Each thread shows what it wrote; the warp arrives when all have.
    if (op.getFenced())
      emitSharedFence(b);
    if (op.getFenced() || op.getOrdered())
      NVVM::SyncWarpOp::create(b, i32(b, -1));
    Value barrier = emitBarrier(b, adaptor.getBarriers(), adaptor.getSlot());
    Value arrives = arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                          place.lane, i32(b, programs));
    auto only = scf::IfOp::create(b, arrives, /*else=*/false);
    b.setInsertionPointToStart(only.thenBlock());
    if (programs == 1) {
      NVVM::MBarrierArriveOp::create(b, b.getI64Type(), barrier,
                                     /*count=*/Value());
    } else {
      // Lane i at program i's. The scope of a block suffices, and the wider one
      // would order all of the block's memory accesses at every step.
      Value remote = NVVM::MapaOp::create(
          b, LLVM::LLVMPointerType::get(b.getContext(), kClusterAddressSpace),
          barrier, place.lane);
      NVVM::MBarrierArriveOp::create(b, Type(), remote, /*count=*/Value(),
                                     NVVM::MemScopeKind::CTA);
    }
    rewriter.eraseOp(op);
    return success();
  }
};

struct ArriveCopiedLowering : OpConversionPattern<tile::ArriveCopiedOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tile::ArriveCopiedOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    // The barrier's count has all threads: none is added for this.
    NVVM::CpAsyncMBarrierArriveOp::create(
        b, emitBarrier(b, adaptor.getBarriers(), adaptor.getSlot()),
        /*noinc=*/true);
    rewriter.eraseOp(op);
    return success();
  }
};

struct SharePartLowering : SharedPattern<tile::SharePartOp> {
  using SharedPattern::SharedPattern;

  LogicalResult
  matchAndRewrite(tile::SharePartOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    const ThreadPlace &place = getPlace(places, op);
    tile::RingType ring = op.getRing().getType();
    int64_t parts = op.getParts();
    emitSharedFence(b);
    // Lane i copies to the i-th program behind this one.
    Value hasOther = arith::CmpIOp::create(b, arith::CmpIPredicate::ult,
                                           place.lane, i32(b, parts - 1));
    auto only = scf::IfOp::create(b, hasOther, /*else=*/false);
    b.setInsertionPointToStart(only.thenBlock());
    Value rank = NVVM::ClusterId::create(b, b.getI32Type());
    Value behind = arith::AddIOp::create(
        b, arith::AddIOp::create(b, rank, i32(b, 1)), place.lane);
    Value wrapped = arith::SubIOp::create(b, behind, i32(b, parts));
    Value isWrapped = arith::CmpIOp::create(b, arith::CmpIPredicate::uge,
                                            behind, i32(b, parts));
    Value other = arith::SelectOp::create(b, isWrapped, wrapped, behind);
    auto clusterType =
        LLVM::LLVMPointerType::get(b.getContext(), kClusterAddressSpace);
    Value barrier = NVVM::MapaOp::create(
        b, clusterType,
        emitBarrier(b, adaptor.getBarriers(), adaptor.getSlot()), other);
    // The instruction takes the other program's barrier, LLVM's intrinsic the
    // address as one of the block's own.
    barrier = LLVM::IntToPtrOp::create(
        b, LLVM::LLVMPointerType::get(b.getContext(), kSharedAddressSpace),
        LLVM::PtrToIntOp::create(b, b.getI64Type(), barrier).getResult());
    Value part =
        emitPart(b, emitSlot(b, adaptor.getRing(), adaptor.getSlot(), ring),
                 rank, parts, ring);
    // Where rows run along panels, each panel has a part of its own.
    SharedLayout shared = ring.getSharedLayout();
    int64_t pieces = ring.getAlong() == 1 ? shared.getNumPanels() : 1;
    int64_t bytes = ring.getSlotBytes() / parts / pieces;
    for (int64_t piece = 0; piece < pieces; ++piece) {
      Value from =
          LLVM::GEPOp::create(b, part.getType(), b.getI8Type(), part,
                              ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(
                                  piece * shared.getPanelBytes())});
      NVVM::CpAsyncBulkSharedCTAToSharedClusterOp::create(
          b, NVVM::MapaOp::create(b, clusterType, from, other), from, barrier,
          i32(b, bytes));
    }
    rewriter.eraseOp(op);
    return success();
  }
};

/// One request a line of 128 bytes.
struct PrefetchLowering : SharedPattern<tile::PrefetchOp> {
  using SharedPattern::SharedPattern;

  LogicalResult
  matchAndRewrite(tile::PrefetchOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    constexpr int64_t kLineBytes = 128;
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    int64_t perLine =
        kLineBytes * 8 / op.getSource().getType().getElementTypeBitWidth();
    int64_t size = op.getSize();
    // A tile of one element a line, held by one thread.
    int64_t lines = llvm::divideCeil(size, perLine);
    Layout layout({LayoutDigit::along(lines, 0, perLine)}, {}, {});
    AccessEmitter access(b, getPlace(places, op),
                         {adaptor.getSource(), adaptor.getOrigins(),
                          adaptor.getSymbols(), op.getIndexMap(),
                          hasSignedOrigin(op)},
                         layout);
    for (int64_t line = 0; line < lines; ++line) {
      AccessEmitter::Element element = access.getElement(line);
      OpBuilder::InsertionGuard guard(b);
      if (element.inBounds) {
        auto only = scf::IfOp::create(b, element.inBounds, /*else=*/false);
        b.setInsertionPointToStart(only.thenBlock());
      }
      // LLVM's intrinsic is declared to read only, so that it would be dead.
      LLVM::InlineAsmOp::create(
          b, TypeRange(), ValueRange{element.address},
          "prefetch.global.L1 [$0];", "l", /*has_side_effects=*/true,
          /*is_align_stack=*/false, LLVM::tailcallkind::TailCallKind::None,
          LLVM::AsmDialectAttr(), ArrayAttr());
    }
    rewriter.eraseOp(op);
    return success();
  }
};

struct AwaitLowering : OpConversionPattern<tile::AwaitOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tile::AwaitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // How long the hardware may suspend the thread before it looks again, in
    // nanoseconds.
    constexpr int64_t kTicks = 0x989680;
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    NVVM::MBarrierTryWaitParityOp::create(
        b, emitBarrier(b, adaptor.getBarriers(), adaptor.getSlot()),
        adaptor.getParity(), i32(b, kTicks));
    rewriter.eraseOp(op);
    return success();
  }
};

struct StoreTensorLowering : SharedPattern<tile::StoreTensorOp> {
  using SharedPattern::SharedPattern;

  LogicalResult
  matchAndRewrite(tile::StoreTensorOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override;
};

/// The registers of a tile by the place of their element.
class Registers {
public:
  Registers(ImplicitLocOpBuilder &b, const Layout &layout, Value tile)
      : b(b), tile(tile) {
    for (int64_t reg = 0; reg < layout.getNumRegisters(); ++reg) {
      Layout::Coordinates c = layout.getRegisterCoordinates(reg, 2);
      places[{c[0], c[1]}] = reg;
    }
  }
  /// The pair of neighbours at (row, column).
  Value getPair(int64_t row, int64_t column) {
    return extractRun(b, tile, places.lookup({row, column}), 2);
  }

private:
  ImplicitLocOpBuilder &b;
  Value tile;
  llvm::DenseMap<std::pair<int64_t, int64_t>, int64_t> places;
};

} // namespace

/// Writes the box of `registers` that begins at (row, column) to a slot.
static void emitBox(ImplicitLocOpBuilder &b, const ThreadPlace &place,
                    const SharedLayout &shared, Value slot,
                    Registers &registers, int64_t row, int64_t column,
                    ArrayRef<int64_t> box) {
  auto along = LayoutDigit::along;
  if (shared.getElementBytes() == 2) {
    // A lane gives the address of one row of 16 bytes of the four matrices: the
    // upper and lower 8 rows of 8 columns, then those of the next 8.
    Layout addresses({}, {along(16, 0, 1), along(2, 1, 8)}, {});
    SlotEmitter emitter(b, place, shared, addresses, slot);
    for (int64_t c = 0; c < box[1]; c += 16) {
      SmallVector<Value> words;
      for (int64_t right : {0, 8})
        for (int64_t lower : {0, 8})
          words.push_back(LLVM::BitcastOp::create(
              b, b.getI32Type(),
              registers.getPair(row + lower, column + c + right)));
      NVVM::StMatrixOp::create(
          b, emitter.getAddress({0, c}), words, NVVM::MMALayout::row,
          NVVM::LdStMatrixShapeAttr::get(b.getContext(), 8, 8),
          NVVM::LdStMatrixEltType::B16);
    }
    return;
  }
  Layout addresses({}, {along(4, 1, 2), along(8, 0, 1)}, {});
  SlotEmitter emitter(b, place, shared, addresses, slot);
  for (int64_t lower : {0, 8})
    for (int64_t c = 0; c < box[1]; c += 8)
      LLVM::StoreOp::create(b, registers.getPair(row + lower, column + c),
                            emitter.getAddress({lower, c}),
                            2 * shared.getElementBytes());
}

LogicalResult StoreTensorLowering::matchAndRewrite(
    tile::StoreTensorOp op, OpAdaptor adaptor,
    ConversionPatternRewriter &rewriter) const {
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  const ThreadPlace &place = getPlace(places, op);
  Layout layout = getLayout(op.getValue().getType());
  ArrayRef<LayoutDigit> lanes = layout.getLanes(), regs = layout.getRegisters();
  if (lanes.size() != 2 || lanes[0] != LayoutDigit::along(4, 1, 2) ||
      lanes[1] != LayoutDigit::along(8, 0, 1) || regs.size() < 2 ||
      regs[0] != LayoutDigit::along(2, 1, 1) ||
      regs[1] != LayoutDigit::along(2, 0, 8))
    return op.emitOpError("has a tile that is not spread as wgmma spreads its "
                          "accumulator");
  tile::RingType staging = op.getStaging().getType();
  SharedLayout shared = staging.getSharedLayout();
  ArrayRef<int64_t> box = staging.getTile().getShape();
  int64_t slots = staging.getStages() / (place.numSets * place.numWarps);

  // Where the boxes of one warp begin, by the registers' coordinates.
  SmallVector<std::pair<int64_t, int64_t>> starts;
  for (int64_t reg = 0; reg < layout.getNumRegisters(); ++reg) {
    Layout::Coordinates c = layout.getRegisterCoordinates(reg, 2);
    if (c[0] % box[0] == 0 && c[1] % box[1] == 0)
      starts.push_back({c[0], c[1]});
  }
  Layout warps({}, {}, layout.getWarps());
  SmallVector<Value> origin = toI32(b, adaptor.getCoordinates());
  // Innermost first: columns, then rows.
  for (unsigned dim : {0u, 1u})
    if (Value part = emitThreadCoordinate(b, place, warps, dim))
      origin[1 - dim] = arith::AddIOp::create(b, origin[1 - dim], part);
  Value firstSlot = arith::MulIOp::create(b, place.blockWarp, i32(b, slots));
  Value isFirst = isEqual(b, place.lane, 0);
  Value all = i32(b, -1);
  Registers registers(b, layout, adaptor.getValue());
  auto inFirstLane = [&](auto emit) {
    auto only = scf::IfOp::create(b, isFirst, /*else=*/false);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(only.thenBlock());
    emit();
  };
  // As many boxes at a time as the warp has slots: the fence that shows them to
  // the engine takes longer than to write one.
  for (size_t first = 0; first < starts.size(); first += slots) {
    auto boxes = ArrayRef(starts).slice(first).take_front(slots);
    inFirstLane(
        [&] { NVVM::CpAsyncBulkWaitGroupOp::create(b, 0, b.getUnitAttr()); });
    NVVM::SyncWarpOp::create(b, all);
    SmallVector<Value> filled;
    for (auto [i, start] : llvm::enumerate(boxes)) {
      Value number = arith::AddIOp::create(b, firstSlot, i32(b, i)).getResult();
      Value index = arith::IndexCastOp::create(b, b.getIndexType(), number);
      filled.push_back(emitSlot(b, adaptor.getStaging(), index, staging));
      emitBox(b, place, shared, filled.back(), registers, start.first,
              start.second, box);
    }
    emitSharedFence(b);
    NVVM::SyncWarpOp::create(b, all);
    inFirstLane([&] {
      for (auto [start, slot] : llvm::zip_equal(boxes, filled)) {
        SmallVector<Value> coordinates = origin;
        for (auto [dim, more] :
             {std::pair(0, start.second), std::pair(1, start.first)})
          if (more != 0)
            coordinates[dim] =
                arith::AddIOp::create(b, coordinates[dim], i32(b, more));
        NVVM::CpAsyncBulkTensorSharedCTAToGlobalOp::create(
            b, adaptor.getMap(), slot, coordinates, /*l2CacheHint=*/Value(),
            NVVM::TMAStoreMode::TILE, /*predicate=*/Value());
      }
      NVVM::CpAsyncBulkCommitGroupOp::create(b);
    });
  }
  rewriter.eraseOp(op);
  return success();
}

void gl::populateCopyEnginePatterns(const TypeConverter &converter,
                                    RewritePatternSet &patterns,
                                    const ThreadPlaces &places) {
  MLIRContext *context = patterns.getContext();
  patterns.add<AllocBarriersLowering, ArriveLowering, PrefetchLowering,
               SharePartLowering, StoreTensorLowering>(converter, context,
                                                       places);
  patterns.add<ArriveCopiedLowering, CopyTensorLowering, ExpectCopiesLowering,
               AwaitLowering>(converter, context);
}
