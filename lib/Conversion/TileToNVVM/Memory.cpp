//===- Memory.cpp - Loads and stores of one thread ------------------------===//
//
// tile.load becomes the loads of the elements that the thread holds, as wide as
// the pass has found legal, each under its bounds check; tile.store the stores
// of those that the thread is the one to write. Where lanes hold copies they
// share the stores.
//
//===----------------------------------------------------------------------===//

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
                          adaptor.getSymbols(), op.getIndexMap()},
                         layout);
    SmallVector<Value> elements;
    for (int64_t reg = 0; reg < type.getNumElements(); reg += width) {
      AccessEmitter::Element place = access.getElement(reg);
      auto load = [&](OpBuilder &builder) -> Value {
        return LLVM::LoadOp::create(builder, op.getLoc(), accessType,
                                    place.address, bytes * width);
      };
      Value value;
      if (!place.inBounds) {
        value = load(b);
      } else {
        Value zero = arith::ConstantOp::create(b, b.getZeroAttr(accessType));
        auto guarded =
            scf::IfOp::create(b, accessType, place.inBounds, /*else=*/true);
        OpBuilder then = guarded.getThenBodyBuilder();
        scf::YieldOp::create(then, op.getLoc(), load(then));
        OpBuilder otherwise = guarded.getElseBodyBuilder();
        scf::YieldOp::create(otherwise, op.getLoc(), zero);
        value = guarded.getResult(0);
      }
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
                          adaptor.getSymbols(), op.getIndexMap()},
                         layout);
    int64_t width = 1;
    if (auto attr = op->getAttrOfType<IntegerAttr>(tile::kWidthAttrName))
      width = attr.getInt();
    Type element =
        cast<VectorType>(adaptor.getValue().getType()).getElementType();
    int64_t bytes = element.getIntOrFloatBitWidth() / 8;
    for (int64_t reg = 0; reg < layout.getNumRegisters(); reg += width) {
      AccessEmitter::Element place = access.getElement(reg);
      Value condition = firstWarp;
      auto require = [&](Value value) {
        condition = condition
                        ? arith::AndIOp::create(b, condition, value).getResult()
                        : value;
      };
      if (place.inBounds)
        require(place.inBounds);
      if (replica)
        require(arith::CmpIOp::create(
            b, arith::CmpIPredicate::eq, replica,
            arith::ConstantOp::create(
                b, b.getI32IntegerAttr(reg / width % replicas))));
      Value value;
      if (width == 1)
        value = vector::ExtractOp::create(b, adaptor.getValue(), reg);
      else
        value = vector::ExtractStridedSliceOp::create(b, adaptor.getValue(),
                                                      reg, width, 1);
      if (!condition) {
        LLVM::StoreOp::create(b, value, place.address, bytes * width);
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
