"""Runs the tools on nested and on long programs, and bounds memory and the size of the messages.

usage: deep.py PREFIX
"""

import resource
import shutil
import subprocess
import sys

DEPTH, FUNCTIONS = 8000, 50000
MAX_MEMORY_KIB, MAX_MESSAGE_BYTES, SECONDS = 1 << 19, 1 << 16, 60

prefix = sys.argv[1]
PROGRAMS = {
    "deep": "func.func private @g()\nmodule {\n" * DEPTH + "}\n" * DEPTH,
    "broken": "module {\n" * DEPTH,
    "long": "".join("func.func @f%d(%%x: tensor<2x3xf32>) -> tensor<2x3xf32> {\n  return %%x : tensor<2x3xf32>\n}\n" % i
                    for i in range(FUNCTIONS)),
}
# The program, the command, its exit code, and what stderr holds.
CASES = [
    ("deep", ["gl-opt", "-o", "/dev/null"], 0, ""),
    ("deep", ["gl-compile", "-o", prefix + ".out"], 1, "deep.mlir:0:0: error: the module has no public func.func"),
    ("deep", ["gl-run", "--device=cpu"], 1, "function 'g' has no body"),
    ("broken", ["gl-opt", "-o", "/dev/null"], 1, "broken.mlir:8000:9: error: expected operation name"),
    ("broken", ["gl-compile", "-o", prefix + ".out"], 1, "broken.mlir:8000:9: error: expected operation name"),
    ("broken", ["gl-run", "--device=cpu"], 1, "broken.mlir:8000:9: error: expected operation name"),
    ("long", ["gl-opt", "-o", "/dev/null"], 0, ""),
    ("long", ["gl-compile", "-o", prefix + ".out"], 1, "long.mlir:2:3: error: 'func.return' op returns"),
    ("long", ["gl-run", "--device=reference", "--function=f7"], 0, ""),
]
failed = 0
for name, text in PROGRAMS.items():
    with open("%s.%s.mlir" % (prefix, name), "w") as file:
        file.write(text)
for name, command, status, message in CASES:
    arguments = [shutil.which(command[0])] + command[1:] + ["%s.%s.mlir" % (prefix, name)]
    run = subprocess.run(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=SECONDS)
    errors = run.stderr.decode()
    # The largest of all children so far; the first one over the bound is the one to look at.
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    if run.returncode != status or message not in errors or len(errors) > MAX_MESSAGE_BYTES or memory > MAX_MEMORY_KIB:
        failed += 1
        print("FAIL %s %s: exit code %d, %d KiB, %d bytes of messages: %s"
              % (" ".join(command), name, run.returncode, memory, len(errors), errors[:500]))
print("%d runs, %d failed" % (len(CASES), failed))
sys.exit(1 if failed else 0)
