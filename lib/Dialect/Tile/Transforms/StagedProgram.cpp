//===- StagedProgram.cpp - A program fed through rings --------------------===//
//
// See StagedProgram.h.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/Transforms/StagedProgram.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tile;

bool tile::isCopy(Operation *op) { return isa<CopyTensorOp>(op); }
bool tile::isFill(Operation *op) { return isa<CopyAsyncOp, RingStoreOp>(op); }
bool tile::isStaging(Operation *op) { return isCopy(op) || isFill(op); }
bool tile::isProduct(Operation *op) { return isa<RingDotOp>(op); }

/// Of how many parts of its slot's rows `op`, which fills it, fills one.
static int64_t getFilledParts(Operation *op) {
  if (auto copy = dyn_cast<CopyAsyncOp>(op))
    return copy.getParts();
  auto store = dyn_cast<RingStoreOp>(op);
  return store ? store.getParts() : 1;
}

bool tile::contains(Operation *op, function_ref<bool(Operation *)> matches) {
  return op
      ->walk([&](Operation *inner) {
        return matches(inner) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Adds what is computed in `block` from what `isSource` accepts to `values`.
/// Returns whether there is more than before.
static bool findDependent(Block &block,
                          function_ref<bool(Operation *)> isSource,
                          llvm::DenseSet<Value> &values) {
  bool more = false;
  auto add = [&](Value value) { more |= values.insert(value).second; };
  auto isKnown = [&](Value value) { return values.contains(value); };
  for (Operation &op : block.without_terminator()) {
    bool stages = contains(&op, isStaging);
    if (auto loop = dyn_cast<scf::ForOp>(op); loop && stages) {
      more |= findDependent(*loop.getBody(), isSource, values);
      for (auto [init, argument, yielded, result] :
           llvm::zip_equal(loop.getInitArgs(), loop.getRegionIterArgs(),
                           loop.getYieldedValues(), loop.getResults()))
        if (isKnown(init) || isKnown(yielded)) {
          add(argument);
          add(result);
        }
    } else if (auto branch = dyn_cast<scf::IfOp>(op); branch && stages) {
      for (Region &region : branch->getRegions())
        for (Block &inner : region)
          more |= findDependent(inner, isSource, values);
      for (OpResult result : branch.getResults()) {
        unsigned i = result.getResultNumber();
        if (isKnown(branch.thenYield().getOperand(i)) ||
            isKnown(branch.elseYield().getOperand(i)))
          add(result);
      }
    } else if (isSource(&op) || contains(&op, [&](Operation *inner) {
                 return llvm::any_of(inner->getOperands(), isKnown);
               })) {
      llvm::for_each(op.getResults(), add);
    }
  }
  return more;
}

/// Finds what each role does without, and checks that what it does depends on
/// nothing else.
static LogicalResult checkRoles(StagedProgram &staged) {
  scf::ForOp program = staged.program;
  while (findDependent(
      *program.getBody(), [](Operation *op) { return !isMemoryEffectFree(op); },
      staged.products))
    ;
  while (findDependent(
      *program.getBody(), [](Operation *op) { return contains(op, isProduct); },
      staged.sums))
    ;
  for (auto [matches, missing, text] :
       {std::tuple(&isCopy, &staged.products,
                   StringRef("depends on a product or on memory, which the "
                             "thread that copies does not have")),
        std::tuple(&isFill, &staged.sums,
                   StringRef("depends on a product, which the threads that "
                             "fill slots do not have"))}) {
    WalkResult walk = program.walk([&, matches = matches, missing = missing,
                                    text = text](Operation *op) {
      bool steers = matches(op) ||
                    (isa<scf::ForOp, scf::IfOp>(op) && contains(op, matches));
      if (!steers)
        return WalkResult::advance();
      // Of a loop, its bounds; what it carries is checked where it is used.
      OperandRange operands = op->getOperands();
      if (auto loop = dyn_cast<scf::ForOp>(op))
        operands = operands.take_front(loop.getNumControlOperands());
      if (llvm::none_of(operands,
                        [&](Value value) { return missing->contains(value); }))
        return WalkResult::advance();
      op->emitOpError(text);
      return WalkResult::interrupt();
    });
    if (walk.wasInterrupted())
      return failure();
  }
  return success();
}

/// Finds the loop of products in the program, and checks that all copies are
/// its.
static LogicalResult findSteps(FuncOp func, gl::ScheduleAttr schedule,
                               StagedProgram &staged) {
  scf::ForOp program = staged.program;
  llvm::SmallSetVector<Value, 4> rings;
  WalkResult walk = program.walk([&](RingDotOp dot) -> WalkResult {
    auto loop = dyn_cast<scf::ForOp>(dot->getParentOp());
    Operation *parent = loop;
    while (parent && parent != program) {
      parent = parent->getParentOp();
      if (!isa<scf::ForOp>(parent))
        parent = nullptr;
    }
    if (!parent)
      return dot.emitOpError("is under a condition, where warps are "
                             "specialized for products that all programs have");
    if (staged.steps && loop != staged.steps)
      return loop.emitOpError("is a second loop of products in one program; "
                              "warps are specialized for one");
    staged.steps = loop;
    for (Value ring : dot->getOperands())
      if (isa<RingType>(ring.getType()))
        rings.insert(ring);
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  if (staged.steps == program)
    return program.emitOpError("is a program's only loop; its warps are "
                               "specialized once it stays for several tiles: "
                               "run tile-persist first");
  for (Value ring : rings) {
    auto type = cast<RingType>(ring.getType());
    if (staged.stages != 0 && staged.stages != type.getStages())
      return staged.steps.emitOpError("has products from rings of ")
             << staged.stages << " and of " << type.getStages()
             << " stages, which must be as many";
    staged.stages = type.getStages();
    if (llvm::any_of(ring.getUsers(), isCopy))
      staged.stepBytes += type.getSlotBytes();
    int64_t shares = 1;
    for (Operation *user : ring.getUsers()) {
      int64_t parts = getFilledParts(user);
      if (parts != 1 && parts != schedule.getClusterSize())
        return user->emitOpError("fills one of ")
               << parts << " parts, of which " << schedule
               << " has no programs to fill the others";
      shares = std::max(shares, parts);
    }
    if (shares > 1) {
      staged.sharedFills.push_back(ring);
      staged.stepBytes += type.getSlotBytes() - type.getSlotBytes() / shares;
    }
  }
  walk = func.getBody().walk([&](Operation *op) -> WalkResult {
    if (!isStaging(op))
      return WalkResult::advance();
    Operation *parent = op->getParentOp();
    while (isa<scf::IfOp>(parent))
      parent = parent->getParentOp();
    Value ring = llvm::TypeSwitch<Operation *, Value>(op)
                     .Case<CopyTensorOp, CopyAsyncOp, RingStoreOp>(
                         [](auto access) { return access.getRing(); });
    if (parent != staged.steps || !rings.contains(ring))
      return op->emitOpError("is not in the loop of the products that read it");
    staged.hasFills |= isFill(op);
    staged.fillsAsync |= isa<CopyAsyncOp>(op);
    staged.fillsFromRegisters |= isa<RingStoreOp>(op);
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  // A step finds its segment by halving.
  staged.steps.walk([&](scf::IfOp branch) {
    staged.segments += contains(branch, isStaging) && branch.elseBlock();
  });
  staged.steps.walk([&](Operation *op) {
    staged.fillsFromSlots |= isa<RingLoadOp>(op);
    staged.fillsFromMemory |= isa<CopyAsyncOp, LoadOp>(op);
  });
  if (staged.hasFills && schedule.getFillWarps() == 0)
    return staged.steps.emitOpError("has slots that threads fill, for which ")
           << schedule << " has no warps: it needs fill_warps";
  if (!staged.sharedFills.empty() && staged.fillsFromSlots)
    return staged.steps.emitOpError(
        "has slots that programs fill for each other and parts computed from "
        "slots: each program would wait for the other");
  if (staged.fillsAsync && staged.fillsFromSlots)
    return staged.steps.emitOpError(
        "has asynchronous copies of threads and parts "
        "computed from slots, which are handed over at "
        "different times: load through registers");
  return success();
}

FailureOr<StagedProgram> tile::findStagedProgram(FuncOp func,
                                                 gl::ScheduleAttr schedule) {
  StagedProgram staged;
  for (auto loop : func.getBody().front().getOps<scf::ForOp>())
    if (contains(loop, isProduct)) {
      if (staged.program)
        return loop.emitOpError("is a second loop with products in one "
                                "program; warps are specialized for one");
      staged.program = loop;
    }
  if (!staged.program)
    return staged;
  if (failed(findSteps(func, schedule, staged)) || failed(checkRoles(staged)))
    return failure();
  if (!staged.program->use_empty())
    return staged.program.emitOpError(
        "has results that are used behind it, where warps have no roles: run "
        "tile-persist first");
  return staged;
}
