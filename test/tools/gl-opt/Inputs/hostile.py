"""Writes the inputs of hostile-input.test, whose names begin with argv[1]."""
import sys

prefix = sys.argv[1]
DEPTH = 8000  # regions; each takes several KiB of the parser's stack


def write(name, data):
    with open(f"{prefix}.{name}.mlir", "wb") as file:
        file.write(data)


write("empty", b"")
write("junk", bytes(range(1, 256)) * 100)
write("cut", b"func.func @f(%x: tensor<4x12x32xf32>) {\n  %0 = gl.gather_concat stacked %x : tensor<4x12x3")
write("deep", b"func.func private @g()\nmodule {\n" * DEPTH + b"}\n" * DEPTH)
