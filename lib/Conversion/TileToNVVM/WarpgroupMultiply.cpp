//===- WarpgroupMultiply.cpp - Products from shared memory ----------------===//
//
// A tile.ring_dot becomes wgmma instructions on descriptors of the two slots:
// for each 64 rows of the accumulator that the warpgroup holds one for each 32
// bytes of K, all in one group that is waited for. Descriptors are moved by
// adding constants to them (see MatrixDescriptor).
//
// Waiting for a group before the next is started costs nothing where two
// warpgroups take turns on the tensor cores, and the slots are free at once. A
// product that is left under way waits for the group before its own, and
// nothing touches its sums before a tile.await_product.
//
// Products of tf32x3 take the operands' low parts from slots of their own: each
// depth has three instructions, the products with a low part first.
//
// Where sums are promoted, the instructions of 64 rows and 128 bytes of K start
// from zero, are waited for, and what they made is added to the accumulator:
// while one warpgroup adds, the other one multiplies.
//
//===----------------------------------------------------------------------===//

#include "SharedAddresses.h"

#include "gl/Dialect/Tile/IR/MatrixDescriptor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::gl;
using tile::Layout;
using tile::MatrixDescriptor;
using tile::SharedLayout;

/// Rows of one instruction, which a warpgroup executes.
static constexpr int64_t kRows = 64;

namespace {

/// One operand of a product: descriptors of its parts.
class Operand {
public:
  /// `part` numbers, for this warpgroup, the parts of `partRows` rows that the
  /// warpgroups share out; null if all have the whole.
  Operand(ImplicitLocOpBuilder &b, tile::RingType ring, Value base, Value slot,
          Value part, int64_t partRows)
      : b(b), descriptor(ring.getSharedLayout()) {
    // The address field has 14 bits of 16 bytes.
    constexpr int64_t kAddressMask = 0x3ffff, kAddressShift = 4;
    uint64_t constants = descriptor.getConstantBits();
    Value address = LLVM::PtrToIntOp::create(b, b.getI32Type(), base);
    address = LLVM::AndOp::create(b, address, i32(kAddressMask));
    address = LLVM::LShrOp::create(b, address, i32(kAddressShift));
    low = LLVM::OrOp::create(b, address, i32(llvm::Lo_32(constants)));
    high = i32(llvm::Hi_32(constants));
    if (part)
      add(part, descriptor.getOffset(partRows, 0));
    Value number = arith::IndexCastOp::create(b, b.getI32Type(), slot);
    add(number, ring.getSlotBytes() / SharedLayout::kChunkBytes);
  }

  /// The descriptor of the part at `row` and `depth`. Only its low word moves:
  /// of sums of 64 bits with a constant high word, ptxas 13.0 leaves out that
  /// word.
  Value get(int64_t row, int64_t depth) {
    Value word = low;
    if (int64_t offset = descriptor.getOffset(row, depth))
      word = LLVM::AddOp::create(b, low, i32(offset));
    Value words = vector::FromElementsOp::create(
        b, VectorType::get({2}, b.getI32Type()), ValueRange{word, high});
    return LLVM::BitcastOp::create(b, b.getI64Type(), words);
  }
  NVVM::MMALayout getOrder(bool isLeft) const {
    // The left operand by rows and the right one by columns are both K-major.
    return descriptor.isKMajor() == isLeft ? NVVM::MMALayout::row
                                           : NVVM::MMALayout::col;
  }

private:
  Value i32(int64_t value) {
    return LLVM::ConstantOp::create(b, b.getI32Type(),
                                    b.getI32IntegerAttr(value));
  }
  void add(Value number, int64_t times) {
    Value offset = LLVM::MulOp::create(b, number, i32(times));
    low = LLVM::AddOp::create(b, low, offset);
  }

  ImplicitLocOpBuilder &b;
  MatrixDescriptor descriptor;
  Value low, high; ///< i32 words
};

/// The left and the right operand of an instruction.
using OperandPair = std::pair<Operand *, Operand *>;

/// The instructions of one warpgroup. Sums are given and returned register by
/// register; none given are zero.
class ProductEmitter {
public:
  /// `pairs` are multiplied one after the other at each depth.
  ProductEmitter(ImplicitLocOpBuilder &b, tile::RingDotOp op,
                 ArrayRef<OperandPair> pairs, int64_t columns);

  /// All in one group, which is waited for unless it is left under way. Then
  /// those before it are done.
  SmallVector<Value> emit(int64_t rows, ArrayRef<Value> sums, bool underWay);
  /// In groups of at most kPromotedDepths instructions, each summed from zero.
  SmallVector<Value> emitPromoted(int64_t rows, ArrayRef<Value> sums);

private:
  /// Instructions whose products are summed before they are added in f32: 128
  /// bytes of K.
  static constexpr int64_t kPromotedDepths = 4;

  /// The instructions at depths [first, last) of the 64 rows at `row`, on top
  /// of `acc`, a struct, or of zero if `fromZero`. Then `acc` only names
  /// registers.
  Value multiply(int64_t row, int64_t first, int64_t last, Value acc,
                 bool fromZero);
  SmallVector<Value> unpackSums(Value acc) {
    SmallVector<Value> elements;
    for (int64_t i = 0; i < perInstruction; ++i)
      elements.push_back(LLVM::ExtractValueOp::create(b, acc, i));
    return elements;
  }

  ImplicitLocOpBuilder &b;
  SmallVector<OperandPair, 3> pairs;
  int64_t perInstruction; ///< f32 sums of one thread
  int64_t depths;
  LLVM::LLVMStructType structType;
  NVVM::MMAShapeAttr shape;
  NVVM::WGMMATypesAttr kind;
};

struct RingDotLowering : SharedPattern<tile::RingDotOp> {
  using SharedPattern::SharedPattern;

  LogicalResult
  matchAndRewrite(tile::RingDotOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override;
};

struct AwaitProductLowering : OpConversionPattern<tile::AwaitProductOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tile::AwaitProductOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override;
};

} // namespace

static NVVM::WGMMATypes getElementKind(Type type) {
  return type.isF32()                  ? NVVM::WGMMATypes::tf32
         : type.isF16()                ? NVVM::WGMMATypes::f16
         : type.isBF16()               ? NVVM::WGMMATypes::bf16
         : isa<Float8E4M3FNType>(type) ? NVVM::WGMMATypes::e4m3
                                       : NVVM::WGMMATypes::e5m2;
}

/// Waits for the last group, or goes on behind such a wait, and returns the
/// registers `terms` that it made, added to `totals` unless there are none.
static SmallVector<Value> emitWait(ImplicitLocOpBuilder &b,
                                   ArrayRef<Value> terms,
                                   ArrayRef<Value> totals, bool waits) {
  // One piece of text: an addition must not move in front of the wait, nor
  // behind the next group, where the sums of both groups would be alive.
  int64_t count = terms.size();
  std::string text = waits ? "wgmma.wait_group.sync.aligned 0;" : "";
  std::string outputs, tied, free;
  for (int64_t i = 0; i < count; ++i) {
    std::string number = std::to_string(i);
    outputs += "=f,";
    tied += number + ",";
    if (totals.empty())
      continue;
    std::string total = "$" + number;
    std::string term = "$" + std::to_string(2 * count + i);
    text += " add.rn.f32 " + total + ", " + total + ", " + term + ";";
    free += "f,";
  }
  std::string constraints = outputs + tied + free;
  constraints.pop_back();
  SmallVector<Value> inputs(totals);
  llvm::append_range(inputs, terms);
  auto type = LLVM::LLVMStructType::getLiteral(
      b.getContext(), SmallVector<Type>(count, b.getF32Type()));
  Value result = LLVM::InlineAsmOp::create(
                     b, type, inputs, text, constraints,
                     /*has_side_effects=*/true, /*is_align_stack=*/false,
                     LLVM::tailcallkind::TailCallKind::None,
                     LLVM::AsmDialectAttr(), ArrayAttr())
                     .getResult(0);
  SmallVector<Value> elements;
  for (int64_t i = 0; i < count; ++i)
    elements.push_back(LLVM::ExtractValueOp::create(b, result, i));
  return elements;
}

ProductEmitter::ProductEmitter(ImplicitLocOpBuilder &b, tile::RingDotOp op,
                               ArrayRef<OperandPair> pairs, int64_t columns)
    : b(b), pairs(pairs), perInstruction(columns / 2) {
  RankedTensorType tile = op.getLhs().getType().getTile();
  Type element = tile.getElementType();
  int64_t perDepth =
      MatrixDescriptor::kDepthBytes * 8 / element.getIntOrFloatBitWidth();
  depths =
      llvm::divideCeil(op.getDepth().value_or(tile.getDimSize(1)), perDepth);
  MLIRContext *context = b.getContext();
  structType = LLVM::LLVMStructType::getLiteral(
      context, SmallVector<Type>(perInstruction, b.getF32Type()));
  shape = NVVM::MMAShapeAttr::get(context, kRows, columns, perDepth);
  kind = NVVM::WGMMATypesAttr::get(context, getElementKind(element));
}

Value ProductEmitter::multiply(int64_t row, int64_t first, int64_t last,
                               Value acc, bool fromZero) {
  MLIRContext *context = b.getContext();
  auto f32 = NVVM::WGMMATypesAttr::get(context, NVVM::WGMMATypes::f32);
  auto one = NVVM::WGMMAScaleInAttr::get(context, NVVM::WGMMAScaleIn::one);
  for (int64_t depth = first; depth < last; ++depth)
    for (auto [left, right] : pairs) {
      auto scale =
          fromZero ? NVVM::WGMMAScaleOut::zero : NVVM::WGMMAScaleOut::one;
      fromZero = false;
      acc = NVVM::WgmmaMmaAsyncOp::create(
          b, structType, acc, left->get(row, depth), right->get(0, depth),
          shape, kind, kind, f32, NVVM::WGMMAScaleOutAttr::get(context, scale),
          one, one,
          NVVM::MMALayoutAttr::get(context, left->getOrder(/*isLeft=*/true)),
          NVVM::MMALayoutAttr::get(context, right->getOrder(/*isLeft=*/false)),
          NVVM::MMAIntOverflowAttr());
    }
  return acc;
}

SmallVector<Value> ProductEmitter::emit(int64_t rows, ArrayRef<Value> sums,
                                        bool underWay) {
  NVVM::WgmmaFenceAlignedOp::create(b);
  SmallVector<Value> made, elements;
  for (int64_t row = 0; row < rows; row += kRows) {
    Value acc;
    if (sums.empty()) {
      acc = LLVM::UndefOp::create(b, structType);
    } else {
      acc = LLVM::PoisonOp::create(b, structType);
      for (int64_t i = 0; i < perInstruction; ++i)
        acc = LLVM::InsertValueOp::create(
            b, acc, sums[row / kRows * perInstruction + i], i);
    }
    made.push_back(multiply(row, 0, depths, acc, sums.empty()));
  }
  NVVM::WgmmaGroupSyncAlignedOp::create(b);
  if (underWay) {
    NVVM::WgmmaWaitGroupSyncOp::create(b, 1);
    for (Value acc : made)
      llvm::append_range(elements, unpackSums(acc));
    return elements;
  }
  // The sums pass through the wait, so that nothing that reads them can move in
  // front of it.
  for (Value acc : made)
    llvm::append_range(
        elements, emitWait(b, unpackSums(acc), {}, /*waits=*/acc == made[0]));
  return elements;
}

SmallVector<Value> ProductEmitter::emitPromoted(int64_t rows,
                                                ArrayRef<Value> sums) {
  SmallVector<Value> elements;
  // All groups whose sums are added elsewhere have the same registers.
  Value acc = LLVM::UndefOp::create(b, structType);
  for (int64_t row = 0; row < rows; row += kRows) {
    SmallVector<Value> totals;
    if (!sums.empty())
      totals = llvm::to_vector(
          sums.slice(row / kRows * perInstruction, perInstruction));
    for (int64_t depth = 0; depth < depths; depth += kPromotedDepths) {
      NVVM::WgmmaFenceAlignedOp::create(b);
      bool isFirst = totals.empty();
      Value made =
          multiply(row, depth, std::min(depth + kPromotedDepths, depths), acc,
                   /*fromZero=*/true);
      NVVM::WgmmaGroupSyncAlignedOp::create(b);
      totals = emitWait(b, unpackSums(made), totals, /*waits=*/true);
      if (!isFirst)
        acc = made;
    }
    llvm::append_range(elements, totals);
  }
  return elements;
}

LogicalResult
RingDotLowering::matchAndRewrite(tile::RingDotOp op, OpAdaptor adaptor,
                                 ConversionPatternRewriter &rewriter) const {
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  const ThreadPlace &place = getPlace(places, op);
  Layout layout = getLayout(op.getType());
  // Which of the instruction's operands are M and N.
  unsigned rowDim = op.getSwapped(), columnDim = 1 - rowDim;
  tile::RingType rings[2] = {op.getLhs().getType(), op.getRhs().getType()};
  Value bases[2] = {adaptor.getLhs(), adaptor.getRhs()};
  Value slots[2] = {adaptor.getLhsSlot(), adaptor.getRhsSlot()};
  auto shape = cast<RankedTensorType>(op.getType()).getShape();

  // The warpgroups share out rows or columns; what each has follows from the
  // layout of the accumulator.
  Value group;
  if (place.numWarps > kWarpgroupWarps)
    group = LLVM::UDivOp::create(
        b, place.warp,
        LLVM::ConstantOp::create(b, b.getI32Type(),
                                 b.getI32IntegerAttr(kWarpgroupWarps)));
  int64_t groups = place.numWarps / kWarpgroupWarps;
  int64_t parts[2] = {1, 1}, sizes[2];
  for (unsigned dim : {rowDim, columnDim}) {
    llvm::DenseSet<int64_t> starts;
    for (int64_t warp = 0; warp < place.numWarps; warp += kWarpgroupWarps)
      starts.insert(layout.getWarpCoordinates(warp, 2)[dim]);
    parts[dim] = starts.size();
    sizes[dim] = shape[dim] / parts[dim];
  }
  if (parts[0] * parts[1] != groups)
    return op.emitOpError("has an accumulator whose warpgroups hold copies");
  // Of lhs and rhs, and then of their low parts, if they have any.
  std::optional<Operand> operands[2], low[2];
  Value lowBases[2] = {adaptor.getLhsLow(), adaptor.getRhsLow()};
  for (unsigned dim : {rowDim, columnDim}) {
    // Row groups count fastest in the layout.
    Value part = parts[dim] == 1 ? Value() : group;
    if (part && parts[1 - dim] != 1) {
      Value count = LLVM::ConstantOp::create(
          b, b.getI32Type(), b.getI32IntegerAttr(parts[rowDim]));
      part = dim == rowDim ? LLVM::URemOp::create(b, group, count).getResult()
                           : LLVM::UDivOp::create(b, group, count).getResult();
    }
    if (part && rings[dim].getAlong() == 0 &&
        sizes[dim] * rings[dim].getSharedLayout().getElementBytes() %
                rings[dim].getSwizzle() !=
            0)
      return op.emitOpError("gives each warpgroup ")
             << sizes[dim] << " of " << shape[dim]
             << " rows that run across K, which must be whole panels of "
             << rings[dim].getSwizzle() << " bytes";
    operands[dim].emplace(b, rings[dim], bases[dim], slots[dim], part,
                          sizes[dim]);
    if (lowBases[dim])
      low[dim].emplace(b, rings[dim], lowBases[dim], slots[dim], part,
                       sizes[dim]);
  }

  // The small ones first, while the sum is small.
  SmallVector<OperandPair, 3> pairs;
  if (lowBases[0])
    pairs = {{&*operands[rowDim], &*low[columnDim]},
             {&*low[rowDim], &*operands[columnDim]}};
  pairs.push_back({&*operands[rowDim], &*operands[columnDim]});
  ProductEmitter product(b, op, pairs, sizes[columnDim]);
  SmallVector<Value> sums;
  if (!matchPattern(op.getAcc(), m_AnyZeroFloat()))
    sums = unpack(b, adaptor.getAcc());
  rewriter.replaceOpWithNewOp<vector::FromElementsOp>(
      op, getTypeConverter()->convertType(op.getType()),
      op.getPromoted() ? product.emitPromoted(sizes[rowDim], sums)
                       : product.emit(sizes[rowDim], sums, op.getUnderWay()));
  return success();
}

LogicalResult AwaitProductLowering::matchAndRewrite(
    tile::AwaitProductOp op, OpAdaptor adaptor,
    ConversionPatternRewriter &rewriter) const {
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  rewriter.replaceOpWithNewOp<vector::FromElementsOp>(
      op, adaptor.getAcc().getType(),
      emitWait(b, unpack(b, adaptor.getAcc()), {}, /*waits=*/true));
  return success();
}

void gl::populateWarpgroupMultiplyPatterns(const TypeConverter &converter,
                                           RewritePatternSet &patterns,
                                           const ThreadPlaces &places) {
  patterns.add<RingDotLowering>(converter, patterns.getContext(), places);
  patterns.add<AwaitProductLowering>(converter, patterns.getContext());
}
