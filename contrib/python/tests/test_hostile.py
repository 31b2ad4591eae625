"""Who listens is not the daemon, or not well."""

import asyncio
import contextlib
import time
import tracemalloc
import unittest

from support import FakeDaemon, encode, movierpc, result, settle

SERVER = {"state": "running", "reason": None, "version": "0", "network": "unknown", "tasks": []}


def event(subscription, rev, data=None, topic="server", **more):
    params = {"subscription": subscription, "topic": topic, "rev": rev, "dropped": 0, "data": data or SERVER, **more}
    return encode({"jsonrpc": "2.0", "method": "event", "params": params})


def subscribed(request, name="s1", topic="server", data=None):
    states = {topic: {"rev": 1, "data": data or SERVER}}
    return result(request, {"subscription": name, "instance": "fake", "topics": states})


def once(said, *then):
    """Says that to the first request, and what is right to all others."""

    def behave(request, writer, daemon):
        if request["method"] == "ping" and daemon.methods().count("ping") == 1:
            writer.write(said)
            for one in then:
                one(writer)
        elif "id" in request:
            writer.write(result(request, {"pong": True}))

    return behave


class TestReplies(unittest.IsolatedAsyncioTestCase):
    async def test_what_is_no_reply_ends_the_connection(self):
        for said in (
            b"hello\n",
            b"HTTP/1.1 400 Bad Request\r\n\r\n",
            b"\xff\xfe\n",
            b"1\n",
            b'"text"\n',
            b"[1]\n",
            b"null\n",
            b"[" * 100_000 + b"\n",
            b'{"jsonrpc":"2.0","id":"py2"}\n',
            b'{"jsonrpc":"2.0","id":"py2","result":[]}\n',
            b'{"jsonrpc":"2.0","id":"py2","result":null}\n',
            b'{"jsonrpc":"2.0","id":"py2","error":"no"}\n',
            b'{"jsonrpc":"2.0","id":"py2","error":{"code":"1","message":2}}\n',
            b'{"jsonrpc":"2.0","id":null}\n',
            b"{}\n",
        ):
            with self.subTest(said[:60]):
                async with FakeDaemon(once(said)) as daemon, movierpc.Client(daemon.socket) as movies:
                    with self.assertRaises(movierpc.ProtocolError) as caught:
                        await movies.ping()
                    self.assertTrue(caught.exception.message.isprintable())
                    # The next call has a connection of its own.
                    self.assertEqual({"pong": True}, await movies.ping())
                    self.assertEqual(2, daemon.connections)

    async def test_unusual_errors_are_errors(self):
        for said, kind in (
            (b'{"jsonrpc":"2.0","id":"py2","error":{"code":-1,"message":"m"}}\n', "error"),
            (b'{"jsonrpc":"2.0","id":"py2","error":{"code":-1,"message":"m","data":{"kind":"new"}}}\n', "new"),
            (b'{"jsonrpc":"2.0","id":"py2","error":{"code":-1,"data":[]}}\n', "error"),
            (b'{"jsonrpc":"2.0","id":"py2","error":{"code":1005,"data":{"kind":"timeout","hint":1}}}\n', "timeout"),
        ):
            async with FakeDaemon(once(said)) as daemon, movierpc.Client(daemon.socket) as movies:
                with self.assertRaises(movierpc.RPCError) as caught:
                    await movies.ping()
                self.assertEqual((kind, None), (caught.exception.kind, caught.exception.hint))
                await movies.ping()
                self.assertEqual(1, daemon.connections)

    async def test_overloaded(self):
        said = {"code": 1007, "message": "full", "data": {"kind": "overloaded", "hint": None, "retry_after_ms": 700}}
        said = encode({"jsonrpc": "2.0", "id": None, "error": said})
        async with FakeDaemon(once(said)) as daemon, movierpc.Client(daemon.socket) as movies:
            with self.assertRaises(movierpc.Overloaded) as caught:
                await movies.ping()
            self.assertEqual((True, 700), (caught.exception.retryable, caught.exception.retry_after_ms))
            await movies.ping()

    async def test_wrong_ids_are_nobodys(self):
        wrong = [1, 2, 2.0, True, "2", "py1", "py3", "PY2", ["py2"], {"a": 1}]
        said = b"".join(encode({"jsonrpc": "2.0", "id": one, "result": {"pong": False}}) for one in wrong)
        async with FakeDaemon(once(said)) as daemon, movierpc.Client(daemon.socket, patience=0.2) as movies:
            with self.assertRaises(movierpc.NoAnswer) as caught:
                await movies.ping(timeout_ms=100)
            self.assertIsInstance(caught.exception, TimeoutError)
            self.assertEqual({"pong": True}, await movies.ping())
            self.assertEqual(1, daemon.connections)
            # What was given up was said to be.
            self.assertEqual({"id": "py2"}, next(r["params"] for r in daemon.requests if r["method"] == "cancel"))

    async def test_an_answer_twice_and_too_late(self):
        def behave(request, writer, daemon):
            if request["method"] == "ping" and daemon.methods().count("ping") == 1:
                asyncio.get_running_loop().call_later(0.3, writer.write, result(request, {"pong": False}) * 2)
            elif "id" in request:
                writer.write(result(request, {"pong": True}) * 2)

        async with FakeDaemon(behave) as daemon, movierpc.Client(daemon.socket, patience=0) as movies:
            with self.assertRaises(movierpc.NoAnswer):
                await movies.ping(timeout_ms=100)
            for _ in range(5):
                self.assertEqual({"pong": True}, await movies.ping())
                await asyncio.sleep(0.1)

    async def test_a_connection_that_closes_in_a_line(self):
        close = lambda writer: writer.close()  # noqa: E731
        for said in (b"", b'{"jsonrpc":"2.0","id":"py2","result":{"pong":true}}', b'{"jsonrpc":"2.0","id":"py2","resu'):
            async with FakeDaemon(once(said, close)) as daemon, movierpc.Client(daemon.socket) as movies:
                with self.assertRaises(movierpc.Offline) as caught:
                    await movies.ping()
                self.assertTrue(caught.exception.retryable)
                self.assertEqual({"pong": True}, await movies.ping())

    async def test_all_who_wait_are_told(self):
        def behave(request, writer, daemon):
            if daemon.methods().count("ping") == 20:
                writer.transport.abort()

        async with FakeDaemon(behave) as daemon, movierpc.Client(daemon.socket) as movies:
            done = await asyncio.gather(*(movies.ping() for _ in range(20)), return_exceptions=True)
            self.assertEqual([movierpc.Offline] * 20, [type(one) for one in done])

    async def test_lines_of_any_length(self):
        long = "ü\u2028\x85 " * 700_000

        async def behave(request, writer, daemon):
            line = result(request, {"text": long})
            if request["method"] == "slow":
                for start in range(0, len(line), 100_000):
                    writer.write(line[start : start + 100_000])
                    await writer.drain()
                    await asyncio.sleep(0)
            elif request["method"] == "bytewise":
                for byte in b"\r\n\n" + result(request, {"text": "ü\u2028"}):
                    writer.write(bytes([byte]))
                    await asyncio.sleep(0)
            else:
                writer.write(line)

        async with FakeDaemon(behave) as daemon, movierpc.Client(daemon.socket) as movies:
            for method in ("at.once", "slow"):
                self.assertEqual(long, (await movies.call(method))["text"])
            self.assertEqual("ü\u2028", (await movies.call("bytewise"))["text"])
            answers = await asyncio.gather(*(movies.call("at.once") for _ in range(5)))
            self.assertEqual([long] * 5, [one["text"] for one in answers])

    async def test_a_line_without_an_end(self):
        async def behave(request, writer, daemon):
            with contextlib.suppress(ConnectionError):
                while True:
                    writer.write(b"x" * 1_000_000)
                    await writer.drain()

        most = 8 << 20
        async with FakeDaemon(behave) as daemon, movierpc.Client(daemon.socket, max_line_bytes=most) as movies:
            await movies.hello()
            tracemalloc.start()
            tracemalloc.reset_peak()
            try:
                with self.assertRaises(movierpc.ProtocolError):
                    await movies.ping()
                self.assertLess(tracemalloc.get_traced_memory()[1], 5 * most)
            finally:
                tracemalloc.stop()

    async def test_another_version_of_the_protocol(self):
        async with FakeDaemon(once(b""), {"protocol": 2}) as daemon, movierpc.Client(daemon.socket) as movies:
            with self.assertRaises(movierpc.ProtocolError) as caught:
                await movies.ping()
            self.assertIn("version 2", caught.exception.message)
            with self.assertRaises(movierpc.ProtocolError):
                await anext(movies.follow("server"))

    async def test_one_who_says_nothing(self):
        async with FakeDaemon(lambda *_: None) as daemon, movierpc.Client(daemon.socket, patience=0.1) as movies:
            begun = time.monotonic()
            done = await asyncio.gather(*(movies.ping(timeout_ms=100) for _ in range(50)), return_exceptions=True)
            self.assertEqual([movierpc.NoAnswer] * 50, [type(one) for one in done])
            self.assertLess(time.monotonic() - begun, 8)
            await settle(lambda: daemon.methods().count("cancel") == 50, "all were given up")

    async def test_a_batch_that_is_not_answered_as_one(self):
        def behave(request, writer, daemon):
            if isinstance(request, list):
                # Backwards, one twice, one missing, one alone.
                said = [{"jsonrpc": "2.0", "id": request[i]["id"], "result": {"n": i}} for i in (3, 1, 1, 0)]
                writer.write(encode(said[:3]) + encode(said[3]))

        async with FakeDaemon(behave) as daemon, movierpc.Client(daemon.socket, patience=0.2) as movies:
            async with movies.batch() as batch:
                asked = [batch.add(movies.call("x", {"timeout_ms": 1})) for _ in range(4)]
            self.assertEqual([0, 1, 3], [asked[i].result()["n"] for i in (0, 1, 3)])
            self.assertIsInstance(asked[2].exception(), movierpc.NoAnswer)

    async def test_an_error_of_nobody_reaches_a_batch(self):
        said = {"code": 1006, "message": "too many", "data": {"kind": "limit_exceeded", "hint": None}}

        def behave(request, writer, daemon):
            writer.write(encode({"jsonrpc": "2.0", "id": None, "error": said}))

        async with FakeDaemon(behave) as daemon, movierpc.Client(daemon.socket) as movies:
            async with movies.batch() as batch:
                asked = [batch.add(movies.ping()) for _ in range(3)]
            self.assertEqual([movierpc.LimitExceeded] * 3, [type(one.exception()) for one in asked])


    async def test_one_who_says_not_even_hello(self):
        class Mute(FakeDaemon):
            async def _serve(self, reader, writer):
                self.connections += 1
                self._writers.append(writer)
                await reader.read()

        usual, movierpc._TIMEOUT_MS = movierpc._TIMEOUT_MS, 300
        try:
            async with Mute(None) as daemon, movierpc.Client(daemon.socket, patience=0) as movies:
                done = await asyncio.gather(*(movies.ping() for _ in range(50)), return_exceptions=True)
                self.assertEqual([movierpc.NoAnswer] * 50, [type(one) for one in done])
                # They have not tried one after the other.
                self.assertEqual(1, daemon.connections)
        finally:
            movierpc._TIMEOUT_MS = usual


class TestEvents(unittest.IsolatedAsyncioTestCase):
    async def test_events_right_behind_the_reply(self):
        def behave(request, writer, daemon):
            if request["method"] == "subscribe":
                writer.write(event("s9", 7) + subscribed(request) + event("s2", 8) + event("s1", 2))

        async with FakeDaemon(behave) as daemon, movierpc.Client(daemon.socket) as movies:
            async with contextlib.aclosing(movies.follow("server")) as states:
                state = await anext(states)
                self.assertEqual((2, 1, "fake"), (state.rev, state.dropped, state.instance))
            await settle(lambda: "unsubscribe" in daemon.methods(), "it unsubscribes")

    async def test_a_follower_that_is_slow_gets_the_latest(self):
        lists = {"watchlist": 1, "unwatched": 1, "favorites": 1, "changes": []}

        def behave(request, writer, daemon):
            if request["method"] == "subscribe":
                writer.write(subscribed(request, topic="library", data=lists))
                for rev in range(2, 20_002):
                    changed = {**lists, "watchlist": rev, "changes": [{"key": f"movie/{rev}", "user_state": {}, "version": rev}]}
                    writer.write(event("s1", rev, changed, topic="library"))

        async with FakeDaemon(behave) as daemon, movierpc.Client(daemon.socket) as movies:
            taken, dropped = [], 0
            async with contextlib.aclosing(movies.follow("library")) as states:
                async for state in states:
                    taken.append(state.rev)
                    dropped += state.dropped
                    self.assertEqual(state.dropped > 0, state.data["changes"] is None)
                    if state.rev == 20_001:
                        break
                    await asyncio.sleep(0.2)
            self.assertEqual(20_001, len(taken) + dropped)
            self.assertLess(len(taken), 50)

    async def test_events_that_are_none(self):
        for said in (
            b'{"jsonrpc":"2.0","method":"event"}\n',
            b'{"jsonrpc":"2.0","method":"event","params":[]}\n',
            b'{"jsonrpc":"2.0","method":"event","params":{"subscription":["s1"]}}\n',
            b'{"jsonrpc":"2.0","method":"news","params":{"subscription":"s1"}}\n',
            b'{"jsonrpc":"2.0","method":7,"id":1}\n',
        ):

            def behave(request, writer, daemon, said=said):
                if request["method"] == "subscribe":
                    writer.write(subscribed(request))
                    asyncio.get_running_loop().call_later(0.05, writer.write, said + event("s1", 2))

            async with FakeDaemon(behave) as daemon, movierpc.Client(daemon.socket) as movies:
                async with contextlib.aclosing(movies.follow("server")) as states:
                    self.assertEqual([1, 2], [(await anext(states)).rev, (await anext(states)).rev])

    async def test_what_is_no_subscription_is_raised(self):
        for wrong in ({}, {"subscription": 1, "topics": {}}, {"subscription": "s", "topics": {"server": {"rev": "1"}}}):

            def behave(request, writer, daemon, wrong=wrong):
                writer.write(result(request, wrong))

            async with FakeDaemon(behave) as daemon, movierpc.Client(daemon.socket) as movies:
                with self.assertRaises(movierpc.ProtocolError):
                    await asyncio.wait_for(anext(movies.follow("server")), 5)

    async def test_a_daemon_that_ends_at_once_is_not_run_down(self):
        def behave(request, writer, daemon):
            writer.write(subscribed(request)) if request["method"] == "subscribe" else None
            writer.close()

        async with FakeDaemon(behave) as daemon, movierpc.Client(daemon.socket) as movies:
            async with contextlib.aclosing(movies.follow("server")) as states:
                seen, begun = [], time.monotonic()
                for _ in range(6):
                    seen.append((await anext(states)).data is not None)
            self.assertEqual([True, False] * 3, seen)
            self.assertGreater(time.monotonic() - begun, 0.9)
            self.assertEqual(3, daemon.connections)

    async def test_only_upstream_knows_and_does_not(self):
        error = {"code": 1002, "message": "m", "data": {"kind": "upstream_unavailable", "hint": None}}

        def behave(request, writer, daemon):
            if request["method"] == "subscribe":
                fails = daemon.methods().count("subscribe") == 1
                said = {"jsonrpc": "2.0", "id": request["id"], "error": error}
                writer.write(encode(said) if fails else subscribed(request))

        async with FakeDaemon(behave) as daemon, movierpc.Client(daemon.socket) as movies:
            async with contextlib.aclosing(movies.follow("server")) as states:
                first, second = await anext(states), await anext(states)
            self.assertEqual((None, "upstream_unavailable"), (first.data, first.error.kind))
            self.assertEqual((SERVER, None), (second.data, second.error))


if __name__ == "__main__":
    unittest.main()
