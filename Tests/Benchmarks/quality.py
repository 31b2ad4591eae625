#!/usr/bin/env python3
"""How many of the things that people type find the title that they mean: among the first five, by kind.

    python3 Tests/Benchmarks/quality.py QUERIES [--daemon .build-release/movierpcd] [--missed] [--method search]

QUERIES has a line for each: its kind, what is typed, the titles of which one is meant, ; between them, and their year
(0: any; one off is right), separated by tabs. The daemon starts in an empty home without a key. The first request is
sent when the socket is there: the last line says after how long it was answered.
"""
import argparse
import collections
import json
import os
import socket
import subprocess
import tempfile
import time


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("queries")
    parser.add_argument("--daemon", default=".build-release/movierpcd")
    parser.add_argument("--method", default="search", choices=("search", "suggest"))
    parser.add_argument("--missed", action="store_true", help="print what was not found, and what was instead")
    options = parser.parse_args()
    with open(options.queries, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
    with tempfile.TemporaryDirectory() as home:
        begin = time.monotonic()
        with Daemon(options.daemon, home) as daemon:
            daemon.call(options.method, {"q": "dune"})
            first = time.monotonic() - begin
            measure(daemon, options, rows)
    print(f"first answer of an empty home after {1000 * first:.0f} ms")


def measure(daemon, options, rows):
    found, asked, times = collections.Counter(), collections.Counter(), []
    for kind, typed, titles, year in (row[:4] for row in rows):
        begin = time.monotonic()
        results = daemon.call(options.method, {"q": typed})["results"][:5]
        times.append(time.monotonic() - begin)
        asked[kind] += 1
        if any(row["title"] in titles.split(";") and is_near(row.get("year"), int(year)) for row in results):
            found[kind] += 1
        elif options.missed:
            print(f"missed {kind}: {typed}: " + ", ".join(f"{row['title']} ({row.get('year')})" for row in results))
    for kind in asked:
        print(f"{kind:12} {found[kind]:4} of {asked[kind]:4}  {100 * found[kind] / asked[kind]:3.0f} %")
    total = sum(asked.values())
    print(f"{'all':12} {sum(found.values()):4} of {total:4}  {100 * sum(found.values()) / total:3.0f} %")
    times.sort()
    print(f"ms: median {1000 * times[total // 2]:.2f}, p99 {1000 * times[total * 99 // 100]:.2f}")


def is_near(found, wanted):
    return wanted == 0 or found is not None and abs(found - wanted) <= 1


class Daemon:
    def __init__(self, program, home):
        self.path = os.path.join(home, "socket")
        environment = {"HOME": home, "PATH": os.environ["PATH"], "XDG_RUNTIME_DIR": home}
        self.process = subprocess.Popen(
            [program, "--socket", self.path], env=environment, stderr=subprocess.DEVNULL)
        self.id = 0

    def __enter__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        for _ in range(2000):
            try:
                self.socket.connect(self.path)
                break
            except OSError:
                time.sleep(0.005)
        self.lines = self.socket.makefile("r", encoding="utf-8")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def call(self, method, params):
        self.id += 1
        request = {"jsonrpc": "2.0", "id": self.id, "method": method, "params": params}
        self.socket.sendall(json.dumps(request).encode() + b"\n")
        reply = json.loads(self.lines.readline())
        if "error" in reply:
            raise SystemExit(f"{method} {params}: {reply['error']}")
        return reply["result"]


if __name__ == "__main__":
    main()
