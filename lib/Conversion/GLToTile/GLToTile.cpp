//===- GLToTile.cpp - Emit tile programs for gl operations ----------------===//
//
// Turns each gl.fused_matmul into tile programs, one for each variant, and a
// tile.launch in its place. A gl.gather_concat that no product absorbed becomes
// a copy kernel; so does the gather of a product that has its input copied. The
// programs say nothing about threads: the schedule travels along as an
// attribute, and later passes act on it.
//
// Variants. A schedule that loads several elements at once needs rows that
// allow it. Such a variant states what it relies on in its arguments' types
// (static strides) and facts (alignment, divisibility); the runtime launches
// the first variant whose statements are true, or of several that estimate what
// they take the cheapest. The last variant always relies on nothing.
//
//===----------------------------------------------------------------------===//

#include "CopyProgram.h"
#include "ProductVariants.h"

#include "gl/Conversion/Passes.h"
#include "gl/Dialect/GL/IR/GLOps.h"
#include "gl/Dialect/Tile/IR/KernelABI.h"
#include "gl/Dialect/Tile/IR/TileOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::gl {
#define GEN_PASS_DEF_CONVERTGLTOTILE
#include "gl/Conversion/Passes.h.inc"
} // namespace mlir::gl

using namespace mlir;
using namespace mlir::gl;

namespace {

struct Converter {
  ModuleOp module;
  SymbolTable symbols;
  bool cpu;

  Converter(ModuleOp module, bool cpu)
      : module(module), symbols(module), cpu(cpu) {}

  LogicalResult convert(func::FuncOp func);

private:
  LogicalResult convert(FusedMatmulOp op);
  LogicalResult convert(GatherConcatOp op);
  /// What the kernels of the function's next launch are called.
  std::string takeName() {
    return (function.getSymName() + "_" + Twine(launches++)).str();
  }
  LogicalResult replace(Operation *op, const ProductVariants &variants);

  func::FuncOp function;
  unsigned launches = 0;
};

} // namespace

LogicalResult Converter::replace(Operation *op,
                                 const ProductVariants &variants) {
  OpBuilder builder(op);
  ReifiedRankedShapedTypeDims shapes;
  if (failed(cast<ReifyRankedShapedTypeOpInterface>(op).reifyResultShapes(
          builder, shapes)))
    return failure();
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<Value> dims;
  for (auto [i, size] : llvm::enumerate(shapes[0]))
    if (type.isDynamicDim(i))
      dims.push_back(
          getValueOrCreateConstantIndexOp(builder, op->getLoc(), size));
  auto launch = tile::LaunchOp::create(
      builder, op->getLoc(), type, builder.getArrayAttr(variants.kernels),
      variants.inputs, dims,
      variants.takes.empty() ? ArrayAttr()
                             : builder.getArrayAttr(variants.takes));
  op->replaceAllUsesWith(launch);
  op->erase();
  return success();
}

//===----------------------------------------------------------------------===//
// fused_matmul
//===----------------------------------------------------------------------===//

/// Has a call fail where the product of several dims, `extent`, is beyond what
/// coordinates reach; a product known now, `op` itself. `axis` is its name.
static LogicalResult limitExtent(Operation *op, Value extent,
                                 const Twine &axis) {
  constexpr int64_t kMax = tile::kExtentLimit - 1;
  if (std::optional<int64_t> size = getConstantIntValue(extent)) {
    if (*size >= 0 && *size <= kMax)
      return success();
    return op->emitOpError("has ")
           << *size << " " << axis.str() << "; coordinates reach " << kMax;
  }
  OpBuilder builder(op);
  Value limit =
      arith::ConstantIndexOp::create(builder, op->getLoc(), kMax).getResult();
  Value fits = arith::CmpIOp::create(builder, op->getLoc(),
                                     arith::CmpIPredicate::sle, extent, limit);
  cf::AssertOp::create(builder, op->getLoc(), fits,
                       (axis + " must be at most " + Twine(kMax)).str());
  return success();
}

/// Limits M, N and K where all operands spell them as several dims: the runtime
/// limits a single one.
static LogicalResult limitExtents(FusedMatmulOp op) {
  OpBuilder builder(op);
  auto isOneDim = [](AffineMap map, unsigned axis) {
    return getIndexMap(map).getDims(axis).size() <= 1;
  };
  auto limit = [&](Value tensor, AffineMap map, unsigned axis,
                   const Twine &text) {
    return limitExtent(
        op, getHostExtent(builder, op.getLoc(), tensor, map, axis), text);
  };
  bool isOneM = isOneDim(op.getResultMap(), 0),
       isOneN = isOneDim(op.getResultMap(), 1);
  for (auto [i, lhs] : llvm::enumerate(op.getLhs()))
    isOneM |= isOneDim(op.getLhsMap(i), 0);
  for (auto [i, rhs] : llvm::enumerate(op.getRhs()))
    isOneN |= isOneDim(op.getRhsMap(i), 0);
  for (auto [i, input] : llvm::enumerate(op.getInputs())) {
    // None is a broadcast, which limits nothing.
    IndexMap map = getIndexMap(op.getInputMap(i));
    isOneM |= map.getDims(0).size() == 1;
    isOneN |= map.getDims(1).size() == 1;
  }
  if (!isOneM && failed(limit(op.getLhs()[0], op.getLhsMap(0), 0, "rows (M)")))
    return failure();
  if (!isOneN &&
      failed(limit(op.getRhs()[0], op.getRhsMap(0), 0, "columns (N)")))
    return failure();
  for (auto [i, lhs] : llvm::enumerate(op.getLhs())) {
    unsigned weight = op.getRhs().size() == 1 ? 0 : i;
    if (!isOneDim(op.getLhsMap(i), 1) && !isOneDim(op.getRhsMap(weight), 1) &&
        failed(limit(lhs, op.getLhsMap(i), 1,
                     "terms of the reduction (K) of lhs " + Twine(i))))
      return failure();
  }
  return success();
}

/// States on the host's side what the dims of different operands have in
/// common, so that the runtime can check a call; constants that already agree
/// say nothing.
static void emitShapeChecks(FusedMatmulOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto extent = [&](Value operand, AffineMap map, unsigned axis) {
    return getHostExtent(builder, loc, operand, map, axis);
  };
  auto check = [&](Value a, Value b, const Twine &text) {
    if (a == b)
      return;
    std::optional<int64_t> x = getConstantIntValue(a),
                           y = getConstantIntValue(b);
    if (x && y && *x == *y)
      return;
    Value equal =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, a, b);
    cf::AssertOp::create(builder, loc, equal, text.str());
  };
  Value m = extent(op.getLhs()[0], op.getLhsMap(0), 0);
  Value n = extent(op.getRhs()[0], op.getRhsMap(0), 0);
  Value k;
  for (auto [i, lhs] : llvm::enumerate(op.getLhs())) {
    if (i)
      check(extent(lhs, op.getLhsMap(i), 0), m,
            "rows (M) of lhs part " + Twine(i) + " must be those of part 0");
    Value segment = extent(lhs, op.getLhsMap(i), 1);
    if (op.getRhs().size() > 1)
      check(extent(op.getRhs()[i], op.getRhsMap(i), 1), segment,
            "reduction size (K) of rhs " + Twine(i) + " must be that of lhs " +
                Twine(i));
    k = k ? builder.createOrFold<arith::AddIOp>(loc, k, segment) : segment;
  }
  if (op.getRhs().size() == 1)
    check(extent(op.getRhs()[0], op.getRhsMap(0), 1), k,
          "reduction size (K) of the weight must be that of the gathered "
          "input");
  for (auto [i, rhs] : llvm::enumerate(op.getRhs()))
    if (i)
      check(extent(rhs, op.getRhsMap(i), 0), n,
            "columns (N) of rhs " + Twine(i) + " must be those of rhs 0");
  for (auto [i, input] : llvm::enumerate(op.getInputs())) {
    IndexMap map = getIndexMap(op.getInputMap(i));
    if (!map.getDims(0).empty())
      check(extent(input, op.getInputMap(i), 0), m,
            "rows (M) of epilogue input " + Twine(i) +
                " must be those of the product");
    if (!map.getDims(1).empty())
      check(extent(input, op.getInputMap(i), 1), n,
            "columns (N) of epilogue input " + Twine(i) +
                " must be those of the product");
  }
}

LogicalResult Converter::convert(FusedMatmulOp op) {
  if (!op.getSchedules() || op.getSchedules()->empty())
    return op.emitOpError("has no schedule: run gl-select-schedule first");
  if (op.getRhs().size() == 1 && op.getLhs().size() > 1 &&
      getIndexMap(op.getRhsMap(0)).getDims(1).size() != 1)
    return op.emitOpError("shares one rhs between ")
           << op.getLhs().size() << " segments, but its map splits K over "
           << getIndexMap(op.getRhsMap(0)).getDims(1).size()
           << " dims; it must be one dim";
  FailureOr<ProductVariants> variants =
      emitProductVariants(op, [&] { return takeName(); }, symbols, cpu);
  if (failed(variants))
    return failure();
  emitShapeChecks(op);
  if (failed(limitExtents(op)))
    return failure();
  return replace(op, *variants);
}

//===----------------------------------------------------------------------===//
// gather_concat
//===----------------------------------------------------------------------===//

LogicalResult Converter::convert(GatherConcatOp op) {
  unsigned axis = op.getNormalizedAxis(), rank = op.getResultType().getRank();
  // Two logical axes: everything but the joined dim, and the joined dim.
  auto spell = [&](bool stacked) {
    SmallVector<IndexMap::Dims> axes(2);
    for (unsigned dim = 0; dim < rank; ++dim)
      if (dim != axis)
        axes[0].push_back(dim + stacked);
    if (stacked)
      axes[1].push_back(0);
    axes[1].push_back(axis + stacked);
    return IndexMap(rank + stacked, axes);
  };
  IndexMap partMap = spell(op.getStacked()), resultMap = spell(false);

  SmallVector<CopyTensor> parts;
  for (Value part : op.getParts())
    parts.push_back({cast<RankedTensorType>(part.getType()), partMap,
                     isConstantOperand(part)});
  tile::FuncOp func =
      *emitCopyProgram(op.getLoc(), takeName() + "_copy", parts,
                       {op.getResultType(), resultMap}, axis, cpu);
  symbols.insert(func);

  // Dims that the parts have in common, for the runtime's checks.
  OpBuilder builder(op);
  for (Value part : op.getParts().drop_front())
    for (unsigned dim = 0; dim < rank; ++dim) {
      auto type = cast<RankedTensorType>(part.getType());
      auto first = cast<RankedTensorType>(op.getParts()[0].getType());
      if (dim == axis || (!type.isDynamicDim(dim) && !first.isDynamicDim(dim)))
        continue;
      Value a = builder.createOrFold<tensor::DimOp>(op.getLoc(), part, dim);
      Value c = builder.createOrFold<tensor::DimOp>(op.getLoc(),
                                                    op.getParts()[0], dim);
      Value equal = arith::CmpIOp::create(builder, op.getLoc(),
                                          arith::CmpIPredicate::eq, a, c);
      cf::AssertOp::create(builder, op.getLoc(), equal,
                           "dim " + std::to_string(dim) +
                               " must be equal in all parts of a concat");
    }
  if (partMap.getDims(0).size() > 1 &&
      failed(limitExtent(op,
                         getHostExtent(builder, op.getLoc(), op.getParts()[0],
                                       partMap.toAffineMap(op.getContext()), 0),
                         "rows, the product of all dims but the joined one")))
    return failure();
  ProductVariants copy;
  copy.kernels = {FlatSymbolRefAttr::get(func)};
  copy.inputs.assign(op.getParts().begin(), op.getParts().end());
  return replace(op, copy);
}

LogicalResult Converter::convert(func::FuncOp func) {
  function = func;
  launches = 0;
  SmallVector<Operation *> ops;
  func.walk([&](Operation *op) {
    if (isa<FusedMatmulOp, GatherConcatOp>(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    auto product = dyn_cast<FusedMatmulOp>(op);
    if (failed(product ? convert(product) : convert(cast<GatherConcatOp>(op))))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct ConvertGLToTile : gl::impl::ConvertGLToTileBase<ConvertGLToTile> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto target = module->getAttrOfType<TargetAttr>(kTargetAttrName);
    Converter converter(module, target && target.isCPU());
    for (auto func : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
      if (failed(converter.convert(func)))
        return signalPassFailure();
  }
};
} // namespace
