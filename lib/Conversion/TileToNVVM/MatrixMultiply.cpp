//===- MatrixMultiply.cpp - Products on tensor cores ----------------------===//
//
// A tile.dot whose tiles have the layouts of mma fragments becomes one
// mma.sync.m16n8kK for each 16 x 8 x K part of it. Registers are matched by
// their coordinates, as everywhere.
//
// f8 operands are converted to f16, which is exact, and multiplied as such:
// Hopper's tensor cores keep fewer bits of the sums of f8 products. A word
// holds 4 neighbours along K, where one of f16 holds 2; the two halves of all
// words are two products of depth 16. That permutes K, of both operands alike.
//
// f32 operands of `tf32` are rounded to TF32, to nearest with ties away from
// zero. For `tf32x3` an operand a is split into a high part h, which is a
// without the bits that TF32 has no room for, and a low part l = a - h, which
// is exact, and the product of two is h h' + h l' + l h'. What is left out, l
// l' and the bits of l beyond TF32 (the instruction ignores them), is below
// 2^-20 of the product. Cutting costs one operation each where rounding costs
// several, and h, l and a have one sign, so an infinity or an overflow cannot
// arise from it. Tensor cores do not round their sums to nearest, so every
// depth of K is summed from zero there and added to the accumulator by an
// ordinary addition: the error then grows as that of an f32 sum.
//
//===----------------------------------------------------------------------===//

#include "ThreadCode.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::gl;
using tile::Layout;
using tile::LayoutDigit;

static bool isMmaAccumulator(const Layout &layout) {
  ArrayRef<LayoutDigit> lanes = layout.getLanes(),
                        registers = layout.getRegisters();
  return lanes.size() == 2 && lanes[0] == LayoutDigit::along(4, 1, 2) &&
         lanes[1] == LayoutDigit::along(8, 0, 1) && registers.size() >= 2 &&
         registers[0] == LayoutDigit::along(2, 1, 1) &&
         registers[1] == LayoutDigit::along(2, 0, 8);
}

namespace {

/// A fragment's words, as the instruction takes them.
using Words = SmallVector<Value, 4>;

/// The fragments of one operand by place, each made once.
class Fragments {
public:
  Fragments(ImplicitLocOpBuilder &b, const Layout &layout, Type element,
            Value tile)
      : b(b), tile(tile), element(element) {
    for (int64_t reg = 0; reg < layout.getNumRegisters(); ++reg) {
      Layout::Coordinates c = layout.getRegisterCoordinates(reg, 2);
      registers[{c[0], c[1]}] = reg;
    }
  }

  /// Two neighbours along K, as a word of an operand of 16-bit elements.
  Value getPair(int64_t row, int64_t k) {
    Value pair = vector::ExtractStridedSliceOp::create(
        b, tile, registers.lookup({row, k}), 2, 1);
    if (getStorageType(element) != element)
      return emitF8ToF16(b, element, pair);
    if (element.isF16())
      return pair;
    return LLVM::BitcastOp::create(b, b.getI32Type(), pair);
  }
  Value getElement(int64_t row, int64_t k) {
    return vector::ExtractOp::create(b, tile, registers.lookup({row, k}));
  }

private:
  ImplicitLocOpBuilder &b;
  Value tile;
  Type element;
  llvm::DenseMap<std::pair<int64_t, int64_t>, int64_t> registers;
};

/// Lowers one dot.
class MmaEmitter {
public:
  MmaEmitter(ImplicitLocOpBuilder &b, tile::DotOp op, Value lhs, Value rhs)
      : b(b), op(op), lhsLayout(getLayout(op.getLhs().getType())),
        rhsLayout(getLayout(op.getRhs().getType())),
        accLayout(getLayout(op.getAcc().getType())),
        element(getElementTypeOrSelf(op.getLhs())),
        lhs(b, lhsLayout, element, lhs), rhs(b, rhsLayout, element, rhs) {}

  SmallVector<Value> emit(SmallVector<Value> acc);

private:
  struct Operand {
    Words high, low; ///< low of tf32x3 and f8 only
  };
  Operand getOperand(Fragments &fragments, int64_t row, int64_t k, bool isLhs);
  Value round(Value value) {
    return NVVM::ConvertFloatToTF32Op::create(
        b, b.getI32Type(), value, NVVM::FPRoundingMode::RNA,
        NVVM::SaturationMode::NONE, /*relu=*/false);
  }
  Words multiply(const Words &a, const Words &c, const Words &sum);

  ImplicitLocOpBuilder &b;
  tile::DotOp op;
  Layout lhsLayout, rhsLayout, accLayout;
  Type element;
  Fragments lhs, rhs;
};

MmaEmitter::Operand MmaEmitter::getOperand(Fragments &fragments, int64_t row,
                                           int64_t k, bool isLhs) {
  int64_t perRow = 128 / element.getIntOrFloatBitWidth();
  bool isF8 = element.getIntOrFloatBitWidth() == 8;
  // Rows 0 and 8 of lhs at the first 16 bytes of K, then at the second; rhs has
  // one row of words only.
  SmallVector<std::pair<int64_t, int64_t>> places;
  for (int64_t at : {k, k + perRow}) {
    places.push_back({row, at});
    if (isLhs)
      places.push_back({row + 8, at});
  }
  Operand operand;
  for (auto [r, at] : places) {
    if (!element.isF32()) {
      operand.high.push_back(fragments.getPair(r, at));
      if (isF8)
        operand.low.push_back(fragments.getPair(r, at + 2));
      continue;
    }
    Value value = fragments.getElement(r, at);
    if (op.getPrecision() != Precision::tf32x3) {
      operand.high.push_back(round(value));
      continue;
    }
    Value high = LLVM::AndOp::create(
        b, LLVM::BitcastOp::create(b, b.getI32Type(), value).getResult(),
        LLVM::ConstantOp::create(b, b.getI32Type(),
                                 b.getI32IntegerAttr(kTF32Bits)));
    Value low = arith::SubFOp::create(
        b, value, LLVM::BitcastOp::create(b, b.getF32Type(), high));
    operand.high.push_back(high);
    operand.low.push_back(LLVM::BitcastOp::create(b, b.getI32Type(), low));
  }
  return operand;
}

Words MmaEmitter::multiply(const Words &a, const Words &c, const Words &sum) {
  int64_t depth = element.isF32() ? 8 : 16;
  auto kind = element.isF32()    ? NVVM::MMATypes::tf32
              : element.isBF16() ? NVVM::MMATypes::bf16
                                 : NVVM::MMATypes::f16;
  Type f32 = b.getF32Type();
  Type type = LLVM::LLVMStructType::getLiteral(b.getContext(),
                                               SmallVector<Type>(4, f32));
  Value result = NVVM::MmaOp::create(
      b, type, a, c, sum, ArrayRef<int64_t>{16, 8, depth}, std::nullopt,
      std::nullopt, std::array<NVVM::MMATypes, 2>{kind, kind},
      std::array<NVVM::MMALayout, 2>{NVVM::MMALayout::row,
                                     NVVM::MMALayout::col});
  Words words;
  for (int64_t i = 0; i < 4; ++i)
    words.push_back(LLVM::ExtractValueOp::create(b, result, i));
  return words;
}

SmallVector<Value> MmaEmitter::emit(SmallVector<Value> acc) {
  auto lhsType = cast<RankedTensorType>(op.getLhs().getType());
  int64_t depth = 256 / element.getIntOrFloatBitWidth();
  // Places of the 16 x 8 parts that this warp holds.
  SmallVector<int64_t> rows, columns;
  for (int64_t reg = 0; reg < accLayout.getNumRegisters(); reg += 4) {
    Layout::Coordinates c = accLayout.getRegisterCoordinates(reg, 2);
    if (!llvm::is_contained(rows, c[0]))
      rows.push_back(c[0]);
    if (!llvm::is_contained(columns, c[1]))
      columns.push_back(c[1]);
  }
  Value zero;
  if (op.getPrecision() == Precision::tf32x3)
    zero = arith::ConstantOp::create(b, b.getF32FloatAttr(0));
  for (int64_t k = 0; k < lhsType.getDimSize(1); k += depth) {
    SmallVector<Operand> right;
    for (int64_t column : columns)
      right.push_back(getOperand(rhs, column, k, /*isLhs=*/false));
    for (int64_t row : rows) {
      Operand left = getOperand(lhs, row, k, /*isLhs=*/true);
      for (auto [i, column] : llvm::enumerate(columns)) {
        unsigned reg = findRegister(accLayout, {row, column});
        Words sum(acc.begin() + reg, acc.begin() + reg + 4);
        if (op.getPrecision() != Precision::tf32x3) {
          sum = multiply(left.high, right[i].high, sum);
          if (!left.low.empty())
            sum = multiply(left.low, right[i].low, sum);
        } else {
          Words part(4, zero);
          part = multiply(left.low, right[i].high, part);
          part = multiply(left.high, right[i].low, part);
          part = multiply(left.high, right[i].high, part);
          for (auto [total, term] : llvm::zip_equal(sum, part))
            total = arith::AddFOp::create(b, total, term);
        }
        llvm::copy(sum, acc.begin() + reg);
      }
    }
  }
  return acc;
}

struct MmaLowering : OpConversionPattern<tile::DotOp> {
  MmaLowering(const TypeConverter &converter, MLIRContext *context)
      : OpConversionPattern(converter, context, /*benefit=*/2) {}

  LogicalResult
  matchAndRewrite(tile::DotOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isMmaAccumulator(getLayout(op.getAcc().getType())))
      return rewriter.notifyMatchFailure(
          op, "the accumulator is not spread as an mma fragment");
    Type element = getElementTypeOrSelf(op.getLhs());
    Layout acc = getLayout(op.getAcc().getType());
    // A fragment's lanes, and rows where the accumulator's warps have them.
    auto isFragment = [&](Value tile, unsigned accDim) {
      int64_t perWord = 32 / element.getIntOrFloatBitWidth();
      Layout layout = getLayout(tile.getType());
      ArrayRef<LayoutDigit> lanes = layout.getLanes();
      if (lanes.size() != 2 || lanes[0] != LayoutDigit::along(4, 1, perWord) ||
          lanes[1] != LayoutDigit::along(8, 0, 1) ||
          layout.getContiguity(1) < perWord)
        return false;
      int64_t warps = std::max(layout.getNumWarps(), acc.getNumWarps());
      for (int64_t warp = 0; warp < warps; ++warp) {
        Layout::Coordinates place = layout.getWarpCoordinates(warp, 2);
        if (place[0] != acc.getWarpCoordinates(warp, 2)[accDim] ||
            place[1] != 0)
          return false;
      }
      return true;
    };
    if (!isFragment(op.getLhs(), 0) || !isFragment(op.getRhs(), 1) ||
        (element.isF32() && op.getPrecision() == Precision::ieee))
      return op.emitOpError("cannot be computed by mma.sync: its operands are "
                            "not fragments, or are f32 with precision ieee");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    MmaEmitter emitter(b, op, adaptor.getLhs(), adaptor.getRhs());
    rewriter.replaceOpWithNewOp<vector::FromElementsOp>(
        op, adaptor.getAcc().getType(),
        emitter.emit(unpack(b, adaptor.getAcc())));
    return success();
  }
};

} // namespace

void gl::populateMatrixMultiplyPatterns(const TypeConverter &converter,
                                        RewritePatternSet &patterns) {
  patterns.add<MmaLowering>(converter, patterns.getContext());
}
