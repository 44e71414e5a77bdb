"""Reads a cubin's machine code as far as the order of a kernel's loads and the operands of its warpgroup products are concerned, without a
disassembler.

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
    0x082: "UMOV",
    0x087: "USEL",
    0x090: "UIADD3",
    0x091: "ULEA",
    0x092: "ULOP3",
    0x099: "USHF",
    0x0A4: "UIMAD",
    0x0A5: "UIMAD.WIDE",
    0x0B9: "ULDC",
    0x0CA: "R2UR",
    0x147: "BRA",
    0x181: "LDG",
    0x186: "STG",
    0x1AE: "LDGSTS",
    0x1B4: "UTMALDG",
    0x1B5: "UTMASTG",
    0x1C3: "S2UR",
    0x1C5: "WARPGROUP",
    0x1C8: "USETMAXREG",
    0x1F0: "HGMMA",
}
ARITHMETIC = {"FMUL", "FADD", "FFMA", "HADD2", "HFMA2", "HMUL2", "HMMA"}
GLOBAL = {"LDG", "STG", "LDGSTS"}
# What writes a uniform register, or two.
UNIFORM = {"UMOV", "USEL", "UIADD3", "ULEA", "ULOP3", "USHF", "UIMAD", "UIMAD.WIDE", "ULDC", "R2UR", "S2UR"}
WIDE = {"UIMAD.WIDE", "ULDC"}
RZ = 0xFF
# The high words of matrix descriptors of panels of 128, 64 and 32 bytes: the swizzle, and the bytes of 8 rows (PTX ISA, "Matrix Descriptor Format").
DESCRIPTORS = {1 << 30 | 64, 2 << 30 | 32, 3 << 30 | 16}


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


def find_main_loop(instructions):
    """The shortest loop with warpgroup products: its first instruction, and the branch back."""
    loops = []
    for at, i in enumerate(instructions):
        if i.name != "BRA":
            continue
        # The distance from the next instruction in units of 4 bytes: its low byte, and the rest with the sign.
        distance = (i.low >> 34) - (1 << 30 if i.low >> 63 else 0) << 8 | i.low >> 16 & 0xFF
        target = at + 1 + distance // 4
        if 0 <= target <= at and any(j.name == "HGMMA" for j in instructions[target:at]):
            loops.append((at - target, target, at))
    return min(loops)[1:] if loops else None


def find_constant(instructions, at, register):
    """The constant that a uniform register holds before instruction `at`, as far as the code before it says, in the order in which it stands; None if
    it was not written or is no constant."""
    for before in range(at - 1, -1, -1):
        i = instructions[before]
        if i.name not in UNIFORM:
            continue
        written = i.low >> 16 & 0x3F
        if i.name in WIDE and written + 1 == register:
            return None
        if written != register:
            continue
        form = i.low >> 9 & 7
        if i.name != "UMOV":
            return None
        return i.low >> 32 if form == 4 else find_constant(instructions, before, i.low >> 32 & 0x3F)
    return None


def is_written(instructions, at, register):
    return any(i.name in UNIFORM and i.low >> 16 & 0x3F == register for i in instructions[:at])


def find_product_faults(instructions):
    """What is wrong with a kernel that is to multiply by wgmma what the copy engine brings, as text."""
    faults = [f"has no {name}" for name in ("HGMMA", "UTMALDG", "USETMAXREG") if all(i.name != name for i in instructions)]
    if faults:
        return faults
    products = [at for at, i in enumerate(instructions) if i.name == "HGMMA"]
    for at in products:
        # Four registers: the low and the high words of the left and the right operand's descriptor.
        first = instructions[at].low >> 24 & 0x3F
        for operand, low in (("left", first), ("right", first + 2)):
            if not is_written(instructions, at, low):
                faults.append(f"HGMMA at {at * 16:#x}: the low word of the {operand} descriptor, UR{low}, is not written")
            high = find_constant(instructions, at, low + 1)
            if high not in DESCRIPTORS:
                value = "no constant" if high is None else f"{high:#x}"
                faults.append(f"HGMMA at {at * 16:#x}: the high word of the {operand} descriptor, UR{low + 1}, is {value}")
    loop = find_main_loop(instructions)
    if not loop:
        return faults + ["has no loop of products"]
    # From one product of a group to the next; between groups there are barriers, whose addresses are computed.
    inside = [at for at in products if loop[0] <= at <= loop[1]]
    for before, after in zip(inside, inside[1:]):
        between = [i.name for i in instructions[before:after]]
        if "R2UR" in between and "WARPGROUP" not in between:
            faults.append(f"R2UR between the HGMMAs at {before * 16:#x} and {after * 16:#x}")
    return faults
