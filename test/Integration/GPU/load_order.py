# REQUIRES: ptxas
# RUN: gl-compile %gl_src_root/examples/gather_linear.mlir --emit=ptx --target=sm_90a -o %t.ptx
# RUN: %python %s %t.ptx %t | FileCheck %s
# CHECK: as compiled: 9 loads, order right, waits
# CHECK-NEXT: without the fence: {{[1-9][0-9]*}} faults, the first: F{{[A-Z]+}} at 0x{{[0-9a-f]+}} stands before {{[1-9]}} of 9 loads
# CHECK-NEXT: without the wait: {{[1-9][0-9]*}} faults, the first: LDG at 0x{{[0-9a-f]+}} does not wait for earlier kernels
# CHECK-NEXT: moved: 1 faults, the first: FFMA at 0x{{[0-9a-f]+}} stands before 1 of 9 loads
# CHECK-NEXT: not an ELF file: not a 64-bit ELF file

"""That assemble.py's checks of machine code find what they are for: a kernel without the instruction that keeps its loads together, one that does not wait
for earlier kernels, and an instruction moved by hand."""

import pathlib
import subprocess
import sys

import sass


def assemble(text):
    source = pathlib.Path(sys.argv[2] + ".cut.ptx")
    cubin = pathlib.Path(sys.argv[2] + ".cubin")
    source.write_text(text)
    subprocess.run(["ptxas", "-arch=sm_90a", str(source), "-o", str(cubin)], check=True)
    ((_, instructions),) = sass.read_kernels(cubin.read_bytes()).items()
    return instructions


def show(what, faults):
    print(f"{what}: {len(faults)} faults, the first: {faults[0]}")


ptx = pathlib.Path(sys.argv[1]).read_text()
code = assemble(ptx)
loads = [at for at, i in enumerate(code) if i.name == "LDG"]
assert not sass.find_faults(code) and not sass.find_early_access(code, constants=False) and sass.has_fence(code)
print(f"as compiled: {len(loads)} loads, order right, waits")
unfenced = assemble(ptx.replace("griddepcontrol.launch_dependents;", ""))
assert not sass.has_fence(unfenced)
show("without the fence", sass.find_faults(unfenced))
show("without the wait", sass.find_early_access(assemble(ptx.replace("griddepcontrol.wait;", "")), constants=True))
fma = next(at for at, i in enumerate(code) if i.name == "FFMA")
code.insert(loads[-1], code.pop(fma))
show("moved", sass.find_faults(code))
try:
    sass.read_kernels(b"PTX text")
except ValueError as error:
    print(f"not an ELF file: {error}")
