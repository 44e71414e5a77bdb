//===- WarpRoles.cpp - Branches on the role of a warp ---------------------===//
//
// tile.specialize_warps becomes branches on the warp's number: the warps of the
// products come first, then the warpgroup whose first warp has the thread that
// copies, whose second hands over what others have filled, and whose others are
// idle, then the warps that fill slots. Each role's
// warps set the registers that they want. Layouts inside a role spread tiles
// over its warps alone, or over those of one set where several take turns, so
// that a thread's place in them is counted from the first of these.
//
// This is done ahead of the other patterns, since those ask for the place of
// the thread that runs an operation.
//
//===----------------------------------------------------------------------===//

#include "ThreadCode.h"

#include "gl/Dialect/GL/IR/GLDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::gl;

/// `fillWarps` are those of the schedule, `launched` is the number of registers
/// that all threads start with.
static LogicalResult lowerRoles(tile::SpecializeWarpsOp op,
                                const ThreadPlace &place, int64_t fillWarps,
                                int64_t launched, ThreadPlaces &places) {
  if (static_cast<int64_t>(op.getSets()) != place.numSets)
    return op.emitOpError("has ")
           << op.getSets() << " sets of warps, the kernel's schedule has "
           << place.numSets << ": run tile-take-turns first";
  if (!op.getFills().empty() && fillWarps == 0)
    return op.emitOpError(
        "has slots that warps fill, the kernel's schedule has "
        "fill_warps = 0: nobody would fill them");
  if (fillWarps % op.getFillSets() != 0)
    return op.emitOpError("has ")
           << op.getFillSets() << " sets of warps that fill, of which the "
           << fillWarps << " of the kernel's schedule are no multiple";
  ImplicitLocOpBuilder b(op.getLoc(), op);
  IRRewriter rewriter(b);
  auto i32 = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
  };
  int64_t firstCopy = place.numSets * place.numWarps,
          firstFill = firstCopy + kWarpgroupWarps;
  auto isFrom = [&](int64_t warp) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::uge, place.blockWarp,
                                 i32(warp));
  };
  auto setRegisters = [&](unsigned role) {
    if (op.getRegisters().empty())
      return;
    int64_t count = op.getRegisters()[role];
    NVVM::SetMaxRegisterOp::create(b, static_cast<uint32_t>(count),
                                   count >= launched
                                       ? NVVM::SetMaxRegisterAction::increase
                                       : NVVM::SetMaxRegisterAction::decrease);
  };
  auto inlineInto = [&](Region &role, Block *block, ValueRange arguments = {}) {
    rewriter.inlineBlockBefore(&role.front(), block->getTerminator(),
                               arguments);
  };

  auto roles = scf::IfOp::create(b, isFrom(firstCopy), /*else=*/true);
  b.setInsertionPointToStart(roles.thenBlock());
  bool hasFills = !op.getFills().empty();
  if (hasFills) {
    auto fills = scf::IfOp::create(b, isFrom(firstFill), /*else=*/true);
    b.setInsertionPointToStart(fills.thenBlock());
    setRegisters(1);
    ThreadPlace inFills = place;
    int64_t sets = op.getFillSets();
    inFills.numWarps = fillWarps / sets;
    inFills.numSets = 1;
    inFills.warp = arith::SubIOp::create(b, place.blockWarp, i32(firstFill));
    SmallVector<Value> set;
    if (sets > 1) {
      Value number =
          arith::DivUIOp::create(b, inFills.warp, i32(inFills.numWarps));
      inFills.warp =
          arith::RemUIOp::create(b, inFills.warp, i32(inFills.numWarps));
      set.push_back(arith::IndexCastUIOp::create(b, b.getIndexType(), number));
    }
    inlineInto(op.getFills(), fills.thenBlock(), set);
    places[fills] = inFills;
    b.setInsertionPointToStart(fills.elseBlock());
  }
  setRegisters(0);
  auto isWarp = [&](int64_t warp) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, place.blockWarp,
                                 i32(warp));
  };
  if (!op.getRelay().empty()) {
    auto relay = scf::IfOp::create(b, isWarp(firstCopy + 1), /*else=*/false);
    ThreadPlace inRelay = place;
    inRelay.numWarps = 1;
    inRelay.numSets = 1;
    inRelay.warp = i32(0);
    inlineInto(op.getRelay(), relay.thenBlock());
    places[relay] = inRelay;
  }
  auto first = scf::IfOp::create(b, isWarp(firstCopy), /*else=*/false);
  b.setInsertionPointToStart(first.thenBlock());
  Value elected =
      NVVM::ElectSyncOp::create(b, b.getI1Type(), /*membermask=*/Value());
  auto only = scf::IfOp::create(b, elected, /*else=*/false);
  inlineInto(op.getCopies(), only.thenBlock());

  b.setInsertionPointToStart(roles.elseBlock());
  setRegisters(hasFills ? 2 : 1);
  bool stores =
      op.getProducts()
          .walk([](tile::StoreTensorOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  SmallVector<Value> set;
  if (op.getSets() > 1)
    set.push_back(arith::IndexCastUIOp::create(b, b.getIndexType(), place.set));
  inlineInto(op.getProducts(), roles.elseBlock(), set);
  if (stores) {
    // Shared memory must outlive what the engine reads of it.
    b.setInsertionPoint(roles.elseBlock()->getTerminator());
    NVVM::CpAsyncBulkWaitGroupOp::create(b, 0, b.getUnitAttr());
  }
  op.erase();
  return success();
}

LogicalResult gl::lowerWarpRoles(Operation *kernel, int64_t fillWarps,
                                 ThreadPlaces &places) {
  SmallVector<tile::SpecializeWarpsOp> ops;
  kernel->walk([&](tile::SpecializeWarpsOp op) { ops.push_back(op); });
  auto most = kernel->getAttrOfType<IntegerAttr>(
      NVVM::NVVMDialect::getMaxnregAttrName());
  for (tile::SpecializeWarpsOp op : ops) {
    ThreadPlace place = getPlace(places, op);
    if (failed(
            lowerRoles(op, place, fillWarps, most ? most.getInt() : 0, places)))
      return failure();
  }
  return success();
}
