//===- OperandLoads.cpp - Where operands come from ------------------------===//
//
// See OperandLoads.h.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/Transforms/OperandLoads.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::tile;

LogicalResult tile::collectLoads(Value value, SmallVectorImpl<LoadOp> &loads) {
  if (auto load = value.getDefiningOp<LoadOp>()) {
    loads.push_back(load);
    return success();
  }
  auto branch = value.getDefiningOp<scf::IfOp>();
  if (!branch)
    return failure();
  unsigned i = cast<OpResult>(value).getResultNumber();
  return success(
      succeeded(collectLoads(branch.thenYield().getOperand(i), loads)) &&
      succeeded(collectLoads(branch.elseYield().getOperand(i), loads)));
}
