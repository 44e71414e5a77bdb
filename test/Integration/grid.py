"""What the groups of the grid are written with: programs of a gather and a product, as IR and as options of gl-run."""

import os

DTYPES = ("f32", "f16", "bf16")
# Of operands only.
F8 = ("f8E4M3FN", "f8E5M2")


def tensor(shape, dtype):
    return "tensor<%s%s>" % ("".join("%sx" % ("?" if d is None else d) for d in shape), dtype)


class Group:
    """The programs and cases of one group."""

    def __init__(self, name):
        self.name = name
        self.functions = {}
        self.cases = []

    def function(self, name, text):
        assert self.functions.setdefault(name, text) == text, name

    def case(self, name, function, *options):
        quoted = " ".join("'%s'" % o for o in options)
        self.cases.append("%s.mlir --name='%s/%s' --function=%s %s"
                          % (self.name, self.name, name, function, quoted))

    def write(self, folder):
        with open(os.path.join(folder, self.name + ".mlir"), "w") as f:
            f.write("\n".join(self.functions.values()))
        with open(os.path.join(folder, self.name + ".cases"), "w") as f:
            f.write("\n".join(self.cases) + "\n")


class Linear:
    """A gather, or none, then a product, as IR and as options for its inputs.

    form: `stacked`; `permuted`, the same spelled at level 0; `parts`; `concat`, the same spelled at level 0; `nested`, where
    all parts but the last are gathered first; `mixed`, where the first part is the gather of a stacked tensor; `plain`.
    parts: the shapes of the operands; those of stacked tensors are (R, ..., H).
    scales: numbers by the names of arguments.
    dynamic: False, True (all dims are known at the call only), or "rows" (those of the product's rows are).
    """

    def __init__(self, dtype, form, parts, n, bias=True, layout="nk", activation=None,
                 result=None, bias_dtype=None, dynamic=False, repeat=False, precision=None,
                 epilogue=(), scales=None):
        self.dtype, self.form, self.parts, self.n = dtype, form, [tuple(p) for p in parts], n
        self.layout, self.dynamic, self.repeat = layout, dynamic, repeat
        wide = "f32" if dtype in F8 else dtype
        self.result = result or wide
        self.bias_dtype = (bias_dtype or wide) if bias else None
        self.scales = scales or {}
        self.epilogue = epilogue
        self.attributes = []
        if layout == "kn":
            self.attributes.append("rhs_layout = #gl.rhs_layout<kn>")
        if activation:
            self.attributes.append("activation = #gl.activation<%s>" % activation)
        if precision:
            self.attributes.append("precision = #gl.precision<%s>" % precision)
        first = self.parts[0]
        if form in ("stacked", "permuted"):
            self.rows, self.k = first[1:-1], first[0] * first[-1]
        elif form == "mixed":
            self.rows, self.k = first[1:-1], first[0] * first[-1] + sum(p[-1] for p in self.parts[1:])
        else:
            self.rows = first[:-1]
            self.k = sum(p[-1] for p in self.parts) * (2 if repeat else 1)
        self.y = self.rows + (n,)
        self.w = (n, self.k) if layout == "nk" else (self.k, n)

    def type(self, shape, dtype=None, rows=range(0)):
        """`rows` are the dims that the rows of the product are made of."""
        open_dims = range(len(shape)) if self.dynamic is True else rows if self.dynamic == "rows" else ()
        return tensor([None if i in open_dims else d for i, d in enumerate(shape)], dtype or self.dtype)

    def part_type(self, shape):
        is_stacked = len(shape) == len(self.rows) + 2
        return self.type(shape, rows=range(1 if is_stacked else 0, len(shape) - 1))

    def text(self, name):
        one = len(self.parts) == 1
        names = ["%x"] if one else ["%%p%d" % i for i in range(len(self.parts))]
        arguments = ["%s: %s" % (v, self.part_type(p)) for v, p in zip(names, self.parts)]
        arguments.append("%%w: %s" % self.type(self.w))
        if self.bias_dtype:
            arguments.append("%%b: %s" % self.type((self.n,), self.bias_dtype))
        arguments += ["%%%s: tensor<f32>" % s for s in self.scales]
        used = names * (2 if self.repeat else 1)
        types = [self.part_type(p) for p in self.parts] * (2 if self.repeat else 1)
        rows = range(len(self.rows))
        gathered = self.type(self.rows + (self.k,), rows=rows)
        y = self.type(self.y, self.result, rows)
        body, lhs = [], "%g"
        if self.form == "stacked":
            body.append("%%g = gl.gather_concat stacked %%x : %s -> %s" % (types[0], gathered))
        elif self.form == "permuted":
            r, b, h = self.parts[0]
            moved = tensor((b, r, h), self.dtype)
            body += ["%%e = tensor.empty() : %s" % moved,
                     "%%t = linalg.transpose ins(%%x : %s) outs(%%e : %s) permutation = [1, 0, 2]"
                     % (types[0], moved),
                     "%%g = tensor.collapse_shape %%t [[0], [1, 2]] : %s into %s"
                     % (moved, gathered)]
        elif self.form in ("nested", "mixed"):
            stacked = self.form == "mixed"
            inner = types[:1] if stacked else types[:-1]
            width = self.parts[0][0] * self.parts[0][-1] if stacked else sum(p[-1] for p in self.parts[:-1])
            joined = self.type(self.rows + (width,), rows=rows)
            body.append("%%i = gl.gather_concat %s%s : %s -> %s"
                        % ("stacked " if stacked else "", ", ".join(used[:len(inner)]), ", ".join(inner), joined))
            body.append("%%g = gl.gather_concat %s : %s -> %s"
                        % (", ".join(["%i"] + used[len(inner):]), ", ".join([joined] + types[len(inner):]), gathered))
        elif self.form == "parts":
            body.append("%%g = gl.gather_concat %s : %s -> %s" % (", ".join(used), ", ".join(types), gathered))
        elif self.form == "concat":
            body.append("%%g = tensor.concat dim(%d) %s : (%s) -> %s"
                        % (len(self.rows), ", ".join(used), ", ".join(types), gathered))
        else:
            lhs = "%x"
        operands, operand_types = [lhs, "%w"], [gathered, self.type(self.w)]
        if self.bias_dtype:
            operands.append("%b")
            operand_types.append(self.type((self.n,), self.bias_dtype))
        scales = " scales(%s : %s)" % (", ".join("%" + s for s in self.scales),
                                       ", ".join("tensor<f32>" for s in self.scales)) if self.scales else ""
        body.append("%%y = gl.matmul_bias %s%s%s : %s -> %s"
                    % (", ".join(operands), scales,
                       " {%s}" % ", ".join(self.attributes) if self.attributes else "",
                       ", ".join(operand_types), y))
        last, result = "%y", y
        for line, value, arguments_of, value_type in self.epilogue:
            body.append(line)
            arguments += arguments_of
            last, result = value or last, value_type or result
        return "func.func @%s(%s) -> %s {\n  %s\n  return %s : %s\n}\n" % (
            name, ", ".join(arguments), result, "\n  ".join(body), last, result)

    def inputs(self, data="randint:-2:2", weight=None, bias=None, views=None):
        """--input options; `views` adds `@strides=...` and the like by name."""
        views = views or {}
        names = ["x"] if len(self.parts) == 1 else ["p%d" % i for i in range(len(self.parts))]
        values = [(v, data, p) for v, p in zip(names, self.parts)]
        values.append(("w", weight or data, self.w))
        if self.bias_dtype:
            integer = "randint:-8:8" if data.startswith("randint") else data
            values.append(("b", bias or integer, (self.n,)))
        return (["--input=%s=%s[%s]%s" % (v, d, ",".join(map(str, s)), views.get(v, "")) for v, d, s in values] +
                ["--input=%s=full:%r" % scale for scale in self.scales.items()])


def one(group, name, linear, *options, **data):
    """A function with one case, fused into one kernel and compared bit for bit by default."""
    function = "f%d" % len(group.functions)
    group.function(function, linear.text(function))
    options = options or ("--exact", "--expect-steps=1")
    group.case(name, function, *linear.inputs(**data), *options)


CHECK = ("--check", "--expect-steps=1")
