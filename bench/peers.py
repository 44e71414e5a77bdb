"""The alternatives to gl: what a user of PyTorch or Triton would run for gather + linear.

A builder takes a Problem and returns a launch: a function without arguments that queues the operation on the current stream and returns
its result. It raises Skip, with the reason, where it does not apply.
"""

import concurrent.futures
import math

import torch
import torch.nn.functional as F
import triton
import triton.language as tl

import triton_kernels
from timing import Graph, in_turns

DTYPES = {"f32": torch.float32, "tf32": torch.float32, "tf32x3": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16,
          "f8": torch.float8_e4m3fn}
# The largest relative error of an alternative. Sums of rounded parts, as in R addmm, are the least accurate.
BARS = {"f32": 1e-5, "tf32": 2e-3, "tf32x3": 1e-5, "f16": 2e-3, "bf16": 1e-2, "f8": 1e-2}
LARGEST_INTERMEDIATE = 4 << 30
FINALISTS = 4


class Skip(Exception):
    """An alternative does not apply to a case."""


class Problem:
    """A case with random data and its float64 result."""

    def __init__(self, case, device="cuda"):
        self.case = case
        random = torch.Generator(device=device).manual_seed(case.r * 1000003 + case.b * 1009 + case.h * 101 + case.n)
        uniform = lambda *shape: torch.rand(*shape, device=device, generator=random) * 2 - 1
        self.dtype = DTYPES[case.kind]
        self.wide = torch.bfloat16 if case.kind == "f8" else self.dtype
        bound = case.k**-0.5
        # Operands of 8 bits are quantised: they use the type's middle range, and scales give them their size.
        number = lambda value: torch.tensor(value, dtype=torch.float32, device=device)
        self.scales = [number(0.5), number(2 * bound)] if case.kind == "f8" else []
        self.x = uniform(case.r, case.b, case.h).to(self.dtype)
        self.w = (uniform(case.n, case.k) * (1 if self.scales else bound)).to(self.dtype)
        self.bias = (uniform(case.n) * bound).to(self.wide)
        self.w_by_source = self.w.view(case.n, case.r, case.h)
        # Source by source: no gather, so nothing in common with what it judges.
        self.expected = self.bias.double().expand(case.b, case.n).contiguous()
        scale = math.prod(s.item() for s in self.scales)
        for r in range(case.r):
            self.expected.addmm_(self.x[r].double(), self.w_by_source[:, r].double().T, alpha=scale)

    def result(self):
        return torch.empty(self.case.b, self.case.n, dtype=self.wide, device=self.x.device)

    def linear(self, gathered):
        """PyTorch's product of the gathered input and the weight."""
        if not self.scales:
            return F.linear(gathered, self.w, self.bias)
        return torch._scaled_mm(gathered, self.w.T, *self.scales, bias=self.bias, out_dtype=self.wide, use_fast_accum=False)

    def movable(self):
        """The input as a type that every copy of PyTorch takes."""
        return self.x.view(torch.uint8) if self.scales else self.x

    def error(self, result):
        """Relative, in the Frobenius norm; NaN where something was not written."""
        return ((result.double() - self.expected).norm() / self.expected.norm()).item()

    def rounding(self):
        """The error of the exact result after rounding to its type."""
        return self.error(self.expected.to(self.wide))


def linear_of_cat(x, w, bias):
    return F.linear(torch.cat([x[r] for r in range(x.shape[0])], -1), w, bias)


def cat_linear(p):
    x = p.movable()
    return lambda: p.linear(torch.cat([x[r] for r in range(x.shape[0])], -1).view(p.dtype))


def permute_linear(p):
    x = p.movable()
    return lambda: p.linear(x.permute(1, 0, 2).reshape(p.case.b, p.case.k).view(p.dtype))


def without_f8(build):
    """`build`, for what has no product of f8."""

    def skip_or_build(p):
        if p.scales:
            raise Skip("has no product of f8 with scales")
        return build(p)

    return skip_or_build


def einsum(p):
    return lambda: torch.einsum("rbh,nrh->bn", p.x, p.w_by_source) + p.bias


def addmm(p):
    def launch():
        y = torch.addmm(p.bias, p.x[0], p.w_by_source[:, 0].T)
        for r in range(1, p.case.r):
            y.addmm_(p.x[r], p.w_by_source[:, r].T)
        return y

    return launch


def bmm_sum(p):
    if p.case.r * p.case.b * p.case.n * p.case.elem > LARGEST_INTERMEDIATE:
        raise Skip(f"the R products need more than {LARGEST_INTERMEDIATE >> 30} GiB")
    return lambda: torch.bmm(p.x, p.w_by_source.permute(1, 2, 0)).sum(0) + p.bias


def compiled(p, **options):
    torch.compiler.reset()
    function = torch.compile(linear_of_cat, dynamic=False, **options)
    function(p.x, p.w, p.bias)
    return lambda: function(p.x, p.w, p.bias)


def max_autotune(p):
    return compiled(p, mode="max-autotune-no-cudagraphs")


def gemm_only(p):
    gathered = p.movable().permute(1, 0, 2).reshape(p.case.b, p.case.k).contiguous().view(p.dtype)
    return lambda: p.linear(gathered)


def precision(case):
    return {"f32": "ieee", "tf32x3": "tf32x3"}.get(case.kind, "tf32")


def processors(p):
    return torch.cuda.get_device_properties(p.x.device).multi_processor_count


def linear_plans(p):
    c, y = p.case, p.result()
    if max(p.x.numel(), p.w.numel(), y.numel()) >= 1 << 31:
        raise Skip("the kernel's offsets have 32 bits")
    for t in triton_kernels.linear_tiles(c, processors(p)):
        for within in (True, False) if c.h % t.bk == 0 else (False,):
            grid = (triton.cdiv(c.b, t.bm) * triton.cdiv(c.n, t.bn),)
            meta = dict(H=c.h, K=c.k, BM=t.bm, BN=t.bn, BK=t.bk, GROUP=8, WITHIN=within, PRECISION=precision(c))
            meta.update(num_warps=t.warps, num_stages=t.stages)
            yield triton_kernels.linear_kernel, grid, (p.x, p.w, p.bias, y, c.b, c.n), meta, y


def small_plans(p):
    c, y = p.case, p.result()
    if c.b > 1 and c.b * c.n * c.k > 1 << 23:
        raise Skip("for one row or small results only")
    for t in triton_kernels.small_tiles(c):
        grid = (triton.cdiv(c.n, t.bn), triton.cdiv(c.b, t.bm))
        meta = dict(H=c.h, K=c.k, BM=t.bm, BN=t.bn, BK=t.bk, num_warps=t.warps)
        yield triton_kernels.small_kernel, grid, (p.x, p.w, p.bias, y, c.b, c.n), meta, y


def tma_plans(p):
    from triton.tools.tensor_descriptor import TensorDescriptor

    c, y = p.case, p.result()
    if c.kind in ("f32", "tf32x3"):
        raise Skip("for one tensor-core product an element only")
    if c.h * c.elem % 16 or c.n * c.elem % 16:
        raise Skip("tensor descriptors need rows at multiples of 16 bytes")
    dtype = {"tf32": tl.float32, "f16": tl.float16, "bf16": tl.bfloat16}[c.kind]
    for t in triton_kernels.tma_tiles(c, processors(p)):
        programs = min(triton.cdiv(c.b, t.bm) * triton.cdiv(c.n, t.bn), processors(p))
        x = TensorDescriptor.from_tensor(p.x.view(c.r * c.b, c.h), [t.bm, t.bk])
        w = TensorDescriptor.from_tensor(p.w, [t.bn, t.bk])
        out = TensorDescriptor.from_tensor(y, [t.bm, t.bn])
        meta = dict(R=c.r, H=c.h, BM=t.bm, BN=t.bn, BK=t.bk, GROUP=8, PROGRAMS=programs, DTYPE=dtype, PRECISION=precision(c))
        meta.update(num_warps=t.warps, num_stages=t.stages)
        yield triton_kernels.linear_tma_kernel, (programs,), (x, w, p.bias, out, c.b, c.n), meta, y


def describe(meta):
    tile = f"{meta['BM']}x{meta['BN']}x{meta['BK']}, {meta['num_warps']} warps"
    return tile + (f", {meta['num_stages']} stages" if "num_stages" in meta else "")


def tuned(plans_of):
    """The fastest plan whose result is right. Plans that do not compile or do not fit are left out; that none works is an error."""

    def build(p):
        plans = list(plans_of(p))
        if not plans:
            raise Skip("too small for its tiles")
        failures = {}

        def compile_plan(plan):
            kernel, grid, args, meta, _ = plan
            try:
                kernel.warmup(*args, grid=grid, **meta)
            except Exception as error:
                failures[describe(meta)] = f"{type(error).__name__}: {error}"
                return None
            return lambda: (kernel[grid](*args, **meta), plan[-1])[1]

        # The compiler spends its time outside the interpreter's lock. The first plan alone, as it fills the kernel's own caches.
        with concurrent.futures.ThreadPoolExecutor() as pool:
            built = [compile_plan(plans[0]), *pool.map(compile_plan, plans[1:])]
        launches = {describe(plan[3]) + f", {i}": launch for i, (plan, launch) in enumerate(zip(plans, built)) if launch}
        graphs = {}
        for name, launch in launches.items():
            try:
                graphs[name] = Graph(launch)
            except Exception as error:
                failures[name] = f"{type(error).__name__}: {error}"
                torch.cuda.synchronize()  # raises if no later launch can succeed
        times = {name: graph.burst() for name, graph in graphs.items()}
        finalists = sorted(times, key=times.get)[:FINALISTS]
        figures = in_turns({name: graphs[name] for name in finalists}, rounds=3)
        for name in sorted(finalists, key=lambda n: figures[n].us):
            error = wrong(p, graphs[name], BARS[p.case.kind])
            if not error:
                return launches[name]
            failures[name] = error
        reasons = "; ".join(f"{name}: {reason}" for name, reason in failures.items())
        raise RuntimeError(f"no configuration of {len(plans)} works: {reasons}")

    return build


def wrong(p, graph, bar):
    """What is wrong with the result of the very graph that is to be timed, or None. Its output is poisoned before."""
    graph.output.fill_(math.nan)
    graph.replay()
    torch.cuda.synchronize()
    error = p.error(graph.output)
    return None if error <= bar else f"wrong: relative error {error:.3g}, bar {bar:.3g}"


BUILDERS = {
    "cat + linear": cat_linear,
    "permute + linear": permute_linear,
    "einsum": without_f8(einsum),
    "R addmm": without_f8(addmm),
    "bmm + sum": without_f8(bmm_sum),
    "compile": without_f8(compiled),
    "max-autotune": without_f8(max_autotune),
    "Triton": without_f8(tuned(linear_plans)),
    "Triton small": without_f8(tuned(small_plans)),
    "Triton TMA": without_f8(tuned(tma_plans)),
    "GEMM only": gemm_only,
}
