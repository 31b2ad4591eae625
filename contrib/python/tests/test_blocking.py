"""The blocking client, against the daemon and against servers that are none."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import tempfile
import threading
import time
import unittest
import unittest.mock

from support import METHODS, FakeDaemon, encode, faults, movierpc, result, run, topic_faults
from test_hostile import event, once, subscribed

AMBER = "movie/900001"


class Checked(movierpc.BlockingClient):
    """A client that checks each result with the document."""

    def _ask(self, method, *more):
        answer = super()._ask(method, *more)
        found = faults(answer, METHODS[method]["result"]["schema"], method)
        assert not found, found
        return answer


class TestCalls(unittest.TestCase):
    def test_methods(self):
        with Checked(client="blocking") as movies:
            page = movies.search("amber lighthouse", media_type="movie", year=1990)
            self.assertEqual([AMBER], [title["key"] for title in page["results"]])
            self.assertEqual("The Amber Lighthouse", movies.detail(AMBER)["title"])
            self.assertTrue(movies.watchlist_add(AMBER, note="with Ana")["changed"])
            self.assertEqual("with Ana", movies.watchlist()["results"][0]["entry"]["note"])
            self.assertTrue(movies.watchlist_remove(AMBER)["changed"])
            self.assertEqual({"pong": True}, movies.call("ping"))
            movies.notify("ping")
            self.assertIn("blocking", [one["client"] for one in movies.clients()["clients"]])

    def test_both_clients_have_the_same_methods(self):
        for name in METHODS:
            name = "followed" if name == "follow" else name.replace(".", "_")
            self.assertIs(getattr(movierpc.Client, name), getattr(movierpc.BlockingClient, name))
            self.assertTrue(getattr(movierpc.BlockingClient, name).__doc__)

    def test_errors(self):
        with movierpc.connect() as movies:
            with self.assertRaises(movierpc.NotFound) as caught:
                movies.detail("movie/999999999")
            self.assertEqual("title", caught.exception.data["resource"])
            with self.assertRaises(movierpc.MethodNotFound):
                movies.call("serch", {"q": "amber"})
            with self.assertRaises(movierpc.Timeout):
                movies.search("amber", debounce_ms=2000, timeout_ms=50)
            with self.assertRaises(ValueError):
                movies.search("\ud800")
            with self.assertRaises(movierpc.LimitExceeded):
                movies.search("x" * 2_000_000)
            with self.assertRaises(TypeError):
                movies.search()
            self.assertEqual({"pong": True}, movies.ping())

    def test_a_line_longer_than_the_kernel_takes_at_once(self):
        with movierpc.connect() as movies:
            with self.assertRaises(movierpc.InvalidParams):
                movies.search("x" * 1_000_000)
            self.assertEqual({"pong": True}, movies.ping())

    def test_a_signal_gives_the_request_up(self):
        with movierpc.connect(client="interrupted") as movies, movierpc.connect() as other:
            movies.ping()
            usual = signal.signal(signal.SIGALRM, signal.default_int_handler)
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            try:
                with self.assertRaises(KeyboardInterrupt):
                    movies.search("amber", debounce_ms=2000)
            finally:
                signal.signal(signal.SIGALRM, usual)
            self.assertEqual({"pong": True}, movies.ping())
            mine = [one for one in other.clients()["clients"] if one["client"] == "interrupted"]
            self.assertEqual(0, mine[0]["in_flight"])

    def test_a_profile_on_every_connection(self):
        with movierpc.connect() as movies:
            movies.profiles_create("Ana")
            try:
                with movierpc.connect(profile="ana") as hers:
                    hers.watchlist_add("movie/900002")
                    self.assertEqual((1, 0), (hers.watchlist()["total_results"], movies.watchlist()["total_results"]))
            finally:
                movies.profiles_remove("Ana")


class TestDaemon(unittest.TestCase):
    def test_nobody_is_there(self):
        with tempfile.TemporaryDirectory() as folder:
            for path in (f"{folder}/socket", f"{folder}/{'x' * 200}", folder):
                with movierpc.connect(path) as movies, self.assertRaises(movierpc.Offline) as caught:
                    movies.ping()
                self.assertEqual("movierpc daemon start", caught.exception.hint)

    def test_it_is_started_when_asked_for(self):
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/socket"
            os.environ["XDG_DATA_HOME"] = f"{folder}/data"
            try:
                with movierpc.connect(path, start=True) as movies:
                    self.assertEqual({"pong": True}, movies.ping())
                    pid = movies.status()["pid"]
                    movies.shutdown()
                # It writes into the folder until it has ended.
                for _ in range(600):
                    if not os.path.exists(f"/proc/{pid}"):
                        break
                    time.sleep(0.1)
            finally:
                del os.environ["XDG_DATA_HOME"]

    def test_a_lost_connection_is_made_again(self):
        with movierpc.connect() as movies:
            pid = movies.status()["pid"]
            run("daemon", "stop")
            try:
                with self.assertRaises(movierpc.Offline):
                    movies.ping()
            finally:
                run("daemon", "start")
            self.assertNotEqual(pid, movies.status()["pid"])
            # That it was lost between two calls is nothing to tell.
            run("daemon", "stop")
            run("daemon", "start")
            self.assertEqual({"pong": True}, movies.ping())

    def test_after_it_was_closed(self):
        movies = movierpc.connect()
        movies.ping()
        movies.close()
        movies.close()
        with self.assertRaises(movierpc.Offline):
            movies.ping()


class TestDeafServer(unittest.TestCase):
    def test_one_who_does_not_read(self):
        done = threading.Event()

        def serve(server):
            peer, _ = server.accept()
            with peer:
                hello = json.loads(peer.recv(1 << 16))
                peer.sendall(result(hello, {"protocol": 1}))
                done.wait(20)

        with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as server:
            server.bind(f"{folder}/socket")
            server.listen()
            serving = threading.Thread(target=serve, args=[server])
            serving.start()
            with unittest.mock.patch.object(movierpc, "_TIMEOUT_MS", 300):
                with movierpc.connect(f"{folder}/socket", patience=0) as movies:
                    with self.assertRaises(movierpc.Offline):
                        movies.search("x" * 1_000_000)
            done.set()
            serving.join()


class TestFollow(unittest.TestCase):
    def test_other_calls_between_states(self):
        with movierpc.connect(client="follower") as movies:
            seen = []
            for state in movies.follow("library"):
                self.assertEqual([], topic_faults(state))
                seen.append(state)
                if len(seen) == 3:
                    break
                movies.favorites_toggle("movie/900003")
            self.assertEqual([0, 1, 2], [state.rev - seen[0].rev for state in seen])
            self.assertEqual(0, self.subscriptions(movies))

    def subscriptions(self, movies):
        return next(one["subscriptions"] for one in movies.clients()["clients"] if one["self"])

    def test_it_ends_when_the_client_is_closed(self):
        with movierpc.connect() as movies:
            for state in movies.follow("server", "player"):
                self.assertEqual([], topic_faults(state))
                movies.close()

    def test_what_would_stay_as_it_is_is_raised(self):
        with movierpc.connect() as movies:
            for topics in (("servr",), ("server", "servr")):
                with self.assertRaises(movierpc.InvalidParams):
                    next(movies.follow(*topics))

    def test_the_daemon_is_killed_and_comes_back(self):
        with movierpc.connect() as movies, contextlib.closing(movies.follow("library", "server")) as states:
            first = {state.topic: state for state in (next(states), next(states))}
            self.assertEqual({"library", "server"}, set(first))
            os.kill(movies.status()["pid"], signal.SIGKILL)
            gone = [next(states), next(states)]
            self.assertEqual([("library", None), ("server", None)], [(one.topic, one.data) for one in gone])
            self.assertIsInstance(gone[0].error, movierpc.Offline)
            starter = threading.Timer(1.2, run, ("daemon", "start"))
            starter.start()
            # It is said once, however long that lasts.
            back = [next(states), next(states)]
            starter.join()
            for state in back:
                self.assertEqual([], topic_faults(state))
                self.assertNotEqual(first["server"].instance, state.instance)


class TestHostile(unittest.IsolatedAsyncioTestCase):
    async def blocking(self, daemon, work, **options):
        def inside():
            with movierpc.connect(daemon.socket, **options) as movies:
                return work(movies)

        return await asyncio.wait_for(asyncio.to_thread(inside), 20)

    async def test_what_is_no_reply_ends_the_connection(self):
        def work(movies):
            with self.assertRaises(movierpc.ProtocolError):
                movies.ping()
            self.assertEqual({"pong": True}, movies.ping())

        for said in (b"HTTP/1.1 400 Bad Request\r\n\r\n", b"[1]\n", b'{"jsonrpc":"2.0","id":"py2","result":[]}\n'):
            async with FakeDaemon(once(said)) as daemon:
                await self.blocking(daemon, work)
                self.assertEqual(2, daemon.connections)

    async def test_a_connection_that_closes_in_a_line(self):
        def work(movies):
            with self.assertRaises(movierpc.Offline):
                movies.ping()
            self.assertEqual({"pong": True}, movies.ping())

        for said in (b"", b'{"jsonrpc":"2.0","id":"py2","resu'):
            async with FakeDaemon(once(said, lambda writer: writer.close())) as daemon:
                await self.blocking(daemon, work)

    async def test_an_answer_too_late(self):
        def behave(request, writer, daemon):
            if request["method"] == "ping" and daemon.methods().count("ping") == 1:
                asyncio.get_running_loop().call_later(0.3, writer.write, result(request, {"pong": False}))
            elif "id" in request:
                writer.write(result(request, {"pong": True}))

        def work(movies):
            with self.assertRaises(movierpc.NoAnswer) as caught:
                movies.ping(timeout_ms=100)
            self.assertIn("0.1 s", caught.exception.message)
            for _ in range(5):
                self.assertEqual({"pong": True}, movies.ping())
                time.sleep(0.1)

        async with FakeDaemon(behave) as daemon:
            await self.blocking(daemon, work, patience=0)
            self.assertEqual(1, daemon.connections)
            self.assertEqual({"id": "py2"}, next(r["params"] for r in daemon.requests if r["method"] == "cancel"))

    async def test_one_who_refuses_before_he_is_asked(self):
        said = {"code": 1007, "message": "full", "data": {"kind": "overloaded", "hint": None, "retry_after_ms": 700}}

        class Full(FakeDaemon):
            async def _serve(self, reader, writer):
                writer.write(encode({"jsonrpc": "2.0", "id": None, "error": said}))
                writer.close()

        def work(movies):
            for _ in range(20):
                with self.assertRaises(movierpc.Overloaded):
                    movies.ping()

        async with Full(None) as daemon:
            await self.blocking(daemon, work)

    async def test_lines_of_any_length(self):
        long = "ü\u2028\x85 " * 700_000

        def behave(request, writer, daemon):
            writer.write(b"\r\n\n" + result(request, {"text": long}))

        async with FakeDaemon(behave) as daemon:
            said = await self.blocking(daemon, lambda movies: [movies.call("x")["text"] for _ in range(2)])
            self.assertEqual([long, long], said)
            with self.assertRaises(movierpc.ProtocolError):
                await self.blocking(daemon, lambda movies: movies.call("x"), max_line_bytes=1 << 20)

    async def test_a_follower_that_is_slow_gets_the_latest(self):
        lists = {"watchlist": 1, "unwatched": 1, "favorites": 1, "changes": []}

        def behave(request, writer, daemon):
            if request["method"] == "subscribe":
                writer.write(subscribed(request, topic="library", data=lists))
                writer.write(b"".join(event("s1", rev, lists, topic="library") for rev in range(2, 2_002)))

        def work(movies):
            taken, dropped = [], 0
            for state in movies.follow("library"):
                taken.append(state.rev)
                dropped += state.dropped
                self.assertEqual(state.dropped > 0, state.data["changes"] is None)
                if state.rev == 2_001:
                    return len(taken), dropped
                time.sleep(0.2)

        async with FakeDaemon(behave) as daemon:
            taken, dropped = await self.blocking(daemon, work)
            self.assertEqual(2_001, taken + dropped)
            self.assertLess(taken, 10)

    async def test_only_upstream_knows_and_does_not(self):
        error = {"code": 1002, "message": "m", "data": {"kind": "upstream_unavailable", "hint": None}}

        def behave(request, writer, daemon):
            if request["method"] == "subscribe":
                fails = daemon.methods().count("subscribe") == 1
                said = {"jsonrpc": "2.0", "id": request["id"], "error": error}
                writer.write(encode(said) if fails else subscribed(request))

        def work(movies):
            with contextlib.closing(movies.follow("server")) as states:
                return next(states), next(states)

        async with FakeDaemon(behave) as daemon:
            first, second = await self.blocking(daemon, work)
            self.assertEqual((None, "upstream_unavailable"), (first.data, first.error.kind))
            self.assertEqual("running", second.data["state"])


if __name__ == "__main__":
    unittest.main()
