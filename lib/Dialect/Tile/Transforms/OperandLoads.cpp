//===- OperandLoads.cpp - Where operands come from ------------------------===//
//
// See OperandLoads.h.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/Transforms/OperandLoads.h"

#include "gl/Dialect/Tile/Transforms/AccessWidth.h"
#include "gl/Dialect/Tile/Transforms/DotLayouts.h"
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

bool tile::isInnermost(const Access &access, unsigned dim) {
  auto type = cast<MemRefType>(access.memory.getType());
  auto [strides, offset] = type.getStridesAndOffset();
  const auto *unit = llvm::find(strides, 1);
  unsigned inner =
      unit == strides.end() ? type.getRank() - 1 : unit - strides.begin();
  return access.map.getResult(inner).isFunctionOfDim(dim);
}

CopyWidths tile::getCopyWidths(ArrayRef<LoadOp> loads, RankedTensorType tile,
                               unsigned along, int64_t numWarps) {
  // Fewest bytes that cp.async copies.
  constexpr int64_t kLeastAsyncBytes = 4;
  int64_t bytes = tile.getElementTypeBitWidth() / 8;
  Layout layout = getCopyLayout(tile.getShape(), along,
                                SharedLayout::kChunkBytes / bytes, numWarps);
  CopyWidths result;
  for (LoadOp load : loads)
    result.widths.push_back(getAccessWidth(load.getAccess(), layout));
  result.provable = *llvm::min_element(result.widths);
  result.isAsync = result.provable * bytes >= kLeastAsyncBytes;
  if (result.isAsync)
    return result;
  // Where sizes are known there are few addresses, and reading elements one by
  // one was seen to be faster; and steps of more than a panel mostly have a
  // row's end in them.
  constexpr int64_t kPanelBytes = 128;
  result.byWords =
      along == 1 && tile.getDimSize(1) * bytes <= kPanelBytes &&
      llvm::all_of(loads, [&](LoadOp load) {
        std::optional<RowRuns> runs = getRowRuns(load.getAccess(), layout);
        return runs && runs->isOpen && runs->elements * bytes == kWordBytes;
      });
  // Through registers at least one bank's bytes are stored at a time, if not
  // loaded.
  llvm::fill(result.widths,
             std::max(result.provable, SharedLayout::kBankBytes / bytes));
  return result;
}
