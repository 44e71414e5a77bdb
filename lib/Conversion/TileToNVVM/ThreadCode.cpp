//===- ThreadCode.cpp - One thread's view of tiles ------------------------===//
//
// See ThreadCode.h. Coordinates are 32-bit numbers (tile::kExtentLimit). Those
// below 0, where a tile begins before the memory does, are compared as unsigned
// numbers and so are beyond every bound. Element offsets are 64-bit unless the
// memref is known to be small.
//
//===----------------------------------------------------------------------===//

#include "ThreadCode.h"

#include "gl/Dialect/Tile/IR/KernelABI.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
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

Type gl::getStorageType(Type element) {
  if (isa<Float8E4M3FNType, Float8E5M2Type>(element))
    return IntegerType::get(element.getContext(), 8);
  return element;
}

Value gl::emitF8ToF16(ImplicitLocOpBuilder &b, Type element, Value bits) {
  int64_t count = cast<VectorType>(bits.getType()).getNumElements();
  Type pairType = VectorType::get({2}, b.getF16Type());
  SmallVector<Value> values;
  for (int64_t i = 0; i < count; i += 2) {
    Value low = vector::ExtractOp::create(b, bits, i);
    // The instruction converts two; of a last one both are the same.
    Value high =
        i + 1 < count ? vector::ExtractOp::create(b, bits, i + 1) : low;
    Value pair = vector::FromElementsOp::create(
        b, VectorType::get({2}, b.getI8Type()), ValueRange{low, high});
    Value wide = NVVM::ConvertF8x2ToF16x2Op::create(b, pairType, pair,
                                                    /*relu=*/false, element);
    for (int64_t j = 0; j < 2 && i + j < count; ++j)
      values.push_back(vector::ExtractOp::create(b, wide, j));
  }
  return vector::FromElementsOp::create(
      b, VectorType::get({count}, b.getF16Type()), values);
}

/// Coordinates below this are divided by the short form of a reciprocal.
static constexpr int64_t kShortCoordinate = int64_t(1) << 14;

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
  auto it = places.end();
  for (; it == places.end(); op = op->getParentOp())
    it = places.find(op);
  return it->second;
}

Value gl::emitUniform(ImplicitLocOpBuilder &b, Value value) {
  constexpr int64_t kAllLanes = -1, kLastLane = 31;
  return NVVM::ShflOp::create(
      b, b.getI32Type(), i32Constant(b, kAllLanes), value, i32Constant(b, 0),
      i32Constant(b, kLastLane), NVVM::ShflKind::idx, UnitAttr());
}

SmallVector<Value> gl::unpack(ImplicitLocOpBuilder &b, Value vector) {
  SmallVector<Value> elements;
  int64_t count = cast<VectorType>(vector.getType()).getNumElements();
  for (int64_t i = 0; i < count; ++i)
    elements.push_back(vector::ExtractOp::create(b, vector, i));
  return elements;
}

Value gl::extractRun(ImplicitLocOpBuilder &b, Value vector, int64_t first,
                     int64_t width) {
  if (width == 1)
    return vector::ExtractOp::create(b, vector, first);
  return vector::ExtractStridedSliceOp::create(b, vector, first, width, 1);
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
      memory(access.memory), isSigned(access.isSigned) {
  auto toI32 = [&](Value index) -> Value {
    return arith::IndexCastOp::create(builder, builder.getI32Type(), index);
  };
  for (auto [dim, origin] : llvm::enumerate(access.origins)) {
    Value coordinate = toI32(origin);
    if (Value thread = emitThreadCoordinate(builder, place, layout, dim))
      coordinate = arith::AddIOp::create(builder, coordinate, thread);
    threadCoordinates.push_back(coordinate);
    std::optional<int64_t> start = getConstantIntValue(origin);
    int64_t last = start.value_or(kShortCoordinate);
    for (auto digits :
         {layout.getRegisters(), layout.getLanes(), layout.getWarps()})
      for (const LayoutDigit &digit : digits)
        if (digit.dim == static_cast<int32_t>(dim))
          last += (digit.size - 1) * digit.stride;
    isShort.push_back(start && *start >= 0 && last < kShortCoordinate);
  }
  for (Value symbol : symbols) {
    symbolValues.push_back(toI32(symbol));
    Value &reciprocal = reciprocals.emplace_back();
    auto dim = symbol.getDefiningOp<memref::DimOp>();
    std::optional<int64_t> index = dim ? dim.getConstantIndex() : std::nullopt;
    if (!index)
      continue;
    auto known =
        place.reciprocals.find({dim.getSource().getAsOpaquePointer(), *index});
    if (known != place.reciprocals.end())
      reciprocal = known->second;
  }
  auto metadata = memref::ExtractStridedMetadataOp::create(builder, memory);
  sizes = llvm::to_vector<4>(ValueRange(metadata.getSizes()));
  strides = llvm::to_vector<4>(ValueRange(metadata.getStrides()));
  // A view's offset goes into the base.
  auto view = memory.getDefiningOp<memref::SubViewOp>();
  bool fits = isSmall(type) || place.small.contains(memory) ||
              (view && place.small.contains(view.getSource()));
  offsetType = fits ? builder.getI32Type() : builder.getI64Type();

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
    base = LLVM::GEPOp::create(builder, pointerType,
                               getStorageType(type.getElementType()), base,
                               ArrayRef<LLVM::GEPArg>{offset});
  }
}

Value AccessEmitter::constant(int64_t value) {
  return i32Constant(builder, value);
}

Value AccessEmitter::total(const Sum &sum) {
  if (sum.constant == 0)
    return sum.thread;
  return arith::AddIOp::create(builder, sum.thread, constant(sum.constant));
}

/// A quotient is a product where that is cheaper: by a number known at run time
/// only, if the host passes its reciprocal; and of a low coordinate, which LLVM
/// would narrow to 8 or 16 bits, for which there are no instructions.
Value AccessEmitter::divide(Value dividend, AffineExpr dividendExpr,
                            AffineExpr divisor, Value divisorValue) {
  auto dim = dyn_cast<AffineDimExpr>(dividendExpr);
  bool isLow = dim && isShort[dim.getPosition()];
  if (auto known = dyn_cast<AffineConstantExpr>(divisor)) {
    int64_t d = known.getValue();
    if (!isLow || llvm::isPowerOf2_64(d) || d >= kShortCoordinate)
      return arith::DivUIOp::create(builder, dividend, divisorValue);
    // Rounded up, the factor is too large by less than one part in
    // kShortCoordinate: the error times n stays below 2^shift / d.
    int64_t shift =
        llvm::Log2_64_Ceil(kShortCoordinate) + llvm::Log2_64_Ceil(d);
    Value product = arith::MulIOp::create(
        builder, dividend, constant((int64_t(1) << shift) / d + 1));
    return arith::ShRUIOp::create(builder, product, constant(shift));
  }
  auto symbol = dyn_cast<AffineSymbolExpr>(divisor);
  Value reciprocal = symbol ? reciprocals[symbol.getPosition()] : Value();
  if (!reciprocal)
    return arith::DivUIOp::create(builder, dividend, divisorValue);
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, builder.getI64IntegerAttr(value));
  };
  Value highWord = arith::TruncIOp::create(
      builder, i32, arith::ShRUIOp::create(builder, reciprocal, number(32)));
  if (isLow) {
    // With n * n < 2^30 the first word rounded up is precise enough: its error
    // times n is less than 2^30 / d where n >= d, and where n < d the product
    // stays below 2^30. Four times n moves the quotient to the upper word.
    Value up = arith::AddIOp::create(builder, highWord, constant(1));
    Value four = arith::MulIOp::create(builder, dividend, constant(4));
    // As an intrinsic: LLVM would fold the factor into a 64-bit product.
    return LLVM::CallIntrinsicOp::create(
               builder, i32, builder.getStringAttr("llvm.nvvm.mulhi.ui"),
               ValueRange{four, up})
        .getResult(0);
  }
  // The product in two halves, since it has more than 64 bits.
  Value wide = arith::ExtUIOp::create(builder, i64, dividend);
  auto half = [&](Value word) -> Value {
    return arith::MulIOp::create(builder, wide,
                                 arith::ExtUIOp::create(builder, i64, word));
  };
  Value lowWord = arith::TruncIOp::create(builder, i32, reciprocal);
  Value low = arith::ShRUIOp::create(builder, half(lowWord), number(32));
  Value high = half(highWord);
  Value sum = arith::AddIOp::create(builder, high, low);
  return arith::TruncIOp::create(
      builder, i32,
      arith::ShRUIOp::create(builder, sum, number(tile::kReciprocalBits - 32)));
}

AccessEmitter::Sum AccessEmitter::expand(AffineExpr expr,
                                         ArrayRef<int64_t> coordinates) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return {threadCoordinates[dim.getPosition()],
            coordinates[dim.getPosition()]};
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return {symbolValues[symbol.getPosition()]};
  if (auto number = dyn_cast<AffineConstantExpr>(expr))
    return {constant(number.getValue())};
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Sum lhs = expand(binary.getLHS(), coordinates);
  Sum rhs = expand(binary.getRHS(), coordinates);
  auto known = dyn_cast<AffineConstantExpr>(binary.getRHS());
  // A register that is a whole number of divisors away has the same remainder,
  // if what the thread gives is no negative number, which would wrap.
  bool isWhole = known && known.getValue() > 0 &&
                 lhs.constant % known.getValue() == 0 && !isSigned;
  // Quotient and remainder of what the thread gives, or of all.
  Value dividend = lhs.thread, quotient;
  if (expr.getKind() == AffineExprKind::FloorDiv ||
      expr.getKind() == AffineExprKind::Mod) {
    dividend = isWhole ? lhs.thread : total(lhs);
    quotient = divide(dividend, binary.getLHS(), binary.getRHS(), rhs.thread);
  }
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return {arith::AddIOp::create(builder, lhs.thread, rhs.thread),
            lhs.constant + rhs.constant};
  case AffineExprKind::Mul:
    if (known)
      return {arith::MulIOp::create(builder, lhs.thread, rhs.thread),
              lhs.constant * known.getValue()};
    return {arith::MulIOp::create(builder, total(lhs), total(rhs))};
  case AffineExprKind::FloorDiv:
    return {quotient, isWhole ? lhs.constant / known.getValue() : 0};
  case AffineExprKind::CeilDiv:
    return {arith::CeilDivUIOp::create(builder, total(lhs), total(rhs))};
  case AffineExprKind::Mod:
    return {arith::SubIOp::create(
        builder, dividend,
        arith::MulIOp::create(builder, quotient, rhs.thread))};
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
  Sum coordinate = expand(expr, key);
  if (!isAlwaysInBounds(result)) {
    Value size = arith::IndexCastOp::create(builder, builder.getI32Type(),
                                            sizes[result]);
    term.inBounds = arith::CmpIOp::create(builder, arith::CmpIPredicate::ult,
                                          total(coordinate), size);
  } else if (type.isDynamicDim(result)) {
    // A remainder is below its divisor unless that is zero.
    Value &isThere = nonEmpty[result];
    if (!isThere) {
      Value size = arith::IndexCastOp::create(builder, builder.getI32Type(),
                                              sizes[result]);
      isThere = arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, size,
                                      constant(0));
    }
    term.inBounds = isThere;
  }
  auto widen = [&](Value value) -> Value {
    if (offsetType.getWidth() == 32)
      return value;
    // What the register adds may bring a negative number back inside.
    if (isSigned)
      return arith::ExtSIOp::create(builder, offsetType, value);
    return arith::ExtUIOp::create(builder, offsetType, value);
  };
  auto [staticStrides, staticOffset] = type.getStridesAndOffset();
  int64_t staticStride = staticStrides[result];
  if (ShapedType::isDynamic(staticStride)) {
    Value stride =
        arith::IndexCastOp::create(builder, offsetType, strides[result]);
    term.offset =
        arith::MulIOp::create(builder, widen(total(coordinate)), stride);
    return term;
  }
  term.constant = coordinate.constant * staticStride;
  Value &offset = offsets[{result, coordinate.thread.getAsOpaquePointer()}];
  if (!offset) {
    offset = widen(coordinate.thread);
    if (staticStride != 1) {
      Value stride = arith::ConstantOp::create(
          builder, builder.getIntegerAttr(offsetType, staticStride));
      offset = arith::MulIOp::create(builder, offset, stride);
    }
  }
  term.offset = offset;
  return term;
}

Value AccessEmitter::isInOneRow(int64_t reg, const tile::RowRuns &runs) {
  Sum at = expand(map.getResult(runs.result),
                  layout.getRegisterCoordinates(reg, map.getNumDims()));
  at.constant += runs.elements - 1;
  Value last = total(at);
  auto isBelow = [&](Value limit) -> Value {
    return arith::CmpIOp::create(builder, arith::CmpIPredicate::ult, last,
                                 limit);
  };
  Value size = arith::IndexCastOp::create(builder, builder.getI32Type(),
                                          sizes[runs.result]);
  if (!runs.divisor)
    return isBelow(size);
  Value isWhole = isBelow(expand(runs.divisor, {}).thread);
  if (isAlwaysInBounds(runs.result))
    return isWhole;
  return arith::AndIOp::create(builder, isWhole, isBelow(size));
}

Value AccessEmitter::hasRowsOf(int64_t least, const tile::RowRuns &runs) {
  if (!runs.divisor)
    return Value();
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::uge,
                               expand(runs.divisor, {}).thread,
                               constant(least));
}

Value AccessEmitter::getStart() {
  return LLVM::PtrToIntOp::create(builder, builder.getI64Type(), base);
}

Value AccessEmitter::getEnd() {
  IntegerType i64 = builder.getI64Type();
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, builder.getI64IntegerAttr(value));
  };
  auto wide = [&](Value index) -> Value {
    return arith::IndexCastOp::create(builder, i64, index);
  };
  Value elements = number(1);
  for (auto [size, stride] : llvm::zip_equal(sizes, strides)) {
    Value steps = arith::SubIOp::create(builder, wide(size), number(1));
    elements = arith::AddIOp::create(
        builder, elements,
        arith::MulIOp::create(builder, steps, wide(stride)).getResult());
  }
  Value bytes = arith::MulIOp::create(
      builder, elements, number(type.getElementTypeBitWidth() / 8));
  return arith::AddIOp::create(builder, getStart(), bytes);
}

AccessEmitter::Element AccessEmitter::getElement(int64_t reg) {
  return getElementAt(layout.getRegisterCoordinates(reg, map.getNumDims()));
}

AccessEmitter::Element AccessEmitter::getElement(ArrayRef<int64_t> regs,
                                                 Value which) {
  SmallVector<Value> saved = threadCoordinates;
  Layout::Coordinates first =
      layout.getRegisterCoordinates(regs[0], map.getNumDims());
  // The registers' coordinates become part of the thread's.
  for (unsigned dim = 0; dim < map.getNumDims(); ++dim) {
    Value moved = threadCoordinates[dim];
    for (auto [i, reg] : llvm::enumerate(regs)) {
      int64_t away = layout.getRegisterCoordinates(reg, map.getNumDims())[dim] -
                     first[dim];
      if (away == 0)
        continue;
      Value isThis = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                           which, constant(i));
      moved = arith::SelectOp::create(
          builder, isThis,
          arith::AddIOp::create(builder, threadCoordinates[dim],
                                constant(away)),
          moved);
    }
    threadCoordinates[dim] = moved;
  }
  terms.clear();
  Element element = getElementAt(first);
  threadCoordinates = saved;
  terms.clear();
  return element;
}

AccessEmitter::Element
AccessEmitter::getElementAt(ArrayRef<int64_t> registers) {
  SmallVector<Value> sum;
  Element element;
  for (unsigned result = 0; result < map.getNumResults(); ++result) {
    Term term = getTerm(result, registers);
    element.away += term.constant;
    sum.push_back(term.offset);
    if (term.inBounds)
      element.inBounds =
          element.inBounds
              ? arith::AndIOp::create(builder, element.inBounds, term.inBounds)
                    .getResult()
              : term.inBounds;
  }
  Type stored = getStorageType(type.getElementType());
  Value &root = roots[llvm::map_to_vector(
      sum, [](Value offset) { return offset.getAsOpaquePointer(); })];
  // A memref of rank 0 has one element.
  if (!root && sum.empty())
    root = base;
  if (!root) {
    Value offset = sum.front();
    for (Value more : ArrayRef(sum).drop_front())
      offset = arith::AddIOp::create(builder, offset, more);
    root = LLVM::GEPOp::create(builder, base.getType(), stored, base,
                               ArrayRef<LLVM::GEPArg>{offset});
  }
  element.root = element.address = root;
  if (element.away != 0)
    element.address = LLVM::GEPOp::create(
        builder, base.getType(), stored, root,
        ArrayRef<LLVM::GEPArg>{
            arith::ConstantOp::create(builder,
                                      builder.getI64IntegerAttr(element.away))
                .getResult()});
  return element;
}
