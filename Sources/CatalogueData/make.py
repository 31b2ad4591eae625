#!/usr/bin/env python3
"""Makes titles.tsv.zst, the built-in catalogue, from tables of titles: make catalogue TITLES=... FACTS=... MORE=...

TITLES is a tab-separated table, compressed by gzip or not, whose header names these columns in any order:
media_type, id, title, original_title, original_language, date (a day or a year), vote_count, vote_average,
genre_ids (comma), runtime, director (|), cast (|), poster_path, popularity, collection. FACTS has a JSON
object for some of the titles, one a line, with the names of the catalogue's columns; what it knows is taken
rather than the table's, except for votes, of which the higher number is the newer one, and for people, of whom
it may know fewer. MORE is a folder of tables that add what the others lack: people, keywords, countries, series,
titles and languages, each a .tsv.gz of that name with media_type and id, and more-films and more-series, which
have other titles. names.tsv, beside this program, has names in other languages.

The order of the lines is the rank. Films stand by votes and series by popularity, because few series have
votes; of two series with the same popularity the one with more votes is first. Then they are woven: each
list is spread evenly over the whole, so that at every place the best known of both have been seen.
"""
import argparse
import collections
import gzip
import json
import os
import re
import subprocess
import sys
import zlib

COLUMNS = (
    "media_type id title original_title original_language release_date runtime genre_ids director cast "
    "vote_average vote_count popularity poster_path backdrop_path collection keywords countries networks "
    "aliases").split()
# The first so many of each; the rest would cost the program more than it finds.
MOST = {"cast": 6, "countries": 4, "networks": 2, "aliases": 12}
MOST_KEYWORDS = 8
# People describe the best known rather than name them: "the one with the dinosaurs".
BEST_KNOWN = 3_000
MOST_KEYWORDS_OF_BEST_KNOWN = 15
# Pornography that carries no mark: also a program about it is no loss.
LEFT_OUT = {("tv", 71932), ("tv", 97072), ("tv", 241002), ("tv", 81044), ("tv", 110290)}
LISTS = {"genre_ids": ",", "director": "|", "cast": "|", "keywords": "|", "countries": "|", "networks": "|",
         "aliases": "|"}
# In the tables that are read; creators are the directors of a series.
RENAMED = {"date": "release_date", "year": "release_date", "creators": "director"}
PEOPLE = ("director", "cast")
HEADER = """\
# movierpc catalogue 3
# Facts and figures about films and series; no descriptions. One title a line, the best known first: the
# order is the rank. Columns are separated by a tab, the items of a list by |, an empty cell is unknown
# (original_title: not known to differ from title). release_date is a day, or a year where no more is known.
# runtime is in minutes. popularity is on one scale only among films and series of 2026.
# These facts come from TMDB, https://www.themoviedb.org. This product uses TMDB's data but is not
# endorsed or certified by TMDB. Made by make.py.
# source TMDB
# checksum {checksum}
# as_of {as_of}
# titles {titles}
# columns {columns}
"""
# A series for which hardly anybody voted is less known than its popularity of one day says, and one for which
# many did is better known than that of an old day says.
FEW_VOTES = 50
VOTES_OF_POPULARITY = 60


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("titles")
    parser.add_argument("--facts")
    parser.add_argument("--more")
    parser.add_argument("--as-of", required=True, help="the day of the facts, 2026-07-29")
    parser.add_argument("-o", "--output", required=True)
    options = parser.parse_args()
    titles = read_table(options.titles)
    if options.facts:
        join(titles, options.facts)
    if options.more:
        add(titles, options.more)
    name(titles, os.path.join(os.path.dirname(__file__), "names.tsv"))
    for key in LEFT_OUT:
        titles.pop(key, None)
    ranked = weave(list(titles.values()))
    choose_keywords(ranked)
    lines = [line(title) for title in ranked]
    text = "".join(lines).encode()
    header = HEADER.format(
        as_of=options.as_of, titles=len(lines), checksum=f"{zlib.crc32(text):08x}", columns="\t".join(COLUMNS))
    # Two halves of whole lines, so that two threads unpack them.
    middle = text.find(b"\n", len(text) // 2) + 1
    with open(options.output, "wb") as file:
        for part in (header.encode(), text[:middle], text[middle:]):
            if part:
                file.write(packed(part))
    print(f"{len(lines)} titles", file=sys.stderr)


def packed(text):
    """A frame of zstd, https://www.rfc-editor.org/rfc/rfc8878, with its size and a checksum."""
    command = ["zstd", "--ultra", "-22", "--check", f"--stream-size={len(text)}", "-c"]
    return subprocess.run(command, input=text, stdout=subprocess.PIPE, check=True).stdout


def read_table(path):
    titles = {}
    for row in rows(path):
        titles[row["media_type"], int(row["id"])] = dict.fromkeys(COLUMNS, "") | row
    return titles


def rows(path):
    """The rows of a table by the names of the catalogue's columns; a list is a list."""
    with open(path, "rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    with (gzip.open if packed else open)(path, "rt", encoding="utf-8", newline="\n") as file:
        file = (text for text in file if not text.startswith("# "))
        names = [RENAMED.get(name, name) for name in next(file).rstrip("\n").split("\t")]
        for text in file:
            row = dict(zip(names, text.rstrip("\n").split("\t")))
            for name, separator in LISTS.items():
                if name in row:
                    row[name] = [item.strip() for item in row[name].split(separator) if item.strip()]
            yield row


def add(titles, folder):
    """Whatever a title lacks. Of lists the longer one is taken, since both begin with the same."""
    for name, media_type in (("more-films", "movie"), ("more-series", "tv")):
        for row in rows(f"{folder}/{name}.tsv.gz"):
            titles.setdefault((media_type, int(row["id"])), dict.fromkeys(COLUMNS, "") | row | {
                "media_type": media_type, "original_language": row.get("original_language", "")})
    for name in "people keywords countries series titles languages".split():
        for row in rows(f"{folder}/{name}.tsv.gz"):
            title = titles.get((row["media_type"], int(row["id"])))
            if title is None:
                continue
            if number(row, "vote_count") > number(title, "vote_count"):
                title["vote_count"], title["vote_average"] = row["vote_count"], row["vote_average"]
            for column in set(row) & set(COLUMNS) - {"media_type", "id", "vote_count", "vote_average"}:
                value = row[column]
                if not title[column] or isinstance(value, list) and len(value) > len(title[column]):
                    title[column] = value


def name(titles, path):
    """What people call a title goes before its other names, of which only the first are taken."""
    for row in rows(path):
        title = titles.get((row["media_type"], int(row["id"])))
        if title is not None:
            title["aliases"] = list(dict.fromkeys(row["aliases"] + list(title["aliases"])))


def join(titles, path):
    with open(path, encoding="utf-8") as file:
        for text in file:
            facts = json.loads(text)
            row = titles.setdefault((facts["media_type"], facts["id"]), dict.fromkeys(COLUMNS, ""))
            votes = ("vote_count", "vote_average", "popularity")
            if int(row["vote_count"] or -1) >= facts.get("vote_count", 0):
                facts = {name: value for name, value in facts.items() if name not in votes}
            for name, value in facts.items():
                if value and not (name in PEOPLE and len(value) < len(row[name])):
                    row[name] = value


def weave(titles):
    films = [title for title in titles if title["media_type"] == "movie"]
    series = [title for title in titles if title["media_type"] == "tv"]
    films.sort(key=lambda title: (-number(title, "vote_count"), int(title["id"])))
    series.sort(key=lambda title: (-renown(title), -number(title, "vote_count"), int(title["id"])))
    places = []
    for kind in (films, series):
        places += [((place + 0.5) / len(kind), title) for place, title in enumerate(kind)]
    places.sort(key=lambda place: place[0])
    return [title for _, title in places]


def choose_keywords(ranked):
    """The first ones; those that no other title has are the last, and what a name or a longer keyword says is left
    out: their order in the tables says nothing."""
    holders = collections.Counter(keyword for title in ranked for keyword in set(title["keywords"]))
    for place, title in enumerate(ranked):
        names = words(title["title"] + " " + title["collection"])
        said = [words(keyword) for keyword in title["keywords"]]
        kept = [keyword for keyword in dict.fromkeys(title["keywords"])
                if not words(keyword) <= names and not any(words(keyword) < other for other in said)]
        most = MOST_KEYWORDS_OF_BEST_KNOWN if place < BEST_KNOWN else MOST_KEYWORDS
        title["keywords"] = sorted(kept, key=lambda keyword: holders[keyword] == 1)[:most]


def words(text):
    return set(re.findall(r"\w+", text.lower()))


def renown(series):
    # Where nobody knows the number it is 0, or not there.
    few = 0 < number(series, "vote_count") < FEW_VOTES
    return max(number(series, "popularity") * (0.25 if few else 1), number(series, "vote_count") / VOTES_OF_POPULARITY)


def number(title, name):
    return float(title.get(name) or 0)


def line(title):
    if title["original_title"] == title["title"]:
        title["original_title"] = ""
    if title["vote_count"] == "":
        title["vote_count"] = 0
    return "\t".join(cell(title[name][:MOST.get(name)] if isinstance(title[name], list) else title[name])
                     for name in COLUMNS) + "\n"


def cell(value):
    if isinstance(value, list):
        return "|".join(clean(str(item)).replace("|", "/") for item in value)
    if isinstance(value, float):
        value = f"{value:.3f}".rstrip("0").rstrip(".")
    return clean(str(value))


def clean(text):
    """Blanks of any kind are one blank; other control characters are nothing."""
    return re.sub(r"[\x00-\x1f\x7f]", "", re.sub(r"\s+", " ", text)).strip()


if __name__ == "__main__":
    main()
