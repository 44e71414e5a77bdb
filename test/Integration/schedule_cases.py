"""Groups for a GPU alone: schedules that are given, not chosen, and calls repeated until a race would show.

Every tile is met by sizes one less, equal and one more; by reductions of less than a step, of one, of two, and of more steps than
the ring has buffers; results are NaN before each run. A schedule that cannot run is refused with the limit in the text.
"""

from grid import F8, Group, Linear
from large_cases import KINDS

KIND = {kind: (dtype, precision) for kind, dtype, precision in KINDS}
BYTES = {"f32": 4, "f16": 2, "bf16": 2, **{dtype: 1 for dtype in F8}}
# What schedules are made for, f8 included, which has groups of its own.
ALL_KINDS = {**KIND, **{dtype: (dtype, None) for dtype in F8}}


def schedule(family, tile, warps, **fields):
    text = "family = %s, tile = %s, warps = %s" % (family, list(tile), list(warps))
    return "#gl.schedule<%s>" % ", ".join([text] + ["%s = %s" % (k, list(v) if isinstance(v, tuple) else v)
                                                    for k, v in fields.items() if v is not None])


def tensor_core(kind, tile, warps, k_bytes=64, **fields):
    """A schedule of family mma with `k_bytes` of each row in a step, and the longest vectors unless told otherwise."""
    size = BYTES[ALL_KINDS[kind][0]]
    fields = {"vector": 16 // size, "stages": 3, **fields}
    return schedule("mma", (*tile, k_bytes // size), warps, **fields)


def ordinary(tile=(64, 64, 16), warps=(2, 2), lanes=(4, 8, 1), **fields):
    """A schedule of family simt."""
    return schedule("simt", tile, warps, lanes=lanes, **{"vector": 4, "stages": 3, **fields})


def tile_of(text):
    return [int(v) for v in text.split("tile = [")[1].split("]")[0].split(",")]


def family_of(text):
    return text.split("family = ")[1].split(",")[0]


class Forced(Group):
    """A group whose cases name their schedule; a function of run-time sizes serves all cases of one kind and form."""

    def run(self, kind, text, form, shapes, n, name="", dynamic=True, options=(), data="randint:-2:2", weight=None, bias=None,
            **more):
        dtype, precision = ALL_KINDS[kind]
        linear = Linear(dtype, form, shapes, n, dynamic=dynamic, precision=precision, **more)
        fixed = "" if dynamic is True else "_" + "_".join(str(d) for p in shapes for d in p) + "_%d" % n
        function = "_".join([form, kind, more.get("layout", "nk")]) + fixed + ("" if more.get("bias", True) else "_none") + \
            ("_scaled" if more.get("scales") else "")
        self.function(function, linear.text(function))
        label = " ".join([kind, form, "+".join("x".join(map(str, p)) for p in shapes) + "-%d" % n, name, text])
        self.case(label, function, *linear.inputs(data=data, weight=weight, bias=bias), "--schedule=" + text,
                  *(options or ("--exact",)), "--expect-family=" + family_of(text))

    def around_tile(self, kind, text, layout="nk"):
        """Sizes around the edges of the tile."""
        m, n, k = tile_of(text)
        for r, h, rows, columns in ((2, k, m, n), (1, k - 1, m + 1, max(1, n - 1)), (3, 40, 1, 2 * n + 1), (4, 33, 2 * m + 3, 3),
                                    (1, k, m - 1, n + 1), (7, 24, 3 * m, 2 * n)):
            self.run(kind, text, "stacked", [(r, rows, h)], columns, layout=layout)


# Tiles, the warps that share them: from one instruction to what registers hold, odd multiples, and the longest sides.
TILES = [((16, 8), (1, 1)), ((16, 16), (1, 2)), ((16, 64), (1, 4)), ((32, 8), (2, 1)), ((32, 32), (1, 1)), ((32, 32), (2, 2)),
         ((64, 16), (4, 1)), ((64, 32), (4, 1)), ((64, 64), (2, 2)), ((128, 64), (2, 2)), ((64, 128), (1, 4)),
         ((128, 128), (2, 2)), ((128, 128), (2, 4)), ((128, 128), (4, 4)), ((128, 256), (2, 4)), ((256, 128), (4, 2)),
         ((48, 24), (3, 1)), ((16, 40), (1, 1)), ((80, 56), (5, 1)), ((16, 104), (1, 13)), ((192, 104), (12, 1)),
         ((16, 72), (1, 9)), ((512, 16), (16, 1)), ((16, 512), (1, 16))]


def schedule_tiles():
    g = Forced("schedule_tiles")
    wide, narrow = ("tf32", "tf32x3"), ("bf16", "f16")
    for i, (tile, warps) in enumerate(TILES):
        for kinds in (wide, narrow):
            kind = kinds[i % 2]
            # As long a step as shared memory has room for; 96 bytes are three instructions of K.
            k_bytes = (32, 64, 128, 96)[i % 4]
            text = tensor_core(kind, tile, warps, k_bytes)
            g.around_tile(kind, text, ("nk", "nk", "kn")[i % 3])
            if i % 3 == 0:
                g.run(kind, text, "stacked", [(3, 2 * tile[0] + 1, 40)], tile[1] + 8, "static", dynamic=False)
    # Tiles of K that are one instruction more than a round number, which 32-bit elements allow.
    for k in (24, 40, 56):
        g.around_tile("tf32", schedule("mma", (32, 32, k), (2, 2), vector=4, stages=3))
        g.around_tile("f32", ordinary((64, 64, k)))
    # Steps longer than any copy or swizzle.
    for kind, k in (("bf16", 320), ("f16", 512), ("tf32", 160), ("tf32x3", 256)):
        g.around_tile(kind, schedule("mma", (32, 32, k), (2, 2), vector=16 // BYTES[KIND[kind][0]], stages=2))
    for tile, warps, lanes in (((16, 16, 16), (2, 2), (4, 8, 1)), ((32, 64, 32), (2, 2), (4, 4, 2)), ((128, 64, 16), (4, 2), (4, 8, 1)),
                               ((64, 128, 8), (2, 4), (4, 8, 1))):
        for kind in ("f32", "bf16"):
            g.around_tile(kind, ordinary(tile, warps, lanes))
    return g


def schedule_stages():
    """Rings of 2 to 8 buffers and reductions that are shorter, as long, and longer."""
    g = Forced("schedule_stages")
    for kind in KIND:
        for stages in (2, 3, 4, 5, 6, 8):
            text = (ordinary(stages=stages) if kind == "f32" else
                    tensor_core(kind, (64, 32), (2, 2), 64, stages=stages))
            step = tile_of(text)[2]
            for k in (0, 1, step - 1, step, step + 1, 2 * step, stages * step, (stages + 1) * step + 1, 13 * step):
                g.run(kind, text, "plain", [(70, k)], 40)
            for shapes in ([(70, 8), (70, 24)], [(70, 5), (70, 3)], [(70, 2 * step), (70, 0)]):
                g.run(kind, text, "parts", shapes, 40)
            # Results and a bias of odd sizes beside the rings.
            g.run(kind, text, "stacked", [(2, 70, 40)], 29)
    # Without a ring there is nothing to wait for.
    for k in (1, 8, 16, 33):
        g.run("f32", ordinary((16, 16, 16), (2, 2), (4, 4, 2), stages=0), "plain", [(70, k)], 40)
    return g


def schedule_split():
    """Programs that share a reduction: also when there is less of it than of them."""
    g = Forced("schedule_split")
    for kind in KIND:
        for split in (1, 2, 4, 8):
            text = (ordinary(split_k=split) if kind == "f32" else tensor_core(kind, (64, 32), (2, 2), split_k=split))
            step = tile_of(text)[2]
            for k in (0, 1, step, split * step - 1, split * step, split * step + 1, 1000):
                g.run(kind, text, "plain", [(65, k)], 33)
            g.run(kind, text, "stacked", [(5, 130, 33)], 70)
            g.run(kind, text, "parts", [(65, 40), (65, 33)], 70)
            # The bias is added once, not once by each program.
            g.run(kind, text, "plain", [(65, 4096)], 33, "ones, bias 1000", data="ones", bias="full:1000")
            g.run(kind, text, "plain", [(1, 65536)], 8, "two sets, timed",
                  data="randint:-1:1", options=("--exact", "--runs=6", "--alternate", "--bench", "--repeat=3", "--warmup=2"))
    # The choice that is made without a schedule, too.
    linear = Linear("f32", "plain", [(1, 65536)], 8, dynamic=True)
    g.function("plain_f32_nk", linear.text("plain_f32_nk"))
    g.case("f32 one long row, timed, by default", "plain_f32_nk", *linear.inputs(data="ones", bias="full:1000"), "--exact",
           "--runs=6", "--bench", "--repeat=3", "--warmup=2")
    return g


def schedule_raster():
    """Walking the tiles in groups of rows: groups that divide the rows, do not, and are more than there are."""
    g = Forced("schedule_raster")
    for kind in KIND:
        for group in (1, 2, 3, 8, 1000):
            for split in (1, 2):
                text = (ordinary(group_m=group, split_k=split) if kind == "f32" else
                        tensor_core(kind, (64, 32), (2, 2), group_m=group, split_k=split))
                for b, n in ((1, 1), (64, 32), (129, 257), (640, 96), (1752, 33)):
                    g.run(kind, text, "plain", [(b, 40)], n)
    return g


def schedule_gather():
    """Both ways to meet the end of a gathered dim, for every width of vector."""
    g = Forced("schedule_gather")
    reductions = [(1, 33), (2, 40), (3, 96), (4, 100), (5, 129), (6, 41), (16, 1), (15, 7), (13, 8), (10, 24), (2, 136), (8, 64)]
    for kind in KIND:
        vectors = (1, 2, 4) if KIND[kind][0] == "f32" else (1, 2, 4, 8)
        for mode in ("split", "walk"):
            for vector in vectors:
                text = (ordinary(vector=vector, gather=mode) if kind == "f32" else
                        tensor_core(kind, (64, 32), (2, 2), vector=vector, gather=mode, stages=4))
                for r, h in reductions:
                    g.run(kind, text, "stacked", [(r, 67, h)], 37)
                g.run(kind, text, "parts", [(67, 40), (67, 33)], 37)
                g.run(kind, text, "mixed", [(3, 67, 24), (67, 8)], 37, dynamic="rows")
                g.run(kind, text, "stacked", [(4, 67, 32)], 40, "static", dynamic=False)
                if vector == vectors[-1]:
                    g.run(kind, text, "stacked", [(4, 67, 12)], 40, "static", dynamic=False, layout="kn")
                    g.run(kind, text, "permuted", [(4, 67, 36)], 40, "static", dynamic=False)
            # Splitting the reduction where it also meets the gather's edges.
            text = (ordinary(gather=mode, split_k=4) if kind == "f32" else
                    tensor_core(kind, (64, 32), (2, 2), gather=mode, split_k=4))
            for r, h in reductions:
                g.run(kind, text, "stacked", [(r, 67, h)], 37)
    return g


def schedule_refused():
    """What does not fit is an error that says so, from the compiler and not from the driver."""
    g = Group("schedule_refused")
    def mma(tile, warps, vector=8, **fields):
        return schedule("mma", tile, warps, vector=vector, **{"stages": 3, **fields})

    for dtype, text, words in (
            # An instruction takes 16 elements of 16 bits along K, 16 rows and 8 columns.
            ("bf16", mma((64, 64, 24), (2, 2)), "tile K 24"), ("f16", mma((64, 64, 40), (2, 2)), "tile K 40"),
            ("f16", mma((64, 64, 56), (2, 2)), "tile K 56"),
            ("f16", mma((64, 12, 64), (2, 1)), "tile N 12 is not a multiple of the 8"),
            ("f16", mma((24, 16, 64), (1, 1)), "tile M 24 is not a multiple of the 16"),
            ("f16", mma((64, 104, 64), (3, 4)), "tile M 64 is not a multiple of the 48"),
            # 384 and 512 KiB of shared memory; 344 registers a thread; 32 warps are the most.
            ("f16", mma((256, 128, 128), (4, 4), stages=4), "shared memory"),
            ("f32", ordinary((128, 128, 128), (4, 4), stages=4), "shared memory"),
            ("f16", mma((512, 512, 64), (4, 8), stages=2), "registers a thread"),
            ("f16", mma((256, 128, 64), (8, 8)), "a block has at most 1024"),
            ("f16", mma((64, 64, 64), (2, 2), stages=1), "is 1, a ring has 2..8 buffers"),
            ("f16", mma((64, 64, 64), (2, 2), stages=0), "is 0, must be in 2..8"),
            ("f16", mma((64, 64, 64), (2, 2), stages=-1), "is -1, must be in 2..8"),
            ("f16", mma((64, 64, 64), (2, 2), stages=99), "is 99, must be in 2..8"),
            ("f32", ordinary(stages=99), "is 99, must be in 0..8"),
            ("f16", mma((64, 64, 64), (2, 2), split_k=16), "is 16, must be in 1..8"),
            ("f16", mma((64, 64, 64), (2, 2), vector=32), "is 32, must be 1, 2, 4, 8 or 16"),
            # f32 arithmetic is never silently TF32.
            ("f32", mma((64, 64, 64), (2, 2), vector=4), "ieee")):
        linear = Linear(dtype, "plain", [(64, 512)], 64)
        function = "plain_" + dtype
        g.function(function, linear.text(function))
        g.case("%s %s" % (dtype, text), function, *linear.inputs(), "--schedule=" + text, "--expect-error=" + words)
    return g


def races():
    """Five hundred runs of two sets of inputs in turn: each must give the bits of the first run of its set, and the right ones."""
    g = Group("races")
    for kind, dtype, precision in KINDS:
        programs = {
            "stacked": Linear(dtype, "stacked", [(4, 512, 256)], 512, precision=precision),
            "unaligned part": Linear(dtype, "parts", [(512, 256), (512, 257), (512, 511)], 512, precision=precision),
            "weight (K, N)": Linear(dtype, "stacked", [(4, 512, 256)], 510, layout="kn", precision=precision),
            "one step": Linear(dtype, "stacked", [(1, 2048, 16)], 512, precision=precision),
        }
        for name, linear in programs.items():
            function = "f%d" % len(g.functions)
            g.function(function, linear.text(function))
            schedules = [""]
            if name != "one step":
                schedules += ["--schedule=" + (ordinary(stages=stages) if kind == "f32" else
                                               tensor_core(kind, (128, 64), (2, 2), stages=stages, split_k=split))
                              for stages, split in ((2, 1), (3, 2), (4, 1), (6, 1))]
            for text in schedules:
                g.case("%s %s %s" % (kind, name, text[11:] or "by default"), function, *linear.inputs(), *([text] if text else []),
                       "--exact", "--runs=500", "--alternate")
    return g


def waves():
    """Problems of many tiles: several waves of blocks, ragged on every side."""
    g = Group("waves")
    for kind, dtype, precision in KINDS:
        for form, shapes, n in (("stacked", [(8, 512, 128)], 1024), ("stacked", [(3, 1752, 41)], 1033),
                                ("stacked", [(16, 4096, 40)], 520), ("parts", [(777, 300), (777, 129), (777, 40)], 1500),
                                ("stacked", [(4, 24, 1024)], 8192), ("stacked", [(2, 65536, 24)], 24)):
            linear = Linear(dtype, form, shapes, n, precision=precision, dynamic="rows")
            function = "f%d" % len(g.functions)
            g.function(function, linear.text(function))
            family = [] if kind == "f32" else ["--expect-family=mma,wgmma"]
            for data, bar in (("randint:-2:2", "--exact"), ("rand", "--check")):
                g.case("%s %s %s-%d %s" % (kind, form, "+".join("x".join(map(str, p)) for p in shapes), n, data), function,
                       *linear.inputs(data=data), bar, "--expect-steps=1", *family)
    return g


GROUPS = {f.__name__: f for f in (schedule_tiles, schedule_stages, schedule_split, schedule_raster, schedule_gather,
                                  schedule_refused, races, waves)}
