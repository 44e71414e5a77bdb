//===- SelectSchedule.cpp - Choose the schedules of each product ----------===//
//
// Attaches to every gl.fused_matmul the schedules that its kernel variants are
// made from, best first: ones whose loads read 16 bytes where the dims allow
// it, of which there are several where sizes are open, and one that loads
// single elements and serves everything else. The choice itself is in
// ScheduleChoice.cpp, StagedChoice.cpp, WarpgroupChoice.cpp, CopiedChoice.cpp
// and VariantChoice.cpp; this pass reads the problem off the operation.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/GL/IR/GLOps.h"
#include "gl/Dialect/GL/IR/IndexMap.h"
#include "gl/Dialect/GL/Transforms/Passes.h"
#include "gl/Dialect/GL/Transforms/ScheduleChoice.h"

#include "PassRemarks.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/raw_ostream.h"
#include <numeric>

namespace mlir::gl {
#define GEN_PASS_DEF_GLSELECTSCHEDULE
#include "gl/Dialect/GL/Transforms/Passes.h.inc"
} // namespace mlir::gl

using namespace mlir;
using namespace mlir::gl;

/// Reads off how operand `value` spells K, and narrows the problem's memory
/// order by it. `alignment` is that of the operand's rows in bytes.
static void addOperand(Problem &problem, Value value, AffineMap map,
                       int64_t &alignment) {
  std::string reason;
  IndexMap indexMap = *IndexMap::fromAffineMap(map, reason);
  ArrayRef<int64_t> shape = cast<RankedTensorType>(value.getType()).getShape();
  bool isAlongK = indexMap.getDims(1).back() + 1 == shape.size();
  problem.isAlongK &= isAlongK;
  int64_t size = shape.back();
  if (ShapedType::isDynamic(size)) {
    problem.hasUnknownRows = true;
    return;
  }
  if (size == 0)
    return;
  alignment = std::gcd(alignment, size * problem.elementBytes);
  if (isAlongK)
    problem.rowDivisor = std::min(problem.rowDivisor, size & -size);
}

/// Reads off how the reduction is gathered and how long its segments are.
static void addSegments(Problem &problem, FusedMatmulOp op) {
  problem.segments = op.getLhs().size();
  for (unsigned i = 0; i < op.getLhs().size(); ++i) {
    std::string reason;
    problem.isSliced |=
        IndexMap::fromAffineMap(op.getLhsMap(i), reason)->getDims(1).size() > 1;
  }
  int64_t longest = 0;
  for (auto [i, operand] : llvm::enumerate(op.getLhs())) {
    std::string reason;
    IndexMap map = *IndexMap::fromAffineMap(op.getLhsMap(i), reason);
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(operand.getType()).getShape();
    int64_t slices = 1, length = shape[map.getDims(1).back()];
    bool isKnown = !ShapedType::isDynamic(length);
    for (unsigned dim : map.getDims(1).drop_back()) {
      isKnown &= !ShapedType::isDynamic(shape[dim]);
      slices *= shape[dim];
    }
    if (!isKnown) {
      problem.pieces.clear();
      return;
    }
    problem.pieces.push_back({slices, length});
    longest = std::max(longest, slices * length);
  }
  problem.longestSegment = longest;
}

/// Reads off what keeps the copy engine from seeing an operand as rows and
/// columns.
static void addShapeOf(Problem &problem, Value operand, AffineMap map,
                       bool isRhs) {
  std::string reason;
  IndexMap indexMap = *IndexMap::fromAffineMap(map, reason);
  auto type = cast<RankedTensorType>(operand.getType());
  size_t rowDims = indexMap.getDims(0).size();
  if (rowDims > 1)
    problem.rows = std::max(problem.rows, rowDims == 2 && type.hasStaticShape()
                                              ? Problem::Rows::Even
                                              : Problem::Rows::Uneven);
  problem.isRhsGathered |= isRhs && indexMap.getDims(1).size() > 1;
  problem.isGatheredTwice |= indexMap.getDims(1).size() > 2;
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
  problem.lhsAlignment = problem.rhsAlignment = 128;
  problem.sms = target.getSms();
  problem.sharedBytes = target.getSharedBytes();
  problem.registers = target.getRegisters();
  problem.hasCopyEngine = target.getArch() == "sm_90a";
  addSegments(problem, op);
  for (auto [i, operand] : llvm::enumerate(op.getLhs()))
    addShapeOf(problem, operand, op.getLhsMap(i), /*isRhs=*/false);
  for (auto [i, operand] : llvm::enumerate(op.getRhs()))
    addShapeOf(problem, operand, op.getRhsMap(i), /*isRhs=*/true);
  problem.hasOneRhs = op.getRhs().size() == 1;
  if (problem.elementBytes == 4) {
    problem.onTensorCores = op.getPrecision() != Precision::ieee;
    problem.products = op.getPrecision() == Precision::tf32x3 ? 3 : 1;
  } else {
    problem.onTensorCores = true;
  }
  for (Operation &scalar : op.getEpilogue().front())
    problem.hasFunctions |= isa<math::MathDialect>(scalar.getDialect()) ||
                            isa<arith::DivFOp>(scalar);
  for (unsigned i = 0; i < op.getInputs().size(); ++i)
    problem.fullInputs += op.getInputMap(i).isFunctionOfDim(0) &&
                          op.getInputMap(i).isFunctionOfDim(1);
  for (auto [i, operand] : llvm::enumerate(op.getLhs()))
    addOperand(problem, operand, op.getLhsMap(i), problem.lhsAlignment);
  for (auto [i, operand] : llvm::enumerate(op.getRhs()))
    addOperand(problem, operand, op.getRhsMap(i), problem.rhsAlignment);
  return problem;
}

/// Says why the family is what it is.
static void explainFamily(FusedMatmulOp op, const Problem &problem,
                          const ScheduleChoice &choice) {
  Family family = choice.family;
  std::string text = "family " + stringifyFamily(family).str() + ": ";
  std::string why = whyNotWarpgroups(problem);
  if (choice.gather == GatherMode::copy)
    text += "a kernel of its own gathers the input first, in rows of whole "
            "lines, since what that takes is estimated to be less than what "
            "rows as they are would; a call without a workspace goes without";
  else if (family == Family::wgmma && choice.fillWarps != 0)
    text += "tensor cores read the operands from shared memory, where " +
            std::to_string(choice.fillWarps) + " warps bring " +
            (problem.products > 1 ? "the low parts that tf32x3 multiplies, and "
                                  : "") +
            "what the copy engine cannot";
  else if (family == Family::wgmma)
    text += "the copy engine takes the operands as they are, and tensor cores "
            "read them from shared memory";
  else if (family == Family::mma)
    text +=
        "tensor cores take the element type and the precision; not wgmma: " +
        (why.empty() ? "it is estimated to be slower" : why);
  else if (problem.m && problem.n && *problem.m * *problem.n <= kTinyResults)
    text += std::to_string(*problem.m * *problem.n) +
            " results are bound by latency, which shared memory and tensor "
            "cores only add to";
  else if (problem.segments > kMaxStagedSegments)
    text += std::to_string(problem.segments) + " segments are more than the " +
            std::to_string(kMaxStagedSegments) +
            " that one loop steps through, which rules out shared memory and "
            "with it family mma";
  else
    text += "precision ieee asks for true f32 products, which rules out tensor "
            "cores (tf32 and tf32x3 would not)";
  remark::analysis(op.getLoc(), labelRemark("gl-select-schedule", "Family", op))
      << text;
}

/// Says of an operand's rows what rules out the widest copies.
static void explainRows(FusedMatmulOp op, StringRef name, Value operand) {
  auto type = cast<RankedTensorType>(operand.getType());
  int64_t size = type.getShape().back();
  int64_t elementBytes = type.getElementTypeBitWidth() / 8;
  constexpr int64_t kVectorBytes = 16;
  auto say = [&](const Twine &text) {
    remark::missed(op.getLoc(), labelRemark("gl-select-schedule", "Rows", op))
        << (name + ": " + text).str();
  };
  if (ShapedType::isDynamic(size))
    return say("rows are known at run time only: a call whose rows are not "
               "multiples of 16 bytes takes a variant with narrower copies");
  int64_t bytes = size * elementBytes;
  if (bytes % kVectorBytes == 0 || bytes == 0)
    return;
  int64_t width = std::gcd(bytes, kVectorBytes);
  std::string text = "a row of " + std::to_string(size) + " * " +
                     std::to_string(elementBytes) + " = " +
                     std::to_string(bytes) +
                     " bytes is not a multiple of 16: no TMA, no 16-byte "
                     "cp.async; ";
  text += width >= 4 ? "copies of " + std::to_string(width) + " bytes"
                     : "elements go through registers, since cp.async copies "
                       "at least 4 bytes";
  say(text);
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
            << (target.isCPU()                 ? "family cpu"
                : target.getArch() == "sm_90a" ? "families simt, mma and wgmma"
                                               : "families simt and mma");
        return signalPassFailure();
      }
    }
    module.walk([&](FusedMatmulOp op) {
      if (op.getSchedules() && !op.getSchedules()->empty())
        return;
      // What the copy engine cannot move needs another family.
      bool needsFallback = chosen && chosen.getFamily() == Family::wgmma;
      if (chosen && !needsFallback) {
        op.setSchedulesAttr(ArrayAttr::get(context, {chosen}));
        return;
      }
      Problem problem = getProblem(op, target);
      SmallVector<ScheduleChoice, 8> choices;
      if (target.isCPU())
        choices.push_back(chooseCPU(problem));
      else
        choices = chooseForGPU(problem);
      if (!target.isCPU()) {
        // The first that is for problems of any size.
        const ScheduleChoice *main =
            llvm::find_if(choices, [](const ScheduleChoice &choice) {
              return choice.maxResults == 0 && choice.maxK == 0;
            });
        explainFamily(op, problem, *main);
        for (auto [i, lhs] : llvm::enumerate(op.getLhs()))
          explainRows(op, "lhs " + std::to_string(i), lhs);
        for (auto [i, rhs] : llvm::enumerate(op.getRhs()))
          explainRows(op, "rhs " + std::to_string(i), rhs);
      }
      SmallVector<Attribute> schedules;
      if (needsFallback)
        schedules.push_back(chosen);
      llvm::SmallSet<std::pair<Family, int64_t>, 4> kinds;
      for (ScheduleChoice &choice : choices) {
        // Beside the one that is asked for, what takes the calls that it cannot
        // need not be several of a kind.
        if (needsFallback && choice.gather == GatherMode::copy)
          continue;
        if (needsFallback && !choice.cost.empty()) {
          if (!kinds.insert({choice.family, choice.vector}).second)
            continue;
          choice.cost.clear();
        }
        auto attr = ScheduleAttr::get(context, choice);
        schedules.push_back(attr);
        std::string text = "variant " + std::to_string(schedules.size()) + ": ";
        llvm::raw_string_ostream(text) << attr << ": " << choice.reason;
        remark::analysis(op.getLoc(),
                         labelRemark("gl-select-schedule", "Schedule", op))
            << text;
      }
      op.setSchedulesAttr(ArrayAttr::get(context, schedules));
    });
  }
};
} // namespace
