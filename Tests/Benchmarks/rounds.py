"""The rounds: every server in turn under the same load, compared pair by pair within its round."""

import subprocess
import time
from statistics import median

from machine import HERE, Broken
from servers import pinned

SHAPES = {"mixed": "2,20", "page_size 2": "2", "page_size 20": "20"}
LOADS = {  # name: depth, connections
    "one at a time": (1, 1),
    "64 deep": (64, 1),
    "64 connections": (1, 64),
    "1,000 connections": (1, 1000),
}


class Load:
    """The generator's command line, and its answer read."""

    def __init__(self, program, core):
        self.program, self.core = program, core

    def run(self, server, workload, load="64 deep", shape="mixed", queries=HERE / "queries.txt", timeout=10, **more):
        ask = lambda **options: self._run(server, workload, load, shape, queries, timeout, **more | options)
        figures = ask()
        if not figures["requests"] and "seconds" in more:
            # The machine is busy: of nothing there are no ratios.
            figures = ask(seconds=10 * more["seconds"])
        if not figures["requests"]:
            raise Broken(f"{workload}, {load}, {shape}: no answer of {server.name} in {figures['seconds']:g} s; give --seconds more")
        return figures

    def _run(self, server, workload, load, shape, queries, timeout, **more):
        depth, connections = LOADS[load.removesuffix(ASLEEP)]
        more |= {"sleep": True} if load.endswith(ASLEEP) else {}
        options = {
            "socket": server.socket, "workload": workload, "depth": depth, "connections": connections, "queries": queries,
            "page-sizes": SHAPES[shape], "template": HERE / "awaiting.json", "timeout": timeout, **more,
        }
        line = [self.program, *(f"--{name}" if value is True else f"--{name}={value}" for name, value in options.items())]
        before = server.processor_seconds()
        done = subprocess.run(line, capture_output=True, text=True, start_new_session=True, preexec_fn=pinned(self.core))
        if done.returncode:
            raise Broken(f"{workload}, {load}, {shape}, against {server.name}:\n{done.stderr.strip()}\n{server.last_words()}")
        figures = {name: float(value) for name, value in (pair.split("=") for pair in done.stdout.split())}
        # Those before the clock started and after it stopped, too.
        return figures | {"processor_us": (server.processor_seconds() - before) * 1e6 / figures["sent"]}


class Rounds:
    """Figures by (load, shape, server), one a round."""

    def __init__(self):
        self.figures = {}

    def add(self, load, shape, server, figures):
        self.figures.setdefault((load, shape, server), []).append(figures)

    def absolute(self, load, shape, server, what):
        return median(figures[what] for figures in self.figures[load, shape, server])

    def ratios(self, load, shape, server, other, what):
        """One a round: what was measured in the same second is compared."""
        pairs = zip(self.figures[load, shape, server], self.figures[load, shape, other])
        return [one[what] / two[what] for one, two in pairs]


# The generator sleeps between batches, as clients that are processes do.
ASLEEP = ", asleep"


def plan(contestants):
    """What a round consists of: every load in the mixed shape, 64 deep also each page size alone."""
    for load, (depth, connections) in LOADS.items():
        yield load, "mixed", list(contestants)
        if depth * connections > 1:
            yield load + ASLEEP, "mixed", ["hit", "redis"]
    for shape in SHAPES:
        if shape != "mixed":
            yield "64 deep", shape, [name for name in contestants if name != "awaiting"]


def play(load_program, contestants, rounds, seconds, progress):
    """`contestants`: name to (workload, server of a shape, options of a shape). The order turns each round."""
    played = Rounds()
    for number in range(rounds):
        progress(f"round {number + 1} of {rounds}")
        for load, shape, names in plan(contestants):
            turn = number % len(names)
            for name in names[turn:] + names[:turn]:
                workload, server, options = contestants[name]
                figures = load_program.run(server(shape), workload, load, shape, seconds=seconds, **options(shape))
                played.add(load, shape, name, figures)
                time.sleep(0.02)  # lets the server see the connections close
    return played
