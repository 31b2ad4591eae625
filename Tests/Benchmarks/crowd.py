"""Clients that misbehave, in a process of their own, beside which another one is measured."""

import json
import multiprocessing
import os
import random
import select
import selectors
import signal
import socket
import time

from machine import HERE, Broken
from servers import LIBC, PR_SET_PDEATHSIG

FORK = multiprocessing.get_context("fork")
QUERIES = (HERE / "queries.txt").read_text(encoding="utf-8").splitlines()
READ, WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE
TIMEOUT_MS, DEBOUNCE_MS = 15_000, 1000
# A request whose answer has not come after so many seconds is unanswered.
PATIENCE = TIMEOUT_MS / 1000 + 5


def line(identifier, method, **params):
    request = {"jsonrpc": "2.0", "id": identifier, "method": method, "params": params}
    return json.dumps(request).encode() + b"\n"


def new_text():
    """A text that, most likely, nobody has searched for."""
    return f"{random.choice(QUERIES)} {random.choice(QUERIES)} {random.randrange(1000)}"


class Client:
    """A connection that reads all that comes. `answers` counts lines."""

    def __init__(self, path, selector, number):
        self.path, self.selector, self.number = path, selector, number
        self.answers, self.closed, self.unanswered = 0, 0, 0
        self.connect()

    def connect(self):
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.settimeout(PATIENCE)
        self.connection.connect(str(self.path))
        self.connection.setblocking(False)
        self.selector.register(self.connection, READ, self)

    def disconnect(self):
        self.selector.unregister(self.connection)
        self.connection.close()

    def ready(self, mask):
        try:
            if mask & READ:
                piece = self.connection.recv(1 << 18)
                if not piece:
                    raise ConnectionResetError
                count = piece.count(b"\n")
                self.answers += count
                self.answered(count)
            if mask & WRITE:
                self.writable()
        except BlockingIOError:
            pass
        except OSError:
            self.closed += 1
            self.lost()

    def lost(self):
        self.disconnect()

    def start(self):
        """Begins to misbehave."""

    def answered(self, count):
        """So many lines have come."""

    def writable(self):
        """The daemon reads; asked for by registering WRITE."""

    def tick(self, now):
        """Some times a second."""

    def waits(self):
        """Whether to stay for an answer when the others leave."""
        return False


class Debounced(Client):
    """Has 64 searches in flight that wait for the end of their debouncing, then for TMDB."""

    def start(self):
        self.answered(64)

    def answered(self, count):
        for _ in range(count):
            more = {"debounce_ms": DEBOUNCE_MS, "record": False, "timeout_ms": TIMEOUT_MS}
            self.connection.send(line(1, "search", q=new_text(), **more))


class Flooding(Client):
    """Sends as fast as the daemon reads: suggestions, searches of the catalogue, or searches that ask TMDB."""

    def start(self):
        make = (
            lambda: line(1, "suggest", q=random.choice(QUERIES)),
            lambda: line(1, "search", q=new_text(), record=False, cache_only=True),
            lambda: line(1, "search", q=new_text(), record=False, timeout_ms=TIMEOUT_MS),
        )[self.number % 3]
        self.chunk = b"".join(make() for _ in range(500))
        self.unsent = memoryview(self.chunk)
        self.selector.modify(self.connection, READ | WRITE, self)

    def writable(self):
        self.unsent = self.unsent[self.connection.send(self.unsent):] or memoryview(self.chunk)


class Deaf(Client):
    """Sends one batch of 60 rpc.discover and reads nothing."""

    def start(self):
        self.selector.unregister(self.connection)
        batch = b",".join([line(1, "rpc.discover").strip()] * 60)
        self.connection.send(b"[" + batch + b"]\n")

    def tick(self, now):
        """Without the event of something to read, which would never end."""
        if not self.closed:
            poll = select.poll()
            poll.register(self.connection, 0)
            self.closed = int(bool(poll.poll(0)))


class Busy(Client):
    """A client of good manners: about a request a second, of any kind, one at a time."""

    due, sent = 0.0, None

    def request(self):
        key = f"movie/{900_001 + random.randrange(120)}"
        method, params = random.choice([
            ("ping", {}), ("status", {}), ("home", {}), ("watchlist", {}), ("browse", {"list": "popular"}),
            ("suggest", {"q": random.choice(QUERIES)}), ("search", {"q": random.choice(QUERIES)}),
            ("search", {"q": new_text()}), ("detail", {"key": key}), ("favorites.toggle", {"key": key}),
            ("search", {"q": new_text(), "supersedes": "box"}),
        ])
        return line(1, method, timeout_ms=TIMEOUT_MS, **params)

    def start(self):
        self.due = time.monotonic() + random.random()

    def answered(self, count):
        if count:
            self.sent, self.due = None, time.monotonic() + random.uniform(0.5, 1.5)

    def tick(self, now):
        if self.sent is None and now >= self.due:
            self.sent = now
            try:
                self.connection.send(self.request())
            except OSError:
                self.closed += 1
                self.lost()
        elif self.waits() and now > self.sent + PATIENCE:
            self.lost()

    def lost(self):
        self.unanswered += self.waits()
        self.disconnect()
        self.connect()
        self.answered(1)

    def waits(self):
        return self.sent is not None


def live(kind, count, path, core, pipe):
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the bench ends this process
    os.setpriority(os.PRIO_PROCESS, 0, 10)  # the client that is measured comes first
    if core is not None:
        os.sched_setaffinity(0, {core})
    random.seed()
    selector = selectors.DefaultSelector()
    clients = [kind(path, selector, number) for number in range(count)]
    pipe.send(None)
    time.sleep(0.05)  # until the other has begun to measure
    for client in clients:
        client.start()
    names = "answers", "closed", "unanswered"
    figures = lambda: {name: sum(getattr(client, name) for client in clients) for name in names}
    leaves = None
    while leaves is None or (any(client.waits() for client in clients) and time.monotonic() < leaves):
        for key, mask in selector.select(0.02):
            key.data.ready(mask)
        now = time.monotonic()
        for client in clients:
            if leaves is None or client.waits():
                client.tick(now)
        if pipe.poll():
            if pipe.recv() == "leave":
                leaves = now + PATIENCE
            else:
                pipe.send(figures())
    pipe.send(figures())


class Crowd:
    """`count` clients of a kind. Use it with `with`: inside, they are at work; after it, `figures` has what they saw."""

    def __init__(self, kind, count, path, core):
        self.pipe, theirs = FORK.Pipe()
        self.process = FORK.Process(target=live, args=(kind, count, path, core, theirs), daemon=True)
        self.process.start()
        theirs.close()

    def receive(self):
        try:
            if self.pipe.poll(3 * PATIENCE):
                return self.pipe.recv()
        except EOFError:
            pass
        raise Broken("the process of the other clients has ended, or hangs")

    def ask(self):
        self.pipe.send("figures")
        return self.receive()

    def __enter__(self):
        try:
            self.receive()
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(self, kind, error, trace):
        try:
            if error is None:
                self.pipe.send("leave")
                self.figures = self.receive()
        finally:
            self.end()

    def end(self):
        self.process.kill()
        self.process.join()
        self.pipe.close()
