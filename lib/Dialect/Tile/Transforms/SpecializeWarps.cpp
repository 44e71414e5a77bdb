//===- SpecializeWarps.cpp - One thread copies, the others compute --------===//
//
// Copies by the copy engine need one thread to ask for them, products by wgmma
// need all their registers for sums. Where each has warps of its own, the
// copies run as far ahead as the ring is long, whatever the others do, and the
// copying warps give their registers to the others.
//
// Both roles run the program's loops. What a role does not need falls away: the
// copying one has neither products nor results, the other no copies. Slot s of
// the rings is handed over at two barriers:
//
//   copies                               products
//     await empty[s], parity ^ 1           await full[s], parity
//     expect_copies full[s], bytes         ring_dot of slot s
//     copy_tensor ... signals full[s]      arrive at empty[s]
//     s, parity = next                     s, parity = next
//
// In a cluster whose programs share an operand each copies a part of it into
// the memory of all, so a slot is empty when the products of all have left it.
//
// A fresh barrier counts as one whose phase of parity 1 has ended, so the first
// round finds every slot empty. Slot and parity go on from loop to loop: the
// copies of the next tile start while this one is still computed.
//
// The first step of each product is taken out of its loop: its accumulator is
// zero, which the instruction knows without a register being cleared. That a
// product has a first step is what the guard of a variant with tensor maps
// says, since no map has an extent of 0.
//
//===----------------------------------------------------------------------===//

#include "gl/Dialect/Tile/IR/TileOps.h"
#include "gl/Dialect/Tile/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::tile {
#define GEN_PASS_DEF_TILESPECIALIZEWARPS
#include "gl/Dialect/Tile/Transforms/Passes.h.inc"
} // namespace mlir::tile

using namespace mlir;
using namespace mlir::tile;

/// Registers of a thread of the copying warpgroup, and of the others by their
/// number: a multiprocessor has 65536, and every thread is launched with the
/// same.
static constexpr int64_t kCopyRegisters = 40;
static int64_t getProductRegisters(int64_t warpgroups) {
  return warpgroups == 1 ? 240 : warpgroups == 2 ? 232 : 160;
}

namespace {

/// A place in the rings that is carried through loops.
struct RingPlace {
  Value slot, parity;
};

class Specializer {
public:
  Specializer(FuncOp func, gl::ScheduleAttr schedule)
      : func(func), schedule(schedule) {}

  LogicalResult run();

private:
  enum class Role { Copies, Products };

  /// Writes what `role` does of `block` at the builder's place.
  RingPlace emitBlock(ImplicitLocOpBuilder &b, Block &block, Role role,
                      IRMapping &mapping, RingPlace place);
  RingPlace emitLoop(ImplicitLocOpBuilder &b, scf::ForOp loop, Role role,
                     IRMapping &mapping, RingPlace place);
  /// One step of a staged loop.
  RingPlace emitStep(ImplicitLocOpBuilder &b, scf::ForOp loop, Role role,
                     IRMapping &mapping, RingPlace place);
  bool isStaged(scf::ForOp loop);
  RingPlace advance(ImplicitLocOpBuilder &b, RingPlace place);

  FuncOp func;
  gl::ScheduleAttr schedule;
  int64_t stages = 0;
  int64_t stepBytes = 0; ///< that the copies of one step bring
  Value full, empty;
};

} // namespace

bool Specializer::isStaged(scf::ForOp loop) {
  return !loop.getBody()->getOps<RingDotOp>().empty();
}

RingPlace Specializer::advance(ImplicitLocOpBuilder &b, RingPlace place) {
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, value);
  };
  Value next = arith::AddIOp::create(b, place.slot, index(1));
  Value isLast =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, next, index(stages));
  Value one = arith::ConstantOp::create(b, b.getI32IntegerAttr(1));
  Value flipped = arith::XOrIOp::create(b, place.parity, one);
  return {arith::SelectOp::create(b, isLast, index(0), next),
          arith::SelectOp::create(b, isLast, flipped, place.parity)};
}

RingPlace Specializer::emitStep(ImplicitLocOpBuilder &b, scf::ForOp loop,
                                Role role, IRMapping &mapping,
                                RingPlace place) {
  if (role == Role::Copies) {
    Value one = arith::ConstantOp::create(b, b.getI32IntegerAttr(1));
    AwaitOp::create(b, empty, place.slot,
                    arith::XOrIOp::create(b, place.parity, one));
    ExpectCopiesOp::create(b, full, place.slot, stepBytes);
  } else {
    AwaitOp::create(b, full, place.slot, place.parity);
  }
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (role == Role::Copies) {
      if (isa<RingDotOp>(op))
        continue;
      b.clone(op, mapping)->walk([&](CopyTensorOp copy) {
        copy.getSlotMutable().assign(place.slot);
        copy.getBarriersMutable().assign(full);
      });
      continue;
    }
    bool copies = op.walk([](CopyTensorOp) {
                      return WalkResult::interrupt();
                    }).wasInterrupted();
    if (copies)
      continue;
    Operation *copy = b.clone(op, mapping);
    if (auto dot = dyn_cast<RingDotOp>(copy)) {
      dot.getLhsSlotMutable().assign(place.slot);
      dot.getRhsSlotMutable().assign(place.slot);
    }
  }
  if (role == Role::Products)
    ArriveOp::create(b, empty, place.slot, schedule.getCluster());
  return advance(b, place);
}

RingPlace Specializer::emitLoop(ImplicitLocOpBuilder &b, scf::ForOp loop,
                                Role role, IRMapping &mapping,
                                RingPlace place) {
  bool staged = isStaged(loop);
  Value lower = mapping.lookupOrDefault(loop.getLowerBound()),
        upper = mapping.lookupOrDefault(loop.getUpperBound()),
        step = mapping.lookupOrDefault(loop.getStep());
  // What the copying role carries is its place alone.
  SmallVector<Value> inits;
  bool carries = !staged || role == Role::Products;
  if (carries)
    for (Value init : loop.getInitArgs())
      inits.push_back(mapping.lookupOrDefault(init));

  if (staged && role == Role::Products) {
    mapping.map(loop.getInductionVar(), lower);
    for (auto [argument, init] :
         llvm::zip_equal(loop.getRegionIterArgs(), inits))
      mapping.map(argument, init);
    place = emitStep(b, loop, role, mapping, place);
    for (auto [init, value] : llvm::zip_equal(inits, loop.getYieldedValues()))
      init = mapping.lookupOrDefault(value);
    lower = b.createOrFold<arith::AddIOp>(lower, step);
  }
  size_t numCarried = inits.size();
  inits.append({place.slot, place.parity});
  auto copy = scf::ForOp::create(b, lower, upper, step, inits);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(copy.getBody());
    mapping.map(loop.getInductionVar(), copy.getInductionVar());
    ValueRange arguments = copy.getRegionIterArgs();
    if (carries)
      for (auto [from, to] : llvm::zip_equal(loop.getRegionIterArgs(),
                                             arguments.take_front(numCarried)))
        mapping.map(from, to);
    RingPlace inside{arguments[numCarried], arguments[numCarried + 1]};
    inside = staged ? emitStep(b, loop, role, mapping, inside)
                    : emitBlock(b, *loop.getBody(), role, mapping, inside);
    SmallVector<Value> results;
    if (carries)
      for (Value value : loop.getYieldedValues())
        results.push_back(mapping.lookupOrDefault(value));
    results.append({inside.slot, inside.parity});
    scf::YieldOp::create(b, results);
  }
  if (carries)
    mapping.map(loop.getResults(), copy.getResults().take_front(numCarried));
  return {copy.getResult(numCarried), copy.getResult(numCarried + 1)};
}

RingPlace Specializer::emitBlock(ImplicitLocOpBuilder &b, Block &block,
                                 Role role, IRMapping &mapping,
                                 RingPlace place) {
  // What the copying role computes beside its loops: all but what depends on a
  // product or has an effect.
  llvm::SmallPtrSet<Value, 16> products;
  for (Operation &op : block.without_terminator()) {
    auto loop = dyn_cast<scf::ForOp>(op);
    bool copies = op.walk([](CopyTensorOp) {
                      return WalkResult::interrupt();
                    }).wasInterrupted();
    if (loop && copies) {
      place = emitLoop(b, loop, role, mapping, place);
      if (role == Role::Copies && isStaged(loop))
        for (Value result : loop.getResults())
          products.insert(result);
      continue;
    }
    // Vectors that results need, such as a bias, are on their way to the
    // nearest cache while the tile is computed.
    if (auto load = dyn_cast<LoadOp>(op);
        load && role == Role::Copies &&
        cast<RankedTensorType>(load.getType()).getRank() == 1) {
      auto map = [&](ValueRange values) {
        return llvm::map_to_vector(values, [&](Value value) {
          return mapping.lookupOrDefault(value);
        });
      };
      PrefetchOp::create(b, mapping.lookupOrDefault(load.getSource()),
                         map(load.getOrigins()), map(load.getSymbols()),
                         load.getMapAttr(),
                         cast<RankedTensorType>(load.getType()).getDimSize(0));
      products.insert(load.getResult());
      continue;
    }
    bool isProduct = llvm::any_of(op.getOperands(), [&](Value operand) {
      return products.contains(operand);
    });
    if (role == Role::Copies && (isProduct || !isMemoryEffectFree(&op))) {
      for (Value result : op.getResults())
        products.insert(result);
      continue;
    }
    b.clone(op, mapping);
  }
  return place;
}

LogicalResult Specializer::run() {
  Block &body = func.getBody().front();
  scf::ForOp program;
  for (auto loop : body.getOps<scf::ForOp>())
    if (loop->walk([](RingDotOp) { return WalkResult::interrupt(); })
            .wasInterrupted()) {
      if (program)
        return loop.emitOpError("is a second loop with products in one "
                                "program; warps are specialized for one");
      program = loop;
    }
  if (!program)
    return success();
  if (isStaged(program))
    return program.emitOpError("is a program's only loop; its warps are "
                               "specialized once it stays for several tiles: "
                               "run tile-persist first");
  WalkResult walk = program.walk([&](scf::ForOp loop) -> WalkResult {
    if (!isStaged(loop))
      return WalkResult::advance();
    if (stages != 0)
      return loop.emitOpError("is a second loop of products in one program; "
                              "warps are specialized for one");
    for (auto dot : loop.getBody()->getOps<RingDotOp>())
      for (Value ring : {dot.getLhs(), dot.getRhs()}) {
        auto type = cast<RingType>(ring.getType());
        stages = type.getStages();
        stepBytes += type.getSlotBytes();
      }
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();

  ImplicitLocOpBuilder b(program.getLoc(), program);
  int64_t warps = schedule.getNumWarps(), cluster = schedule.getCluster();
  full = AllocBarriersOp::create(
      b, BarriersType::get(b.getContext(), stages, 1), IntegerAttr());
  empty = AllocBarriersOp::create(
      b, BarriersType::get(b.getContext(), stages, warps * cluster),
      IntegerAttr());
  // Programs of a cluster copy into each other's memory from the first step
  // on, and until the last.
  BarrierOp::create(b, cluster > 1);
  auto roles = SpecializeWarpsOp::create(
      b, ArrayRef<int64_t>{kCopyRegisters, getProductRegisters(warps / 4)});
  for (auto [region, role] :
       {std::pair(&roles.getCopies(), Role::Copies),
        std::pair(&roles.getProducts(), Role::Products)}) {
    Block &block = region->emplaceBlock();
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&block);
    RingPlace place{arith::ConstantIndexOp::create(b, 0),
                    arith::ConstantOp::create(b, b.getI32IntegerAttr(0))};
    IRMapping mapping;
    emitLoop(b, program, role, mapping, place);
  }
  if (cluster > 1)
    BarrierOp::create(b, true);
  program.erase();
  // Arithmetic of the other role, and loads whose values went with it.
  IRRewriter rewriter(func.getContext());
  (void)runRegionDCE(rewriter, func->getRegions());
  return success();
}

namespace {
struct TileSpecializeWarps
    : tile::impl::TileSpecializeWarpsBase<TileSpecializeWarps> {
  void runOnOperation() override {
    gl::ScheduleAttr schedule = getOperation().getScheduleAttr();
    if (!schedule || schedule.getFamily() != gl::Family::wgmma)
      return;
    if (failed(Specializer(getOperation(), schedule).run()))
      signalPassFailure();
  }
};
} // namespace
