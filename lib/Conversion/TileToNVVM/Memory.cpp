//===- Memory.cpp - Loads and stores of one thread ------------------------===//
//
// tile.load becomes the loads of the elements that the thread holds, as wide as
// the pass has found legal, each under its bounds check; tile.store the stores
// of those that the thread is the one to write. Where lanes hold copies they
// share the stores.
//
//===----------------------------------------------------------------------===//

#include "SignedOrigins.h"
#include "ThreadCode.h"

#include "gl/Dialect/Tile/Transforms/AccessWidth.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::gl;
using tile::Layout;
using tile::LayoutDigit;

namespace {

struct LoadLowering : OpConversionPattern<tile::LoadOp> {
  LoadLowering(const TypeConverter &converter, MLIRContext *context,
               const ThreadPlaces &places)
      : OpConversionPattern(converter, context), places(places) {}

  LogicalResult
  matchAndRewrite(tile::LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    const Layout &layout = getLayout(op.getType());
    auto type = cast<VectorType>(getTypeConverter()->convertType(op.getType()));
    Type element = type.getElementType();
    int64_t width = 1;
    if (auto attr = op->getAttrOfType<IntegerAttr>(tile::kWidthAttrName))
      width = attr.getInt();
    int64_t bytes = element.getIntOrFloatBitWidth() / 8;
    Type accessType =
        width == 1 ? element : Type(VectorType::get({width}, element));

    AccessEmitter access(b, getPlace(places, op),
                         {adaptor.getSource(), adaptor.getOrigins(),
                          adaptor.getSymbols(), op.getIndexMap(),
                          hasSignedOrigin(op)},
                         layout);
    if (op.getByWords())
      if (std::optional<tile::RowRuns> runs =
              tile::getRowRuns(op.getAccess(), layout);
          runs && runs->elements * bytes == tile::kWordBytes) {
        rewriter.replaceOp(op, emitLoadByWords(b, access, *runs, type));
        return success();
      }
    SmallVector<Value> elements;
    for (int64_t reg = 0; reg < type.getNumElements(); reg += width) {
      AccessEmitter::Element place = access.getElement(reg);
      Value value;
      if (place.inBounds)
        value =
            emitPredicatedLoad(b, accessType, place.address, place.inBounds);
      else
        value =
            LLVM::LoadOp::create(b, accessType, place.address, bytes * width);
      if (width == 1)
        elements.push_back(value);
      else
        for (int64_t i = 0; i < width; ++i)
          elements.push_back(vector::ExtractOp::create(b, value, i));
    }
    rewriter.replaceOpWithNewOp<vector::FromElementsOp>(op, type, elements);
    return success();
  }

  const ThreadPlaces &places;
};

/// Registers that the holders of copies store at a time; choosing among more
/// takes longer than storing them in turn.
constexpr int64_t kMaxSharedStores = 8;

/// Up to so many stores are predicated. A thread with as few is one of a small
/// problem, whose latencies add up; that of a store's address is hidden only if
/// no branch stands before it.
constexpr int64_t kMaxPredicatedStores = 2;

struct StoreLowering : OpConversionPattern<tile::StoreOp> {
  StoreLowering(const TypeConverter &converter, MLIRContext *context,
                const ThreadPlaces &places)
      : OpConversionPattern(converter, context), places(places) {}

  LogicalResult
  matchAndRewrite(tile::StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    const Layout &layout = getLayout(op.getValue().getType());
    if (layout.hasPartialSums())
      return rewriter.notifyMatchFailure(op, "stores partial sums");
    const ThreadPlace &thread = getPlace(places, op);

    // Which of the lanes that hold copies this is, and whether this warp is the
    // first of those that do.
    Value replica;
    int64_t replicas = 1;
    for (auto [i, digit] : llvm::enumerate(layout.getLanes())) {
      if (digit.dim != LayoutDigit::kReplicated)
        continue;
      Value value = emitDigit(b, thread.lane, layout.getLanes(), i);
      if (replicas != 1)
        value = arith::MulIOp::create(
            b, value,
            arith::ConstantOp::create(b, b.getI32IntegerAttr(replicas)));
      replica = replica ? arith::AddIOp::create(b, replica, value).getResult()
                        : value;
      replicas *= digit.size;
    }
    Value firstWarp;
    for (auto [i, digit] : llvm::enumerate(layout.getWarps())) {
      if (digit.dim != LayoutDigit::kReplicated)
        continue;
      Value isFirst = arith::CmpIOp::create(
          b, arith::CmpIPredicate::eq,
          emitDigit(b, thread.warp, layout.getWarps(), i),
          arith::ConstantOp::create(b, b.getI32IntegerAttr(0)));
      firstWarp = firstWarp
                      ? arith::AndIOp::create(b, firstWarp, isFirst).getResult()
                      : isFirst;
    }

    AccessEmitter access(b, thread,
                         {adaptor.getTarget(), adaptor.getOrigins(),
                          adaptor.getSymbols(), op.getIndexMap(),
                          hasSignedOrigin(op)},
                         layout);
    int64_t width = 1;
    if (auto attr = op->getAttrOfType<IntegerAttr>(tile::kWidthAttrName))
      width = attr.getInt();
    Type element =
        cast<VectorType>(adaptor.getValue().getType()).getElementType();
    int64_t bytes = element.getIntOrFloatBitWidth() / 8;
    auto number = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
    };
    // One access's registers, from the first on.
    auto getValue = [&](int64_t reg) -> Value {
      return extractRun(b, adaptor.getValue(), reg, width);
    };
    // As many accesses at a time as there are copies to make one each.
    int64_t accesses = layout.getNumRegisters() / width;
    for (int64_t first = 0; first < accesses;) {
      int64_t count = std::min({accesses - first, replicas, kMaxSharedStores});
      SmallVector<int64_t> regs;
      for (int64_t i = 0; i < count; ++i)
        regs.push_back((first + i) * width);
      first += count;
      AccessEmitter::Element place = access.getElement(regs, replica);
      Value condition = firstWarp;
      auto require = [&](Value value) {
        condition = condition
                        ? arith::AndIOp::create(b, condition, value).getResult()
                        : value;
      };
      if (place.inBounds)
        require(place.inBounds);
      if (count < replicas)
        require(arith::CmpIOp::create(b, arith::CmpIPredicate::ult, replica,
                                      number(count)));
      Value value = getValue(regs[0]);
      for (int64_t i = 1; i < count; ++i)
        value = arith::SelectOp::create(
            b,
            arith::CmpIOp::create(b, arith::CmpIPredicate::eq, replica,
                                  number(i)),
            getValue(regs[i]), value);
      if (!condition) {
        LLVM::StoreOp::create(b, value, place.address, bytes * width);
        continue;
      }
      if (accesses <= kMaxPredicatedStores) {
        emitPredicatedStore(b, value, place.address, condition);
        continue;
      }
      auto guarded = scf::IfOp::create(b, condition, /*else=*/false);
      OpBuilder then = guarded.getThenBodyBuilder();
      LLVM::StoreOp::create(then, op.getLoc(), value, place.address,
                            bytes * width);
    }
    rewriter.eraseOp(op);
    return success();
  }

  const ThreadPlaces &places;
};

} // namespace

void gl::populateMemoryPatterns(const TypeConverter &converter,
                                RewritePatternSet &patterns,
                                const ThreadPlaces &places) {
  patterns.add<LoadLowering, StoreLowering>(converter, patterns.getContext(),
                                            places);
}
