//===- KernelExpressions.cpp - What a kernel's launch computes ------------===//
//
// See KernelExpressions.h.
//
//===----------------------------------------------------------------------===//

#include "KernelExpressions.h"

#include "gl/Compiler/Bundle.h"
#include "gl/Dialect/Tile/Transforms/AccessWidth.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
namespace json = llvm::json;

using Expression = std::optional<FailureOr<json::Value>>;

/// The number of the kernel's argument that `value` is.
static std::optional<unsigned> getKernelArgument(Value value) {
  auto arg = dyn_cast<BlockArgument>(value);
  if (!arg || !isa<tile::FuncOp>(arg.getOwner()->getParentOp()))
    return std::nullopt;
  return arg.getArgNumber();
}

/// Dim or stride `dim` of an argument, a number if one of the types knows it:
/// the kernel's holds where it is launched.
static json::Value getSize(StringRef what, unsigned argument, unsigned dim,
                           int64_t inKernel, int64_t inCaller,
                           const gl::KernelTensors &tensors) {
  for (int64_t size : {inKernel, inCaller})
    if (!ShapedType::isDynamic(size))
      return size;
  return json::Array{what, tensors.ids[argument], dim};
}

static json::Value getDim(MemRefType type, unsigned argument, unsigned dim,
                          const gl::KernelTensors &tensors) {
  return getSize("dim", argument, dim, type.getDimSize(dim),
                 tensors.types[argument].getDimSize(dim), tensors);
}

static Expression getLeaf(Value value, const gl::KernelTensors &tensors) {
  if (auto op = value.getDefiningOp<memref::DimOp>()) {
    std::optional<unsigned> arg = getKernelArgument(op.getSource());
    std::optional<int64_t> dim = op.getConstantIndex();
    auto type = dyn_cast<MemRefType>(op.getSource().getType());
    if (!arg || !dim || *dim < 0 || *dim >= type.getRank()) {
      op.emitOpError("is not a constant dim of an argument");
      return failure();
    }
    return FailureOr<json::Value>(getDim(type, *arg, *dim, tensors));
  }
  auto op = value.getDefiningOp<memref::ExtractStridedMetadataOp>();
  if (!op)
    return std::nullopt;
  std::optional<unsigned> arg = getKernelArgument(op.getSource());
  auto type = op.getSource().getType();
  if (!arg) {
    op.emitOpError("is not of an argument");
    return failure();
  }
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    if (value == op.getSizes()[dim])
      return FailureOr<json::Value>(getDim(type, *arg, dim, tensors));
    if (value == op.getStrides()[dim])
      return FailureOr<json::Value>(
          getSize("stride", *arg, dim, type.getStridesAndOffset().first[dim],
                  ShapedType::kDynamic, tensors));
  }
  // The address of an argument is that of its first element.
  return FailureOr<json::Value>(json::Value(0));
}

FailureOr<json::Value> gl::writeKernelIndex(Value index, Operation *user,
                                            const KernelTensors &tensors) {
  return IndexExpressions::get(
      index, user, [&](Value leaf) { return getLeaf(leaf, tensors); });
}

//===----------------------------------------------------------------------===//
// Tensor maps
//===----------------------------------------------------------------------===//

// Limits of cuTensorMapEncodeTiled (CUDA driver API, "Tensor Map Object
// Management"), but that of extents, which may be 2^32: the coordinates of a
// copy have 32 bits and a sign (PTX ISA, "cp.async.bulk.tensor").
static constexpr int64_t kAlignment = 16;
static constexpr int64_t kMaxExtent = int64_t(1) << 31;
static constexpr int64_t kMaxStride = (int64_t(1) << 40) - 1;

FailureOr<json::Object> gl::writeTensorMap(tile::TensorMapOp map,
                                           const KernelTensors &tensors,
                                           json::Array &guard) {
  unsigned argument = *getKernelArgument(map.getMemory()),
           id = tensors.ids[argument];
  auto kernel = map->getParentOfType<tile::FuncOp>();
  MemRefType type = map.getMemory().getType();
  int64_t bytes = type.getElementTypeBitWidth() / 8;
  auto require = [&](StringRef relation, json::Value lhs, json::Value rhs) {
    json::Value condition =
        json::Object{{relation, json::Array{std::move(lhs), std::move(rhs)}}};
    if (!llvm::is_contained(guard, condition))
      guard.push_back(std::move(condition));
  };

  // A tensor without elements has no address and no strides to speak of, and
  // passes for every condition on them.
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    json::Value size = getDim(type, argument, dim, tensors);
    if (size.kind() == json::Value::Array)
      require("le", 1, std::move(size));
    else if (size == json::Value(0))
      return map.emitOpError("is of a tensor without elements, ")
             << tensors.types[argument];
  }
  tile::FactsAttr facts = kernel.getFacts(argument);
  if (!facts || facts.getAlign() % kAlignment != 0)
    require("aligned", id, kAlignment);

  json::Array extents;
  for (auto [dim, index] : llvm::enumerate(map.getExtents())) {
    FailureOr<json::Value> extent = writeKernelIndex(index, map, tensors);
    if (failed(extent))
      return failure();
    if (std::optional<int64_t> number = extent->getAsInteger()) {
      if (*number < 1 || *number > kMaxExtent)
        return map.emitOpError("has ")
               << *number << " elements along dim " << dim
               << ", must have 1 to " << kMaxExtent;
    } else {
      require("le", 1, *extent);
      // Dims of tensors are below that in every call.
      if (*extent->getAsArray()->front().getAsString() != "dim")
        require("le", *extent, kMaxExtent);
    }
    extents.push_back(std::move(*extent));
  }

  json::Array strides;
  for (auto [i, index] : llvm::enumerate(map.getStrides())) {
    FailureOr<json::Value> stride = writeKernelIndex(index, map, tensors);
    if (failed(stride))
      return failure();
    int64_t unit = kAlignment / bytes, limit = kMaxStride / bytes;
    if (std::optional<int64_t> number = stride->getAsInteger()) {
      if (*number < 1 || *number > limit || *number % unit != 0)
        return map.emitOpError("has stride ")
               << *number << " along dim " << i + 1
               << ", must be a multiple of " << unit << " elements ("
               << kAlignment << " bytes) from " << unit << " to "
               << limit / unit * unit;
    } else {
      require("le", 1, *stride);
      require("le", *stride, limit);
      if (tile::getKnownDivisor(index) % unit != 0)
        require("divides", unit, *stride);
    }
    strides.push_back(std::move(*stride));
  }

  tile::TensorMapType mapType = map.getMap().getType();
  return json::Object{
      {"tensor_map", json::Object{{"tensor", id},
                                  {"extents", std::move(extents)},
                                  {"strides", std::move(strides)},
                                  {"box", json::Array(mapType.getBox())},
                                  {"swizzle", mapType.getSwizzle()}}}};
}
