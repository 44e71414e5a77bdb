"""Fused gather + linear as one would write it in Triton, and the configurations worth trying.

x (R,B,H), w (N, K = R*H), bias (N), y (B,N), all contiguous; element k of gathered row m is x[k // H, m, k % H]. `linear_kernel` uses the
tensor cores and takes any size; `linear_tma_kernel` is persistent and copies tiles by tensor descriptors, which needs rows at multiples of
16 bytes; `small_kernel` multiplies and reduces, for results too small to fill tensor cores.
"""

import dataclasses
import itertools

import triton
import triton.language as tl

SHARED_BYTES = 227 * 1024  # what a block of a Hopper GPU can have


@dataclasses.dataclass(frozen=True)
class Tile:
    bm: int
    bn: int
    bk: int
    warps: int
    stages: int = 3

    def shared_bytes(self, elem):
        return self.stages * (self.bm + self.bn) * self.bk * elem


@triton.jit
def tile_origin(tile, B, N, BM: tl.constexpr, BN: tl.constexpr, GROUP: tl.constexpr):
    """Tiles in bands of GROUP tile rows, column by column: neighbours in time share rows of w and of x in the L2."""
    rows = tl.cdiv(B, BM)
    band = GROUP * tl.cdiv(N, BN)
    top = tile // band * GROUP
    height = min(rows - top, GROUP)
    return (top + tile % band % height) * BM, tile % band // height * BN


@triton.jit
def linear_kernel(
    x, w, bias, y, B, N, H: tl.constexpr, K: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
    GROUP: tl.constexpr, WITHIN: tl.constexpr, PRECISION: tl.constexpr,
):
    """WITHIN: BK divides H, so that a step's columns lie side by side within one x[r] and one scalar says where."""
    m0, n0 = tile_origin(tl.program_id(0), B, N, BM, BN, GROUP)
    m, n = m0 + tl.arange(0, BM), n0 + tl.arange(0, BN)
    # Rows past the end read row 0 in place of a mask; they are not stored.
    x_row = x + tl.where(m < B, m, 0)[:, None] * H
    w_row = w + tl.where(n < N, n, 0)[None, :] * K
    acc = tl.zeros((BM, BN), tl.float32)
    for k0 in range(0, K, BK):
        k = k0 + tl.arange(0, BK)
        if WITHIN:
            # Without the hint the compiler loses that the sum of products is a multiple of a vector.
            base = tl.multiple_of(k0 // H * (B * H) + k0 % H, 16)
            column = base + tl.arange(0, BK)
        else:
            column = k // H * (B * H) + k % H
        if K % BK == 0:
            xt = tl.load(x_row + column[None, :])
            wt = tl.load(w_row + k[:, None])
        else:
            xt = tl.load(x_row + column[None, :], mask=k[None, :] < K, other=0.0)
            wt = tl.load(w_row + k[:, None], mask=k[:, None] < K, other=0.0)
        acc = tl.dot(xt, wt, acc, input_precision=PRECISION)
    acc += tl.load(bias + n, mask=n < N, other=0.0).to(tl.float32)[None, :]
    tl.store(y + m[:, None] * N + n[None, :], acc.to(y.dtype.element_ty), mask=(m[:, None] < B) & (n[None, :] < N))


@triton.jit
def linear_tma_kernel(
    x, w, bias, y, B, N, R: tl.constexpr, H: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
    GROUP: tl.constexpr, PROGRAMS: tl.constexpr, DTYPE: tl.constexpr, PRECISION: tl.constexpr,
):
    """x is described as (R*B, H): rows past B of one r are the next r's, and their results are not stored; columns past H read as zero, so
    that the columns of w beside them do not count."""
    steps: tl.constexpr = (H + BK - 1) // BK
    for tile in tl.range(tl.program_id(0), tl.cdiv(B, BM) * tl.cdiv(N, BN), PROGRAMS, flatten=True):
        m0, n0 = tile_origin(tile, B, N, BM, BN, GROUP)
        acc = tl.zeros((BM, BN), tl.float32)
        for step in range(R * steps):
            r, h = step // steps, step % steps * BK
            xt = x.load([r * B + m0, h])
            wt = w.load([n0, r * H + h])
            acc = tl.dot(xt, wt.T, acc, input_precision=PRECISION)
        n = n0 + tl.arange(0, BN)
        acc += tl.load(bias + n, mask=n < N, other=0.0).to(tl.float32)[None, :]
        y.store([m0, n0], acc.to(DTYPE))


@triton.jit
def small_kernel(
    x, w, bias, y, B, N, H: tl.constexpr, K: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):
    m = tl.program_id(1) * BM + tl.arange(0, BM)
    n = tl.program_id(0) * BN + tl.arange(0, BN)
    products = tl.zeros((BM, BN, BK), tl.float32)
    for k0 in range(0, K, BK):
        k = k0 + tl.arange(0, BK)
        column = k // H * (B * H) + k % H
        xt = tl.load(x + m[:, None] * H + column[None, :], mask=(m[:, None] < B) & (k[None, :] < K), other=0.0)
        wt = tl.load(w + n[:, None] * K + k[None, :], mask=(n[:, None] < N) & (k[None, :] < K), other=0.0)
        products += xt.to(tl.float32)[:, None, :] * wt.to(tl.float32)[None, :, :]
    acc = tl.sum(products, axis=2) + tl.load(bias + n, mask=n < N, other=0.0).to(tl.float32)[None, :]
    tl.store(y + m[:, None] * N + n[None, :], acc.to(y.dtype.element_ty), mask=(m[:, None] < B) & (n[None, :] < N))


# Tiles by how many rows and how much work a case has; bk is for 16-bit elements.
FEW_ROWS_SHORT = [(16, 16, 32, 1, 3), (16, 16, 64, 1, 2), (16, 16, 128, 2, 2), (16, 32, 64, 2, 2), (16, 32, 128, 2, 2), (32, 32, 64, 4, 2)]
FEW_ROWS_LONG = [(16, 16, 256, 2, 4), (16, 32, 128, 2, 5), (16, 32, 256, 4, 4), (16, 64, 128, 4, 5), (16, 64, 256, 4, 3), (16, 128, 128, 4, 4)]
SOME_ROWS = [(32, 32, 256, 4, 3), (64, 32, 128, 4, 4), (64, 32, 256, 4, 3), (64, 64, 64, 4, 6), (64, 64, 128, 4, 4), (64, 128, 64, 4, 4)]
ONE_WAVE = [(64, 32, 128, 4, 4), (64, 64, 64, 4, 5), (64, 64, 128, 4, 3), (64, 128, 64, 4, 4), (128, 64, 64, 4, 4), (128, 128, 64, 4, 4)]
MANY_WAVES = [(64, 256, 64, 4, 4), (128, 128, 64, 4, 4), (128, 128, 64, 8, 3), (128, 256, 64, 8, 3), (128, 256, 64, 8, 4), (256, 128, 64, 8, 3)]
# Rows that allow no wide copies are bound by the loads: short steps, small tiles.
UNALIGNED = [(32, 32, 64, 4, 3), (64, 32, 64, 4, 3), (64, 64, 32, 4, 3), (64, 64, 64, 4, 3)]
# True f32 has no tensor cores: a thread's share of the tile is what limits it.
F32_FEW_ROWS = [(16, 16, 32, 1, 3), (16, 16, 64, 2, 3), (16, 16, 128, 4, 3), (16, 32, 32, 2, 3), (16, 64, 32, 4, 3)]
F32_SOME_ROWS = [(16, 16, 64, 2, 3), (16, 64, 32, 4, 3), (32, 32, 32, 4, 3), (32, 64, 32, 4, 3), (64, 64, 16, 4, 3), (64, 64, 32, 4, 3)]
F32_MANY_ROWS = [(64, 64, 16, 4, 3), (64, 64, 32, 4, 3), (64, 128, 16, 8, 3), (128, 64, 16, 4, 3), (128, 128, 16, 8, 3), (128, 128, 16, 8, 4)]


def one_wave(case, processors):
    return triton.cdiv(case.b, 128) * triton.cdiv(case.n, 128) < 1.5 * processors


def linear_tiles(case, processors):
    if case.kind == "f32":
        chosen = F32_FEW_ROWS if case.b <= 32 else F32_SOME_ROWS if case.b <= 256 else F32_MANY_ROWS
        return [Tile(*t) for t in chosen]
    if case.b <= 32:
        chosen = FEW_ROWS_SHORT if case.k <= 1024 else FEW_ROWS_LONG
    elif case.b <= 128:
        chosen = SOME_ROWS
    else:
        chosen = ONE_WAVE if one_wave(case, processors) else MANY_WAVES
    if case.h * case.elem % 16:
        chosen = chosen + UNALIGNED
    tiles = [Tile(bm, bn, max(bk * 2 // case.elem, 16), warps, stages) for bm, bn, bk, warps, stages in chosen]
    return [t for t in dict.fromkeys(tiles) if t.shared_bytes(case.elem) <= SHARED_BYTES]


def tma_tiles(case, processors):
    """As above; the tile of the result is in shared memory too."""
    chosen = SOME_ROWS if case.b <= 128 else ONE_WAVE + MANY_WAVES[1:2] if one_wave(case, processors) else MANY_WAVES
    tiles = [Tile(bm, bn, bk * 2 // case.elem, warps, stages) for bm, bn, bk, warps, stages in chosen]
    tiles = [dataclasses.replace(t, bk=min(t.bk, triton.next_power_of_2(case.h))) for t in tiles]
    return [t for t in dict.fromkeys(tiles) if t.shared_bytes(case.elem) + t.bm * t.bn * case.elem <= SHARED_BYTES]


def small_tiles(case):
    """A short reduction at once, a long one in steps that keep many loads in flight; 8 to 32 products a thread."""
    whole = triton.next_power_of_2(case.k)
    steps, warps = ((whole,), (1, 2, 4)) if whole <= 256 else ((256, 512, 1024), (2, 4, 8))
    tiles = itertools.product((1, 2, 4), (2, 4, 8, 16), steps, warps)
    fits = lambda t: t.bm < 2 * case.b and t.bk <= whole and 8 <= t.bm * t.bn * t.bk // (32 * t.warps) <= 32
    return list(filter(fits, itertools.starmap(Tile, tiles)))
