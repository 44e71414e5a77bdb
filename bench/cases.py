#!/usr/bin/env python3
"""The cases that bench.py times, by name, and the gl program of each.

usage: cases.py [--set tiny|unaligned|mid|large|peers|all] [--sample N] [--seed N]   prints the cases of sets
       cases.py --program f32:4,12,32,56 [--dynamic | --batch]                      prints the program of one case

A case is kind:R,B,H,N for x (R,B,H), weight (N, R*H), bias (N), result (B, N). It needs neither torch nor a GPU, so that any machine can
check that the compiler takes every program.
"""

import argparse
import dataclasses
import random


@dataclasses.dataclass(frozen=True)
class Kind:
    """How a case computes: `element` is the type in memory, `precision` what gl.matmul_bias is told where it is not the default, `wide` the
    type of bias and result where it is another. An operand of 8 bits has a scale."""

    element: str
    bytes: int
    precision: str = ""
    wide: str = ""
    wide_bytes: int = 0


KINDS = {
    "f32": Kind("f32", 4),
    "tf32": Kind("f32", 4, "tf32"),
    "tf32x3": Kind("f32", 4, "tf32x3"),
    "f16": Kind("f16", 2),
    "bf16": Kind("bf16", 2),
    "f8": Kind("f8E4M3FN", 1, wide="bf16", wide_bytes=2),
}


@dataclasses.dataclass(frozen=True)
class Case:
    kind: str
    r: int
    b: int
    h: int
    n: int

    @staticmethod
    def parse(text):
        """Raises ValueError, with what is wrong, for text that is no case."""
        kind, _, dims = text.partition(":")
        if kind not in KINDS:
            raise ValueError(f"'{text}': the kind must be one of {', '.join(KINDS)}")
        try:
            r, b, h, n = (int(d) for d in dims.split(","))
        except ValueError:
            raise ValueError(f"'{text}': expected four sizes R,B,H,N after the kind") from None
        if min(r, b, h, n) < 1:
            raise ValueError(f"'{text}': every size must be at least 1")
        return Case(kind, r, b, h, n)

    @property
    def spec(self):
        return f"{self.kind}:{self.r},{self.b},{self.h},{self.n}"

    @property
    def name(self):
        return f"{self.kind} ({self.r},{self.b},{self.h},{self.n})"

    @property
    def k(self):
        return self.r * self.h

    @property
    def elem(self):
        return KINDS[self.kind].bytes

    @property
    def flops(self):
        return 2 * self.b * self.n * self.k

    @property
    def bytes(self):
        """Each operand read once, the result written once."""
        wide = KINDS[self.kind].wide_bytes or self.elem
        return self.elem * (self.b * self.k + self.n * self.k) + wide * (self.n + self.b * self.n)

    def program(self, dynamic=False, constant=False):
        """`dynamic`: False, True (every dim is left open), or "batch" (B is). With `constant`, weight and bias are promised not to change
        between launches."""
        kind = KINDS[self.kind]
        precision, wide = kind.precision, kind.wide or kind.element
        b = "?" if dynamic == "batch" else self.b
        shapes = (self.r, b, self.h), (b, self.k), (self.n, self.k), (self.n,), (b, self.n)
        x, g, w, v, y = (f"tensor<{''.join('?x' if dynamic is True else f'{d}x' for d in s)}{e}>"
                         for s, e in zip(shapes, [kind.element] * 3 + [wide] * 2))
        attributes = f" {{precision = #gl.precision<{precision}>}}" if precision else ""
        promise = " {gl.constant}" if constant else ""
        numbers = ", %sx: tensor<f32>, %sw: tensor<f32>" if kind.wide else ""
        scales = " scales(%sx, %sw : tensor<f32>, tensor<f32>)" if kind.wide else ""
        return f"""func.func @main(%x: {x}, %w: {w}{promise}, %bias: {v}{promise}{numbers}) -> {y} {{
  %g = gl.gather_concat stacked %x : {x} -> {g}
  %y = gl.matmul_bias %g, %w, %bias{scales}{attributes} : {g}, {w}, {v} -> {y}
  return %y : {y}
}}
"""


def tiny(rng, sample):
    """The reference size, then neighbours: every other one of any H and N, whose rows are mostly no multiples of 16 bytes."""
    cases = [Case("f32", 4, 12, 32, 56), Case("bf16", 4, 12, 32, 56)]
    for i in range(sample):
        step = 1 if i % 2 else 8
        h, n = rng.randrange(8, 65, step), rng.randrange(8, 129, step)
        cases.append(Case(("f32", "bf16", "bf16", "f32")[i % 4], rng.randint(2, 8), rng.randint(1, 32), h, n))
    return cases


def unaligned(rng, sample):
    """B, H and N all odd, so that rows start at multiples of the element's size only."""
    cases = [Case("bf16", 5, 777, 33, 129)]
    for i in range(sample):
        kind = ("bf16", "f16", "bf16", "tf32", "bf16", "f32")[i % 6]
        odd = [rng.randrange(low, high, 2) for low, high in ((65, 1200), (9, 130), (65, 520))]
        cases.append(Case(kind, rng.randint(1, 16), *odd))
    return cases


MID = """f32:8,256,128,512 tf32:8,256,128,512 tf32x3:8,256,128,512 bf16:8,256,128,512 f32:4,1024,512,2048 tf32x3:4,1024,512,2048
bf16:7,1000,136,1000 bf16:4,512,512,2048 f16:4,512,512,2048 bf16:8,1,1024,8192 bf16:8,64,1024,8192 bf16:8,256,1024,4096"""

LARGE = """tf32:4,4096,512,2048 tf32x3:4,4096,512,2048 tf32:8,4096,1024,4096 bf16:8,2048,1024,2048 bf16:32,4096,128,4096
bf16:8,4096,512,4096 bf16:8,8192,1024,8192 f16:8,8192,1024,8192 bf16:8,16384,1024,8192 f8:8,4096,512,4096 f8:8,8192,1024,8192"""

# What the alternatives were first measured with: small to large within each kind.
PEERS = """f32:4,12,32,56 f32:3,13,40,56 f32:8,256,128,512 f32:4,1024,512,2048 tf32:4,4096,512,2048 bf16:4,12,32,56 bf16:5,777,33,129
bf16:8,1,1024,8192 bf16:7,1000,136,1000 bf16:4,512,512,2048 bf16:8,64,1024,8192 bf16:8,256,1024,4096 bf16:8,2048,1024,2048
bf16:32,4096,128,4096 bf16:8,8192,1024,8192 bf16:8,16384,1024,8192 f16:8,8192,1024,8192"""

FIXED = {"mid": MID, "large": LARGE, "peers": PEERS}
SETS = ["tiny", "unaligned", *FIXED, "all"]


def cases_of(name, seed=1, sample=10):
    """The cases of a set. The drawn ones depend on the seed alone, and a smaller sample is the beginning of a larger one."""
    if name == "all":
        return list(dict.fromkeys(case for part in SETS[:-1] for case in cases_of(part, seed, sample)))
    if name in FIXED:
        return [Case.parse(text) for text in FIXED[name].split()]
    return {"tiny": tiny, "unaligned": unaligned}[name](random.Random(f"{name} {seed}"), sample)


def add_options(parser):
    parser.add_argument("--set", action="append", choices=SETS, default=[], help="a set of cases; may be given several times")
    parser.add_argument("--sample", type=int, default=10, help="cases drawn at random in the sets tiny and unaligned (10)")
    parser.add_argument("--seed", type=int, default=1, help="what they are drawn from (1)")


def chosen(options):
    return list(dict.fromkeys(case for name in options.set for case in cases_of(name, options.seed, options.sample)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_options(parser)
    parser.add_argument("--program", metavar="CASE", help="print the program of this case")
    open_dims = parser.add_mutually_exclusive_group()
    open_dims.add_argument("--dynamic", action="store_true", help="with every dim left open")
    open_dims.add_argument("--batch", dest="dynamic", action="store_const", const="batch", help="with B left open")
    options = parser.parse_args()
    if options.program:
        try:
            print(Case.parse(options.program).program(options.dynamic), end="")
        except ValueError as error:
            parser.error(str(error))
        return
    options.set = options.set or ["all"]
    for case in chosen(options):
        print(case.spec)


if __name__ == "__main__":
    main()
