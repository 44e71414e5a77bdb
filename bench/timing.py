"""Times launches by replaying CUDA graphs, contenders in turns."""

import statistics
import time

import torch

from report import Figure

# A replay takes about this long: far more than the gap of some 2 us between two replays, and short enough for many of them.
REPLAY_US, SHORTEST_US = 1000, 600
MOST_LAUNCHES = 2000
BURST_US = 8000
# Products larger than this draw so much power that the clock depends on what ran just before; a pause lets it recover.
POWER_HUNGRY, REST_S = 1e10, 0.05
SUSTAINED_US = 150_000


class Graph:
    """A captured chain of launches, as many as make a replay long enough to time. `output` is what its last launch returned."""

    def __init__(self, launch):
        self.launch, self.launches = launch, 1
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            launch()  # what is made on first use is made before capture
        torch.cuda.current_stream().wait_stream(side)
        torch.cuda.synchronize()
        while True:
            self.capture()
            self.replay_us = max(self.measure(3), 1e-3)
            if self.replay_us >= REPLAY_US or self.launches > 1 and self.replay_us >= SHORTEST_US or self.launches == MOST_LAUNCHES:
                return
            self.launches = min(int(self.launches * REPLAY_US / self.replay_us) + 1, MOST_LAUNCHES)

    def capture(self):
        self.output = None
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            for _ in range(self.launches):
                self.output = None  # so that a result's memory is used again, as it is where the caller owns it
                self.output = self.launch()
        self.graph.replay()
        torch.cuda.synchronize()

    def measure(self, replays, warm_up=1):
        """Median microseconds of a replay, after `warm_up` of them without a pause. The marks are queued while the device is busy, so
        that no host time is between them."""
        marks = [torch.cuda.Event(enable_timing=True) for _ in range(replays + 1)]
        for _ in range(warm_up):
            self.graph.replay()
        marks[0].record()
        for mark in marks[1:]:
            self.graph.replay()
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
