"""Groups of products of more than 8192 results, which the large-problem kernels run: tensor cores where the precision allows
them, otherwise f32 arithmetic from shared memory. Sizes lie around the edges of every tile, strides of every alignment occur, and
each case says which kernel family it is meant for, so that a grid that no longer reaches a family fails."""

from grid import CHECK, Group, Linear, one

# What a kind computes with: its name, dtype, and precision. tf32 and tf32x3 have integers of this size exactly.
KINDS = (("f32", "f32", None), ("tf32", "f32", "tf32"), ("tf32x3", "f32", "tf32x3"), ("f16", "f16", None), ("bf16", "bf16", None))
# The largest problem that is still a small one.
SMALL_RESULTS = 8192

EDGES = [1] + [e + d for e in (16, 32, 64, 128) for d in (-1, 0, 1)]
# (R, H), so that K and the edges within it fall everywhere.
REDUCTIONS = [(1, 33), (2, 40), (3, 96), (4, 100), (5, 129), (16, 41), (7, 1), (15, 7), (13, 8), (6, 24), (2, 136), (8, 16),
              (1, 128), (9, 7), (5, 13), (1, 127), (3, 43), (1, 15), (1, 17), (1, 31), (12, 11), (10, 33), (11, 3), (14, 9)]


def family(kind, m, n):
    """The option that names the family this size must run on; none where a side is so short that another may be better."""
    if kind == "f32" or m * n <= SMALL_RESULTS or min(m, n) < 16:
        return []
    return ["--expect-family=mma,wgmma"]


def rows_for(n, residue):
    """The least M for which the problem is large and M mod 128 is `residue`."""
    least = SMALL_RESULTS // n + 1
    return least + (residue - least) % 128


def operands(form, rows, r, h):
    """Shapes of the operands of a gather of this form; K is about R * H."""
    if form in ("stacked", "permuted"):
        return [(r, rows, h)]
    if form == "plain":
        return [(rows, r * h)]
    if form == "mixed":
        return [(r, rows, h), (rows, h + 5), (rows, 16)]
    return [(rows, max(1, h + d)) for d in (0, 3, -2, 11)[:min(r, 4)]]


def large_rows():
    """The number of rows is known at the call only, as for a layer; everything else is static."""
    g = Group("large_rows")
    forms = ("stacked", "parts", "stacked", "nested", "stacked", "mixed", "stacked", "plain")
    columns = [8, 24, 29, 40, 56, 72, 104] + EDGES
    for kind, dtype, precision in KINDS:
        for i, n in enumerate(columns):
            (r, h), form = REDUCTIONS[i % len(REDUCTIONS)], forms[i % len(forms)]
            if form in ("parts", "nested"):
                r = max(r, 2)
            residues = [EDGES[(3 * i + j) % len(EDGES)] for j in (0, 4, 8)]
            for b in [1, 17] + [rows_for(n, e % 128) for e in residues]:
                linear = Linear(dtype, form, operands(form, b, r, h), n, dynamic="rows", precision=precision,
                                layout=("nk", "nk", "kn")[i % 3], bias=i % 4 != 3, repeat=form == "parts" and i % 2 == 1)
                function = "%s_%d" % (kind, i)
                g.function(function, linear.text(function))
                g.case("%s %s %dx%d-%d, %d rows" % (kind, form, r, h, n, b), function, *linear.inputs(), "--exact",
                       "--expect-steps=1", *family(kind, b, n))
    return g


def large_static():
    """All sizes are static, so that kernels without run-time sizes and strides run too."""
    g = Group("large_static")
    cases = [("stacked", 4, 128, 32, 128, "nk"), ("stacked", 3, 97, 41, 129, "nk"), ("stacked", 2, 129, 33, 65, "kn"),
             ("parts", 3, 72, 40, 120, "nk"), ("parts", 4, 65, 129, 127, "kn"), ("permuted", 4, 96, 24, 88, "nk"),
             ("permuted", 5, 91, 13, 97, "nk"), ("concat", 3, 80, 16, 104, "nk"), ("nested", 4, 73, 8, 129, "nk"),
             ("mixed", 3, 100, 32, 100, "nk"), ("plain", 1, 64, 136, 136, "nk"), ("plain", 1, 513, 100, 17, "kn"),
             ("stacked", 16, 1752, 7, 24, "nk"), ("stacked", 1, 128, 1, 72, "nk")]
    for kind, dtype, precision in KINDS:
        for form, r, b, h, n, layout in cases:
            one(g, "%s %s %dx%dx%d-%d %s" % (kind, form, r, b, h, n, layout),
                Linear(dtype, form, operands(form, b, r, h), n, layout=layout, precision=precision),
                "--exact", "--expect-steps=1", *family(kind, b, n))
        one(g, kind + " one part twice, with another between",
            Linear(dtype, "parts", [(96, 40), (96, 33)], 96, repeat=True, precision=precision),
            "--exact", "--expect-steps=1", *family(kind, 96, 96))
        # y is the concatenation itself: W is the identity, each element of a part names its column.
        one(g, kind + " identity 11+23+31+56", Linear(dtype, "parts", [(72, h) for h in (11, 23, 31, 56)], 121, bias=False,
                                                      precision=precision),
            "--exact", "--expect-steps=1", *family(kind, 72, 121), data="iota:1", weight="eye")
        # Leading dims that are rows as well.
        one(g, kind + " leading dims", Linear(dtype, "stacked", [(3, 6, 16, 40)], 104, precision=precision),
            "--exact", "--expect-steps=1", *family(kind, 96, 104))
    # A pitch that no vector divides: rows of 74 bytes, and a weight that is columns of a wide buffer.
    for layout, views in (("nk", {}), ("kn", {"w": "@strides=7920,1"})):
        one(g, "f16 rows of 37, weight %s" % layout, Linear("f16", "stacked", [(3, 5, 37)], 1953, layout=layout),
            "--exact", "--expect-steps=1", views=views)
    return g


def large_dynamic():
    """One function for all sizes, run in both orders, with small, empty and unaligned calls between."""
    g = Group("large_dynamic")
    sizes = [(4, 128, 32, 128), (1, 1, 1, 1), (2, 65, 64, 129), (2, 65, 511, 129), (2, 65, 64, 129), (3, 97, 41, 129),
             (4, 0, 32, 56), (5, 129, 1, 72), (7, 64, 7, 144), (2, 96, 0, 96), (16, 1752, 5, 24), (1, 127, 136, 65),
             (3, 16, 40, 544), (13, 33, 8, 256), (0, 128, 8, 128), (4, 257, 33, 33)]
    for kind, dtype, precision in KINDS:
        for form in ("stacked", "parts", "plain"):
            function = "%s_%s" % (form, kind)
            for turn, order in enumerate((sizes, sizes[::-1])):
                for r, b, h, n in order:
                    shapes = {"stacked": [(r, b, h)], "parts": [(b, r), (b, h)], "plain": [(b, r * h)]}[form]
                    linear = Linear(dtype, form, shapes, n, dynamic=True, precision=precision)
                    g.function(function, linear.text(function))
                    g.case("%s %s %dx%dx%d-%d turn %d" % (kind, form, r, b, h, n, turn), function, *linear.inputs(),
                           "--exact", "--expect-steps=1", *family(kind, b, n))
    return g


def view_layouts(r, b, h, n, k):
    """Layouts of x (R, B, H), W (N, K) and the bias (N): name to options by operand."""
    def x(*strides, offset=0):
        return {"x": "@strides=%d,%d,%d@offset=%d" % (*strides, offset)}

    layouts = {
        "every second row": x(2 * b * h, 2 * h, 1), "every second slice": x(2 * b * h, h, 1),
        "a window, aligned": x(b * (h + 8), h + 8, 1, offset=8), "a window, unaligned": x(b * (h + 3), h + 3, 1, offset=3),
        "pitch of two more": x(b * (h + 2), h + 2, 1), "pitch of four more": x(b * (h + 4), h + 4, 1),
        "inner stride 2": x(2 * b * h, 2 * h, 2), "R reversed": x(-b * h, h, 1), "rows reversed": x(b * h, -h, 1),
        "columns reversed": x(b * h, h, -1), "batch first": x(h, r * h, 1), "x transposed": x(b * h, 1, b),
        "R broadcast": x(0, h, 1), "rows broadcast": x(h, 0, 1), "columns broadcast": x(b, 1, 0), "x one element": x(0, 0, 0),
        "slices at odd places": x(b * h + 1, h, 1),
        "w transposed": {"w": "@strides=1,%d" % n}, "w with an odd pitch": {"w": "@strides=%d,1@offset=1" % (k + 3)},
        "w with a wide pitch": {"w": "@strides=%d,1@offset=8" % (k + 96)}, "w one row": {"w": "@strides=0,1"},
        "w one column": {"w": "@strides=1,0"}, "w reversed": {"w": "@strides=%d,-1" % -k},
        "bias from one element": {"b": "@strides=0"}, "bias with gaps": {"b": "@strides=3@offset=2"},
        "bias reversed": {"b": "@strides=-1"},
    }
    for offset in (1, 2, 4):
        layouts["all off by %d" % offset] = {v: "@offset=%d" % offset for v in "xwb"}
        layouts["x off by %d" % offset] = {"x": "@offset=%d" % offset}
        layouts["w off by %d" % offset] = {"w": "@offset=%d" % offset}
    return layouts


def large_views():
    g = Group("large_views")
    r, b, h, n = 4, 72, 40, 120
    for kind, dtype, precision in KINDS:
        programs = {
            "dynamic": Linear(dtype, "stacked", [(r, b, h)], n, dynamic=True, precision=precision),
            "static": Linear(dtype, "stacked", [(r, b, h)], n, precision=precision),
        }
        for name, linear in programs.items():
            function = "%s_%s" % (name, kind)
            g.function(function, linear.text(function))
            for layout, views in view_layouts(r, b, h, n, r * h).items():
                g.case("%s %s %s" % (kind, name, layout), function, *linear.inputs(views=views), "--exact",
                       *family(kind, b, n))
            for layout, result in (("pitch", "@strides=128,1@offset=8"), ("odd pitch", "@strides=121,1@offset=1"),
                                   ("transposed", "@strides=1,72"), ("reversed", "@strides=-120,1"),
                                   ("pitch of two more", "@strides=122,1@offset=2"), ("inner stride 3", "@strides=360,3"),
                                   ("off by 1", "@offset=1"), ("off by 4", "@offset=4")):
                g.case("%s %s result %s" % (kind, name, layout), function, *linear.inputs(), "--result=" + result,
                       "--exact", *family(kind, b, n))
        parts = Linear(dtype, "parts", [(b, 64), (b, 24), (b, 32)], n, dynamic="rows", precision=precision)
        g.function("parts_" + kind, parts.text("parts_" + kind))
        for layout, views in (("one row for all", {"p0": "@strides=0,1"}), ("second unaligned", {"p1": "@offset=1"}),
                              ("second with an odd pitch", {"p1": "@strides=25,1"}),
                              ("last with a pitch of two more", {"p2": "@strides=34,1"}),
                              ("all windows of one pitch", {p: "@strides=120,1@offset=8" for p in ("p0", "p1", "p2")}),
                              ("first transposed", {"p0": "@strides=1,%d" % b})):
            g.case("%s parts, %s" % (kind, layout), "parts_" + kind, *parts.inputs(views=views), "--exact", *family(kind, b, n))
        kn = Linear(dtype, "stacked", [(r, b, h)], n, dynamic="rows", layout="kn", precision=precision)
        g.function("kn_" + kind, kn.text("kn_" + kind))
        for layout, w in (("packed", ""), ("pitch", "@strides=128,1"), ("odd pitch", "@strides=123,1@offset=1"),
                          ("off by 1", "@offset=1"), ("off by 4", "@offset=4"), ("transposed", "@strides=1,160"),
                          ("one row", "@strides=0,1"), ("reversed", "@strides=-120,-1")):
            g.case("%s weight (K, N), %s" % (kind, layout), "kn_" + kind, *kn.inputs(views={"w": w}), "--exact",
                   *family(kind, b, n))
    return g


def large_epilogue():
    g = Group("large_epilogue")
    b, n = 72, 120
    for kind, dtype, precision in KINDS:
        def add(name, options=("--exact",), extra=(), data="randint:-2:2", **more):
            linear = Linear(dtype, "stacked", [(4, b, 40)], n, precision=precision, dynamic="rows", **more)
            function = "f%d" % len(g.functions)
            g.function(function, linear.text(function))
            g.case("%s %s" % (kind, name), function, *linear.inputs(data=data), *extra, *options, "--expect-steps=1",
                   *family(kind, b, n))

        y = "tensor<?x%dx%s>" % (n, dtype)
        residual = ("%%z = arith.addf %%y, %%r : %s" % y, "%z", ["%%r: %s" % y], None)
        doubled = ("%%d = arith.addf %%z, %%z : %s" % y, "%d", [], None)
        add("relu", activation="relu")
        add("no bias, gelu, random", ("--check",), data="rand", bias=False, activation="gelu")
        add("silu, random", ("--check",), data="rand", activation="silu")
        add("residual, then doubled", extra=("--input=r=randint:-8:8[72,120]",), epilogue=(residual, doubled))
        add("residual with a pitch", extra=("--input=r=randint:-8:8[72,120]@strides=131,1@offset=1",), epilogue=(residual,))
        if dtype == "f32":
            add("bf16 result", result="bf16")
        else:
            add("f32 bias and result", bias_dtype="f32", result="f32")
    return g


def large_random():
    """Random data against the bar of each precision."""
    g = Group("large_random")
    for kind, dtype, precision in KINDS:
        for form, r, b, h, n, layout in (("stacked", 4, 96, 96, 112, "nk"), ("stacked", 3, 131, 43, 97, "kn"),
                                         ("parts", 4, 128, 64, 128, "nk"), ("stacked", 16, 64, 129, 136, "nk"),
                                         ("plain", 1, 192, 2048, 64, "nk")):
            one(g, "%s %s %dx%dx%d-%d %s" % (kind, form, r, b, h, n, layout),
                Linear(dtype, form, operands(form, b, r, h), n, layout=layout, precision=precision), *CHECK,
                *family(kind, b, n), data="rand")
    one(g, "f32 512x512x512", Linear("f32", "plain", [(512, 512)], 512), *CHECK, data="rand")
    return g


GROUPS = {f.__name__: f for f in (large_rows, large_static, large_dynamic, large_views, large_epilogue, large_random)}
