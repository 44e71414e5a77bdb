//===- CopyEngineOps.cpp - Verification of copies, barriers and roles -----===//
//
// Of the operations that Hopper's copy engine and wgmma ask for. What only the
// chip's tables can say, such as the limits of a tensor map, is in the types.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/IR/TileOps.h"

using namespace mlir;
using namespace mlir::tile;

LogicalResult TensorMapOp::verify() {
  TensorMapType map = getMap().getType();
  size_t rank = map.getRank();
  if (getExtents().size() != rank || getStrides().size() + 1 != rank)
    return emitOpError("has ")
           << getExtents().size() << " extents and " << getStrides().size()
           << " strides, a map of " << rank << " dims has " << rank << " and "
           << rank - 1;
  if (getMemory().getType().getElementType() != map.getElement())
    return emitOpError("makes a map of ")
           << map.getElement() << " of " << getMemory().getType();
  auto argument = dyn_cast<BlockArgument>(getMemory());
  if (!argument || !isa<FuncOp>(argument.getOwner()->getParentOp()))
    return emitOpError("is not made of an argument of the kernel");
  return success();
}

LogicalResult CopyTensorOp::verify() {
  TensorMapType map = getMap().getType();
  RingType ring = getRing().getType();
  if (getCoordinates().size() != static_cast<size_t>(map.getRank()))
    return emitOpError("has ")
           << getCoordinates().size() << " coordinates, the map has "
           << map.getRank() << " dims";
  RankedTensorType tile = ring.getTile();
  if (tile.getElementType() != map.getElement() ||
      ring.getSwizzle() != map.getSwizzle())
    return emitOpError("copies boxes of ") << map << " into " << ring;
  int64_t inside = tile.getDimSize(0) * tile.getDimSize(1);
  if (getAt().size() != 2 || getAt()[0] < 0 || getAt()[1] < 0 ||
      getAt()[0] >= tile.getDimSize(0) || getAt()[1] >= tile.getDimSize(1))
    return emitOpError("puts a box at [") << getAt() << "] of " << tile;
  int64_t bytes = tile.getElementTypeBitWidth() / 8;
  int64_t start = ring.getSharedLayout().getOffset(getAt());
  if (start + map.getBoxBytes() > inside * bytes)
    return emitOpError("puts a box of ")
           << map.getBoxBytes() << " bytes at byte " << start
           << " of a tile of " << inside * bytes;
  if (tile.getDimSize(0) % getMulticast() != 0)
    return emitOpError("shares ") << tile.getDimSize(0) << " rows between "
                                  << getMulticast() << " programs";
  if (getBarriers() && getBarriers().getType().getCount() != ring.getStages())
    return emitOpError("has ")
           << getBarriers().getType().getCount() << " barriers for a ring of "
           << ring.getStages() << " stages";
  return success();
}

LogicalResult RingDotOp::verify() {
  RankedTensorType lhs = getLhs().getType().getTile(),
                   rhs = getRhs().getType().getTile(),
                   acc = cast<RankedTensorType>(getAcc().getType());
  if (acc.getRank() != 2 || !acc.getElementType().isF32() ||
      lhs.getElementType() != rhs.getElementType() ||
      lhs.getDimSize(1) != rhs.getDimSize(1) ||
      acc.getDimSize(0) != lhs.getDimSize(0) ||
      acc.getDimSize(1) != rhs.getDimSize(0))
    return emitOpError("multiplies ")
           << lhs << " by " << rhs << " into " << acc
           << "; expected MxK, NxK of one type and MxN of f32";
  if (getPromoted() && getUnderWay())
    return emitOpError("is promoted, which waits for each part of it, and "
                       "cannot be left under way");
  if (std::optional<uint64_t> depth = getDepth();
      depth && (*depth < 1 || *depth > uint64_t(lhs.getDimSize(1))))
    return emitOpError("has a depth of ")
           << *depth << ", the tiles have " << lhs.getDimSize(1)
           << " elements along K";
  bool isSplit = getPrecision() == gl::Precision::tf32x3;
  if (isSplit != bool(getLhsLow()) || (isSplit && !getPromoted()))
    return emitOpError("has precision ")
           << gl::stringifyPrecision(getPrecision()) << " and "
           << (getLhsLow() ? "" : "no ")
           << "low parts; products of tf32x3 have low parts and are promoted, "
              "and no others have any";
  if (isSplit && (getLhsLow().getType() != getLhs().getType() ||
                  getRhsLow().getType() != getRhs().getType()))
    return emitOpError("has low parts in ")
           << getLhsLow().getType() << " and " << getRhsLow().getType()
           << ", which must be as those of the operands, " << getLhs().getType()
           << " and " << getRhs().getType();
  for (RingType ring : {getLhs().getType(), getRhs().getType()})
    if (ring.getSwizzle() == 0)
      return emitOpError("reads ") << ring << ", which has no panels";
  // PTX ISA, "Strides" and the transposing operands of wgmma.
  bool isWide = lhs.getElementType().isF32();
  for (RingType ring : {getLhs().getType(), getRhs().getType()})
    if (ring.getAlong() == 0 && (isWide || ring.getSwizzle() != 128))
      return emitOpError("reads ")
             << ring
             << " by rows that run across K, which are for elements of 16 bits "
                "in panels of 128 bytes";
  if (isWide && getPrecision() == gl::Precision::ieee)
    return emitOpError("multiplies f32 with precision ")
           << gl::stringifyPrecision(getPrecision())
           << "; wgmma has tf32 and tf32x3";
  if (isSplit && !isWide)
    return emitOpError("has low parts of ")
           << lhs.getElementType() << "; only f32 has more bits than TF32";
  return success();
}

LogicalResult LowPartOp::verify() {
  if (cast<RankedTensorType>(getType()).getElementType().isF32())
    return success();
  return emitOpError("takes the low part of ")
         << getType() << "; only f32 has more bits than TF32";
}

LogicalResult StoreTensorOp::verify() {
  TensorMapType map = getMap().getType();
  RankedTensorType value = cast<RankedTensorType>(getValue().getType());
  RingType staging = getStaging().getType();
  if (value.getRank() != 2 || value.getElementType() != map.getElement() ||
      staging.getTile().getElementType() != map.getElement())
    return emitOpError("stores ")
           << value << " through " << staging << " by " << map;
  if (getCoordinates().size() != static_cast<size_t>(map.getRank()))
    return emitOpError("has ")
           << getCoordinates().size() << " coordinates, the map has "
           << map.getRank() << " dims";
  ArrayRef<int64_t> shape = staging.getTile().getShape();
  if (map.getBox()[0] != shape[1] || map.getRank() < 2 ||
      map.getBox()[1] != shape[0])
    return emitOpError("has boxes of ") << map << " and slots of " << staging;
  return success();
}

LogicalResult SpecializeWarpsOp::verify() {
  size_t roles = getFills().empty() ? 2 : 3;
  if (!getRegisters().empty() && getRegisters().size() != roles)
    return emitOpError("has ")
           << getRegisters().size() << " register counts, expected none or "
           << roles;
  for (int64_t count : getRegisters())
    if (count < 24 || count > 240 || count % 8 != 0)
      return emitOpError("has a register count of ")
             << count << ", must be a multiple of 8 from 24 to 240";
  // One set needs no number.
  auto check = [&](Region &role, int64_t sets,
                   StringRef name) -> LogicalResult {
    if (role.empty() && sets == 1)
      return success();
    size_t numbers = sets > 1 ? 1 : 0;
    SmallVector<Type> arguments;
    if (!role.empty())
      llvm::append_range(arguments, role.front().getArgumentTypes());
    if (arguments.size() == numbers &&
        llvm::all_of(arguments, llvm::IsaPred<IndexType>))
      return success();
    return emitOpError("has ")
           << sets << " sets of warps and " << arguments.size()
           << " arguments of its " << name << ", expected " << numbers
           << " of type index";
  };
  if (failed(check(getProducts(), getSets(), "products")) ||
      failed(check(getFills(), getFillSets(), "fills")))
    return failure();
  return success();
}
