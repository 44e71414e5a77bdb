//===- SelectSchedule.cpp - Choose the schedules of each product ----------===//
//
// Attaches to every gl.fused_matmul the schedules that its kernel variants are
// made from, best first: one whose loads read 16 bytes where the dims allow it,
// and one that loads single elements and serves everything else. The choice
// itself is in ScheduleChoice.cpp; this pass reads the problem off the
// operation.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/GL/IR/GLOps.h"
#include "gl/Dialect/GL/IR/IndexMap.h"
#include "gl/Dialect/GL/Transforms/Passes.h"
#include "gl/Dialect/GL/Transforms/ScheduleChoice.h"

#include "PassRemarks.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::gl {
#define GEN_PASS_DEF_GLSELECTSCHEDULE
#include "gl/Dialect/GL/Transforms/Passes.h.inc"
} // namespace mlir::gl

using namespace mlir;
using namespace mlir::gl;

/// Reads off how operand `value` spells K, and narrows the problem's memory
/// order by it.
static void addOperand(Problem &problem, Value value, AffineMap map) {
  std::string reason;
  IndexMap indexMap = *IndexMap::fromAffineMap(map, reason);
  ArrayRef<int64_t> shape = cast<RankedTensorType>(value.getType()).getShape();
  unsigned inner = indexMap.getDims(1).back();
  if (inner + 1 != shape.size()) {
    problem.isAlongK = false;
    return;
  }
  int64_t size = shape[inner];
  if (ShapedType::isDynamic(size) || size == 0)
    return;
  problem.rowDivisor = std::min(problem.rowDivisor, size & -size);
}

static Problem getProblem(FusedMatmulOp op, TargetAttr target) {
  auto known = [](int64_t extent) -> std::optional<int64_t> {
    if (ShapedType::isDynamic(extent))
      return std::nullopt;
    return extent;
  };
  Problem problem;
  problem.m = known(op.getStaticM());
  problem.n = known(op.getStaticN());
  problem.k = known(op.getStaticK());
  problem.elementBytes =
      getElementTypeOrSelf(op.getLhs()[0]).getIntOrFloatBitWidth() / 8;
  problem.rowDivisor = 8;
  problem.sms = target.getSms();
  for (auto [i, operand] : llvm::enumerate(op.getLhs()))
    addOperand(problem, operand, op.getLhsMap(i));
  for (auto [i, operand] : llvm::enumerate(op.getRhs()))
    addOperand(problem, operand, op.getRhsMap(i));
  return problem;
}

namespace {
struct GLSelectSchedule : gl::impl::GLSelectScheduleBase<GLSelectSchedule> {
  using GLSelectScheduleBase::GLSelectScheduleBase;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    ModuleOp module = getOperation();
    auto target = module->getAttrOfType<TargetAttr>(kTargetAttrName);
    if (!target)
      target = TargetAttr::forArch(context, "sm_90a");
    Family family = target.isCPU() ? Family::cpu : Family::simt;

    ScheduleAttr chosen;
    if (!schedule.empty()) {
      chosen =
          dyn_cast_if_present<ScheduleAttr>(parseAttribute(schedule, context));
      if (!chosen) {
        module.emitError("option 'schedule' must be a #gl.schedule<...>, got '")
            << schedule << "'";
        return signalPassFailure();
      }
      if (chosen.getFamily() != family) {
        module.emitError("option 'schedule' is of family ")
            << stringifyFamily(chosen.getFamily()) << ", target "
            << target.getArch() << " runs family " << stringifyFamily(family);
        return signalPassFailure();
      }
    }
    module.walk([&](FusedMatmulOp op) {
      if (op.getSchedules() && !op.getSchedules()->empty())
        return;
      if (chosen) {
        op.setSchedulesAttr(ArrayAttr::get(context, {chosen}));
        return;
      }
      Problem problem = getProblem(op, target);
      SmallVector<Attribute> schedules;
      auto add = [&](const ScheduleChoice &choice) {
        auto attr = ScheduleAttr::get(context, choice);
        schedules.push_back(attr);
        std::string text = "variant " + std::to_string(schedules.size()) + ": ";
        llvm::raw_string_ostream(text) << attr << ": " << choice.reason;
        remark::analysis(op.getLoc(),
                         labelRemark("gl-select-schedule", "Schedule", op))
            << text;
      };
      if (family == Family::cpu) {
        add(chooseCPU(problem));
      } else {
        // Where sizes are not known, those for small problems come first.
        auto addForSizes = [&](int64_t vector) {
          bool isSized = problem.m && problem.n;
          Problem small = problem;
          auto addSmall = [&] {
            ScheduleChoice choice = chooseSimt(small, vector);
            choice.maxResults = small.maxResults.value_or(0);
            choice.maxK = small.maxK.value_or(0);
            add(choice);
          };
          if (!isSized)
            small.maxResults = kTinyResults;
          bool mayBeTiny = !isSized || *problem.m * *problem.n <= kTinyResults;
          // The limit is on the dims of one weight; parts that each have their
          // own take the loop.
          if (mayBeTiny && !problem.k && problem.isAlongK &&
              op.getRhs().size() == 1)
            for (int64_t maxK : kReductionClasses) {
              // Single elements of a long reduction are many loads.
              if (vector == 1 && maxK != kReductionClasses[0])
                continue;
              small.maxK = maxK;
              addSmall();
            }
          small.maxK.reset();
          if (!isSized)
            addSmall();
          add(chooseSimt(problem, vector));
        };
        int64_t vector = getVectorWidth(problem);
        if (vector > 1)
          addForSizes(vector);
        addForSizes(1);
      }
      op.setSchedulesAttr(ArrayAttr::get(context, schedules));
    });
  }
};
} // namespace
