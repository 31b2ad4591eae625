"""What `generate` makes of each form that the document may have: those of forms.json."""

import importlib.util
import inspect
import json
import os
import subprocess
import sys
import tempfile
import typing
import unittest

from support import FOLDER, HERE, faults

FORMS = os.path.join(HERE, "forms.json")


class TestForms(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(FORMS, encoding="utf-8") as file:
            cls.document = json.load(file)
        generate = os.path.join(FOLDER, "generate")
        made = subprocess.run([sys.executable, generate, FORMS], check=True, capture_output=True, text=True).stdout
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "forms.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write(made)
            spec = importlib.util.spec_from_file_location("forms", path)
            cls.forms = sys.modules["forms"] = importlib.util.module_from_spec(spec)
            cls.addClassCleanup(sys.modules.pop, "forms")
            spec.loader.exec_module(cls.forms)
        cls.text = made

    def fields(self, name):
        return {field: kind.__forward_arg__ for field, kind in vars(self.forms)[name].__annotations__.items()}

    def test_nullable(self):
        fields = self.fields("Title")
        self.assertEqual("int | None", fields["year"])
        self.assertEqual("list[str] | None", fields["names"])
        self.assertEqual("dict[str, float] | None", fields["scores"])
        self.assertEqual("Video | None", self.fields("TitleDetail")["best"])
        self.assertIn('year: int | None\n    """Year of the first release."""', self.text)

    def test_words(self):
        fields = self.fields("Title")
        # There may be others.
        self.assertEqual("str | None", fields["overview_source"])
        self.assertIn('"""Author of the overview: tmdb, itunes."""', self.text)
        # There are no others.
        self.assertEqual("MediaType", fields["media_type"])
        self.assertEqual(("movie", "tv"), typing.get_args(self.forms.MediaType))
        self.assertEqual("NotRequired[Literal['up', 'down']]", self.fields("TitlePage")["order"])

    def test_descriptions_of_shapes(self):
        self.assertEqual("Its members can be chosen.", self.forms.Title.__doc__)

    def test_parts(self):
        title, detail = self.fields("Title"), self.fields("TitleDetail")
        self.assertEqual([*title, "tagline", "best"], list(detail))
        self.assertIn("class TitleDetail(Title):", self.text)
        self.assertEqual("list[TitleGenre]", title["genres"])
        self.assertEqual(["version", "note"], list(self.fields("WatchlistEntry")))
        self.assertEqual("WatchlistEntry", self.fields("WatchlistTitle")["entry"])
        # It has no fields of its own.
        self.assertEqual(self.fields("TitlePage"), self.fields("PopularPage"))

    def test_lines_fit(self):
        self.assertIn("    any: (\n        NotRequired[Title | ", self.text)
        self.assertEqual([], [line for line in self.text.splitlines() if len(line) > 120])

    def test_topics(self):
        self.assertEqual("dict[str, LibraryTopic | BrowseTopic | OtherTopic]", self.fields("Subscription")["topics"])
        self.assertIn('TopicName = Literal["library"] | BrowseTopicName', self.text)
        library, browse = typing.get_args(self.forms.AnyState)
        self.assertEqual(self.forms.LibraryEvent, library)
        self.assertEqual((typing.Literal["library"], self.forms.LibraryState), typing.get_args(library))
        self.assertIs(self.forms.PopularPage, typing.get_args(browse)[1])

    def test_methods(self):
        client = self.forms.Client
        fields = inspect.signature(client.search).parameters["fields"].annotation
        self.assertEqual("Sequence[TitleField] | None", fields)
        self.assertIn("if_version", inspect.signature(client.watchlist_add).parameters)
        for client in self.forms.Client, self.forms.BlockingClient:
            self.assertIs(self.forms.TitleDetail, inspect.signature(client.detail).return_annotation)
        self.assertEqual(["self", "from_"], list(inspect.signature(client.import_).parameters))
        self.assertIn("fields: Only these fields of titles.", self.forms.__doc__)

    def test_errors(self):
        refused = self.forms._refusal({"code": 1001, "message": "m", "data": {"kind": "not_found"}})
        self.assertIsInstance(refused, self.forms.NotFound)

    def test_values_are_checked_with_all_forms(self):
        title = {"key": "movie/1", "year": None, "media_type": "tv", "overview_source": None, "names": None}
        title |= {"genres": [{"id": 18, "name": "Drama"}], "scores": {"imdb": 8}}
        head = {"subscription": "s1", "profile": None, "rev": 1, "dropped": 0}
        library, page = {"watchlist": 1}, {"results": [title]}
        for name, value, wrong in (
            ("Title", title, {**title, "year": "2021"}),
            ("Title", title, {**title, "media_type": None}),
            ("Title", title, {**title, "media_type": "radio"}),
            ("Title", title, {**title, "overview_source": 1}),
            ("Title", title, {**title, "names": [1]}),
            ("Title", title, {**title, "genres": ["Drama"]}),
            ("TitlePage", {**page, "order": "up"}, {**page, "order": "left"}),
            ("TitleDetail", {**title, "tagline": None, "best": None}, {**title, "tagline": None}),
            ("TitleDetail", {**title, "tagline": None, "best": None}, {"tagline": None, "best": None}),
            ("Event", {**head, "topic": "library", "data": library}, {**head, "topic": "library", "data": title}),
            ("Event", {**head, "topic": "browse:popular", "data": page}, {**head, "topic": "player", "data": library}),
            ("Event", {**head, "topic": "library", "data": library}, {"topic": "library", "data": library}),
            ("Event", {**head, "topic": "episodes", "data": {}}, {**head, "topic": "player", "data": {}}),
            *(
                ("Subscription", {"subscription": "s1", "topics": topics}, {"subscription": "s1", "topics": others})
                for topics, others in (
                    ({"library": {"rev": 1, "data": library}}, {"library": {"rev": 1, "data": page}}),
                    ({"browse:popular": {"rev": 1, "data": page}}, {"browse:popular": {"rev": 1, "data": library}}),
                    ({"episodes": {"rev": 1, "data": {"next": 1}}}, {"episodes": {"rev": 1, "data": 1}}),
                )
            ),
        ):
            with self.subTest(name, wrong=wrong):
                schema = self.document["components"]["schemas"][name]
                self.assertEqual([], faults(value, schema, name, self.document))
                self.assertNotEqual([], faults(wrong, schema, name, self.document))


if __name__ == "__main__":
    unittest.main()
