"""Writes the grid of end-to-end cases: programs and the files that gl-run --cases reads.

usage: cases.py FOLDER [GROUP...]

Each group is one file of programs, FOLDER/GROUP.mlir, and one of cases, FOLDER/GROUP.cases. The
output depends on nothing but this file, so a CPU and a GPU run the same grid. Integer data
(-2..2, bias -8..8) is compared bit for bit; random data with the bars of gl-run, and only where a
result has enough elements for a relative norm to mean something.
"""

import math
import os
import sys

import f8_cases
import fault_cases
import large_cases
import schedule_cases
import variant_cases
import wgmma_cases
from grid import CHECK, DTYPES, Group, Linear, one, tensor


def stacked():
    g = Group("stacked")
    shapes = [(4, 12, 32, 56), (1, 1, 1, 1), (7, 3, 1, 5), (1, 5, 40, 3), (3, 7, 41, 29), (2, 33, 5, 37),
              (5, 1, 16, 64), (8, 64, 16, 64), (3, 37, 41, 1), (2, 128, 64, 96), (6, 41, 7, 33)]
    for dtype in DTYPES:
        for r, b, h, n in shapes:
            one(g, "%s %dx%dx%d-%d" % (dtype, r, b, h, n), Linear(dtype, "stacked", [(r, b, h)], n))
            if b * n >= 256:
                one(g, "%s %dx%dx%d-%d random" % (dtype, r, b, h, n),
                    Linear(dtype, "stacked", [(r, b, h)], n), *CHECK, data="rand")
    # The case of the numerical bar, initialised as nn.Linear does.
    bound = 1 / math.sqrt(128)
    uniform = "uniform:%r:%r" % (-bound, bound)
    for seed in range(4):
        one(g, "reference case, seed %d" % seed, Linear("f32", "stacked", [(4, 12, 32)], 56), "--check",
            "--expect-steps=1", "--max-abs=8.4e-7", "--seed=%d" % seed, data="rand", weight=uniform,
            bias=uniform)
    return g


def parts():
    g = Group("parts")
    widths = [(16,), (41,), (8, 24), (1, 1), (11, 23), (5, 3, 7), (32, 32, 32), (11, 23, 31, 16),
              (1, 2, 3, 4, 5), (64, 1, 64)]
    for dtype in DTYPES:
        for width in widths:
            label = "%s %s" % (dtype, "+".join(map(str, width)))
            one(g, label, Linear(dtype, "parts", [(9, h) for h in width], 16))
        one(g, dtype + " 11+23+31+16 random",
            Linear(dtype, "parts", [(37, h) for h in (11, 23, 31, 16)], 33), *CHECK, data="rand")
        one(g, dtype + " 17+47 twice", Linear(dtype, "parts", [(7, 17), (7, 47)], 20, repeat=True))
    # More than a record's expressions nest.
    one(g, "70 open ones", Linear("f32", "parts", [(5, 3)] * 70, 4, dynamic=True))
    # y is the concatenation itself: W is the identity, part i holds 100 i + column.
    for order in ((11, 23, 31, 16), (16, 31, 23, 11)):
        linear = Linear("f32", "parts", [(9, h) for h in order], sum(order), bias=False)
        function = "f%d" % len(g.functions)
        g.function(function, linear.text(function))
        g.case("identity %s" % "+".join(map(str, order)), function,
               *["--input=p%d=iota:1:%d[9,%d]" % (i, 100 * i, h) for i, h in enumerate(order)],
               "--input=w=eye", "--exact", "--expect-steps=1")
    one(g, "identity, one part twice", Linear("f32", "parts", [(9, 13)], 26, bias=False, repeat=True),
        data="arange", weight="eye")
    return g


def dynamic():
    """One compiled function for all sizes, in both orders, empty ones between."""
    g = Group("dynamic")
    sizes = [(1, 1, 1, 1), (3, 5, 40, 7), (1, 5, 1, 1), (3, 1, 40, 29), (4, 0, 32, 56), (4, 12, 32, 56),
             (2, 6, 0, 9), (0, 3, 8, 5), (2, 3, 8, 0), (7, 33, 37, 41), (0, 0, 0, 0), (2, 64, 64, 128)]
    for dtype in DTYPES:
        for form in ("stacked", "parts", "plain"):
            function = "%s_%s" % (form, dtype)
            for turn, order in enumerate((sizes, sizes[::-1])):
                for r, b, h, n in order:
                    shapes = {"stacked": [(r, b, h)], "parts": [(b, r), (b, h)], "plain": [(b, r * h)]}[form]
                    linear = Linear(dtype, form, shapes, n, dynamic=True)
                    g.function(function, linear.text(function))
                    g.case("%s %s %dx%dx%d-%d turn %d" % (dtype, form, r, b, h, n, turn), function,
                           *linear.inputs(), "--exact", "--expect-steps=1")
    # Sizes that disagree are errors, a dim of one included: it is not broadcast.
    for form, shapes, rhs, bias, text in (
            ("plain", [(5, 40)], (7, 1), 7, ""), ("plain", [(5, 1)], (7, 40), 7, ""),
            ("plain", [(5, 40)], (7, 40), 1, ""), ("stacked", [(3, 5, 40)], (7, 121), 7, ""),
            ("parts", [(1, 8), (5, 8)], (7, 16), 7, "")):
        linear = Linear("f32", form, shapes, 7, dynamic=True)
        names = ["x"] if len(shapes) == 1 else ["p0", "p1"]
        inputs = ["--input=%s=ones[%s]" % (v, ",".join(map(str, s))) for v, s in zip(names, shapes)]
        g.case("mismatch %s %s %s" % (form, rhs, bias), form + "_f32", *inputs,
               "--input=w=ones[%d,%d]" % rhs, "--input=b=ones[%d]" % bias, "--expect-error=dim")
    return g


def static_empty():
    """Empty dims that the compiler knows."""
    g = Group("static_empty")
    for dtype in DTYPES:
        for r, b, h, n in ((4, 0, 8, 16), (1, 5, 0, 16), (0, 4, 8, 3), (3, 5, 7, 0)):
            one(g, "%s %dx%dx%d-%d" % (dtype, r, b, h, n), Linear(dtype, "stacked", [(r, b, h)], n), "--exact")
        one(g, dtype + " an empty part", Linear(dtype, "parts", [(5, 7), (5, 0), (5, 9)], 6), "--exact")
        one(g, dtype + " K = 0, no bias", Linear(dtype, "plain", [(3, 0)], 5, bias=False), "--exact")
    return g


def views():
    g = Group("views")
    for dtype in DTYPES:
        linear = Linear(dtype, "stacked", [(4, 12, 32)], 56, dynamic=True)
        function = "stacked_" + dtype
        g.function(function, linear.text(function))
        static = Linear(dtype, "stacked", [(4, 12, 32)], 56)
        g.function("static_" + dtype, static.text("static_" + dtype))
        layouts = {
            "every second row": {"x": "@strides=768,64,1"},
            "a window": {"x": "@strides=480,40,1@offset=3"},
            "inner stride 2": {"x": "@strides=768,64,2"},
            "R reversed": {"x": "@strides=-384,32,1"},
            "everything reversed": {"x": "@strides=-384,-32,-1", "w": "@strides=-128,-1", "b": "@strides=-1"},
            "batch first": {"x": "@strides=32,128,1"},
            "x transposed": {"x": "@strides=384,1,12"},
            "R broadcast": {"x": "@strides=0,32,1"},
            "rows broadcast": {"x": "@strides=32,0,1"},
            "columns broadcast": {"x": "@strides=12,1,0"},
            "w transposed": {"w": "@strides=1,56"},
            "w with a pitch": {"w": "@strides=131,1@offset=1"},
            "bias from one element": {"b": "@strides=0"},
            "bias with gaps": {"b": "@strides=3@offset=2"},
            "all off by one": {v: "@offset=1" for v in "xwb"},
            "x off by one": {"x": "@offset=1"},
            "w off by one": {"w": "@offset=1"},
            "pitch of 33": {"x": "@strides=396,33,1"},
        }
        for name, view in layouts.items():
            for kind, program in (("stacked", linear), ("static", static)):
                g.case("%s %s %s" % (dtype, kind, name), "%s_%s" % (kind, dtype),
                       *program.inputs(views=view), "--exact")
        for name, layout in (("pitch", "@strides=64,1@offset=8"), ("odd pitch", "@strides=57,1@offset=1"),
                             ("transposed", "@strides=1,12"), ("reversed", "@strides=-56,1"),
                             ("inner stride 3", "@strides=168,3")):
            g.case("%s result %s" % (dtype, name), function, *linear.inputs(), "--result=" + layout, "--exact")
        g.case(dtype + " result with rows on one another", function, *linear.inputs(),
               "--result=@strides=0,1", "--expect-error=memory")
        one(g, dtype + " first part is one row",
            Linear(dtype, "parts", [(9, 16), (9, 24)], 10), "--exact", views={"p0": "@strides=0,1"})
        one(g, dtype + " the second part alone is unaligned",
            Linear(dtype, "parts", [(9, 16), (9, 24)], 10), "--exact", views={"p1": "@strides=25,1@offset=1"})
        one(g, dtype + " weight (K, N) in a wide buffer",
            Linear(dtype, "stacked", [(3, 5, 37)], 195, layout="kn"), "--exact", views={"w": "@strides=792,1"})
    return g


def epilogue():
    g = Group("epilogue")
    b, n = 16, 24
    for dtype in DTYPES:
        y = tensor((b, n), dtype)

        def add(name, lines, extra=(), options=("--exact", "--expect-steps=1"), data="randint:-2:2", **more):
            linear = Linear(dtype, "stacked", [(4, b, 8)], n, epilogue=lines, **more)
            function = "f%d" % len(g.functions)
            g.function(function, linear.text(function))
            g.case("%s %s" % (dtype, name), function, *linear.inputs(data=data), *extra, *options)

        add("no bias", (), bias=False)
        add("weight (K, N)", (), layout="kn")
        add("weight (K, N), no bias", (), layout="kn", bias=False)
        add("relu", (), activation="relu")
        for activation in ("gelu", "gelu_tanh", "silu"):
            add(activation, (), options=CHECK, data="rand", activation=activation)
            add(activation + " beyond the bend", (), options=CHECK, data="uniform:-9:9", activation=activation)
        if dtype != "f32":
            add("f32 bias", (), bias_dtype="f32")
            add("f32 result", (), result="f32")
            add("f32 result, random", (), result="f32", options=CHECK, data="rand")
        else:
            add("f16 result", (), result="f16")
            add("bf16 result, random", (), result="bf16", options=CHECK, data="rand")
            for precision in ("tf32", "tf32x3"):
                add(precision, (), precision=precision, options=CHECK, data="rand")
        residual = ("%%z = arith.addf %%y, %%r : %s" % y, "%z", ["%%r: %s" % y], None)
        scale = ("%%two = arith.constant dense<2.0> : %s\n  %%s = arith.mulf %s, %%two : %s", "%s", [], None)

        def scaled(value):
            return (scale[0] % (y, value, y),) + scale[1:]

        add("residual", (residual,), extra=("--input=r=randint:-8:8",))
        add("scale", (scaled("%y"),))
        add("residual, then scale", (residual, scaled("%z")), extra=("--input=r=randint:-8:8",))
        zero = ("%%c = arith.constant dense<0.0> : %s\n  %%m = arith.maximumf %%y, %%c : %s" % (y, y), "%m", [], None)
        add("relu by maximumf", (zero,))
        row = tensor((n,), dtype)
        add("scale by a row",
            (("%%i = tensor.empty() : %s\n  %%q = linalg.broadcast ins(%%r : %s) outs(%%i : %s) dimensions = [0]\n"
              "  %%z = arith.mulf %%y, %%q : %s" % (y, row, y, y), "%z", ["%%r: %s" % row], None),),
            extra=("--input=r=randint:-2:2",))
    return g


def level0():
    g = Group("level0")
    for dtype in DTYPES:
        one(g, dtype + " concat", Linear(dtype, "concat", [(9, 11), (9, 23), (9, 31)], 16))
        one(g, dtype + " concat, aligned", Linear(dtype, "concat", [(64, 64), (64, 32)], 64))
        one(g, dtype + " concat of three dims", Linear(dtype, "concat", [(2, 3, 11), (2, 3, 6)], 5))
        for r, b, h, n in ((4, 12, 32, 56), (3, 7, 5, 11), (2, 64, 64, 64)):
            one(g, "%s transpose and collapse %dx%dx%d-%d" % (dtype, r, b, h, n),
                Linear(dtype, "permuted", [(r, b, h)], n))
        one(g, dtype + " leading dims", Linear(dtype, "stacked", [(3, 2, 5, 8)], 7))
        one(g, dtype + " leading dims, parts", Linear(dtype, "parts", [(2, 5, 8), (2, 5, 3)], 7))
        one(g, dtype + " product alone", Linear(dtype, "plain", [(13, 37)], 29))
        # A gather within a gather; part edges fall inside a tile.
        x, y, z, w = ((9, 8), (9, 24), (9, 4), (16, 36))
        t = lambda shape: tensor(shape, dtype)
        g.function("nested_" + dtype, "\n".join((
            "func.func @nested_%s(%%a: %s, %%b: %s, %%c: %s, %%w: %s) -> %s {"
            % (dtype, t(x), t(y), t(z), t(w), t((9, 16))),
            "  %%g = gl.gather_concat %%a, %%b : %s, %s -> %s" % (t(x), t(y), t((9, 32))),
            "  %%h = gl.gather_concat %%g, %%c : %s, %s -> %s" % (t((9, 32)), t(z), t((9, 36))),
            "  %%y = gl.matmul_bias %%h, %%w : %s, %s -> %s" % (t((9, 36)), t(w), t((9, 16))),
            "  return %%y : %s" % t((9, 16)), "}", "")))
        g.case(dtype + " nested gathers", "nested_" + dtype, *["--input=%s=randint:-2:2" % v for v in "abcw"], "--exact")
        # The gather is a result too, so it stays.
        g.function("both_" + dtype, "\n".join((
            "func.func @both_%s(%%x: %s, %%w: %s) -> (%s, %s) {"
            % (dtype, t((3, 9, 8)), t((5, 24)), t((9, 5)), t((9, 24))),
            "  %%g = gl.gather_concat stacked %%x : %s -> %s" % (t((3, 9, 8)), t((9, 24))),
            "  %%y = gl.matmul_bias %%g, %%w : %s, %s -> %s" % (t((9, 24)), t((5, 24)), t((9, 5))),
            "  return %%y, %%g : %s, %s" % (t((9, 5)), t((9, 24))), "}", "")))
        g.case(dtype + " the gather is returned too", "both_" + dtype,
               *["--input=%s=randint:-2:2" % v for v in "xw"], "--exact")
        # Two products in a row, the second without a gather.
        g.function("two_" + dtype, "\n".join((
            "func.func @two_%s(%%x: %s, %%w: %s, %%v: %s) -> %s {"
            % (dtype, t((3, 9, 8)), t((5, 24)), t((7, 5)), t((9, 7))),
            "  %%g = gl.gather_concat stacked %%x : %s -> %s" % (t((3, 9, 8)), t((9, 24))),
            "  %%y = gl.matmul_bias %%g, %%w : %s, %s -> %s" % (t((9, 24)), t((5, 24)), t((9, 5))),
            "  %%z = gl.matmul_bias %%y, %%v : %s, %s -> %s" % (t((9, 5)), t((7, 5)), t((9, 7))),
            "  return %%z : %s" % t((9, 7)), "}", "")))
        g.case(dtype + " two products", "two_" + dtype,
               *["--input=%s=randint:-1:1" % v for v in "xwv"], "--exact", "--expect-steps=2")
    return g


def edges():
    """Every size around the edges of tiles."""
    g = Group("edges")
    around = [e + d for e in (16, 32, 64, 128) for d in (-1, 0, 1)]
    for dtype in DTYPES:
        function = "dynamic_" + dtype
        for kind, sizes in (
                ("B", [(b, 41, 29) for b in [1, 7, 8, 15, 17, 37] + around + [1752]]),
                ("K", [(5, k, 29) for k in around]), ("N", [(5, 41, n) for n in around]),
                ("all", [(e, e, e) for e in around])):
            for b, h, n in sizes:
                linear = Linear(dtype, "stacked", [(3, b, h)], n, dynamic=True)
                g.function(function, linear.text(function))
                g.case("%s %s %dx%d-%d" % (dtype, kind, b, h, n), function, *linear.inputs(), "--exact")
        for e in (15, 16, 17, 63, 64, 65):
            one(g, "%s static %d" % (dtype, e), Linear(dtype, "stacked", [(1, e, e)], e))
    return g


def numerics():
    """Edge values and the accumulator's type."""
    g = Group("numerics")
    for dtype in ("f16", "bf16"):
        one(g, dtype + " 4096 ones", Linear(dtype, "stacked", [(32, 3, 128)], 5), data="ones", bias="zeros")
        one(g, dtype + " 4096 ones in parts", Linear(dtype, "parts", [(3, 2048), (3, 2048)], 5),
            data="ones", bias="zeros")

    def add(name, dtype, k, inputs, bias=False):
        linear = Linear(dtype, "plain", [(1, k)], 1, bias=bias)
        function = "f%d" % len(g.functions)
        g.function(function, linear.text(function))
        g.case("%s %s" % (dtype, name), function, *["--input=" + i for i in inputs], "--exact")

    add("a sum beyond the range on the way", "f16", 3, ("x=list:60000;60000;-60000", "w=ones"))
    add("a subnormal", "f32", 1, ("x=full:0x1p-130", "w=ones"))
    add("the smallest subnormal", "f32", 1, ("x=full:0x1p-149", "w=ones"))
    add("a subnormal", "f16", 1, ("x=full:0x1p-24", "w=ones"))
    add("a subnormal", "bf16", 1, ("x=full:0x1p-130", "w=ones"))
    add("more than TF32 holds", "f32", 1, ("x=full:1.000244140625", "w=ones"))
    add("just below a half", "f16", 2, ("x=list:0.4999;0", "w=list:1;0"))
    add("beyond the range", "f16", 2, ("x=full:60000", "w=ones"))
    # The bias is added once, however many programs share the sum.
    one(g, "f32 one large row, exact", Linear("f32", "plain", [(1, 65536)], 8), data="ones", bias="full:1000")
    for dtype in DTYPES:
        add("-0 times 1", dtype, 1, ("x=full:-0.0", "w=ones"))
        add("0 plus -0", dtype, 1, ("x=zeros", "w=ones", "b=full:-0.0"), bias=True)
        add("an empty sum plus -0", dtype, 0, ("b=full:-0.0",), bias=True)
        add("NaN", dtype, 3, ("x=list:1;nan;2", "w=ones"))
        add("infinity", dtype, 3, ("x=list:1;inf;2", "w=ones"))
        add("inf - inf", dtype, 2, ("x=list:inf;-inf", "w=ones"))
        one(g, dtype + " a long sum", Linear(dtype, "plain", [(16, 4096)], 32), *CHECK, data="rand")
        one(g, dtype + " one large row", Linear(dtype, "plain", [(1, 65536)], 8), *CHECK, data="ones", bias="full:1000")
    return g


GROUPS = {f.__name__: f for f in (stacked, parts, dynamic, static_empty, views, epilogue, level0, edges, numerics)}
GROUPS.update(fault_cases.GROUPS)
GROUPS.update(large_cases.GROUPS)
GROUPS.update(f8_cases.GROUPS)
# For a GPU alone.
GROUPS.update(schedule_cases.GROUPS)
GROUPS.update(wgmma_cases.GROUPS)
GROUPS.update(f8_cases.SCHEDULES)
GROUPS.update(variant_cases.GROUPS)


def main(arguments):
    if not arguments:
        sys.exit(__doc__)
    folder, names = arguments[0], arguments[1:] or list(GROUPS)
    for name in names:
        if name not in GROUPS:
            sys.exit("cases.py: no group '%s'; there are: %s" % (name, ", ".join(GROUPS)))
    os.makedirs(folder, exist_ok=True)
    for name in names:
        GROUPS[name]().write(folder)


if __name__ == "__main__":
    main(sys.argv[1:])
