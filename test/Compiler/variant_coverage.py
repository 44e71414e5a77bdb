# Which kernel a call of open sizes takes, worked out from the bundle's record as the runtime does (docs/bundle.md, "Calls"): the
# cases of the grid's group `variants` take every one that competes.
#
# RUN: %python %s %t %S/../Integration

"""usage: variant_coverage.py FOLDER FOLDER_OF_THE_GRID"""

import json
import os
import re
import struct
import subprocess
import sys

folder, grid = sys.argv[1:3]
sys.path.insert(0, grid)
sys.dont_write_bytecode = True
import variant_cases  # noqa: E402

os.makedirs(folder, exist_ok=True)
group = variant_cases.variants()


def read_record(name, text):
    source, output = os.path.join(folder, name + ".mlir"), os.path.join(folder, name + ".glb")
    with open(source, "w") as file:
        file.write(text)
    subprocess.run(["gl-compile", source, "--target=sm_90a", "--emit=bundle", "--no-cubin", "-o", output], check=True)
    with open(output, "rb") as file:
        data = file.read()
    return json.loads(data[24:24 + struct.unpack("<Q", data[8:16])[0]])["functions"][0]


OPERATIONS = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b, "floordiv": lambda a, b: a // b,
              "ceildiv": lambda a, b: -(-a // b), "mod": lambda a, b: a % b, "min": min, "max": max}


def evaluate(expression, tensors):
    if isinstance(expression, int):
        return expression
    if expression[0] in ("dim", "stride"):
        shape, strides = tensors[expression[1]]
        return (shape if expression[0] == "dim" else strides)[expression[2]]
    return OPERATIONS[expression[0]](*(evaluate(e, tensors) for e in expression[1:]))


def holds(condition, tensors):
    (kind, (a, b)), = condition.items()
    if kind == "aligned":  # as gl-run's tensors are
        return True
    if kind == "within":
        shape, strides = tensors[a]
        return sum((n - 1) * s for n, s in zip(shape, strides)) < b
    a, b = evaluate(a, tensors), evaluate(b, tensors)
    return {"eq": a == b, "le": a <= b, "divides": a == 0 or b % a == 0}[kind]


def reads_copy(variant, tensors):
    """Whether a kernel takes a temporary, which here are copies of inputs."""
    taken = [p.get("ptr", p.get("tensor_map", {}).get("tensor")) for p in variant["params"]]
    return any(t is not None and tensors[t]["role"] == "temp" for t in taken)


def select(record, tensors, has_workspace):
    cheapest = None
    # Before the product's step there may be one that copies its input for some kernels.
    for variant in record["steps"][-1]["variants"]:
        if not has_workspace and reads_copy(variant, record["tensors"]):
            continue
        if not all(holds(c, tensors) for c in variant["guard"]):
            continue
        if "cost" not in variant:
            return cheapest[1] if cheapest else variant["name"]
        cost = evaluate(variant["cost"], tensors)
        if not cheapest or cost < cheapest[0]:
            cheapest = cost, variant["name"]
    return cheapest[1]


def contiguous(shape):
    strides = [1]
    for extent in shape[:0:-1]:
        strides.insert(0, strides[0] * extent)
    return shape, strides


total = 0
for function, text in group.functions.items():
    record = read_record(function, text)
    variants = record["steps"][-1]["variants"]
    taken = set()
    for case in group.cases:
        if "--function=%s " % function not in case:
            continue
        arguments = []
        for shape, strides in re.findall(r"--input=\w+=[^'\[]*\[([\d,]+)\](?:@strides=([\d,]+))?", case):
            shape = [int(n) for n in shape.split(",")]
            arguments.append((shape, [int(n) for n in strides.split(",")]) if strides else contiguous(shape))
        made = [contiguous([evaluate(e, arguments) for e in tensor["shape"]]) for tensor in record["tensors"][len(arguments):]]
        taken.add(select(record, arguments + made, "--no-workspace" not in case))
    competing = [v["name"] for v in variants if "cost" in v]
    missing = [name for name in competing if name not in taken]
    print("%s: %d of %d kernels that compete are taken%s" % (
        function, len(competing) - len(missing), len(competing), ", not " + ", ".join(missing) if missing else ""))
    assert len(competing) > 1, function
    assert len(missing) <= variant_cases.BEYOND.get(function, 0), missing
    total += len(competing)
print(total, "kernels")
assert total > 100
