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
      bool isForCPU = chosen.getFamily() == Family::cpu;
      if (isForCPU != target.isCPU()) {
        module.emitError("option 'schedule' is of family ")
            << stringifyFamily(chosen.getFamily()) << ", target "
            << target.getArch() << " runs "
            << (target.isCPU() ? "family cpu" : "families simt and mma");
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
        // Where the size is not known, one for small problems comes first.
        auto addForSizes = [&](int64_t vector) {
          if (!problem.m || !problem.n) {
            Problem small = problem;
            small.maxResults = kTinyResults;
            ScheduleChoice choice = chooseSimt(small, vector);
            choice.maxResults = kTinyResults;
            add(choice);
          }
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
