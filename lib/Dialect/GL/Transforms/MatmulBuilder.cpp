//===- MatmulBuilder.cpp - From matmul_bias to fused_matmul ---------------===//
//
// See MatmulBuilder.h. The activations follow the formulas of
// GL_ActivationAttr, in f32 and without fast-math flags.
//
//===----------------------------------------------------------------------===//

#include "MatmulBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::gl;

/// `v` times the constant `factor`.
static Value scale(ImplicitLocOpBuilder &b, Value v, double factor) {
  auto constant = arith::ConstantOp::create(b, b.getF32FloatAttr(factor));
  return arith::MulFOp::create(b, v, constant);
}

static Value addOne(ImplicitLocOpBuilder &b, Value v) {
  auto one = arith::ConstantOp::create(b, b.getF32FloatAttr(1.0));
  return arith::AddFOp::create(b, one, v);
}

static Value applyActivation(ImplicitLocOpBuilder &b, Activation activation,
                             Value v) {
  switch (activation) {
  case Activation::none:
    return v;
  case Activation::relu: {
    // maximumf, unlike maxnumf, keeps a NaN.
    auto zero = arith::ConstantOp::create(b, b.getF32FloatAttr(0.0));
    return arith::MaximumFOp::create(b, v, zero);
  }
  case Activation::gelu: {
    Value erf = math::ErfOp::create(b, scale(b, v, llvm::numbers::inv_sqrt2));
    return arith::MulFOp::create(b, scale(b, v, 0.5), addOne(b, erf));
  }
  case Activation::gelu_tanh: {
    Value square = arith::MulFOp::create(b, v, v);
    Value cube = arith::MulFOp::create(b, square, v);
    Value sum = arith::AddFOp::create(b, v, scale(b, cube, 0.044715));
    // sqrt(2/pi) = sqrt(2) * 1/sqrt(pi)
    Value tanh = math::TanhOp::create(
        b, scale(b, sum, llvm::numbers::sqrt2 * llvm::numbers::inv_sqrtpi));
    return arith::MulFOp::create(b, scale(b, v, 0.5), addOne(b, tanh));
  }
  case Activation::silu: {
    Value exp = math::ExpOp::create(b, arith::NegFOp::create(b, v));
    return arith::DivFOp::create(b, v, addOne(b, exp));
  }
  }
  llvm_unreachable("verified attribute");
}

FusedMatmulOp gl::buildFusedMatmul(OpBuilder &builder, Location loc,
                                   MatmulBiasOp op,
                                   ArrayRef<LhsSegment> segments) {
  ImplicitLocOpBuilder b(loc, builder);
  MLIRContext *context = b.getContext();
  SmallVector<Value> lhs;
  SmallVector<AffineMap> lhsMaps;
  for (const LhsSegment &segment : segments) {
    lhs.push_back(segment.source);
    lhsMaps.push_back(segment.map.toAffineMap(context));
  }
  // Axes (n, k) of the weight, which is (N, K) or (K, N).
  bool kn = op.getRhsLayout() == RhsLayout::kn;
  AffineMap rhsMap =
      IndexMap(2, {IndexMap::Dims{kn ? 1u : 0u}, IndexMap::Dims{kn ? 0u : 1u}})
          .toAffineMap(context);
  SmallVector<Value> inputs(op.getScales());
  SmallVector<AffineMap> inputMaps(
      inputs.size(),
      IndexMap(0, SmallVector<IndexMap::Dims>(2)).toAffineMap(context));
  if (Value bias = op.getBias()) {
    inputs.push_back(bias);
    inputMaps.push_back(IndexMap(1, {IndexMap::Dims{}, IndexMap::Dims{0}})
                            .toAffineMap(context));
  }
  RankedTensorType type = op.getResultType();
  auto fused = FusedMatmulOp::create(
      b, type, lhs, op.getRhs(), inputs, b.getAffineMapArrayAttr(lhsMaps),
      b.getAffineMapArrayAttr(rhsMap), b.getAffineMapArrayAttr(inputMaps),
      getRowMajorMap(type.getRank()).toAffineMap(context), op.getPrecision(),
      /*schedules=*/ArrayAttr());
  fused->setDiscardableAttrs(op->getDiscardableAttrDictionary());

  OpBuilder::InsertionGuard guard(builder);
  Block *block = b.createBlock(&fused.getEpilogue());
  Value v = block->addArgument(b.getF32Type(), loc);
  // The scales' product first: the sum is then multiplied once.
  Value scales;
  for (unsigned i = 0; i < op.getScales().size(); ++i) {
    Value factor = block->addArgument(b.getF32Type(), loc);
    scales = scales ? arith::MulFOp::create(b, scales, factor) : factor;
  }
  if (scales)
    v = arith::MulFOp::create(b, v, scales);
  if (op.getBias()) {
    Value bias = block->addArgument(getElementTypeOrSelf(op.getBias()), loc);
    if (!bias.getType().isF32())
      bias = arith::ExtFOp::create(b, b.getF32Type(), bias);
    v = arith::AddFOp::create(b, v, bias);
  }
  v = applyActivation(b, op.getActivation(), v);
  if (!type.getElementType().isF32())
    v = arith::TruncFOp::create(b, type.getElementType(), v);
  YieldOp::create(b, v);
  return fused;
}
