"""Clients of movierpcd, the movie service of the desktop. Python 3.11, nothing but the standard library.

A script uses the blocking client:

    with movierpc.connect() as movies:
        for title in movies.search("dune")["results"]:
            print(movierpc.plain(title["title"]), title["year"])

A program on asyncio uses `Client`, which has the same methods:

    async with movierpc.Client() as movies:
        page = await movies.search("dune")

A parameter that is None is not sent. These mean the same in every method:

# generate: common

# generate: origin
Protocol/README.md of movierpc is the contract.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import functools
import json
import os
import socket as sockets
import stat
import struct
import subprocess
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import (
    Any,
    Concatenate,
    Generic,
    Literal,
    ParamSpec,
    Protocol,
    Self,
    TypedDict,
    TypeVar,
    overload,
)

# generate: version

_T = TypeVar("_T")
_P = ParamSpec("_P")
_Topic = TypeVar("_Topic", bound=str, covariant=True)
_Data = TypeVar("_Data", covariant=True)
_Result = TypeVar("_Result", covariant=True)
_PROTOCOL = 1
# As the contract has them: the timeout of a request that names none, and how many requests of a connection may be in
# flight. More would wait in the daemon, where their time already runs.
_TIMEOUT_MS = 15_000
_IN_FLIGHT = 64
_RECONNECT_SECONDS = 0.5


class Error(Exception):
    """Whatever goes wrong here.

    `kind` is stable, to branch on. `hint` says what to do, or is None. `retryable`: the same may go well later, after
    `retry_after_ms` where that is known. A change that got no answer may have been made."""

    kind = "error"
    retryable = False
    retry_after_ms: int | None = None

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class Offline(Error, ConnectionError):
    """There is no daemon, or it went away."""

    kind = "offline"
    retryable = True


class NoAnswer(Error, TimeoutError):
    """The daemon is there and said nothing, for longer than it may take."""

    kind = "no_answer"
    retryable = True


class ProtocolError(Error):
    """Who listens there does not speak this protocol."""

    kind = "protocol"


class RPCError(Error):
    """The daemon's own answer. It has a class for each kind; `data` has what more there is, by the table of errors.

    `remedy` is what to do about it as data, such as a method with its parameters, or None."""

    def __init__(self, code: int, message: str, data: Mapping[str, Any]) -> None:
        hint, wait, remedy = data.get("hint"), data.get("retry_after_ms"), data.get("remedy")
        super().__init__(message, hint if isinstance(hint, str) else None)
        self.code = code
        self.data = dict(data)
        self.remedy: dict[str, Any] | None = remedy if isinstance(remedy, dict) else None
        self.kind = str(data.get("kind", "error"))
        self.retry_after_ms = wait if isinstance(wait, int) else None
        self.retryable = self.kind in _PASSING or data.get("by") == "shutdown"

    # Else copy and pickle would make it anew of its message alone.
    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.message, self.data), self.__dict__


# Of a topic, beside others: it is not followed.
_REFUSED = {"forbidden", "invalid_params", "not_found"}
_PASSING = {"upstream_unavailable", "rate_limited", "timeout", "overloaded"}


# generate: errors


def _refusal(error: Any) -> Error:
    """The error of a reply. One of a kind that is not known here is an RPCError."""
    if not isinstance(error, dict) or not isinstance(error.get("code"), int):
        return ProtocolError("an error without a code came")
    data = error.get("data")
    data = data if isinstance(data, dict) else {}
    made = _ERRORS.get(str(data.get("kind")), RPCError)
    return made(error["code"], str(error.get("message", "no message")), data)


def _limit(name: str, most: int, got: int) -> RPCError:
    """What the daemon would say, but could not say to whom."""
    data = {"kind": "limit_exceeded", "hint": None, "limit": name, "max": most, "got": got}
    return LimitExceeded(1006, f"{name} is at most {most}, not {got}", data)


# What comes. Fields that are not here may come too, and texts may have other values than are named.


# generate: types


@dataclass(frozen=True, slots=True)
class State(Generic[_Topic, _Data]):
    """A state of a topic. Where there is none for now, `data` is None and `error` says why."""

    topic: _Topic
    data: _Data | None
    rev: int = 0
    """Grows by one with each state, while `instance` stays the same."""
    dropped: int = 0
    """How many states there were between this one and the one before."""
    instance: str = ""
    error: Error | None = None


# generate: states


def socket_path(environment: Mapping[str, str] = os.environ) -> str:
    """Where the daemon listens, unless it was told otherwise."""
    if named := environment.get("MOVIERPC_SOCKET"):
        return named
    uid = os.getuid()
    runtime = environment.get("XDG_RUNTIME_DIR", "")
    if not os.path.isabs(runtime):
        runtime = f"/run/user/{uid}"
        try:
            found = os.stat(runtime)
        except OSError:
            return f"/tmp/movierpc-{uid}/socket"
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != uid:
            return f"/tmp/movierpc-{uid}/socket"
    return os.path.join(runtime, "movierpc", "socket")


def plain(text: str) -> str:
    """A text that came, for a terminal or a line: without controls and bidi characters, line ends as blanks."""
    return text.translate(_PLAIN)


_PLAIN: dict[int, str | None] = dict.fromkeys([*range(0x20), *range(0x7F, 0xA0), 0x061C, 0x200E, 0x200F])
_PLAIN |= dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
_PLAIN |= dict.fromkeys([0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029], " ")


class _Inbox:
    """The states of one subscription that were not taken yet: of each topic the latest."""

    def __init__(self) -> None:
        self.came = asyncio.Event()
        self._name = self._instance = ""
        self._connection: _Connection | None = None
        self._states: dict[str, State[str, Any]] = {}
        self._end: Error | None = None

    def begin(self, connection: _Connection, reply: dict[str, Any]) -> None:
        """Takes the states of a reply to `subscribe`, and from now on those of its events."""
        name, topics = reply.get("subscription"), reply.get("topics")
        if not isinstance(name, str) or not isinstance(topics, dict):
            raise ProtocolError("a subscription without a name or topics came")
        self._name, self._instance, self._connection = name, str(reply.get("instance")), connection
        connection.inboxes[name] = self
        errors = reply.get("errors")
        faults = {topic: _refusal(error) for topic, error in errors.items()} if isinstance(errors, dict) else {}
        for topic, fault in faults.items():
            # Nothing of it will come.
            if fault.kind in _REFUSED:
                self.end(fault)
                return
            self._put(State(topic, None, 0, 0, self._instance, fault))
        for topic, state in topics.items():
            if not isinstance(state, dict) or not isinstance(state.get("rev"), int):
                raise ProtocolError("a topic without a state came")
            self._put(State(topic, state.get("data"), state["rev"], 0, self._instance))

    def take_event(self, params: dict[str, Any]) -> None:
        rev, dropped, topic = params.get("rev"), params.get("dropped", 0), params.get("topic")
        if not (isinstance(rev, int) and isinstance(dropped, int) and isinstance(topic, str)):
            raise ProtocolError("an event without a topic or a rev came")
        self._put(State(topic, params.get("data"), rev, dropped, self._instance))

    def _put(self, state: State[str, Any]) -> None:
        missed = self._states.pop(state.topic, None)
        if missed is not None:
            data = state.data
            # What has changed tells what of the lists to read again: here, all.
            if state.topic == "library" and isinstance(data, dict):
                data = {**data, "changes": None}
            dropped = missed.dropped + 1 + state.dropped
            state = replace(state, data=data, dropped=dropped)
        self._states[state.topic] = state
        self.came.set()

    def end(self, error: Error) -> None:
        self._end = error
        self.came.set()

    def take(self) -> State[str, Any] | None:
        """The next state, or None: there is none yet. After the last one, the error that has ended it is raised."""
        if self._states:
            return self._states.pop(next(iter(self._states)))
        if self._end is not None:
            raise self._end
        self.came.clear()
        return None

    def leave(self) -> None:
        """Ends the subscription, if it has not ended."""
        if self._connection is not None and self._connection.inboxes.pop(self._name, None) is not None:
            self._connection.mention("unsubscribe", {"subscription": self._name})


@dataclass(slots=True)
class _Asked:
    """A request that waits for its answer. The inbox is for the states in it, before anything after it is read."""

    inbox: _Inbox | None = None
    came: asyncio.Event = field(default_factory=asyncio.Event)
    _result: dict[str, Any] | None = None
    _error: Error | None = None

    def end(self, outcome: dict[str, Any] | Error) -> None:
        if isinstance(outcome, Error):
            self._error = outcome
        else:
            self._result = outcome
        self.came.set()

    def answer(self) -> dict[str, Any] | None:
        """The result, or None: there is none yet. An error is raised."""
        if self._error is not None:
            raise self._error
        return self._result


class _Connection:
    """One connection, until it is lost: then `lost` says why, and everybody who waits is told.

    How bytes get here and away is for its two kinds to say."""

    def __init__(self, max_line_bytes: int) -> None:
        self.lost: Error | None = None
        self.line_bytes = 1 << 20
        self.batch_items = _IN_FLIGHT
        self.inboxes: dict[str, _Inbox] = {}
        self._max_line_bytes = max_line_bytes
        self._asked: dict[str, _Asked] = {}
        self._ids = 0
        self._buffer = bytearray()
        self._searched = 0

    def _write(self, line: bytes) -> None:
        raise NotImplementedError

    def _hang_up(self, flush: bool) -> None:
        raise NotImplementedError

    # What comes.

    def connection_lost(self, exc: Exception | None) -> None:
        # What is left in the buffer is a part of a line.
        said = f": {exc}" if exc else ""
        self.close(Offline(f"the daemon has closed the connection{said}", "ask again"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        # Only \n ends a line: U+2028 and its like stand in titles.
        while (end := self._buffer.find(b"\n", self._searched)) >= 0:
            line = bytes(self._buffer[:end])
            del self._buffer[: end + 1]
            self._searched = 0
            if line.strip() and self.lost is None:
                self._take(line)
        self._searched = len(self._buffer)
        if self._searched > self._max_line_bytes:
            self.close(ProtocolError(f"a line of more than {self._max_line_bytes} bytes came"))

    def _take(self, line: bytes) -> None:
        try:
            message = json.loads(line.decode())
        except (ValueError, RecursionError):
            self.close(ProtocolError("what came is not JSON: " + ascii(line[:80].decode(errors="replace"))))
            return
        for one in message if isinstance(message, list) else [message]:
            if not isinstance(one, dict):
                self.close(ProtocolError("what came is no reply: " + ascii(one)[:80]))
            elif "method" in one:
                self._take_event(one)
            else:
                self._take_reply(one)

    def _take_reply(self, reply: dict[str, Any]) -> None:
        name, result = reply.get("id"), reply.get("result")
        if name is None:
            # About something that could not be read, or about this connection as a whole.
            self.close(_refusal(reply.get("error")))
            return
        # Python takes true and 1.0 for 1: with texts, only the same text is the same id.
        asked = self._asked.pop(name, None) if isinstance(name, str) else None
        if asked is None:
            # Of a request that was given up.
            return
        try:
            if not isinstance(result, dict):
                raise _refusal(reply.get("error"))
            if asked.inbox is not None:
                asked.inbox.begin(self, result)
            asked.end(result)
        except Error as error:
            asked.end(error)
            if isinstance(error, ProtocolError):
                self.close(error)

    def _take_event(self, event: dict[str, Any]) -> None:
        params = event.get("params")
        if event["method"] != "event" or not isinstance(params, dict):
            return
        if inbox := self.inboxes.get(str(params.get("subscription"))):
            try:
                inbox.take_event(params)
            except ProtocolError as error:
                self.close(error)

    def close(self, why: Error, flush: bool = False) -> None:
        if self.lost is not None:
            return
        self.lost = why
        self._buffer.clear()
        self._hang_up(flush)
        for asked in self._asked.values():
            asked.end(why)
        for inbox in self.inboxes.values():
            inbox.end(why)
        self._asked.clear()
        self.inboxes.clear()

    # What goes.

    def new_id(self) -> str:
        self._ids += 1
        return f"py{self._ids}"

    def send(self, message: Any) -> None:
        if self.lost is not None:
            raise self.lost
        # A lone surrogate and NaN, which the daemon would not read, are a ValueError here.
        line = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
        if len(line) > self.line_bytes:
            raise _limit("line_bytes", self.line_bytes, len(line))
        self._write(line + b"\n")

    def ask(self, requests: Iterable[tuple[str, str, dict[str, Any], _Asked]], batch: bool = False) -> None:
        """Sends requests, each with its id, method, parameters and what waits for it."""
        listed = list(requests)
        messages = [{"jsonrpc": "2.0", "id": i, "method": m, "params": p} for i, m, p, _ in listed]
        if batch and len(messages) > self.batch_items:
            raise _limit("batch_items", self.batch_items, len(messages))
        if any(name in self._asked for name, *_ in listed):
            raise ValueError("a request with this id is under way")
        self.send(messages if batch else messages[0])
        self._asked.update((name, asked) for name, _, _, asked in listed)

    def notify(self, method: str, params: dict[str, Any]) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def mention(self, method: str, params: dict[str, Any]) -> None:
        """Notifies a daemon that may be gone: then it knows already."""
        if self.lost is None:
            with contextlib.suppress(Offline):
                self.notify(method, params)

    def give_up(self, name: str) -> None:
        """Cancels a request, unless it was answered."""
        if self._asked.pop(name, None) is not None:
            self.mention("cancel", {"id": name})


class _Stream(_Connection, asyncio.Protocol):
    """The connection of a `Client`: the event loop reads and writes."""

    _transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self.peer = _peer(transport.get_extra_info("socket"))

    def _write(self, line: bytes) -> None:
        self._transport.write(line)

    def _hang_up(self, flush: bool) -> None:
        self._transport.close() if flush else self._transport.abort()

    async def request(
        self,
        method: str,
        params: dict[str, Any],
        seconds: float | None,
        id: str | None = None,
        inbox: _Inbox | None = None,
    ) -> dict[str, Any]:
        name, asked = id or self.new_id(), _Asked(inbox)
        self.ask([(name, method, params, asked)])
        return await self.answer(name, asked, method, seconds)

    async def answer(self, name: str, asked: _Asked, method: str, seconds: float | None) -> dict[str, Any]:
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await asked.came.wait()
            if (result := asked.answer()) is None:
                raise _no_answer(method, seconds)
            return result
        finally:
            self.give_up(name)


class _Socket(_Connection):
    """The connection of a `BlockingClient`: it reads while somebody waits, and writes at once."""

    def __init__(self, path: str, max_line_bytes: int, seconds: float) -> None:
        super().__init__(max_line_bytes)
        self._seconds = seconds
        self._socket = sockets.socket(sockets.AF_UNIX)
        self._socket.settimeout(seconds)
        try:
            self._socket.connect(path)
        except BaseException:
            self._socket.close()
            raise
        self.peer = _peer(self._socket)

    def _write(self, line: bytes) -> None:
        self._socket.settimeout(self._seconds)
        try:
            self._socket.sendall(line)
        except OSError as error:
            # What the daemon said last may tell why it has gone.
            self.receive(0)
            self.connection_lost(error)
            raise self.lost or error
        except BaseException:
            # A part of the line may have been sent: nothing may follow it.
            self.close(Offline("given up"))
            raise

    def _hang_up(self, flush: bool) -> None:
        self._socket.close()

    def receive(self, seconds: float | None) -> None:
        """Takes what has come, or comes within that time."""
        if self.lost is not None:
            return
        self._socket.settimeout(seconds)
        try:
            data = self._socket.recv(1 << 20)
        except (TimeoutError, BlockingIOError):
            return
        except OSError as error:
            self.connection_lost(error)
            return
        if data:
            self.data_received(data)
        else:
            self.connection_lost(None)

    def request(
        self, method: str, params: dict[str, Any], seconds: float | None, inbox: _Inbox | None = None
    ) -> dict[str, Any]:
        name, asked = self.new_id(), _Asked(inbox)
        end = None if seconds is None else time.monotonic() + seconds
        self.ask([(name, method, params, asked)])
        try:
            while (result := asked.answer()) is None:
                left = None if end is None else end - time.monotonic()
                if left is not None and left <= 0:
                    raise _no_answer(method, seconds)
                self.receive(left)
            return result
        finally:
            self.give_up(name)


def _peer(socket: Any) -> int | None:
    """The user who listens, where the kernel tells."""
    if socket is None or not hasattr(sockets, "SO_PEERCRED"):
        return None
    _, uid, _ = struct.unpack("3i", socket.getsockopt(sockets.SOL_SOCKET, sockets.SO_PEERCRED, 12))
    return int(uid)


def _no_answer(method: str, seconds: float | None) -> NoAnswer:
    return NoAnswer(f"{method}: the daemon said nothing for {seconds or 0:g} s", "movierpc doctor")


@dataclass(frozen=True, slots=True)
class _Request:
    """What a method sends. What is optional and None is left out."""

    method: str
    required: dict[str, Any]
    optional: dict[str, Any]
    # It may take any time.
    endless: bool = False

    def params(self) -> dict[str, Any]:
        return self.required | {name: value for name, value in self.optional.items() if value is not None}


class _Method(Protocol[_P, _Result]):
    """A method of both clients: of `Client` it is awaited, of `BlockingClient` it returns the result."""

    @overload
    def __get__(self, client: Client, owner: Any = None) -> Callable[_P, Coroutine[Any, Any, _Result]]: ...
    @overload
    def __get__(self, client: BlockingClient, owner: Any = None) -> Callable[_P, _Result]: ...


def _returns(result: type[_T]) -> Callable[[Callable[Concatenate[Any, _P], _Request]], _Method[_P, _T]]:
    """Makes a method of a function that makes its request."""

    def made(request: Callable[Concatenate[Any, _P], _Request]) -> Any:
        # As `help` shows it.
        request.__annotations__["return"] = result

        @functools.wraps(request)
        def method(self: Any, /, *args: _P.args, **named: _P.kwargs) -> Any:
            return self._perform(request(self, *args, **named))

        return method

    return made


class _Methods:
    """What both clients have: how they are made, and the methods of the protocol."""

    def __init__(
        self,
        socket: str | None = None,
        *,
        client: str = "movierpc.py",
        version: str = __version__,
        profile: str | None = None,
        pin: str | None = None,
        require: Sequence[str] = (),
        start: bool = False,
        patience: float = 5.0,
        max_line_bytes: int = 64 << 20,
    ) -> None:
        """Nothing is opened yet.

        socket: where the daemon listens, if not at `socket_path()`.
        client, version: who is asking, for `clients`.
        profile, pin: whose lists and settings count, on each connection; `profiles_select` is of one connection only.
        require: capabilities without which there is no connection.
        start: a daemon that is not running is started, by `movierpc daemon start`.
        patience: seconds a reply may take beyond its `timeout_ms`, before the call is `NoAnswer`.
        max_line_bytes: of what the daemon sends; a longer line ends the connection.
        """
        self._named = socket
        hello: dict[str, Any] = {"client": client, "version": version, "profile": profile, "pin": pin}
        hello |= {"protocol_versions": [_PROTOCOL], "require": list(require) or None}
        self._hello = {name: value for name, value in hello.items() if value is not None}
        self._start = start
        self._patience = patience
        self._max_line_bytes = max_line_bytes
        self._closed = False

    @property
    def _path(self) -> str:
        return self._named or socket_path()

    def _seconds(self, params: Mapping[str, Any]) -> float:
        """How long the answer to a request may take."""
        return float(params.get("timeout_ms", _TIMEOUT_MS)) / 1000 + self._patience

    def _admit(self, peer: int | None) -> None:
        if peer not in (None, os.getuid()):
            raise ProtocolError(f"the user {peer} listens at {self._path}")

    def _welcome(self, connection: _Connection, said: dict[str, Any]) -> None:
        """Takes the answer to `hello`."""
        if said.get("protocol") != _PROTOCOL:
            raise ProtocolError(f"the daemon speaks version {said.get('protocol')!r} of the protocol, not {_PROTOCOL}")
        limits = said.get("limits")
        if isinstance(limits, dict):
            connection.line_bytes = int(limits.get("line_bytes", connection.line_bytes))
            connection.batch_items = int(limits.get("batch_items", connection.batch_items))

    def _absent(self, error: OSError) -> Offline:
        return Offline(f"no daemon answers at {self._path}: {error}", "movierpc daemon start")

    def _run_daemon(self) -> None:
        where = ["--socket", self._named] if self._named else []
        try:
            starter = subprocess.run(
                ["movierpc", "daemon", "start", *where],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
        except OSError as error:
            raise Offline(f"movierpc cannot be run: {error}", "put it into a folder of PATH") from error
        if starter.returncode:
            why = starter.stderr.decode(errors="replace").strip()
            raise Offline(f"the daemon could not be started: {why}", "movierpc doctor")

    # generate: methods


class _Following:
    """What `follow` remembers from one subscription to the next."""

    def __init__(self, topics: Iterable[str]) -> None:
        self.topics = list(dict.fromkeys(topics))
        self.start = True
        self._shown, self._refused = "", 0

    def begun(self) -> None:
        self._shown, self._refused = "", 0

    def failed(self, error: Error) -> tuple[float, list[State[str, Any]]]:
        """The seconds to wait, and the states to show before. An error that would only come again is raised."""
        if not error.retryable:
            raise error
        self.start = False
        wait = _RECONNECT_SECONDS
        if isinstance(error, RPCError):
            wait = max(min(1 << self._refused, 30), (error.retry_after_ms or 0) / 1000)
            self._refused += self._refused < 5
        if error.kind == self._shown:
            return wait, []
        self._shown = error.kind
        return wait, [State(topic, None, error=error) for topic in self.topics]


_batch: contextvars.ContextVar[Batch | None] = contextvars.ContextVar("movierpc_batch", default=None)
_Sent = tuple[_Stream, str, _Asked]


class Batch:
    """Requests that go out together, and are answered together: `Client.batch`."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.is_open = True
        self._tasks: list[asyncio.Task[Any]] = []
        self._collected: list[tuple[str, dict[str, Any], asyncio.Future[_Sent]]] = []

    def add(self, call: Coroutine[Any, Any, _T]) -> asyncio.Task[_T]:
        """Takes the request of a call such as `movies.search("dune")`. Its result, or its error, is the task's."""
        context = contextvars.copy_context()
        context.run(_batch.set, self)
        task = asyncio.create_task(call, context=context)
        self._tasks.append(task)
        return task

    def collect(self, method: str, params: dict[str, Any]) -> Awaitable[_Sent]:
        sent: asyncio.Future[_Sent] = asyncio.get_running_loop().create_future()
        self._collected.append((method, params, sent))
        return sent

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                # After this each task has come to its request.
                await asyncio.sleep(0)
                self.is_open = False
                async with self.client._slots:
                    await self._send()
                    if self._tasks:
                        await asyncio.wait(self._tasks)
        finally:
            self.is_open = False
            for task in self._tasks:
                task.cancel()
            if kind is not None and self._tasks:
                await asyncio.wait(self._tasks)

    async def _send(self) -> None:
        try:
            connection = await self.client._connected() if self._collected else None
            wanted = [one for one in self._collected if not one[2].done()]
            if connection is None or not wanted:
                return
            asked = [(connection.new_id(), *one[:2], _Asked()) for one in wanted]
            connection.ask(asked, batch=True)
        except Exception as error:
            for _, _, sent in self._collected:
                if not sent.done():
                    sent.set_exception(error)
            return
        for (name, _, _, one), (_, _, sent) in zip(asked, wanted, strict=True):
            sent.set_result((connection, name, one))


class Client(_Methods):
    """A client of the daemon for asyncio: a method for each of the protocol's, to be awaited.

    It connects when it is first asked something, and again when that connection is lost; what was under way then is
    `Offline`, and nothing is sent twice. Cancelling a call gives its request up in the daemon too, unless it is a
    change that is being made.
    """

    _connection: _Stream | None = None
    # To connect: the last failure, and how many there were.
    _failure: Error | None = None
    _failures = 0

    @functools.cached_property
    def _turn(self) -> asyncio.Lock:
        return asyncio.Lock()

    @functools.cached_property
    def _slots(self) -> asyncio.Semaphore:
        return asyncio.Semaphore(_IN_FLIGHT)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection, and every `follow`. Changes that were asked for are made all the same."""
        self._closed = True
        if self._connection is not None:
            self._connection.close(Offline("the client was closed"), flush=True)

    # The connection.

    async def _connected(self, start: bool = True) -> _Stream:
        """The connection, in the order of the calls. Who waited while another tried in vain does not try again."""
        failures = self._failures
        async with self._turn:
            if self._closed:
                raise Offline("the client was closed")
            if self._connection is not None and self._connection.lost is None:
                return self._connection
            if self._failures != failures and self._failure is not None:
                raise self._failure
            try:
                self._connection = await self._connect(start and self._start)
            except Error as error:
                self._failure = error
                self._failures += 1
                raise
            if self._closed:
                self.close()
                raise Offline("the client was closed")
            return self._connection

    async def _connect(self, start: bool) -> _Stream:
        loop = asyncio.get_running_loop()
        try:
            _, connection = await loop.create_unix_connection(lambda: _Stream(self._max_line_bytes), self._path)
        except OSError as error:
            # The last one: longer than a path may be.
            if start and isinstance(error, (FileNotFoundError, ConnectionRefusedError)):
                await asyncio.to_thread(self._run_daemon)
                return await self._connect(False)
            raise self._absent(error) from error
        try:
            self._admit(connection.peer)
            self._welcome(connection, await connection.request("hello", self._hello, self._seconds({})))
        except BaseException as error:
            connection.close(error if isinstance(error, Error) else Offline("given up"))
            raise
        return connection

    # Asking.

    async def call(
        self,
        method: str,
        params: Mapping[str, Any] | None = None,
        *,
        id: str | None = None,
        seconds: float | None = None,
    ) -> dict[str, Any]:
        """Asks by a method's name: for methods this file does not know.

        id: the request's, for `cancel`.
        seconds: how long the answer may take, if not `timeout_ms` and some.
        """
        given = dict(params or {})
        return await self._ask(method, given, id, self._seconds(given) if seconds is None else seconds)

    async def _perform(self, request: _Request) -> dict[str, Any]:
        params = request.params()
        return await self._ask(request.method, params, None, None if request.endless else self._seconds(params))

    async def _ask(
        self,
        method: str,
        params: dict[str, Any],
        id: str | None,
        seconds: float | None,
        inbox: _Inbox | None = None,
        start: bool = True,
    ) -> dict[str, Any]:
        batch = _batch.get()
        if batch is not None and batch.is_open and batch.client is self:
            connection, name, asked = await batch.collect(method, params)
            return await connection.answer(name, asked, method, seconds)
        async with self._slots:
            connection = await self._connected(start)
            return await connection.request(method, params, seconds, id, inbox)

    async def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Asks without waiting: nothing is answered, not even an error."""
        (await self._connected()).notify(method, dict(params or {}))

    def batch(self) -> Batch:
        """Sends several requests in one message; the answers come together.

            async with movies.batch() as batch:
                found = batch.add(movies.search("dune"))
                first = batch.add(movies.home())
            print(found.result()["total_results"], first.result()["hero"])
        """
        return Batch(self)

    # generate: overloads
    async def follow(self, *topics: str) -> AsyncGenerator[State[str, Any], None]:
        """The present state of each topic, then each later one, whatever becomes of the daemon.

        While there is none, and while only upstream could tell and does not, `data` is None: that comes once, then it
        is tried again: every half second, or where the daemon refuses after 1, 2, 4 ... 30 s. Of states that come
        faster than they are taken, the latest is kept. A topic the daemon does not know is raised, as is whatever else
        would stay as it is. A daemon that has gone is not started again: who ended it may have meant it. Leave it by
        `contextlib.aclosing`, or close the client.
        """
        following = _Following(topics)
        while not self._closed:
            inbox = _Inbox()
            try:
                params = {"topics": following.topics}
                await self._ask("subscribe", params, None, self._seconds({}), inbox, following.start)
                following.begun()
                while True:
                    while (state := inbox.take()) is None:
                        await inbox.came.wait()
                    yield state
            except Error as error:
                if self._closed:
                    return
                wait, states = following.failed(error)
                for state in states:
                    yield state
            finally:
                inbox.leave()
            await asyncio.sleep(wait)


class BlockingClient(_Methods):
    """A client of the daemon that blocks: a method for each of the protocol's, which returns the result.

    It connects when it is first asked something, and again when that connection is lost; a call that was under way then
    raises `Offline`, and nothing is sent twice. Ctrl-C in a call gives its request up in the daemon too, unless it is a
    change that is being made. A client belongs to one thread.
    """

    _connection: _Socket | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection, and every `follow`. Changes that were asked for are made all the same."""
        self._closed = True
        if self._connection is not None:
            self._connection.close(Offline("the client was closed"))

    def _connected(self, start: bool = True) -> _Socket:
        if self._closed:
            raise Offline("the client was closed")
        if self._connection is not None:
            # Whether it was lost since the last call is not known before something is read.
            self._connection.receive(0)
        if self._connection is None or self._connection.lost is not None:
            self._connection = self._connect(start and self._start)
        return self._connection

    def _connect(self, start: bool) -> _Socket:
        try:
            connection = _Socket(self._path, self._max_line_bytes, self._seconds({}))
        except OSError as error:
            if start and isinstance(error, (FileNotFoundError, ConnectionRefusedError)):
                self._run_daemon()
                return self._connect(False)
            raise self._absent(error) from error
        try:
            self._admit(connection.peer)
            self._welcome(connection, connection.request("hello", self._hello, self._seconds({})))
        except BaseException as error:
            connection.close(error if isinstance(error, Error) else Offline("given up"))
            raise
        return connection

    def call(
        self, method: str, params: Mapping[str, Any] | None = None, *, seconds: float | None = None
    ) -> dict[str, Any]:
        """Asks by a method's name: for methods this file does not know.

        seconds: how long the answer may take, if not `timeout_ms` and some.
        """
        given = dict(params or {})
        return self._ask(method, given, self._seconds(given) if seconds is None else seconds)

    def _perform(self, request: _Request) -> dict[str, Any]:
        params = request.params()
        return self._ask(request.method, params, None if request.endless else self._seconds(params))

    def _ask(self, method: str, params: dict[str, Any], seconds: float | None) -> dict[str, Any]:
        return self._connected().request(method, params, seconds)

    def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Asks without waiting: nothing is answered, not even an error."""
        self._connected().notify(method, dict(params or {}))

    # generate: blocking overloads
    def follow(self, *topics: str) -> Generator[State[str, Any], None, None]:
        """The present state of each topic, then each later one, as `Client.follow` has them.

        Other methods may be called between two states. Leave it by `break`, or close the client.
        """
        following = _Following(topics)
        while not self._closed:
            inbox = _Inbox()
            try:
                connection = self._connected(following.start)
                connection.request("subscribe", {"topics": following.topics}, self._seconds({}), inbox)
                following.begun()
                while True:
                    # What has come since the last state may be newer than what is in the inbox.
                    connection.receive(0)
                    while (state := inbox.take()) is None:
                        connection.receive(None)
                    yield state
            except Error as error:
                if self._closed:
                    return
                wait, states = following.failed(error)
                yield from states
            finally:
                inbox.leave()
            time.sleep(wait)


connect = BlockingClient
"""A client for a `with` of a script."""
