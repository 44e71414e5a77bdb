#!/usr/bin/env python3
"""Times gl beside its alternatives on one GPU, and prints a Markdown table.

usage: bench.py --tools DIR --runtime libgl_runtime.so --set tiny [--cases 'f32:4,12,32,56 ...'] [--compile] [--tma] [--sustained]

A case is kind:R,B,H,N for x (R,B,H), weight (N, R*H), bias (N). Kinds: f32 (true f32), tf32 (f32 data, one TF32 product), tf32x3 (f32 data,
three TF32 products; its alternatives are true f32, or Triton's tf32x3), f16, bf16, f8 (f8E4M3FN with a scale for each operand, bias and
result bf16; PyTorch's alternatives are _scaled_mm without fast accumulation). cases.py has the sets.

Contenders that do the whole operation:
  gl            static dims              gl batch      B open, which a call tells
  gl PDL        static dims, programmatic dependent launch                     gl dynamic    every dim open
  cat + linear, permute + linear, einsum, R addmm, bmm + sum                   PyTorch, eager
  compile, max-autotune                  torch.compile, with --compile (seconds a case)
  Triton, Triton small, Triton TMA       fused kernels, tuned a case at a time (triton_kernels.py); TMA with --tma
Points of reference that do less: GEMM only (F.linear on input gathered beforehand), copy (moves as many bytes as the operation must).

Every contender has a process of its own (apart.py says why) and the same random data. Its figure is the median, over rounds in which all
take turns, of the time of a launch in a replayed CUDA graph; the result of that very graph, on a poisoned output, is compared with float64
first, and one that is wrong is not timed.
Buffers are hot. Large cases rest before each burst; with --sustained each burst follows 150 ms of the same contender instead.

floor: the largest of FLOPs over the rate of a square product, bytes over the rate of a large copy, and an empty kernel, all measured in the
same run. Operands that fit the L2 come from there, so that such a case can be faster than its floor by bytes; the copy says what is left.

Needs torch, triton and a GPU. Exits with 1 if a gl contender failed or was wrong.
"""

import argparse
import gc
import math
import pathlib
import subprocess
import sys
import tempfile

import torch
import triton

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import cases
import floors
import peers
import report
from apart import Apart
from gl_ctypes import Runtime
from timing import POWER_HUNGRY, Graph, in_turns

# The bars of gl-run --check.
BARS = {"f32": 1e-6, "tf32": 1e-3, "tf32x3": 2e-6}


class Compiler:
    """Compiles and loads the programs of cases. One with open dims serves all cases of its kind."""

    def __init__(self, options, work):
        self.options, self.work = options, work
        self.runtime = Runtime(options.runtime)
        self.functions = {}

    def function(self, case, dynamic, constant=False):
        program = case.program(dynamic, constant)
        if program not in self.functions:
            source = self.work / f"{len(self.functions)}.mlir"
            source.write_text(program)
            bundle = source.with_suffix(".glb")
            command = [str(self.options.tools / "gl-compile"), str(source), "--emit=bundle", "--target=sm_90a", "-o", str(bundle)]
            command += [f"--schedule={self.options.schedule}"] if self.options.schedule else []
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode != 0:
                raise RuntimeError(f"gl-compile failed: {done.stderr.strip()}")
            self.functions[program] = self.runtime.load(str(bundle)).function("main")
        return self.functions[program]

    def builder(self, dynamic=False, pdl=False):
        def build(problem):
            function, y = self.function(problem.case, dynamic, constant=pdl), problem.result()
            options = {}
            if pdl:
                options["dependent_launch"] = True

            def launch():
                function([problem.x, problem.w, problem.bias, *problem.scales], [y], torch.cuda.current_stream().cuda_stream, **options)
                return y

            return launch

        return build


def copy_of(problem):
    return floors.copy(problem.case.bytes)


def bar(problem, contender):
    if contender not in report.GL:
        return peers.BARS[problem.case.kind]
    if problem.case.kind == "f8":
        return math.hypot(2e-3, 1.05 * problem.rounding())
    return BARS.get(problem.case.kind) or 1.05 * problem.rounding() + 1e-6


class Contender:
    """One column of the table, in a process of its own."""

    def __init__(self, name, options):
        self.name = name
        self.folder = tempfile.TemporaryDirectory()
        compiler = Compiler(options, pathlib.Path(self.folder.name))
        builders = {
            "gl": compiler.builder(),
            "gl batch": compiler.builder(dynamic="batch"),
            "gl dynamic": compiler.builder(dynamic=True),
            "gl PDL": compiler.builder(pdl=True),
            **peers.BUILDERS,
            "copy": copy_of,
        }
        self.build = builders[name]
        self.problem = self.graph = None

    def prepare(self, case):
        """Captures the graph that is to be timed. Returns why it is not, or None. Only one that is timed keeps its memory."""
        torch.set_float32_matmul_precision("high" if case.kind == "tf32" else "highest")
        note = "not prepared"
        try:
            self.problem = peers.Problem(case)
            self.graph = Graph(self.build(self.problem))
            note = self.check()
        except peers.Skip as skip:
            note = str(skip)
        finally:
            if note:
                self.drop()
        return note

    def check(self):
        """What is wrong with the graph's result, or None."""
        if self.name == "copy":
            return None
        return peers.wrong(self.problem, self.graph, bar(self.problem, self.name))

    def error(self):
        return self.problem.error(self.graph.output)

    def burst(self, sustained):
        return self.graph.burst(sustained)

    def drop(self):
        self.problem = self.graph = None
        gc.collect()
        torch.cuda.empty_cache()

    def is_lost(self):
        """Whether no later launch can succeed."""
        try:
            torch.cuda.synchronize()
        except Exception:
            return True
        return False


def reason(error):
    """One line for a note."""
    lines = str(error).splitlines()
    return " ".join((lines[-1] if lines else type(error).__name__).split())[:300]


def run_case(options, contenders, table, ceilings, case):
    """Prints the row of a case. Returns whether every gl contender was right."""
    right, ready = True, {}
    for name in table.columns:
        try:
            note = contenders[name].ask("prepare", case)
        except Exception as failure:
            note = reason(failure)
        if note:
            table.note(case, name, note)
            right = right and name not in report.GL
        else:
            ready[name] = contenders[name]
    figures = in_turns(ready, options.rounds, case.flops > POWER_HUNGRY, options.sustained)
    error = ready["gl"].ask("error") if "gl" in ready else None
    for name in report.GL:  # many launches in a row can go wrong where the first few did not
        wrong = ready[name].ask("check") if name in ready else None
        if wrong:
            table.note(case, name, f"{wrong}, after it was timed")
            right = False
            del figures[name]
    for contender in ready.values():
        contender.ask("drop")
    print(table.row(case, figures, ceilings, error), flush=True)
    return right


def parse_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", type=pathlib.Path, required=True, help="folder that holds gl-compile")
    parser.add_argument("--runtime", required=True, help="path of libgl_runtime.so")
    cases.add_options(parser)
    parser.add_argument("--cases", default="", help="cases, with spaces between them, before those of the sets")
    parser.add_argument("--compile", action="store_true", help="also torch.compile, plain and max-autotune")
    parser.add_argument("--tma", action="store_true", help="also the Triton kernel with tensor descriptors")
    parser.add_argument("--contenders", default="", help="only these columns, with commas between them")
    parser.add_argument("--schedule", default="", help="a #gl.schedule<...> for gl, in place of the compiler's choice")
    parser.add_argument("--sustained", action="store_true", help="time each contender after 150 ms of itself")
    parser.add_argument("--rounds", type=int, help="times that each contender has its turn (6; with --sustained 2)")
    options = parser.parse_args()
    try:
        given = [cases.Case.parse(text) for text in options.cases.split()]
    except ValueError as error:
        parser.error(str(error))
    options.cases = list(dict.fromkeys(given + cases.chosen(options)))
    if not options.cases:
        parser.error("give cases by --set or --cases")
    options.rounds = options.rounds or (2 if options.sustained else 6)
    every = report.GL + report.PEERS + report.PARTS
    if options.contenders:
        options.contenders = [name.strip() for name in options.contenders.split(",")]
        for name in options.contenders:
            if name not in every:
                parser.error(f"'{name}' is no contender; there are {', '.join(every)}")
    else:
        optional = {"compile": options.compile, "max-autotune": options.compile, "Triton TMA": options.tma}
        options.contenders = [name for name in every if optional.get(name, True)]
    return options


def main():
    options = parse_options()
    right = True
    ceilings = floors.ceilings(list(dict.fromkeys(case.kind for case in options.cases)), peers.DTYPES, options.rounds)
    contenders = {name: Apart(Contender, name, options) for name in options.contenders}
    try:
        how = "sustained" if options.sustained else "cool"
        print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}, Triton {triton.__version__}; microseconds a launch, {how}.")
        rates = ", ".join(f"{kind} {tflops:.1f} TFLOP/s" for kind, tflops in ceilings.tflops.items())
        print(f"Ceilings: {rates}; copy {ceilings.tb_per_s:.2f} TB/s; empty kernel {ceilings.launch_us:.2f} µs.\n")
        table = report.Report(options.contenders)
        print(table.header(), flush=True)
        try:
            for case in options.cases:
                right = run_case(options, contenders, table, ceilings, case) and right
        finally:
            print(f"\n{table.footer()}", flush=True)
    finally:
        for contender in contenders.values():
            contender.close()
    if not right:
        sys.exit("a gl contender failed or was wrong: see the notes")


if __name__ == "__main__":
    main()
