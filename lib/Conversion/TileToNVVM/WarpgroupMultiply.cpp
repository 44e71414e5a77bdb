//===- WarpgroupMultiply.cpp - Products from shared memory ----------------===//
//
// A tile.ring_dot becomes wgmma instructions on descriptors of the two slots:
// for each 64 rows of the accumulator that the warpgroup holds one for each 32
// bytes of K, all in one group that is waited for. Descriptors are moved by
// adding constants to them (see MatrixDescriptor).
//
// Waiting for a group before the next is started costs nothing where two
// warpgroups take turns on the tensor cores, and the slots are free at once.
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

/// Rows of one instruction, and threads that execute it.
static constexpr int64_t kRows = 64, kWarpgroupWarps = 4;

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

struct RingDotLowering : SharedPattern<tile::RingDotOp> {
  using SharedPattern::SharedPattern;

  LogicalResult
  matchAndRewrite(tile::RingDotOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override;
};

} // namespace

static NVVM::WGMMATypes getElementKind(Type type) {
  return type.isF32()   ? NVVM::WGMMATypes::tf32
         : type.isF16() ? NVVM::WGMMATypes::f16
                        : NVVM::WGMMATypes::bf16;
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
  std::optional<Operand> operands[2];
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
  }

  Type element = rings[0].getTile().getElementType();
  int64_t elementBytes = element.getIntOrFloatBitWidth() / 8;
  int64_t perDepth = MatrixDescriptor::kDepthBytes / elementBytes;
  int64_t depths = llvm::divideCeil(
      op.getDepth().value_or(rings[0].getTile().getDimSize(1)), perDepth);
  int64_t columns = sizes[columnDim];
  int64_t perInstruction = columns / 2; // f32 sums of one thread
  MLIRContext *context = b.getContext();
  auto structType = LLVM::LLVMStructType::getLiteral(
      context, SmallVector<Type>(perInstruction, b.getF32Type()));
  auto mmaShape = NVVM::MMAShapeAttr::get(context, kRows, columns, perDepth);
  auto kind = NVVM::WGMMATypesAttr::get(context, getElementKind(element));
  auto f32 = NVVM::WGMMATypesAttr::get(context, NVVM::WGMMATypes::f32);
  auto one = NVVM::WGMMAScaleInAttr::get(context, NVVM::WGMMAScaleIn::one);
  auto order = [&](unsigned dim, bool isLeft) {
    return NVVM::MMALayoutAttr::get(context, operands[dim]->getOrder(isLeft));
  };
  bool fromZero = matchPattern(op.getAcc(), m_AnyZeroFloat());

  NVVM::WgmmaFenceAlignedOp::create(b);
  SmallVector<Value> sums;
  for (int64_t row = 0; row < sizes[rowDim]; row += kRows) {
    Value acc;
    if (fromZero) {
      acc = LLVM::UndefOp::create(b, structType);
    } else {
      acc = LLVM::PoisonOp::create(b, structType);
      int64_t first = row / kRows * perInstruction;
      for (int64_t i = 0; i < perInstruction; ++i)
        acc = LLVM::InsertValueOp::create(
            b, acc, vector::ExtractOp::create(b, adaptor.getAcc(), first + i),
            i);
    }
    for (int64_t depth = 0; depth < depths; ++depth) {
      auto scale = fromZero && depth == 0 ? NVVM::WGMMAScaleOut::zero
                                          : NVVM::WGMMAScaleOut::one;
      acc = NVVM::WgmmaMmaAsyncOp::create(
          b, structType, acc, operands[rowDim]->get(row, depth),
          operands[columnDim]->get(0, depth), mmaShape, kind, kind, f32,
          NVVM::WGMMAScaleOutAttr::get(context, scale), one, one,
          order(rowDim, /*isLeft=*/true), order(columnDim, /*isLeft=*/false),
          NVVM::MMAIntOverflowAttr());
    }
    sums.push_back(acc);
  }
  NVVM::WgmmaGroupSyncAlignedOp::create(b);
  NVVM::WgmmaWaitGroupSyncOp::create(b, 0);
  SmallVector<Value> elements;
  for (Value acc : sums)
    for (int64_t i = 0; i < perInstruction; ++i)
      elements.push_back(LLVM::ExtractValueOp::create(b, acc, i));
  rewriter.replaceOpWithNewOp<vector::FromElementsOp>(
      op, getTypeConverter()->convertType(op.getType()), elements);
  return success();
}

void gl::populateWarpgroupMultiplyPatterns(const TypeConverter &converter,
                                           RewritePatternSet &patterns,
                                           const ThreadPlaces &places) {
  patterns.add<RingDotLowering>(converter, patterns.getContext(), places);
}
