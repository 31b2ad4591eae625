"""GNOME's search provider and KRunner's runner.

The id of a result is all that is shown of it, so that nothing has to be remembered between two calls, nor by the
process that is activated for the second. What is typed is looked for among local titles, and sent nowhere.
"""

import itertools
import json
import locale
import os
import re
import sys

from daemon import plain
from gi.repository import Gio, GLib

INTERFACES = """<node>
<interface name="org.gnome.Shell.SearchProvider2">
  <method name="GetInitialResultSet"><arg type="as" direction="in"/><arg type="as" direction="out"/></method>
  <method name="GetSubsearchResultSet">
    <arg type="as" direction="in"/><arg type="as" direction="in"/><arg type="as" direction="out"/></method>
  <method name="GetResultMetas"><arg type="as" direction="in"/><arg type="aa{sv}" direction="out"/></method>
  <method name="ActivateResult">
    <arg type="s" direction="in"/><arg type="as" direction="in"/><arg type="u" direction="in"/></method>
  <method name="LaunchSearch"><arg type="as" direction="in"/><arg type="u" direction="in"/></method>
</interface>
<interface name="org.kde.krunner1">
  <method name="Actions"><arg type="a(sss)" direction="out"/></method>
  <method name="Match"><arg type="s" direction="in"/><arg type="a(sssida{sv})" direction="out"/></method>
  <method name="Run"><arg type="s" direction="in"/><arg type="s" direction="in"/></method>
</interface>
</node>"""
PATHS = {"org.gnome.Shell.SearchProvider2": "/org/movierpc/SearchProvider", "org.kde.krunner1": "/org/movierpc/Runner"}

FIND_DEADLINE, POSTER_DEADLINE, PLAY_DEADLINE = 1500, 300, 30000
MAX_ROWS, MAX_WORDS, MAX_METAS = 5, 200, 20
KEY = re.compile(r"(movie|tv|itunes|imdb)/[a-z0-9]{1,20}")

# In the language of movierpc itself.
WORDS = {
    "en": ("film", "series", "%s of 10", "Play the trailer", "Open its page", "Add to the watchlist"),
    "de": ("Film", "Serie", "%s von 10", "Trailer abspielen", "Seite öffnen", "Auf die Merkliste"),
    "es": ("película", "serie", "%s de 10", "Reproducir el tráiler", "Abrir su página",
           "Añadir a la lista de seguimiento"),
}
spoken = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
FILM, SERIES, RATING, PLAY, PAGE, WATCHLIST = WORDS.get(spoken[:2], WORDS["en"])


def unmarked(text):
    """For a label that may read markup, or may not: U+200B is not seen, and leaves neither an element nor an entity."""
    return text.replace("<", "<\u200b").replace("&", "&\u200b")


def parsed(identifier):
    """The row of an id: key, title, year, rating. None for what is no id of ours."""
    try:
        key, title, year, rating = json.loads(identifier)
        return (key, plain(title), year and int(year), rating and float(rating)) if KEY.fullmatch(key) else None
    except (ValueError, TypeError, OverflowError, RecursionError):
        return None


def facts(row):
    key, _, year, rating = row
    kind = SERIES if key.startswith("tv/") else FILM
    rated = RATING % locale.format_string("%.1f", rating) if rating else ""
    return " · ".join(filter(None, [str(year or ""), kind, rated]))


class Search:
    def __init__(self, daemon):
        self.daemon = daemon

    def gnome(self, method, arguments, reply):
        if method in ("GetInitialResultSet", "GetSubsearchResultSet"):
            self.find(" ".join(arguments[-1]), lambda rows: reply("(as)", map(json.dumps, rows)))
        elif method == "GetResultMetas":
            rows = {identifier: row for identifier in arguments[0][:MAX_METAS] if (row := parsed(identifier))}
            self.posters(rows.values(), lambda files: reply("(aa{sv})", (meta(*item, files) for item in rows.items())))
        elif method == "ActivateResult":
            self.open(arguments[0])
            reply()
        else:
            self.run("movierpc-menu", "--", " ".join(arguments[0])[:MAX_WORDS])
            reply()

    def krunner(self, method, arguments, reply):
        if method == "Actions":
            reply("(a(sss))", [
                ("play", PLAY, "media-playback-start"), ("page", PAGE, "internet-services"),
                ("watchlist", WATCHLIST, "list-add")])
        elif method == "Match":
            query = arguments[0]
            self.find(query, lambda rows: self.posters(
                rows, lambda files: reply("(a(sssida{sv}))", matches(query, rows, files))))
        else:
            self.open(*arguments)
            reply()

    def find(self, words, done):
        """done() is given the rows."""
        words = " ".join(words.split())[:MAX_WORDS]
        if len(words) < 2:
            done([])
            return

        def found(result, _error):
            titles = (result or {}).get("results", [])[:MAX_ROWS]
            rows = [(title["key"], plain(title["title"]), title["year"], title["vote_average"]) for title in titles]
            done([row for row in rows if KEY.fullmatch(row[0])])

        self.daemon.call("suggest", {"q": words, "limit": MAX_ROWS}, found, FIND_DEADLINE)

    def posters(self, rows, done):
        """done() is given the files of those that the daemon has, by key: none is fetched for what somebody types."""
        files, left = {}, {row[0] for row in rows}
        if not left:
            done(files)

        def shown(key, result):
            if result:
                files[key] = result["file"]
            left.discard(key)
            if not left:
                done(files)

        for key in list(left):
            params = {"key": key, "size": "w92", "cache_only": True}
            self.daemon.call("image", params, lambda result, _, key=key: shown(key, result), POSTER_DEADLINE)

    def open(self, identifier, action=""):
        """Plays the trailer, or opens the page of what has none that could be played."""
        row = parsed(identifier)
        if not row:
            return
        page = f"https://www.themoviedb.org/{row[0]}" if row[0].startswith(("movie/", "tv/")) else None

        def played(result, error):
            is_refused = error and error["kind"] in ("forbidden", "cancelled", "overloaded")
            if page and not is_refused and (error or result["state"] == "failed"):
                self.run("xdg-open", page)

        if action == "page":
            if page:
                self.run("xdg-open", page)
        elif action == "watchlist":
            self.daemon.call("watchlist.add", {"key": row[0]}, lambda *_: None)
        else:
            display = {"wayland": os.environ.get("WAYLAND_DISPLAY"), "x11": os.environ.get("DISPLAY")}
            display = {name: value for name, value in display.items() if value}
            self.daemon.call("player.play", {"key": row[0], "display": display}, played, PLAY_DEADLINE)

    @staticmethod
    def run(*words):
        try:
            Gio.Subprocess.new(words, Gio.SubprocessFlags.STDOUT_SILENCE | Gio.SubprocessFlags.STDERR_SILENCE)
        except GLib.Error as error:
            print(f"movierpc-dbus: {error.message}", file=sys.stderr)


def meta(identifier, row, files):
    """What GNOME shows of a result. It reads no markup in these."""
    file = files.get(row[0])
    icon = Gio.FileIcon.new(Gio.File.new_for_path(file)) if file else Gio.ThemedIcon.new("video-x-generic")
    texts = {"id": identifier, "name": row[1], "description": facts(row)}
    return {"icon": icon.serialize()} | {name: GLib.Variant("s", text) for name, text in texts.items()}


def matches(query, rows, files):
    for index, row in enumerate(rows):
        is_exact = row[1].casefold() == query.strip().casefold()
        # KRunner's kinds of matches: 100 is exact, 30 possible.
        kind, relevance = (100, 1.0) if is_exact else (30, 0.8 - index / 10)
        subtext = GLib.Variant("s", unmarked(facts(row)))
        icon = files.get(row[0], "video-x-generic")
        yield json.dumps(row), unmarked(row[1]), icon, kind, relevance, {"subtext": subtext}
