//===- SharedMemory.cpp - One thread's part in shared memory --------------===//
//
// Rings become addresses in the block's shared memory; copies into them become
// cp.async, loads from them ldmatrix where the layout is that of an mma
// fragment and vector loads elsewhere. All addresses come from SharedLayout.
// The exchange between the programs of a cluster is here too, since it goes
// through shared memory.
//
//===----------------------------------------------------------------------===//

#include "SharedAddresses.h"
#include "SignedOrigins.h"

#include "gl/Dialect/Tile/Transforms/DotLayouts.h"
#include "gl/Dialect/Tile/Transforms/SharedAccess.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::gl;
using tile::Layout;
using tile::SharedLayout;

/// Threads that have nothing of their own to write leave it to the first of
/// those that hold the same: what follows is inside its branch.
static void goOnInFirstCopy(ImplicitLocOpBuilder &b, const ThreadPlace &place,
                            const Layout &layout) {
  Value first = emitIsFirstCopy(b, place, layout);
  if (!first)
    return;
  auto only = scf::IfOp::create(b, first, /*else=*/false);
  b.setInsertionPointToStart(only.thenBlock());
}

/// Address of the program's part of slot `slot`, of `parts`.
static Value emitOwnPart(ImplicitLocOpBuilder &b, Value ring, Value slot,
                         int64_t parts, tile::RingType type) {
  Value start = emitSlot(b, ring, slot, type);
  if (parts == 1)
    return start;
  Value rank = NVVM::ClusterId::create(b, b.getI32Type());
  return emitPart(b, start, rank, parts, type);
}

namespace {

struct AllocRingLowering : SharedPattern<tile::AllocRingOp> {
  using SharedPattern::SharedPattern;

  LogicalResult
  matchAndRewrite(tile::AllocRingOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.getOffset())
      return op.emitOpError("has no place in shared memory: run "
                            "tile-allocate-shared first");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    rewriter.replaceOp(op, emitSharedAddress(b, *op.getOffset()));
    return success();
  }
};

struct CopyAsyncLowering : SharedPattern<tile::CopyAsyncOp> {
  using SharedPattern::SharedPattern;

  LogicalResult
  matchAndRewrite(tile::CopyAsyncOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    const ThreadPlace &place = getPlace(places, op);
    tile::RingType ring = op.getRing().getType();
    SharedLayout shared = ring.getSharedLayout();
    int64_t width = op.getWidth();
    int64_t bytes = width * shared.getElementBytes();
    RankedTensorType tile = ring.getPart(op.getParts());
    Layout layout = tile::getCopyLayout(tile.getShape(), ring.getAlong(), width,
                                        place.numWarps);
    goOnInFirstCopy(b, place, layout);
    AccessEmitter access(b, place,
                         {adaptor.getSource(), adaptor.getOrigins(),
                          adaptor.getSymbols(), op.getIndexMap(),
                          hasSignedOrigin(op)},
                         layout);
    SlotEmitter slot(b, place, shared, layout,
                     emitOwnPart(b, adaptor.getRing(), adaptor.getSlot(),
                                 op.getParts(), ring));
    // Only whole 16 bytes can go past the first-level cache.
    auto cache = bytes == 16 && !op.getCached()
                     ? NVVM::LoadCacheModifierKind::CG
                     : NVVM::LoadCacheModifierKind::CA;
    Value all, none;
    for (int64_t reg = 0; reg < layout.getNumRegisters(); reg += width) {
      AccessEmitter::Element element = access.getElement(reg);
      Value size, condition = adaptor.getCondition();
      if (element.inBounds)
        condition = condition
                        ? arith::AndIOp::create(b, condition, element.inBounds)
                              .getResult()
                        : element.inBounds;
      if (condition) {
        if (!all) {
          all = arith::ConstantOp::create(b, b.getI32IntegerAttr(bytes));
          none = arith::ConstantOp::create(b, b.getI32IntegerAttr(0));
        }
        // Fewer bytes than the instruction's are read; the rest is zero.
        size = arith::SelectOp::create(b, condition, all, none);
      }
      NVVM::CpAsyncOp::create(
          b, slot.getAddress(layout.getRegisterCoordinates(reg, 2)),
          element.address, bytes, cache, size);
    }
    rewriter.eraseOp(op);
    return success();
  }
};

struct RingStoreLowering : SharedPattern<tile::RingStoreOp> {
  using SharedPattern::SharedPattern;

  LogicalResult
  matchAndRewrite(tile::RingStoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    const ThreadPlace &place = getPlace(places, op);
    tile::RingType ring = op.getRing().getType();
    SharedLayout shared = ring.getSharedLayout();
    Layout layout = getLayout(op.getValue().getType());
    int64_t width =
        std::gcd(layout.getContiguity(ring.getAlong()),
                 SharedLayout::kChunkBytes / shared.getElementBytes());
    goOnInFirstCopy(b, place, layout);
    SlotEmitter slot(b, place, shared, layout,
                     emitOwnPart(b, adaptor.getRing(), adaptor.getSlot(),
                                 op.getParts(), ring));
    for (int64_t reg = 0; reg < layout.getNumRegisters(); reg += width) {
      Value value = extractRun(b, adaptor.getValue(), reg, width);
      LLVM::StoreOp::create(
          b, value, slot.getAddress(layout.getRegisterCoordinates(reg, 2)),
          width * shared.getElementBytes());
    }
    rewriter.eraseOp(op);
    return success();
  }
};

struct RingLoadLowering : SharedPattern<tile::RingLoadOp> {
  using SharedPattern::SharedPattern;

  LogicalResult
  matchAndRewrite(tile::RingLoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    tile::RingType ring = op.getRing().getType();
    SharedLayout shared = ring.getSharedLayout();
    Layout layout = getLayout(op.getType());
    Value base = emitSlot(b, adaptor.getRing(), adaptor.getSlot(), ring);
    auto type = cast<VectorType>(getTypeConverter()->convertType(op.getType()));
    SmallVector<Value> elements(type.getNumElements());
    tile::SharedLoadPlan plan =
        tile::planSharedLoad(layout, shared, op.getAt());
    SlotEmitter slot(b, getPlace(places, op), shared, plan.addresses, base);
    for (int64_t reg = 0; reg < layout.getNumRegisters();
         reg += plan.registers) {
      Layout::Coordinates at = layout.getRegisterCoordinates(reg, 2);
      for (unsigned dim = 0; dim < 2; ++dim)
        at[dim] += op.getAt()[dim];
      auto loaded = MutableArrayRef(elements).slice(reg, plan.registers);
      if (plan.isMatrix)
        loadMatrices(b, shared, slot.getAddress(at), type.getElementType(),
                     plan.count, loaded);
      else
        loadVector(b, shared, slot.getAddress(at), type.getElementType(),
                   loaded);
    }
    rewriter.replaceOpWithNewOp<vector::FromElementsOp>(op, type, elements);
    return success();
  }

  static void loadVector(ImplicitLocOpBuilder &b, const SharedLayout &shared,
                         Value address, Type element,
                         MutableArrayRef<Value> elements) {
    int64_t width = elements.size();
    Type access = width == 1 ? element : VectorType::get({width}, element);
    Value value = LLVM::LoadOp::create(b, access, address,
                                       width * shared.getElementBytes());
    for (auto [i, slot] : llvm::enumerate(elements))
      slot = width == 1 ? value
                        : vector::ExtractOp::create(b, value, i).getResult();
  }

  static void loadMatrices(ImplicitLocOpBuilder &b, const SharedLayout &shared,
                           Value address, Type element, int64_t count,
                           MutableArrayRef<Value> elements) {
    Type i32 = b.getI32Type();
    Type result = count == 1
                      ? i32
                      : Type(LLVM::LLVMStructType::getLiteral(
                            b.getContext(), SmallVector<Type>(count, i32)));
    // Tiles whose rows run across K are transposed on the way.
    auto order =
        shared.getAlong() == 1 ? NVVM::MMALayout::row : NVVM::MMALayout::col;
    Value loaded = NVVM::LdMatrixOp::create(
        b, result, address, count, order,
        NVVM::LdStMatrixShapeAttr::get(b.getContext(), 8, 8),
        NVVM::LdStMatrixEltType::B16);
    int64_t perWord = elements.size() / count;
    for (int64_t i = 0; i < count; ++i) {
      Value word = count == 1
                       ? loaded
                       : LLVM::ExtractValueOp::create(b, loaded, i).getResult();
      if (perWord == 1) {
        elements[i] = LLVM::BitcastOp::create(b, element, word);
        continue;
      }
      Value pair =
          LLVM::BitcastOp::create(b, VectorType::get({perWord}, element), word);
      for (int64_t e = 0; e < perWord; ++e)
        elements[i * perWord + e] = vector::ExtractOp::create(b, pair, e);
    }
  }
};

struct CommitLowering : OpConversionPattern<tile::CommitCopiesOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(tile::CommitCopiesOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncCommitGroupOp>(op);
    return success();
  }
};

struct WaitLowering : OpConversionPattern<tile::WaitCopiesOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(tile::WaitCopiesOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncWaitGroupOp>(op, op.getPending());
    return success();
  }
};

struct BarrierLowering : OpConversionPattern<tile::BarrierOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(tile::BarrierOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (op.getCluster()) {
      // Not in the aligned form: threads of one warp come from different roles.
      NVVM::ClusterArriveOp::create(rewriter, op.getLoc(), UnitAttr());
      NVVM::ClusterWaitOp::create(rewriter, op.getLoc(), UnitAttr());
    } else {
      NVVM::Barrier0Op::create(rewriter, op.getLoc());
    }
    rewriter.eraseOp(op);
    return success();
  }
};

/// Every program writes its tile to its own shared memory, row by row; then
/// each adds its rows of all programs, the first program's first.
struct ReduceSplitLowering : SharedPattern<tile::ReduceSplitOp> {
  using SharedPattern::SharedPattern;

  LogicalResult
  matchAndRewrite(tile::ReduceSplitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.getOffset())
      return op.emitOpError("has no place in shared memory: run "
                            "tile-allocate-shared first");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    const ThreadPlace &place = getPlace(places, op);
    Layout source = getLayout(op.getSource().getType()),
           result = getLayout(op.getType());
    auto resultType =
        cast<VectorType>(getTypeConverter()->convertType(op.getType()));
    int64_t split = op.getSplit(), pitch = op.getExchangePitch();
    int64_t rows = cast<RankedTensorType>(op.getType()).getDimSize(0);
    auto i32 = [&](int64_t value) -> Value {
      return LLVM::ConstantOp::create(b, b.getI32Type(),
                                      b.getI32IntegerAttr(value));
    };
    Value start = emitSharedAddress(b, *op.getOffset());
    auto offsetOf = [&](const Layout &layout) {
      Value sum = i32(0);
      for (auto [dim, bytes] :
           {std::pair(0u, pitch), std::pair(1u, int64_t(4))})
        if (Value coordinate = emitThreadCoordinate(b, place, layout, dim))
          sum = LLVM::AddOp::create(
              b, sum,
              LLVM::MulOp::create(b, coordinate, i32(bytes)).getResult());
      return sum;
    };
    auto at = [&](Value base, Value offset) -> Value {
      return LLVM::GEPOp::create(b, base.getType(), b.getI8Type(), base,
                                 ArrayRef<LLVM::GEPArg>{offset});
    };
    auto constantOffset = [&](const Layout &layout, int64_t reg) {
      Layout::Coordinates c = layout.getRegisterCoordinates(reg, 2);
      return static_cast<int32_t>(c[0] * pitch + c[1] * 4);
    };
    auto plus = [&](Value base, int32_t bytes) -> Value {
      return LLVM::GEPOp::create(b, base.getType(), b.getI8Type(), base,
                                 ArrayRef<LLVM::GEPArg>{bytes});
    };

    // The exchange lies over the rings: nobody reads them any more, and no copy
    // may still be on its way into them, not even one whose condition was
    // false.
    NVVM::CpAsyncWaitGroupOp::create(b, 0);
    NVVM::Barrier0Op::create(b);
    Value mine = at(start, offsetOf(source));
    int64_t width = std::gcd(source.getContiguity(1), int64_t(4));
    for (int64_t reg = 0; reg < source.getNumRegisters(); reg += width) {
      Value value = extractRun(b, adaptor.getSource(), reg, width);
      LLVM::StoreOp::create(b, value, plus(mine, constantOffset(source, reg)),
                            4 * width);
    }
    UnitAttr aligned = b.getUnitAttr();
    NVVM::ClusterArriveOp::create(b, aligned);
    NVVM::ClusterWaitOp::create(b, aligned);

    Value rank = NVVM::ClusterId::create(b, b.getI32Type());
    Value offset = LLVM::AddOp::create(
        b, offsetOf(result),
        LLVM::MulOp::create(b, rank, i32(rows * pitch)).getResult());
    width = std::gcd(result.getContiguity(1), int64_t(4));
    Type access = width == 1 ? Type(b.getF32Type())
                             : VectorType::get({width}, b.getF32Type());
    auto clusterType =
        LLVM::LLVMPointerType::get(b.getContext(), kClusterAddressSpace);
    SmallVector<Value> sums(result.getNumRegisters() / width);
    for (int64_t program = 0; program < split; ++program) {
      Value remote =
          at(NVVM::MapaOp::create(b, clusterType, start, i32(program)), offset);
      for (auto [i, sum] : llvm::enumerate(sums)) {
        Value value = LLVM::LoadOp::create(
            b, access, plus(remote, constantOffset(result, i * width)),
            4 * width);
        sum = program == 0 ? value
                           : arith::AddFOp::create(b, sum, value).getResult();
      }
    }
    // A program's memory must outlive what the others read of it.
    NVVM::ClusterArriveOp::create(b, aligned);
    {
      OpBuilder::InsertionGuard guard(b);
      auto kernel = op->getParentOfType<LLVM::LLVMFuncOp>();
      b.setInsertionPoint(kernel.getBody().back().getTerminator());
      NVVM::ClusterWaitOp::create(b, aligned);
    }
    SmallVector<Value> elements;
    for (Value sum : sums)
      for (int64_t i = 0; i < width; ++i)
        elements.push_back(
            width == 1 ? sum
                       : vector::ExtractOp::create(b, sum, i).getResult());
    rewriter.replaceOpWithNewOp<vector::FromElementsOp>(op, resultType,
                                                        elements);
    return success();
  }
};

} // namespace

void gl::populateSharedMemoryPatterns(const TypeConverter &converter,
                                      RewritePatternSet &patterns,
                                      const ThreadPlaces &places) {
  MLIRContext *context = patterns.getContext();
  patterns.add<AllocRingLowering, CopyAsyncLowering, RingStoreLowering,
               RingLoadLowering, ReduceSplitLowering>(converter, context,
                                                      places);
  patterns.add<CommitLowering, WaitLowering, BarrierLowering>(converter,
                                                              context);
}
