"""What is not a matter of requests a second: whole processes, memory, instructions, time to the first answer."""

import json
import re
import subprocess
import time
from statistics import median

from machine import HERE, Broken
from servers import pinned


def ask(connection, method, params=None):
    """One request on an open connection; its result."""
    request = {"jsonrpc": "2.0", "id": 1, "method": method, **({"params": params} if params else {})}
    reply = b""
    try:
        connection.sendall(json.dumps(request).encode() + b"\n")
        while not reply.endswith(b"\n"):
            piece = connection.recv(65536)
            if not piece:
                raise Broken(f"movierpcd closed the connection instead of answering {method}")
            reply += piece
    except OSError as error:
        raise Broken(f"movierpcd does not answer {method}: {error}")
    answer = json.loads(reply)
    if "result" not in answer:
        raise Broken(f"movierpcd answers {method} with {reply.decode()}")
    return answer["result"]


def whole_processes(program, core, commands, environment, rounds, each):
    """Microseconds of each command from start to end, one list a round."""
    line = [str(program), str(each)]
    for command in commands:
        line += ["--"] * (len(line) > 2) + [str(word) for word in command]
    figures = []
    for _ in range(rounds):
        done = subprocess.run(
            line, capture_output=True, text=True, env=environment, start_new_session=True, preexec_fn=pinned(core))
        if done.returncode:
            raise Broken(f"whole processes, against movierpcd: {done.stderr.strip()}")
        figures.append([float(word) for word in done.stdout.split()])
    return figures


def first_calls(client, home, core, count):
    """Milliseconds of a whole `call ping` that has to start the daemon first, one a start."""
    times = []
    for _ in range(count):
        began = time.perf_counter()
        done = subprocess.run([client, "call", "ping"], capture_output=True, text=True, env=home.environment, preexec_fn=pinned(core))
        times.append((time.perf_counter() - began) * 1000)
        if done.returncode:
            raise Broken(f"call ping does not start the daemon: {done.stderr.strip()}")
        subprocess.run([client, "daemon", "stop"], capture_output=True, env=home.environment, check=True)
    return times


def events(program, core, server, kind, subscribers, changes, payload=4096):
    """How long from a change to the last subscriber's event; see events.c."""
    line = [program, f"--{kind}", server.socket, "--subscribers", subscribers, "--changes", changes, "--payload", payload]
    done = subprocess.run(
        [str(word) for word in line], capture_output=True, text=True, start_new_session=True, preexec_fn=pinned(core))
    if done.returncode:
        raise Broken(f"events, against {server.name}: {done.stderr.strip()}\n{server.last_words()}")
    return {name: float(value) for name, value in (pair.split("=") for pair in done.stdout.split())}


def resident_memory(server, settle, connections=1000):
    """(bytes when idle, bytes for each idle connection): after a search; each connection has said ping once."""
    with server.connect() as connection:
        ask(connection, "search", {"q": "dune"})
    time.sleep(settle)
    idle = server.resident_bytes()
    held = []
    try:
        for _ in range(connections):
            held.append(server.connect())
            ask(held[-1], "ping")
        time.sleep(settle)
        return idle, (server.resident_bytes() - idle) / connections
    finally:
        for connection in held:
            connection.close()


def until_whole(server, patience=60.0):
    """Waits until the catalogue is open, which takes a second at the first start."""
    until = time.monotonic() + patience
    with server.connect() as connection:
        ask(connection, "search", {"q": "dune"})
        while ask(connection, "status")["catalogue"]["state"] != "ready":
            if time.monotonic() > until:
                raise Broken(f"the catalogue of {server.name} is not open after {patience} s\n{server.last_words()}")
            time.sleep(0.05)


def start_times(home, core):
    """Milliseconds from the start of the daemon to its answers: (ping, search)."""
    server = home.server(core)
    began = time.perf_counter()
    server.start()
    try:
        with server.connect(patience=30, nap=0.0003) as connection:
            ask(connection, "ping")
            pinged = time.perf_counter()
            ask(connection, "search", {"q": "dune"})
            searched = time.perf_counter()
    except Broken as error:
        raise Broken(f"movierpcd, started anew: {error}\n{server.last_words()}")
    finally:
        server.stop()
    return (pinged - began) * 1000, (searched - began) * 1000


def median_start(homes, core):
    times = [start_times(home, core) for home in homes]
    return median(ping for ping, _ in times), median(search for _, search in times)


def instructions(make_server, load, workload, count, folder):
    """Instructions a request: what 2N requests take more than N do, divided by N. So few queries that the first N
    requests have had them all in every spelling: what is counted are hits."""
    few = folder / "few-queries.txt"
    few.write_text("\n".join((HERE / "queries.txt").read_text().split("\n")[:10]) + "\n")
    totals = []
    for times in (1, 2):
        out = folder / f"callgrind.{workload}.{times}"
        line = ["valgrind", "--tool=callgrind", "--trace-children=no", "--fair-sched=try", f"--callgrind-out-file={out}"]
        server = make_server(line)
        server.start()
        try:
            server.connect(patience=120).close()
            load.run(server, workload, queries=few, timeout=120, count=count * times)
        except Broken as error:
            raise Broken(f"under valgrind: {error}\n{'' if '---' in str(error) else server.last_words()}")
        finally:
            server.stop(patience=60)
        found = re.search(r"^(?:totals|summary): (\d+)", out.read_text(), re.MULTILINE) if out.exists() else None
        if not found:
            raise Broken(f"valgrind counted nothing\n{server.last_words()}")
        totals.append(int(found.group(1)))
    return (totals[1] - totals[0]) / count
