#!/usr/bin/env python3
"""Inputs of utils/quickstart.sh, and a check of its result that shares no code with gl.

quickstart_data.py make FOLDER    writes x.npy (4, 12, 32), w.npy (56, 128) and b.npy (56), all f32, initialised as nn.Linear does
quickstart_data.py check FOLDER   compares y.npy (12, 56) with the float64 result of numpy
"""
import pathlib
import sys

import numpy as np

R, B, H, N = 4, 12, 32, 56
LIMIT = 8.4e-7  # of the largest absolute error, for f32 sums of this length


def make(folder):
    random = np.random.default_rng(0)
    bound = (R * H) ** -0.5
    np.save(folder / "x.npy", random.standard_normal((R, B, H), dtype=np.float32))
    np.save(folder / "w.npy", random.uniform(-bound, bound, (N, R * H)).astype(np.float32))
    np.save(folder / "b.npy", random.uniform(-bound, bound, N).astype(np.float32))


def check(folder):
    x, w, b, y = (np.load(folder / f"{name}.npy") for name in "xwby")
    if y.shape != (B, N) or y.dtype != np.float32:
        sys.exit(f"y.npy is {y.dtype} of shape {y.shape}, expected float32 of shape {(B, N)}")
    gathered = np.concatenate(list(x), axis=1).astype(np.float64)
    error = np.abs(y - (gathered @ w.T.astype(np.float64) + b)).max()
    print(f"numpy: largest absolute error {error:.2e}, limit {LIMIT:.1e}")
    if not error <= LIMIT:
        sys.exit("the result is wrong")


if __name__ == "__main__":
    {"make": make, "check": check}[sys.argv[1]](pathlib.Path(sys.argv[2]))
