"""Groups for operands of 8 bits: programs, their scales, edge values of the types, and, for a GPU alone, schedules.

Results are f32 unless told otherwise. Integers of -2..2 are exact in both types, and so are their sums.
"""

from grid import CHECK, F8, Group, Linear, one
from schedule_cases import Forced, schedule, tensor_core

SCALES = {"sx": 0.5, "sw": 4.0}


def values(dtype):
    """Every finite value, as text: 256 of them, with zeros in place of the others."""
    fraction_bits, bias, finite = {"f8E4M3FN": (3, 7, 0x7F), "f8E5M2": (2, 15, 0x7C)}[dtype]
    texts = []
    for bits in range(256):
        exponent, fraction = divmod(bits & 0x7F, 1 << fraction_bits)
        one = 1 << fraction_bits if exponent else 0
        value = (one + fraction) * 2.0 ** (max(exponent, 1) - bias - fraction_bits) if bits & 0x7F < finite else 0.0
        texts.append(("-" if bits & 0x80 else "") + repr(value))
    return ";".join(texts)


def f8():
    g = Group("f8")
    for dtype in F8:
        for r, b, h, n in ((4, 12, 32, 56), (1, 1, 1, 1), (7, 3, 1, 5), (3, 7, 41, 29), (8, 64, 16, 64), (2, 128, 64, 96), (6, 41, 7, 33)):
            one(g, "%s %dx%dx%d-%d" % (dtype, r, b, h, n), Linear(dtype, "stacked", [(r, b, h)], n))
        one(g, dtype + " random", Linear(dtype, "stacked", [(4, 64, 32)], 56, scales=SCALES), *CHECK, data="rand")
        for result in ("f32", "f16", "bf16"):
            for bias in ("f32", "f16", "bf16"):
                one(g, "%s result %s, bias %s" % (dtype, result, bias),
                    Linear(dtype, "stacked", [(4, 16, 32)], 24, result=result, bias_dtype=bias, scales=SCALES))
            one(g, "%s result %s, random" % (dtype, result),
                Linear(dtype, "stacked", [(4, 33, 40)], 56, result=result, scales=SCALES), *CHECK, data="rand")
        for form, parts in (("parts", [(37, h) for h in (11, 23, 31, 16)]), ("parts", [(9, 64), (9, 32)]), ("plain", [(13, 37)]),
                            ("permuted", [(3, 7, 5)]), ("concat", [(64, 64), (64, 32)]), ("stacked", [(3, 2, 5, 8)])):
            one(g, "%s %s %s" % (dtype, form, parts), Linear(dtype, form, parts, 33, scales=SCALES))
        one(g, dtype + " weight (K, N)", Linear(dtype, "stacked", [(4, 16, 8)], 24, layout="kn", scales=SCALES))
        one(g, dtype + " one scale, relu", Linear(dtype, "stacked", [(4, 16, 8)], 24, activation="relu", scales={"s": -0.25}))
        one(g, dtype + " no bias", Linear(dtype, "stacked", [(4, 16, 8)], 24, bias=False, scales=SCALES))
        # The gather is a result, and nothing else.
        x, y = "tensor<3x9x8x%s>" % dtype, "tensor<9x24x%s>" % dtype
        g.function("gather_" + dtype, "func.func @gather_%s(%%x: %s) -> %s {\n  %%g = gl.gather_concat stacked %%x : %s -> %s\n"
                   "  return %%g : %s\n}\n" % (dtype, x, y, x, y, y))
        g.case(dtype + " gather alone", "gather_" + dtype, "--input=x=rand", "--exact")
        for turn in (0, 1):
            for r, b, h, n in ((1, 1, 1, 1), (3, 5, 40, 7), (4, 0, 32, 56), (4, 12, 32, 56), (2, 6, 0, 9), (7, 33, 37, 41), (2, 64, 64, 128),
                               (3, 128, 128, 128))[::1 - 2 * turn]:
                linear = Linear(dtype, "stacked", [(r, b, h)], n, dynamic=True, scales=SCALES)
                g.function("dynamic_" + dtype, linear.text("dynamic_" + dtype))
                g.case("%s dynamic %dx%dx%d-%d turn %d" % (dtype, r, b, h, n, turn), "dynamic_" + dtype, *linear.inputs(), "--exact")
        linear = Linear(dtype, "stacked", [(4, 12, 32)], 56, dynamic=True)
        g.function("views_" + dtype, linear.text("views_" + dtype))
        for name, view in {"a window": {"x": "@strides=480,40,1@offset=3"}, "inner stride 2": {"x": "@strides=768,64,2"},
                           "reversed": {"x": "@strides=-384,-32,-1", "w": "@strides=-128,-1"}, "transposed": {"x": "@strides=384,1,12"},
                           "w transposed": {"w": "@strides=1,56"}, "all off by one": {v: "@offset=1" for v in "xwb"},
                           "off by four": {v: "@offset=4" for v in "xw"}}.items():
            g.case("%s %s" % (dtype, name), "views_" + dtype, *linear.inputs(views=view), "--exact")

        def value(name, k, inputs, bias=False):
            linear = Linear(dtype, "plain", [(1, k)], 1, bias=bias)
            function = "f%d" % len(g.functions)
            g.function(function, linear.text(function))
            g.case("%s %s" % (dtype, name), function, *["--input=" + i for i in inputs], "--exact")

        smallest, subnormal, largest = {"f8E4M3FN": ("0x1p-6", "0x1p-9", "448"), "f8E5M2": ("0x1p-14", "0x1p-16", "57344")}[dtype]
        value("the smallest normal", 1, ("x=full:" + smallest, "w=ones"))
        value("the smallest subnormal", 1, ("x=full:-" + subnormal, "w=full:" + subnormal))
        value("three subnormals", 3, ("x=full:" + subnormal, "w=ones"))
        value("the largest", 2, ("x=full:" + largest, "w=list:1;-0.5"))
        value("-0 times 1", 1, ("x=full:-0.0", "w=ones"))
        value("NaN", 3, ("x=list:1;nan;2", "w=ones"))
        value("-NaN", 3, ("x=list:1;-nan;2", "w=ones"))
        value("beyond the range", 3, ("x=list:1;1e6;2", "w=ones"))
        if dtype == "f8E5M2":
            value("infinity", 3, ("x=list:1;inf;2", "w=ones"))
            value("inf - inf", 2, ("x=list:inf;-inf", "w=ones"))
        for shape, n, weight in (((256, 1), 1, "ones"), ((16, 16), 16, "eye")):
            one(g, "%s every value, %dx%d" % (dtype, *shape), Linear(dtype, "plain", [shape], n, bias=False), "--exact",
                data="list:" + values(dtype), weight=weight)
        one(g, dtype + " a long sum", Linear(dtype, "plain", [(16, 4096)], 32), *CHECK, data="rand")
    return g


def schedule_f8():
    """Families mma, simt and wgmma, each with tiles met by sizes one less, equal and one more."""
    g = Forced("schedule_f8")
    for i, dtype in enumerate(F8):
        for tile, warps, k_bytes in (((16, 8), (1, 1), 32), ((64, 64), (2, 2), 64), ((128, 128), (2, 4), 128), ((48, 24), (3, 1), 96),
                                     ((32, 32), (2, 2), 256)):
            g.around_tile(dtype, tensor_core(dtype, tile, warps, k_bytes), ("nk", "kn")[i])
        for stages in (2, 5):
            text = tensor_core(dtype, (64, 32), (2, 2), 64, stages=stages)
            for k in (0, 1, 63, 64, 65, 128, stages * 64, 13 * 64):
                g.run(dtype, text, "plain", [(70, k)], 40)
        for text in (tensor_core(dtype, (16, 16), (1, 1), 32), schedule("wgmma", (64, 16, 128), (4, 1), vector=16, stages=2)):
            g.run(dtype, text, "plain", [(16, 16)], 16, name="every value", data="list:" + values(dtype), weight="eye", bias="zeros")
        g.run(dtype, tensor_core(dtype, (64, 64), (2, 2), 64, split_k=2), "stacked", [(4, 70, 160)], 40)
        g.around_tile(dtype, schedule("simt", (16, 32, 32), (2, 2), lanes=(4, 8, 1), vector=16, stages=2))
        for tile, warps, fields in (((64, 64, 128), (4, 1), {}), ((128, 128, 128), (8, 1), {"k_order": "zigzag"}), ((256, 128, 128), (8, 1), {}),
                                    ((128, 256, 128), (4, 2), {}), ((192, 128, 128), (12, 1), {"group_m": 4}),
                                    ((128, 64, 256), (8, 1), {}), ((64, 128, 128), (1, 4), {"swap": 1})):
            text = schedule("wgmma", tile, warps, **{"vector": 16, "stages": 3, "gather": "walk", **fields})
            m, n, k = tile
            for rows, columns, depth in ((m, n, k), (m + 1, n + 16, 3 * k), (2 * m - 3, 3 * n, 4 * k + 16), (5, 8, 16)):
                g.run(dtype, text, "plain", [(rows, depth)], columns, scales=SCALES)
                g.run(dtype, text, "stacked", [(3, rows, depth)], columns, options=("--check",), data="rand")
    return g


GROUPS = {"f8": f8}
SCHEDULES = {"schedule_f8": schedule_f8}
