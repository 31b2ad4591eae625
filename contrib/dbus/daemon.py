"""The connection to movierpcd, on GLib's main loop: no request waits longer than its deadline."""

import collections
import itertools
import json
import os
import socket
import sys

from gi.repository import Gio, GLib

DEADLINE = 5000
MAX_WAITING, MAX_LINE_BYTES, MAX_TEXT = 64, 8 << 20, 200

# Controls, and what turns the direction of writing; half a character is no text for the bus.
UNSEEN = dict.fromkeys([*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029], " ")
UNSEEN |= dict.fromkeys([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
UNSEEN |= dict.fromkeys(range(0xD800, 0xE000))
OFFLINE = {"kind": "offline", "message": "movierpcd is not running"}


def plain(text):
    """One line of a title, which may be anything, of at most MAX_TEXT characters."""
    text = " ".join(str(text or "").translate(UNSEEN).split())
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"


class Daemon:
    """`heard` is given each state of the player, and None when the connection is lost."""

    def __init__(self, heard):
        self.heard, self.socket, self.source, self.watchdog = heard, None, 0, 0
        self.is_followed, self.retry, self.delay = False, 0, 500
        self.waiting, self.numbers = {}, itertools.count(1)
        self.unsent, self.is_starting, self.next_start = collections.deque(maxlen=MAX_WAITING), False, 0

    def call(self, method, params, done, deadline=DEADLINE):
        """done(result, error) is called once, and one of both is None. Starts a daemon where none runs."""
        if len(self.waiting) >= MAX_WAITING:
            GLib.idle_add(done, None, {"kind": "overloaded", "message": "too many requests"})
            return
        number = next(self.numbers)
        self.waiting[number] = done, GLib.timeout_add(deadline, self.expire, number)
        line = json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n"
        if self.socket or self.connect():
            self.send(line)
        else:
            self.unsent.append(line)
            self.start()

    def connect(self):
        """Whether there is a daemon. Then the player is followed."""
        if self.retry:
            GLib.source_remove(self.retry)
            self.retry = 0
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
        try:
            connection.connect(self.path())
            # struct ucred: process, user, group.
            peer = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
            if int.from_bytes(peer[4:8], sys.byteorder) != os.getuid():
                raise PermissionError
        except OSError:
            connection.close()
            self.follow()
            return False
        self.socket, self.buffer, self.is_silent, self.delay = connection, bytearray(), False, 500
        events = GLib.IO_IN | GLib.IO_HUP | GLib.IO_ERR
        self.source = GLib.io_add_watch(connection.fileno(), events, self.read, connection)
        self.watchdog = GLib.timeout_add_seconds(20, self.watch)
        self.call("hello", {"client": "movierpc-dbus"}, lambda *_: None)
        self.call("subscribe", {"topics": ["player"]}, self.subscribed)
        return self.socket is not None

    @staticmethod
    def path():
        if os.environ.get("MOVIERPC_SOCKET"):
            return os.environ["MOVIERPC_SOCKET"]
        runtime, own = os.environ.get("XDG_RUNTIME_DIR", ""), f"/run/user/{os.getuid()}"
        folder = runtime if runtime.startswith("/") else own if os.access(own, os.W_OK) else ""
        return f"{folder}/movierpc/socket" if folder else f"/tmp/movierpc-{os.getuid()}/socket"

    def follow(self):
        """Tries to connect, less and less often. It starts no daemon: a person may have stopped it."""
        if not self.socket and not self.retry:
            self.retry = GLib.timeout_add(self.delay, self.try_again)
            self.delay = min(self.delay * 2, 4000)

    def try_again(self):
        self.retry = 0
        self.connect()
        return GLib.SOURCE_REMOVE

    def start(self):
        # One that cannot be started is not tried again with every key.
        if self.is_starting or GLib.get_monotonic_time() < self.next_start:
            return
        self.is_starting, self.next_start = True, GLib.get_monotonic_time() + 10_000_000
        try:
            program = Gio.Subprocess.new(["movierpc", "daemon", "start"], Gio.SubprocessFlags.STDOUT_SILENCE)
            program.wait_async(None, self.started)
        except GLib.Error as error:
            print(f"movierpc-dbus: {error.message}", file=sys.stderr)
            self.is_starting = False

    def started(self, *_):
        self.is_starting = False
        if self.socket or self.connect():
            lines = b"".join(self.unsent)
            self.unsent.clear()
            self.send(lines)
        else:
            self.fail()

    def send(self, line):
        try:
            sent = self.socket.send(line) if line else 0
        except OSError:
            sent = -1
        # Requests are small: a daemon that does not take one hangs, or has gone.
        if sent != len(line):
            self.lose()

    def read(self, _source, _condition, connection):
        try:
            data = connection.recv(1 << 16)
        except BlockingIOError:
            return GLib.SOURCE_CONTINUE
        except OSError:
            data = b""
        self.is_silent = False
        self.buffer += data
        *lines, self.buffer = self.buffer.split(b"\n")
        try:
            for line in lines:
                self.take(json.loads(line))
        except (ValueError, TypeError, AttributeError, LookupError, RecursionError) as error:
            print(f"movierpc-dbus: movierpcd sends something else than expected: {error!r}", file=sys.stderr)
            data = b""
        if self.socket is connection and (not data or len(self.buffer) > MAX_LINE_BYTES):
            self.lose()
        return self.socket is connection

    def take(self, message):
        if message.get("method") == "event":
            self.heard(message["params"]["data"])
        elif "result" in message:
            self.answer(message["id"], message["result"], None)
        else:
            data = message["error"].get("data") or {}
            self.answer(message["id"], None, {"kind": data.get("kind"), "message": message["error"]["message"]})

    def subscribed(self, result, error):
        if error:
            # Too many connections, perhaps: later it may go well.
            self.lose()
        else:
            self.is_followed = True
            self.heard(result["topics"]["player"]["data"])

    def answer(self, number, result, error):
        done, timer = self.waiting.pop(number, (None, 0))
        if done:
            GLib.source_remove(timer)
            done(result, error)

    def expire(self, number):
        done, _ = self.waiting.pop(number)
        done(None, {"kind": "timeout", "message": "movierpcd does not answer"})
        return GLib.SOURCE_REMOVE

    def watch(self):
        """A daemon that hangs says nothing: after 20 seconds of silence it is asked, and has 5 to answer."""
        if self.is_silent:
            self.call("ping", {}, lambda _, error: self.lose() if error else None)
        self.is_silent = True
        return GLib.SOURCE_CONTINUE

    def lose(self):
        if not self.socket:
            return
        GLib.source_remove(self.source)
        GLib.source_remove(self.watchdog)
        self.socket.close()
        self.socket, self.is_followed = None, False
        self.fail()
        self.heard(None)
        self.follow()

    def fail(self):
        self.unsent.clear()
        for number in list(self.waiting):
            self.answer(number, None, OFFLINE)
