#!/usr/bin/env python3
"""Reads and changes of the library on a disk whose every sync takes as long as asked for.

Usage: syncs.py DAEMON [--sync MS] [--seconds N]

Prints how long `suggest` and `watchlist` take beside four clients that change, and how many changes a second
1, 4 and 16 clients get. The daemon runs in a home of its own, with a library loaded before all others that
makes fdatasync and fsync wait.
"""
import argparse
import json
import os
import socket
import subprocess
import tempfile
import threading
import time

SHIM = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>
static void pause_for(void) { usleep(1000 * atoi(getenv("SYNC_MS"))); }
int fdatasync(int file) { pause_for(); return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(file); }
int fsync(int file) { pause_for(); return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(file); }
"""


class Client:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.file = self.socket.makefile("rb")

    def call(self, method, **params):
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        self.socket.sendall(json.dumps(request).encode() + b"\n")
        reply = json.loads(self.file.readline())
        if "error" in reply:
            raise SystemExit(f"{method}: {reply['error']}")
        return reply["result"]


def start(daemon, home, sync):
    shim = os.path.join(home, "slow")
    with open(shim + ".c", "w") as file:
        file.write(SHIM)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", shim + ".so", shim + ".c"], check=True)
    environment = {"HOME": home, "XDG_RUNTIME_DIR": home + "/run", "PATH": os.environ["PATH"],
                   "LD_PRELOAD": shim + ".so", "SYNC_MS": str(sync)}
    process = subprocess.Popen([daemon], env=environment, stderr=subprocess.DEVNULL)
    path = home + "/run/movierpc/socket"
    while True:
        try:
            return process, path, Client(path)
        except OSError:
            time.sleep(0.05)


def change(path, keys, until, counts):
    client, number = Client(path), 0
    while time.monotonic() < until:
        client.call("watchlist.update", key=keys[number % len(keys)], note=f"note {number}")
        number += 1
    counts.append(number)


def writers(path, keys, count, seconds):
    until, counts = time.monotonic() + seconds, []
    threads = [threading.Thread(target=change, args=(path, keys[n::count], until, counts)) for n in range(count)]
    for thread in threads:
        thread.start()
    return threads, counts


def quantiles(times):
    times = sorted(times)
    return f"p50 {times[len(times) // 2] * 1000:.2f} ms, p99 {times[len(times) * 99 // 100] * 1000:.2f} ms"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("daemon")
    parser.add_argument("--sync", type=int, default=400, help="milliseconds of a sync")
    parser.add_argument("--seconds", type=int, default=8, help="of each measurement")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        process, path, client = start(options.daemon, home, options.sync)
        try:
            keys = [title["key"] for title in client.call("browse", list="popular", page_size=32)["results"]]
            for key in keys:
                client.call("watchlist.add", key=key)
            threads, _ = writers(path, keys, 4, options.seconds)
            times = {"suggest": [], "watchlist": []}
            while any(thread.is_alive() for thread in threads):
                for method, params in (("suggest", {"q": "dun"}), ("watchlist", {"page_size": 20})):
                    begun = time.perf_counter()
                    client.call(method, **params)
                    times[method].append(time.perf_counter() - begun)
                time.sleep(0.01)
            for method, measured in times.items():
                print(f"{method} beside 4 writers, a sync of {options.sync} ms: {quantiles(measured)}")
            for count in (1, 4, 16):
                threads, counts = writers(path, keys, count, options.seconds)
                for thread in threads:
                    thread.join()
                print(f"changes by {count} clients: {sum(counts) / options.seconds:.1f} a second")
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
