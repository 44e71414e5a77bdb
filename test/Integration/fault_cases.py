"""Faults that compilers and libraries doing this job really had, one named case for each form in which they were reported."""

from grid import DTYPES, Group, Linear, tensor


class Faults(Group):
    """A group whose functions are found by what they compute, so that one of run-time sizes serves many cases."""

    def __init__(self, name):
        super().__init__(name)
        self.names = {}

    def run(self, name, linear, *options, **data):
        text = linear.text("{}")
        function = self.names.setdefault(text, "f%d" % len(self.names))
        self.function(function, linear.text(function))
        self.case(name, function, *linear.inputs(**data), *(options or ("--exact",)))


def tails(g):
    """T1: elements outside the matrix had no defined value, so any size off the tile grid was wrong."""
    for dtype in DTYPES:
        for b in (1, 7, 8, 15, 17, 37, 1752):
            g.run("T1 tails, %s %d rows" % (dtype, b), Linear(dtype, "stacked", [(3, b, 41)], 29, layout="kn", dynamic="rows"))
        # The same product where the gather stays, because it is a result too.
        types = [tensor(s, dtype) for s in ((3, 37, 41), (123, 29), (29,), (37, 29), (37, 123))]
        function = "unfused_" + dtype
        g.function(function, (
            "func.func @%s(%%x: {0}, %%w: {1}, %%b: {2}) -> ({3}, {4}) {{\n"
            "  %%g = gl.gather_concat stacked %%x : {0} -> {4}\n"
            "  %%y = gl.matmul_bias %%g, %%w, %%b {{rhs_layout = #gl.rhs_layout<kn>}} : {4}, {1}, {2} -> {3}\n"
            "  return %%y, %%g : {3}, {4}\n}}\n").format(*types) % function)
        g.case("T1 tails, %s without fusion" % dtype, function, "--input=x=randint:-2:2", "--input=w=randint:-2:2",
               "--input=b=randint:-8:8", "--exact")


def ones(g):
    """T3: dims of one took a path of their own, or were broadcast."""
    for dtype in DTYPES:
        for r, h in ((1, 1), (7, 1)):
            for b, n in ((1, 1), (1, 9), (9, 1), (9, 9)):
                g.run("T3 dims of one, %s %dx%dx%d-%d" % (dtype, r, b, h, n), Linear(dtype, "stacked", [(r, b, h)], n))
        order = [(1, 1, 1), (3, 5, 40), (1, 5, 1), (3, 1, 40)]
        for turn, shapes in enumerate((order, order[::-1])):
            for shape in shapes:
                g.run("T3 dims of one, %s %s, turn %d" % (dtype, "x".join(map(str, shape)), turn),
                      Linear(dtype, "stacked", [shape], 6, dynamic=True))
        wrong = Linear(dtype, "stacked", [(1, 5, 40)], 6, dynamic=True)
        wrong.w = (6, 1)
        g.run("T3 a weight of one column is not broadcast, %s" % dtype, wrong, "--expect-error=dim")


def nested(g):
    """T4: the inner of two gathers was indexed with the offset of the outer one's block."""
    for dtype in DTYPES:
        g.run("T4 nested gathers, %s" % dtype, Linear(dtype, "nested", [(9, 8), (9, 24), (9, 4)], 16))
        g.run("T4 a stacked gather as one part, %s" % dtype, Linear(dtype, "mixed", [(3, 9, 8), (9, 24), (9, 4)], 16))


def parts(g):
    """T6: a part's place was counted in padded widths, or two parts were taken for one."""
    for order in ((11, 23), (23, 11), (11, 23, 31, 16)):
        linear = Linear("f32", "parts", [(9, h) for h in order], sum(order), bias=False)
        function = "identity_" + "_".join(map(str, order))
        g.function(function, linear.text(function))
        g.case("T6 y is the concat, %s" % "+".join(map(str, order)), function, "--input=w=eye", "--exact",
               *["--input=p%d=iota:1:%d" % (i, 100 * i) for i in range(len(order))])
    g.run("T6 y is one part twice", Linear("f32", "parts", [(9, 11)], 22, bias=False, repeat=True), data="arange", weight="eye")


def pitches(g):
    """D1, D2, S1: rows or starts that are no multiple of 16 bytes met copies or vectors that need one."""
    for dtype, h, n in (("f16", 41, 29), ("f32", 5, 29), ("bf16", 41, 24)):
        g.run("D1 rows of %d %s" % (h, dtype), Linear(dtype, "stacked", [(4, 33, h)], n))
        g.run("D1 the second part alone is unaligned, %s" % dtype, Linear(dtype, "parts", [(33, 64), (33, h), (33, 32)], n))
    for turn, h in enumerate((64, 511, 64)):
        g.run("D1 run-time H = %d, turn %d" % (h, turn), Linear("f16", "stacked", [(2, 33, h)], 40, dynamic=True))
    small = Linear("f16", "stacked", [(2, 1, 64)], 64)
    for name in ("x", "w", "b"):
        g.run("D2 %s two bytes off" % name, small, views={name: "@offset=1"})
    g.run("D2 all two bytes off, the result too", small, "--result=@offset=1", "--exact", views={v: "@offset=1" for v in "xwb"})
    g.run("D2 the result two bytes off", small, "--result=@offset=1", "--exact")
    g.run("D2 W is a transposed view", small, views={"w": "@strides=1,64"})
    # Odd pitches under a start that is aligned.
    for layout, strides in (("nk", "@strides=1,1953"), ("kn", ""), ("kn", "@strides=7920,1")):
        g.run("S1 rows of 37, W %s %s" % (layout, strides), Linear("f16", "stacked", [(3, 5, 37)], 1953, layout=layout),
              views={"w": strides})


def empty(g):
    """Z2, Z4: sizes of zero were divided by, launched, or read from; strides of empty tensors were compared."""
    for dtype in DTYPES:
        for turn, b in enumerate((4, 0, 4)):
            g.run("Z2 %s run-time rows %d, turn %d" % (dtype, b, turn), Linear(dtype, "stacked", [(4, b, 32)], 56, dynamic=True))
        for r, b, h, n in ((4, 5, 32, 0), (4, 0, 32, 0), (4, 5, 0, 56), (0, 5, 32, 56)):
            g.run("Z2 %s %dx%dx%d-%d" % (dtype, r, b, h, n), Linear(dtype, "stacked", [(r, b, h)], n, dynamic=True))
    g.run("Z4 static, no rows", Linear("f32", "stacked", [(1, 0, 32)], 16))
    for parts, n in (([(4, 8), (4, 16)], 0), ([(4, 8), (4, 0)], 5), ([(4, 0), (4, 0)], 5), ([(0, 8), (0, 16)], 5)):
        g.run("Z4 static parts of %s, N = %d" % (" + ".join("%d x %d" % p for p in parts), n), Linear("f32", "parts", parts, n))
    g.run("Z4 static, R = 0", Linear("f16", "stacked", [(0, 4, 8)], 16))
    for strides in ("3,1,1", "0,0,1", "-7,5,0"):
        g.run("Z4 an empty tensor of strides " + strides, Linear("f32", "stacked", [(2, 3, 0)], 5, dynamic=True),
              views={"x": "@strides=" + strides})
        g.run("Z4 no rows of strides " + strides, Linear("f32", "stacked", [(2, 0, 3)], 5, dynamic=True),
              views={"x": "@strides=" + strides})


def strides(g):
    """S2: one stride of a view was looked at, and the others taken for those of a packed tensor."""
    for dtype in DTYPES:
        linear = Linear(dtype, "stacked", [(4, 12, 32)], 56, dynamic=True)
        for name, views in (("every second row", {"x": "@strides=768,64,1"}), ("a window", {"x": "@strides=600,50,1@offset=9"}),
                            ("inner stride 2", {"x": "@strides=768,64,2"}), ("R reversed", {"x": "@strides=-384,32,1"}),
                            ("bias a scalar", {"b": "@strides=0"}), ("W transposed", {"w": "@strides=1,56"})):
            g.run("S2 %s, %s" % (name, dtype), linear, views=views)
        g.run("S2 the second part is one row, %s" % dtype, Linear(dtype, "parts", [(9, 16), (9, 24)], 10, dynamic=True),
              views={"p1": "@strides=0,1"})


def numbers(g):
    """B2, B4, B5, B7, P1: a scale that missed the bias, sums in half precision, silent TF32, lost subnormals and signs."""
    for dtype in DTYPES:
        y = tensor((8, 16), dtype)
        double = ("%%two = arith.constant dense<2.0> : %s\n  %%z = arith.mulf %%y, %%two : %s" % (y, y), "%z", [], None)
        g.run("B2 (xW + b) * 2, %s" % dtype, Linear(dtype, "stacked", [(3, 8, 5)], 16, epilogue=(double,)))
    for dtype in ("f16", "bf16"):
        for form, shapes in (("stacked", [(32, 3, 128)]), ("parts", [(3, 2048), (3, 2048)])):
            g.run("B4 4096 ones, %s %s" % (dtype, form), Linear(dtype, form, shapes, 5, bias=False), data="ones")
    for form, shapes in (("stacked", [(3, 1, 1)]), ("plain", [(1, 3)])):
        linear = Linear("f16", form, shapes, 1, bias=False)
        function = "sixty_" + form
        g.function(function, linear.text(function))
        g.case("B4 60000 + 60000 - 60000, %s" % form, function, "--input=x=list:60000;60000;-60000", "--input=w=ones", "--exact")
    # 1 + 2^-12 is 1 in TF32.
    g.run("B5 f32 is f32", Linear("f32", "plain", [(1, 1)], 1, bias=False), data="full:1.000244140625", weight="ones")
    g.run("B5 f32 is f32, many results", Linear("f32", "plain", [(128, 1)], 128, bias=False), data="full:1.000244140625", weight="ones")
    for dtype, value in (("f32", "0x1p-130"), ("f32", "-0x1p-149"), ("f16", "0x1p-24"), ("bf16", "-0x1p-130"), ("f32", "-0.0"),
                         ("f16", "-0.0"), ("bf16", "-0.0")):
        for m, n in ((1, 1), (96, 96)):
            g.run("B7 %s times 1, %s %dx%d" % (value, dtype, m, n), Linear(dtype, "plain", [(m, 1)], n, bias=False),
                  data="full:" + value, weight="ones")
    for dtype in DTYPES:
        for k in (1, 0):
            g.run("B7 bias of -0, K = %d, %s" % (k, dtype), Linear(dtype, "plain", [(2, k)], 3), data="zeros", weight="ones",
                  bias="full:-0.0")
    for turn, value in enumerate(("ones", "full:-1")):
        g.run("P1 a long sum, turn %d" % turn, Linear("f32", "plain", [(1, 65536)], 8, dynamic=True), data=value, weight="ones",
              bias="full:1000")


def faults():
    g = Faults("faults")
    for rows in (tails, ones, nested, parts, pitches, empty, strides, numbers):
        rows(g)
    return g


GROUPS = {"faults": faults}
