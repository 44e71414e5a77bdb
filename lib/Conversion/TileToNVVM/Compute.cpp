//===- Compute.cpp - Arithmetic of one thread on its part of tiles --------===//
//
// One pattern per operation. Registers of different tiles are matched by the
// coordinates that their layouts give them, so that nothing here knows how the
// schedule spread a tile; what a layout cannot do within a thread or a warp is
// refused with both layouts in the message.
//
//===----------------------------------------------------------------------===//

#include "ThreadCode.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::gl;
using tile::Layout;
using tile::LayoutDigit;

/// Each half of a word is the upper half of an f32: a shift and a mask widen
/// both, where LLVM takes three instructions.
static Value widenBF16(ImplicitLocOpBuilder &b, Value registers) {
  auto type = cast<VectorType>(registers.getType());
  auto words = VectorType::get({type.getNumElements() / 2}, b.getI32Type());
  auto number = [&](uint32_t value) -> Value {
    return arith::ConstantOp::create(
        b, DenseElementsAttr::get(words, APInt(32, value)));
  };
  Value pairs = vector::BitCastOp::create(b, words, registers);
  Value low = arith::ShLIOp::create(b, pairs, number(16)),
        high = arith::AndIOp::create(b, pairs, number(0xffff0000));
  return arith::BitcastOp::create(b, type.clone(b.getF32Type()),
                                  vector::InterleaveOp::create(b, low, high));
}

/// The registers of a tile of type `tile`, in the wider type `type`.
static Value widen(ImplicitLocOpBuilder b, Type tile, Value registers,
                   VectorType type) {
  Type element = cast<RankedTensorType>(tile).getElementType();
  if (getStorageType(element) != element)
    registers = emitF8ToF16(b, element, registers);
  if (registers.getType() == type)
    return registers;
  // bf16 has all the bits of an f8, but there is no instruction from f16.
  if (type.getElementType().isBF16() && getStorageType(element) != element)
    return arith::TruncFOp::create(
        b, type,
        arith::ExtFOp::create(b, type.clone(b.getF32Type()), registers));
  if (element.isBF16() && type.getElementType().isF32() &&
      type.getNumElements() % 2 == 0)
    return widenBF16(b, registers);
  return arith::ExtFOp::create(b, type, registers);
}

namespace {

/// The element-wise operations of arith and math are the same on one thread's
/// registers.
struct ElementwiseLowering : ConversionPattern {
  ElementwiseLowering(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), 1, context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op->hasTrait<OpTrait::Elementwise>())
      return rewriter.notifyMatchFailure(op, "not element-wise");
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op->getResultTypes(), types)))
      return rewriter.notifyMatchFailure(op, "result type not converted");
    if (auto extend = dyn_cast<arith::ExtFOp>(op)) {
      rewriter.replaceOp(op, widen(ImplicitLocOpBuilder(op->getLoc(), rewriter),
                                   extend.getIn().getType(), operands[0],
                                   cast<VectorType>(types[0])));
      return success();
    }
    // Functions are expanded later, and the expansions are of scalars.
    if (isa<math::MathDialect>(op->getDialect()) && types.size() == 1 &&
        isa<VectorType>(types[0])) {
      auto type = cast<VectorType>(types[0]);
      ImplicitLocOpBuilder b(op->getLoc(), rewriter);
      SmallVector<Value> elements;
      for (int64_t i = 0; i < type.getNumElements(); ++i) {
        SmallVector<Value> scalars;
        for (Value operand : operands)
          scalars.push_back(vector::ExtractOp::create(b, operand, i));
        OperationState state(op->getLoc(), op->getName(), scalars,
                             type.getElementType(), op->getAttrs());
        elements.push_back(rewriter.create(state)->getResult(0));
      }
      rewriter.replaceOpWithNewOp<vector::FromElementsOp>(op, type, elements);
      return success();
    }
    OperationState state(op->getLoc(), op->getName(), operands, types,
                         op->getAttrs());
    rewriter.replaceOp(op, rewriter.create(state)->getResults());
    return success();
  }
};

struct ConstantLowering : OpConversionPattern<arith::ConstantOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(arith::ConstantOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto elements = dyn_cast<SplatElementsAttr>(op.getValue());
    if (!elements)
      return op.emitOpError("only splat constants can be tiles on a GPU");
    auto type = cast<VectorType>(getTypeConverter()->convertType(op.getType()));
    auto value = elements.getSplatValue<Attribute>();
    if (type.getElementType() != elements.getElementType())
      value =
          IntegerAttr::get(type.getElementType(),
                           cast<FloatAttr>(value).getValue().bitcastToAPInt());
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(
        op, type, SplatElementsAttr::get(type, value));
    return success();
  }
};

/// Cycles from a multiply-add to the next that takes its result, on a scheduler
/// that issues one each cycle.
constexpr int64_t kLatencyOfFma = 4;
/// Fewer terms are not worth the addition of another sum.
constexpr int64_t kLeastTermsOfSum = 4;

struct DotLowering : OpConversionPattern<tile::DotOp> {
  using OpConversionPattern::OpConversionPattern;

  /// Lanes and warps must agree about M between lhs and acc, about N between
  /// rhs and acc, and about K between lhs and rhs.
  static bool agree(const Layout &lhs, const Layout &rhs, const Layout &acc) {
    auto same = [](const Layout::Coordinates &l, const Layout::Coordinates &r,
                   const Layout::Coordinates &a) {
      return l[0] == a[0] && r[0] == a[1] && l[1] == r[1];
    };
    for (int64_t lane = 0; lane < 32; ++lane)
      if (!same(lhs.getLaneCoordinates(lane, 2),
                rhs.getLaneCoordinates(lane, 2),
                acc.getLaneCoordinates(lane, 2)))
        return false;
    int64_t warps =
        std::max({lhs.getNumWarps(), rhs.getNumWarps(), acc.getNumWarps()});
    for (int64_t warp = 0; warp < warps; ++warp)
      if (!same(lhs.getWarpCoordinates(warp, 2),
                rhs.getWarpCoordinates(warp, 2),
                acc.getWarpCoordinates(warp, 2)))
        return false;
    return true;
  }

  LogicalResult
  matchAndRewrite(tile::DotOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const Layout &lhsLayout = getLayout(op.getLhs().getType()),
                 &rhsLayout = getLayout(op.getRhs().getType()),
                 &accLayout = getLayout(op.getAcc().getType());
    if (!agree(lhsLayout, rhsLayout, accLayout))
      return op.emitOpError("the layouts of lhs, rhs and acc spread M, N or K "
                            "differently over the threads");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto toF32 = [&](Value tile, Value registers) {
      auto type = cast<VectorType>(registers.getType());
      return unpack(
          b, widen(b, tile.getType(), registers, type.clone(b.getF32Type())));
    };
    SmallVector<Value> lhs = toF32(op.getLhs(), adaptor.getLhs());
    SmallVector<Value> rhs = toF32(op.getRhs(), adaptor.getRhs());
    SmallVector<Value> acc = unpack(b, adaptor.getAcc());
    // The K coordinates that this thread holds, in register order.
    SmallVector<int64_t> ks;
    for (int64_t reg = 0; reg < lhsLayout.getNumRegisters(); ++reg) {
      int64_t k = lhsLayout.getRegisterCoordinates(reg, 2)[1];
      if (!llvm::is_contained(ks, k))
        ks.push_back(k);
    }
    // A thread of few results makes each as several sums side by side: one
    // would wait for every multiply-add before the next.
    int64_t results = acc.size(), sums = 1;
    while (results * sums < kLatencyOfFma &&
           int64_t(ks.size()) >= 2 * sums * kLeastTermsOfSum)
      sums *= 2;
    acc.resize(results * sums);
    for (auto [i, k] : llvm::enumerate(ks))
      for (int64_t reg = 0; reg < results; ++reg) {
        Layout::Coordinates mn = accLayout.getRegisterCoordinates(reg, 2);
        Value &sum = acc[i % sums * results + reg],
              left = lhs[findRegister(lhsLayout, {mn[0], k})],
              right = rhs[findRegister(rhsLayout, {mn[1], k})];
        sum = sum ? math::FmaOp::create(b, left, right, sum).getResult()
                  : arith::MulFOp::create(b, left, right).getResult();
      }
    for (; sums > 1; sums /= 2, acc.resize(results * sums))
      for (int64_t i = 0; i < results * sums / 2; ++i)
        acc[i] = arith::AddFOp::create(b, acc[i], acc[results * sums / 2 + i]);
    rewriter.replaceOpWithNewOp<vector::FromElementsOp>(
        op, adaptor.getAcc().getType(), acc);
    return success();
  }
};

struct BroadcastLowering : OpConversionPattern<tile::BroadcastOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tile::BroadcastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const Layout &source = getLayout(op.getSource().getType()),
                 &result = getLayout(op.getType());
    if (source != result.slice(op.getDims()))
      return op.emitOpError("source must have the result's layout without the "
                            "new dims, got ")
             << op.getSource().getType();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    SmallVector<Value> in = unpack(b, adaptor.getSource()), out;
    unsigned rank = cast<RankedTensorType>(op.getType()).getRank();
    for (int64_t reg = 0; reg < result.getNumRegisters(); ++reg) {
      Layout::Coordinates all = result.getRegisterCoordinates(reg, rank);
      SmallVector<int64_t> kept;
      for (int64_t dim : op.getDims())
        kept.push_back(all[dim]);
      out.push_back(in[findRegister(source, kept)]);
    }
    rewriter.replaceOpWithNewOp<vector::FromElementsOp>(
        op, getTypeConverter()->convertType(op.getType()), out);
    return success();
  }
};

/// Combines `value` over one digit of the lanes; all lanes get the result.
Value emitButterfly(ImplicitLocOpBuilder &b, Value value,
                    ArrayRef<LayoutDigit> lanes, unsigned which,
                    tile::ReduceKind kind) {
  int64_t below = 1;
  for (const LayoutDigit &digit : lanes.take_front(which))
    below *= digit.size;
  Type type = value.getType();
  auto i32 = [&](int64_t number) -> Value {
    return LLVM::ConstantOp::create(b, b.getI32Type(),
                                    b.getI32IntegerAttr(number));
  };
  for (int64_t step = lanes[which].size / 2; step >= 1; step /= 2) {
    Value other =
        NVVM::ShflOp::create(b, type, i32(-1), value, i32(below * step),
                             i32(31), NVVM::ShflKind::bfly, UnitAttr());
    value = kind == tile::ReduceKind::add
                ? arith::AddFOp::create(b, value, other).getResult()
                : arith::MaximumFOp::create(b, value, other).getResult();
  }
  return value;
}

struct ReduceLowering : OpConversionPattern<tile::ReduceOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tile::ReduceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const Layout &source = getLayout(op.getSource().getType()),
                 &result = getLayout(op.getType());
    auto type = cast<RankedTensorType>(op.getSource().getType());
    int32_t axis = op.getAxis();
    for (const LayoutDigit &digit : source.getWarps())
      if (digit.dim == axis)
        return op.emitOpError("dim ")
               << axis << " is spread over " << digit.size
               << " warps; a reduction within a warp is all there is";
    if (!type.getElementType().isF32())
      return op.emitOpError("reduces f32 tiles on a GPU, got ") << type;
    SmallVector<int64_t> keptDims;
    for (int32_t dim = 0; dim < type.getRank(); ++dim)
      if (dim != axis)
        keptDims.push_back(dim);
    if (result != source.slice(keptDims))
      return op.emitOpError("result must have the source's layout without dim ")
             << axis << ", got " << op.getType();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    SmallVector<Value> in = unpack(b, adaptor.getSource());
    SmallVector<Value> out(result.getNumRegisters());
    for (int64_t reg = 0; reg < source.getNumRegisters(); ++reg) {
      SmallVector<int64_t> kept(
          source.getRegisterCoordinates(reg, type.getRank()));
      kept.erase(kept.begin() + axis);
      Value &slot = out[findRegister(result, kept)];
      if (!slot)
        slot = in[reg];
      else
        slot = op.getKind() == tile::ReduceKind::add
                   ? arith::AddFOp::create(b, slot, in[reg]).getResult()
                   : arith::MaximumFOp::create(b, slot, in[reg]).getResult();
    }
    for (auto [i, digit] : llvm::enumerate(source.getLanes()))
      if (digit.dim == axis)
        for (Value &value : out)
          value = emitButterfly(b, value, source.getLanes(), i, op.getKind());
    rewriter.replaceOpWithNewOp<vector::FromElementsOp>(
        op, getTypeConverter()->convertType(op.getType()), out);
    return success();
  }
};

/// On all of a thread's elements at once.
struct LowPartLowering : OpConversionPattern<tile::LowPartOp> {
  LowPartLowering(const TypeConverter &converter, MLIRContext *context)
      : OpConversionPattern(converter, context, /*benefit=*/2) {}

  LogicalResult
  matchAndRewrite(tile::LowPartOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto type = cast<VectorType>(adaptor.getSource().getType());
    auto bits = type.clone(b.getI32Type());
    Value high = arith::BitcastOp::create(b, bits, adaptor.getSource());
    Value mask = arith::ConstantOp::create(
        b, DenseElementsAttr::get(bits, APInt(32, uint32_t(kTF32Bits))));
    high = arith::AndIOp::create(b, high, mask);
    high = arith::BitcastOp::create(b, type, high);
    rewriter.replaceOpWithNewOp<arith::SubFOp>(op, adaptor.getSource(), high);
    return success();
  }
};

struct ConvertLayoutLowering : OpConversionPattern<tile::ConvertLayoutOp> {
  ConvertLayoutLowering(const TypeConverter &converter, MLIRContext *context,
                        const ThreadPlaces &places)
      : OpConversionPattern(converter, context), places(places) {}

  LogicalResult
  matchAndRewrite(tile::ConvertLayoutOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const Layout &source = getLayout(op.getSource().getType()),
                 &result = getLayout(op.getType());
    auto type = cast<RankedTensorType>(op.getType());
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    SmallVector<Value> elements = unpack(b, adaptor.getSource());

    auto inLanesOnly = [](const Layout &layout) {
      return llvm::none_of(layout.getWarps(), [](const LayoutDigit &digit) {
        return digit.dim == LayoutDigit::kPartialSum;
      });
    };
    if (source.hasPartialSums() && inLanesOnly(source) &&
        source.withSumsCompleted() == result) {
      for (auto [i, digit] : llvm::enumerate(source.getLanes()))
        if (digit.dim == LayoutDigit::kPartialSum)
          for (Value &value : elements)
            value = emitButterfly(b, value, source.getLanes(), i,
                                  tile::ReduceKind::add);
    } else if (result.hasPartialSums() && inLanesOnly(result) &&
               result.withSumsCompleted() == source) {
      // The whole value in the first lane of each sum, zero in the others.
      const ThreadPlace &place = getPlace(places, op);
      Value zero =
          arith::ConstantOp::create(b, b.getZeroAttr(type.getElementType()));
      for (auto [i, digit] : llvm::enumerate(result.getLanes())) {
        if (digit.dim != LayoutDigit::kPartialSum)
          continue;
        Value isFirst = arith::CmpIOp::create(
            b, arith::CmpIPredicate::eq,
            emitDigit(b, place.lane, result.getLanes(), i),
            arith::ConstantOp::create(b, b.getI32IntegerAttr(0)));
        for (Value &value : elements)
          value = arith::SelectOp::create(b, isFirst, value, zero);
      }
    } else if (source.getLanes() == result.getLanes() &&
               source.getWarps() == result.getWarps() &&
               !source.hasPartialSums()) {
      SmallVector<Value> moved;
      for (int64_t reg = 0; reg < result.getNumRegisters(); ++reg)
        moved.push_back(elements[findRegister(
            source, result.getRegisterCoordinates(reg, type.getRank()))]);
      elements = moved;
    } else {
      return op.emitOpError("would move elements between threads, from ")
             << op.getSource().getType() << " to " << type
             << ", which family simt cannot do";
    }
    rewriter.replaceOpWithNewOp<vector::FromElementsOp>(
        op, getTypeConverter()->convertType(type), elements);
    return success();
  }

  const ThreadPlaces &places;
};

} // namespace

void gl::populateComputePatterns(const TypeConverter &converter,
                                 RewritePatternSet &patterns,
                                 const ThreadPlaces &places) {
  MLIRContext *context = patterns.getContext();
  patterns.add<ElementwiseLowering, ConstantLowering, DotLowering,
               BroadcastLowering, ReduceLowering, LowPartLowering>(converter,
                                                                   context);
  patterns.add<ConvertLayoutLowering>(converter, context, places);
}
