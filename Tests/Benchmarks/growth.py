#!/usr/bin/env python3
"""A day of 10, 1,000 and 100,000 machines, simulated beside theory: what GROWTH.md explains.

The figures of `run.py --json` and `store.py --json` replace those in growth_model.py. The same seed prints the same.
"""

import argparse
import json
import math
import sys

sys.dont_write_bytecode = True

from growth_day import Day
from growth_model import ASSUMPTIONS, BENCH, HOUR, STORE, Model, Titles
from growth_theory import Theory

# Without a store, machines do not affect each other: more of them are this many, counted several times.
MOST_ALONE = 10_000


class Figures:
    """What one or more simulated days have in the mean, for `machines`."""

    def __init__(self, model, titles, machines, store, seed, **options):
        simulated = machines if store else min(machines, MOST_ALONE)
        # Few machines do something else each day.
        days = [Day(model, titles, simulated, store, seed + i, **options) for i in range(max(1, 2000 // machines))]
        times = machines / simulated
        self.machines, self.day = machines, days[0]
        mean = lambda name: times * sum(getattr(day, name) for day in days) / len(days)
        self.requests, self.calls, self.local_hits = mean("requests"), mean("calls"), mean("local_hits")
        self.lookups, self.store_us, self.store_bytes = mean("lookups"), mean("store_us"), mean("store_bytes")
        self.call_bytes, self.keys, self.pictures = mean("call_bytes"), mean("keys"), mean("pictures")
        self.herd, self.held = max(day.herd for day in days), max(day.shared.peak for day in days)
        self.store_hits = sum(day.store_hits() for day in days) / len(days) if store else 0
        self.node = max(max(day.nodes) for day in days) / max(1, self.lookups)
        self.longest_wait = max((wait for day in days for wait in day.waits), default=0)
        minutes = [times * sum(day.calls_at[at:at + 60]) / 60 for day in days for at in range(0, len(day.calls_at), 60)]
        self.minute = max(minutes)
        hours = [sum(minutes[at:at + 60]) / 60 for at in range(0, len(minutes), 60)]
        self.hour = max(hours) if len(days) == 1 else max(sum(hours[at::48]) / len(days) for at in range(48))
        self.refused = sum(max(0, rate - model.tmdb_rate) for rate in minutes) / sum(minutes)
        self.second = times * max(max(day.calls_at) for day in days)


def limits(model, figures, store, keys=1, nodes=1):
    """How much of each limit is used in the busiest time."""
    used = {"TMDB's rate": figures.minute / model.tmdb_rate / keys}
    if store:
        node, busy = (figures.node if nodes > 1 else 1), model.busiest / HOUR
        page = max(STORE["page"], 1000 * model.page_kb / model.link_mb)
        used["connections"] = figures.machines / STORE["connections"]
        held = figures.held / nodes + figures.machines * STORE["connection_bytes"]
        used["memory"] = held / model.store_gb / 1e9
        used["network"] = figures.store_bytes * node * busy / model.link_mb / 1e6
        used["processor"] = figures.store_us * node * busy / 1e6
        used["same instant"] = figures.herd * page / 1000 / model.timeout_ms
    return used


def short(number):
    return f"{number:,.0f}" if number >= 10 else f"{number:.2g}"


def show(title, head, rows):
    print(f"\n{title}\n")
    rows = [head] + [[cell if isinstance(cell, str) else short(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    for row in rows:
        cells = [cell.ljust(width) if i == 0 else cell.rjust(width) for i, (cell, width) in enumerate(zip(row, widths))]
        print("  ".join(cells).rstrip())


def show_popularity(titles):
    columns = [(column, laws, laws.real) for column, laws in titles.items()]
    rows = [[f"{top:,} best known"] + [f"{share:.1%}" for _, laws, real in columns
            for share in (real[top - 1], laws.cumulative[top - 1])] for top in (100, 1000, 10_000, 30_000)]
    head = [""] + [cell for column, laws, _ in columns for cell in (column, f"s={laws.s:.2f} q={laws.q}")]
    show("Popularity: the share of requests for the best-known titles, in the data and as (rank + q) ** -s", head, rows)


def show_machine(model, figures):
    one, many = figures.machines, figures.day.machines
    reasons = ("widgets", "lists of the home screen", "its row `recommended`", "searches", "titles opened")
    seconds = figures.keys / BENCH["suggest_anew_rps"] + figures.requests * BENCH["page_miss_us"] / 1e6
    pictures = model.pictures * (105 * figures.pictures + 25 * model.sessions * (model.searches * 20 + 5) * one)
    rows = [
        ["requests about titles", figures.requests / one], ["keys typed, each one `suggest`", figures.keys / one],
        ["calls to TMDB", figures.calls / one],
        *([f"  for {name}", count / many] for name, count in zip(reasons, figures.day.reasons)),
        ["KB from TMDB", figures.call_bytes / one / 1000], ["KB of pictures, at most", pictures / one],
        ["KB of the export, in the mean", model.weekly * 40_000 / 7],
        ["ms of the daemon's processor, at most", 1000 * seconds / one]]
    show("The mean day of a machine, without a store", ["", "a day"], rows)


def show_calls(model, theory, found):
    rows = []
    for (machines, store), figures in found.items():
        calls, hour = theory.day(machines, store), theory.busiest(machines, store)[0]
        rows.append([
            f"{machines:,}", "yes" if store else "no", figures.calls, calls, f"{figures.calls / calls - 1:+.0%}",
            figures.calls / machines, f"{figures.local_hits / figures.requests:.0%}",
            f"{figures.store_hits:.0%}" if store else "", figures.hour, hour, figures.minute,
            "" if store else f"{figures.refused:.0%}"])
    head = ["machines", "store", "calls", "theory", "", "each", "local", "store", "hour/s", "theory", "min/s", "429"]
    show("Calls to TMDB a day; what the caches answer; calls a second in the busiest hour and minute", head, rows)


def show_limits(model, found):
    rows = []
    cases = [("no store, one key", False, 1, 1), ("one store, one key", True, 1, 1),
             ("one store, 10 keys", True, 10, 1), ("six nodes, one key", True, 1, Day.NODES)]
    for machines in dict.fromkeys(machines for machines, _ in found):
        for words, store, keys, nodes in cases:
            used = limits(model, found[machines, store], store, keys, nodes)
            first = max(used, key=used.get)
            state = first if used[first] > 1 else f"none; {first} is next"
            cells = [f"{used[name]:.1%}" if name in used else "" for name in
                     ("TMDB's rate", "connections", "memory", "network", "processor", "same instant")]
            rows.append([f"{machines:,}, {words}", *cells, state])
    head = ["", "TMDB", "connect", "memory", "network", "cpu", "instant", "first limit"]
    show("How much of each limit is used", head, rows)


def show_reach(model, theory, figures, without):
    used = limits(model, figures, True)

    def solve(value):
        low, high = 1, 10**8
        while high > low * 1.01:
            middle = (low * high) ** 0.5
            low, high = (middle, high) if value(middle) < 1 else (low, middle)
        return high

    # Theory is of hours; the busiest minute has more.
    peak = figures.minute / theory.busiest(figures.machines, True)[0]
    reach = {name: figures.machines / share for name, share in used.items()}
    reach["TMDB's rate"] = solve(lambda n: theory.busiest(n, True)[0] * peak / model.tmdb_rate)
    reach["memory"] = solve(
        lambda n: (theory.busiest(n, True)[1] + n * STORE["connection_bytes"]) / model.store_gb / 1e9)
    reach["TMDB's rate, without a store"] = figures.machines * model.tmdb_rate / without.minute
    rows = [[name, float(f"{count:.2g}")] for name, count in sorted(reach.items(), key=lambda pair: pair[1])]
    show("Machines on one key at which each limit of one store is reached", ["", "machines"], rows)
    all_fresh, full = (theory.day(figures.machines, True, size) for size in (math.inf, model.store_gb * 1e9))
    print(f"\nA store of {model.store_gb} GB that is full, with {figures.machines:,} machines, by theory: "
          f"{full / all_fresh - 1:+.0%} calls.")


def show_sizes(model, titles, seed, machines):
    rows = []
    for column, laws in titles.items():
        for count in (10_000, len(laws.names), 1_300_000):
            laws.resize(count)
            day, calls = Day(model, laws, machines, True, seed), Theory(model, laws).day(machines, True)
            rows.append([f"{column}, {count:,} titles", f"{day.store_hits():.0%}", day.calls, calls])
        laws.resize(len(laws.names))
    laws = titles["vote_count"]
    theory = Theory(model, laws)
    for megabytes in (32, 128, 512):
        day, calls = Day(model, laws, machines, True, seed, capacity=megabytes * 1e6), theory
        rows.append([f"vote_count, store of {megabytes:,} MB", f"{day.store_hits():.0%}", day.calls,
                     theory.day(machines, True, megabytes * 1e6)])
    show(f"{machines:,} machines: by the catalogue's size and law, and by the store's",
         ["", "store answers", "calls", "theory"], rows)


def show_storm(model, titles, seed):
    rows = []
    for machines in (10, 1000):
        for words, store, lease in (("no store", False, True), ("store", True, True), ("store, no lease", True, False)):
            day = Day(model, titles, machines, store, seed, storm=60, lease=lease)
            rows.append([f"{machines:,}, {words}", day.calls, max(day.calls_at), max(day.waits, default=0.0)])
    show("All machines start within a minute, with nothing cached, and open the home screen",
         ["", "calls", "busiest second", "longest wait, s"], rows)


def show_sensitivity(model, titles, machines):
    laws = titles["vote_count"]
    theory = Theory(model, laws)
    base, alone = theory.busiest(machines, True), theory.busiest(machines, False)

    def cells(other):
        """What it uses of TMDB's rate without a store and with one, and of the store's memory."""
        store, changed = other.busiest(machines, True), other.model
        tmdb_rate, room = model.tmdb_rate / changed.tmdb_rate, model.store_gb / changed.store_gb
        without = other.busiest(machines, False)[0]
        shares = without / alone[0] * tmdb_rate, store[0] / base[0] * tmdb_rate, store[1] / base[1] * room
        return [f"{share - 1:+.0%}" for share in shares]

    rows = []
    for name in ASSUMPTIONS:
        row = [name]
        for factor in (0.5, 2):
            row += cells(Theory(Model(**{name: factor}), laws, theory if name not in ("live", "misspelt") else None))
        if any(abs(int(cell[:-1])) >= 3 for cell in row[1:]):
            rows.append(row)
    rows.append(["popularity, instead of votes", "", "", "", *cells(Theory(model, titles["popularity"]))])
    show(f"{machines:,} machines, by theory: how much more of TMDB's rate and the store's memory is used when an\n"
         "assumption is halved or doubled (those not listed: less than 3 %)",
         ["", "halved: no store", "TMDB", "memory", "doubled: no store", "TMDB", "memory"], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bench", type=argparse.FileType(), help="what run.py --json wrote")
    parser.add_argument("--store", type=argparse.FileType(), help="what store.py --json wrote")
    parser.add_argument("--sizes", default="10,1000,100000", help="machines (10,1000,100000)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for file, known in ((arguments.bench, BENCH), (arguments.store, STORE)):
        if file:
            known.update({name: value for name, value in json.load(file).items() if name in known})
    model, sizes = Model(), [int(size) for size in arguments.sizes.split(",")]
    titles = {column: Titles(column) for column in ("vote_count", "popularity")}
    laws = titles["vote_count"]
    theory = Theory(model, laws)
    found = {(machines, store): Figures(model, laws, machines, store, arguments.seed)
             for machines in sizes for store in (False, True)}
    show_popularity(titles)
    show_machine(model, found[max(sizes), False])
    show_calls(model, theory, found)
    show_limits(model, found)
    show_reach(model, theory, found[max(sizes), True], found[max(sizes), False])
    show_sizes(model, titles, arguments.seed, 3000)
    show_storm(model, laws, arguments.seed)
    show_sensitivity(model, titles, max(sizes))


if __name__ == "__main__":
    main()
