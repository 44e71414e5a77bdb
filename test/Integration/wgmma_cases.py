"""Groups for a GPU alone: kernels of family wgmma, whose operands the copy engine brings.

The engine wants rows of whole 16 bytes, and where a call's rows are not, another variant must serve it: so each case says whether
family wgmma has to run, and those that may not are run all the same. Where sizes are known at run time, results of odd widths are
such a case, since their rows are written by the engine too."""

from grid import CHECK, Linear
from schedule_cases import KIND, Forced, schedule

KINDS = ("bf16", "f16", "tf32")
# Elements of 16 bytes, and of the widest panel.
UNIT = {"bf16": 8, "f16": 8, "tf32": 4, "tf32x3": 4}
PANEL = {"bf16": 64, "f16": 64, "tf32": 32, "tf32x3": 32}


def wgmma(kind, tile, warps, panels=1, gather="walk", **fields):
    """A schedule whose steps are `panels` panels of 128 bytes."""
    k = int(PANEL[kind] * panels)
    return schedule("wgmma", (*tile, k), warps, gather=gather, **{"vector": UNIT[kind], "stages": 4, **fields})


class Warpgroups(Forced):
    def product(self, kind, text, form, shapes, n, name="", dynamic=True, options=("--exact",), expected=True, views=None,
                extra=(), data="randint:-2:2", **more):
        """A case; `expected`: family wgmma must run it."""
        dtype, precision = KIND[kind]
        linear = Linear(dtype, form, shapes, n, dynamic=dynamic, precision=precision, **more)
        key = [form, kind] + ["%s_%s" % (k, v) for k, v in sorted(more.items()) if k != "epilogue"]
        if dynamic is not True:
            key += ["rows" if dynamic else "static"] + [str(d) for p in shapes for d in p] + [str(n)]
        elif form == "parts":
            key.append(str(len(shapes)))
        if more.get("epilogue"):
            key.append("f%d" % len(self.functions))
        function = "_".join(key)
        self.function(function, linear.text(function))
        label = " ".join(s for s in (kind, form, "+".join("x".join(map(str, p)) for p in shapes) + "-%d" % n, name, text) if s)
        self.case(label, function, *linear.inputs(data=data, views=views), *extra, "--schedule=" + text, *options,
                  *(["--expect-family=wgmma"] if expected else []))


def wgmma_shapes():
    """Every H, R from 1 to 16, and rows and columns that fill no tile; sizes known at the call and before."""
    g = Warpgroups("wgmma_shapes")
    rows = (1, 2, 63, 64, 65, 127, 128, 129, 191, 200, 255, 256, 257, 300, 517, 777, 1000)
    columns = (8, 16, 64, 72, 120, 128, 136, 200, 248, 256, 264, 392, 512, 520, 640, 1000, 24)
    for kind in KINDS:
        texts = (wgmma(kind, (128, 256), (8, 1), group_m=16, k_order="zigzag"), wgmma(kind, (128, 128), (8, 1), group_m=3))
        for i, h in enumerate(range(8, 137, 8)):
            m, n = rows[(5 * i + 3) % len(rows)], columns[(7 * i) % len(columns)]
            g.product(kind, texts[i % 2], "stacked", [(i % 16 + 1, m, h)], n)
            # Rows, and columns of any number: the engine does not write a result of odd rows, and need not.
            g.product(kind, texts[1 - i % 2], "stacked", [(16 - i % 16, rows[(3 * i) % len(rows)], h)],
                      columns[(3 * i + 1) % len(columns)] + (0, 1, 3, 4)[i % 4], dynamic="rows")
        # Rows of M from none to the first few; a reduction of one element's unit.
        for m in range(0, 10):
            g.product(kind, texts[m % 2], "stacked", [(3, m, 40)], 72, expected=m > 0)
        g.product(kind, texts[0], "plain", [(130, UNIT[kind])], 264)
        # Nothing to add up, to write, or to read is another variant's.
        for r, m, h, n in ((0, 5, 40, 72), (3, 5, 0, 72), (3, 5, 40, 0)):
            g.product(kind, texts[0], "stacked", [(r, m, h)], n, expected=False)
            g.product(kind, texts[0], "stacked", [(r, m, h)], n, "static", dynamic=False, expected=False)
        # Many tiles for each program, and a long reduction.
        g.product(kind, texts[0], "stacked", [(4, 4096, 64)], 2048)
        g.product(kind, texts[1], "stacked", [(16, 1752, 40)], 1032)
        g.product(kind, texts[0], "stacked", [(8, 300, 1024)], 264)
        g.product(kind, texts[0], "stacked", [(4, 517, 64)], 520, "random", options=CHECK, data="rand")
        # As many parts as one loop steps through, of equal and of unequal widths.
        for count in (11, 16):
            for text in (*texts, wgmma(kind, (128, 64), (8, 1), cluster=(2, 1))):
                g.product(kind, text, "parts", [(300, 64)] * count, 264, dynamic=False)
                g.product(kind, text, "parts", [(130, 8 * (i % 5 + 1)) for i in range(count)], 136, dynamic=False)
        # Rows that the engine cannot move, by size and by stride.
        for h in (7, 12 if UNIT[kind] == 8 else 6):
            g.product(kind, texts[0], "stacked", [(3, 130, h)], 72, expected=False)
    return g


# Tiles (M, N), the warps that share them, panels in a step, stages, and other fields.
TILES = [((64, 8), (4, 1), 1, 8, {}), ((64, 16), (4, 1), 2, 4, {}), ((64, 64), (4, 1), 1, 8, {}), ((64, 104), (4, 1), 1, 3, {}),
         ((64, 256), (4, 1), 1, 4, {"group_m": 4}), ((128, 64), (4, 1), 1, 5, {}), ((128, 128), (4, 1), 1, 4, {}),
         ((128, 8), (8, 1), 1, 8, {"k_order": "zigzag"}), ((128, 32), (8, 1), 2, 3, {}), ((128, 128), (8, 1), 1, 6, {"k_order": "zigzag"}),
         ((128, 192), (8, 1), 1, 4, {}), ((128, 256), (8, 1), 1, 2, {"group_m": 16}), ((256, 64), (8, 1), 1, 4, {}),
         ((256, 128), (8, 1), 1, 4, {"group_m": 8, "k_order": "zigzag"}), ((64, 64), (4, 2), 1, 4, {}), ((64, 256), (4, 2), 1, 4, {}),
         ((64, 512), (4, 2), 1, 2, {}), ((128, 256), (4, 2), 1, 4, {}), ((192, 64), (12, 1), 1, 5, {}), ((192, 128), (12, 1), 1, 4, {"k_order": "zigzag"}),
         ((64, 192), (4, 3), 1, 4, {}), ((64, 360), (4, 3), 1, 3, {}),
         ((8, 64), (1, 4), 1, 8, {"swap": 1}), ((16, 64), (1, 4), 2, 4, {"swap": 1}), ((16, 128), (1, 8), 1, 6, {"swap": 1, "k_order": "zigzag"}),
         ((64, 128), (1, 8), 1, 4, {"swap": 1}), ((128, 128), (1, 4), 1, 4, {"swap": 1}), ((48, 192), (1, 12), 1, 4, {"swap": 1}),
         ((32, 256), (1, 8), 1, 4, {"swap": 1}), ((64, 64), (2, 4), 1, 4, {"swap": 1})]


def wgmma_tiles():
    """Legal schedules of all kinds: each with sizes around the edges of its tile, and with reductions shorter and longer than its ring."""
    g = Warpgroups("wgmma_tiles")
    for kind in KINDS:
        panel = PANEL[kind]
        for i, ((m, n), warps, panels, stages, fields) in enumerate(TILES):
            text = wgmma(kind, (m, n), warps, panels, stages=stages, **fields)
            g.product(kind, text, "stacked", [(3, m + 1, 40)], max(8, n - 8), dynamic="rows")
            g.product(kind, text, "stacked", [(2 * stages + 1, 2 * m + 3, panels * panel)], n + 8 * (i % 3), dynamic="rows")
        # Narrower steps, in narrower panels; steps of no power of two.
        for panels in (0.25, 0.5, 0.75, 1.5, 3):
            g.product(kind, wgmma(kind, (128, 64), (8, 1), panels, stages=2), "plain", [(130, 3 * panel)], 72)
        # Programs that share an operand, in clusters that reach past the last tile.
        for cluster in ((2, 1), (4, 1), (1, 2), (1, 4)):
            for (m, n), warps, fields in (((128, 128), (8, 1), {}), ((64, 64), (4, 1), {"k_order": "zigzag"}), ((32, 128), (1, 8), {"swap": 1})):
                text = wgmma(kind, (m, n), warps, cluster=cluster, **fields)
                g.product(kind, text, "stacked", [(7, cluster[0] * m + 1, 40)], cluster[1] * n + 8, dynamic="rows")
        # Steps that run on from one part of a gather to the next, in panels that its extent is made of.
        for h in (panel // 4, panel // 2, panel, 3 * panel // 2, 5 * panel // 4):
            text = wgmma(kind, (128, 128), (8, 1), gather="split", k_order="zigzag")
            g.product(kind, text, "stacked", [(7, 130, h)], 136, dynamic=False)
            g.product(kind, text, "stacked", [(5, 200, h)], 72, dynamic="rows")
    return g


def wgmma_views():
    """Operands with gaps, from the middle of others, transposed, and off by what the engine cannot start at."""
    g = Warpgroups("wgmma_views")
    r, b, h, n = 4, 136, 40, 120
    k = r * h
    for kind in KINDS:
        unit, text = UNIT[kind], wgmma(kind, (128, 128), (8, 1), k_order="zigzag")
        x = lambda *strides, offset=0: {"x": "@strides=%d,%d,%d@offset=%d" % (*strides, offset)}
        layouts = [
            ("every second row", x(2 * b * h, 2 * h, 1), True), ("every second slice", x(2 * b * h, h, 1), True),
            ("a window", x(b * (h + unit), h + unit, 1, offset=unit), True), ("batch first", x(h, r * h, 1), True),
            ("slices overlap", x(unit, h, 1), True), ("w with a wide pitch", {"w": "@strides=%d,1@offset=%d" % (k + 96, unit)}, True),
            ("bias with gaps", {"b": "@strides=3@offset=2"}, False), ("bias from one element", {"b": "@strides=0"}, False),
            ("x off by one", {"x": "@offset=1"}, False), ("w off by one", {"w": "@offset=1"}, False),
            ("w off by half a unit", {"w": "@offset=%d" % (unit // 2)}, False), ("odd pitch", x(b * (h + 1), h + 1, 1), False),
            ("slices at odd places", x(b * h + 1, h, 1), False), ("inner stride 2", x(2 * b * h, 2 * h, 2), False),
            ("R reversed", x(-b * h, h, 1), False), ("rows reversed", x(b * h, -h, 1), False), ("R broadcast", x(0, h, 1), None),
            ("rows broadcast", x(h, 0, 1), None), ("columns broadcast", x(b, 1, 0), False), ("x transposed", x(b * h, 1, b), False),
            ("w transposed", {"w": "@strides=1,%d" % n}, False), ("w one row", {"w": "@strides=0,1"}, None),
            ("w reversed", {"w": "@strides=%d,-1" % -k}, False)]
        for name, views, expected in layouts:
            for dynamic in (True, "rows"):
                g.product(kind, text, "stacked", [(r, b, h)], n, name, dynamic=dynamic, expected=bool(expected), views=views)
        for name, result, expected in (("pitch", "@strides=128,1@offset=8", True), ("odd pitch", "@strides=121,1", False),
                                       ("off by one", "@offset=1", False), ("transposed", "@strides=1,136", False)):
            g.product(kind, text, "stacked", [(r, b, h)], n, "result, " + name, extra=("--result=" + result,), expected=expected)
        # Several tensors, widths of whole units and not: the copy engine has one map for each part.
        for widths, expected in (((64, 24, 32), True), ((8, 8), True), ((40, 136, 64, 16), True), ((64,) * 8, True), ((64, 20, 32), unit == 4),
                                 ((64, 23, 33), False), ((7, 9), False)):
            for dynamic in (True, "rows", False):
                g.product(kind, text, "parts", [(b, w) for w in widths], n, dynamic=dynamic, expected=expected)
        g.product(kind, text, "parts", [(b, 64), (b, 24)], n, "one twice", dynamic="rows", repeat=True)
        for name, views, expected in (("second off by one", {"p1": "@offset=1"}, False), ("second with a pitch", {"p1": "@strides=32,1@offset=8"}, True)):
            g.product(kind, text, "parts", [(b, 64), (b, 24), (b, 32)], n, name, dynamic="rows", views=views, expected=expected)
        # More dims of rows than one.
        g.product(kind, text, "stacked", [(3, 2, 128, 40)], 72, dynamic=False)
        g.product(kind, text, "parts", [(2, 256, 40), (2, 256, 24)], 72, dynamic=False)
        g.product(kind, text, "stacked", [(3, 2, 64, 40)], 72, dynamic=False)
        g.product(kind, text, "stacked", [(3, 2, 5, 13, 40)], 72, dynamic=False, expected=False,
                  options=("--expect-error=brought by the copy engine",))
        g.product(kind, text, "parts", [(2, 67, 40), (2, 67, 24)], 72, dynamic=False)
        if kind != "tf32":
            # Rows of the weight that run across K; N is what they are made of.
            for tile, warps, fields in (((128, 128), (8, 1), {}), ((64, 256), (4, 2), {}), ((32, 128), (1, 8), {"swap": 1})):
                kn = wgmma(kind, tile, warps, **fields)
                for dynamic in (True, "rows", False):
                    g.product(kind, kn, "stacked", [(r, b, h)], n, "weight (K, N)", dynamic=dynamic, layout="kn")
                g.product(kind, kn, "parts", [(b, 64), (b, 24)], 264, "weight (K, N)", dynamic="rows", layout="kn")
                g.product(kind, kn, "stacked", [(r, b, h)], n, "weight (K, N) with a pitch", layout="kn", views={"w": "@strides=128,1@offset=8"})
                g.product(kind, kn, "stacked", [(r, b, h)], n, "weight (K, N), odd pitch", layout="kn", views={"w": "@strides=123,1"}, expected=False)
    return g


def wgmma_dynamic():
    """One compiled function for all sizes, in both orders, with empty calls and calls for other variants between."""
    g = Warpgroups("wgmma_dynamic")
    sizes = [(4, 128, 32, 128), (1, 1, 8, 8), (2, 65, 64, 136), (2, 65, 63, 129), (2, 65, 64, 136), (3, 97, 40, 129), (4, 0, 32, 56),
             (5, 129, 8, 72), (2, 96, 0, 96), (16, 1752, 24, 24), (1, 127, 136, 64), (0, 128, 8, 128), (4, 257, 200, 40)]
    for kind in KINDS:
        texts = (wgmma(kind, (128, 128), (8, 1), group_m=8, k_order="zigzag"), wgmma(kind, (32, 128), (1, 8), swap=1))
        for i, form in enumerate(("stacked", "parts", "plain")):
            for turn, order in enumerate((sizes, sizes[::-1])):
                for r, b, h, n in order:
                    widths = {"stacked": (h,), "parts": (8 * r, h), "plain": (r * h,)}[form]
                    shapes = {"stacked": [(r, b, h)], "parts": [(b, 8 * r), (b, h)], "plain": [(b, r * h)]}[form]
                    text = texts[(i + turn) % 2]
                    expected = all(w % UNIT[kind] == 0 for w in widths + (n,)) and 0 not in (r, b, h, n)
                    g.product(kind, text, form, shapes, n, "turn %d" % turn, expected=expected)
    return g


def wgmma_epilogue():
    g = Warpgroups("wgmma_epilogue")
    b, n = 136, 264
    for kind in KINDS:
        dtype, _ = KIND[kind]
        y = "tensor<?x%dx%s>" % (n, dtype)
        residual = ("%%z = arith.addf %%y, %%r : %s" % y, "%z", ["%%r: %s" % y], None)
        doubled = ("%%d = arith.addf %%z, %%z : %s" % y, "%d", [], None)
        for text in (wgmma(kind, (128, 128), (8, 1)), wgmma(kind, (64, 104), (4, 1), stages=3), wgmma(kind, (32, 128), (1, 8), swap=1)):
            def add(name, options=("--exact",), columns=n, **more):
                g.product(kind, text, "stacked", [(4, b, 40)], columns, name, dynamic="rows", options=options, **more)

            add("bias")
            add("no bias", bias=False)
            add("relu", activation="relu")
            for activation in ("gelu", "gelu_tanh", "silu"):
                add(activation + ", random", CHECK, data="rand", activation=activation)
            add("residual, then doubled", epilogue=(residual, doubled), extra=("--input=r=randint:-8:8[%d,%d]" % (b, n),))
            add("residual with an odd pitch", epilogue=(residual,),
                extra=("--input=r=randint:-8:8[%d,%d]@strides=%d,1@offset=1" % (b, n, n + 3),))
            add("a result of odd rows", columns=n - 1)
            if dtype == "f32":
                add("bf16 result", result="bf16")
            else:
                add("f32 bias and result", bias_dtype="f32", result="f32")
                add("f32 result, random", CHECK, data="rand", result="f32")
    return g


# Tiles of one set of warps, as in TILES.
TURNS = [((64, 256), (4, 1), 1, 4, {"group_m": 4}), ((128, 128), (4, 1), 1, 4, {"k_order": "zigzag"}), ((64, 64), (4, 1), 1, 8, {}),
         ((64, 128), (4, 1), 1, 5, {"group_m": 8, "k_order": "zigzag"}), ((64, 64), (4, 1), 2, 3, {"cluster": (2, 1)}),
         ((64, 128), (4, 1), 1, 4, {"cluster": (4, 1), "k_order": "zigzag"}), ((64, 8), (4, 1), 1, 2, {}), ((64, 104), (4, 1), 0.5, 7, {}),
         ((64, 64), (1, 4), 1, 4, {"swap": 1}), ((16, 64), (1, 4), 1, 8, {"swap": 1, "k_order": "zigzag"}),
         ((32, 128), (1, 4), 1, 6, {"swap": 1}), ((64, 64), (1, 4), 1, 3, {"swap": 1, "cluster": (1, 2), "k_order": "zigzag"})]


def wgmma_turns():
    """Two sets of warps that take tiles in turns: with none, one, and many of them for each program; with reductions of fewer steps than the ring has slots,
    of more, and of several rounds."""
    g = Warpgroups("wgmma_turns")
    for kind in KINDS:
        panel = PANEL[kind]
        # f16 differs from bf16 in a name only.
        for i, ((m, n), warps, panels, stages, fields) in enumerate(TURNS[::5] if kind == "f16" else TURNS):
            text = wgmma(kind, (m, n), warps, panels, stages=stages, pingpong=1, **fields)
            side = fields.get("cluster", (1, 1))[0]
            step = int(panels * panel)
            for steps in (1, 2, stages - 1, stages, stages + 1, 2 * stages, 3 * stages + 1):
                g.product(kind, text, "stacked", [(steps, side * m + 1, step)], max(8, n - 8), dynamic=(True, "rows")[steps % 2])
            # One tile in all, which is the first set's; two.
            g.product(kind, text, "stacked", [(3, m - 1, 40)], n, dynamic="rows")
            g.product(kind, text, "stacked", [(3, m - 1, 40)], 2 * n, dynamic="rows")
            # Several for each program: 132 programs stay for 3 tiles and some for 4, of 2, 5 and 9 steps.
            rows = 21 * m * side - 3
            columns = n * (-(-(3 * 132 + 40) // (21 * side)))
            for steps in (2, 5, 9):
                g.product(kind, text, "stacked", [(steps, rows, step)], columns, dynamic=(True, "rows", False)[(i + steps) % 3])
            # Results of odd rows are stored from registers.
            g.product(kind, text, "stacked", [(5, 5 * side * m + 1, 40)], 3 * n + 1, dynamic="rows")
        # Steps that run on from one part of a gather to the next.
        for h in (panel // 4, panel // 2, 3 * panel // 2, 5 * panel // 4):
            for tile, stages in (((128, 128), 4), ((64, 64), 8)):
                text = wgmma(kind, tile, (4, 1), gather="split", k_order="zigzag", stages=stages, pingpong=1)
                g.product(kind, text, "stacked", [(7, 1300, h)], 1032, dynamic=False)
                g.product(kind, text, "stacked", [(5, 200, h)], 72, dynamic="rows")
        text = wgmma(kind, (64, 128), (4, 1), stages=5, k_order="zigzag", pingpong=1)
        for dynamic in (True, "rows", False):
            g.product(kind, text, "parts", [(1300, 64), (1300, 24), (1300, 136)], 1032, dynamic=dynamic)
        g.product(kind, text, "stacked", [(4, 4096, 64)], 2048, "random", options=CHECK, data="rand")
        g.product(kind, text, "stacked", [(9, 1752, 200)], 1032, "random", options=CHECK, data="rand", activation="gelu")
        if kind != "tf32":
            g.product(kind, text, "stacked", [(4, 1300, 40)], 1032, "weight (K, N)", dynamic="rows", layout="kn")
            g.product(kind, text, "stacked", [(4, 1300, 40)], 1032, "f32 result", dynamic="rows", result="f32")
        # Nothing to do is another variant's.
        for m, h in ((0, 40), (5, 0)):
            g.product(kind, text, "stacked", [(3, m, h)], 72, expected=False)
    return g


# Tiles whose rows of x threads bring, as in TILES.
FILLS = [((64, 128), (4, 1), 1, 6, {"fill_warps": 4}), ((64, 64), (4, 1), 2, 3, {"fill_warps": 8}), ((128, 64), (8, 1), 1, 4, {"fill_warps": 4}),
         ((128, 192), (8, 1), 1, 3, {"fill_warps": 4, "k_order": "zigzag"}), ((64, 32), (4, 1), 3, 2, {"fill_warps": 8}),
         ((64, 128), (4, 1), 2, 2, {"fill_warps": 4}), ((32, 64), (1, 4), 1, 5, {"fill_warps": 4, "swap": 1}),
         ((64, 64), (4, 1), 1, 4, {"fill_warps": 4, "cluster": (2, 1), "k_order": "zigzag"}), ((192, 48), (12, 1), 1, 3, {"fill_warps": 4}),
         ((64, 128), (4, 1), 1, 5, {"fill_warps": 4, "pingpong": 1, "k_order": "zigzag"}), ((128, 64), (8, 1), 1, 4, {"fill_warps": 8, "group_m": 4}),
         # Programs that fill for each other.
         ((128, 256), (4, 2), 1, 4, {"fill_warps": 4, "cluster": (1, 2), "k_order": "zigzag", "group_m": 8}),
         ((64, 64), (4, 1), 2, 3, {"fill_warps": 8, "cluster": (1, 2)}), ((64, 64), (4, 1), 1, 5, {"fill_warps": 4, "cluster": (1, 4), "k_order": "zigzag"}),
         ((64, 64), (4, 1), 1, 4, {"fill_warps": 4, "cluster": (1, 2), "pingpong": 1}), ((64, 64), (1, 4), 1, 2, {"fill_warps": 4, "cluster": (1, 2), "swap": 1})]


def wgmma_fills():
    """Slices of x that the engine cannot bring, of every alignment: fewer steps than the ring has slots and more, one tile and many, parts, and views that are
    another variant's."""
    g = Warpgroups("wgmma_fills")
    for kind in KINDS:
        unit = UNIT[kind]
        # A slice's length by the elements that it allows at once; 8 slices make rows of the weight whole units.
        for vector, h in ((1, 33), (2, 34), (4, 36), (8, 40)):
            if vector > unit:
                continue
            for i, ((m, n), warps, panels, stages, fields) in enumerate(FILLS[::5] if kind == "f16" else FILLS):
                text = wgmma(kind, (m, n), warps, panels, gather="split", stages=stages, vector=vector, **fields)
                rows = (m + 1, 2 * m + 3, 1)[(i + vector) % 3]
                g.product(kind, text, "stacked", [(8, rows, h)], max(8, (2 * n - 8, n)[i % 2]), dynamic=False)
            text = wgmma(kind, (64, 128), (4, 1), gather="split", stages=4, vector=vector, fill_warps=4)
            g.product(kind, text, "stacked", [(16, 1300, h + 32)], 2056, dynamic=False)
            g.product(kind, text, "stacked", [(8, 300, h)], 264, "random", dynamic=False, options=CHECK, data="rand", activation="silu")
            g.product(kind, text, "stacked", [(8, 300, h)], 131, "odd rows of the result", dynamic=False)
            # Gaps that are no multiples of what is copied at once are another variant's.
            g.product(kind, text, "stacked", [(8, 130, h)], 136, "with gaps", dynamic=False, expected=vector == 1,
                      views={"x": "@strides=%d,%d,1" % (131 * (h + 1), h + 1)})
            g.product(kind, text, "stacked", [(8, 130, h)], 136, "with wide gaps", dynamic=False,
                      views={"x": "@strides=%d,%d,1" % (131 * (h + 8), h + 8)})
            g.product(kind, text, "stacked", [(8, 130, h)], 136, "off by one", dynamic=False, expected=vector == 1, views={"x": "@offset=1"})
            # Sizes known at run time only: one function for all, in turn with weights whose rows are no whole units and with calls without results.
            for dynamic in (True, "rows"):
                for r, b, length, n in ((8, 130, h, 72), (7, 65, h, 72), (8, 0, h, 72), (16, 300, h + 32, 264), (8, 1, h, 264), (8, 300, h, 131)):
                    if dynamic == "rows" and (r, length, n) != (8, h, 72):
                        continue
                    g.product(kind, text, "stacked", [(r, b, length)], n, dynamic=dynamic, expected=r * length % unit == 0 and n % unit == 0 and b != 0)
            # Rows that are long enough to be read by words, which begin anywhere in memory and end anywhere in a step.
            if vector == 1:
                for fill in (4, 8):
                    words = wgmma(kind, (64, 128), (4, 1), gather="split", stages=4, vector=1, fill_warps=fill)
                    for r, b, length, n in ((8, 130, 257, 72), (8, 300, 301, 264), (16, 65, 290, 136), (8, 1, 263, 72)):
                        g.product(kind, words, "stacked", [(r, b, length)], n, dynamic=True, expected=r * length % unit == 0)
                    for name, view in (("off by one", "@offset=1"), ("with gaps", "@strides=%d,%d,1" % (131 * 259, 259)), ("with wide gaps", "@strides=%d,%d,1" % (131 * 264, 264))):
                        g.product(kind, words, "stacked", [(8, 130, 257)], 136, name, dynamic=True, views={"x": view})
                words = wgmma(kind, (64, 128), (4, 1), gather="split", stages=4, vector=1, fill_warps=4, cluster=(1, 2))
                g.product(kind, words, "stacked", [(8, 300, 301)], 392, dynamic=True)
            # Programs that fill for each other: many tiles and few, an odd number of them, and sizes known at run time.
            shared = wgmma(kind, (64, 128), (4, 1), gather="split", stages=4, vector=vector, fill_warps=4, cluster=(1, 2), k_order="zigzag")
            g.product(kind, shared, "stacked", [(16, 1300, h + 32)], 2056, dynamic=False)
            g.product(kind, shared, "stacked", [(8, 300, h)], 392, "random", dynamic=False, options=CHECK, data="rand", activation="silu")
            g.product(kind, shared, "stacked", [(8, 65, h)], 131, "odd rows of the result", dynamic=False)
            for r, b, length, n in ((8, 130, h, 72), (16, 300, h + 32, 264), (8, 1, h, 264)):
                g.product(kind, shared, "stacked", [(r, b, length)], n, dynamic=True, expected=r * length % unit == 0)
        # A gather and a part behind it, which threads bring as well; and a weight whose rows nobody brings, which is another variant's.
        for fill in (4, 8):
            text = wgmma(kind, (64, 64), (4, 1), gather="split", stages=4, vector=1, fill_warps=fill)
            g.product(kind, text, "mixed", [(8, 130, 33), (130, 16)], 72, dynamic=False)
        shared = wgmma(kind, (64, 64), (4, 1), gather="split", stages=4, vector=1, fill_warps=4, cluster=(1, 2))
        g.product(kind, shared, "mixed", [(8, 130, 33), (130, 16)], 136, dynamic=False)
        g.product(kind, text, "parts", [(130, 64), (130, 33)], 72, dynamic=False, expected=False)
    return g


def wgmma_copies():
    """Inputs that a kernel of their own gathers first: rows of every alignment, of known and of open sizes, parts, rows over two dims, views, inputs of any strides,
    and calls whose weight is another variant's, which make no copy."""
    g = Warpgroups("wgmma_copies")
    for kind in KINDS:
        unit = UNIT[kind]
        small = wgmma(kind, (64, 64), (4, 1), gather="copy", stages=4)
        large = wgmma(kind, (128, 128), (8, 1), gather="copy", stages=4, cluster=(2, 1), k_order="zigzag")
        for h in (33, 34, 36, 40, 64)[:1 if kind == "f16" else 5]:
            for r, b, n, text in ((8, 65, 72, small), (8, 300, 264, large), (16, 1, 136, small), (8, 1300, 520, large)):
                g.product(kind, text, "stacked", [(r, b, h)], n, dynamic=False)
                for dynamic in (True, "rows"):
                    if dynamic is True or b == 300:
                        g.product(kind, text, "stacked", [(r, b, h)], n, dynamic=dynamic)
        g.product(kind, small, "stacked", [(8, 300, 33)], 264, "random", dynamic=False, options=CHECK, data="rand", activation="silu")
        g.product(kind, small, "stacked", [(8, 300, 33)], 131, "odd rows of the result", dynamic=False)
        g.product(kind, small, "stacked", [(8, 0, 33)], 72, "empty", dynamic=True, expected=False)
        # Rows of the weight that are no whole units.
        g.product(kind, small, "stacked", [(7, 65, 33)], 72, "odd weight", dynamic=True, expected=False)
        for name, view in (("with gaps", "@strides=%d,%d,1" % (131 * 34, 34)), ("with wide gaps", "@strides=%d,%d,1" % (131 * 48, 48)), ("off by one", "@offset=1"),
                           ("backwards", "@strides=%d,-33,1@offset=%d" % (131 * 33, 129 * 33)), ("one row for all", "@strides=33,0,1"), ("columns first", "@strides=%d,1,131" % (131 * 33))):
            for dynamic in (False, True):
                g.product(kind, small, "stacked", [(8, 130, 33)], 136, name, dynamic=dynamic, views={"x": view})
        g.product(kind, small, "stacked", [(8, 130, 33)], 136, "weight with gaps", dynamic=False, views={"w": "@strides=%d,1" % (8 * 33 + unit)})
        for shapes in ([(130, 33), (130, 31 + unit)], [(130, 9), (130, 1), (130, 54)], [(130, 64)]):
            g.product(kind, small, "parts", shapes, 72, dynamic=False)
        g.product(kind, small, "mixed", [(8, 130, 33), (130, 16)], 72, dynamic=False)
    return g


def wgmma_tf32x3():
    """Three products in place of one: low parts made by threads, of what the engine brings and of what they bring themselves."""
    g = Warpgroups("wgmma_tf32x3")
    kind = "tf32x3"
    tiles = [((128, 128), (8, 1), 1, 3, {"k_order": "zigzag", "group_m": 4}), ((64, 64), (4, 1), 1, 4, {}), ((128, 64), (4, 2), 1, 3, {}),
             ((64, 32), (4, 1), 2, 3, {}), ((64, 128), (4, 1), 0.5, 5, {}), ((32, 64), (1, 4), 1, 4, {"swap": 1}),
             ((64, 64), (4, 1), 1, 3, {"cluster": (2, 1)}), ((64, 64), (4, 1), 1, 3, {"cluster": (1, 2)}), ((64, 64), (4, 1), 1, 2, {}), ((64, 32), (4, 1), 1, 4, {"pingpong": 1, "k_order": "zigzag"})]
    for i, ((m, n), warps, panels, stages, fields) in enumerate(tiles):
        for fill in (4, 8) if i < 2 else (4,):
            text = wgmma(kind, (m, n), warps, panels, stages=stages, fill_warps=fill, **fields)
            for dynamic in (True, "rows"):
                g.product(kind, text, "stacked", [(3, m + 1, 40)], max(8, n - 8), dynamic=dynamic)
                g.product(kind, text, "stacked", [(2 * stages + 1, 2 * m + 3, 32)], 2 * n + 8, dynamic=dynamic)
            g.product(kind, text, "stacked", [(9, 300, 200)], 520, "random", options=CHECK, data="rand")
    text = wgmma(kind, (128, 128), (8, 1), stages=3, fill_warps=4, k_order="zigzag")
    g.product(kind, text, "stacked", [(4, 4096, 64)], 2048, "random", options=CHECK, data="rand")
    g.product(kind, text, "stacked", [(8, 300, 1024)], 264, "random", options=CHECK, data="rand")
    g.product(kind, text, "parts", [(136, 64), (136, 24), (136, 36)], 120, dynamic="rows")
    # Steps that run on in the next part of a gather, and rows that threads bring.
    for h in (8, 16, 48):
        g.product(kind, wgmma(kind, (128, 64), (8, 1), gather="split", stages=3, fill_warps=4), "stacked", [(7, 130, h)], 136, dynamic=False)
    for vector, h in ((1, 33), (2, 34), (4, 36)):
        text = wgmma(kind, (64, 64), (4, 1), gather="split", stages=3, vector=vector, fill_warps=4)
        g.product(kind, text, "stacked", [(4, 130, h)], 136, dynamic=False)
        g.product(kind, text, "stacked", [(4, 300, h)], 264, "random", dynamic=False, options=CHECK, data="rand")
    return g


def wgmma_races():
    """As `races`: five hundred runs of two sets of inputs in turn, by every way in which warps hand tiles over to each other."""
    g = Warpgroups("wgmma_races")
    for kind in (*KINDS, "tf32x3"):
        fill = {"fill_warps": 4} if kind == "tf32x3" else {}
        texts = [wgmma(kind, (64, 64), (4, 1), stages=2, **fill), wgmma(kind, (128, 64), (8, 1), stages=3, k_order="zigzag", **fill),
                 wgmma(kind, (64, 64), (4, 1), stages=3, cluster=(2, 1), **fill), wgmma(kind, (64, 32), (4, 1), stages=3, pingpong=1, **fill),
                 wgmma(kind, (32, 64), (1, 4), stages=3, swap=1, **fill)]
        for text in texts:
            g.product(kind, text, "stacked", [(4, 520, 72)], 1032, dynamic="rows", options=("--exact", "--runs=500", "--alternate"))
        for vector, h in ((1, 33), (2, 34)):
            for stages, fill in ((2, {"fill_warps": 4}), (4, {"fill_warps": 8}), (3, {"fill_warps": 4, "pingpong": 1}),
                                 (2, {"fill_warps": 4, "cluster": (1, 2)}), (4, {"fill_warps": 8, "cluster": (1, 4)})):
                # Low parts are each program's own.
                if kind == "tf32x3" and "cluster" in fill:
                    continue
                text = wgmma(kind, (64, 32), (4, 1), gather="split", stages=stages, vector=vector, **fill)
                g.product(kind, text, "stacked", [(8, 520, h)], 1032, dynamic=False, options=("--exact", "--runs=500", "--alternate"))
    return g


GROUPS = {f.__name__: f for f in (wgmma_shapes, wgmma_tiles, wgmma_turns, wgmma_views, wgmma_dynamic, wgmma_epilogue, wgmma_fills, wgmma_copies, wgmma_tf32x3,
                                  wgmma_races)}
