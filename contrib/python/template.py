"""A client of movierpcd, the movie service of the desktop. Python 3.11, asyncio, nothing but the standard library.

    async with movierpc.Client() as movies:
        for title in (await movies.search("dune"))["results"]:
            print(movierpc.plain(title["title"]), title["year"])

# generate: origin
Protocol/README.md of movierpc is the contract.
"""

from __future__ import annotations

import asyncio
import contextvars
import json
import os
import socket as sockets
import stat
import struct
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, Generic, Literal, TypedDict, TypeVar, overload

# generate: version

_T = TypeVar("_T")
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
class State(Generic[_T]):
    """A state of a topic. Where there is none for now, `data` is None and `error` says why."""

    topic: str
    data: _T | None
    rev: int = 0
    """Grows by one with each state, while `instance` stays the same."""
    dropped: int = 0
    """How many states there were between this one and the one before."""
    instance: str = ""
    error: Error | None = None


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
        self.name = self.instance = ""
        self._states: dict[str, State[Any]] = {}
        self._news = asyncio.Event()
        self._end: Error | None = None

    def put(self, state: State[Any]) -> None:
        missed = self._states.pop(state.topic, None)
        if missed is not None:
            data = state.data
            # What has changed tells what of the lists to read anew: here, all.
            if state.topic == "library" and isinstance(data, dict):
                data = {**data, "changed": None}
            dropped = missed.dropped + 1 + state.dropped
            state = replace(state, data=data, dropped=dropped)
        self._states[state.topic] = state
        self._news.set()

    def end(self, error: Error) -> None:
        self._end = error
        self._news.set()

    async def get(self) -> State[Any]:
        while not self._states:
            if self._end is not None:
                raise self._end
            self._news.clear()
            await self._news.wait()
        return self._states.pop(next(iter(self._states)))


@dataclass(slots=True)
class _Asked:
    """A request that waits for its answer."""

    answer: asyncio.Future[dict[str, Any]]
    # Called with the answer, before anything behind it is read.
    then: Callable[[dict[str, Any]], None] | None = None


class _Connection(asyncio.Protocol):
    """One connection, until it is lost: then `lost` says why, and everybody who waits is told."""

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
        self._transport: asyncio.Transport | None = None

    # What comes.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        # What is left in the buffer was cut.
        said = f": {error}" if error else ""
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
        if asked.answer.done():
            return
        try:
            if not isinstance(result, dict):
                raise _refusal(reply.get("error"))
            if asked.then is not None:
                asked.then(result)
            asked.answer.set_result(result)
        except Error as error:
            asked.answer.set_exception(error)
            if isinstance(error, ProtocolError):
                self.close(error)

    def _take_event(self, event: dict[str, Any]) -> None:
        params = event.get("params")
        if event["method"] != "event" or not isinstance(params, dict):
            return
        inbox = self.inboxes.get(str(params.get("subscription")))
        if inbox is None:
            return
        rev, dropped, topic = params.get("rev"), params.get("dropped", 0), params.get("topic")
        if isinstance(rev, int) and isinstance(dropped, int) and isinstance(topic, str):
            inbox.put(State(topic, params.get("data"), rev, dropped, inbox.instance))
        else:
            self.close(ProtocolError("an event without a topic or a rev came"))

    def close(self, why: Error, flush: bool = False) -> None:
        if self.lost is not None:
            return
        self.lost = why
        self._buffer.clear()
        if self._transport is not None:
            self._transport.close() if flush else self._transport.abort()
        for asked in self._asked.values():
            if not asked.answer.done():
                asked.answer.set_exception(why)
                # Nobody may be waiting any more.
                asked.answer.exception()
        self._asked.clear()
        for inbox in self.inboxes.values():
            inbox.end(why)
        self.inboxes.clear()

    # What goes.

    def new_id(self) -> str:
        self._ids += 1
        return f"py{self._ids}"

    def send(self, message: Any) -> None:
        if self.lost is not None or self._transport is None:
            raise self.lost or Offline("there is no connection yet")
        # A lone surrogate and NaN, which the daemon would not read, are a ValueError here.
        line = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
        if len(line) > self.line_bytes:
            raise _limit("line_bytes", self.line_bytes, len(line))
        self._transport.write(line + b"\n")

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

    async def answer(self, name: str, asked: _Asked, method: str, seconds: float | None) -> dict[str, Any]:
        try:
            await asyncio.wait((asked.answer,), timeout=seconds)
            if asked.answer.done():
                return asked.answer.result()
            raise NoAnswer(f"{method}: the daemon said nothing for {seconds:g} s", "movierpc doctor")
        finally:
            if self._asked.pop(name, None) is not None and self.lost is None:
                self.notify("cancel", {"id": name})

    def peer(self) -> int | None:
        """The user who listens, where the kernel tells."""
        socket = self._transport.get_extra_info("socket") if self._transport else None
        if socket is None or not hasattr(sockets, "SO_PEERCRED"):
            return None
        _, uid, _ = struct.unpack("3i", socket.getsockopt(sockets.SOL_SOCKET, sockets.SO_PEERCRED, 12))
        return int(uid)


_batch: contextvars.ContextVar[Batch | None] = contextvars.ContextVar("movierpc_batch", default=None)
_Sent = tuple[_Connection, str, _Asked]


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

    async def __aenter__(self) -> Batch:
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
            loop = asyncio.get_running_loop()
            asked = [(connection.new_id(), *one[:2], _Asked(loop.create_future())) for one in wanted]
            connection.ask(asked, batch=True)
        except Exception as error:
            for _, _, sent in self._collected:
                if not sent.done():
                    sent.set_exception(error)
            return
        for (name, _, _, one), (_, _, sent) in zip(asked, wanted, strict=True):
            sent.set_result((connection, name, one))


class Client:
    """A client of the daemon: a method for each of the protocol's.

    It connects when it is first asked something, and again when that connection is lost; what was under way then is
    `Offline`, and nothing is sent twice. Cancelling a call gives its request up in the daemon too, unless it is a
    change that is being made. What is None is not sent. These parameters are the same wherever they are:

# generate: common
    """

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
        self._socket = socket
        self._hello: dict[str, Any] = {"client": client, "version": version, "profile": profile, "pin": pin}
        self._hello["protocol_versions"] = [_PROTOCOL]
        self._require = list(require)
        self._start = start
        self._patience = patience
        self._max_line_bytes = max_line_bytes
        self._connection: _Connection | None = None
        self._turn = asyncio.Lock()
        # To connect: the last one, and how many there were.
        self._failure: Error | None = None
        self._failures = 0
        self._slots = asyncio.Semaphore(_IN_FLIGHT)
        self._closed = False

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection, and every `follow`. Changes that were asked for are made all the same."""
        self._closed = True
        if self._connection is not None:
            self._connection.close(Offline("the client was closed"), flush=True)

    # The connection.

    async def _connected(self, start: bool = True) -> _Connection:
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

    async def _connect(self, start: bool) -> _Connection:
        path = self._socket or socket_path()
        loop = asyncio.get_running_loop()
        try:
            _, connection = await loop.create_unix_connection(lambda: _Connection(self._max_line_bytes), path)
        except OSError as error:
            # The last one: longer than a path may be.
            if start and isinstance(error, (FileNotFoundError, ConnectionRefusedError)):
                await self._run_daemon()
                return await self._connect(False)
            raise Offline(f"no daemon answers at {path}: {error}", "movierpc daemon start") from error
        try:
            peer = connection.peer()
            if peer not in (None, os.getuid()):
                raise ProtocolError(f"the user {peer} listens at {path}")
            hello = {name: value for name, value in self._hello.items() if value is not None}
            await self._greet(connection, {**hello, "require": self._require} if self._require else hello)
        except BaseException as error:
            connection.close(error if isinstance(error, Error) else Offline("given up"))
            raise
        return connection

    async def _greet(self, connection: _Connection, hello: dict[str, Any]) -> None:
        name, asked = connection.new_id(), _Asked(asyncio.get_running_loop().create_future())
        connection.ask([(name, "hello", hello, asked)])
        said = await connection.answer(name, asked, "hello", _TIMEOUT_MS / 1000 + self._patience)
        if said.get("protocol") != _PROTOCOL:
            raise ProtocolError(f"the daemon speaks version {said.get('protocol')!r} of the protocol, not {_PROTOCOL}")
        limits = said.get("limits")
        if isinstance(limits, dict):
            connection.line_bytes = int(limits.get("line_bytes", connection.line_bytes))
            connection.batch_items = int(limits.get("batch_items", connection.batch_items))

    async def _run_daemon(self) -> None:
        where = ["--socket", self._socket] if self._socket else []
        try:
            starter = await asyncio.create_subprocess_exec(
                *("movierpc", "daemon", "start", *where),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE,
            )
        except OSError as error:
            raise Offline(f"movierpc cannot be run: {error}", "put it into a folder of PATH") from error
        _, said = await starter.communicate()
        if starter.returncode:
            why = said.decode(errors="replace").strip()
            raise Offline(f"the daemon could not be started: {why}", "movierpc doctor")

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
        if seconds is None:
            seconds = given.get("timeout_ms", _TIMEOUT_MS) / 1000 + self._patience
        return await self._ask(method, given, id, seconds)

    async def _call(
        self, method: str, required: dict[str, Any], optional: dict[str, Any], endless: bool = False
    ) -> Any:
        given = {name: value for name, value in optional.items() if value is not None}
        seconds = None if endless else given.get("timeout_ms", _TIMEOUT_MS) / 1000 + self._patience
        return await self._ask(method, required | given, None, seconds)

    async def _ask(
        self,
        method: str,
        params: dict[str, Any],
        id: str | None,
        seconds: float | None,
        then: Callable[[_Connection, dict[str, Any]], None] | None = None,
        start: bool = True,
    ) -> dict[str, Any]:
        batch = _batch.get()
        if batch is not None and batch.is_open and batch.client is self:
            connection, name, asked = await batch.collect(method, params)
            return await connection.answer(name, asked, method, seconds)
        async with self._slots:
            connection = await self._connected(start)
            name, asked = id or connection.new_id(), _Asked(asyncio.get_running_loop().create_future())
            if then is not None:
                asked.then = lambda result: then(connection, result)
            connection.ask([(name, method, params, asked)])
            return await connection.answer(name, asked, method, seconds)

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
    async def follow(self, *topics: str) -> AsyncGenerator[State[Any], None]:
        """The present state of each topic, then each later one, whatever becomes of the daemon.

        While there is none, and while only upstream could tell and does not, `data` is None: that comes once, then it
        is tried again: every half second, or where the daemon refuses after 1, 2, 4 ... 30 s. Of states that come
        faster than they are taken, the latest is kept. A topic the daemon does not know is raised, as is whatever else
        would stay as it is. A daemon that has gone is not started again: who ended it may have meant it. Leave it by
        `contextlib.aclosing`, or close the client.
        """
        names = list(dict.fromkeys(topics))
        shown, start, refused = "", True, 0
        while not self._closed:
            inbox = _Inbox()
            connection: _Connection | None = None

            def begin(on: _Connection, reply: dict[str, Any], inbox: _Inbox = inbox) -> None:
                nonlocal connection
                _begin(inbox, reply)
                connection, on.inboxes[inbox.name] = on, inbox

            wait = _RECONNECT_SECONDS
            try:
                seconds = _TIMEOUT_MS / 1000 + self._patience
                await self._ask("subscribe", {"topics": names}, None, seconds, begin, start)
                shown, refused = "", 0
                while True:
                    yield await inbox.get()
            except Error as error:
                if self._closed:
                    return
                if not error.retryable:
                    raise
                if isinstance(error, RPCError):
                    wait = max(min(1 << refused, 30), (error.retry_after_ms or 0) / 1000)
                    refused += refused < 5
                if error.kind != shown:
                    shown = error.kind
                    for topic in names:
                        yield State(topic, None, error=error)
            finally:
                if connection is not None and connection.inboxes.pop(inbox.name, None) is not None:
                    connection.notify("unsubscribe", {"subscription": inbox.name})
            start = False
            await asyncio.sleep(wait)

    # The protocol's methods.

    # generate: methods


def _begin(inbox: _Inbox, reply: dict[str, Any]) -> None:
    """Puts the states of a reply to `subscribe` into the inbox."""
    name, topics = reply.get("subscription"), reply.get("topics")
    if not isinstance(name, str) or not isinstance(topics, dict):
        raise ProtocolError("a subscription without a name or topics came")
    inbox.name, inbox.instance = name, str(reply.get("instance"))
    failed = reply.get("failed")
    faults = {topic: _refusal(error) for topic, error in failed.items()} if isinstance(failed, dict) else {}
    for topic, fault in faults.items():
        # Nothing of it will come.
        if fault.kind in _REFUSED:
            inbox.end(fault)
            return
        inbox.put(State(topic, None, 0, 0, inbox.instance, fault))
    for topic, state in topics.items():
        if not isinstance(state, dict) or not isinstance(state.get("rev"), int):
            raise ProtocolError("a topic without a state came")
        inbox.put(State(topic, state.get("data"), state["rev"], 0, inbox.instance))
