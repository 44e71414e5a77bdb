//===- Compute.cpp - What tile programs compute, as linalg on tensors -----===//
//
// Upstream's one-shot bufferization knows linalg: which results can live in
// the buffer of an operand is its decision. Products are marked, so that the
// micro-kernel finds them.
//
//===----------------------------------------------------------------------===//

#include "Internal.h"

#include "gl/Dialect/Tile/IR/TileOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <limits>

using namespace mlir;
using namespace mlir::gl::cpu;

static RankedTensorType getTileType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static Value makeEmpty(OpBuilder &b, Location loc, RankedTensorType type) {
  return tensor::EmptyOp::create(b, loc, type.getShape(),
                                 type.getElementType());
}

Value gl::cpu::makeFill(OpBuilder &b, Location loc, RankedTensorType type,
                        TypedAttr value) {
  Value scalar = arith::ConstantOp::create(b, loc, value);
  return linalg::FillOp::create(b, loc, scalar, makeEmpty(b, loc, type))
      .getResult(0);
}

static SmallVector<utils::IteratorType> parallel(unsigned count) {
  return SmallVector<utils::IteratorType>(count, utils::IteratorType::parallel);
}

static Value extendToF32(OpBuilder &b, Location loc, Value tile) {
  RankedTensorType type = getTileType(tile);
  if (type.getElementType().isF32())
    return tile;
  RankedTensorType wide = type.clone(b.getF32Type());
  AffineMap identity = b.getMultiDimIdentityMap(type.getRank());
  return linalg::GenericOp::create(
             b, loc, wide, tile, makeEmpty(b, loc, wide),
             ArrayRef<AffineMap>{identity, identity}, parallel(type.getRank()),
             [](OpBuilder &b, Location loc, ValueRange args) {
               Value element =
                   arith::ExtFOp::create(b, loc, b.getF32Type(), args[0]);
               linalg::YieldOp::create(b, loc, element);
             })
      .getResult(0);
}

/// An operand of a product without the cast that a load may have put on it, and
/// the extents that are filled.
static Value lookThrough(OpBuilder &b, Location loc, Value tile,
                         SmallVectorImpl<Value> &extents) {
  if (auto cast = tile.getDefiningOp<UnrealizedConversionCastOp>()) {
    extents.assign({cast.getOperand(1), cast.getOperand(2)});
    return cast.getOperand(0);
  }
  for (int64_t size : getTileType(tile).getShape())
    extents.push_back(makeIndex(b, loc, size));
  return extendToF32(b, loc, tile);
}

static void lowerDot(tile::DotOp dot) {
  OpBuilder b(dot);
  Location loc = dot.getLoc();
  AffineExpr m, n, k;
  bindDims(b.getContext(), m, n, k);
  SmallVector<Value> left, right;
  Value lhs = lookThrough(b, loc, dot.getLhs(), left),
        rhs = lookThrough(b, loc, dot.getRhs(), right);
  Value extentK = arith::MinSIOp::create(b, loc, left[1], right[1]);
  AffineMap scalar = AffineMap::get(3, 0, b.getContext());
  auto place = [&](AffineExpr row, AffineExpr column) {
    return AffineMap::get(3, 0, {row, column}, b.getContext());
  };
  AffineMap maps[] = {place(m, k), place(n, k), scalar,
                      scalar,      scalar,      place(m, n)};
  auto iterators = parallel(2);
  iterators.push_back(utils::IteratorType::reduction);
  auto generic = linalg::GenericOp::create(
      b, loc, dot.getType(), ValueRange{lhs, rhs, left[0], right[0], extentK},
      dot.getAcc(), maps, iterators,
      [](OpBuilder &b, Location loc, ValueRange args) {
        Value product = arith::MulFOp::create(b, loc, args[0], args[1]);
        Value sum = arith::AddFOp::create(b, loc, args.back(), product);
        linalg::YieldOp::create(b, loc, sum);
      });
  generic->setAttr(kProductAttrName, b.getUnitAttr());
  dot.replaceAllUsesWith(generic.getResult(0));
  dot.erase();
}

static void lowerBroadcast(tile::BroadcastOp broadcast) {
  OpBuilder b(broadcast);
  RankedTensorType type = broadcast.getType();
  SmallVector<AffineExpr> dims;
  for (int64_t dim : broadcast.getDims())
    dims.push_back(b.getAffineDimExpr(dim));
  AffineMap maps[] = {AffineMap::get(type.getRank(), 0, dims, b.getContext()),
                      b.getMultiDimIdentityMap(type.getRank())};
  auto generic = linalg::GenericOp::create(
      b, broadcast.getLoc(), type, broadcast.getSource(),
      makeEmpty(b, broadcast.getLoc(), type), maps, parallel(type.getRank()),
      [](OpBuilder &b, Location loc, ValueRange args) {
        linalg::YieldOp::create(b, loc, args[0]);
      });
  broadcast.replaceAllUsesWith(generic.getResult(0));
  broadcast.erase();
}

/// Sums of any element type are formed in f32.
static void lowerReduce(tile::ReduceOp reduce) {
  OpBuilder b(reduce);
  Location loc = reduce.getLoc();
  RankedTensorType type = reduce.getType(), wide = type.clone(b.getF32Type());
  unsigned rank = getTileType(reduce.getSource()).getRank();
  bool isSum = reduce.getKind() == tile::ReduceKind::add;
  // -0.0 is the value that changes no sum.
  float neutral = isSum ? -0.0f : -std::numeric_limits<float>::infinity();
  Value init = makeFill(b, loc, wide, b.getF32FloatAttr(neutral));
  SmallVector<AffineExpr> kept;
  auto iterators = parallel(rank);
  iterators[reduce.getAxis()] = utils::IteratorType::reduction;
  for (unsigned dim = 0; dim < rank; ++dim)
    if (dim != reduce.getAxis())
      kept.push_back(b.getAffineDimExpr(dim));
  AffineMap maps[] = {b.getMultiDimIdentityMap(rank),
                      AffineMap::get(rank, 0, kept, b.getContext())};
  auto generic = linalg::GenericOp::create(
      b, loc, wide, reduce.getSource(), init, maps, iterators,
      [&](OpBuilder &b, Location loc, ValueRange args) {
        Value element = args[0], result;
        if (!element.getType().isF32())
          element = arith::ExtFOp::create(b, loc, b.getF32Type(), element);
        if (isSum) // any order of the terms will do, so that it vectorises
          result = arith::AddFOp::create(b, loc, args[1], element,
                                         arith::FastMathFlags::reassoc);
        else
          result = arith::MaximumFOp::create(b, loc, args[1], element);
        linalg::YieldOp::create(b, loc, result);
      });
  Value result = generic.getResult(0);
  if (wide != type)
    result = arith::TruncFOp::create(b, loc, type, result);
  reduce.replaceAllUsesWith(result);
  reduce.erase();
}

void gl::cpu::lowerCompute(func::FuncOp func) {
  func.walk([&](Operation *op) {
    if (auto broadcast = dyn_cast<tile::BroadcastOp>(op))
      lowerBroadcast(broadcast);
    else if (auto reduce = dyn_cast<tile::ReduceOp>(op))
      lowerReduce(reduce);
  });
}

void gl::cpu::lowerProducts(func::FuncOp func) {
  func.walk([](tile::DotOp dot) { lowerDot(dot); });
}
