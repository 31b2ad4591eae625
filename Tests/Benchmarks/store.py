#!/usr/bin/env python3
"""What redis-server needs for each command of a shared cache: microseconds of a core, by its own account.

Its processor time is taken, not the wall's, because the load comes from the same machine. It includes system calls,
but not the interrupts of a network. The commands are GET and SET of answers (12.5 KB for a page, 150 KB for a
detail), SET NX for a lease, and a script for the token bucket; then idle connections, for their memory. growth.py
reads what --json writes.
"""

import argparse
import contextlib
import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True

import machine
import servers

BUCKET = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local known = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = math.min(40, (tonumber(known[1]) or 40) + (now - (tonumber(known[2]) or now)) * 0.04)
local wait = tokens >= 1 and 0 or math.ceil((1 - tokens) / 0.04)
if wait == 0 then tokens = tokens - 1 end
redis.call('HSET', KEYS[1], 'tokens', tokens, 'at', now)
redis.call('PEXPIRE', KEYS[1], 60000)
return wait
"""
# An argument of a command has at most 128 KB; the rest is in proportion.
LONGEST = 100_000


class Store:
    def __init__(self, server):
        self.server = server

    def ask(self, *words, standard_input=None):
        line = ["redis-cli", "-s", self.server.socket, *words]
        return subprocess.run(line, input=standard_input, capture_output=True, text=True, check=True).stdout.strip()

    def info(self, section, *names):
        text = self.ask("info", section)
        return sum(float(re.search(rf"^{name}:([\d.]+)", text, re.M)[1]) for name in names)

    def cost(self, count, *words):
        """Microseconds of its processor for each command, of 32 connections; the least of three runs."""
        line = ["redis-benchmark", "-s", self.server.socket, "-c", "32", "-n", str(count), "-q", *words]

        def run():
            before = self.info("cpu", "used_cpu_sys", "used_cpu_user")
            subprocess.run(line, check=True, stdout=subprocess.DEVNULL)
            return (self.info("cpu", "used_cpu_sys", "used_cpu_user") - before) * 1e6 / count

        return min(run() for _ in range(3))

    def connection_bytes(self, count=2000):
        """Of an idle one: some seconds after its last command, its buffers are made small."""
        before = self.info("memory", "used_memory")
        line = ["redis-benchmark", "-s", self.server.socket, "-I", "-c", str(count)]
        with subprocess.Popen(line, stdout=subprocess.DEVNULL) as idle:
            try:
                until = time.monotonic() + 30
                while self.info("clients", "connected_clients") < count:
                    if time.monotonic() > until:
                        raise machine.Broken(f"redis-server does not have {count:,} connections after 30 s")
                    time.sleep(0.1)
                time.sleep(10)
                return (self.info("memory", "used_memory") - before) / count
            finally:
                idle.kill()


def measure(store, count):
    for key, size in (("page", 12_500), ("detail", 150_000)):
        store.ask("-x", "set", key, standard_input="x" * size)
    script = store.ask("script", "load", BUCKET)
    figures = {
        "miss": store.cost(count, "get", "nothing"), "page": store.cost(count, "get", "page"),
        "detail": store.cost(count // 2, "get", "detail"),
        "lease": store.cost(count, "set", "lease", "me", "NX", "PX", "5000"),
        "bucket": store.cost(count, "evalsha", script, "1", "bucket"),
        "put_page": store.cost(count, "set", "new", "x" * 12_500, "PX", "60000"),
        "put_detail": store.cost(count // 4, "set", "new", "x" * LONGEST, "PX", "60000") * 150_000 / LONGEST,
        "connection_bytes": store.connection_bytes(),
        "connections": float(store.ask("config", "get", "maxclients").split()[-1])}
    return {name: round(value, 1) for name, value in figures.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--count", type=int, default=40_000, help="commands of each kind (40000)")
    arguments = parser.parse_args()
    try:
        machine.install_missing()
        with contextlib.ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="movierpc-bench-", dir="/tmp")))
            _, core = machine.choose_cores()
            store = Store(stack.enter_context(servers.redis(folder, core)))
            print(re.search(r"redis_version:(\S+)", store.ask("info", "server"))[0])
            figures = measure(store, arguments.count)
    except machine.Broken as error:
        print(f"store: {error}", file=sys.stderr)
        return 1
    for name, value in figures.items():
        print(f"{name:20}{value:>10,.1f}")
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
