"""What becomes of requests in flight at SIGTERM, and how long the daemon takes to end."""

import contextlib
import json
import signal
import sqlite3
import subprocess
import time
from collections import Counter
from pathlib import Path

from crowd import line
from machine import Broken
from others import ask
from table import milliseconds, plain

DRAIN_MS = 5000
# A bound for a daemon that does not end.
PATIENCE = 60


def replies_until_end(connection):
    """By id, until the daemon closes the connection."""
    received, until = b"", time.monotonic() + PATIENCE
    with contextlib.suppress(OSError):
        while (left := until - time.monotonic()) > 0:
            connection.settimeout(left)
            if not (piece := connection.recv(1 << 18)):
                break
            received += piece
    return {reply["id"]: reply for reply in map(json.loads, received.split(b"\n")[:-1])}


def end(bench, word, lines, *options, is_locked=False):
    """SIGTERM while these requests of one connection are in flight: two rows and a note."""
    with bench.daemon(*options) as (server, _), contextlib.ExitStack() as stack:
        connection, other = (stack.enter_context(server.connect()) for _ in range(2))
        if is_locked:
            path = Path(bench.home.environment["XDG_DATA_HOME"]) / "movierpc" / "library.sqlite"
            library = stack.enter_context(contextlib.closing(sqlite3.connect(path, isolation_level=None)))
            library.execute("BEGIN IMMEDIATE")
        connection.sendall(b"".join(lines))
        until = time.monotonic() + 5
        while ask(other, "status")["in_flight"] < len(lines):
            if time.monotonic() > until:
                raise Broken(f"movierpcd should have {len(lines)} requests in flight: {word}")
        began = time.perf_counter()
        server.process.send_signal(signal.SIGTERM)
        replies = replies_until_end(connection)
        try:
            server.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise Broken(f"movierpcd has not ended {PATIENCE} s after SIGTERM: {word}")
        took = (time.perf_counter() - began) * 1000
    bench.table.figure(f"{word}: unanswered", len(lines) - len(replies), plain, f"of {len(lines)}", at_most=0)
    bench.table.figure(f"{word}: ended after", took, milliseconds, milliseconds(DRAIN_MS), at_most=DRAIN_MS + 1000)
    kinds = Counter(reply["error"]["data"]["kind"] if "error" in reply else "a result" for reply in replies.values())
    bench.notes.append(f"{word}: answered with " + ", ".join(f"{kind} ({count})" for kind, count in kinds.items()))


def ends(bench):
    bench.table.title("from SIGTERM to the end of the process (other: limits.drain_ms)")
    changes = [line(number, "favorites.toggle", key=f"movie/{900_001 + number}") for number in range(64)]
    end(bench, "64 changes, library locked", changes, is_locked=True)
    blank, titles = bench.folder / "blank.csv", bench.folder / "watchlist.csv"
    blank.write_bytes(b"\n" * (64 << 20))
    titles.write_text("Date,Name,Year,Letterboxd URI\n" + "".join(
        f"2026-01-02,Unheard Of {number},1999,https://boxd.it/{number}\n" for number in range(500)))
    imports = lambda file: [line(1, "library.import", file=str(file), format="letterboxd")]
    end(bench, "import of 64 MB of line ends", imports(blank))
    end(bench, "import, TMDB takes 300 ms each", imports(titles), "--fault", "slow=300")
