//===- Passes.td - Passes on the tile dialect --------------*- tablegen -*-===//
//
// Level 3: from a tile program to a chip, one decision at a time.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_TILE_TRANSFORMS_PASSES_TD
#define GL_DIALECT_TILE_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def TileStageLoads : Pass<"tile-stage-loads", "::mlir::tile::FuncOp"> {
  let summary = "Bring the operands of matrix products through shared memory";
  let description = [{
    In a kernel whose schedule has `stages`, the tiles that feed a `tile.dot` inside a loop go into a ring of shared-memory slots, one ring for each operand, and the
    dot takes them from there, a few elements of K at a time. A load whose source is provably aligned becomes a `tile.copy_async` of the
    widest vectors that are; one that is not keeps loading into registers and is stored from there. A remark says for each load which it is, and why.

    The result is right but waits for each step's copies: `tile-pipeline` makes it overlap.
  }];
  let dependentDialects = ["::mlir::tile::TileDialect", "::mlir::arith::ArithDialect"];
}

def TileStageTensors : Pass<"tile-stage-tensors", "::mlir::tile::FuncOp"> {
  let summary = "Bring the operands of matrix products through shared memory by the copy engine";
  let description = [{
    In a kernel whose schedule is of family `wgmma`, the tiles that feed a `tile.dot` inside a loop go into a ring of shared-memory slots by `tile.copy_tensor`, from tensor maps over
    the tensors as they are, not gathered; the dot becomes a `tile.ring_dot`, which reads them from there. A remark says for each load by which boxes. A load that
    the copy engine cannot make is made by the warps of the schedule's `fill_warps`, by `tile.copy_async` or `tile.ring_store`, of one operand at most; without such warps it is refused.
    Remark and refusal have the rule that it breaks: strides and starts of a box's rows are multiples of 16 bytes. Where a type leaves the strides of lhs open, the engine would have the guard of the
    kernel's variant ask for such; if the schedule's `vector` is narrower, those warps bring it instead. Those warps also make the `tile.low_part` of operands of precision `tf32x3`.

    The result is right if each copy is waited for: `tile-specialize-warps` has copies and products run side by side.
  }];
  let dependentDialects = ["::mlir::tile::TileDialect", "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def TilePersist : Pass<"tile-persist", "::mlir::tile::FuncOp"> {
  let summary = "Have each program stay for several tiles";
  let description = [{
    In a kernel of family `wgmma`, the grid becomes as large as the chip has multiprocessors, if it was larger, and each program takes every so-manieth place of the former grid. With
    `k_order = zigzag` it walks the steps of every other tile backwards, so that it begins with what the tile before has left in the L2 cache.
  }];
  let dependentDialects = ["::mlir::tile::TileDialect", "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def TileLowerEpilogue : Pass<"tile-lower-epilogue", "::mlir::tile::FuncOp"> {
  let summary = "Have the copy engine write results";
  let description = [{
    In a kernel of family `wgmma`, a `tile.store` becomes a `tile.store_tensor` where the copy engine can make it. Else it stays, and a remark says why.
  }];
  let dependentDialects = ["::mlir::tile::TileDialect", "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
}

def TileSpecializeWarps : Pass<"tile-specialize-warps", "::mlir::tile::FuncOp"> {
  let summary = "Let one thread copy, and the others compute";
  let description = [{
    A program whose loop copies tiles by `tile.copy_tensor` and multiplies them becomes a `tile.specialize_warps`: all roles run the same loops, one only with the copies, one,
    where there are any, with what warps write to slots themselves, and one with all the rest. They meet at barriers for each slot of the rings: one says that a slot is full, one that
    it is filled, where warps do that, and one that it is empty again. Slots that are filled from memory are handed over by a warp of its own, the relay, at another barrier. Two sets of
    warps fill slots in turns where elements pass through registers and a thread has room for them. Slot and parity are
    carried through all loops. The first step of a product is peeled, so that it need not start from a tile of zeros.
  }];
  let dependentDialects = ["::mlir::tile::TileDialect", "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def TileOverlapProducts : Pass<"tile-overlap-products", "::mlir::tile::FuncOp"> {
  let summary = "Leave a step's product under way until the next one's is started";
  let description = [{
    In a kernel whose tiles are one warpgroup's, which has the tensor cores to itself while it multiplies: each step of a product hands back the slot of the step before, whose product is
    done when its own is started; behind the loop a `tile.await_product` waits for the last one. A remark says why a loop stays as it is.
  }];
  let dependentDialects = ["::mlir::tile::TileDialect", "::mlir::scf::SCFDialect"];
}

def TileTakeTurns : Pass<"tile-take-turns", "::mlir::tile::FuncOp"> {
  let summary = "Have two sets of warps take a program's tiles in turns";
  let description = [{
    In a kernel whose schedule has `pingpong`, the `products` of a `tile.specialize_warps` are run by two sets of warps: one takes every other tile, and its loop carries slot and parity
    past the steps of the other's tiles. A set begins a tile's products when the other has all operands of the tile before. Copies stay as they are. Refuses a program whose tiles differ in
    their number of steps, or whose tiles depend on the products of the tile before.
  }];
  let dependentDialects = ["::mlir::tile::TileDialect", "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def TilePipeline : Pass<"tile-pipeline", "::mlir::tile::FuncOp"> {
  let summary = "Start the copies of later steps before the products of this one";
  let description = [{
    A loop over staged operands with rings of S slots starts the asynchronous copies of step i + S - 1 before it computes step i, and loads what goes through registers one step ahead. Before
    the loop the first S - 1 steps are started. There is one barrier in a step: it makes the step's slot visible and frees the slot of the step before.
  }];
  let dependentDialects = ["::mlir::tile::TileDialect", "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def TileReduceDivisions : Pass<"tile-reduce-divisions", "::mlir::tile::FuncOp"> {
  let summary = "Count in place of dividing the number of each step";
  let description = [{
    A loop whose steps divide their number, or where they go backwards its mirror image, by a value that is known at run time only carries quotient and remainder and counts them on.
    Divisions by constants stay: they are multiplications.

    ```mlir
    scf.for %i = %c0 to %n step %c1 {                        scf.for %i = %c0 to %n step %c1 iter_args(%q = %c0, %r = %c0) {
      %q = arith.divui %i, %d : index                          %last = arith.cmpi eq, %r, %end : index
      %r = arith.remui %i, %d : index                 ->       ...
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def TileAllocateShared : Pass<"tile-allocate-shared", "::mlir::tile::FuncOp"> {
  let summary = "Give rings and exchanges their place in shared memory";
  let description = "Sets `offset` of each buffer and `shared_bytes` of the kernel.";
}

def TileAssignLayouts : Pass<"tile-assign-layouts", "::mlir::tile::FuncOp"> {
  let summary = "Say which thread holds which element of each tile";
  let description = [{
    Gives every tile of a kernel a `#tile.layout` encoding, from the kernel's schedule. Where a value is wanted in another layout than it has, a `tile.convert_layout` is put in.

    For family `simt` the accumulator of a `tile.dot` is spread over warps, lanes and registers along M and N, and holds partial sums over the lanes along K; its operands
    are spread alike along K. What follows the loop uses the completed sums. For family `mma` the layouts are those of the instruction's fragments.

    A kernel without a schedule gets a default one. Refuses a dot whose tile the schedule's threads do not divide.
  }];
  let dependentDialects = ["::mlir::tile::TileDialect"];
}

def TileCheckResources : Pass<"tile-check-resources", "::mlir::ModuleOp"> {
  let summary = "Check threads, registers, shared memory and grid of each kernel against the target";
  let description = "Changes nothing. Reports need and limit at the operation that the user wrote.";
}

#endif // GL_DIALECT_TILE_TRANSFORMS_PASSES_TD
