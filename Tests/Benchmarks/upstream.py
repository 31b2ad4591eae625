"""A page of TMDB's through the daemon, beside curl fetching the same page: kept in memory, kept on disk, found in the
store that two daemons share (cache.shared), and not kept."""

import contextlib
import json
import signal
import subprocess
import time
from statistics import median

import servers
from machine import Broken

PAGE = {"list": "popular", "media_type": "movie", "page_size": 20}


@contextlib.contextmanager
def fake(program, core):
    """The fake TMDB on a free port; its address and what config.toml needs."""
    line = [str(program), "--port", "0"]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, text=True, preexec_fn=servers.pinned(core))
    try:
        address = process.stdout.readline().split()[1]
        yield address, "".join(process.stdout.readline() for _ in range(4))
    finally:
        process.kill()
        process.wait()


def home(folder, daemon, configuration, more=""):
    made = servers.Home(folder, daemon)
    made.config.write_text(configuration + more)
    made.environment["TMDB_API_KEY"] = "0123456789abcdef0123456789abcdef"
    return made


def curl(url, count):
    """Microseconds of each fetch of `url`, on one connection that is open already."""
    line = ["curl", "--silent", "--show-error", "--fail", "--write-out", "%{time_total}\\n"]
    for _ in range(count + 1):
        line += ["--output", "/dev/null", url]
    done = subprocess.run(line, capture_output=True, text=True)
    if done.returncode:
        raise Broken(f"curl: {done.stderr.strip()}")
    # The first one connects.
    return median(float(time) * 1e6 for time in done.stdout.split()[1:])


def calls(connection, requests, cache):
    """The median microseconds of a request, one after the other; each must have come from `cache`."""
    return median(times(connection, requests, cache))


def times(connection, requests, cache):
    found = []
    reader = connection.makefile("rb")
    for number, params in enumerate(requests):
        method = "browse" if "list" in params else "discover"
        line = json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n"
        began = time.perf_counter_ns()
        connection.sendall(line)
        reply = reader.readline()
        found.append((time.perf_counter_ns() - began) / 1000)
        if f'"cache":"{cache}"'.encode() not in reply[-300:]:
            raise Broken(f"this should be a {cache}: {reply[-300:].decode()}")
    return found


def pages(start, count):
    """Requests that no request before had."""
    return [{"min_votes": start + number, "page_size": 20} for number in range(count)]


def figures(folder, daemon, program, core, rounds, count):
    """By name, one a round: microseconds of a page, and of curl beside it; `paused`: of each page in one round."""
    results = {"memory": [], "disk": [], "shared": [], "miss": [], "curl": [], "paused": []}
    with fake(program, None) as (address, configuration):
        fast = "limits.upstream_rate = 1000\nlimits.upstream_burst = 1000\n"
        none = "limits.cached_results_bytes = 0\nlimits.upstream_memory_bytes = 0\n"
        kept = home(folder / "upstream-kept", daemon, configuration, fast)
        on_disk = home(folder / "upstream-disk", daemon, configuration, fast + none)
        (folder / "store").mkdir()
        with kept.server(core) as memory, on_disk.server(core) as disk, servers.redis(folder / "store", core) as store:
            sharing = f'cache.shared = "unix://{store.socket}"\n'
            first = home(folder / "upstream-first", daemon, configuration, fast + sharing)
            second = home(folder / "upstream-second", daemon, configuration, fast + sharing)
            with contextlib.ExitStack() as stack:
                one, two = (stack.enter_context(server.connect()) for server in (memory, disk))
                asking, finding = (
                    stack.enter_context(stack.enter_context(made.server(core)).connect()) for made in (first, second))
                calls(one, [PAGE | {"max_age_ms": 0}], "miss")
                calls(two, [PAGE | {"max_age_ms": 0}], "miss")
                asked = 0
                for _ in range(rounds):
                    results["curl"].append(curl(f"{address}/3/movie/popular?language=en-US&page=1", count))
                    results["memory"].append(calls(one, [PAGE] * count, "hit"))
                    results["disk"].append(calls(two, [PAGE] * count, "hit"))
                    new = pages(asked, count)
                    asked += count
                    results["miss"].append(calls(one, new, "miss"))
                    calls(asking, new, "miss")
                    results["shared"].append(calls(finding, new, "hit"))
                store.process.send_signal(signal.SIGSTOP)
                try:
                    results["paused"] = times(asking, pages(asked, count), "miss")
                finally:
                    store.process.send_signal(signal.SIGCONT)
    return results
