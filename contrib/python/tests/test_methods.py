"""Every method against the daemon, and its results against openrpc.json."""

import json
import os
import tempfile
import unittest

from support import DOCUMENT, METHODS, TOPICS, Checked, faults, movierpc, run

# Of the fake TMDB.
AMBER = "movie/900001"


def without_examples(document):
    methods = [{**method, "examples": []} for method in document["methods"]]
    return {**document, "methods": methods}


class TestMethods(unittest.IsolatedAsyncioTestCase):
    async def test_every_method(self):
        Checked.seen.clear()
        async with Checked(client="every method") as movies:
            with self.subTest("titles"):
                await self.titles(movies)
            with self.subTest("lists"):
                await self.lists(movies)
            with self.subTest("downloads"):
                await self.downloads(movies)
            with self.subTest("player"):
                await self.player(movies)
            with self.subTest("settings and profiles"):
                await self.people(movies)
            with self.subTest("the rest"):
                await self.rest(movies)
        self.assertEqual(set(METHODS), Checked.seen)

    async def titles(self, movies):
        for name in DOCUMENT["components"]["schemas"]["BrowseList"]["enum"]:
            await movies.browse(name)
        await movies.discover(genre="drama", sort_by="vote_average.desc", page_size=5)
        home = await movies.home(rows=["popular", "top_rated/tv"], row_size=3, seed=1)
        self.assertEqual(["popular", "top_rated"], [row["list"] for row in home["rows"]])
        await movies.home()
        page = await movies.search("amber lighthouse", media_type="movie", year=1990, page_size=1)
        self.assertEqual([AMBER], [title["key"] for title in page["results"]])
        await movies.suggest("dun", limit=3)
        detail = await movies.detail(AMBER, language="en-US", region="US")
        self.assertEqual("The Amber Lighthouse", detail["title"])
        self.assertEqual(AMBER, (await movies.detail(id=900001, media_type="movie"))["key"])
        await movies.trailer(AMBER, types=["trailer", "search"])
        image = await movies.image(AMBER, kind="poster", size="w342")
        self.assertTrue(os.path.exists(image["file"]))
        collection = await movies.collection(id=4711)
        self.assertEqual("The Collection", collection["name"])
        await movies.related(AMBER, kind="similar", page_size=3)
        self.assertEqual(1, len((await movies.reviews(AMBER))["results"]))
        await movies.images(AMBER, kind="logo")
        self.assertEqual(AMBER, (await movies.find("tt9900001"))["results"][0]["key"])
        season = await movies.season(2, key="tv/950001")
        self.assertEqual(8, len(season["episodes"]))
        people = await movies.people(q="quill")
        self.assertEqual(["person/100"], [person["key"] for person in people["results"]])
        await movies.people()
        self.assertEqual("Nora Quill", (await movies.person("person/100"))["name"])
        credits = await movies.person_credits(name="quill", department="directing", page_size=3)
        self.assertEqual("Director", credits["results"][0]["credit"]["job"])
        self.assertTrue((await movies.follow_add("person/100"))["changed"])
        self.assertEqual("Nora Quill", (await movies.followed())["results"][0]["name"])
        self.assertTrue((await movies.follow_remove("person/100"))["changed"])
        await movies.genres(media_type="tv")
        await movies.countries()
        await movies.languages()
        await movies.providers(country="DE", page_size=3)

    async def lists(self, movies):
        added = await movies.watchlist_add(AMBER, note="with Ana")
        self.assertTrue(added["changed"])
        await movies.watchlist_update(AMBER, watched=True, if_version=added["version"])
        page = await movies.watchlist(watched=True)
        self.assertEqual("with Ana", page["results"][0]["entry"]["note"])
        await movies.favorites_add(AMBER)
        self.assertEqual(1, (await movies.favorites())["total_results"])
        await movies.favorites_toggle(AMBER)
        await movies.favorites_remove(AMBER)
        await movies.search("amber")
        self.assertEqual("amber", (await movies.searches(page_size=1))["results"][0]["term"])
        exported = await movies.library_export()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "library.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(exported, file)
            imported = await movies.library_import(path, format="movierpc", dry_run=True)
        self.assertEqual((0, len(exported["entries"])), (imported["added"], imported["unchanged"]))
        self.assertIsNone(imported["change"])
        self.assertFalse((await movies.library_import_cancel())["changed"])
        with self.assertRaises(movierpc.NotFound):
            await movies.library_undo()
        self.assertEqual([], (await movies.library_pending())["results"])
        self.assertFalse((await movies.library_pending_clear())["changed"])
        await movies.releases(days_back=365, days_ahead=365)
        await movies.watchlist_remove(AMBER)
        await movies.searches_remove("amber")
        await movies.searches_clear()
        self.assertEqual([], (await movies.searches())["results"])

    async def downloads(self, movies):
        await movies.downloads_add(AMBER, assets=["detail"])
        self.assertEqual("done", (await movies.downloads_get(AMBER))["state"])
        await movies.downloads(state="done")
        self.assertEqual(AMBER, (await movies.downloads_pause(AMBER))["key"])
        self.assertEqual(AMBER, (await movies.downloads_resume(AMBER))["key"])
        self.assertIn("results", await movies.downloads_pause_all())
        self.assertIn("results", await movies.downloads_resume_all())
        await movies.downloads_remove(AMBER)

    async def player(self, movies):
        # What the test has as `player.command` is not there.
        with self.assertRaises(movierpc.NotAvailable) as caught:
            await movies.player_play(AMBER)
        self.assertIn("missing", caught.exception.data)
        self.assertIn((await movies.player())["state"], ("stopped", "failed"))
        for call in (
            movies.player_pause(),
            movies.player_resume(),
            movies.player_toggle(),
            movies.player_stop(),
            movies.player_seek(10, relative=True),
            movies.player_volume(50),
        ):
            with self.assertRaises(movierpc.Conflict):
                await call

    async def people(self, movies):
        settings = (await movies.settings_update(set={"region": "DE"}))["settings"]
        self.assertEqual(("DE", "library"), (settings["region"]["value"], settings["region"]["from"]))
        await movies.settings_update(reset=["region"])
        self.assertEqual("US", (await movies.settings())["settings"]["region"]["value"])
        self.assertIn("schema", (await movies.settings_describe())["settings"]["region"])
        await movies.profiles_create("Papa", pin="1234")
        with self.assertRaises(movierpc.Forbidden) as caught:
            await movies.profiles_select("Papa", pin="4321")
        self.assertEqual("pin", caught.exception.data["needs"])
        await movies.profiles_select("Papa", pin="1234")
        await movies.profiles_select("default")
        await movies.profiles_unlock("Papa", pin="1234", duration_ms=60_000)
        locked = (await movies.profiles_lock(name="Papa"))["profiles"]
        self.assertEqual([False, True], [one["locked"] for one in locked])
        await movies.profiles_update("Papa", new_name="Mama", age_limit=16, reset=["pin"], pin="1234")
        await movies.profiles_remove("Mama")
        self.assertEqual(["default"], [one["name"] for one in (await movies.profiles())["profiles"]])

    async def account(self, movies):
        # The fake approves when it is asked for the second time.
        self.assertIn("/authenticate/", (await movies.account_connect())["link"])
        self.assertEqual("connected", (await movies.account_status(wait=True))["state"])
        # Both sides are empty, so there is nothing to agree to.
        first = await movies.account_sync()
        self.assertIsNone(first["question"])
        self.assertIsNone((await movies.account_sync(consent=first["plan"]))["question"])
        self.assertEqual(first["total"], (await movies.account_journal())["total_results"])
        with self.assertRaises(movierpc.NotFound):
            await movies.account_undo(id=1000)
        self.assertTrue((await movies.account_disconnect())["ended"])

    async def rest(self, movies):
        topics = [name for name in TOPICS if name != "browse:LIST"] + ["browse:popular"]
        subscription = (await movies.subscribe(topics))["subscription"]
        self.assertTrue((await movies.unsubscribe(subscription))["unsubscribed"])
        self.assertFalse((await movies.cancel("nobody"))["cancelled"])
        self.assertFalse((await movies.cancel(None))["cancelled"])
        await movies.hello(client="renamed")
        await movies.status()
        self.assertIn("TMDB key", [one["name"] for one in (await movies.doctor())["findings"]])
        clients = (await movies.clients())["clients"]
        self.assertEqual(["renamed"], [one["client"] for one in clients if one["self"]])
        self.assertEqual({"pong": True}, await movies.ping())
        with self.assertRaises(movierpc.InvalidParams):
            await movies.catalogue_import("/dev/null")
        # There is no server.
        with self.assertRaises(movierpc.UpstreamUnavailable):
            await movies.catalogue_update()
        self.assertFalse((await movies.catalogue_cancel())["changed"])
        self.assertFalse((await movies.sync_reset())["changed"])
        await self.account(movies)
        # The daemon has no transcripts, from which the results of the examples are.
        said = await movies.rpc_discover()
        self.assertEqual(without_examples(DOCUMENT), without_examples(said))
        self.assertEqual({}, await movies.shutdown())
        # What is asked now finds no daemon, or one that ends.
        with self.assertRaises(movierpc.Error) as caught:
            for _ in range(1000):
                await movies.ping()
        self.assertTrue(caught.exception.retryable, caught.exception)
        run("daemon", "start")

    async def test_what_is_wrong_is_seen(self):
        """The check of results can fail."""
        async with movierpc.Client() as movies:
            page = await movies.search("amber")
        schema = METHODS["search"]["result"]["schema"]
        self.assertEqual([], faults(page, schema))
        title = page["results"][0]
        for field, value in (("year", "2021"), ("key", None), ("adult", 0), ("vote_count", True), ("genres", {})):
            wrong = {**page, "results": [{**title, field: value}]}
            self.assertIn(f"result.results[0].{field}", " ".join(faults(wrong, schema)))
        del title["user_state"]["watched"]
        self.assertEqual(["result.results[0].user_state: watched is missing"], faults(page, schema))


if __name__ == "__main__":
    unittest.main()
