# Kernels compiled for this machine and for baseline x86-64, run on data, compared with NumPy in float64.
# RUN: %python %s %t

import ctypes
import math
import os
import shutil
import subprocess
import sys

import numpy as np

work = sys.argv[1]
os.makedirs(work, exist_ok=True)
linker = next(filter(None, map(shutil.which, ("cc", "clang", "clang-22", "gcc"))))
failures = 0


def expect(condition, what):
    global failures
    if not condition:
        failures += 1
        print("FAILED:", what)


def build(text, name, cpu):
    base = os.path.join(work, f"{name}-{cpu}")
    llvm = subprocess.run(["gl-opt", "--tile-to-cpu"], input=text.encode(), stdout=subprocess.PIPE, check=True).stdout
    llvm = subprocess.run(["mlir-translate", "--mlir-to-llvmir"], input=llvm, stdout=subprocess.PIPE, check=True).stdout
    code = subprocess.run(["opt", "-O3", f"-mcpu={cpu}", "-mtriple=x86_64-unknown-linux-gnu"], input=llvm,
                          stdout=subprocess.PIPE, check=True).stdout
    subprocess.run(["llc", "-O3", f"-mcpu={cpu}", "-relocation-model=pic", "-filetype=obj", "-o", base + ".o"],
                   input=code, check=True)
    symbols = subprocess.run(["llvm-nm", "-u", base + ".o"], capture_output=True, text=True, check=True).stdout.split()
    called = {s for s in symbols if s != "U"}
    allowed = {"malloc", "free", "memcpy", "memset", "__extendhfsf2", "__truncsfhf2"}
    expect(called <= allowed, f"{name} for {cpu} calls {sorted(called - allowed)}")
    subprocess.run([linker, "-shared", "-o", base + ".so", base + ".o"], check=True)
    return ctypes.CDLL(base + ".so")


def call(function, arrays, programs):
    """Calls a kernel all of whose dims and strides are dynamic, in two ranges."""
    values = []
    for array in arrays:
        values.append(ctypes.c_void_p(array.ctypes.data))
        values += [ctypes.c_int64(dim) for dim in array.shape]
        values += [ctypes.c_int64(stride // array.itemsize) for stride in array.strides]
    params = (ctypes.c_void_p * len(values))(*map(ctypes.addressof, values))
    function.restype = None
    middle = programs // 2
    function(params, ctypes.c_int64(middle), ctypes.c_int64(programs))
    function(params, ctypes.c_int64(0), ctypes.c_int64(middle))


def memref(rank, dtype):
    unknown = ", ".join("?" * rank)
    return f"memref<{'?x' * rank}{dtype}, strided<[{unknown}]>>"


# Functions.
FUNCTIONS = {
    "exp": (np.exp, 1.2e-7), "expm1": (np.expm1, 3e-7), "log": (np.log, 3e-7), "log1p": (np.log1p, 3e-7),
    "log2": (np.log2, 3e-7), "tanh": (np.tanh, 1.5e-7), "erf": (np.vectorize(math.erf), 1.2e-7),
    "sqrt": (np.sqrt, 1e-7), "rsqrt": (lambda x: 1 / np.sqrt(x), 2e-7), "floor": (np.floor, 0), "ceil": (np.ceil, 0),
    "trunc": (np.trunc, 0), "roundeven": (np.rint, 0),
    "round": (lambda x: np.copysign(np.floor(np.abs(x) + 0.5), x), 0),
}


def function_kernel(name):
    m = memref(1, "f32")
    return f"""
tile.func @{name}(%x: {m}, %y: {m} {{tile.output}}) grid {{
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  %n = memref.dim %x, %c0 : {m}
  %g = arith.ceildivui %n, %c256 : index
  tile.yield %g
}} {{
  %c256 = arith.constant 256 : index
  %p = tile.program_id 0
  %i = arith.muli %p, %c256 : index
  %t = tile.load %x[%i] : {m} -> tensor<256xf32>
  %f = math.{name} %t : tensor<256xf32>
  tile.store %f, %y[%i] : tensor<256xf32>, {m}
  tile.return
}}"""


def test_functions(cpu):
    library = build("".join(map(function_kernel, FUNCTIONS)), "functions", cpu)
    small = np.logspace(-37, 1.9, 4001)
    for name, (reference, tolerance) in FUNCTIONS.items():
        x = np.concatenate([np.linspace(-12, 12, 40001), small, -small, [0.49999997, 2.5, 8388607.5]]).astype(np.float32)
        if name in ("log", "log2", "sqrt", "rsqrt"):
            x = np.abs(x[x != 0])
        if name == "log1p":
            x = x[x > -1]
        y = np.full_like(x, np.nan)
        call(getattr(library, name), [x, y], -(-x.size // 256))
        with np.errstate(all="ignore"):
            expected = reference(x.astype(np.float64))
        normal = (np.abs(expected) > 1.2e-38) & (np.abs(expected) < 3.4e38)
        error = np.max(np.abs(y[normal] - expected[normal]) / np.abs(expected[normal]))
        expect(error <= tolerance, f"{name} for {cpu}: relative error {error:.3g}, at most {tolerance:.3g} wanted")
        special = np.array([np.nan, 0.0, -0.0, np.inf], np.float32)
        y = np.zeros_like(special)
        call(getattr(library, name), [special, y], 1)
        expect(np.isnan(y[0]), f"{name}(nan) for {cpu}: got {y[0]}")
        if name in ("tanh", "erf", "floor", "ceil", "trunc", "round", "roundeven", "expm1"):
            expect(np.array_equal(np.signbit(y[1:3]), [False, True]), f"{name}(-0.0) for {cpu}: got {y[2]}")


# Gather and product.
GEMM = """
tile.func @gemm(%x: {X}, %w: {W}, %bias: {B}, %y: {W} {{tile.output}}) grid {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ctm = arith.constant {tm} : index
  %ctn = arith.constant {tn} : index
  %b = memref.dim %y, %c0 : {W}
  %n = memref.dim %y, %c1 : {W}
  %gm = arith.ceildivui %b, %ctm : index
  %gn = arith.ceildivui %n, %ctn : index
  tile.yield %gm, %gn
}} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %ctm = arith.constant {tm} : index
  %ctn = arith.constant {tn} : index
  %ctk = arith.constant {tk} : index
  %zero = arith.constant dense<0.0> : tensor<{tm}x{tn}xf32>
  %pm = tile.program_id 0
  %pn = tile.program_id 1
  %m = arith.muli %pm, %ctm : index
  %n = arith.muli %pn, %ctn : index
  %H = memref.dim %x, %c2 : {X}
  %K = memref.dim %w, %c1 : {W}
  %sum = scf.for %k = %c0 to %K step %ctk iter_args(%acc = %zero) -> tensor<{tm}x{tn}xf32> {{
    %a = tile.load %x[%m, %k] map affine_map<(m, k)[H] -> (k floordiv H, m, k mod H)> symbols(%H) : {X} -> tensor<{tm}x{tk}x{t}>
    %v = tile.load %w[%n, %k] : {W} -> tensor<{tn}x{tk}x{t}>
    %next = tile.dot %a, %v, %acc : tensor<{tm}x{tk}x{t}>, tensor<{tn}x{tk}x{t}>, tensor<{tm}x{tn}xf32>
    scf.yield %next : tensor<{tm}x{tn}xf32>
  }}
  %row = tile.load %bias[%n] : {B} -> tensor<{tn}x{t}>
  %rows = tile.broadcast %row dims = [1] : tensor<{tn}x{t}> -> tensor<{tm}x{tn}x{t}>
  {epilogue}
  tile.store %r, %y[%m, %n] : tensor<{tm}x{tn}x{t}>, {W}
  tile.return
}}"""
NARROW = """%wide = arith.extf %rows : tensor<{tm}x{tn}x{t}> to tensor<{tm}x{tn}xf32>
  %s = arith.addf %sum, %wide : tensor<{tm}x{tn}xf32>
  %r = arith.truncf %s : tensor<{tm}x{tn}xf32> to tensor<{tm}x{tn}x{t}>"""
WIDE = "%r = arith.addf %sum, %rows : tensor<{tm}x{tn}xf32>"


def encode(array, dtype):
    array = array.astype(np.float32)
    if dtype == "bf16":
        bits = array.view(np.uint32)
        return ((bits + ((bits >> 16) & 1) + 0x7FFF) >> 16).astype(np.uint16)
    return array.astype(np.float16 if dtype == "f16" else np.float32)


def decode(array, dtype):
    if dtype == "bf16":
        return (array.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return array.astype(np.float64)


def views(array, view):
    """The same values behind other strides."""
    if view == "negative":
        flipped = tuple(slice(None, None, -1) for _ in array.shape)
        return array[flipped].copy()[flipped]
    if view == "gaps":
        wide = np.zeros([2 * dim + 1 for dim in array.shape], array.dtype)
        inner = wide[tuple(slice(1, None, 2) for _ in array.shape)]
        inner[...] = array
        return inner
    return np.asfortranarray(array) if view == "transposed" else array


def test_gemm(cpu):
    rng = np.random.default_rng(1)
    # Half a unit in the last place of one result, and of sums in f32.
    tolerance = {"f32": 1.2e-7, "f16": 5e-4, "bf16": 4e-3}
    for dtype in tolerance:
        for tm, tn, tk in [(32, 16, 64), (5, 7, 20), (1, 3, 7)]:
            names = dict(X=memref(3, dtype), W=memref(2, dtype), B=memref(1, dtype), t=dtype, tm=tm, tn=tn, tk=tk)
            epilogue = (WIDE if dtype == "f32" else NARROW).format(**names)
            library = build(GEMM.format(epilogue=epilogue, **names), f"gemm-{dtype}-{tm}", cpu)
            for R, B, H, N in [(4, 12, 32, 56), (3, 37, 41, 29), (1, 1, 1, 1), (7, 33, 1, 17), (2, 3, 0, 5), (0, 4, 4, 4),
                               (3, 0, 4, 4), (3, 4, 4, 0)]:
                for view in ("plain", "negative", "gaps", "transposed"):
                    x, w, b = (encode(rng.uniform(-1, 1, shape), dtype) for shape in [(R, B, H), (N, R * H), (N,)])
                    border = encode(np.full((2 * B + 3, 2 * N + 3), 7), dtype)
                    y = border[1:-1:2, 1:-1:2][:B, :N] if view == "gaps" else border[1 : B + 1, 1 : N + 1]
                    y[...] = encode(np.full(y.shape, np.nan), dtype)
                    call(library.gemm, [views(x, view), views(w, view), views(b, view), y], -(-B // tm) * -(-N // tn))
                    expected = (decode(x, dtype).transpose(1, 0, 2).reshape(B, R * H) @ decode(w, dtype).T
                                + decode(b, dtype))
                    got = decode(y, dtype)
                    magnitudes = np.abs(decode(x, dtype)).transpose(1, 0, 2).reshape(B, R * H) @ np.abs(decode(w, dtype)).T
                    scale = np.linalg.norm(magnitudes + np.abs(decode(b, dtype)))
                    what = f"gemm {dtype} {(tm, tn, tk)} on {(R, B, H, N)} {view} for {cpu}"
                    expect(np.linalg.norm(got - expected) <= tolerance[dtype] * scale, what)
                    y[...] = encode(np.full(y.shape, 7), dtype)
                    expect(np.all(decode(border, dtype) == 7), what + ": written out of bounds")


for cpu in ("native", "x86-64"):
    test_functions(cpu)
    test_gemm(cpu)
sys.exit(failures != 0)
