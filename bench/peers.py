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

DTYPES = {"f32": torch.float32, "tf32": torch.float32, "tf32x3": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16}
# The largest relative error of an alternative. Sums of rounded parts, as in R addmm, are the least accurate.
BARS = {"f32": 1e-5, "tf32": 2e-3, "tf32x3": 1e-5, "f16": 2e-3, "bf16": 1e-2}
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
        bound = case.k**-0.5
        self.x = uniform(case.r, case.b, case.h).to(self.dtype)
        self.w = (uniform(case.n, case.k) * bound).to(self.dtype)
        self.bias = (uniform(case.n) * bound).to(self.dtype)
        self.w_by_source = self.w.view(case.n, case.r, case.h)
        # Source by source: no gather, so nothing in common with what it judges.
        self.expected = self.bias.double().expand(case.b, case.n).contiguous()
        for r in range(case.r):
            self.expected.addmm_(self.x[r].double(), self.w_by_source[:, r].double().T)

    def result(self):
        return torch.empty(self.case.b, self.case.n, dtype=self.dtype, device=self.x.device)

    def error(self, result):
        """Relative, in the Frobenius norm; NaN where something was not written."""
        return ((result.double() - self.expected).norm() / self.expected.norm()).item()

    def rounding(self):
        """The error of the exact result after rounding to its type."""
        return self.error(self.expected.to(self.dtype))


def linear_of_cat(x, w, bias):
    return F.linear(torch.cat([x[r] for r in range(x.shape[0])], -1), w, bias)


def cat_linear(p):
    return lambda: linear_of_cat(p.x, p.w, p.bias)


def permute_linear(p):
    return lambda: F.linear(p.x.permute(1, 0, 2).reshape(p.case.b, p.case.k), p.w, p.bias)


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
    gathered = p.x.permute(1, 0, 2).reshape(p.case.b, p.case.k).contiguous()
    return lambda: F.linear(gathered, p.w, p.bias)


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
    graph.graph.replay()
    torch.cuda.synchronize()
    error = p.error(graph.output)
    return None if error <= bar else f"wrong: relative error {error:.3g}, bar {bar:.3g}"


BUILDERS = {
    "cat + linear": cat_linear,
    "permute + linear": permute_linear,
    "einsum": einsum,
    "R addmm": addmm,
    "bmm + sum": bmm_sum,
    "compile": compiled,
    "max-autotune": max_autotune,
    "Triton": tuned(linear_plans),
    "Triton small": tuned(small_plans),
    "Triton TMA": tuned(tma_plans),
    "GEMM only": gemm_only,
}
