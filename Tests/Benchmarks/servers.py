"""The servers under test: started in a temporary home, pinned, and gone when the bench ends."""

import contextlib
import ctypes
import os
import signal
import socket
import subprocess
import time
from pathlib import Path

from machine import Broken, redis_server

LIBC = ctypes.CDLL(None)
PR_SET_PDEATHSIG = 1
NICE = -10


def pinned(core):
    """For a child in a session of its own: on `core` only, before others' work where we may, gone with the bench."""

    def prepare():
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, 0, NICE)
            Path("/proc/self/autogroup").write_text(str(NICE))  # where sessions are scheduled as groups
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if core is not None:
            os.sched_setaffinity(0, {core})

    return prepare


class Server:
    """A process that listens on `self.socket`. Use it with `with`."""

    def __init__(self, name, line, socket_path, core, environment=None, executable=None):
        self.name, self.socket = name, Path(socket_path)
        self.line, self.core, self.environment, self.executable = line, core, environment, executable
        self.log = self.socket.with_name(self.socket.name + ".log")

    def start(self):
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as other:
            other.connect(str(self.socket))
            raise Broken(f"another server listens on {self.socket} already: stop it before {self.name} is started")
        self.socket.unlink(missing_ok=True)
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [str(word) for word in self.line], executable=self.executable, env=self.environment,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, preexec_fn=pinned(self.core))

    def connect(self, patience=10.0, nap=0.002):
        """A connection, once there is one to have."""
        until = time.monotonic() + patience
        while True:
            connection = socket.socket(socket.AF_UNIX)
            try:
                connection.connect(str(self.socket))
                connection.settimeout(patience)
                return connection
            except OSError as error:
                connection.close()
                if self.process.poll() is not None:
                    raise Broken(f"{self.name} ended at its start")
                if time.monotonic() > until:
                    raise Broken(f"{self.name} does not listen on {self.socket} after {patience} s: {error}")
            time.sleep(nap)

    def stop(self, patience=10.0):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(patience)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.process.wait()

    def resident_bytes(self):
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise Broken(f"{self.name} has no VmRSS")

    def processor_seconds(self):
        """Of all its threads that are there."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9

    def last_words(self, lines=40):
        """What it wrote, for the reader of a failure."""
        state = self.process.poll()
        how = "is still running" if state is None else f"ended with {state}"
        text = self.log.read_text(errors="replace").splitlines()[-lines:]
        return f"--- {self.name} {how}; its last lines:\n" + "\n".join(text)

    def __enter__(self):
        self.start()
        try:
            self.connect().close()
        except BaseException as error:
            self.stop()
            self.explain(error)
            raise
        return self

    def __exit__(self, kind, error, trace):
        self.stop()
        self.explain(error)

    def explain(self, error):
        if isinstance(error, Broken) and self.name in str(error) and "---" not in str(error):
            error.args = (f"{error}\n{self.last_words()}",)


class Home:
    """An empty HOME with its XDG folders, and the daemon's line and environment in it."""

    def __init__(self, folder, daemon):
        self.folder, self.daemon = Path(folder), daemon
        self.environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": str(self.folder)}
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"):
            path = self.folder / name.lower()
            path.mkdir(mode=0o700, parents=True)
            self.environment[name] = str(path)
        self.socket = self.folder / "s"
        self.environment["MOVIERPC_SOCKET"] = str(self.socket)
        if "LD_LIBRARY_PATH" in os.environ:
            self.environment["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
        self.config = self.folder / "config.toml"
        self.config.touch()

    def server(self, core, before=()):
        line = [*before, self.daemon, "--socket", self.socket, "--config", self.config]
        return Server("movierpcd", line, self.socket, core, self.environment)


def floor(folder, program, reply_size, core):
    path = Path(folder) / f"floor{reply_size}"
    return Server("the floor", [program, path, reply_size], path, core)


def redis(folder, core):
    path = Path(folder) / "redis"
    line = ["redis-server", "--port", "0", "--unixsocket", path, "--save", "", "--appendonly", "no", "--dir", folder]
    return Server("redis-server", line, path, core, executable=redis_server())


def set_redis_key(server, key, reply_size):
    """A value whose GET is answered with `reply_size` bytes in all."""
    size = reply_size - len(f"${reply_size}\r\n\r\n")
    command = f"*3\r\n$3\r\nSET\r\n${len(key)}\r\n{key}\r\n${size}\r\n{'x' * size}\r\n"
    with server.connect() as connection:
        connection.sendall(command.encode())
        if connection.recv(64) != b"+OK\r\n":
            raise Broken("redis-server does not take a key")
