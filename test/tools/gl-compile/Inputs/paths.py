# Compiles with every path (input, output, temporary directory, ptxas) odd in
# one way after another: paths.py WORK INPUT GL_COMPILE.
import os
import shutil
import subprocess
import sys

work, source, tool = sys.argv[1:]
shutil.rmtree(work, ignore_errors=True)
for name in ["a b", "it's", 'q"q', "a;b", "$HOME", "größe", "-dash", "`x`"]:
    folder = os.path.join(work, name)
    temp = os.path.join(folder, "tmp")
    os.makedirs(temp)
    shutil.copy(source, os.path.join(folder, name + ".mlir"))
    ptxas = os.path.join(folder, "ptxas")
    os.symlink("/usr/local/cuda/bin/ptxas", ptxas)
    out = os.path.join(folder, "out.cubin")
    subprocess.run(
        [tool, "--emit=cubin", "--ptxas=" + ptxas, "-o", out, "--", name + ".mlir"],
        cwd=folder, env=dict(os.environ, TMPDIR=temp), check=True)
    assert open(out, "rb").read(4) == b"\x7fELF", out
    assert os.listdir(temp) == [], temp
    assert sorted(os.listdir(folder)) == sorted([name + ".mlir", "out.cubin", "ptxas", "tmp"])

missing = os.path.join(work, "no such directory")
failed = subprocess.run(
    [tool, "--emit=cubin", "--ptxas=/usr/local/cuda/bin/ptxas", "-o", os.path.join(work, "x"), source],
    env=dict(os.environ, TMPDIR=missing), stderr=subprocess.PIPE, text=True)
assert failed.returncode == 1
assert "cannot make a directory for ptxas's files in '" + missing + "': No such file or directory" in failed.stderr, failed.stderr
assert not os.path.exists(os.path.join(work, "x"))
