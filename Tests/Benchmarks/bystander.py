#!/usr/bin/env python3
"""What one client sees while others misbehave, beside what it sees alone, on the same daemon in the same run.

    python3 Tests/Benchmarks/bystander.py --daemon PATH/movierpcd --fake PATH/fake-tmdb [--minutes 40]

README.md tells how to read it.
"""

import argparse
import contextlib
import gc
import itertools
import os
import random
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from statistics import median, quantiles

sys.dont_write_bytecode = True

import crowd
import ending
import machine
import servers
import upstream
from catalogue import process_bytes
from crowd import PATIENCE, QUERIES, TIMEOUT_MS, Crowd, line
from machine import Broken
from others import ask, until_whole
from table import Table, microseconds, plain, size

# Seconds from an answer to the next request of that kind.
PAUSES = {"ping": 0.005, "suggest": 0.05, "search": 0.2}
# Name of a figure: the kind, the share of its times that are not longer, and the microseconds wanted.
FIGURES = {
    "ping, p50": ("ping", 0.5, None), "ping, p99": ("ping", 0.99, None), "ping, max": ("ping", 1, 20_000),
    "suggest, max": ("suggest", 1, 100_000),
    "search, p50": ("search", 0.5, None), "search, max": ("search", 1, 2_000_000),
}


class Bystander:
    """The client that is measured: one connection, with at most one request of each kind in flight."""

    numbers, queries = itertools.count(), itertools.cycle(QUERIES)

    def __init__(self, server):
        self.server, self.connection, self.seen = server, server.connect(), Counter()
        self.connection.settimeout(PATIENCE)

    def request(self, kind, identifier):
        # A text is searched for once, so that TMDB is asked.
        params = {"ping": {}, "suggest": {"q": random.choice(QUERIES)}, "search": {"record": False}}[kind]
        more = {"q": next(self.queries)} if kind == "search" else {}
        return line(identifier, kind, timeout_ms=TIMEOUT_MS, **params, **more)

    def look(self, seconds):
        """Microseconds of each kind, sorted; `anonymous`: the daemon's memory every 20 ms."""
        times, sent, rest, number = {kind: [] for kind in PAUSES}, {}, b"", next(self.numbers)
        samples, next_sample = [], 0.0
        until = time.perf_counter() + seconds
        due = dict.fromkeys(PAUSES, 0.0)
        while (now := time.perf_counter()) < until or sent:
            for kind in [kind for kind, at in due.items() if at <= now < until]:
                del due[kind]
                sent[kind] = time.perf_counter()
                self.connection.sendall(self.request(kind, f"{kind}-{number}"))
            if now >= next_sample:
                samples.append(process_bytes(self.server, "RssAnon"))
                next_sample = now + 0.02
            if now > until + PATIENCE:
                self.seen["unanswered"] += len(sent)
                for kind, at in sent.items():
                    times[kind].append((now - at) * 1e6)
                break
            wake = min([next_sample, *(at for at in due.values() if at < until)])
            if not select.select([self.connection], [], [], max(0, wake - time.perf_counter()))[0]:
                continue
            piece = self.connection.recv(1 << 18)
            came = time.perf_counter()
            if not piece:
                raise Broken("movierpcd closed the connection of the client that is measured")
            *lines, rest = (rest + piece).split(b"\n")
            for reply in lines:
                head = reply[:80].decode(errors="replace")
                kind, _, of = head.removeprefix('{"jsonrpc":"2.0","id":"').partition('"')[0].partition("-")
                if of != str(number) or kind not in sent:
                    continue  # given up in the slice before
                times[kind].append((came - sent.pop(kind)) * 1e6)
                due[kind] = came + PAUSES[kind]
                self.seen["answers"] += 1
                if '"error":' in head:
                    self.seen[f"errors of {kind}"] += 1
        return {kind: sorted(own) for kind, own in times.items()} | {"anonymous": samples}

    def settle(self):
        """Until nothing of the others is in flight, and TMDB is asked again after it stood still."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            ask(self.connection, "search", {"q": crowd.new_text(), "record": False})
            status = ask(self.connection, "status")
            if status["in_flight"] == 0 and status["sources"][0]["state"] == "ok":
                return
            time.sleep(0.2)
        raise Broken(f"movierpcd is not as before after {PATIENCE:g} s")


class BystanderTable(Table):
    def beside(self, name, ratios, ours, alone, below):
        """The ratio to the client alone; the target is of the figure."""
        low, _, high = quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1 else ratios * 3
        target, reached = ("-", None) if below is None else (f"< {microseconds(below)}", ours < below)
        self._add(name, f"{median(ratios):.2f}", f"{low:.2f}..{high:.2f}", target, reached,
                  microseconds(ours), microseconds(alone))


@contextlib.contextmanager
def still(process):
    """It takes connections, since the kernel does, and answers nothing."""
    process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        process.send_signal(signal.SIGCONT)


class Bench:
    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        self.client_core, self.server_core = machine.choose_cores()
        self.table, self.notes = BystanderTable(), []
        self.home = upstream.home(folder / "home", arguments.daemon, "")

    @contextlib.contextmanager
    def daemon(self, *options):
        """The daemon with its catalogue built, and the process of its fake TMDB."""
        line = [str(self.arguments.fake), "--port", "0", *options]
        fake = subprocess.Popen(line, stdout=subprocess.PIPE, text=True, preexec_fn=servers.pinned(self.client_core))
        try:
            fake.stdout.readline()
            configuration = "".join(fake.stdout.readline() for _ in range(4))
            self.home.config.write_text(configuration + f"limits.drain_ms = {ending.DRAIN_MS}\n")
            with self.home.server(self.server_core) as server:
                until_whole(server)
                yield server, fake
        finally:
            fake.kill()
            fake.wait()

    def beside(self, word, title, kind, count, hangs=False):
        """The rows of one crowd; without a kind nobody else is there."""
        progress(title)
        self.table.title(title)
        total, pairs, memory, seconds = Counter(), [], [], self.arguments.seconds
        with self.daemon() as (server, fake):
            bystander = Bystander(server)
            state = lambda: still(fake) if hangs else contextlib.nullcontext()
            bystander.look(0.5)
            for _ in range(self.arguments.rounds):
                with state():
                    alone = bystander.look(seconds)
                bystander.settle()
                before = [process_bytes(server, name) for name in ("VmRSS", "RssAnon")]
                with contextlib.suppress(OSError):
                    Path(f"/proc/{server.process.pid}/clear_refs").write_text("5")  # VmHWM starts again
                others = Crowd(kind, count, server.socket, self.client_core) if kind else contextlib.nullcontext()
                with others:
                    if hangs:  # once their searches wait for TMDB, not before
                        time.sleep(crowd.DEBOUNCE_MS / 1000 + 0.2)
                    with state():
                        pairs.append((bystander.look(seconds), alone))
                peaks = process_bytes(server, "VmHWM"), max(pairs[-1][0]["anonymous"])
                total.update(others.figures if kind else {})
                bystander.settle()
                if kind is crowd.Deaf:
                    time.sleep(2)
                memory.append((*peaks, process_bytes(server, "RssAnon"), *before))
            bystander.connection.close()
        self.add(word, pairs)
        if kind is crowd.Deaf:
            peak, anonymous, after, resident, at_first = (max(column) for column in zip(*memory))
            self.table.figure(f"{word}: resident memory, most (other: before)", peak, size, size(resident))
            self.table.figure(f"{word}: anonymous memory, most (other: before)", anonymous, size, size(at_first))
            self.table.figure(f"{word}: the same 2 s after they left", after, size, size(at_first))
        note = f"{word}: the client had "
        note += ", ".join(f"{plain(number)} {what}" for what, number in bystander.seen.items())
        if kind:
            note += f"; the others read {plain(total['answers'])} lines, and {total['closed']} were disconnected"
        self.notes.append(note)

    def add(self, word, pairs):
        for name, (kind, share, below) in FIGURES.items():
            pick = lambda times: times[kind][min(int(len(times[kind]) * share), len(times[kind]) - 1)]
            both = [(pick(beside), pick(alone)) for beside, alone in pairs]
            ours, theirs = (max(column) if share == 1 else median(column) for column in zip(*both))
            self.table.beside(f"{word}: {name}", [one / other for one, other in both], ours, theirs, below)

    def over_time(self):
        """Memory under busy clients, a line a minute."""
        row = lambda *cells: print("".join(f"{cell:>14}" for cell in cells), flush=True)
        print("100 busy clients: RssAnon, and the bytes of both caches in status (memory_bytes, disk_bytes)")
        row("minute", "RssAnon", "in memory", "on disk", "answers", "unanswered")
        with self.daemon() as (server, _), server.connect() as connection:
            with Crowd(crowd.Busy, 100, server.socket, self.client_core) as busy:
                for minute in range(self.arguments.minutes + 1):
                    time.sleep(60 * (minute > 0))
                    cache, figures = ask(connection, "status")["cache"], busy.ask()
                    row(minute, size(process_bytes(server, "RssAnon")), size(cache["memory_bytes"]),
                        size(cache["disk_bytes"]), plain(figures["answers"]), figures["unanswered"])
        print(f"in all {plain(busy.figures['answers'])} answers, {busy.figures['unanswered']} unanswered\n")


def progress(text):
    print(f"bench: {text}", file=sys.stderr, flush=True)


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--daemon", required=True, type=Path, help="movierpcd, a release build")
    parser.add_argument("--fake", required=True, type=Path, help="fake-tmdb, a release build")
    parser.add_argument("--rounds", type=int, default=3, help="alone and beside the others, in turn (3)")
    parser.add_argument("--seconds", type=float, default=4, help="of each (4)")
    parser.add_argument("--minutes", type=int, default=0, help="watch memory so long under 100 busy clients, too (0)")
    arguments = parser.parse_args()
    arguments.daemon, arguments.fake = arguments.daemon.resolve(), arguments.fake.resolve()
    return arguments


def bench(arguments):
    machine.raise_descriptor_limit()
    with tempfile.TemporaryDirectory(prefix="movierpc-bench-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        run, load = Bench(arguments, Path(folder)), os.getloadavg()[0]
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, 0, servers.NICE)
        if run.client_core is not None:
            os.sched_setaffinity(0, {run.client_core})
        gc.disable()
        run.beside("alone", "the client alone, both times", None, 0)
        searches = "17 connections, each with 64 searches in flight that wait for debounce_ms, then for TMDB"
        run.beside("debounced", searches, crowd.Debounced, 17)
        hanging = f"{searches}, which begins to hang (for the client alone too)"
        run.beside("hanging", hanging, crowd.Debounced, 17, hangs=True)
        run.beside("flood", "40 connections that send as fast as the daemon reads", crowd.Flooding, 40)
        run.beside("deaf", "300 connections that do not read, each with a batch of 60 rpc.discover", crowd.Deaf, 300)
        progress("the daemon's end")
        ending.ends(run)
        if arguments.minutes:
            run.over_time()
    run.table.print([
        f"movierpc bench: one client while others misbehave; load average {load:.1f} at the start",
        f"{arguments.rounds} rounds of {arguments.seconds:g} s each; movierpc: the client beside the others, "
        "the other: the same client alone, on the same daemon",
        "a max is that of all rounds, any other figure that of the round in the middle"], run.notes)


def main():
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, frame: sys.exit(128 + number))
    arguments = read_arguments()
    try:
        bench(arguments)
        return 0
    except Broken as error:
        print(f"bench: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("bench: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
