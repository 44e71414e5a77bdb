//===- AccessWidth.cpp - How wide an access may be ------------------------===//
//
// An access of w elements needs: w consecutive elements of the tile in
// consecutive registers; all of them in one row of the memref, inside it or
// outside it together; and an address that is a multiple of w elements. Each is
// proved from static sizes and strides, from facts on the kernel's arguments,
// and from divisors of index values; what is not provable makes w smaller.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/Transforms/AccessWidth.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Matchers.h"
#include <numeric>

using namespace mlir;
using namespace mlir::tile;

namespace {
/// Numbers that divide a memref's dims, strides (both in elements) and address
/// (in bytes).
struct MemoryDivisors {
  SmallVector<int64_t> dims, strides;
  int64_t align = 1;
};
} // namespace

static MemoryDivisors getMemoryDivisors(Value memory) {
  auto type = cast<MemRefType>(memory.getType());
  int64_t rank = type.getRank();
  int64_t bytes = type.getElementTypeBitWidth() / 8;
  MemoryDivisors result;
  result.dims.assign(rank, 1);
  result.strides.assign(rank, 1);
  result.align = bytes;

  if (auto argument = dyn_cast<BlockArgument>(memory)) {
    if (auto func = dyn_cast<FuncOp>(argument.getOwner()->getParentOp()))
      if (FactsAttr facts = func.getFacts(argument.getArgNumber())) {
        result.dims = llvm::to_vector(facts.getDims());
        result.strides = llvm::to_vector(facts.getStrides());
        result.align = std::lcm(bytes, facts.getAlign());
      }
  } else if (auto view = memory.getDefiningOp<memref::SubViewOp>()) {
    // Only views that step by one and keep all dims are understood.
    auto isOne = [](OpFoldResult step) { return isConstantIntValue(step, 1); };
    if (view.getSourceType().getRank() != rank ||
        !llvm::all_of(view.getMixedStrides(), isOne))
      return result;
    MemoryDivisors source = getMemoryDivisors(view.getSource());
    auto divisor = [](OpFoldResult value) -> int64_t {
      if (std::optional<int64_t> number = getConstantIntValue(value))
        return *number;
      return getKnownDivisor(cast<Value>(value));
    };
    result.strides = source.strides;
    result.align = source.align;
    for (int64_t dim = 0; dim < rank; ++dim) {
      result.dims[dim] = divisor(view.getMixedSizes()[dim]);
      int64_t moved =
          divisor(view.getMixedOffsets()[dim]) * source.strides[dim] * bytes;
      result.align = std::gcd(result.align, moved);
    }
  }
  auto [strides, offset] = type.getStridesAndOffset();
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (!type.isDynamicDim(dim))
      result.dims[dim] = type.getDimSize(dim);
    if (!ShapedType::isDynamic(strides[dim]))
      result.strides[dim] = strides[dim];
  }
  return result;
}

int64_t tile::getKnownDivisor(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return std::abs(constant.getSExtValue());
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop)
      return 1;
    if (argument == loop.getInductionVar())
      return std::gcd(getKnownDivisor(loop.getLowerBound()),
                      getKnownDivisor(loop.getStep()));
    // What a loop counts up beside it.
    auto sum = loop.getTiedLoopYieldedValue(argument)
                   ->get()
                   .getDefiningOp<arith::AddIOp>();
    if (!sum || (sum.getLhs() != argument && sum.getRhs() != argument))
      return 1;
    Value more = sum.getLhs() == argument ? sum.getRhs() : sum.getLhs();
    if (more == argument || !loop.isDefinedOutsideOfLoop(more))
      return 1;
    return std::gcd(getKnownDivisor(loop.getTiedLoopInit(argument)->get()),
                    getKnownDivisor(more));
  }
  Operation *op = value.getDefiningOp();
  if (auto dim = dyn_cast<memref::DimOp>(op)) {
    std::optional<int64_t> index = dim.getConstantIndex();
    if (index && isa<MemRefType>(dim.getSource().getType()))
      return getMemoryDivisors(dim.getSource()).dims[*index];
    return 1;
  }
  if (auto metadata = dyn_cast<memref::ExtractStridedMetadataOp>(op)) {
    MemoryDivisors memory = getMemoryDivisors(metadata.getSource());
    MemRefType type = metadata.getSource().getType();
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      if (value == metadata.getSizes()[dim])
        return memory.dims[dim];
      // A fact about the stride of a dim of size 1 means nothing.
      if (value == metadata.getStrides()[dim])
        return type.getDimSize(dim) == 1 ? 1 : memory.strides[dim];
    }
    return 1;
  }
  if (isa<arith::MulIOp>(op)) {
    int64_t product;
    if (llvm::MulOverflow(getKnownDivisor(op->getOperand(0)),
                          getKnownDivisor(op->getOperand(1)), product))
      return 1;
    return product;
  }
  if (isa<arith::AddIOp, arith::SubIOp, arith::MinUIOp, arith::MaxUIOp,
          arith::MinSIOp, arith::MaxSIOp>(op))
    return std::gcd(getKnownDivisor(op->getOperand(0)),
                    getKnownDivisor(op->getOperand(1)));
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return std::gcd(getKnownDivisor(select.getTrueValue()),
                    getKnownDivisor(select.getFalseValue()));
  return 1;
}

/// A number that divides a symbolic or constant divisor in a map.
static int64_t getDivisor(AffineExpr expr, ValueRange symbols) {
  if (auto number = dyn_cast<AffineConstantExpr>(expr))
    return number.getValue();
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return getKnownDivisor(symbols[symbol.getPosition()]);
  return 1;
}

int64_t tile::getAccessWidth(const Access &access, const Layout &layout) {
  auto type = cast<MemRefType>(access.memory.getType());
  int64_t bytes = type.getElementTypeBitWidth() / 8;
  AffineMap map = access.map;
  MemoryDivisors memory = getMemoryDivisors(access.memory);
  auto [strides, offset] = type.getStridesAndOffset();

  // The tile dim along which neighbouring elements are neighbours in memory: it
  // reaches the dim of stride 1 as itself or as a remainder, and other dims
  // only as a quotient by the same divisor.
  for (unsigned dim = 0; dim < map.getNumDims(); ++dim) {
    int64_t width = std::min<int64_t>(layout.getContiguity(dim), 16 / bytes);
    bool reachesRow = false, legal = true;
    auto limit = [&](int64_t divisor) {
      if (divisor != 0)
        width = std::gcd(width, divisor);
    };
    for (unsigned result = 0; result < map.getNumResults() && legal; ++result) {
      AffineExpr expr = map.getResult(result);
      bool uses = expr.isFunctionOfDim(dim);
      if (strides[result] == 1 && uses) {
        reachesRow = true;
        limit(memory.dims[result]);
        if (expr == getAffineDimExpr(dim, map.getContext()))
          continue;
        auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
        legal = binary && expr.getKind() == AffineExprKind::Mod &&
                binary.getLHS() == getAffineDimExpr(dim, map.getContext());
        if (legal)
          limit(getDivisor(binary.getRHS(), access.symbols));
        continue;
      }
      limit(memory.strides[result]);
      if (!uses)
        continue;
      // A quotient, or a remainder of one, is constant over a run that starts
      // at a multiple of the divisor.
      AffineExpr inner = expr;
      if (expr.getKind() == AffineExprKind::Mod)
        inner = cast<AffineBinaryOpExpr>(expr).getLHS();
      auto quotient = dyn_cast<AffineBinaryOpExpr>(inner);
      legal = quotient && inner.getKind() == AffineExprKind::FloorDiv &&
              quotient.getLHS() == getAffineDimExpr(dim, map.getContext());
      if (!legal)
        break;
      AffineExpr divisor = quotient.getRHS();
      // A product of sizes is a multiple of each of them.
      if (auto product = dyn_cast<AffineBinaryOpExpr>(divisor);
          product && divisor.getKind() == AffineExprKind::Mul)
        limit(std::max(getDivisor(product.getLHS(), access.symbols),
                       getDivisor(product.getRHS(), access.symbols)));
      else
        limit(getDivisor(divisor, access.symbols));
    }
    if (!legal || !reachesRow)
      continue;
    limit(getKnownDivisor(access.origins[dim]));
    limit(memory.align / bytes);
    // What lanes, warps and further registers add along the dim.
    for (auto digits :
         {layout.getRegisters(), layout.getLanes(), layout.getWarps()})
      for (const LayoutDigit &digit : digits)
        if (digit.dim == static_cast<int32_t>(dim) && digit.stride >= width)
          limit(digit.stride);
        else if (digit.dim == static_cast<int32_t>(dim) && digit.stride != 1)
          width = std::gcd(width, digit.stride);
    // A power of two.
    width &= -width;
    if (width > 1)
      return width;
  }
  return 1;
}

/// Whether `divisor` is `of`, a constant or a symbol, or a multiple of it.
static bool isMultiple(AffineExpr divisor, AffineExpr of) {
  if (auto number = dyn_cast<AffineConstantExpr>(of))
    return divisor.isMultipleOf(number.getValue());
  if (divisor == of)
    return true;
  auto product = dyn_cast<AffineBinaryOpExpr>(divisor);
  return product && divisor.getKind() == AffineExprKind::Mul &&
         (isMultiple(product.getLHS(), of) || isMultiple(product.getRHS(), of));
}

std::optional<RowRuns> tile::getRowRuns(const Access &access,
                                        const Layout &layout) {
  auto type = cast<MemRefType>(access.memory.getType());
  int64_t bytes = type.getElementTypeBitWidth() / 8;
  AffineMap map = access.map;
  auto [strides, offset] = type.getStridesAndOffset();
  const auto *unit = llvm::find(strides, 1);
  if (unit == strides.end())
    return std::nullopt;
  RowRuns runs;
  runs.result = unit - strides.begin();
  // The dim that the row's coordinate is, or is a remainder of.
  AffineExpr row = map.getResult(runs.result);
  AffineExpr coordinate = row;
  if (row.getKind() == AffineExprKind::Mod) {
    auto binary = cast<AffineBinaryOpExpr>(row);
    coordinate = binary.getLHS();
    runs.divisor = binary.getRHS();
    if (!isa<AffineConstantExpr, AffineSymbolExpr>(runs.divisor))
      return std::nullopt;
  }
  auto dim = dyn_cast<AffineDimExpr>(coordinate);
  if (!dim)
    return std::nullopt;
  // While the remainder goes on, other dims stay where they are.
  for (auto [result, expr] : llvm::enumerate(map.getResults())) {
    if (result == runs.result || !expr.isFunctionOfDim(dim.getPosition()))
      continue;
    AffineExpr inner = expr;
    if (expr.getKind() == AffineExprKind::Mod)
      inner = cast<AffineBinaryOpExpr>(expr).getLHS();
    if (inner.getKind() != AffineExprKind::FloorDiv || !runs.divisor)
      return std::nullopt;
    auto quotient = cast<AffineBinaryOpExpr>(inner);
    if (quotient.getLHS() != dim ||
        !isMultiple(quotient.getRHS(), runs.divisor))
      return std::nullopt;
  }
  runs.isOpen = runs.divisor ? !isa<AffineConstantExpr>(runs.divisor)
                             : type.isDynamicDim(runs.result);
  runs.elements =
      std::min<int64_t>(layout.getContiguity(dim.getPosition()), 16 / bytes);
  return runs;
}

void tile::annotateAccessWidths(FuncOp func) {
  func.getBody().walk([](Operation *op) {
    auto annotate = [&](const Access &access, Type tile) {
      auto layout =
          cast<LayoutAttr>(cast<RankedTensorType>(tile).getEncoding());
      int64_t width = getAccessWidth(access, layout.getLayout());
      if (width > 1)
        op->setAttr(
            kWidthAttrName,
            IntegerAttr::get(IntegerType::get(op->getContext(), 64), width));
    };
    if (auto load = dyn_cast<LoadOp>(op))
      annotate(load.getAccess(), load.getType());
    else if (auto store = dyn_cast<StoreOp>(op))
      annotate(store.getAccess(), store.getValue().getType());
  });
}
