"""What the device reaches without the operation: an empty kernel, a copy, a square product. A time has a meaning only beside these."""

import ctypes

import torch

from apart import Apart
from report import Ceilings
from timing import Graph, check, driver, in_turns

EMPTY_PTX = b"""
.version 8.0
.target sm_90
.address_size 64
.visible .entry empty() { ret; }
"""


def empty_kernel():
    """Launches a kernel that does nothing. By the driver itself, as a kernel with arguments takes longer."""
    torch.empty(1, device="cuda")  # makes PyTorch's context the current one
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    check(driver().cuModuleLoadData(ctypes.byref(module), EMPTY_PTX), "loading the empty kernel")
    check(driver().cuModuleGetFunction(ctypes.byref(function), module, b"empty"), "finding the empty kernel")

    def launch():
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
        check(driver().cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, None, None), "launching the empty kernel")

    return launch


def copy(size):
    """Reads half of `size` bytes and writes as many. A kernel, as a graph's memory copies are slower."""
    source = torch.randint(-(2**31), 2**31 - 1, (max(size // 8, 1),), dtype=torch.int32, device="cuda")
    target = torch.empty_like(source)
    return lambda: torch.bitwise_not(source, out=target)


def product(kind, dtype):
    size = 4096 if kind == "f32" else 8192
    torch.set_float32_matmul_precision("high" if kind == "tf32" else "highest")
    a, b = (torch.randn(size, size, device="cuda").to(dtype) for _ in range(2))
    if kind == "f8":
        one = torch.ones((), device="cuda")
        return lambda: torch._scaled_mm(a, b.T, one, one, out_dtype=torch.bfloat16), 2 * size**3
    return lambda: torch.mm(a, b), 2 * size**3


class Floor:
    """One of them, in a process of its own: an empty kernel, a copy, or the product of a kind."""

    def __init__(self, name, dtype, size):
        self.flops = 0
        if name == "empty":
            launch = empty_kernel()
        elif name == "copy":
            launch = copy(size)
        else:
            launch, self.flops = product(name, dtype)
        self.graph = Graph(launch)

    def burst(self, sustained):
        return self.graph.burst(sustained)

    def get_flops(self):
        return self.flops

    def is_lost(self):
        return False


def ceilings(kinds, dtypes, rounds):
    """Of the kinds of case given. tf32x3 is three tf32 products."""
    size = 1 << 32
    products = list(dict.fromkeys("tf32" if kind == "tf32x3" else kind for kind in kinds))
    floors = {name: Apart(Floor, name, dtypes.get(name), size) for name in ("empty", "copy", *products)}
    try:
        flops = {kind: floors[kind].ask("get_flops") for kind in products}
        figures = in_turns(floors, rounds, rest=True)
    finally:
        for floor in floors.values():
            floor.close()
    tflops = {kind: count / figures[kind].us * 1e-6 for kind, count in flops.items()}
    if "tf32x3" in kinds:
        tflops["tf32x3"] = tflops["tf32"] / 3
    return Ceilings({kind: tflops[kind] for kind in kinds}, size / figures["copy"].us * 1e-6, figures["empty"].us)
