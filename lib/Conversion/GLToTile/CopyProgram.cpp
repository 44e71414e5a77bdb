//===- CopyProgram.cpp - The program of a gather on its own ---------------===//
//
// See CopyProgram.h.
//
//===----------------------------------------------------------------------===//

#include "CopyProgram.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::gl;

/// Copies are bound by memory; this shape keeps whole rows of a warp together,
/// and has a thread ask for two vectors before it waits.
static ScheduleAttr getCopySchedule(MLIRContext *context, bool isCPU,
                                    int64_t vector) {
  ScheduleFields fields;
  if (isCPU) {
    fields.family = Family::cpu;
    fields.tile = {64, 256, 1};
    fields.micro = {1, 1};
  } else {
    fields.tile = {8, vector == 1 ? 128 : 32 * vector, vector};
    fields.warps = {4, 1};
    fields.lanes = {1, 32, 1};
    fields.vector = vector;
  }
  return ScheduleAttr::get(context, fields);
}

static std::optional<KernelArgument>
getArgument(const CopyTensor &tensor, Access access, int64_t vector) {
  // Vectors run along the columns, whatever those are in memory.
  bool isVector = access != Access::Any;
  return getKernelArgument({tensor.type, tensor.map, isVector}, access, vector,
                           /*isStaged=*/isVector);
}

std::optional<tile::FuncOp> gl::emitCopyProgram(Location loc, StringRef name,
                                                ArrayRef<CopyTensor> parts,
                                                const CopyTensor &result,
                                                unsigned joined, bool isCPU,
                                                const CopyForm &form) {
  MLIRContext *context = loc.getContext();
  ScheduleAttr schedule = getCopySchedule(context, isCPU, form.vector);
  SmallVector<KernelArgument> arguments;
  for (const CopyTensor &part : parts) {
    std::optional<KernelArgument> argument =
        getArgument(part, form.partAccess, form.partVector);
    if (!argument)
      return std::nullopt;
    arguments.push_back(*argument);
  }
  bool isPadded = form.vector > 1;
  Access access = Access::Any;
  if (isPadded)
    access = result.type.isDynamicDim(1) ? Access::Rows : Access::Contiguous;
  arguments.push_back(*getArgument(result, access, form.vector));
  unsigned resultArg = parts.size();

  KernelBuilder k(loc, name, schedule, arguments);
  for (auto [i, part] : llvm::enumerate(parts))
    if (part.isConstant)
      k.markConstant(i);
  ImplicitLocOpBuilder &b = k.getBuilder();
  int64_t tileM = schedule.getTileM(), tileN = schedule.getTileN();
  // Every program copies the tile at its place of each part; what a part does
  // not have is not loaded or stored.
  GridPlace place = k.emitGrid(resultArg, result.map, schedule);
  Value m = b.createOrFold<arith::MulIOp>(place.row, k.constant(tileM));
  Value n = b.createOrFold<arith::MulIOp>(place.column, k.constant(tileN));
  Value start = k.constant(0);
  for (unsigned i = 0; i < resultArg; ++i) {
    Value part = k.getArgument(i), view = k.getArgument(resultArg);
    Value length = k.extent(part, parts[i].map, 1);
    if (resultArg > 1) {
      // The last part's zeros go to the result's end.
      bool hasZeros = isPadded && i + 1 == resultArg;
      Value stored = hasZeros ? b.createOrFold<arith::SubIOp>(
                                    k.extent(view, result.map, 1), start)
                              : length;
      view = k.slice(view, joined, start, stored);
    }
    Value tile = k.load(part, parts[i].map, {m, n}, {tileM, tileN});
    k.store(tile, view, result.map, {m, n});
    start = b.createOrFold<arith::AddIOp>(start, length);
  }
  if (!isCPU)
    k.requestReciprocals();
  return k.finish();
}
