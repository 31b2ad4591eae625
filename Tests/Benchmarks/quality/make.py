#!/usr/bin/env python3
"""Makes the four lists of this folder: what people type, and the title that they mean.

    zstd -dc Sources/CatalogueData/titles.tsv.zst | Tests/Benchmarks/quality/make.py

Each line is `typed <tab> media_type/id <tab> title`. The titles are drawn with a fixed seed: of the 1,000 best known for
half.tsv, letter.tsv and year.tsv, and of the 10,000 best known for language.tsv. Lines with an even number are for
tuning; the others are held out, and looked at only when a figure is reported.
"""
import random
import sys
from pathlib import Path

HERE = Path(__file__).parent
ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def titles():
    columns = None
    for line in sys.stdin:
        if line.startswith("# columns "):
            columns = line[len("# columns "):].rstrip("\n").split("\t")
        elif not line.startswith("#"):
            yield dict(zip(columns, line.rstrip("\n").split("\t")))


def half(title, draw):
    """The first half of it, which must be more than an article or a single letter."""
    text = title["title"].lower()
    typed = text[:(len(text) + 1) // 2].rstrip()
    return typed if len(typed) >= 3 and typed not in ("the", "los", "les", "das", "der", "die") else None


def letter(title, draw):
    """One letter of a word of five letters or more is wrong, missing, doubled or swapped with the next one."""
    words = title["title"].lower().split(" ")
    fit = [index for index, word in enumerate(words) if len(word) >= 5 and word.isascii() and word.isalpha()]
    if not fit:
        return None
    chosen = draw.choice(fit)
    word = words[chosen]
    at = draw.randrange(1, len(word) - 1)
    kind = draw.randrange(4)
    if kind == 0:
        changed = word[:at] + draw.choice(ALPHABET.replace(word[at], "")) + word[at + 1:]
    elif kind == 1:
        changed = word[:at] + word[at + 1:]
    elif kind == 2:
        changed = word[:at] + word[at] + word[at:]
    else:
        changed = word[:at] + word[at + 1] + word[at] + word[at + 2:]
    if changed == word:
        return None
    return " ".join(words[:chosen] + [changed] + words[chosen + 1:])


def year(title, draw):
    return f"{title['title'].lower()} {title['release_date'][:4]}" if title["release_date"] else None


def language(title, draw):
    """The title in its own language, typed whole."""
    return title["original_title"].lower() or None


def main():
    ranked = list(titles())
    for name, make, known, count in [
        ("half", half, 1000, 300), ("letter", letter, 1000, 300), ("year", year, 1000, 100),
        ("language", language, 10_000, 100),
    ]:
        draw = random.Random(name)
        pool = ranked[:known]
        draw.shuffle(pool)
        lines = []
        for title in pool:
            typed = make(title, draw)
            if typed and len(lines) < count:
                lines.append(f"{typed}\t{title['media_type']}/{title['id']}\t{title['title']}\n")
        (HERE / f"{name}.tsv").write_text("".join(lines))


main()
