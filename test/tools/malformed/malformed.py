# Input that is wrong in every way a user managed to get it wrong so far: each run must end by itself
# with exit code 1 and one message at the right place, and leave no output.
#
# RUN: %python %s %t

"""usage: malformed.py FOLDER

A case is a tool, its arguments and what stderr has to match. `@@` in a program is where the error is
reported; it is no part of the text. In arguments, {in} is the program's file, {out} the output and
{dir} the folder of both. Runs without numpy, because it writes .npy files that numpy would not.
"""

import concurrent.futures
import os
import re
import shutil
import struct
import subprocess
import sys
import zlib

SECONDS = 60
CASES = []

GOOD = """func.func @main(%x: tensor<4x12x32xf32>, %w: tensor<56x128xf32>, %b: tensor<56xf32>) -> tensor<12x56xf32> {
  %g = gl.gather_concat stacked %x : tensor<4x12x32xf32> -> tensor<12x128xf32>
  %y = gl.matmul_bias %g, %w, %b : tensor<12x128xf32>, tensor<56x128xf32>, tensor<56xf32> -> tensor<12x56xf32>
  return %y : tensor<12x56xf32>
}
"""
SMALL = """func.func @main(%x: tensor<2x3xf32>, %w: tensor<4x3xf32>) -> tensor<2x4xf32> {
  %y = gl.matmul_bias %x, %w : tensor<2x3xf32>, tensor<4x3xf32> -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}
"""


def case(name, tool, arguments, message, text=None, environment=None, output="file"):
    CASES.append((name, tool, arguments, message, text, environment, output))


OPT = ("gl-opt {in} -o {out}",)
COMPILE = ("gl-compile {in} --emit=ptx -o {out}", "gl-compile {in} --target=cpu --emit=obj -o {out}",
           "gl-compile {in} -o {out}")
RUN = ("gl-run {in} --device=cpu --output={out}",)


def ir(name, text, message, commands=OPT + COMPILE[:1] + RUN):
    """A program whose error is at its `@@`."""
    for command in commands:
        tool, _, rest = command.partition(" ")
        case("%s, %s" % (name, command), tool, rest.split(), message, text)


def body(types, lines, result, operands=None):
    """A function over arguments %0, %1, ... of `types`."""
    arguments = ", ".join("%%a%d: %s" % (i, t) for i, t in enumerate(types))
    return "func.func @main(%s) -> %s {\n  %s\n  return %%y : %s\n}\n" % (
        arguments, result, "\n  ".join(lines), result)


def text_cases():
    ir("binary junk", bytes(range(1, 256)) * 20, r"in\.mlir:1:1: error: ")
    ir("an ELF file", b"\x7fELF\x02\x01\x01" + bytes(200), r"in\.mlir:1:1: error: ")
    ir("cut in a type", GOOD[:60], r"in\.mlir:1:\d+: error: ")
    ir("cut before the end", GOOD[:-3], r"in\.mlir:\d+:\d+: error: ")
    ir("a NUL byte", GOOD.replace("stacked", "stac\0ked").encode(), r"in\.mlir:2:\d+: error: ")
    ir("broken bytecode", b"ML\xefR" + b"\x0dgarbage" * 9, r"in\.mlir:(0|1):(0|1): error: |in\.mlir: error: ")
    ir("bytecode of the future", b"ML\xefR\x7f\x01", r"in\.mlir.*error: ")
    ir("an unknown op", body(["tensor<2x3xf32>"], ["%y = @@gl.matmul_bais %a0 : tensor<2x3xf32>"], "tensor<2x3xf32>"),
       "custom op 'gl.matmul_bais' is unknown")
    ir("an unknown dialect", body(["tensor<2x3xf32>"], ["%y = \"toy.op\"@@(%a0) : (tensor<2x3xf32>) -> tensor<2x3xf32>"],
                                  "tensor<2x3xf32>"), "dialect")
    ir("an undefined value", GOOD.replace("%g, %w, %b :", "@@%q, %w, %b :"), "use of undeclared SSA value")
    ir("a name twice", GOOD + GOOD.replace("func.func", "@@func.func"), "redefinition of symbol named 'main'")
    # An empty file is a module, so gl-opt takes it; there is nothing to compile or run in it.
    ir("an empty file", "", "(no|has no) (public )?func", COMPILE[2:] + RUN)


def gather_cases():
    def gather(name, types, attributes, result, message, stacked=False):
        values = ", ".join("%%a%d" % i for i in range(len(types)))
        ir("gather_concat: " + name,
           body(types, ["%%y = @@gl.gather_concat %s%s%s : %s -> %s" % (
               "stacked " if stacked else "", values, attributes, ", ".join(types), result)], result), message)

    gather("axis out of range", ["tensor<2x3xf32>"], " {axis = 2 : i64}", "tensor<2x3xf32>",
           r"axis 2 is out of range for a result of rank 2 \(-2\.\.1\)")
    gather("axis far below", ["tensor<2x3xf32>"], " {axis = -3 : i64}", "tensor<2x3xf32>", "axis -3 is out of range")
    ir("gather_concat: axis is a string",
       body(["tensor<2x3xf32>"], ["%y = gl.gather_concat %a0 @@{axis = \"last\"} : tensor<2x3xf32> -> tensor<2x3xf32>"],
            "tensor<2x3xf32>"), "'axis' failed to satisfy constraint: 64-bit signless integer")
    gather("rank 0", ["tensor<f32>"], "", "tensor<f32>", "rank 1 or more, got 'tensor<f32>'")
    gather("stacked rank 1", ["tensor<4xf32>"], "", "tensor<4xf32>", "rank 2 or more", stacked=True)
    gather("two stacked", ["tensor<2x3x4xf32>"] * 2, "", "tensor<3x16xf32>", "takes one tensor, got 2", stacked=True)
    gather("rows that differ", ["tensor<2x3xf32>", "tensor<5x3xf32>"], "", "tensor<2x6xf32>",
           "dim 0 of part 1 is 5, of the parts before it 2")
    gather("dtypes that differ", ["tensor<2x3xf32>", "tensor<2x3xf16>"], "", "tensor<2x6xf32>", "'f16'.*'f32'")
    gather("a result off by one", ["tensor<2x3xf32>", "tensor<2x4xf32>"], "", "tensor<2x8xf32>",
           r"tensor<2x7xf32>.*tensor<2x8xf32>")
    gather("a sum beyond 64 bits", ["tensor<1x9223372036854775807xf32>"] * 2, "", "tensor<1x?xf32>", "64 bits")
    gather("unranked", ["tensor<*xf32>"], "", "tensor<2x3xf32>", r"'tensor<\*xf32>'")
    gather("integers", ["tensor<2x3xi32>"], "", "tensor<2x3xi32>", "'tensor<2x3xi32>'")
    gather("complex", ["tensor<2x3xcomplex<f32>>"], "", "tensor<2x3xcomplex<f32>>", "complex<f32>")
    gather("f64", ["tensor<2x3xf64>"], "", "tensor<2x3xf64>", "'tensor<2x3xf64>'")
    gather("f8 of another kind", ["tensor<2x3xf8E4M3FNUZ>"], "", "tensor<2x3xf8E4M3FNUZ>", "'tensor<2x3xf8E4M3FNUZ>'")
    gather("index", ["tensor<2x3xindex>"], "", "tensor<2x3xindex>", "xindex")
    ir("gather_concat: a vector",
       body(["vector<2x3xf32>"], ["%y = gl.gather_concat %a0 : vector<2x3xf32> -> @@vector<2x3xf32>"], "vector<2x3xf32>"),
       "expected builtin.tensor, but found 'vector<2x3xf32>'")
    ir("gather_concat: no parts", body([], ["%y = @@\"gl.gather_concat\"() : () -> tensor<2x3xf32>"], "tensor<2x3xf32>"),
       "needs at least one part")
    ir("gather_concat: no result", "func.func @main(%a0: tensor<2x3xf32>) {\n"
       "  @@\"gl.gather_concat\"(%a0) : (tensor<2x3xf32>) -> ()\n  return\n}\n", "results?")


def matmul_cases():
    def matmul(name, types, attributes, result, message):
        values = ", ".join("%%a%d" % i for i in range(len(types)))
        ir("matmul_bias: " + name,
           body(types, ["%%y = @@gl.matmul_bias %s%s : %s -> %s" % (values, attributes, ", ".join(types), result)],
                result), message)

    x, w, y = "tensor<2x3xf32>", "tensor<4x3xf32>", "tensor<2x4xf32>"
    matmul("K that differs", [x, "tensor<4x1xf32>"], "", y, "K = 3.*K = 1")
    matmul("the other layout", [x, w], " {rhs_layout = #gl.rhs_layout<kn>}", y, "K = 3.*K = 4")
    matmul("a result off by one", [x, w], "", "tensor<2x5xf32>", "tensor<2x4xf32>.*tensor<2x5xf32>")
    matmul("a vector times a matrix", ["tensor<3xf32>", w], "", y, "rank 2 or more, got 'tensor<3xf32>'")
    matmul("weight of rank 3", [x, "tensor<1x4x3xf32>"], "", y, "rank 2, got 'tensor<1x4x3xf32>'")
    for shape in ("1", "3", "5", "8", "1x4", "2x4", "2x1", "1x1x4"):
        matmul("bias (%s)" % shape, [x, w, "tensor<%sxf32>" % shape], "", y, "N = 4 elements.*tensor<%sxf32>" % shape)
    matmul("weight of another dtype", [x, "tensor<4x3xf16>"], "", y, "'f32'.*'f16'")
    matmul("bias f64", [x, w, "tensor<4xf64>"], "", y, "f64")
    matmul("a bf16 bias on f16", ["tensor<2x3xf16>", "tensor<4x3xf16>", "tensor<4xbf16>"], "", "tensor<2x4xf16>",
           "'bf16'.*'f16'")
    matmul("an integer result", [x, w], "", "tensor<2x4xi32>", "i32")
    matmul("accumulate in f16", [x, w], " {acc_type = f16}", y, "acc_type is 'f16'")
    matmul("tf32 of f16", ["tensor<2x3xf16>", "tensor<4x3xf16>"], " {precision = #gl.precision<tf32>}",
           "tensor<2x4xf16>", "precision tf32 is for f32")
    ir("matmul_bias: an unknown activation",
       SMALL.replace("%w :", "%w {activation = #gl.activation<@@elu>} :"), "expected.*Activation")
    ir("matmul_bias: one operand", body([x], ["%y = @@\"gl.matmul_bias\"(%a0) : (tensor<2x3xf32>) -> tensor<2x4xf32>"], y),
       "operand")
    ir("matmul_bias: unranked", body([x, "tensor<*xf32>"], [
        "%%y = gl.matmul_bias %%a0, %%a1 : %s, @@tensor<*xf32> -> %s" % (x, y)], y), r"'tensor<\*xf32>'")


def late_cases():
    """What the verifier takes and compilation refuses."""
    x = "tensor<2x3xf32>"
    ir("an op that nothing fuses", body([x], ["%%y = @@math.sin %%a0 : %s" % x], x), "math.sin", COMPILE[2:] + RUN)
    ir("a softmax in between", SMALL.replace("return %y", "%q = @@math.exp %x : tensor<2x3xf32>\n"
                                             "  %v = gl.matmul_bias %q, %w : tensor<2x3xf32>, tensor<4x3xf32> -> tensor<2x4xf32>\n"
                                             "  return %v"), "math.exp", COMPILE[2:] + RUN)
    ir("branches", "@@func.func @main(%c: i1, %x: tensor<2xf32>) -> tensor<2xf32> {\n  cf.cond_br %c, ^a, ^b\n"
       "^a:\n  return %x : tensor<2xf32>\n^b:\n  return %x : tensor<2xf32>\n}\n", "branches", COMPILE[2:])
    ir("no body", "@@func.func @main(tensor<2xf32>) -> tensor<2xf32>\n", "declaration cannot have public visibility", COMPILE[2:])
    ir("an i32 argument", "func.func @main(%x: tensor<2x3xi32>) -> tensor<2x3xi32> {\n"
       "  return %x : tensor<2x3xi32>\n}\n", "i32", COMPILE[2:] + RUN)
    ir("an scf.if around the product", "func.func @main(%c: i1, %x: tensor<2x3xf32>, %w: tensor<4x3xf32>) -> tensor<2x4xf32> {\n"
       "  %y = scf.if %c -> tensor<2x4xf32> {\n"
       "    %p = gl.matmul_bias %x, %w : tensor<2x3xf32>, tensor<4x3xf32> -> tensor<2x4xf32>\n"
       "    scf.yield %p : tensor<2x4xf32>\n  } else {\n"
       "    %q = gl.matmul_bias %x, %w {activation = #gl.activation<relu>} : tensor<2x3xf32>, tensor<4x3xf32> -> tensor<2x4xf32>\n"
       "    scf.yield %q : tensor<2x4xf32>\n  }\n  return %y : tensor<2x4xf32>\n}\n", "in\\.mlir:\\d+:\\d+: error: ",
       COMPILE[2:])
    ir("an elided weight", "func.func @main(%x: tensor<2x3xf32>) -> tensor<2x4xf32> {\n"
       "  %w = @@arith.constant dense_resource<__elided__> : tensor<4x3xf32>\n"
       "  %y = gl.matmul_bias %x, %w : tensor<2x3xf32>, tensor<4x3xf32> -> tensor<2x4xf32>\n"
       "  return %y : tensor<2x4xf32>\n}\n", "arith.constant", COMPILE[2:] + RUN)
    many = 2000
    ir("too many parts", "func.func @main(%s, %%w: tensor<4x%dxf32>) -> tensor<2x4xf32> {\n"
       "  %%g = @@gl.gather_concat %s : %s -> tensor<2x%dxf32>\n"
       "  %%y = gl.matmul_bias %%g, %%w : tensor<2x%dxf32>, tensor<4x%dxf32> -> tensor<2x4xf32>\n"
       "  return %%y : tensor<2x4xf32>\n}\n" % (
           ", ".join("%%p%d: tensor<2x1xf32>" % i for i in range(many)), many,
           ", ".join("%%p%d" % i for i in range(many)), ", ".join(["tensor<2x1xf32>"] * many), many, many, many),
       "needs 48024 bytes of parameters for 2001 tensors, sm_90a has 32764", COMPILE[:1])
    ir("too many tensor maps", "func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {\n"
       "  %y = tile.launch [@k] (%x) [] : (tensor<8x8xf32>) -> tensor<8x8xf32>\n  return %y : tensor<8x8xf32>\n}\n"
       "@@tile.func @k(%x: memref<8x8xf32>, %y: memref<8x8xf32> {tile.output}) attributes {schedule = "
       "#gl.schedule<family = simt, tile = [1, 32, 1], warps = [1, 1], lanes = [1, 32, 1]>} grid {\n"
       "  %c1 = arith.constant 1 : index\n  tile.yield %c1\n} {\n  %c8 = arith.constant 8 : index\n"
       + "".join("  %%m%d = tile.tensor_map %%x extents [%%c8, %%c8] strides [%%c8] : memref<8x8xf32>"
                 " -> !tile.tensor_map<box = [8, 8], element = f32, swizzle = 0>\n" % i for i in range(256))
       + "  tile.return\n}\n",
       "needs 32832 bytes of parameters for 2 tensors and 256 tensor maps, sm_90a has 32764", COMPILE[:1])


def lower_level_cases():
    """Levels 1 and 2 as a user may write them."""
    fused = ("func.func @main(%%x: tensor<2x3xf32>, %%w: tensor<4x3xf32>) -> tensor<2x4xf32> {\n"
             "  %%y = @@gl.fused_matmul lhs(%%x : tensor<2x3xf32>) maps [%s]\n"
             "      rhs(%%w : tensor<4x3xf32>) maps [%s] ins() maps [] -> tensor<2x4xf32> map %s epilogue {\n"
             "  ^bb0(%%acc: f32%s):\n    %s\n  }\n  return %%y : tensor<2x4xf32>\n}\n")
    row, result = "affine_map<(m, k)[M, K] -> (m, k)>", "affine_map<(m, n)[M, N] -> (m, n)>"
    good = "gl.yield %acc : f32"
    for name, values, message in (
            ("a map that transposes", ("affine_map<(m, k)[M, K] -> (k, m)>", row, result, "", good), "M is|K is|elsewhere"),
            ("a map of one dim", ("affine_map<(m)[M] -> (m)>", row, result, "", good), "must have 2 dims"),
            ("a map with an offset", ("affine_map<(m, k)[M, K] -> (m + 1, k)>", row, result, "", good), "map of lhs 0"),
            ("a map that uses m twice", ("affine_map<(m, k)[M, K] -> (m, m)>", row, result, "", good), "map of lhs 0"),
            ("an epilogue with an argument too many", (row, row, result, ", %q: f32", good), "epilogue must have 1")):
        ir("fused_matmul: " + name, fused % values, message, OPT)
    ir("fused_matmul: a division by zero", (fused % ("affine_map<(m, k)[M, K] -> (m floordiv 0, k)>", row, result, "", good))
       .replace("@@", ""), r"in\.mlir:\d+:\d+: error: ", OPT)

    for name, text, message in (
            ("tile of 0", "#gl.schedule<family = simt, tile = [0, 8, 128], warps = [1, 4], lanes = [1, 2, 16], vector = 4>", "tile"),
            ("negative tile", "#gl.schedule<family = simt, tile = [-2, 8, 128], warps = [1, 4], lanes = [1, 2, 16], vector = 4>", "tile"),
            ("lanes that are not 32", "#gl.schedule<family = simt, tile = [2, 8, 128], warps = [1, 4], lanes = [1, 2, 8], vector = 4>", "lanes"),
            ("64 warps", "#gl.schedule<family = simt, tile = [64, 64, 128], warps = [8, 8], lanes = [1, 2, 16], vector = 4>", "warps|threads"),
            ("vector of 3", "#gl.schedule<family = simt, tile = [2, 8, 96], warps = [1, 4], lanes = [1, 2, 16], vector = 3>", "vector"),
            ("an unknown family", "#gl.schedule<family = tensor, tile = [64, 64, 64]>", "unknown family 'tensor'"),
            ("no tile", "#gl.schedule<family = simt>", "tile"),
            ("nonsense", "hello", "hello|schedule"),
            ("the CPU's family", "#gl.schedule<family = cpu, tile = [128, 96, 512], micro = [4, 3]>", "cpu"),
            ("a tile beyond the registers", "#gl.schedule<family = simt, tile = [512, 512, 128], warps = [1, 4], lanes = [1, 2, 16], vector = 4>", "register|element|limit")):
        case("--schedule: " + name, "gl-compile", ["{in}", "--emit=ptx", "-o", "{out}", "--schedule=" + text],
             "error: .*(%s)" % message, SMALL)
    for name, text in (("tile of 0", "#gl.schedule<family = cpu, tile = [0, 96, 512], micro = [4, 3]>"),
                       ("micro of 0", "#gl.schedule<family = cpu, tile = [128, 96, 512], micro = [0, 3]>"),
                       ("micro that does not divide", "#gl.schedule<family = cpu, tile = [128, 96, 512], micro = [7, 5]>"),
                       ("the GPU's family", "#gl.schedule<family = simt, tile = [2, 8, 128], warps = [1, 4], "
                        "lanes = [1, 2, 16], vector = 4>")):
        case("--schedule: " + name, "gl-run", ["{in}", "--device=cpu", "--output={out}", "--schedule=" + text],
             "error: .*(tile|micro|simt)", SMALL)

    tile = ("tile.func @k(%%x: memref<64x64xf32, strided<[64, 1]>>, %%y: memref<64x64xf32, strided<[64, 1]>>) "
            "grid {\n  %%one = arith.constant 1 : index\n  tile.yield %%one\n} {\n"
            "  %%c0 = arith.constant 0 : index\n  %s\n  tile.return\n}\n")
    for name, line, message in (
            ("a tile of another rank", "%t = @@tile.load %x[%c0] : memref<64x64xf32, strided<[64, 1]>> -> tensor<8xf32>", ""),
            ("a dynamic tile", "%t = @@tile.load %x[%c0, %c0] : memref<64x64xf32, strided<[64, 1]>> -> tensor<?x8xf32>", ""),
            ("another dtype", "%t = @@tile.load %x[%c0, %c0] : memref<64x64xf32, strided<[64, 1]>> -> tensor<8x8xf16>", ""),
            ("a negative extent", "%t = tile.load %x[%c0, %c0] : memref<64x64xf32, strided<[64, 1]>> -> tensor<@@-8x8xf32>", "")):
        ir("tile.load: " + name, tile % line, message, OPT)


def name_cases():
    def compile_case(name, *arguments, message, text=GOOD, **rest):
        case(name, "gl-compile", list(arguments), message, text, **rest)

    for target in ("sm_1", "cpu,gpu", "sm_80", "SM_90A", "x86", "sm_90a ", "sm_100"):
        compile_case("target '%s'" % target, "{in}", "--target=" + target, "-o", "{out}",
                     message="unknown --target=%s; it is one of cpu, sm_90, sm_90a" % target)
    for target in ("sm_1", "sm_80", "tpu"):
        case("pipeline target '%s'" % target, "gl-opt", ["{in}", "-o", "{out}", "--gl-to-nvvm=target=" + target],
             "unknown target '%s'; the targets are cpu, sm_90 and sm_90a" % target, GOOD)
    case("gl-run, target sm_80 for a GPU", "gl-run", ["{in}", "--device=cuda:0", "--target=sm_80", "--output={out}"],
         "sm_80|CUDA|GPU|driver", GOOD)
    compile_case("an unknown CPU", "{in}", "--target=cpu", "--cpu=z80", "-o", "{out}", message="z80")
    case("gl-run, an unknown CPU", "gl-run", ["{in}", "--device=cpu", "--cpu=z80", "--output={out}"], "z80", GOOD)
    compile_case("an unknown --emit", "{in}", "--emit=elf", "-o", "{out}", message="unknown --emit=elf; it is one of")
    compile_case("ptx for the CPU", "{in}", "--emit=ptx", "--target=cpu", "-o", "{out}", message="--emit=ptx is for a GPU")
    compile_case("an object for the GPU", "{in}", "--emit=obj", "-o", "{out}", message="--emit=obj is for --target=cpu")
    compile_case("an unknown option", "{in}", "--emti=ptx", "-o", "{out}", message="emti")
    compile_case("two inputs", "{in}", "{in}", "-o", "{out}", message="Too many positional arguments")
    compile_case("a missing input", "{dir}/none.mlir", "-o", "{out}", message="none.mlir': No such file or directory")
    compile_case("a folder as input", "{dir}", "-o", "{out}", message="Is a directory")
    case("gl-run, a folder as program", "gl-run", ["{dir}", "--device=cpu"], "Is a directory")
    case("gl-opt, a folder as input", "gl-opt", ["{dir}", "-o", "{out}"], "Is a directory|directory")
    case("gl-opt, a missing input", "gl-opt", ["{dir}/none.mlir", "-o", "{out}"], "No such file or directory")
    case("gl-opt, an unknown pass", "gl-opt", ["{in}", "--gl-fuse-gater", "-o", "{out}"], "gl-fuse-gater", GOOD)
    case("gl-opt, a broken pipeline", "gl-opt", ["{in}", "--pass-pipeline=builtin.module(", "-o", "{out}"], "error: |expected|encountered", GOOD)
    module = "module attributes {gl.target = TARGET} {\n" + GOOD + "}\n"
    for value, message in (("\"sm_90a\"", "gl.target"), ("#gl.target<arch = \"sm_70\", sms = 1, shared_bytes = 1, registers = 255>", "sm_70"),
                           ("#gl.target<arch = \"sm_90a\", sms = -1, shared_bytes = 1, registers = 255>", "sms"),
                           ("#gl.target<arch = \"sm_90a\">", "sms|target")):
        ir("gl.target = " + value, module.replace("TARGET", value), r"in\.mlir:1:\d+: error: .*(%s)" % message, COMPILE[:1])


def output_cases():
    compile_ = ["{in}", "--emit=ptx", "-o"]
    for tool, arguments in (("gl-compile", compile_), ("gl-opt", ["{in}", "-o"])):
        case(tool + ", output into a missing folder", tool, arguments + ["{dir}/none/out"], "none/out.*No such file or directory", GOOD)
        case(tool + ", output onto a folder", tool, arguments + ["{dir}"], "Is a directory|directory", GOOD)
        case(tool + ", output below a file", tool, arguments + ["{in}/out"], "Not a directory", GOOD)
        case(tool + ", output onto a full disk", tool, arguments + ["/dev/full"], "No space left on device", GOOD)
        case(tool + ", an output name beyond the limit", tool, arguments + ["{dir}/" + "x" * 300], "File name too long", GOOD)
    run = ["{in}", "--device=cpu"]
    case("gl-run, output into a missing folder", "gl-run", run + ["--output={dir}/none/out"], "none/out.*No such file", GOOD)
    case("gl-run, output onto a folder", "gl-run", run + ["--output={dir}"], "irectory", GOOD)
    case("gl-run, output below a file", "gl-run", run + ["--output={in}/out"], "Not a directory", GOOD)
    case("gl-run, output onto a full disk", "gl-run", run + ["--output=/dev/full"], "No space left on device", GOOD)
    case("gl-run, an output of no result", "gl-run", run + ["--output=result7={out}"], "result7", GOOD)
    case("no ptxas at that path", "gl-compile", ["{in}", "--emit=cubin", "--ptxas=/nonexistent", "-o", "{out}"],
         "ptxas is not an executable file: '/nonexistent'", GOOD)
    case("a folder as ptxas", "gl-compile", ["{in}", "--emit=cubin", "--ptxas={dir}", "-o", "{out}"],
         "ptxas is not an executable file", GOOD)
    case("a text as ptxas", "gl-compile", ["{in}", "--emit=cubin", "--ptxas={in}", "-o", "{out}"],
         "ptxas is not an executable file", GOOD)
    case("a ptxas that fails", "gl-compile", ["{in}", "--emit=cubin", "--ptxas=/bin/false", "-o", "{out}"],
         "'/bin/false' failed with exit code 1", GOOD)
    case("a ptxas that writes nothing", "gl-compile", ["{in}", "--emit=cubin", "--ptxas=/bin/true", "-o", "{out}"],
         "'/bin/true' wrote no cubin", GOOD)
    case("a bundle with a ptxas that fails", "gl-compile", ["{in}", "--ptxas=/bin/false", "-o", "{out}"],
         "'/bin/false' failed with exit code 1", GOOD)
    case("no CUDA at all", "gl-compile", ["{in}", "--emit=cubin", "-o", "{out}"], "a cubin needs nvJitLink or ptxas.*neither was found",
         GOOD, {"PATH": "", "CUDA_PATH": "/nonexistent"})
    case("a missing temporary folder", "gl-compile", ["{in}", "--emit=cubin", "--ptxas=/bin/true", "-o", "{out}"],
         "cannot make a directory for ptxas's files in '/nonexistent'", GOOD, {"TMPDIR": "/nonexistent"})
    case("a GPU that is not there", "gl-run", ["{in}", "--device=cuda:99", "--output={out}"], "GPU|CUDA|driver|device", GOOD)


def npy(descr="'<f4'", shape="(2, 3)", order="False", data=bytes(24), version=1, header=None, magic=b"\x93NUMPY"):
    text = header if header is not None else "{'descr': %s, 'fortran_order': %s, 'shape': %s, }" % (descr, order, shape)
    text = text.encode("latin-1") + b"\n"
    length = struct.pack("<H" if version == 1 else "<I", len(text))
    return magic + bytes([version, 0]) + length + text + data


def npy_cases():
    for name, content, message in (
            ("empty file", b"", "magic|too short|not a .npy|bytes"),
            ("text", b"1 2 3\n", "npy|magic"),
            ("wrong magic", npy(magic=b"\x93NUMPZ"), "npy|magic"),
            ("version 9", npy(version=9), "version"),
            ("header cut", npy()[:40], "header"),
            ("header of 4 GiB", b"\x93NUMPY\x02\x00\xff\xff\xff\xff{}", "header"),
            ("no dict", npy(header="hello"), "header"),
            ("no shape", npy(header="{'descr': '<f4', 'fortran_order': False}"), "shape"),
            ("data too short", npy(data=bytes(20)), "24.*20|20.*24"),
            ("data too long", npy(data=bytes(28)), "24.*28|28.*24"),
            ("negative dim", npy(shape="(-2, 3)"), "-2|negative"),
            ("dim beyond 64 bits", npy(shape="(99999999999999999999, 3)"), "64 bits|9999"),
            ("sizes beyond 64 bits", npy(shape="(4611686018427387904, 4)"), "bytes|64 bits"),
            ("f64", npy(descr="'<f8'", data=bytes(48)), "f64.*f32"),
            ("i32", npy(descr="'<i4'"), "<i4"),
            ("structured", npy(descr="[('a', '<f4')]"), "descr|dtype|header"),
            ("objects", npy(descr="'|O'"), r"\|O"),
            ("bf16", npy(descr="'<V2'", data=bytes(12)), "bf16.*f32"),
            ("rank 1", npy(shape="(6,)"), r"\(6\)|\(6,\)"),
            ("swapped", npy(shape="(3, 2)"), r"\(3, 2\).*\(2, 3\)")):
        case(".npy: " + name, "gl-run", ["{in}", "--device=cpu", "--input=x={dir}/data.npy", "--output={out}"], message,
             (SMALL, content))


def bundle_bytes(record, code=b"", crc=None):
    body_ = record + code
    return b"GLBNDL01" + struct.pack("<QQ", len(record), zlib.crc32(body_) if crc is None else crc) + body_


def bundle_cases():
    function = (b'{"name":"main","tensors":[],"checks":[],"steps":[]}')
    for name, content, message in (
            ("magic only", b"GLBNDL01", ""),
            ("record longer than the file", b"GLBNDL01" + struct.pack("<QQ", 1 << 40, 0) + b"{}", ""),
            ("length that overflows", b"GLBNDL01" + struct.pack("<QQ", (1 << 64) - 1, 0) + b"{}", ""),
            ("wrong checksum", bundle_bytes(b"{}", crc=1), "checksum|CRC|crc"),
            ("no JSON", bundle_bytes(b"hello"), ""),
            ("an empty object", bundle_bytes(b"{}"), "target|format"),
            ("a list", bundle_bytes(b"[]"), ""),
            ("another format", bundle_bytes(b'{"format":99,"compiler":"x","target":"cpu","functions":[],"modules":[]}'), "99|object"),
            ("an unknown target", bundle_bytes(b'{"format":1,"compiler":"x","target":"tpu","functions":[%s],"modules":[]}' % function), "tpu"),
            ("no object", bundle_bytes(b'{"format":1,"compiler":"x","target":"cpu","functions":[%s],"modules":[]}' % function), "object"),
            ("an object outside", bundle_bytes(b'{"format":1,"compiler":"x","target":"cpu","functions":[%s],"modules":[{"kind":"object","offset":5,"size":9}]}' % function), "9 bytes at offset 5"),
            ("an object that is none", bundle_bytes(b'{"format":1,"compiler":"x","target":"cpu","functions":[%s],"modules":[{"kind":"object","offset":0,"size":4}]}' % function, b"junk"), ""),
            ("nesting", bundle_bytes(b'{"format":' + b"[" * 100000 + b"]" * 100000 + b"}"), "")):
        case("bundle: " + name, "gl-run", ["{dir}/in.glb", "--device=cpu", "--output={out}"], message, {"in.glb": content})
    case("a bundle as IR, gl-compile", "gl-compile", ["{dir}/in.glb", "-o", "{out}"], r"in\.glb:1:\d+: error: ", {"in.glb": b"GLBNDL01" + bytes(40)})
    case("a bundle as IR, gl-opt", "gl-opt", ["{dir}/in.glb", "-o", "{out}"], r"in\.glb:1:\d+: error: ", {"in.glb": b"GLBNDL01" + bytes(40)})


def write(path, content):
    with open(path, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())


def check(folder, index, entry):
    """What is wrong with the case's run, or nothing."""
    name, tool, arguments, message, text, environment, _ = entry
    here = os.path.join(folder, "%03d" % index)
    shutil.rmtree(here, ignore_errors=True)
    os.makedirs(here)
    program = os.path.join(here, "in.mlir")
    place = None
    if isinstance(text, dict):
        for file, content in text.items():
            write(os.path.join(here, file), content)
    elif text is not None:
        if isinstance(text, tuple):
            text, data = text
            write(os.path.join(here, "data.npy"), data)
        if isinstance(text, str) and "@@" in text:
            before = text[:text.index("@@")]
            place = "in.mlir:%d:%d: error: " % (before.count("\n") + 1, len(before) - before.rfind("\n"))
            text = text.replace("@@", "", 1)
        write(program, text)
    files = set(os.listdir(here))
    output = os.path.join(here, "out")
    fill = lambda s: s.replace("{in}", program).replace("{out}", output).replace("{dir}", here)
    full = dict(os.environ, **(environment or {}))
    try:
        run = subprocess.run([shutil.which(tool)] + [fill(a) for a in arguments], stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=SECONDS, env=full, cwd=here)
    except subprocess.TimeoutExpired:
        return "runs for more than %d s" % SECONDS
    errors = run.stderr.decode("utf-8", "replace")
    shown = errors if len(errors) < 1500 else errors[:1500] + "..."
    if run.returncode != 1:
        return "exit code %d\n%s" % (run.returncode, shown)
    for trace in ("PLEASE submit a bug report", "Stack dump", "Assertion", "terminate called"):
        if trace in errors:
            return "'%s' on stderr\n%s" % (trace, shown)
    if place and place not in errors:
        return "no '%s' on stderr\n%s" % (place, shown)
    if not errors.strip():
        return "no message"
    if not re.search(message, errors, re.DOTALL):
        return "nothing on stderr matches '%s'\n%s" % (message, shown)
    left = sorted(set(os.listdir(here)) - files)
    if left:
        return "left behind: " + ", ".join(left)
    shutil.rmtree(here)
    return None


def main(folder):
    for group in (text_cases, gather_cases, matmul_cases, late_cases, lower_level_cases, name_cases, output_cases,
                  npy_cases, bundle_cases):
        group()
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda e: check(folder, *e), enumerate(CASES))
        for (name, tool, *_), wrong in zip(CASES, results):
            if wrong:
                failed += 1
                print("FAIL %s (%s): %s" % (name, tool, wrong))
    print("%d malformed inputs, %d failed" % (len(CASES), failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
