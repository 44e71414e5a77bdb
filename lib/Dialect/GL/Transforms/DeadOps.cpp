//===- DeadOps.cpp - Erasing what fusion left without uses ----------------===//
//
// See DeadOps.h.
//
//===----------------------------------------------------------------------===//

#include "DeadOps.h"

#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::gl;

llvm::SmallPtrSet<const Operation *, 16>
gl::eraseDeadOps(SetVector<Operation *> candidates) {
  llvm::SmallPtrSet<const Operation *, 16> erased;
  while (!candidates.empty()) {
    Operation *op = candidates.pop_back_val();
    // An operation that is still used comes back when its last user goes.
    if (!isOpTriviallyDead(op))
      continue;
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp())
        candidates.insert(producer);
    erased.insert(op);
    op->erase();
  }
  return erased;
}
