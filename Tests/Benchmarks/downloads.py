"""One download through the daemon beside curl fetching the same file, and how long ping takes while three run."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from statistics import median

import servers
from machine import Broken

HEAD = b"\0\0\0\x18ftypmp42"


def serve(path):
    """Serves the file at `path`, whatever is asked for; /slow/N at N bytes a second. Prints its port."""
    size = os.path.getsize(path)
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    print(listener.getsockname()[1], flush=True)

    def answer(connection):
        with contextlib.suppress(OSError), connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while head := read_head(connection):
                words = head.split(b" ")[1].decode().split("/")
                rate = int(words[2]) if words[1] == "slow" else None
                connection.sendall(f"HTTP/1.1 200 OK\r\nContent-Length: {size}\r\nETag: \"1\"\r\n\r\n".encode())
                with open(path, "rb") as file:
                    began, sent = time.monotonic(), 0
                    while sent < size:
                        sent += os.sendfile(connection.fileno(), file.fileno(), sent, 1 << 18 if rate else size - sent)
                        if rate:
                            time.sleep(max(0, began + sent / rate - time.monotonic()))

    while True:
        threading.Thread(target=answer, args=(listener.accept()[0],), daemon=True).start()


def read_head(connection):
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        more = connection.recv(4096)
        if not more:
            return b""
        head += more
    return head


@contextlib.contextmanager
def server(folder, size, core):
    """A server of a file of so many bytes that takes no room; its address and the file."""
    path = folder / f"film{size}"
    with open(path, "wb") as file:
        file.write(HEAD)
        file.truncate(size)
    line = [sys.executable, __file__, str(path)]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, text=True, preexec_fn=servers.pinned(core))
    try:
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
    finally:
        process.kill()
        process.wait()


@contextlib.contextmanager
def fake(program, core, previews):
    """The fake TMDB and iTunes, whose previews are at `previews`; what config.toml needs."""
    line = [str(program), "--port", "0", "--previews", previews]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, text=True, preexec_fn=servers.pinned(core))
    try:
        process.stdout.readline()
        yield "".join(process.stdout.readline() for _ in range(4)) + "itunes.enabled = true\n"
    finally:
        process.kill()
        process.wait()


class Client:
    def __init__(self, connection):
        self.connection, self.reader = connection, connection.makefile("rb")

    def call(self, method, **params):
        line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode() + b"\n"
        self.connection.sendall(line)
        reply = json.loads(self.reader.readline())
        if "error" in reply:
            raise Broken(f"{method}: {reply['error']['message']}")
        return reply["result"]

    def state(self, key):
        return self.call("downloads.get", key=key)["state"]


def home(folder, daemon, configuration, memory):
    made = servers.Home(folder, daemon)
    made.config.write_text(configuration)
    made.environment["TMDB_API_KEY"] = "0123456789abcdef0123456789abcdef"
    made.environment["XDG_DATA_HOME"] = str(memory)
    return made


def curl(url, path, core):
    """Seconds to fetch it into a file, where the daemon runs too."""
    line = ["curl", "--silent", "--show-error", "--fail", "--output", str(path), "--write-out", "%{time_total}", url]
    done = subprocess.run(line, capture_output=True, text=True, preexec_fn=servers.pinned(core))
    if done.returncode:
        raise Broken(f"curl: {done.stderr.strip()}")
    path.unlink()
    return float(done.stdout)


def throughput(folder, daemon, program, core, other_core, memory, rounds, size):
    """Bytes a second of the daemon and of curl, a pair a round. All files lie in memory."""
    with server(Path(memory), size, other_core) as address, fake(program, None, address) as configuration:
        made = home(folder / "download", daemon, configuration, memory)
        with made.server(core) as running, running.connect() as connection:
            client, pairs = Client(connection), []
            for number in range(900_001, 900_001 + rounds):
                key = f"movie/{number}"
                # What is known of it is asked for before, and where its preview is.
                client.call("trailer", key=key, types=["preview"])
                client.call("detail", key=key)
                began = time.perf_counter()
                client.call("downloads.add", key=key, assets=["preview"])
                while (state := client.state(key)) != "done":
                    if state == "failed":
                        raise Broken(f"the download failed: {client.call('downloads.get', key=key)['error']}")
                    time.sleep(0.002)
                ours = size / (time.perf_counter() - began)
                client.call("downloads.remove", key=key)
                theirs = size / curl(f"{address}/{number}.m4v", Path(memory) / "curl", core)
                pairs.append((ours, theirs))
            return pairs


def wait(client, key):
    """Until it is on its way."""
    while (download := client.call("downloads.get", key=key))["bytes"] < 1 << 20:
        if download["state"] in ("done", "failed"):
            raise Broken(f"the download of {key} has ended too soon")
        time.sleep(0.01)


def pings(client, count):
    times = []
    for _ in range(count):
        began = time.perf_counter_ns()
        client.call("ping")
        times.append((time.perf_counter_ns() - began) / 1000)
        time.sleep(0.0005)
    return median(times)


def latency(folder, daemon, program, core, other_core, memory, rounds, count, rate):
    """Microseconds of ping while three downloads run at `rate` bytes a second each, and when none does."""
    with server(Path(memory), 2 << 30, other_core) as address, fake(program, None, f"{address}/slow/{rate}") as configuration:
        made = home(folder / "pings", daemon, configuration + "limits.downloads_per_host = 3\n", memory)
        with made.server(core) as running, running.connect() as connection:
            client, pairs, keys = Client(connection), [], [f"movie/{900_001 + place}" for place in range(3)]
            for _ in range(rounds):
                idle = pings(client, count)
                for key in keys:
                    client.call("downloads.add", key=key, assets=["preview"])
                for key in keys:
                    wait(client, key)
                busy = pings(client, count)
                for key in keys:
                    client.call("downloads.remove", key=key)
                pairs.append((busy, idle))
            return pairs


if __name__ == "__main__":
    if not shutil.which("curl"):
        sys.exit("curl is missing")
    serve(sys.argv[1])
