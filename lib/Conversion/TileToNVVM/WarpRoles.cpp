//===- WarpRoles.cpp - Branches on the role of a warp ---------------------===//
//
// tile.specialize_warps becomes branches on the warp's number: the warps of the
// products come first, then the warpgroup whose first warp has the thread that
// copies, then the warps that fill slots. Each role's warps set the registers
// that they want. Layouts inside a role spread tiles over its warps alone, so
// that a thread's place in them is counted from the role's first warp.
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

/// Warps of the warpgroup that copies; all but the first are idle.
static constexpr int64_t kCopyWarps = 4;

/// `launched` is the number of registers that all threads start with.
static void lowerRoles(tile::SpecializeWarpsOp op, const ThreadPlace &place,
                       int64_t launched, ThreadPlaces &places) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  IRRewriter rewriter(b);
  auto i32 = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
  };
  int64_t firstCopy = place.numWarps, firstFill = firstCopy + kCopyWarps;
  auto isFrom = [&](int64_t warp) -> Value {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::uge, place.warp,
                                 i32(warp));
  };
  auto setRegisters = [&](unsigned role) {
    if (op.getRegisters().empty())
      return;
    int64_t count = op.getRegisters()[role];
    NVVM::SetMaxRegisterOp::create(
        b, static_cast<uint32_t>(count),
        count > launched ? NVVM::SetMaxRegisterAction::increase
                         : NVVM::SetMaxRegisterAction::decrease);
  };
  auto inlineInto = [&](Region &role, Block *block) {
    rewriter.inlineBlockBefore(&role.front(), block->getTerminator());
  };

  auto roles = scf::IfOp::create(b, isFrom(firstCopy), /*else=*/true);
  b.setInsertionPointToStart(roles.thenBlock());
  bool hasFills = !op.getFills().empty();
  if (hasFills) {
    auto fills = scf::IfOp::create(b, isFrom(firstFill), /*else=*/true);
    b.setInsertionPointToStart(fills.thenBlock());
    setRegisters(1);
    ThreadPlace inFills = place;
    inFills.numWarps = kFillWarps;
    inFills.warp = arith::SubIOp::create(b, place.warp, i32(firstFill));
    inlineInto(op.getFills(), fills.thenBlock());
    places[fills] = inFills;
    b.setInsertionPointToStart(fills.elseBlock());
  }
  setRegisters(0);
  Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, place.warp,
                                        i32(firstCopy));
  auto first = scf::IfOp::create(b, isFirst, /*else=*/false);
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
  inlineInto(op.getProducts(), roles.elseBlock());
  if (stores) {
    // Shared memory must outlive what the engine reads of it.
    b.setInsertionPoint(roles.elseBlock()->getTerminator());
    NVVM::CpAsyncBulkWaitGroupOp::create(b, 0, b.getUnitAttr());
  }
  op.erase();
}

void gl::lowerWarpRoles(Operation *kernel, ThreadPlaces &places) {
  SmallVector<tile::SpecializeWarpsOp> ops;
  kernel->walk([&](tile::SpecializeWarpsOp op) { ops.push_back(op); });
  auto most = kernel->getAttrOfType<IntegerAttr>(
      NVVM::NVVMDialect::getMaxnregAttrName());
  for (tile::SpecializeWarpsOp op : ops) {
    ThreadPlace place = getPlace(places, op);
    lowerRoles(op, place, most ? most.getInt() : 0, places);
  }
}
