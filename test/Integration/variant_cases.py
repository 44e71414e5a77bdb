"""A group for a GPU alone: every kernel of programs whose sizes are open. Which one a call takes depends on its sizes, so they are
such that each is taken by one at least, which test/Compiler/variant_coverage.py checks without a GPU."""

from grid import F8, Group, Linear

# (R, B, H, N): few rows, few columns, and many of both, with slices of whole lines, of whole units, of words and of odd lengths.
SIZES = [(2, 5, 64, 8), (1, 5, 192, 8), (8, 5, 33, 8), (2, 5, 520, 8), (2, 64, 64, 136), (1, 64, 192, 136), (2, 1700, 64, 8),
         (8, 64, 33, 136), (8, 64, 34, 136), (1, 1700, 192, 8), (8, 64, 40, 136), (2, 3000, 64, 8), (8, 1700, 33, 8), (8, 1700, 40, 8),
         (1, 3000, 192, 8), (8, 3000, 33, 8), (8, 3000, 40, 8), (2, 64, 520, 136), (8, 4300, 33, 8), (8, 4300, 34, 8), (2, 1700, 520, 8),
         (2, 3000, 64, 72), (2, 4300, 64, 72), (1, 3000, 192, 72), (8, 3000, 34, 72), (1, 4300, 192, 72), (8, 3000, 40, 72),
         (2, 4300, 64, 136), (4, 4300, 65, 72), (8, 4300, 40, 72), (2, 6000, 64, 136), (8, 4300, 33, 136), (1, 6000, 192, 136),
         (8, 4300, 34, 136), (8, 4300, 40, 136), (2, 3000, 64, 520), (2, 6000, 64, 264), (2, 1000, 64, 3080), (8, 6000, 33, 264),
         (8, 3000, 40, 520), (8, 6000, 40, 264), (2, 4300, 520, 136), (8, 1000, 34, 3080), (8, 1000, 40, 3080), (2, 6000, 520, 264),
         (2, 520, 520, 3080), (2, 3000, 520, 2056), (2, 6000, 40, 392), (16, 16, 36, 520), (4, 33, 34, 3080), (4, 1000, 34, 1544), (2, 1700, 36, 8), (8, 130, 33, 2056),
         (8, 1700, 33, 264), (2, 256, 130, 520), (2, 256, 34, 2056), (2, 3000, 34, 520), (2, 33, 130, 3080), (2, 1700, 34, 3080)]
# Programs of which the rows alone are open: R, H and N, and rows.
ROWS = [("bf16", "bf16", None, (8, 136, 520), (5, 17, 520, 1000, 1700, 4300)),
        ("f16", "f16", None, (4, 64, 1024), (5, 17, 100, 200, 320, 520, 1700, 3000, 6000)),
        ("bf16", "bf16", None, (8, 33, 1032), (5, 17, 64, 200, 320, 520, 1700, 3000)),
        ("bf16", "bf16", None, (8, 34, 264), (5, 64, 520, 1412, 1700, 3000, 6000)),
        ("tf32", "f32", "tf32", (4, 68, 512), (5, 17, 320, 520, 1700, 3000, 4300)),
        ("f8", F8[0], None, (4, 96, 512), (5, 17, 200, 320, 520, 1700, 3000, 4300))]
# What is open in all dims: a kind, its dtype and precision, and the forms and layouts of the weight.
OPEN = [("bf16", "bf16", None, (("stacked", "nk"), ("parts", "nk"), ("stacked", "kn"))), ("f16", "f16", None, (("plain", "nk"),)),
        ("tf32", "f32", "tf32", (("stacked", "nk"),)), ("tf32x3", "f32", "tf32x3", (("stacked", "nk"),)),
        ("f32", "f32", None, (("stacked", "nk"),)), ("f8", F8[0], None, (("stacked", "nk"),))]
# Kernels that no size above is for: those that are the best one for larger calls, or for fewer columns, than a test should compute.
# They are of tiles that other programs run.
BEYOND = {"bf16_stacked_nk": 2, "tf32_stacked_nk": 1, "f8_stacked_nk": 1, "bf16_rows_8_33_1032": 2, "bf16_rows_8_34_264": 3}


def variants():
    g = Group("variants")

    def add(function, label, linear, h, **views):
        g.function(function, linear.text(function))
        g.case(label, function, *linear.inputs(views=views), "--exact", "--expect-steps=1")
        # A call without a workspace takes no kernel that reads a copy of the input.
        if linear.form == "stacked" and h % 8 != 0 and not views:
            g.case(label + " without workspace", function, *linear.inputs(), "--exact", "--expect-steps=1", "--no-workspace")

    for kind, dtype, precision, forms in OPEN:
        for form, layout in forms:
            function = "_".join((kind, form, layout))
            for r, b, h, n in SIZES:
                shapes = {"stacked": [(r, b, h)], "parts": [(b, 8 * r), (b, h)], "plain": [(b, r * h)]}[form]
                add(function, "%s %dx%dx%d-%d" % (function, r, b, h, n),
                    Linear(dtype, form, shapes, n, dynamic=True, precision=precision, layout=layout), h)
    for kind, dtype, precision, (r, h, n), rows in ROWS:
        function = "%s_rows_%d_%d_%d" % (kind, r, h, n)
        for b in rows:
            linear = Linear(dtype, "stacked", [(r, b, h)], n, dynamic="rows", precision=precision)
            add(function, "%s %d" % (function, b), linear, h)
            # Rows with gaps, of the widest unit.
            add(function, "%s %d gaps" % (function, b), linear, h, x="@strides=%d,%d,1" % (b * (h + 16), h + 16))
    return g


GROUPS = {"variants": variants}
