"""Writes random programs and the cases that compare them with the reference.

usage: random_programs.py FOLDER SEED COUNT

A program is one to three products, each of a gather of arguments, of earlier results or of both, then
maybe an epilogue; several values may be returned, also arguments, and some arguments go unused. Dims
are static or dynamic. The same seed gives the same programs everywhere. Writes FOLDER/random.cases and
FOLDER/random.mlir.
"""

import os
import random
import sys

DTYPES = ("f32", "f16", "bf16")
# Bars for results that are not exact, of values that were rounded on the way.
TOLERANCE = {"f32": "2e-5", "f16": "6e-3", "bf16": "5e-2"}
MAX_ABS = {"f32": "1e-2", "f16": "1", "bf16": "8"}


class Program:
    def __init__(self, rng, name):
        self.rng, self.name = rng, name
        self.dtype = rng.choice(DTYPES)
        self.dynamic = rng.random() < 0.35
        self.arguments, self.lines, self.inputs = [], [], []
        self.exact, self.refused, self.count = True, False, 0
        self.rows = self.size()

    def size(self):
        r = self.rng.random()
        return 1 if r < 0.1 else self.rng.choice((2, 4, 8, 16, 32, 64)) if r < 0.5 else self.rng.randint(1, 70)

    def type(self, shape, dtype=None):
        return "tensor<%s%s>" % ("".join("%sx" % ("?" if self.dynamic else d) for d in shape), dtype or self.dtype)

    def fresh(self, prefix="v"):
        self.count += 1
        return "%%%s%d" % (prefix, self.count)

    def argument(self, shape, dtype=None, data="randint:-1:1", spec=""):
        name = self.fresh("a")
        self.arguments.append("%s: %s" % (name, self.type(shape, dtype)))
        self.inputs.append("--input=%s=%s[%s]%s" % (name[1:], data, ",".join(map(str, shape)), spec))
        return name

    def view(self, shape):
        """Sometimes strides that are not those of a packed tensor."""
        if self.rng.random() > 0.15:
            return ""
        pitch, strides = shape[-1] + self.rng.randint(0, 9), []
        for i in range(len(shape)):
            strides.append(1 if i == len(shape) - 1 else pitch)
        for i in range(len(shape) - 3, -1, -1):
            strides[i] = strides[i + 1] * shape[i + 1]
        return "@strides=%s@offset=%d" % (",".join(map(str, strides)), self.rng.randint(0, 3))

    def source(self, width=None):
        shape = (self.rows, width or self.size())
        return self.argument(shape, spec=self.view(shape)), shape[1]

    def gather(self, known):
        """A gathered (rows, K): its value and K. `known` are the (value, width) so far."""
        rng = self.rng
        form = rng.choice(("stacked", "parts", "concat", "permuted", "nested", "plain", "mixed"))
        if known and rng.random() < 0.6:
            form = rng.choice(("plain", "mixed", "mixed", "again"))
        if form in ("stacked", "permuted"):
            r, h = rng.randint(1, 6), rng.randint(1, 24)
            shape = (r, self.rows, h)
            x = self.argument(shape, spec=self.view(shape))
            g = self.fresh()
            if form == "stacked" or self.dynamic:
                self.lines.append("%s = gl.gather_concat stacked %s : %s -> %s"
                                  % (g, x, self.type(shape), self.type((self.rows, r * h))))
            else:
                moved = self.type((self.rows, r, h))
                e, t = self.fresh(), self.fresh()
                self.lines += ["%s = tensor.empty() : %s" % (e, moved),
                               "%s = linalg.transpose ins(%s : %s) outs(%s : %s) permutation = [1, 0, 2]"
                               % (t, x, self.type(shape), e, moved),
                               "%s = tensor.collapse_shape %s [[0], [1, 2]] : %s into %s"
                               % (g, t, moved, self.type((self.rows, r * h)))]
            return g, r * h
        if form == "plain":
            return rng.choice(known) if known else self.source()
        if form == "nested":
            inner = self.join([self.source() for _ in range(rng.randint(1, 3))])
            return self.join([inner, self.source()][::rng.choice((1, -1))])
        parts = [self.source() for _ in range(rng.randint(1, 4))] if form != "again" else []
        if known and form in ("mixed", "again"):
            parts += [rng.choice(known) for _ in range(rng.randint(1, 2))]
        if rng.random() < 0.2:
            parts.append(rng.choice(parts))
        rng.shuffle(parts)
        return self.join(parts, "tensor.concat" if form == "concat" else "gl.gather_concat")

    def join(self, parts, op="gl.gather_concat"):
        g, k = self.fresh(), sum(w for _, w in parts)
        types = ", ".join(self.type((self.rows, w)) for _, w in parts)
        values = ", ".join(v for v, _ in parts)
        if op == "tensor.concat":
            self.lines.append("%s = tensor.concat dim(1) %s : (%s) -> %s" % (g, values, types, self.type((self.rows, k))))
        else:
            self.lines.append("%s = gl.gather_concat %s : %s -> %s" % (g, values, types, self.type((self.rows, k))))
        return g, k

    def product(self, known):
        rng = self.rng
        g, k = self.gather(known)
        n = self.size()
        kn = rng.random() < 0.35
        w = self.argument((k, n) if kn else (n, k), spec=self.view((k, n) if kn else (n, k)))
        operands, types = [g, w], [self.type((self.rows, k)), self.type((k, n) if kn else (n, k))]
        if rng.random() < 0.7:
            dtype = rng.choice((self.dtype, "f32"))
            operands.append(self.argument((n,), dtype, "randint:-2:2"))
            types.append(self.type((n,), dtype))
        attributes = ["rhs_layout = #gl.rhs_layout<kn>"] if kn else []
        activation = rng.choice((None, None, "relu", "gelu", "gelu_tanh", "silu"))
        if activation:
            attributes.append("activation = #gl.activation<%s>" % activation)
            self.exact &= activation == "relu"
        y = self.fresh()
        self.lines.append("%s = gl.matmul_bias %s%s : %s -> %s" % (
            y, ", ".join(operands), " {%s}" % ", ".join(attributes) if attributes else "", ", ".join(types),
            self.type((self.rows, n))))
        return self.epilogue(y, n, known), n

    def epilogue(self, y, n, known):
        rng, shape = self.rng, (self.rows, n)
        t = self.type(shape)
        for _ in range(rng.choice((0, 0, 0, 1, 2, 3))):
            kind = rng.choice(("residual", "scale", "relu", "row", "column", "self"))
            z = self.fresh()
            if self.dynamic and kind in ("scale", "relu", "row", "column"):
                kind = "residual"
            if kind == "residual":
                same = [v for v, w in known if w == n]
                r = rng.choice(same) if same and rng.random() < 0.7 else self.argument(shape)
                self.lines.append("%s = %s %s, %s : %s" % (z, rng.choice(("arith.addf", "arith.subf")), y, r, t))
            elif kind == "self":
                self.lines.append("%s = arith.addf %s, %s : %s" % (z, y, y, t))
            elif kind in ("scale", "relu"):
                c = self.fresh("c")
                self.lines += ["%s = arith.constant dense<%s> : %s" % (c, "0.5" if kind == "scale" else "0.0", t),
                               "%s = %s %s, %s : %s" % (z, "arith.mulf" if kind == "scale" else "arith.maximumf", y, c, t)]
            else:
                dim = 0 if kind == "row" else 1
                vector = (n,) if kind == "row" else (self.rows,)
                r, e, q = self.argument(vector), self.fresh(), self.fresh()
                self.lines += ["%s = tensor.empty() : %s" % (e, t),
                               "%s = linalg.broadcast ins(%s : %s) outs(%s : %s) dimensions = [%d]"
                               % (q, r, self.type(vector), e, t, dim),
                               "%s = arith.mulf %s, %s : %s" % (z, y, q, t)]
            y = z
        return y

    def write(self):
        rng, known = self.rng, []
        for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
            y, n = self.product(known)
            known.append((y, n))
        returned = [known[-1]] + [k for k in known[:-1] if rng.random() < 0.4]
        if rng.random() < 0.25:
            self.argument((rng.randint(1, 9), 3))
        if rng.random() < 0.1:
            # No kernel writes an argument; compiling that is refused.
            returned.append((self.source(5)[0], 5))
            self.refused = True
        rng.shuffle(returned)
        types = [self.type((self.rows, n)) for _, n in returned]
        text = "func.func @%s(%s) -> (%s) {\n  %s\n  return %s : %s\n}\n" % (
            self.name, ", ".join(self.arguments), ", ".join(types), "\n  ".join(self.lines),
            ", ".join(v for v, _ in returned), ", ".join(types))
        bar = ["--exact"] if self.exact else ["--check", "--tolerance=" + TOLERANCE[self.dtype]]
        # The norm of a few values of an activation's tail is no measure.
        if not self.exact and self.rows * min(n for _, n in returned) < 64:
            bar = ["--check", "--tolerance=1e30", "--max-abs=" + MAX_ABS[self.dtype]]
        if self.refused:
            bar.append("--expect-error=what no kernel writes")
        case = "random.mlir --name='%s %s' --function=%s %s" % (
            self.name, self.dtype, self.name, " ".join("'%s'" % o for o in self.inputs + bar))
        return text, case


def main(folder, seed, count):
    os.makedirs(folder, exist_ok=True)
    rng = random.Random(int(seed))
    programs = [Program(random.Random(rng.getrandbits(64)), "p%d" % i).write() for i in range(int(count))]
    with open(os.path.join(folder, "random.mlir"), "w") as file:
        file.write("\n".join(text for text, _ in programs))
    with open(os.path.join(folder, "random.cases"), "w") as file:
        file.write("\n".join(case for _, case in programs) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
