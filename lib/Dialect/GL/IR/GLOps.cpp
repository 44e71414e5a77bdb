//===- GLOps.cpp - Verification and inference of gl operations ------------===//
//
// Every message gives the numbers that disagree. Folders and canonicalizers are
// in GLCanonicalization.cpp.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/GL/IR/GLOps.h"

#include "gl/Dialect/GL/IR/IndexMap.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace mlir::gl;

/// Refuses encodings by name: no lowering would honour them.
static LogicalResult checkEncodings(std::optional<Location> location,
                                    TypeRange types, StringRef role) {
  for (auto [i, type] : llvm::enumerate(types))
    if (Attribute encoding = cast<RankedTensorType>(type).getEncoding())
      return emitOptionalError(location, role, " ", i, " has the encoding ",
                               encoding,
                               "; gl operations take tensors without one");
  return success();
}

/// Whether values of `type` are stored only, and computed in a wider type.
static bool isF8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

static std::string formatDim(int64_t dim) {
  return ShapedType::isDynamic(dim) ? "?" : std::to_string(dim);
}

/// Whether two dims can be the same size at run time.
static bool compatible(int64_t a, int64_t b) {
  return a == b || ShapedType::isDynamic(a) || ShapedType::isDynamic(b);
}

/// Product that stays dynamic unless a factor is zero; nothing on overflow.
static std::optional<int64_t> multiply(int64_t a, int64_t b) {
  if (a == 0 || b == 0)
    return 0;
  if (ShapedType::isDynamic(a) || ShapedType::isDynamic(b))
    return ShapedType::kDynamic;
  int64_t result;
  if (llvm::MulOverflow(a, b, result))
    return std::nullopt;
  return result;
}

static OpFoldResult getDim(OpBuilder &b, Location loc, Value value,
                           int64_t dim) {
  return tensor::getMixedSize(b, loc, value, dim);
}

/// lhs op rhs on sizes, folded where both are known.
template <typename OpTy>
static OpFoldResult combine(OpBuilder &b, Location loc, OpFoldResult lhs,
                            OpFoldResult rhs) {
  auto l = getConstantIntValue(lhs), r = getConstantIntValue(rhs);
  if (l && r)
    return b.getIndexAttr(std::is_same_v<OpTy, arith::AddIOp> ? *l + *r
                                                              : *l * *r);
  return b.createOrFold<OpTy>(loc, getValueOrCreateConstantIndexOp(b, loc, lhs),
                              getValueOrCreateConstantIndexOp(b, loc, rhs));
}

//===----------------------------------------------------------------------===//
// GatherConcatOp
//===----------------------------------------------------------------------===//

int64_t GatherConcatOp::getNormalizedAxis() {
  int64_t axis = getAxis();
  return axis < 0 ? axis + getResultType().getRank() : axis;
}

LogicalResult GatherConcatOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, Adaptor adaptor,
    SmallVectorImpl<Type> &inferred) {
  ValueRange parts = adaptor.getParts();
  if (parts.empty())
    return emitOptionalError(location, "needs at least one part");
  if (failed(checkEncodings(location, parts.getTypes(), "part")))
    return failure();
  auto first = cast<RankedTensorType>(parts[0].getType());
  bool stacked = adaptor.getStacked();
  if (stacked && parts.size() != 1)
    return emitOptionalError(
        location, "the stacked form takes one tensor, got ", parts.size());
  int64_t rank = first.getRank() - (stacked ? 1 : 0);
  if (rank < 1)
    return emitOptionalError(location, "the ", stacked ? "stacked" : "variadic",
                             " form needs parts of rank ", stacked ? 2 : 1,
                             " or more, got ", first);
  int64_t axis = adaptor.getAxis();
  if (axis < -rank || axis >= rank)
    return emitOptionalError(location, "axis ", axis,
                             " is out of range for a result of rank ", rank,
                             " (", -rank, "..", rank - 1, ")");
  if (axis < 0)
    axis += rank;

  SmallVector<int64_t> shape;
  if (stacked) {
    shape = llvm::to_vector(first.getShape().drop_front());
    std::optional<int64_t> size = multiply(first.getDimSize(0), shape[axis]);
    if (!size)
      return emitOptionalError(location, "the joined dim, ",
                               first.getDimSize(0), " times ", shape[axis],
                               ", does not fit 64 bits");
    shape[axis] = *size;
  } else {
    shape = llvm::to_vector(first.getShape());
    for (auto [i, part] : llvm::enumerate(parts.drop_front())) {
      auto type = cast<RankedTensorType>(part.getType());
      if (type.getElementType() != first.getElementType())
        return emitOptionalError(location, "part ", i + 1, " has element type ",
                                 type.getElementType(), ", part 0 has ",
                                 first.getElementType());
      if (type.getRank() != rank)
        return emitOptionalError(location, "part ", i + 1, " has rank ",
                                 type.getRank(), ", part 0 has rank ", rank);
      for (int64_t dim = 0; dim < rank; ++dim) {
        int64_t size = type.getDimSize(dim);
        if (dim == axis) {
          if (ShapedType::isDynamic(size) || ShapedType::isDynamic(shape[dim]))
            shape[dim] = ShapedType::kDynamic;
          else if (llvm::AddOverflow(shape[dim], size, shape[dim]))
            return emitOptionalError(location, "the joined dim does not fit "
                                               "64 bits");
          continue;
        }
        if (!compatible(shape[dim], size))
          return emitOptionalError(location, "dim ", dim, " of part ", i + 1,
                                   " is ", size, ", of the parts before it ",
                                   shape[dim]);
        if (ShapedType::isDynamic(shape[dim]))
          shape[dim] = size;
      }
    }
  }
  inferred.push_back(RankedTensorType::get(shape, first.getElementType()));
  return success();
}

bool GatherConcatOp::isCompatibleReturnTypes(TypeRange inferred,
                                             TypeRange actual) {
  return succeeded(verifyCompatibleShapes(inferred, actual)) &&
         getElementTypeOrSelf(inferred[0]) == getElementTypeOrSelf(actual[0]) &&
         !cast<RankedTensorType>(actual[0]).getEncoding();
}

LogicalResult
GatherConcatOp::reifyResultShapes(OpBuilder &b,
                                  ReifiedRankedShapedTypeDims &reified) {
  Location loc = getLoc();
  int64_t axis = getNormalizedAxis(), rank = getResultType().getRank();
  SmallVector<OpFoldResult> dims;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (!getResultType().isDynamicDim(dim)) {
      dims.push_back(b.getIndexAttr(getResultType().getDimSize(dim)));
      continue;
    }
    OpFoldResult size = getDim(b, loc, getParts()[0], dim + getStacked());
    if (dim == axis && getStacked())
      size = combine<arith::MulIOp>(b, loc, getDim(b, loc, getParts()[0], 0),
                                    size);
    else if (dim == axis)
      for (Value part : getParts().drop_front())
        size = combine<arith::AddIOp>(b, loc, size, getDim(b, loc, part, dim));
    dims.push_back(size);
  }
  reified.push_back(std::move(dims));
  return success();
}

//===----------------------------------------------------------------------===//
// MatmulBiasOp
//===----------------------------------------------------------------------===//

LogicalResult MatmulBiasOp::inferReturnTypes(MLIRContext *context,
                                             std::optional<Location> location,
                                             Adaptor adaptor,
                                             SmallVectorImpl<Type> &inferred) {
  auto lhs = cast<RankedTensorType>(adaptor.getLhs().getType());
  auto rhs = cast<RankedTensorType>(adaptor.getRhs().getType());
  if (lhs.getRank() < 2)
    return emitOptionalError(location, "lhs must have rank 2 or more, got ",
                             lhs);
  if (rhs.getRank() != 2)
    return emitOptionalError(location, "rhs must have rank 2, got ", rhs);
  if (failed(checkEncodings(location, adaptor.getOperands().getTypes(),
                            "operand")))
    return failure();
  if (lhs.getElementType() != rhs.getElementType())
    return emitOptionalError(location, "lhs has element type ",
                             lhs.getElementType(), ", rhs has ",
                             rhs.getElementType(), "; they must be equal");
  bool kn = adaptor.getRhsLayout() == RhsLayout::kn;
  int64_t k = rhs.getDimSize(kn ? 0 : 1), n = rhs.getDimSize(kn ? 1 : 0);
  int64_t lhsK = lhs.getShape().back();
  if (!compatible(lhsK, k))
    return emitOptionalError(location, "lhs ", lhs, " has K = ", lhsK, ", rhs ",
                             rhs, " has K = ", k, " (dim ", kn ? 0 : 1, ")");
  if (Value bias = adaptor.getBias()) {
    auto type = cast<RankedTensorType>(bias.getType());
    if (type.getRank() != 1 || !compatible(type.getDimSize(0), n))
      return emitOptionalError(location,
                               "bias must be a tensor of N = ", formatDim(n),
                               " elements, as rhs ", rhs, " has, got ", type);
    if (!isF8(lhs.getElementType()) &&
        type.getElementType() != lhs.getElementType() &&
        !type.getElementType().isF32())
      return emitOptionalError(location, "bias has element type ",
                               type.getElementType(), ", must be f32 or ",
                               lhs.getElementType(), " like lhs");
    if (ShapedType::isDynamic(n))
      n = type.getDimSize(0);
  }
  SmallVector<int64_t> shape(lhs.getShape());
  shape.back() = n;
  Type element = lhs.getElementType();
  if (isF8(element))
    element = Float32Type::get(context);
  inferred.push_back(RankedTensorType::get(shape, element));
  return success();
}

bool MatmulBiasOp::isCompatibleReturnTypes(TypeRange inferred,
                                           TypeRange actual) {
  return succeeded(verifyCompatibleShapes(inferred, actual)) &&
         !cast<RankedTensorType>(actual[0]).getEncoding();
}

LogicalResult MatmulBiasOp::verify() {
  if (getAccType() && !getAccType()->isF32())
    return emitOpError("acc_type is ")
           << *getAccType() << "; sums are accumulated in f32 only";
  Type element = getElementTypeOrSelf(getLhs());
  if (getPrecision() != Precision::ieee && !element.isF32())
    return emitOpError("precision ")
           << stringifyPrecision(getPrecision())
           << " is for f32 operands, lhs has element type " << element;
  return success();
}

LogicalResult
MatmulBiasOp::reifyResultShapes(OpBuilder &b,
                                ReifiedRankedShapedTypeDims &reified) {
  SmallVector<OpFoldResult> dims;
  int64_t rank = getResultType().getRank();
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (!getResultType().isDynamicDim(dim))
      dims.push_back(b.getIndexAttr(getResultType().getDimSize(dim)));
    else if (dim + 1 < rank)
      dims.push_back(getDim(b, getLoc(), getLhs(), dim));
    else
      dims.push_back(getDim(b, getLoc(), getRhs(),
                            getRhsLayout() == RhsLayout::kn ? 1 : 0));
  }
  reified.push_back(std::move(dims));
  return success();
}

//===----------------------------------------------------------------------===//
// FusedMatmulOp
//===----------------------------------------------------------------------===//

/// The index map of an operand whose map the verifier has accepted.
static IndexMap getIndexMap(AffineMap map) {
  std::string reason;
  std::optional<IndexMap> indexMap = IndexMap::fromAffineMap(map, reason);
  assert(indexMap && "verified operation");
  return *indexMap;
}

static int64_t getExtent(Value operand, AffineMap map, unsigned axis) {
  return getIndexMap(map).getExtent(
      axis, cast<RankedTensorType>(operand.getType()).getShape());
}

int64_t FusedMatmulOp::getStaticM() {
  return getExtent(getLhs()[0], getLhsMap(0), 0);
}
int64_t FusedMatmulOp::getStaticN() {
  return getExtent(getRhs()[0], getRhsMap(0), 0);
}
int64_t FusedMatmulOp::getStaticSegmentK(unsigned segment) {
  return getExtent(getLhs()[segment], getLhsMap(segment), 1);
}
int64_t FusedMatmulOp::getStaticK() {
  int64_t sum = 0;
  for (unsigned i = 0; i < getLhs().size(); ++i) {
    int64_t k = getStaticSegmentK(i);
    if (ShapedType::isDynamic(k))
      return k;
    sum += k;
  }
  return sum;
}

LogicalResult FusedMatmulOp::verify() {
  if (getLhs().empty())
    return emitOpError("needs at least one lhs segment");
  if (getRhs().size() != 1 && getRhs().size() != getLhs().size())
    return emitOpError("has ")
           << getRhs().size() << " rhs operands for " << getLhs().size()
           << " segments; needs one, or one per segment";
  SmallVector<Type> types(getOperandTypes());
  types.push_back(getResult().getType());
  if (failed(checkEncodings(getLoc(), types, "operand")))
    return failure();

  // One shape per operand and role; every axis that two operands share has one
  // extent.
  struct Extents {
    int64_t m = ShapedType::kDynamic, n = ShapedType::kDynamic;
  } extents;
  auto checkExtent = [&](int64_t &known, int64_t extent, const Twine &axis,
                         const Twine &what) -> LogicalResult {
    if (extent == std::numeric_limits<int64_t>::max())
      return emitOpError(axis) << " of " << what << " does not fit 64 bits";
    if (!compatible(known, extent))
      return emitOpError(axis)
             << " is " << extent << " in " << what << ", elsewhere " << known;
    if (ShapedType::isDynamic(known))
      known = extent;
    return success();
  };
  auto readMap = [&](AffineMap map, Type type, const Twine &what,
                     bool mayBroadcast) -> std::optional<IndexMap> {
    int64_t rank = cast<RankedTensorType>(type).getRank();
    if (map.getNumDims() != 2 || map.getNumResults() != rank) {
      emitOpError("map of ")
          << what << " must have 2 dims and " << rank << " results for " << type
          << ", got " << AffineMapAttr::get(map);
      return std::nullopt;
    }
    std::string reason;
    std::optional<IndexMap> indexMap = IndexMap::fromAffineMap(map, reason);
    if (!indexMap) {
      emitOpError("map of ") << what << " " << reason;
      return std::nullopt;
    }
    for (unsigned axis = 0; axis < 2 && !mayBroadcast; ++axis)
      if (indexMap->getDims(axis).empty()) {
        emitOpError("map of ") << what << " leaves out d" << axis;
        return std::nullopt;
      }
    return indexMap;
  };
  auto checkCount = [&](StringRef role, size_t maps,
                        size_t operands) -> LogicalResult {
    if (maps != operands)
      return emitOpError("has ")
             << maps << " " << role << " maps for " << operands << " operands";
    return success();
  };
  if (failed(checkCount("lhs", getLhsMaps().size(), getLhs().size())) ||
      failed(checkCount("rhs", getRhsMaps().size(), getRhs().size())) ||
      failed(checkCount("input", getInputMaps().size(), getInputs().size())))
    return failure();

  Type element = getElementTypeOrSelf(getLhs()[0]);
  int64_t totalK = 0;
  SmallVector<int64_t> segmentK;
  auto checkElement = [&](Value operand, const Twine &what) -> LogicalResult {
    if (getElementTypeOrSelf(operand) != element)
      return emitOpError() << what << " has element type "
                           << getElementTypeOrSelf(operand) << ", lhs 0 has "
                           << element;
    return success();
  };
  for (auto [i, operand] : llvm::enumerate(getLhs())) {
    auto map = readMap(getLhsMap(i), operand.getType(), "lhs " + Twine(i),
                       /*mayBroadcast=*/false);
    if (!map || failed(checkElement(operand, "lhs " + Twine(i))))
      return failure();
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(operand.getType()).getShape();
    if (failed(checkExtent(extents.m, map->getExtent(0, shape), "M",
                           "lhs " + Twine(i))))
      return failure();
    int64_t &k = segmentK.emplace_back(ShapedType::kDynamic);
    if (failed(
            checkExtent(k, map->getExtent(1, shape), "K", "lhs " + Twine(i))))
      return failure();
    if (ShapedType::isDynamic(totalK) || ShapedType::isDynamic(k))
      totalK = ShapedType::kDynamic;
    else if (llvm::AddOverflow(totalK, k, totalK))
      return emitOpError("the sum of the segments' K does not fit 64 bits");
  }
  for (auto [i, operand] : llvm::enumerate(getRhs())) {
    auto map = readMap(getRhsMap(i), operand.getType(), "rhs " + Twine(i),
                       /*mayBroadcast=*/false);
    if (!map || failed(checkElement(operand, "rhs " + Twine(i))))
      return failure();
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(operand.getType()).getShape();
    if (failed(checkExtent(extents.n, map->getExtent(0, shape), "N",
                           "rhs " + Twine(i))))
      return failure();
    int64_t k = map->getExtent(1, shape);
    int64_t &known = getRhs().size() == 1 ? totalK : segmentK[i];
    if (failed(checkExtent(known, k, "K", "rhs " + Twine(i))))
      return failure();
  }
  for (auto [i, operand] : llvm::enumerate(getInputs())) {
    auto map = readMap(getInputMap(i), operand.getType(), "input " + Twine(i),
                       /*mayBroadcast=*/true);
    if (!map)
      return failure();
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(operand.getType()).getShape();
    if ((!map->getDims(0).empty() &&
         failed(checkExtent(extents.m, map->getExtent(0, shape), "M",
                            "input " + Twine(i)))) ||
        (!map->getDims(1).empty() &&
         failed(checkExtent(extents.n, map->getExtent(1, shape), "N",
                            "input " + Twine(i)))))
      return failure();
  }
  auto map = readMap(getResultMap(), getResult().getType(), "the result",
                     /*mayBroadcast=*/false);
  if (!map ||
      failed(checkExtent(extents.m,
                         map->getExtent(0, getResultType().getShape()), "M",
                         "the result")) ||
      failed(checkExtent(extents.n,
                         map->getExtent(1, getResultType().getShape()), "N",
                         "the result")))
    return failure();
  if (getPrecision() != Precision::ieee && !element.isF32())
    return emitOpError("precision ")
           << stringifyPrecision(getPrecision())
           << " is for f32 operands, lhs 0 has element type " << element;
  return success();
}

LogicalResult FusedMatmulOp::verifyRegions() {
  Block &block = getEpilogue().front();
  if (block.getNumArguments() != 1 + getInputs().size())
    return emitOpError("epilogue must have ")
           << 1 + getInputs().size()
           << " arguments (the accumulator and one per input), got "
           << block.getNumArguments();
  if (!block.getArgument(0).getType().isF32())
    return emitOpError(
               "the accumulator, epilogue argument 0, must be f32, got ")
           << block.getArgument(0).getType();
  for (auto [i, input] : llvm::enumerate(getInputs())) {
    Type actual = block.getArgument(i + 1).getType();
    if (actual != getElementTypeOrSelf(input))
      return emitOpError("epilogue argument ")
             << i + 1 << " must be " << getElementTypeOrSelf(input)
             << " like input " << i << ", got " << actual;
  }
  for (Operation &op : block.without_terminator()) {
    bool known = isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
        op.getDialect());
    bool elementwise = op.hasTrait<OpTrait::Elementwise>() ||
                       op.hasTrait<OpTrait::ConstantLike>();
    if (!known || !elementwise)
      return op.emitOpError("is not an element-wise arith or math operation, "
                            "which is all an epilogue may hold");
    for (Type type : op.getResultTypes())
      if (isa<ShapedType>(type))
        return op.emitOpError("makes ")
               << type << ", an epilogue works on scalars";
  }
  auto yield = dyn_cast<YieldOp>(block.getTerminator());
  if (!yield)
    return emitOpError("epilogue must end with gl.yield");
  if (yield.getValue().getType() != getElementTypeOrSelf(getResult()))
    return yield.emitOpError("yields ")
           << yield.getValue().getType() << ", the result has element type "
           << getElementTypeOrSelf(getResult());
  return success();
}

/// The size of result dim `dim`, which belongs to `axis`, from the operand that
/// owns the axis: dim by dim if both split it into as many dims, else as the
/// operand's whole extent.
static std::optional<OpFoldResult>
reifyAxisDim(OpBuilder &b, Location loc, const IndexMap &result, unsigned axis,
             unsigned dim, Value operand, const IndexMap &source) {
  ArrayRef<unsigned> resultDims = result.getDims(axis);
  ArrayRef<unsigned> sourceDims = source.getDims(0);
  if (resultDims.size() == sourceDims.size()) {
    unsigned place = llvm::find(resultDims, dim) - resultDims.begin();
    return getDim(b, loc, operand, sourceDims[place]);
  }
  if (resultDims.size() != 1)
    return std::nullopt;
  OpFoldResult extent = b.getIndexAttr(1);
  for (unsigned sourceDim : sourceDims)
    extent = combine<arith::MulIOp>(b, loc, extent,
                                    getDim(b, loc, operand, sourceDim));
  return extent;
}

LogicalResult
FusedMatmulOp::reifyResultShapes(OpBuilder &b,
                                 ReifiedRankedShapedTypeDims &reified) {
  IndexMap result = getIndexMap(getResultMap());
  SmallVector<OpFoldResult> dims;
  for (int64_t dim = 0; dim < getResultType().getRank(); ++dim) {
    if (!getResultType().isDynamicDim(dim)) {
      dims.push_back(b.getIndexAttr(getResultType().getDimSize(dim)));
      continue;
    }
    bool isM = llvm::is_contained(result.getDims(0), dim);
    Value operand = isM ? getLhs()[0] : getRhs()[0];
    IndexMap source = getIndexMap(isM ? getLhsMap(0) : getRhsMap(0));
    std::optional<OpFoldResult> size =
        reifyAxisDim(b, getLoc(), result, isM ? 0 : 1, dim, operand, source);
    if (!size)
      return failure();
    dims.push_back(*size);
  }
  reified.push_back(std::move(dims));
  return success();
}

#define GET_OP_CLASSES
#include "gl/Dialect/GL/IR/GLOps.cpp.inc"
