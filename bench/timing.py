"""Times launches by replaying CUDA graphs, contenders in turns.

Graphs are captured and launched through the driver, and contenders have processes of their own: apart.py.
"""

import ctypes
import functools
import statistics
import time

import torch

from report import Figure

RELAXED = 2  # CU_STREAM_CAPTURE_MODE_RELAXED: PyTorch's allocator may ask the device for memory meanwhile

# A replay takes about this long: far more than the gap of some 2 us between two replays, and short enough for many of them.
REPLAY_US, SHORTEST_US = 1000, 600
MOST_LAUNCHES = 2000
BURST_US = 8000
# Products larger than this draw so much power that the clock depends on what ran just before; a pause lets it recover.
POWER_HUNGRY, REST_S = 1e10, 0.05
SUSTAINED_US = 150_000


@functools.cache
def driver():
    return ctypes.CDLL("libcuda.so.1")


def check(status, what):
    if status != 0:
        raise RuntimeError(f"the CUDA driver reports error {status} {what}")


@functools.cache
def capture_stream():
    """One stream for all captures, so that what PyTorch keeps for each stream is made once."""
    return torch.cuda.Stream()


class Graph:
    """A captured chain of launches, as many as make a replay long enough to time. `output` is what its last launch returned."""

    def __init__(self, launch):
        self.launch, self.launches = launch, 1
        self.graph, self.output, self.pool = ctypes.c_void_p(), None, None
        torch.cuda.synchronize()
        with torch.cuda.stream(capture_stream()):
            launch()  # what is made on first use, and workspaces of the stream, are made before capture
        torch.cuda.synchronize()
        while True:
            self.capture()
            self.replay_us = max(self.measure(3), 1e-3)
            if self.replay_us >= REPLAY_US or self.launches > 1 and self.replay_us >= SHORTEST_US or self.launches == MOST_LAUNCHES:
                return
            self.launches = min(int(self.launches * REPLAY_US / self.replay_us) + 1, MOST_LAUNCHES)

    def capture(self):
        self.free()
        # What the launches allocate stays this graph's as long as it lives.
        self.pool = torch.cuda.MemPool()
        captured, stream = ctypes.c_void_p(), ctypes.c_void_p(capture_stream().cuda_stream)
        with torch.cuda.use_mem_pool(self.pool), torch.cuda.stream(capture_stream()):
            check(driver().cuStreamBeginCapture_v2(stream, RELAXED), "starting a capture")
            try:
                for _ in range(self.launches):
                    self.output = None  # so that a result's memory is used again, as it is where the caller owns it
                    self.output = self.launch()
            finally:
                ended = driver().cuStreamEndCapture(stream, ctypes.byref(captured))
        check(ended, "capturing")
        made = driver().cuGraphInstantiateWithFlags(ctypes.byref(self.graph), captured, ctypes.c_ulonglong(0))
        check(driver().cuGraphDestroy(captured), "destroying a captured graph")
        check(made, "instantiating a graph")
        self.replay()
        torch.cuda.synchronize()

    def replay(self):
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
        check(driver().cuGraphLaunch(self.graph, stream), "launching a graph")

    def free(self):
        if self.graph:
            torch.cuda.synchronize()
            check(driver().cuGraphExecDestroy(self.graph), "destroying a graph")
        self.graph, self.output, self.pool = ctypes.c_void_p(), None, None

    def __del__(self):
        self.free()

    def measure(self, replays, warm_up=1):
        """Median microseconds of a replay, after `warm_up` of them without a pause. The marks are queued while the device is busy, so
        that no host time is between them."""
        marks = [torch.cuda.Event(enable_timing=True) for _ in range(replays + 1)]
        for _ in range(warm_up):
            self.replay()
        marks[0].record()
        for mark in marks[1:]:
            self.replay()
            mark.record()
        torch.cuda.synchronize()
        return statistics.median(a.elapsed_time(b) for a, b in zip(marks, marks[1:])) * 1000

    def burst(self, sustained=False):
        """Median microseconds of a launch."""
        replays = min(max(int(BURST_US / self.replay_us), 3), 40)
        warm_up = 1 + int(SUSTAINED_US / self.replay_us) if sustained else 1
        return self.measure(replays, warm_up) / self.launches


def in_turns(graphs, rounds, rest=False, sustained=False):
    """A Figure for each of the named graphs. Every round times each of them once and starts with another one, so that a drift of the clock
    falls on all alike."""
    names, samples = list(graphs), {name: [] for name in graphs}
    for i in range(rounds):
        first = i % max(len(names), 1)
        for name in names[first:] + names[:first]:
            if rest and not sustained:
                time.sleep(REST_S)
            samples[name].append(graphs[name].burst(sustained))
    figures = {}
    for name, us in samples.items():
        median = statistics.median(us)
        figures[name] = Figure(median, (max(us) - min(us)) / median)
    return figures
