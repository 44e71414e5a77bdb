"""Reads a cubin's machine code as far as the order of a kernel's loads is concerned, without a disassembler.

A cubin is a 64-bit ELF file; section .text.NAME holds kernel NAME, in instructions of 16 bytes (sm_70 and newer). The low 12 bits of an
instruction are its opcode: 9 bits say what it does, the upper 3 where its operands come from. The numbers were compared with nvdisasm's
output for every kernel of the grid (CUDA 13.0, sm_90a).
"""

import struct

# By the low 9 bits of the opcode.
OPCODES = {
    0x020: "FMUL",
    0x021: "FADD",
    0x023: "FFMA",
    0x02D: "PREEXIT",
    0x02E: "ACQBULK",
    0x030: "HADD2",
    0x031: "HFMA2",
    0x032: "HMUL2",
    0x035: "HFMA2",
    0x03C: "HMMA",
    0x181: "LDG",
    0x186: "STG",
    0x1AE: "LDGSTS",
}
ARITHMETIC = {"FMUL", "FADD", "FFMA", "HADD2", "HFMA2", "HMUL2", "HMMA"}
GLOBAL = {"LDG", "STG", "LDGSTS"}
RZ = 0xFF


class Instruction:
    """By its lower 8 bytes."""

    def __init__(self, low):
        self.low = low
        self.name = OPCODES.get(low & 0x1FF)

    def is_arithmetic(self):
        """Whether it computes with floats. A sum or product of zero registers is how ptxas writes a constant to a register."""
        if self.name not in ARITHMETIC:
            return False
        a, b, form = self.low >> 24 & 0xFF, self.low >> 32 & 0xFF, self.low >> 9 & 7
        return not (a == RZ and (b == RZ or form in (2, 4)))


def read_kernels(cubin):
    """Instructions by kernel name."""
    if cubin[:5] != b"\x7fELF\x02":
        raise ValueError("not a 64-bit ELF file")
    (table,) = struct.unpack_from("<Q", cubin, 0x28)
    size, count, names = struct.unpack_from("<HHH", cubin, 0x3A)
    sections = [struct.unpack_from("<IIQQQQ", cubin, table + i * size) for i in range(count)]
    strings = sections[names][4]
    kernels = {}
    for name, _, _, _, offset, length in sections:
        text = cubin[strings + name : cubin.index(b"\0", strings + name)].decode()
        if text.startswith(".text."):
            code = cubin[offset : offset + length]
            kernels[text[len(".text.") :]] = [Instruction(low) for low, _ in struct.iter_unpack("<QQ", code)]
    return kernels


def has_fence(instructions):
    """Whether the kernel has the instruction that keeps its loads together; the first of its kind belongs to the wait for earlier kernels."""
    return sum(i.name == "PREEXIT" for i in instructions) > 1


def find_faults(instructions):
    """What is wrong with the order of a kernel that is meant to load first, as text."""
    loads = [at for at, i in enumerate(instructions) if i.name == "LDG"]
    if not loads:
        return []
    faults = []
    for at in range(loads[0], loads[-1]):
        if instructions[at].is_arithmetic():
            later = sum(load > at for load in loads)
            faults.append(f"{instructions[at].name} at {at * 16:#x} stands before {later} of {len(loads)} loads")
    return faults


def find_early_access(instructions, constants):
    """Accesses to memory that an earlier kernel may still touch, as text. Where arguments are promised `constant`, loads may come before the wait."""
    faults = []
    waits = [at for at, i in enumerate(instructions) if i.name == "ACQBULK"]
    for at, i in enumerate(instructions):
        if i.name in GLOBAL and (not waits or at < waits[0]) and not (constants and i.name == "LDG" and waits):
            faults.append(f"{i.name} at {at * 16:#x} does not wait for earlier kernels")
    return faults
