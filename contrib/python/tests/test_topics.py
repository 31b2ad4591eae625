"""Following topics of the daemon, also while it is killed."""

import asyncio
import contextlib
import os
import signal
import unittest
import unittest.mock

from support import DOCUMENT, TOPICS, faults, movierpc, run, topic_faults


async def upcoming(states):
    """The next state, soon."""
    return await asyncio.wait_for(anext(states), 20)


class TestTopics(unittest.IsolatedAsyncioTestCase):
    async def test_every_topic_has_a_state(self):
        names = [name for name in TOPICS if name != "browse:LIST"] + ["browse:popular", "browse:trending/tv"]
        async with movierpc.Client() as movies, contextlib.aclosing(movies.follow(*names)) as states:
            found = {}
            while len(found) < len(names):
                state = await upcoming(states)
                self.assertEqual([], topic_faults(state))
                found[state.topic] = state
            self.assertEqual(set(names), set(found))

    async def test_events_are_as_the_document_says(self):
        events, take = [], movierpc._Inbox.take_event

        def keep(inbox, params):
            events.append(params)
            take(inbox, params)

        with unittest.mock.patch.object(movierpc._Inbox, "take_event", keep):
            async with movierpc.Client() as movies, contextlib.aclosing(movies.follow("library", "searches")) as states:
                for _ in range(2):
                    await upcoming(states)
                await movies.favorites_toggle("movie/900003")
                await movies.search("an event")
                seen = {(await upcoming(states)).topic for _ in range(2)}
                await movies.favorites_toggle("movie/900003")
        self.assertEqual({"library", "searches"}, seen)
        for event in events:
            self.assertEqual([], faults(event, DOCUMENT["x-event"]["params"], "event"))

    async def test_events(self):
        async with movierpc.Client() as movies, contextlib.aclosing(movies.follow("library")) as states:
            first = await upcoming(states)
            self.assertEqual([], first.data["changes"])
            await movies.favorites_add("movie/900003")
            second = await upcoming(states)
            self.assertEqual([], topic_faults(second))
            self.assertEqual((first.instance, first.rev + 1, 0), (second.instance, second.rev, second.dropped))
            self.assertEqual(["movie/900003"], [one["key"] for one in second.data["changes"]])
            # Of three changes that nobody took, the last state is there, and what changed is to be read anew.
            for _ in range(3):
                await movies.favorites_toggle("movie/900003")
            third = await upcoming(states)
            while third.rev < second.rev + 3:
                self.assertLess(second.rev, third.rev)
                third = await upcoming(states)
            self.assertEqual(first.data["favorites"], third.data["favorites"])
            if third.dropped:
                self.assertIsNone(third.data["changes"])
            self.assertEqual(0, (await movies.favorites())["total_results"])

    async def test_it_ends_with_its_follower(self):
        async with movierpc.Client(client="follower") as movies:
            async with contextlib.aclosing(movies.follow("server", "player")) as states:
                await upcoming(states)
                self.assertEqual(1, await self.subscriptions(movies))
            self.assertEqual(0, await self.subscriptions(movies))

            async def forever():
                async for _ in movies.follow("server"):
                    pass

            following = asyncio.create_task(forever())
            while await self.subscriptions(movies) == 0:
                await asyncio.sleep(0.01)
            movies.close()
            await asyncio.wait_for(following, 20)

    async def subscriptions(self, movies):
        return next(one["subscriptions"] for one in (await movies.clients())["clients"] if one["self"])

    async def test_what_would_stay_as_it_is_is_raised(self):
        async with movierpc.Client() as movies:
            with self.assertRaises(movierpc.InvalidParams):
                await anext(movies.follow("servr"))
            with self.assertRaises(movierpc.InvalidParams):
                await anext(movies.follow("server", "servr"))
            async with movierpc.Client(profile="nobody") as nobody:
                with self.assertRaises(movierpc.NotFound):
                    await anext(nobody.follow("server"))

    async def test_the_daemon_is_killed_and_comes_back(self):
        async with movierpc.Client() as movies, contextlib.aclosing(movies.follow("library", "server")) as states:
            first = {state.topic: state for state in [await upcoming(states), await upcoming(states)]}
            self.assertEqual({"library", "server"}, set(first))
            os.kill((await movies.status())["pid"], signal.SIGKILL)
            gone = [await upcoming(states), await upcoming(states)]
            self.assertEqual([("library", None), ("server", None)], [(one.topic, one.data) for one in gone])
            self.assertIsInstance(gone[0].error, movierpc.Offline)
            # It is said once, however long that lasts.
            waiting = asyncio.ensure_future(anext(states))
            await asyncio.sleep(1.2)
            self.assertFalse(waiting.done())
            with self.assertRaises(movierpc.Offline):
                await movies.ping()
            await asyncio.to_thread(run, "daemon", "start")
            back = [await asyncio.wait_for(waiting, 20), await upcoming(states)]
            for state in back:
                self.assertEqual([], topic_faults(state))
                self.assertIsNone(state.error)
                self.assertNotEqual(first["server"].instance, state.instance)
            self.assertEqual({"pong": True}, await movies.ping())

    async def test_an_orderly_end_is_told_before(self):
        async with movierpc.Client() as movies, contextlib.aclosing(movies.follow("server")) as states:
            await upcoming(states)
            await asyncio.to_thread(run, "daemon", "stop")
            try:
                stopping = await upcoming(states)
                self.assertEqual(("stopping", "shutdown"), (stopping.data["state"], stopping.data["reason"]))
                self.assertIsNone((await upcoming(states)).data)
            finally:
                await asyncio.to_thread(run, "daemon", "start")
            self.assertEqual("running", (await upcoming(states)).data["state"])

    async def test_it_may_begin_without_a_daemon(self):
        await asyncio.to_thread(run, "daemon", "stop")
        try:
            async with movierpc.Client() as movies, contextlib.aclosing(movies.follow("searches")) as states:
                self.assertIsNone((await upcoming(states)).data)
                await asyncio.to_thread(run, "daemon", "start")
                self.assertEqual([], topic_faults(await upcoming(states)))
        finally:
            await asyncio.to_thread(run, "daemon", "start")


if __name__ == "__main__":
    unittest.main()
