//===- ThreadCode.cpp - One thread's view of tiles ------------------------===//
//
// See ThreadCode.h. Coordinates are 32-bit unsigned numbers (the runtime
// refuses larger extents); element offsets are 64-bit unless the memref is
// known to be small.
//
//===----------------------------------------------------------------------===//

#include "ThreadCode.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/AffineExpr.h"

using namespace mlir;
using namespace mlir::gl;
using tile::Layout;
using tile::LayoutDigit;

Layout gl::getLayout(Type type) {
  return cast<tile::LayoutAttr>(cast<RankedTensorType>(type).getEncoding())
      .getLayout();
}

static Value i32Constant(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
}

Value gl::emitDigit(ImplicitLocOpBuilder &b, Value counter,
                    ArrayRef<LayoutDigit> digits, unsigned which) {
  int64_t below = 1;
  for (const LayoutDigit &digit : digits.take_front(which))
    below *= digit.size;
  Value value = counter;
  if (below != 1)
    value = arith::DivUIOp::create(b, value, i32Constant(b, below));
  if (which + 1 != digits.size())
    value =
        arith::RemUIOp::create(b, value, i32Constant(b, digits[which].size));
  return value;
}

unsigned gl::findRegister(const Layout &layout, ArrayRef<int64_t> coordinates) {
  for (int64_t reg = 0; reg < layout.getNumRegisters(); ++reg)
    if (ArrayRef<int64_t>(layout.getRegisterCoordinates(
            reg, coordinates.size())) == coordinates)
      return reg;
  llvm_unreachable("layouts were checked to agree");
}

const ThreadPlace &gl::getPlace(const ThreadPlaces &places, Operation *op) {
  return places.find(op->getParentOfType<LLVM::LLVMFuncOp>())->second;
}

SmallVector<Value> gl::unpack(ImplicitLocOpBuilder &b, Value vector) {
  SmallVector<Value> elements;
  int64_t count = cast<VectorType>(vector.getType()).getNumElements();
  for (int64_t i = 0; i < count; ++i)
    elements.push_back(vector::ExtractOp::create(b, vector, i));
  return elements;
}

Value gl::emitIsFirstCopy(ImplicitLocOpBuilder &b, const ThreadPlace &place,
                          const Layout &layout) {
  Value first;
  for (auto [counter, digits] : {std::pair(place.lane, layout.getLanes()),
                                 std::pair(place.warp, layout.getWarps())})
    for (auto [i, digit] : llvm::enumerate(digits)) {
      if (digit.dim != LayoutDigit::kReplicated)
        continue;
      Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                            emitDigit(b, counter, digits, i),
                                            i32Constant(b, 0));
      first = first ? arith::AndIOp::create(b, first, isFirst).getResult()
                    : isFirst;
    }
  return first;
}

Value gl::emitThreadCoordinate(ImplicitLocOpBuilder &b,
                               const ThreadPlace &place, const Layout &layout,
                               unsigned dim) {
  Value sum;
  for (auto [counter, digits] : {std::pair(place.lane, layout.getLanes()),
                                 std::pair(place.warp, layout.getWarps())})
    for (auto [i, digit] : llvm::enumerate(digits)) {
      if (digit.dim != static_cast<int32_t>(dim))
        continue;
      Value term = emitDigit(b, counter, digits, i);
      if (digit.stride != 1)
        term = arith::MulIOp::create(b, term, i32Constant(b, digit.stride));
      sum = sum ? arith::AddIOp::create(b, sum, term).getResult() : term;
    }
  return sum;
}

/// Whether every element's offset, as a number of bytes, fits 31 bits.
static bool isSmall(MemRefType type) {
  auto [strides, offset] = type.getStridesAndOffset();
  if (!type.hasStaticShape() || ShapedType::isDynamic(offset))
    return false;
  int64_t largest = offset;
  for (auto [size, stride] : llvm::zip_equal(type.getShape(), strides)) {
    int64_t reach;
    if (ShapedType::isDynamic(stride) || stride < 0 ||
        llvm::MulOverflow(size, stride, reach) ||
        llvm::AddOverflow(largest, reach, largest))
      return false;
  }
  return largest < (int64_t(1) << 31) / 4;
}

AccessEmitter::AccessEmitter(ImplicitLocOpBuilder &builder,
                             const ThreadPlace &place,
                             const tile::Access &access, const Layout &layout)
    : builder(builder), type(cast<MemRefType>(access.memory.getType())),
      map(access.map), layout(layout), symbols(access.symbols),
      memory(access.memory) {
  auto toI32 = [&](Value index) -> Value {
    return arith::IndexCastOp::create(builder, builder.getI32Type(), index);
  };
  for (auto [dim, origin] : llvm::enumerate(access.origins)) {
    Value coordinate = toI32(origin);
    if (Value thread = emitThreadCoordinate(builder, place, layout, dim))
      coordinate = arith::AddIOp::create(builder, coordinate, thread);
    threadCoordinates.push_back(coordinate);
  }
  for (Value symbol : symbols)
    symbolValues.push_back(toI32(symbol));
  auto metadata = memref::ExtractStridedMetadataOp::create(builder, memory);
  sizes = llvm::to_vector<4>(ValueRange(metadata.getSizes()));
  strides = llvm::to_vector<4>(ValueRange(metadata.getStrides()));
  offsetType = isSmall(type) ? builder.getI32Type() : builder.getI64Type();

  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, memory);
  auto pointerType = LLVM::LLVMPointerType::get(builder.getContext(), 1);
  base = LLVM::IntToPtrOp::create(
      builder, pointerType,
      arith::IndexCastOp::create(builder, builder.getI64Type(), address)
          .getResult());
  auto [staticStrides, staticOffset] = type.getStridesAndOffset();
  if (staticOffset != 0) {
    Value offset = arith::IndexCastOp::create(builder, builder.getI64Type(),
                                              metadata.getOffset());
    base = LLVM::GEPOp::create(builder, pointerType, type.getElementType(),
                               base, ArrayRef<LLVM::GEPArg>{offset});
  }
}

Value AccessEmitter::constant(int64_t value) {
  return i32Constant(builder, value);
}

Value AccessEmitter::getCoordinate(unsigned dim, int64_t registerCoordinate) {
  Value &value = coordinates[{dim, registerCoordinate}];
  if (!value)
    value = registerCoordinate == 0
                ? threadCoordinates[dim]
                : arith::AddIOp::create(builder, threadCoordinates[dim],
                                        constant(registerCoordinate))
                      .getResult();
  return value;
}

Value AccessEmitter::expand(AffineExpr expr, ArrayRef<int64_t> coordinates) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return getCoordinate(dim.getPosition(), coordinates[dim.getPosition()]);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbolValues[symbol.getPosition()];
  if (auto number = dyn_cast<AffineConstantExpr>(expr))
    return constant(number.getValue());
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Value lhs = expand(binary.getLHS(), coordinates);
  Value rhs = expand(binary.getRHS(), coordinates);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return arith::AddIOp::create(builder, lhs, rhs);
  case AffineExprKind::Mul:
    return arith::MulIOp::create(builder, lhs, rhs);
  case AffineExprKind::FloorDiv:
    return arith::DivUIOp::create(builder, lhs, rhs);
  case AffineExprKind::CeilDiv:
    return arith::CeilDivUIOp::create(builder, lhs, rhs);
  case AffineExprKind::Mod:
    return arith::RemUIOp::create(builder, lhs, rhs);
  default:
    llvm_unreachable("not a binary affine expression");
  }
}

/// A remainder of division by the size of the very dim it indexes.
bool AccessEmitter::isAlwaysInBounds(unsigned result) {
  AffineExpr expr = map.getResult(result);
  int64_t size = type.getDimSize(result);
  if (auto number = dyn_cast<AffineConstantExpr>(expr))
    return !ShapedType::isDynamic(size) && number.getValue() < size;
  if (expr.getKind() != AffineExprKind::Mod)
    return false;
  AffineExpr divisor = cast<AffineBinaryOpExpr>(expr).getRHS();
  if (auto number = dyn_cast<AffineConstantExpr>(divisor))
    return !ShapedType::isDynamic(size) && number.getValue() <= size;
  auto symbol = dyn_cast<AffineSymbolExpr>(divisor);
  if (!symbol)
    return false;
  auto dim = symbols[symbol.getPosition()].getDefiningOp<memref::DimOp>();
  return dim && dim.getSource() == memory &&
         dim.getConstantIndex() == static_cast<int64_t>(result);
}

AccessEmitter::Term AccessEmitter::getTerm(unsigned result,
                                           ArrayRef<int64_t> registers) {
  AffineExpr expr = map.getResult(result);
  // Only the coordinates that the expression depends on tell terms apart.
  SmallVector<int64_t> key(registers);
  for (auto [dim, value] : llvm::enumerate(key))
    if (!expr.isFunctionOfDim(dim))
      value = 0;
  auto [it, isNew] = terms.try_emplace({result, key});
  Term &term = it->second;
  if (!isNew)
    return term;
  Value coordinate = expand(expr, key);
  if (!isAlwaysInBounds(result)) {
    Value size = arith::IndexCastOp::create(builder, builder.getI32Type(),
                                            sizes[result]);
    term.inBounds = arith::CmpIOp::create(builder, arith::CmpIPredicate::ult,
                                          coordinate, size);
  }
  Value wide = coordinate;
  if (offsetType.getWidth() == 64)
    wide = arith::ExtUIOp::create(builder, offsetType, coordinate);
  auto [staticStrides, staticOffset] = type.getStridesAndOffset();
  if (staticStrides[result] == 1) {
    term.offset = wide;
  } else {
    Value stride =
        arith::IndexCastOp::create(builder, offsetType, strides[result]);
    term.offset = arith::MulIOp::create(builder, wide, stride);
  }
  return term;
}

AccessEmitter::Element AccessEmitter::getElement(int64_t reg) {
  Layout::Coordinates registers =
      layout.getRegisterCoordinates(reg, map.getNumDims());
  Value offset, inBounds;
  for (unsigned result = 0; result < map.getNumResults(); ++result) {
    Term term = getTerm(result, registers);
    offset =
        offset ? arith::AddIOp::create(builder, offset, term.offset).getResult()
               : term.offset;
    if (term.inBounds)
      inBounds = inBounds
                     ? arith::AndIOp::create(builder, inBounds, term.inBounds)
                           .getResult()
                     : term.inBounds;
  }
  Value address =
      LLVM::GEPOp::create(builder, base.getType(), type.getElementType(), base,
                          ArrayRef<LLVM::GEPArg>{offset});
  return {address, inBounds};
}
