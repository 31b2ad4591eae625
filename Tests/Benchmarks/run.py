#!/usr/bin/env python3
"""make bench: movierpcd beside a C floor and Redis, all in one run. README.md tells how to read the table."""

import argparse
import contextlib
import json
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path
from statistics import median

sys.dont_write_bytecode = True

import downloads
import machine
import others
import rounds
import servers
import upstream
from machine import HERE, Broken
from table import Table, microseconds, milliseconds, plain, rate, size


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--daemon", required=True, type=Path, help="movierpcd, a release build")
    parser.add_argument("--fake", type=Path, help="fake-tmdb, a release build (without: no rows about upstream)")
    parser.add_argument("--client", type=Path, help="movierpc (beside the daemon when not given)")
    parser.add_argument("--quick", action="store_true", help="seconds instead of minutes, to see that it works")
    parser.add_argument("--json", type=Path, help="write figures of one answer there, for growth.py")
    parser.add_argument("--rounds", type=int, help="rounds of the comparison (21; quick 3)")
    parser.add_argument("--seconds", type=float, help="of each measurement (0.25; quick 0.1)")
    arguments = parser.parse_args()
    arguments.daemon = arguments.daemon.resolve()
    arguments.client = (arguments.client or arguments.daemon.with_name("movierpc")).resolve()
    for program in (arguments.daemon, arguments.client):
        if not os.access(program, os.X_OK):
            parser.error(f"{program} is not there or not a program; build it first")
    arguments.rounds = arguments.rounds or (3 if arguments.quick else 21)
    arguments.seconds = arguments.seconds or (0.1 if arguments.quick else 0.25)
    return arguments


def progress(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


def size_a_second(value):
    return f"{value / 1e6:,.0f} MB/s"


class Bench:
    def __init__(self, arguments, folder, stack):
        self.arguments, self.folder, self.stack = arguments, folder, stack
        self.generator_core, self.server_core = machine.choose_cores()
        self.load = rounds.Load(folder / "load", self.generator_core)
        self.home = servers.Home(folder / "home", arguments.daemon)
        self.table, self.notes, self.figures = Table(), [], {}

    def start_all(self):
        """The daemon, with every request asked once; floors and Redis keys of its mean reply sizes."""
        progress("starting the servers")
        self.daemon = self.stack.enter_context(self.home.server(self.server_core))
        others.until_whole(self.daemon)
        self.redis = self.stack.enter_context(servers.redis(self.folder, self.server_core))
        self.sizes, self.floors = {}, {}
        for shape in rounds.SHAPES:
            once = self.load.run(self.daemon, "search", shape=shape, count=1)["different"]
            mean = round(self.load.run(self.daemon, "search", shape=shape, count=int(once))["bytes"])
            floor = servers.floor(self.folder, self.folder / "floor", mean, self.server_core)
            self.sizes[shape], self.floors[shape] = mean, self.stack.enter_context(floor)
            servers.set_redis_key(self.redis, f"reply{mean}", mean)
        self.notes.append("mean reply: " + ", ".join(f"{shape} {plain(mean)} bytes" for shape, mean in self.sizes.items()))

    def compare(self):
        nothing = lambda shape: {}
        contestants = {
            "hit": ("search", lambda shape: self.daemon, nothing),
            "floor": ("floor", lambda shape: self.floors[shape], nothing),
            "redis": ("redis", lambda shape: self.redis, lambda shape: {"key": f"reply{self.sizes[shape]}"}),
            "awaiting": ("template", lambda shape: self.daemon, nothing),
        }
        played = rounds.play(self.load, contestants, self.arguments.rounds, self.arguments.seconds, progress)
        self.add_comparison(played)

    def add_comparison(self, played):
        def row(load, shape, one, other, processor=False, **target):
            what, show, unit = ("p50_us", microseconds, ", p50") if load == "one at a time" else ("rps", rate, "")
            if processor:
                what, show, unit = "processor_us", microseconds, ", its processor time"
            names = {"hit": "a hit", "awaiting": "an awaiting method", "floor": "the floor", "redis": "Redis GET"}
            of = "" if shape == "mixed" else f" ({shape})"
            if what == "p50_us" and "at_least" in target:
                target["at_most"] = target.pop("at_least")
            self.table.ratio(
                f"{load}{unit}: {names[one]} / {names[other]}{of}", played.ratios(load, shape, one, other, what),
                show(played.absolute(load, shape, one, what)), show(played.absolute(load, shape, other, what)), **target)

        self.table.title("The floor itself (slower than Redis anywhere: the run is void)")
        for load in rounds.LOADS:
            row(load, "mixed", "floor", "redis", at_least=1.0, voids=True)
        targets = {
            ("one at a time", "hit", "floor"): {"at_most": 1.15},
            ("64 deep", "hit", "floor"): {"at_least": 0.70},
            ("64 deep", "hit", "redis"): {"at_least": 0.85},
            ("64 deep", "awaiting", "floor"): {"at_least": 0.50},
        }
        self.table.title("search, page_size 2 and 20 mixed (p50 is a time: less is better; all else requests a second)")
        for one, other in (("hit", "floor"), ("hit", "redis"), ("awaiting", "floor")):
            for load in rounds.LOADS:
                row(load, "mixed", one, other, **targets.get((load, one, other), {}))
        self.table.title("each page size alone")
        for shape in ("page_size 2", "page_size 20"):
            for other in ("floor", "redis"):
                row("64 deep", shape, "hit", other)
        self.table.title("the generator sleeps between batches (processor time: the server's, a request; less is better)")
        for load in list(rounds.LOADS)[1:]:
            row(load + rounds.ASLEEP, "mixed", "hit", "redis", at_least=1.0)
            row(load + rounds.ASLEEP, "mixed", "hit", "redis", processor=True, at_most=1.0)
        for server in ("floor", "redis", "hit"):
            busy = (f"{load} {max(0, played.absolute(load, 'mixed', server, 'busy')):.0%}" for load in list(rounds.LOADS)[1:])
            self.notes.append(f"generator busy, {server}: {', '.join(busy)}")
        self.notes.append("(where it is near 100 %, that server could do more than is shown)")

    def methods(self):
        """The other methods about titles: kept in one daemon, made anew each time in another; the floor between."""
        keys = self.folder / "keys.txt"
        with self.daemon.connect() as connection:
            titles = others.ask(connection, "browse", {"list": "popular", "page_size": 100})["results"]
        # Lines of the file become JSON strings.
        keys.write_text("".join(title["key"] + "\n" for title in titles))
        home = servers.Home(self.folder / "anew", self.arguments.daemon)
        home.config.write_text("limits.cached_results_bytes = 0\n")
        self.table.title("other methods, 64 deep: kept, and made anew each time (limits.cached_results_bytes = 0)")
        with home.server(self.server_core) as anew:
            for method in ("browse", "home", "detail", "suggest"):
                progress(f"{method}, kept and not")
                options = {"template": HERE / "methods" / f"{method}.json", "queries": keys if method == "detail" else HERE / "queries.txt"}
                run = lambda server, **more: self.load.run(server, "template", seconds=self.arguments.seconds, **options, **more)
                mean = round(run(self.daemon)["bytes"])
                with servers.floor(self.folder, self.folder / "floor", mean, self.server_core) as floor:
                    rounds_ = [
                        (run(self.daemon), run(anew), self.load.run(floor, "floor", seconds=self.arguments.seconds))
                        for _ in range(max(3, self.arguments.rounds // 3))
                    ]
                middle = [sorted(figures["rps"] for figures in column)[len(rounds_) // 2] for column in zip(*rounds_)]
                self.figures |= {f"{method}_rps": middle[0], f"{method}_anew_rps": middle[1]}
                ratios = [one["rps"] / other["rps"] for one, _, other in rounds_]
                self.table.ratio(f"{method} kept / the floor ({plain(mean)} bytes)", ratios, rate(middle[0]), rate(middle[2]))
                ratios = [one["rps"] / other["rps"] for one, other, _ in rounds_]
                self.table.ratio(f"{method} kept / made anew", ratios, rate(middle[0]), rate(middle[1]))

    def upstream(self):
        if not self.arguments.fake:
            return
        progress("a page of upstream's")
        rounds_, count = (3, 50) if self.arguments.quick else (9, 300)
        figures = upstream.figures(
            self.folder, self.arguments.daemon, self.arguments.fake.resolve(), self.server_core, rounds_, count)
        self.table.title("a page of 20 from a fake TMDB on this machine, one at a time, p50 (curl: the same page, connection open)")
        names = {
            "memory": "kept in memory", "disk": "kept in cache.sqlite only",
            "shared": "found in the shared store (new each time)", "miss": "asked upstream (new each time)"}
        for name, words in names.items():
            pairs = list(zip(figures[name], figures["curl"]))
            ours, theirs = (sorted(column)[len(pairs) // 2] for column in zip(*pairs))
            self.figures[f"page_{name}_us"] = ours
            self.table.ratio(
                f"{words} / curl", [one / other for one, other in pairs], microseconds(ours), microseconds(theirs))
        paused = figures["paused"]
        self.table.figure("asked upstream, the shared store standing still, p50", median(paused), microseconds)
        self.table.figure("the first of these, which waits for the store", paused[0], microseconds)

    def events(self):
        """The library lies in memory, so that the disk is not what is measured."""
        changes = 100 if self.arguments.quick else 500
        program = self.folder / "events"
        home = servers.Home(self.folder / "events-home", self.arguments.daemon)
        memory = Path(self.stack.enter_context(tempfile.TemporaryDirectory(prefix="movierpc-bench-", dir="/dev/shm")))
        home.environment["XDG_DATA_HOME"] = str(memory)
        with home.server(self.server_core) as daemon:
            self.table.title("a change of settings (stored, library in memory) until the last subscriber has its event; Redis: PUBLISH")
            for subscribers in (1, 1000):
                self.events_of(program, daemon, "settings", subscribers, changes)
            self.table.title("a favourite (the same), and from its reply to the last event (below 0: the event was there first)")
            for subscribers in (1, 1000):
                ours, theirs = self.events_of(program, daemon, "favorite", subscribers, changes)
                count = "the event" if subscribers == 1 else f"the last of {subscribers:,} events"
                self.table.figure(f"from the reply to {count}, p50", ours, microseconds, microseconds(theirs))

    def events_of(self, program, daemon, kind, subscribers, changes):
        """A row; the medians of the times from reply to event."""
        progress(f"events of {kind} to {subscribers:,}")
        pairs = []
        for _ in range(3 if self.arguments.quick else 7):
            ours = others.events(program, self.generator_core, daemon, kind, subscribers, changes)
            theirs = others.events(
                program, self.generator_core, self.redis, "redis", subscribers, changes, round(ours["bytes"]))
            pairs.append((ours, theirs))
        middle = lambda what: [sorted(figures[what] for figures in column)[len(pairs) // 2] for column in zip(*pairs)]
        ours, theirs = middle("p50_us")
        count = "1 subscriber" if subscribers == 1 else f"{subscribers:,} subscribers"
        ratios = [one["p50_us"] / other["p50_us"] for one, other in pairs]
        self.table.ratio(f"to {count}, p50 / Redis", ratios, microseconds(ours), microseconds(theirs))
        return middle("reply_p50_us")

    def downloads(self):
        """What is fetched lies in memory, so that the disk is not what is measured."""
        if not self.arguments.fake:
            return
        fake, quick = self.arguments.fake.resolve(), self.arguments.quick
        temporary = lambda: tempfile.TemporaryDirectory(prefix="movierpc-bench-", dir="/dev/shm")
        memory = lambda: self.stack.enter_context(temporary())
        size, rate = (64 << 20 if quick else 256 << 20), 20_000_000
        place = (self.folder, self.arguments.daemon, fake, self.server_core, self.generator_core)
        progress("a download")
        pairs = downloads.throughput(*place, memory(), 3 if quick else 9, size)
        self.table.title(f"a download of {size >> 20} MB from this machine into memory (curl: the same file from the same server)")
        ours, theirs = (sorted(column)[len(pairs) // 2] for column in zip(*pairs))
        self.table.ratio(
            "bytes a second / curl", [one / other for one, other in pairs], size_a_second(ours), size_a_second(theirs), at_least=0.9)
        progress("ping beside downloads")
        pairs = downloads.latency(*place, memory(), 3 if quick else 7, 100 if quick else 500, rate)
        ours, theirs = (sorted(column)[len(pairs) // 2] for column in zip(*pairs))
        self.table.ratio(
            f"ping, p50: while three run at {rate // 1_000_000} MB/s each / idle", [one / other for one, other in pairs],
            microseconds(ours), microseconds(theirs))

    def whole_processes(self):
        progress("whole processes")
        client = self.folder / "movierpc"  # alone in its folder, so that it cannot start a daemon of its own
        shutil.copy2(self.arguments.client, client)
        # A program whose pages have not been written yet is mapped page by page, and takes twice as long to start.
        os.sync()
        true, redis_cli = shutil.which("true"), shutil.which("redis-cli")
        commands = [[client, "call", "ping"], [true], [redis_cli, "-s", self.redis.socket, "PING"]]
        each = 10 if self.arguments.quick else 30
        figures = others.whole_processes(
            self.folder / "spawn", self.generator_core, commands, self.home.environment, self.arguments.rounds, each)
        middle = [sorted(column)[len(column) // 2] for column in zip(*figures)]
        self.table.title("a whole process")
        for name, other, at_most in (("true", 1, 1.8), ("redis-cli PING", 2, 0.35)):
            ratios = [figure[0] / figure[other] for figure in figures]
            self.table.ratio(f"call ping / {name}", ratios, microseconds(middle[0]), microseconds(middle[other]), at_most=at_most)

    def memory(self):
        progress("memory")
        self.daemon.stop()
        with self.home.server(self.server_core) as fresh:
            idle, each = others.resident_memory(fresh, settle=0.3 if self.arguments.quick else 2)
        self.table.title("resident memory (RssAnon + RssFile; a fresh start with the catalogue there)")
        self.table.figure("idle", idle, size, below=20e6)
        self.table.figure("each of 1,000 idle connections", each, size, at_most=8 * 1024)

    def start_times(self):
        progress("starts")
        count = 2 if self.arguments.quick else 5
        new = [servers.Home(self.folder / f"new{i}", self.arguments.daemon) for i in range(count)]
        first = others.median_start(new, self.server_core)
        for home in new:
            with home.server(self.server_core) as server:
                others.until_whole(server)
        later = others.median_start(new, self.server_core)
        self.table.title(f"from the daemon's start to its first answer (median of {count})")
        for name, times in (("first time (no catalogue.index)", first), ("later", later)):
            self.table.figure(f"{name}: ping", times[0], milliseconds)
            self.table.figure(f"{name}: search", times[1], milliseconds)
        beside = self.folder / "beside"  # the client looks for its daemon there
        beside.mkdir()
        for program, name in ((self.arguments.daemon, "movierpcd"), (self.arguments.client, "movierpc")):
            shutil.copy2(program, beside / name)
        times = others.first_calls(beside / "movierpc", new[0], self.server_core, count)
        self.table.figure("a whole call ping that has to start the daemon", sorted(times)[count // 2], milliseconds)

    def instructions(self):
        count = 1000 if self.arguments.quick else 10000
        self.daemon.stop()  # a home has room for one
        progress(f"instructions, {count:,} and {2 * count:,} requests under valgrind")

        def floor(before):
            server = servers.floor(self.folder, self.folder / "floor", self.sizes["mixed"] + 1, self.server_core)
            server.line = [*before, *server.line]
            return server

        def daemon(before):
            return self.home.server(self.server_core, before)

        base = others.instructions(floor, self.load, "floor", count, self.folder)
        self.table.title("instructions a request, 64 deep, outside the kernel (callgrind)")
        for name, workload in (("a hit", "search"), ("an awaiting method", "template")):
            figure = others.instructions(daemon, self.load, workload, count, self.folder)
            self.table.figure(f"{name} (the other: the floor)", figure, plain, plain(base))


def bench(arguments):
    machine.install_missing()
    machine.raise_descriptor_limit()
    with contextlib.ExitStack() as stack:
        temporary = tempfile.TemporaryDirectory(prefix="movierpc-bench-", dir="/tmp", ignore_cleanup_errors=True)
        folder = Path(stack.enter_context(temporary))
        machine.build(folder)
        run = Bench(arguments, folder, stack)
        facts = machine.facts(run.generator_core, run.server_core)
        run.start_all()
        run.compare()
        run.methods()
        run.upstream()
        run.events()
        run.downloads()
        run.whole_processes()
        run.memory()
        run.start_times()
        run.instructions()
    run.notes.append(f"load average at the end {os.getloadavg()[0]:.1f} (the bench itself makes 2)")
    how = f"{arguments.rounds} rounds of {arguments.seconds:g} s, servers in turn; a ratio is the median of the rounds' ratios, "
    how += "middle half: where half of them lie"
    quick = ", QUICK: shows that it works, not how fast" if arguments.quick else ""
    if arguments.json:
        arguments.json.write_text(json.dumps({"quick": arguments.quick, "machine": facts, **run.figures}, indent=1) + "\n")
    run.table.print([f"movierpc bench{quick}", *facts, how], run.notes)
    return 1 if run.table.void else 0


def main():
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, frame: sys.exit(128 + number))
    arguments = read_arguments()
    try:
        return bench(arguments)
    except Broken as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("bench: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
