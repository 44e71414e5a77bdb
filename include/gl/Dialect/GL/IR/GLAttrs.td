//===- GLAttrs.td - Attributes of the gl dialect -----------*- tablegen -*-===//
//
// Enumerations, the schedule and the target.
//
//===----------------------------------------------------------------------===//

#ifndef GL_DIALECT_GL_IR_GLATTRS_TD
#define GL_DIALECT_GL_IR_GLATTRS_TD

include "gl/Dialect/GL/IR/GLDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

class GL_Attr<string name, string attrMnemonic> : AttrDef<GL_Dialect, name> {
  let mnemonic = attrMnemonic;
}

def GL_Precision : I32EnumAttr<"Precision", "how f32 products are formed", [
    I32EnumAttrCase<"ieee", 0>, I32EnumAttrCase<"tf32", 1>, I32EnumAttrCase<"tf32x3", 2>]> {
  let cppNamespace = "::mlir::gl";
  let genSpecializedAttr = 0;
}
def GL_PrecisionAttr : EnumAttr<GL_Dialect, GL_Precision, "precision"> {
  let assemblyFormat = "`<` $value `>`";
  let description = [{
    `ieee`: true f32 products and sums (the default; never silently TF32). `tf32`: operands rounded to TF32 (10 mantissa
    bits). `tf32x3`: three TF32 products of split operands, near-f32 accuracy at tensor-core speed. A family that cannot
    use tensor cores computes in a precision at least as good as asked.
  }];
}

def GL_Activation : I32EnumAttr<"Activation", "activation function", [
    I32EnumAttrCase<"none", 0>, I32EnumAttrCase<"relu", 1>, I32EnumAttrCase<"gelu", 2>,
    I32EnumAttrCase<"gelu_tanh", 3>, I32EnumAttrCase<"silu", 4>]> {
  let cppNamespace = "::mlir::gl";
  let genSpecializedAttr = 0;
}
def GL_ActivationAttr : EnumAttr<GL_Dialect, GL_Activation, "activation"> {
  let assemblyFormat = "`<` $value `>`";
  let description = [{
    Applied to the f32 sum after the bias. `relu`: max(v, 0), NaN kept. `gelu`: v/2 * (1 + erf(v/sqrt(2))).
    `gelu_tanh`: v/2 * (1 + tanh(sqrt(2/pi) * (v + 0.044715 v^3))). `silu`: v / (1 + exp(-v)).
  }];
}

def GL_RhsLayout : I32EnumAttr<"RhsLayout", "order of the dims of the right operand", [
    I32EnumAttrCase<"nk", 0>, I32EnumAttrCase<"kn", 1>]> {
  let cppNamespace = "::mlir::gl";
  let genSpecializedAttr = 0;
}
def GL_RhsLayoutAttr : EnumAttr<GL_Dialect, GL_RhsLayout, "rhs_layout"> {
  let assemblyFormat = "`<` $value `>`";
  let description = "`nk`: the weight is (N, K), as in `nn.Linear` (the default). `kn`: it is (K, N).";
}

def GL_Family : I32EnumAttr<"Family", "kernel family", [
    I32EnumAttrCase<"cpu", 0>, I32EnumAttrCase<"simt", 1>, I32EnumAttrCase<"mma", 2>, I32EnumAttrCase<"wgmma", 3>]> {
  let cppNamespace = "::mlir::gl";
  let genSpecializedAttr = 0;
}

def GL_GatherMode : I32EnumAttr<"GatherMode", "how a step of the reduction meets the gather's boundaries", [
    I32EnumAttrCase<"split", 0>, I32EnumAttrCase<"walk", 1>, I32EnumAttrCase<"copy", 2>]> {
  let cppNamespace = "::mlir::gl";
  let genSpecializedAttr = 0;
}

def GL_KOrder : I32EnumAttr<"KOrder", "direction of the steps along K", [
    I32EnumAttrCase<"forward", 0>, I32EnumAttrCase<"zigzag", 1>]> {
  let cppNamespace = "::mlir::gl";
  let genSpecializedAttr = 0;
}

def GL_ScheduleAttr : GL_Attr<"Schedule", "schedule"> {
  let summary = "How a kernel runs: family, tile and the family's own fields";
  let description = [{
    ```mlir
    #gl.schedule<family = simt, tile = [2, 8, 128], warps = [1, 4], lanes = [1, 2, 16], vector = 4>
    #gl.schedule<family = mma, tile = [128, 128, 64], warps = [2, 2], vector = 8, stages = 4, group_m = 8>
    #gl.schedule<family = wgmma, tile = [128, 256, 64], warps = [8, 1], vector = 8, stages = 4, group_m = 16, gather = walk, k_order = zigzag>
    #gl.schedule<family = cpu, tile = [128, 96, 512], micro = [4, 3]>
    ```

    - `tile = [M, N, K]`: elements of the result that one program makes (M x N), and the K extent of one step of its loop.
    - `vector`: elements along K in one load; operands whose rows are not multiples of it need a schedule with a smaller one.
    - `warps = [M, N]` (simt, mma, wgmma): warps of a thread block along M and N that compute.
    - `simt`: f32 fused multiply-adds. `lanes = [M, N, K]` says how the 32 lanes of a warp are spread; each thread holds the rest of the tile in
      registers. Sums over the K lanes are completed by shuffles after the loop.
    - `mma`: tensor cores through `mma.sync`, from shared memory. A warp's part of the tile is a multiple of 16 x 8, and tile K of 32 bytes of elements.
    - `wgmma`: tensor cores through `wgmma` on tiles that Hopper's copy engine (TMA) brings to shared memory. Warps along M make 1 to 3 warpgroups of 4, each of which takes a
      multiple of 64 rows and of 8 columns, up to 256 (in blocks of 4 warpgroups 200, of 5 warpgroups 136), of the tile; one more warpgroup has the thread that starts the copies. Blocks stay for several tiles.
      With `swap = 1` (for few rows) the weight is the instruction's left operand: M and N change places in these limits.
      `k_order`: `zigzag` has every other tile of a block take its steps along K backwards, so that it begins with what the last one left in the L2 cache.
      `cluster = [M, N]`: so many programs side by side share an operand's tiles, of which each brings a part to all: 2 or 4 along M share the weight's, along N the input's.
      [1, 1], the default, shares nothing.
      With `pingpong = 1` there are two sets of `warps`, which take the block's tiles in turns, a tile each: one writes its results while the other multiplies. A set is one
      warpgroup.
      `fill_warps`: warps of further warpgroups, 0 (the default), 4 or 8, that write to shared memory what the copy engine cannot: an operand whose rows or parts are not made of 16 bytes
      and panels, loaded `vector` elements at a time, and the low parts of f32 operands, with which `tf32x3` is had. With a `vector` of fewer than 16 bytes they bring the input also where
      types leave open what rows it has.
    - `cpu`: `micro = [M, N]` register block of the micro-kernel.
    - `stages` (simt, mma, wgmma): shared-memory buffers of the ring through which each operand goes to the threads, 2 to 8. 0, the default for `simt`, loads operands from
      memory straight into registers.
    - `split_k` (simt, mma): programs that share one tile's reduction, 1 (the default) to 8. They form a cluster and add their parts in a fixed order.
    - `group_m`: rows of tiles that neighbouring programs walk together, column by column, so that both operands stay in the L2 cache. 1, the default, walks row by row.
    - `gather`: what a step along K does where it meets the end of a gathered dim. `split`, the default: the step goes on in the next one, and
      every vector finds its own place. `walk`: steps start anew in each one, and the rest of the last step is zero.
      `copy` (wgmma): a kernel of its own gathers the input into a temporary first, in rows of whole 128 bytes, and the product reads that. It pays where many programs would
      fill slots with rows that the copy engine cannot bring.
    - `max_results`, `max_k`: the schedule is for problems of at most so many results (M times N) and so long a reduction; 0, the default, is no limit. Where
      sizes are known at run time only, they tell variants for small problems from those for large ones.
    - `cost = [places, start, wave, step, broken]`: cycles that a launch is estimated to take, which are `start + waves * (wave + steps * step)`. So many `places` run a tile each
      at a time (clusters of them; all shares of one count as one), whence `waves`; `steps` are those that one program takes along K, and `broken` more each where a segment (with `walk`, a
      slice of it) is not made of lines of 128 bytes. With `copy`, what the copy takes for its bytes is added. Variants that have an estimate compete: a call takes the cheapest of those that it may take. Left out by default.

    The verifier rejects what the family cannot run, with the limit in the text.
  }];
  let parameters = (ins
    "Family":$family,
    ArrayRefParameter<"int64_t">:$tile,
    ArrayRefParameter<"int64_t">:$warps,
    ArrayRefParameter<"int64_t">:$lanes,
    ArrayRefParameter<"int64_t">:$micro,
    "int64_t":$vector,
    "int64_t":$stages,
    "int64_t":$split_k,
    "int64_t":$group_m,
    "GatherMode":$gather,
    "KOrder":$k_order,
    "int64_t":$swap,
    ArrayRefParameter<"int64_t">:$cluster,
    "int64_t":$fill_warps,
    "int64_t":$pingpong,
    "int64_t":$max_results,
    "int64_t":$max_k,
    ArrayRefParameter<"int64_t">:$cost);
  let hasCustomAssemblyFormat = 1;
  let genMnemonicAlias = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    static ScheduleAttr get(MLIRContext *context, const ScheduleFields &fields);
    ScheduleFields getFields() const;

    int64_t getTileM() const { return getTile()[0]; }
    int64_t getTileN() const { return getTile()[1]; }
    int64_t getTileK() const { return getTile()[2]; }
    /// The schedule for problems of any size.
    ScheduleAttr withoutLimit() const;
    bool hasLimit() const { return getMaxResults() != 0 || getMaxK() != 0; }
    bool hasCost() const { return !getCost().empty(); }
    /// Threads of a block; 1 for families without blocks.
    int64_t getThreads() const;
    /// Warps of a block over which a tile is spread.
    int64_t getNumWarps() const;
    /// Registers of a thread by its role, for reductions over so many segments; wgmma only.
    WarpRegisters getWarpRegisters(int64_t segments = 1) const;
    /// Programs of a cluster, and the axis (0 = M, 1 = N) along which they lie.
    int64_t getClusterSize() const { return getCluster()[0] * getCluster()[1]; }
    unsigned getClusterAxis() const { return getCluster()[1] > 1 ? 1 : 0; }
    /// Sets of so many warps, which take a block's tiles in turns.
    int64_t getNumSets() const { return 1 + getPingpong(); }
    /// Warps of a block that compute, of all sets.
    int64_t getProductWarps() const { return getNumSets() * getNumWarps(); }
    /// Results per thread along `axis` (0 = M, 1 = N), and vectors per thread and row along K (2); simt only.
    int64_t getRegisterExtent(unsigned axis) const;
  }];
}

def GL_TargetAttr : GL_Attr<"Target", "target"> {
  let summary = "The facts of a chip that schedules and checks rest on";
  let description = [{
    ```mlir
    #gl.target<arch = "sm_90a", sms = 132, shared_bytes = 232448, registers = 255>
    ```
    `arch`: `cpu`, `sm_90` or `sm_90a`. `sms`: multiprocessors (threads for the CPU). `shared_bytes`: shared memory one block can have.
    `registers`: 32-bit registers one thread can have.
  }];
  let parameters = (ins StringRefParameter<>:$arch, "int64_t":$sms, "int64_t":$shared_bytes, "int64_t":$registers);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The known facts of `arch`, or a null attribute if it is not one of `cpu`, `sm_90`, `sm_90a`.
    static TargetAttr forArch(MLIRContext *context, StringRef arch);
    bool isCPU() const { return getArch() == "cpu"; }
  }];
}

#endif // GL_DIALECT_GL_IR_GLATTRS_TD
