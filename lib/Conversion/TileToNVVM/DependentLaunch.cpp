//===- DependentLaunch.cpp - Order against earlier kernels ----------------===//
//
// A programmatic dependent launch lets a kernel begin while the one before it
// in the stream still runs; `griddepcontrol.wait` holds it until that one has
// ended and its writes are visible. So every kernel waits before it reads or
// overwrites anything that an earlier kernel may touch. Loads of arguments that
// are promised constant come before the wait, and with them the latency of the
// launch hides that of the weights. A launch without the attribute finds
// nothing to wait for.
//
// `griddepcontrol.launch_dependents` lets the next kernel begin. A product
// without a loop, which is bound by latency, executes it right behind its wait:
// before the wait, kernels that cannot start working yet would pile up on the
// multiprocessors (H200, chains of tiny kernels: 0.69 us each against 0.75 to
// 0.88, where before the wait is at times as fast). Other programs leave it to
// their end, when the launch of the next is hidden all the same: blocks that
// come earlier take the places that this kernel's own are to be spread over
// (products of 4 to 30 us: as fast as without the attribute or up to 12 %
// faster, against up to 25 % slower). Loads are plain ld.global: the wait does
// not order ld.global.nc.
//
//===----------------------------------------------------------------------===//

#include "DependentLaunch.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::gl;

static bool isConstantLoad(Operation *op, tile::FuncOp func) {
  auto load = dyn_cast<tile::LoadOp>(op);
  if (!load)
    return false;
  Value memory = load.getSource();
  while (auto view = memory.getDefiningOp<memref::SubViewOp>())
    memory = view.getSource();
  auto argument = dyn_cast<BlockArgument>(memory);
  return argument && argument.getOwner() == &func.getBody().front() &&
         func.isConstant(argument.getArgNumber());
}

/// The first operation of the body that touches, itself or inside, what an
/// earlier kernel may touch, or else its end: whatever waits for this kernel
/// waits for the ones before it. What has effects that are not known to be
/// harmless counts.
static Operation *findFirstAccess(tile::FuncOp func) {
  for (Operation &op : func.getBody().front()) {
    WalkResult walk = op.walk([&](Operation *inner) {
      bool isHarmless = inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                        isMemoryEffectFree(inner) ||
                        isConstantLoad(inner, func);
      return isHarmless ? WalkResult::advance() : WalkResult::interrupt();
    });
    if (walk.wasInterrupted())
      return &op;
  }
  return func.getBody().front().getTerminator();
}

/// The last load of a program that has no loop or branch and computes a
/// product; null for other programs.
static Operation *findLastLoad(tile::FuncOp func) {
  Operation *last = nullptr;
  bool hasDot = false;
  for (Operation &op : func.getBody().front()) {
    if (op.getNumRegions() != 0)
      return nullptr;
    hasDot |= isa<tile::DotOp>(op);
    if (isa<tile::LoadOp>(op))
      last = &op;
  }
  return hasDot ? last : nullptr;
}

static void launchDependents(OpBuilder &builder, Location loc) {
  NVVM::GriddepcontrolOp::create(builder, loc,
                                 NVVM::GridDepActionKind::launch_dependents);
}

void gl::placeDependentLaunch(tile::FuncOp func) {
  IRRewriter rewriter(func.getContext());
  Operation *first = findFirstAccess(func);
  // Constants that are loaded later, but not in a loop, need not wait either.
  DominanceInfo dominance(func);
  SmallVector<Operation *> constants;
  for (Operation &op : func.getBody().front())
    if (isConstantLoad(&op, func) && first->isBeforeInBlock(&op))
      constants.push_back(&op);
  for (Operation *load : constants)
    if (succeeded(moveOperationDependencies(rewriter, load, first, dominance)))
      rewriter.moveOpBefore(load, first);

  Location loc = first->getLoc();
  rewriter.setInsertionPoint(first);
  // LLVM's intrinsic is declared to touch no memory, and LLVM would be free to
  // move loads across it.
  LLVM::InlineAsmOp::create(rewriter, loc, TypeRange(), ValueRange(),
                            "griddepcontrol.wait;", "~{memory}",
                            /*has_side_effects=*/true, /*is_align_stack=*/false,
                            LLVM::tailcallkind::TailCallKind::None,
                            LLVM::AsmDialectAttr(), ArrayAttr());

  Operation *last = findLastLoad(func);
  if (!last)
    return;
  launchDependents(rewriter, loc);
  // ptxas sinks loads to their first use, and each one it sinks behind
  // arithmetic costs another round trip to memory. It moves none across
  // launch_dependents, which a second time has no other effect.
  rewriter.setInsertionPointAfter(last);
  launchDependents(rewriter, last->getLoc());
}
