"""What the client itself does, against the daemon: errors, giving up, batches, titles, finding and starting it."""

import asyncio
import contextlib
import copy
import json
import os
import pickle
import tempfile
import time
import unittest

from support import movierpc, run


class TestErrors(unittest.IsolatedAsyncioTestCase):
    async def test_kinds(self):
        async with movierpc.Client() as movies:
            for call, error, has in (
                (movies.search("amber", year=1), movierpc.InvalidParams, {"param": "year"}),
                (movies.call("serch", {"q": "amber"}), movierpc.MethodNotFound, {"did_you_mean": "search"}),
                (movies.detail("movie/999999999"), movierpc.NotFound, {"resource": "title"}),
                (movies.watchlist_add("movie/900002", if_version=7), movierpc.Conflict, {"version": 0}),
                (movies.settings_update(set={"folders.data": "/tmp"}), movierpc.Forbidden, {"needs": None}),
                (movies.search("amber", debounce_ms=2000, timeout_ms=50), movierpc.Timeout, {"timeout_ms": 50}),
            ):
                with self.assertRaises(error) as caught:
                    await call
                self.assertIsInstance(caught.exception, movierpc.RPCError)
                self.assertEqual(error is movierpc.Timeout, caught.exception.retryable)
                self.assertEqual(caught.exception.data["kind"], caught.exception.kind)
                self.assertEqual(caught.exception.data["hint"], caught.exception.hint)
                self.assertEqual(has, {name: caught.exception.data[name] for name in has})
                self.assertTrue(caught.exception.message)

    async def test_errors_are_copied_and_pickled(self):
        async with movierpc.Client() as movies:
            with self.assertRaises(movierpc.NotFound) as caught:
                await movies.detail("movie/999999999")
        caught.exception.add_note("while reading the list")
        errors = [caught.exception]
        for kind in vars(movierpc).values():
            if isinstance(kind, type) and issubclass(kind, movierpc.RPCError):
                errors.append(kind(-32000, "words", {"kind": "overloaded", "hint": "wait", "retry_after_ms": 50}))
            elif isinstance(kind, type) and issubclass(kind, movierpc.Error):
                errors.append(kind("words", "a hint"))
        self.assertGreater(len(errors), 10)
        for error in errors:
            for other in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
                self.assertIs(type(error), type(other))
                self.assertEqual(vars(error), vars(other))
                self.assertEqual((str(error), error.args), (str(other), other.args))

    async def test_what_the_daemon_could_not_read_is_not_sent(self):
        async with movierpc.Client() as movies:
            with self.assertRaises(ValueError):
                await movies.search("\ud800")
            with self.assertRaises(ValueError):
                await movies.call("player.seek", {"seconds": float("nan")})
            with self.assertRaises(movierpc.LimitExceeded) as caught:
                await movies.search("x" * 2_000_000)
            self.assertEqual(("line_bytes", 1 << 20), (caught.exception.data["limit"], caught.exception.data["max"]))
            self.assertEqual({"pong": True}, await movies.ping())

    async def test_requirements(self):
        async with movierpc.Client(require=["batch", "topics"]) as movies:
            await movies.ping()
        async with movierpc.Client(require=["telepathy"]) as movies:
            with self.assertRaises(movierpc.NotAvailable) as caught:
                await movies.ping()
        self.assertEqual("telepathy", caught.exception.data["missing"])


class TestGivingUp(unittest.IsolatedAsyncioTestCase):
    async def test_cancelling_a_call_cancels_its_request(self):
        async with movierpc.Client(client="gives up") as movies:
            await movies.ping()
            waiting = asyncio.create_task(movies.search("amber", debounce_ms=2000))
            await asyncio.sleep(0.05)
            waiting.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await waiting
            # The daemon has nothing of ours under way any more, long before these 2 s.
            mine = [one for one in (await movies.clients())["clients"] if one["self"]]
            self.assertEqual(0, mine[0]["in_flight"])

    async def test_cancel_by_id(self):
        async with movierpc.Client() as movies:
            waiting = asyncio.create_task(movies.call("search", {"q": "amber", "debounce_ms": 2000}, id="mine"))
            await asyncio.sleep(0.05)
            self.assertTrue((await movies.cancel("mine"))["cancelled"])
            with self.assertRaises(movierpc.Cancelled) as caught:
                await waiting
            self.assertEqual("cancel", caught.exception.data["by"])
            again = asyncio.create_task(movies.call("search", {"q": "amber", "debounce_ms": 2000}, id="mine"))
            await asyncio.sleep(0.05)
            with self.assertRaises(ValueError):
                await movies.call("ping", id="mine")
            again.cancel()

    async def test_supersedes(self):
        async with movierpc.Client() as movies:
            typed = [asyncio.create_task(movies.search("amber"[:n], supersedes="box")) for n in (3, 4, 5)]
            done = await asyncio.gather(*typed, return_exceptions=True)
            self.assertEqual(["newer", "newer"], [error.data["by"] for error in done[:2]])
            self.assertEqual("The Amber Lighthouse", done[2]["results"][0]["title"])

    async def test_a_cancel_gets_through_beside_a_thousand_requests(self):
        async with movierpc.Client() as movies, movierpc.Client() as other:
            await movies.ping()
            many = [asyncio.create_task(movies.search("amber", debounce_ms=2000)) for _ in range(1000)]
            while (await other.status())["in_flight"] < 64:
                await asyncio.sleep(0.01)
            begun = time.monotonic()
            for one in many:
                one.cancel()
            await asyncio.gather(*many, return_exceptions=True)
            await movies.ping()
            # One after the other they would take half a minute.
            self.assertLess(time.monotonic() - begun, 10)


class TestBatch(unittest.IsolatedAsyncioTestCase):
    async def test_each_has_its_own_answer(self):
        async with movierpc.Client() as movies:
            async with movies.batch() as batch:
                found = batch.add(movies.search("amber"))
                wrong = batch.add(movies.detail("movie/999999999"))
                pong = batch.add(movies.ping())
                # One that asks twice asks the second time on its own.
                twice = batch.add(self.twice(movies))
            self.assertEqual("The Amber Lighthouse", found.result()["results"][0]["title"])
            self.assertIsInstance(wrong.exception(), movierpc.NotFound)
            self.assertEqual({"pong": True}, pong.result())
            self.assertEqual(["The Amber Lighthouse"] * 2, twice.result())

    async def twice(self, movies):
        return [(await movies.detail("movie/900001"))["title"] for _ in range(2)]

    async def test_nothing_and_too_much(self):
        async with movierpc.Client() as movies:
            async with movies.batch():
                pass
            async with movies.batch() as batch:
                many = [batch.add(movies.ping()) for _ in range(65)]
            for one in many:
                self.assertEqual("batch_items", one.exception().data["limit"])
            self.assertEqual({"pong": True}, await movies.ping())

    async def test_what_fails_in_between_sends_nothing(self):
        async with movierpc.Client() as movies:
            with self.assertRaises(KeyError):
                async with movies.batch() as batch:
                    added = batch.add(movies.favorites_add("movie/900002"))
                    raise KeyError
            self.assertTrue(added.cancelled())
            self.assertEqual(0, (await movies.favorites())["total_results"])


class TestTitles(unittest.IsolatedAsyncioTestCase):
    async def test_hostile_titles_come_as_they_are(self):
        said = json.loads(run("call", "search", '{"q":"hostile","page_size":100}'))
        async with movierpc.Client() as movies:
            page = await movies.search("hostile", page_size=100)
            titles = [title["title"] for title in page["results"]]
            self.assertEqual([title["title"] for title in said["results"]], titles)
            for title in (
                "%{F#f00}x",
                "What the #$*! Do We (K)now!?",
                "Two\nLines\r\nand\ta tab",
                "\x1b[31mRed\x1b[2J\x1b]0;owned\x07",
                "\u202eenud\u2066\u200f",
                "Nul\0icon\x1f/etc/passwd",
                "\x9b31mC1\x85next\u2028line",
                "Amélie 👨‍👩‍👧‍👦 東京物語",
            ):
                self.assertIn(title, titles)
            # There and back again, in the same bytes.
            key = page["results"][0]["key"]
            await movies.watchlist_add(key)
            for title in titles:
                # What SQLite makes of NUL is the daemon's affair.
                note = title.strip().replace("\0", "")
                changed = await movies.watchlist_update(key, note=note)
                self.assertEqual(note, changed["item"]["entry"]["note"])
            await movies.watchlist_remove(key)


class TestSocket(unittest.IsolatedAsyncioTestCase):
    def test_where_it_is(self):
        uid = os.getuid()
        runtime = f"/run/user/{uid}"
        ours = os.path.isdir(runtime) and os.stat(runtime).st_uid == uid
        fallback = f"{runtime}/movierpc/socket" if ours else f"/tmp/movierpc-{uid}/socket"
        for environment, path in (
            ({"MOVIERPC_SOCKET": "/a/b", "XDG_RUNTIME_DIR": "/run/x"}, "/a/b"),
            ({"MOVIERPC_SOCKET": "", "XDG_RUNTIME_DIR": "/run/x"}, "/run/x/movierpc/socket"),
            ({"XDG_RUNTIME_DIR": "run/x"}, fallback),
            ({"XDG_RUNTIME_DIR": ""}, fallback),
            ({}, fallback),
        ):
            self.assertEqual(path, movierpc.socket_path(environment))

    async def test_nobody_is_there(self):
        with tempfile.TemporaryDirectory() as folder:
            for path in (f"{folder}/socket", f"{folder}/{'x' * 200}", folder):
                async with movierpc.Client(path) as movies:
                    with self.assertRaises(movierpc.Offline) as caught:
                        await movies.ping()
                    self.assertEqual("movierpc daemon start", caught.exception.hint)
                    self.assertTrue(caught.exception.retryable)
                self.assertFalse(os.path.exists(f"{folder}/socket"))

    async def test_it_is_started_when_asked_for(self):
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/socket"
            os.environ["XDG_DATA_HOME"] = f"{folder}/data"
            try:
                async with movierpc.Client(path, start=True) as movies:
                    await asyncio.gather(movies.ping(), movies.status(), movies.home())
                    await movies.shutdown()
                # A follower starts it when it begins, and not again.
                async with movierpc.Client(path, start=True) as movies:
                    async with contextlib.aclosing(movies.follow("server")) as states:
                        self.assertEqual("running", (await anext(states)).data["state"])
                        await movies.shutdown()
                        while (await anext(states)).data is not None:
                            pass
                        with self.assertRaises(TimeoutError):
                            await asyncio.wait_for(anext(states), 1.5)
            finally:
                del os.environ["XDG_DATA_HOME"]

    async def test_why_it_does_not_start(self):
        with tempfile.TemporaryDirectory() as folder:
            # The one that runs has the library.
            async with movierpc.Client(f"{folder}/socket", start=True) as movies:
                with self.assertRaises(movierpc.Offline) as caught:
                    await movies.ping()
            self.assertIn("library", caught.exception.message)
            path, os.environ["PATH"] = os.environ["PATH"], folder
            try:
                async with movierpc.Client(f"{folder}/socket", start=True) as movies:
                    with self.assertRaises(movierpc.Offline) as caught:
                        await movies.ping()
            finally:
                os.environ["PATH"] = path
            self.assertIn("PATH", caught.exception.hint)

    async def test_the_order_of_the_calls_holds_while_it_connects(self):
        for pause in range(20):
            async with movierpc.Client() as movies:
                waiting = asyncio.create_task(movies.call("search", {"q": "amber", "debounce_ms": 2000}, id="mine"))
                for _ in range(pause):
                    await asyncio.sleep(0)
                # Were it sent before the search, it would find none.
                self.assertTrue(pause == 0 or (await movies.cancel("mine"))["cancelled"], pause)
                waiting.cancel()
                await asyncio.gather(waiting, return_exceptions=True)

    async def test_after_it_was_closed(self):
        movies = movierpc.Client()
        await movies.ping()
        movies.close()
        movies.close()
        with self.assertRaises(movierpc.Offline):
            await movies.ping()

    async def test_a_profile_on_every_connection(self):
        async with movierpc.Client() as movies:
            await movies.profiles_create("Ana")
            try:
                async with movierpc.Client(profile="ana") as hers:
                    await hers.watchlist_add("movie/900002")
                    self.assertEqual(1, (await hers.watchlist())["total_results"])
                    self.assertEqual(0, (await movies.watchlist())["total_results"])
            finally:
                await movies.profiles_remove("Ana")
            async with movierpc.Client(profile="ana") as hers:
                with self.assertRaises(movierpc.NotFound):
                    await hers.watchlist()


if __name__ == "__main__":
    unittest.main()
