//===- OverlapProducts.cpp - One step's product under way in the next -----===//
//
// Where several warpgroups multiply at a time, one's products keep the tensor
// cores busy while another waits for its own to end and starts the next. One
// that has the tensor cores to itself would leave them idle from each step to
// the next: the only one, or one of those that take turns. So a step's product
// stays under way until the next one's is started, and the slot that it read is
// handed back a step later:
//
//   await full[0]; %0 = ring_dot ... {under_way}
//   for i = 1 ...                 carries the slot before
//     await full[i]; %i = ring_dot ... {under_way}     waits for the one before
//     arrive at empty[i - 1]
//   %sum = await_product %last; arrive at empty[last]
//
// A ring of two slots stays as it is: the product under way would hold one, and
// nothing could be on its way to memory while the other one is read. Threads
// that hand a slot over when they have started to fill the next one would even
// wait for a slot that only the product of the first sets free.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/IR/TileOps.h"
#include "gl/Dialect/Tile/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILEOVERLAPPRODUCTS
#include "gl/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

namespace {
/// A block's only product, and where it hands its slot back.
struct Step {
  RingDotOp dot;
  ArriveOp arrive;
};
} // namespace

/// The step that `block` has outside its loops, if there is one of one product.
static std::optional<Step> findStep(Block &block) {
  auto dots = llvm::to_vector(block.getOps<RingDotOp>());
  auto arrives = llvm::to_vector(block.getOps<ArriveOp>());
  if (dots.size() != 1 || arrives.size() != 1 ||
      !dots[0]->isBeforeInBlock(arrives[0]))
    return std::nullopt;
  return Step{dots[0], arrives[0]};
}

/// Returns why products cannot overlap, or nothing if they do.
static StringRef overlap(scf::ForOp loop) {
  std::optional<Step> first = findStep(*loop->getBlock()),
                      next = findStep(*loop.getBody());
  if (!next)
    return "a step has several products";
  if (!first)
    return "there may be no first step";
  if (next->dot.getPromoted())
    return "sums are promoted step by step";
  if (next->dot.getLhs().getType().getStages() == 2)
    return "the ring has two slots";
  auto argument = dyn_cast<BlockArgument>(next->dot.getAcc());
  OpOperand *init = argument ? loop.getTiedLoopInit(argument) : nullptr;
  if (!init || init->get() != first->dot.getResult() ||
      !next->dot->hasOneUse() ||
      loop.getTiedLoopYieldedValue(argument)->get() != next->dot.getResult())
    return "a step's sum is used for more than the next one's";

  IRRewriter rewriter(loop.getContext());
  first->dot.setUnderWay(true);
  next->dot.setUnderWay(true);
  Value slot = first->arrive.getSlot();
  rewriter.eraseOp(first->arrive);
  rewriter.setInsertionPoint(loop);
  unsigned number = loop.getTiedLoopResult(argument).getResultNumber();
  auto carriesSlot = [&](OpBuilder &, Location, ArrayRef<BlockArgument>) {
    return SmallVector<Value>{next->arrive.getSlot()};
  };
  auto made = cast<scf::ForOp>(**loop.replaceWithAdditionalYields(
      rewriter, slot, /*replaceInitOperandUsesInLoop=*/false, carriesSlot));
  next->arrive.getSlotMutable().assign(made.getRegionIterArgs().back());

  ImplicitLocOpBuilder b(next->dot.getLoc(), rewriter);
  b.setInsertionPointAfter(made);
  Value sum = made.getResult(number);
  auto await = AwaitProductOp::create(b, sum);
  sum.replaceAllUsesExcept(await.getResult(), await);
  ArriveOp::create(b, next->arrive.getBarriers(), made.getResults().back(),
                   next->arrive.getCluster(), /*ordered=*/false,
                   /*fenced=*/false);
  return {};
}

namespace {
struct TileOverlapProducts
    : tile::impl::TileOverlapProductsBase<TileOverlapProducts> {
  void runOnOperation() override {
    FuncOp func = getOperation();
    gl::ScheduleAttr schedule = func.getScheduleAttr();
    if (!schedule || schedule.getFamily() != gl::Family::wgmma ||
        schedule.getNumWarps() != gl::kWarpgroupWarps)
      return;
    SmallVector<scf::ForOp> loops;
    for (auto roles : func.getBody().getOps<SpecializeWarpsOp>())
      roles.getProducts().walk([&](scf::ForOp loop) {
        if (!loop.getBody()->getOps<RingDotOp>().empty() &&
            loop->getParentOfType<scf::ForOp>())
          loops.push_back(loop);
      });
    for (scf::ForOp loop : loops)
      if (StringRef why = overlap(loop); !why.empty())
        remark::missed(loop.getLoc(),
                       remark::RemarkOpts::name("OverlapProducts")
                           .category("tile-overlap-products")
                           .function(func.getSymName()))
            << ("products wait for each other: " + why).str();
  }
};
} // namespace
