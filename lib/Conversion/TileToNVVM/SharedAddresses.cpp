//===- SharedAddresses.cpp - Places in shared memory ----------------------===//
//
// See SharedAddresses.h. All offsets come from SharedLayout.
//
//===----------------------------------------------------------------------===//

#include "SharedAddresses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::gl;
using tile::Layout;
using tile::SharedLayout;

Value gl::emitSharedAddress(ImplicitLocOpBuilder &b, int64_t offset) {
  auto type = LLVM::LLVMPointerType::get(b.getContext(), kSharedAddressSpace);
  Value start = LLVM::AddressOfOp::create(b, type, kSharedMemoryName);
  if (offset == 0)
    return start;
  return LLVM::GEPOp::create(
      b, type, b.getI8Type(), start,
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
}

Value gl::emitSlot(ImplicitLocOpBuilder &b, Value ring, Value slot,
                   tile::RingType type) {
  Value number = arith::IndexCastOp::create(b, b.getI32Type(), slot);
  Value bytes = LLVM::ConstantOp::create(
      b, b.getI32Type(), b.getI32IntegerAttr(type.getSlotBytes()));
  Value offset = LLVM::MulOp::create(b, number, bytes);
  return LLVM::GEPOp::create(b, ring.getType(), b.getI8Type(), ring,
                             ArrayRef<LLVM::GEPArg>{offset});
}

Value gl::emitPart(ImplicitLocOpBuilder &b, Value slot, Value rank,
                   int64_t parts, tile::RingType type) {
  Value bytes = LLVM::ConstantOp::create(
      b, b.getI32Type(), b.getI32IntegerAttr(type.getPartPitch(parts)));
  Value offset = LLVM::MulOp::create(b, rank, bytes);
  return LLVM::GEPOp::create(b, slot.getType(), b.getI8Type(), slot,
                             ArrayRef<LLVM::GEPArg>{offset});
}

SlotEmitter::SlotEmitter(ImplicitLocOpBuilder &b, const ThreadPlace &place,
                         const SharedLayout &shared, const Layout &layout,
                         Value base)
    : b(b), shared(shared), base(base) {
  unsigned along = shared.getAlong();
  auto coordinate = [&](unsigned dim) {
    Value value = emitThreadCoordinate(b, place, layout, dim);
    return value ? value : constant(0);
  };
  row = coordinate(1 - along);
  column = LLVM::MulOp::create(b, coordinate(along),
                               constant(shared.getElementBytes()));
  for (int64_t lane = 0; lane < layout.getNumLanes(); ++lane)
    columnBits |= layout.getLaneCoordinates(lane, 2)[along];
  for (int64_t warp = 0; warp < layout.getNumWarps(); ++warp)
    columnBits |= layout.getWarpCoordinates(warp, 2)[along];
  columnBits *= shared.getElementBytes();

  rowStart = LLVM::MulOp::create(b, row, constant(shared.getPitch()));
  constexpr int64_t kRest = SharedLayout::kChunkBytes - 1;
  if (shared.getSwizzleMask() == 0) {
    rowStart = LLVM::AddOp::create(b, rowStart, column);
    return;
  }
  rowStart = LLVM::AddOp::create(
      b, rowStart, LLVM::AndOp::create(b, column, constant(kRest)).getResult());
  Value inPanel = column;
  if (columnBits >= getPanelWidth()) {
    rowStart = LLVM::AddOp::create(b, rowStart, panelStart(column));
    inPanel = LLVM::AndOp::create(b, column, constant(getPanelWidth() - 1));
  }
  chunk = LLVM::XOrOp::create(
      b, LLVM::AndOp::create(b, inPanel, constant(~kRest)).getResult(),
      swizzle(row));
}

/// Bytes of a row that lie in one panel, a power of two; more than any row has
/// if the tile is not cut into panels.
int64_t SlotEmitter::getPanelWidth() const {
  return shared.getNumPanels() == 1 ? int64_t(1) << 30 : shared.getPitch();
}

/// Where the panel of the byte `column` of a row begins.
Value SlotEmitter::panelStart(Value column) {
  Value panel = LLVM::UDivOp::create(b, column, constant(getPanelWidth()));
  return LLVM::MulOp::create(b, panel, constant(shared.getPanelBytes()));
}

/// What a row XORs into the byte offset of its chunks.
Value SlotEmitter::swizzle(Value row) {
  Value steps = LLVM::UDivOp::create(b, row, constant(shared.getRowsPerStep()));
  steps = LLVM::MulOp::create(b, steps, constant(shared.getSwizzleStep()));
  Value bits = LLVM::AndOp::create(b, steps, constant(shared.getSwizzleMask()));
  return LLVM::MulOp::create(b, bits, constant(SharedLayout::kChunkBytes));
}

Value SlotEmitter::getAddress(ArrayRef<int64_t> coordinates) {
  unsigned along = shared.getAlong();
  int64_t moreRows = coordinates[1 - along];
  int64_t moreBytes = coordinates[along] * shared.getElementBytes();
  constexpr int64_t kRest = SharedLayout::kChunkBytes - 1;
  Value offset;
  if (shared.getSwizzleMask() == 0) {
    offset = add(rowStart, moreRows * shared.getPitch() + moreBytes);
  } else if (moreRows % shared.getSwizzlePeriod() == 0 &&
             (columnBits & moreBytes) == 0) {
    Value place = chunk;
    int64_t inPanel = moreBytes % getPanelWidth();
    if (int64_t chunkBytes = inPanel & ~kRest)
      place = LLVM::XOrOp::create(b, chunk, constant(chunkBytes));
    offset = add(LLVM::AddOp::create(b, rowStart, place),
                 moreRows * shared.getPitch() + (inPanel & kRest) +
                     moreBytes / getPanelWidth() * shared.getPanelBytes());
  } else {
    Value fullRow = add(row, moreRows), fullColumn = add(column, moreBytes);
    Value start;
    if (shared.getNumPanels() > 1) {
      start = panelStart(fullColumn);
      fullColumn =
          LLVM::AndOp::create(b, fullColumn, constant(getPanelWidth() - 1));
    }
    Value place = LLVM::XOrOp::create(
        b, LLVM::AndOp::create(b, fullColumn, constant(~kRest)).getResult(),
        swizzle(fullRow));
    offset = LLVM::AddOp::create(
        b,
        LLVM::MulOp::create(b, fullRow, constant(shared.getPitch()))
            .getResult(),
        place);
    offset = LLVM::AddOp::create(
        b, offset,
        LLVM::AndOp::create(b, fullColumn, constant(kRest)).getResult());
    if (start)
      offset = LLVM::AddOp::create(b, offset, start);
  }
  return LLVM::GEPOp::create(b, base.getType(), b.getI8Type(), base,
                             ArrayRef<LLVM::GEPArg>{offset});
}
