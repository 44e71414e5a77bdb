"""The Markdown table of bench.py: what a row says of the measured times. Plain Python, so that it is tested without a GPU."""

import dataclasses

GL = ("gl", "gl batch", "gl dynamic", "gl PDL")
PEERS = (
    "cat + linear",
    "permute + linear",
    "einsum",
    "R addmm",
    "bmm + sum",
    "compile",
    "max-autotune",
    "Triton",
    "Triton small",
    "Triton TMA",
)
# Less than the whole operation: points of reference, which never count as the best peer.
PARTS = ("GEMM only", "copy")
TAIL = ("best peer", "best peer / gl", "floor", "gl / floor", "error of gl")

# Rounds of one contender that differ by more than this say that the machine was not steady.
UNSTEADY = 0.05


@dataclasses.dataclass(frozen=True)
class Figure:
    us: float  # the median of the rounds
    spread: float  # (slowest round - fastest) / median


@dataclasses.dataclass(frozen=True)
class Ceilings:
    """What the device reached in this run."""

    tflops: dict  # of a kind of case
    tb_per_s: float
    launch_us: float

    def floor(self, case):
        """The time that no program on this device can beat, and what sets it."""
        bounds = {
            "FLOPs": case.flops / self.tflops[case.kind] * 1e-6,
            "bytes": case.bytes / self.tb_per_s * 1e-6,
            "launch": self.launch_us,
        }
        bound = max(bounds, key=bounds.get)
        return bounds[bound], bound


def microseconds(us):
    return f"{us:.3f}" if us < 10 else f"{us:.2f}" if us < 100 else f"{us:.1f}" if us < 1000 else f"{us:.0f}"


class Report:
    """`columns`: the contenders that this run has, of GL, PEERS and PARTS. Rows can be printed as soon as they are measured; the notes come
    last."""

    def __init__(self, columns):
        self.columns = [c for c in GL + PEERS + PARTS if c in columns]
        self.notes = {}
        self.unsteady = False

    def header(self):
        titles = [f"*{c}*" if c in PARTS else c for c in self.columns]
        titles += TAIL
        return f"| case (R,B,H,N) | {' | '.join(titles)} |\n|---|{'---:|' * len(self.columns)}---|{'---:|' * (len(TAIL) - 1)}"

    def note(self, case, contender, reason):
        """Why a cell is empty."""
        self.notes.setdefault((contender, reason), []).append(case.name)

    def cell(self, figure, bold):
        if figure is None:
            return "–"
        text = f"**{microseconds(figure.us)}**" if bold else microseconds(figure.us)
        if figure.spread > UNSTEADY:
            self.unsteady = True
            text += "~"
        return text

    def row(self, case, figures, ceilings, error):
        """`figures`: of each contender that was right; `error`: gl's relative error, or None."""
        gl = figures.get("gl")
        peers = [c for c in PEERS if c in figures]
        best = min(peers, key=lambda c: figures[c].us, default=None)
        whole = [f.us for c, f in figures.items() if c not in PARTS]
        cells = []
        for column in self.columns:
            figure = figures.get(column)
            bold = figure is not None and column not in PARTS and figure.us == min(whole)
            cells.append(self.cell(figure, bold))
        floor, bound = ceilings.floor(case)
        cells += [
            best or "–",
            f"{figures[best].us / gl.us:.2f}" if gl and best else "–",
            f"{microseconds(floor)} ({bound})",
            f"{gl.us / floor:.2f}" if gl else "–",
            "–" if error is None else f"{error:.1e}",
        ]
        return f"| {case.name} | {' | '.join(cells)} |"

    def footer(self):
        lines = []
        if self.unsteady:
            lines.append(f"- ~: the rounds of this figure differ by more than {UNSTEADY:.0%}.")
        for (contender, reason), cases in self.notes.items():
            lines.append(f"- {contender}: {reason}: {', '.join(cases)}")
        return "\n".join(lines)
