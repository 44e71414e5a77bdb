# What default schedules need, what hundreds of parts cost, and that the names and the bytes of the
# output are what they must be.
#
# RUN: %python %s %t %S/../Integration

"""usage: limits.py FOLDER FOLDER_OF_RANDOM_PROGRAMS"""

import os
import random
import re
import resource
import shutil
import subprocess
import sys
import time

folder, programs = sys.argv[1:3]
sys.path.insert(0, programs)
sys.dont_write_bytecode = True
import random_programs  # noqa: E402

os.makedirs(folder, exist_ok=True)
HAVE_ASSEMBLER = shutil.which("ptxas") or os.path.exists("/usr/local/cuda/bin/ptxas")


def compile_(text, *arguments):
    """The output and the seconds."""
    source, output = os.path.join(folder, "in.mlir"), os.path.join(folder, "out")
    with open(source, "w") as file:
        file.write(text)
    start = time.monotonic()
    run = subprocess.run(["gl-compile", source] + list(arguments) + ["-o", output], stderr=subprocess.PIPE,
                         timeout=120)
    assert run.returncode == 0, run.stderr.decode()[:2000]
    with open(output, "rb") as file:
        return file.read(), time.monotonic() - start


def parts(count):
    t = "tensor<2x%dxf32>" % count
    return ("func.func @main(%s, %%w: tensor<4x%dxf32>) -> tensor<2x4xf32> {\n"
            "  %%g = gl.gather_concat %s : %s -> %s\n"
            "  %%y = gl.matmul_bias %%g, %%w : %s, tensor<4x%dxf32> -> tensor<2x4xf32>\n"
            "  return %%y : tensor<2x4xf32>\n}\n" % (
                ", ".join("%%p%d: tensor<2x1xf32>" % i for i in range(count)), count,
                ", ".join("%%p%d" % i for i in range(count)), ", ".join(["tensor<2x1xf32>"] * count), t, t, count))


def check_parts():
    for count, version in ((64, b"8.0"), (256, b"8.1")):
        ptx, seconds = compile_(parts(count), "--emit=ptx")
        print("%d parts: %d bytes of PTX, %.1f s" % (count, len(ptx), seconds))
        assert b".version " + version in ptx and len(ptx) < 5e6 and seconds < 60
        if HAVE_ASSEMBLER:
            compile_(parts(count), "--emit=cubin")
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    assert memory < 1 << 20, "%d KiB" % memory


def check_tensor_maps():
    """Maps are 128 bytes each of what a kernel's parameters may take."""
    for count, version in ((32, b"8.0"), (40, b"8.1"), (255, b"8.1")):
        ptx, _ = compile_(
            "tile.func @k(%x: memref<8x8xf32> {tile.output}) attributes {schedule = "
            "#gl.schedule<family = simt, tile = [1, 32, 1], warps = [1, 1], lanes = [1, 32, 1]>} grid {\n"
            "  %c1 = arith.constant 1 : index\n  tile.yield %c1\n} {\n  %c8 = arith.constant 8 : index\n"
            + "".join("  %%m%d = tile.tensor_map %%x extents [%%c8, %%c8] strides [%%c8] : memref<8x8xf32>"
                      " -> !tile.tensor_map<box = [8, 8], element = f32, swizzle = 0>\n" % i for i in range(count))
            + "  tile.return\n}\n", "--emit=ptx")
        assert b".version " + version in ptx and ptx.count(b"[128]") == count
        if HAVE_ASSEMBLER:
            with open(os.path.join(folder, "maps.ptx"), "wb") as file:
                file.write(ptx)
            ptxas = shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas"
            subprocess.run([ptxas, "-arch=sm_90a", file.name, "-o", os.devnull], check=True)


def check_long_reduction():
    for dtype in ("f32", "bf16"):
        x, g, w, y = ("tensor<%sx%s>" % (s, dtype) for s in ("1x3x65536", "3x65536", "8x65536", "3x8"))
        ptx, seconds = compile_("func.func @main(%%x: %s, %%w: %s) -> %s {\n  %%g = gl.gather_concat stacked %%x : %s -> %s\n"
                                "  %%y = gl.matmul_bias %%g, %%w : %s, %s -> %s\n  return %%y : %s\n}\n"
                                % (x, w, y, x, g, g, w, y, y), "--emit=ptx")
        assert len(ptx) < 5e6 and seconds < 30


def check_largest_tiles():
    """Tiles as large as registers allow, and steps as long as shared memory allows."""
    for dtype, precision, schedule in (
            ("bf16", "ieee", "family = mma, tile = [128, 256, 64], warps = [2, 4], vector = 8, stages = 4"),
            ("f16", "ieee", "family = mma, tile = [64, 64, 256], warps = [2, 2], vector = 8, stages = 3"),
            ("f32", "tf32x3", "family = mma, tile = [128, 128, 32], warps = [2, 4], vector = 4, stages = 4"),
            ("f32", "ieee", "family = simt, tile = [128, 128, 8], warps = [2, 4], lanes = [4, 8, 1], vector = 4, stages = 4")):
        x, w, y = ("tensor<%s%s>" % (s, dtype) for s in ("300x5000x", "700x5000x", "300x700x"))
        ptx, seconds = compile_(
            "func.func @main(%%x: %s, %%w: %s) -> %s {\n"
            "  %%y = gl.matmul_bias %%x, %%w {precision = #gl.precision<%s>} : %s, %s -> %s\n  return %%y : %s\n}\n"
            % (x, w, y, precision, x, w, y, y), "--emit=ptx", "--schedule=#gl.schedule<%s>" % schedule)
        print("%s: %d bytes of PTX, %.1f s" % (schedule, len(ptx), seconds))
        assert len(ptx) < 5e6 and seconds < 30


def check_resources():
    """The default choice never spills."""
    rng, functions = random.Random(5), []
    while len(functions) < 40:
        program = random_programs.Program(random.Random(rng.getrandbits(64)), "p%d" % len(functions))
        text, _ = program.write()
        if not program.refused:
            functions.append(text)
    source = os.path.join(folder, "random.mlir")
    with open(source, "w") as file:
        file.write("\n".join(functions))
    run = subprocess.run(["gl-compile", "--explain", source], stdout=subprocess.PIPE, timeout=300, check=True)
    report = run.stdout.decode()
    spills = re.findall(r"resources (\d+) registers, (\d+) bytes shared, (\d+)/(\d+) bytes spilled", report)
    if HAVE_ASSEMBLER:
        assert len(spills) >= len(functions), report[:3000]
    for registers, _, stores, loads in spills:
        assert int(registers) <= 255 and stores == loads == "0", (registers, stores, loads)
    print("%d kernels, none spills" % len(spills))


def check_defaults_fit():
    """The default choice is within what a block may have, for every dtype and precision, whatever the sizes."""
    rng, functions = random.Random(11), []

    def size():
        return rng.choice((1, rng.randint(2, 40), rng.randint(41, 700), rng.randint(701, 70000)))

    for dtype, precision in (("f32", "ieee"), ("f32", "tf32"), ("f32", "tf32x3"), ("f16", "ieee"), ("bf16", "ieee")):
        for _ in range(100):
            m, n, k = size(), size(), size()
            x, w, y = ("tensor<%dx%dx%s>" % (*s, dtype) for s in ((m, k), (n, k), (m, n)))
            functions.append("func.func @f%d(%%x: %s, %%w: %s) -> %s {\n"
                             "  %%y = gl.matmul_bias %%x, %%w {precision = #gl.precision<%s>} : %s, %s -> %s\n"
                             "  return %%y : %s\n}\n" % (len(functions), x, w, y, precision, x, w, y, y))
    source = os.path.join(folder, "sizes.mlir")
    with open(source, "w") as file:
        file.write("\n".join(functions))
    # Up to the checks of resources; any choice beyond a limit is an error there.
    subprocess.run(["gl-opt", source, "--gl-to-nvvm", "-o", os.devnull], timeout=300, check=True)


def check_names():
    """Three functions of two equal products each, with names that neither PTX nor ELF could hold."""
    for names in (("main", "printf", "main_0_any"), ("a.b-c", "a b", "größe"), ("x" * 300, "x" * 299, "$"),
                  ("WARP_SZ", "memcpy", "kernel_0"), ("a_b", "a.b", "a-b")):
        text = "".join(
            "func.func @\"%s\"(%%x: tensor<4x3xf32>, %%w: tensor<4x3xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {\n"
            "  %%y = gl.matmul_bias %%x, %%w : tensor<4x3xf32>, tensor<4x3xf32> -> tensor<4x4xf32>\n"
            "  %%z = gl.matmul_bias %%w, %%x : tensor<4x3xf32>, tensor<4x3xf32> -> tensor<4x4xf32>\n"
            "  return %%y, %%z : tensor<4x4xf32>, tensor<4x4xf32>\n}\n" % name for name in names)
        ptx, _ = compile_(text, "--emit=ptx")
        kernels = re.findall(rb"\.entry ([^\s(]+)", ptx)
        assert len(kernels) == len(set(kernels)) >= 6, kernels
        assert all(re.fullmatch(rb"[A-Za-z][A-Za-z0-9_]*", k) for k in kernels), kernels
        if HAVE_ASSEMBLER:
            compile_(text, "--emit=cubin")
        bundle, _ = compile_(text, "--target=cpu")
        for name in names:
            run = subprocess.run(["gl-run", os.path.join(folder, "out"), "--function=" + name, "--device=cpu", "--exact",
                                  "--reference=" + os.path.join(folder, "in.mlir"), "--input=x=randint:-2:2",
                                  "--input=w=randint:-2:2"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
            assert run.returncode == 0, (name[:40], run.stderr.decode()[:500])


def check_reproducible():
    """The same bytes from twenty processes."""
    rng = random.Random(9)
    text = "\n".join(random_programs.Program(random.Random(rng.getrandbits(64)), "p%d" % i).write()[0] for i in range(4))
    for arguments in (["--emit=ptx"], ["--target=cpu", "--emit=obj"]):
        outputs = {compile_(text, *arguments)[0] for _ in range(10)}
        assert len(outputs) == 1, "%s: %d different outputs" % (" ".join(arguments), len(outputs))


for check in (check_parts, check_tensor_maps, check_long_reduction, check_largest_tiles, check_resources, check_defaults_fit, check_names, check_reproducible):
    start = time.monotonic()
    check()
    print("%s: %.1f s" % (check.__name__, time.monotonic() - start))
