//===- CheckResources.cpp - Check kernels against the target --------------===//
//
// Changes nothing. Looks at each kernel once everything about it is decided and
// reports what the target cannot give, with need and limit, at the operation
// that the user wrote: registers of one thread, registers of a block, bytes of
// parameters, grid extents that are constants.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/IR/KernelABI.h"
#include "gl/Dialect/Tile/IR/TileOps.h"
#include "gl/Dialect/Tile/Transforms/Passes.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILECHECKRESOURCES
#include "gl/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

/// Registers of one multiprocessor (CUDA programming guide, compute
/// capability 9.0).
static constexpr int64_t kBlockRegisters = 65536;
/// Registers that addresses, loop counters and bounds of a kernel take, seen in
/// kernels of all shapes.
static constexpr int64_t kAddressRegisters = 40;
/// Bytes of parameters that a kernel can have (PTX ISA 8.1, .param).
static constexpr size_t kParameterBytes = 32764;
static constexpr int64_t kMaxGrid[3] = {(int64_t(1) << 31) - 1, 65535, 65535};

/// 32-bit registers that one thread needs for a tile; 0 for what is no tile
/// with a layout.
static int64_t getTileRegisters(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto layout = tensor ? dyn_cast_if_present<LayoutAttr>(tensor.getEncoding())
                       : LayoutAttr();
  if (!layout)
    return 0;
  return llvm::divideCeil(layout.getLayout().getNumRegisters() *
                              tensor.getElementTypeBitWidth(),
                          32);
}

static LogicalResult checkFunc(FuncOp func, gl::TargetAttr target) {
  // The busiest operation: its operands and results are alive together. What is
  // computed element by element, or added to, takes the registers of what it
  // was; a broadcast names registers of its source again, and a constant is an
  // immediate.
  auto registersOf = [](Value value) {
    if (matchPattern(value, m_Constant()))
      return int64_t(0);
    Value source = value;
    while (Operation *op = source.getDefiningOp()) {
      if (auto broadcast = dyn_cast<BroadcastOp>(op))
        return getTileRegisters(broadcast.getSource().getType());
      if (!op->hasTrait<OpTrait::Elementwise>() || op->getNumOperands() != 1)
        break;
      source = op->getOperand(0);
    }
    return getTileRegisters(value.getType());
  };
  int64_t need = 0;
  Operation *busiest = nullptr;
  func.getBody().walk([&](Operation *op) {
    // What works element by element has one element of each operand at a time
    // beside the tile it is computed from.
    bool isElementwise = op->hasTrait<OpTrait::Elementwise>();
    int64_t in = 0, out = 0;
    for (Value operand : op->getOperands())
      in = isElementwise ? std::max(in, registersOf(operand))
                         : in + registersOf(operand);
    for (Value result : op->getResults())
      out += registersOf(result);
    bool isInPlace = isa<DotOp, RingDotOp, AwaitProductOp>(op) ||
                     op->getNumRegions() != 0 || isElementwise;
    int64_t sum = isInPlace ? std::max(in, out) : in + out;
    if (sum > need) {
      need = sum;
      busiest = op;
    }
  });
  gl::ScheduleAttr schedule = func.getScheduleAttr();
  if (busiest && need + kAddressRegisters > target.getRegisters())
    return busiest->emitOpError("needs about ")
           << need + kAddressRegisters << " registers a thread under "
           << schedule << ", " << target.getArch() << " has "
           << target.getRegisters() << ": use a smaller tile or more warps";
  // Of family wgmma the warpgroup that copies gives its registers away.
  int64_t threads = !schedule ? 1
                    : schedule.getFamily() == gl::Family::wgmma
                        ? 32 * schedule.getProductWarps()
                        : schedule.getThreads();
  if (threads * (need + kAddressRegisters) > kBlockRegisters)
    return func.emitOpError("needs about ")
           << threads * (need + kAddressRegisters) << " registers a block ("
           << threads << " threads of " << need + kAddressRegisters << "), "
           << target.getArch() << " has " << kBlockRegisters
           << ": use a smaller tile or fewer warps";

  int64_t shared = func.getSharedBytes().value_or(0);
  if (shared > target.getSharedBytes())
    return func.emitOpError("needs ")
           << shared << " bytes of shared memory under " << schedule << ", "
           << target.getArch() << " has " << target.getSharedBytes()
           << " for a block: use fewer stages or a smaller tile";

  size_t parameters = 0, maps = 0;
  for (const KernelParam &param : getKernelParams(func)) {
    if (param.kind != KernelParam::Kind::TensorMap) {
      parameters += 8;
      continue;
    }
    parameters = llvm::alignTo(parameters, kTensorMapAlign) + kTensorMapBytes;
    ++maps;
  }
  if (parameters > kParameterBytes) {
    InFlightDiagnostic diag = func.emitOpError("needs ");
    diag << parameters << " bytes of parameters for "
         << func.getArgumentTypes().size() << " tensors";
    if (maps != 0)
      diag << " and " << maps << " tensor maps";
    return diag << ", " << target.getArch() << " has " << kParameterBytes
                << ": join the parts in several steps";
  }

  auto yield = cast<YieldOp>(func.getGrid().front().getTerminator());
  for (auto [dim, extent] : llvm::enumerate(yield.getExtents())) {
    APInt value;
    if (matchPattern(extent, m_ConstantInt(&value)) && value.sgt(kMaxGrid[dim]))
      return func.emitOpError("launches ")
             << value.getSExtValue() << " blocks along dim " << dim
             << " of the grid, the limit is " << kMaxGrid[dim];
  }
  return success();
}

namespace {
struct TileCheckResources
    : tile::impl::TileCheckResourcesBase<TileCheckResources> {
  void runOnOperation() override {
    auto target =
        getOperation()->getAttrOfType<gl::TargetAttr>(gl::kTargetAttrName);
    if (!target)
      target = gl::TargetAttr::forArch(&getContext(), "sm_90a");
    bool failedAny = false;
    for (FuncOp func : getOperation().getOps<FuncOp>())
      failedAny |= failed(checkFunc(func, target));
    if (failedAny)
      signalPassFailure();
  }
};
} // namespace
