//===- FuseEpilogue.cpp - Element-wise work moves into the product --------===//
//
// From a gl.fused_matmul the set of element-wise operations on its result is
// grown forward. A prefix of that set can move into the epilogue region if it
// has one last operation and nothing outside uses a value that would disappear;
// the longest such prefix does. Intermediate roundings are operations like all
// others and move along.
//
//===----------------------------------------------------------------------===//

#include "DeadOps.h"
#include "PassRemarks.h"
#include "gl/Dialect/GL/IR/GLOps.h"
#include "gl/Dialect/GL/IR/IndexMap.h"
#include "gl/Dialect/GL/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::gl {
#define GEN_PASS_DEF_GLFUSEEPILOGUE
#include "gl/Dialect/GL/Transforms/Passes.h.inc"
} // namespace mlir::gl

using namespace mlir;
using namespace mlir::gl;

static constexpr StringLiteral passName = "gl-fuse-epilogue";

static std::string nameOf(Operation *op) {
  return ("'" + op->getName().getStringRef() + "'").str();
}

static bool isElement(Type type) {
  return type.isF32() || type.isF16() || type.isBF16();
}

/// Whether `op` is of the kind that an epilogue region may hold.
static bool isElementwise(Operation *op) {
  return isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
             op->getDialect()) &&
         op->hasTrait<OpTrait::Elementwise>() && op->getNumResults() == 1 &&
         isa<RankedTensorType>(op->getResult(0).getType()) && isPure(op);
}

/// The scalar that `value` holds in every element; null if it is no such
/// constant.
static TypedAttr getSplat(Value value) {
  DenseElementsAttr elements;
  if (matchPattern(value, m_Constant(&elements)) && elements.isSplat())
    return dyn_cast<TypedAttr>(elements.getSplatValue<Attribute>());
  Value scalar;
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    scalar = fill.value();
  else if (auto splat = value.getDefiningOp<tensor::SplatOp>())
    scalar = splat.getInput();
  TypedAttr attr;
  if (scalar && scalar.getType() == getElementTypeOrSelf(value))
    matchPattern(scalar, m_Constant(&attr));
  return attr;
}

namespace {

/// A tensor that an epilogue reads besides the accumulator.
struct EpilogueInput {
  Value source;
  AffineMap map;
};

/// One product and the element-wise operations that follow it.
class EpilogueFusion {
public:
  explicit EpilogueFusion(FusedMatmulOp product)
      : product(product), type(product.getResultType()),
        builder(product.getContext()) {
    std::string reason;
    resultMap = IndexMap::fromAffineMap(product.getResultMap(), reason);
  }

  /// Moves what can be moved. Adds the producers that may have lost their last
  /// use to `leftovers`.
  void run(SetVector<Operation *> &leftovers);

private:
  void collectCandidates();
  bool isCandidate(Operation *op);
  std::optional<EpilogueInput> getInput(Value value);
  /// The operations of `candidates` that lead to `last`, in block order, if
  /// they can move into the epilogue.
  std::optional<SmallVector<Operation *>> getClosedSet(Operation *last);
  std::string explain();
  void move(ArrayRef<Operation *> ops, SetVector<Operation *> &leftovers);

  FusedMatmulOp product;
  RankedTensorType type;
  OpBuilder builder;
  std::optional<IndexMap> resultMap;
  /// In block order; operands that are no candidates are splats or inputs.
  SetVector<Operation *> candidates;
  /// Why the first element-wise user that is no candidate is none.
  std::string refusal;
};

} // namespace

/// The input by which the epilogue reads `value`: what is behind a broadcast of
/// one row, one column or one element, else the tensor itself.
std::optional<EpilogueInput> EpilogueFusion::getInput(Value value) {
  auto isInput = [](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && isElement(type.getElementType()) && !type.getEncoding();
  };
  auto valueType = dyn_cast<RankedTensorType>(value.getType());
  if (!valueType || valueType.getShape() != type.getShape())
    return std::nullopt;
  if (auto broadcast = value.getDefiningOp<linalg::BroadcastOp>()) {
    // The input has the result's dims but for `dimensions`, in order.
    ArrayRef<int64_t> added = broadcast.getDimensions();
    SmallVector<IndexMap::Dims, 2> axes(2);
    unsigned rank = type.getRank() - added.size(), axesKept = 0;
    bool isVector = isInput(broadcast.getInput());
    for (unsigned axis = 0; axis < 2; ++axis) {
      for (unsigned dim : resultMap->getDims(axis))
        if (!llvm::is_contained(added, dim))
          axes[axis].push_back(dim - llvm::count_if(added, [&](int64_t other) {
                                 return other < dim;
                               }));
      // A map names an axis whole or not at all.
      bool whole = axes[axis].size() == resultMap->getDims(axis).size();
      isVector &= whole || axes[axis].empty();
      axesKept += whole;
    }
    if (isVector && (axesKept > 0 || rank == 0))
      return EpilogueInput{
          broadcast.getInput(),
          IndexMap(rank, axes).toAffineMap(value.getContext())};
  }
  if (!isInput(value))
    return std::nullopt;
  return EpilogueInput{value, product.getResultMap()};
}

bool EpilogueFusion::isCandidate(Operation *op) {
  auto refuse = [&](const Twine &why) {
    if (refusal.empty())
      refusal = (nameOf(op) + " " + why).str();
    return false;
  };
  auto resultType = cast<RankedTensorType>(op->getResult(0).getType());
  Type element = resultType.getElementType();
  if (!isElement(element) && !element.isInteger(1))
    return refuse("makes elements other than f32, f16, bf16 and i1");
  if (resultType.getShape() != type.getShape() || resultType.getEncoding())
    return refuse("makes a tensor of another shape or with an encoding");
  bool onChain = false;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    if (operand == product.getResult() ||
        candidates.contains(operand.getDefiningOp())) {
      onChain = true;
      continue;
    }
    if (!getSplat(operand) && !getInput(operand))
      return refuse("has operand " + Twine(i) +
                    ", which is neither a splat constant nor a tensor of the "
                    "result's shape with f32, f16 or bf16 elements");
  }
  return onChain;
}

void EpilogueFusion::collectCandidates() {
  Block *block = product->getBlock();
  SetVector<Operation *> reached;
  auto reach = [&](Value value) {
    for (Operation *user : value.getUsers())
      if (user->getBlock() == block && isElementwise(user))
        reached.insert(user);
  };
  reach(product.getResult());
  for (unsigned i = 0; i < reached.size(); ++i)
    reach(reached[i]->getResult(0));
  SmallVector<Operation *> ordered = reached.takeVector();
  llvm::sort(ordered,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  for (Operation *op : ordered)
    if (isCandidate(op))
      candidates.insert(op);
}

std::optional<SmallVector<Operation *>>
EpilogueFusion::getClosedSet(Operation *last) {
  if (!isElement(getElementTypeOrSelf(last->getResult(0))))
    return std::nullopt;
  llvm::SmallPtrSet<Operation *, 8> slice{last};
  SmallVector<Operation *> worklist{last};
  while (!worklist.empty())
    for (Value operand : worklist.pop_back_val()->getOperands())
      if (Operation *producer = operand.getDefiningOp())
        if (candidates.contains(producer) && slice.insert(producer).second)
          worklist.push_back(producer);
  auto isClosed = [&](Value value) {
    return llvm::all_of(value.getUsers(),
                        [&](Operation *user) { return slice.contains(user); });
  };
  if (!isClosed(product.getResult()))
    return std::nullopt;
  for (Operation *op : slice)
    if (op != last && !isClosed(op->getResult(0)))
      return std::nullopt;
  return llvm::filter_to_vector(
      candidates, [&](Operation *op) { return slice.contains(op); });
}

std::string EpilogueFusion::explain() {
  for (Operation *user : product->getUsers())
    if (!isElementwise(user) || user->getBlock() != product->getBlock())
      return "the product's result is also used by " + nameOf(user) +
             (isElementwise(user) ? " in another block" : "");
  if (!refusal.empty())
    return refusal;
  return "more than one value that follows from the product's result is used "
         "afterwards";
}

void EpilogueFusion::move(ArrayRef<Operation *> ops,
                          SetVector<Operation *> &leftovers) {
  Operation *last = ops.back();
  Value result = last->getResult(0);
  SmallVector<Location> locs{product.getLoc()};
  for (Operation *op : ops)
    locs.push_back(op->getLoc());

  // The region moves first; its arguments stay in step with the inputs.
  Block &block = product.getEpilogue().front();
  SmallVector<EpilogueInput> inputs;
  for (auto [i, input] : llvm::enumerate(product.getInputs()))
    inputs.push_back({input, product.getInputMap(i)});
  auto yield = cast<YieldOp>(block.getTerminator());
  IRMapping scalars;
  scalars.map(product.getResult(), yield.getValue());
  builder.setInsertionPoint(yield);
  auto getScalar = [&](Operation *user, Value operand) -> Value {
    if (TypedAttr splat = getSplat(operand))
      return arith::ConstantOp::create(builder, user->getLoc(), splat);
    EpilogueInput input = *getInput(operand);
    for (auto [i, known] : llvm::enumerate(inputs))
      if (known.source == input.source && known.map == input.map)
        return block.getArgument(i + 1);
    inputs.push_back(input);
    return block.addArgument(getElementTypeOrSelf(input.source),
                             user->getLoc());
  };
  for (Operation *op : ops) {
    for (Value operand : op->getOperands()) {
      if (!scalars.contains(operand))
        scalars.map(operand, getScalar(op, operand));
      // Only what no product's chain can hold, so that nothing is erased twice.
      Operation *producer = operand.getDefiningOp();
      if (isa_and_nonnull<arith::ConstantOp, linalg::BroadcastOp,
                          linalg::FillOp, tensor::SplatOp>(producer))
        leftovers.insert(producer);
    }
    Operation *scalar = builder.clone(*op, scalars);
    scalar->getResult(0).setType(getElementTypeOrSelf(op->getResult(0)));
  }
  yield.getValueMutable().assign(scalars.lookup(result));

  SmallVector<Value> sources;
  SmallVector<AffineMap> maps;
  for (const EpilogueInput &input : inputs) {
    sources.push_back(input.source);
    maps.push_back(input.map);
  }
  // At the place of the last operation every input is known to dominate.
  builder.setInsertionPoint(last);
  auto fused = FusedMatmulOp::create(
      builder, FusedLoc::get(product.getContext(), locs), result.getType(),
      product.getLhs(), product.getRhs(), sources, product.getLhsMaps(),
      product.getRhsMaps(), builder.getAffineMapArrayAttr(maps),
      product.getResultMapAttr(), product.getPrecisionAttr(),
      product.getSchedulesAttr());
  fused->setDiscardableAttrs(product->getDiscardableAttrDictionary());
  fused.getEpilogue().takeBody(product.getEpilogue());
  if (auto remark = remark::passed(
          product.getLoc(), labelRemark(passName, "EpilogueFused", product)))
    remark << std::to_string(ops.size()) +
                  (ops.size() == 1 ? " operation" : " operations") +
                  " moved into the epilogue, the last is " + nameOf(last);
  result.replaceAllUsesWith(fused.getResult());
  for (Operation *op : llvm::reverse(ops))
    op->erase();
  product.erase();
}

void EpilogueFusion::run(SetVector<Operation *> &leftovers) {
  collectCandidates();
  for (Operation *last : llvm::reverse(candidates))
    if (auto ops = getClosedSet(last)) {
      if (!refusal.empty())
        if (auto remark =
                remark::analysis(product.getLoc(),
                                 labelRemark(passName, "EpilogueEnd", product)))
          remark << "the epilogue ends there: " + refusal;
      return move(*ops, leftovers);
    }
  if (candidates.empty() && refusal.empty())
    return;
  if (auto remark = remark::missed(
          product.getLoc(), labelRemark(passName, "EpilogueLeft", product)))
    remark << "what follows stays outside the epilogue: " + explain();
}

namespace {

struct GLFuseEpilogue : gl::impl::GLFuseEpilogueBase<GLFuseEpilogue> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<FusedMatmulOp> products;
    getOperation()->walk([&](FusedMatmulOp op) { products.push_back(op); });
    SetVector<Operation *> leftovers;
    for (FusedMatmulOp op : products)
      EpilogueFusion(op).run(leftovers);
    eraseDeadOps(leftovers);
  }
};

} // namespace
