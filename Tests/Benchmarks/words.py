"""What is searched for: beginnings, common, rare and misspelt words, drawn from titles with a fixed seed."""

import random
import re
import subprocess
from collections import Counter

from machine import HERE

TABLE = HERE.parents[1] / "Sources" / "CatalogueData" / "titles.tsv.zst"


def read_titles(table=TABLE):
    """The rows of a table of make.py's, the best known first."""
    columns = None
    rows = []
    for line in subprocess.run(["zstd", "-dc", table], stdout=subprocess.PIPE, check=True).stdout.decode().splitlines():
        if line.startswith("# columns "):
            columns = line[len("# columns "):].split("\t")
        elif not line.startswith("#"):
            rows.append(dict(zip(columns, line.split("\t"))))
    return rows


def split(text):
    return [word for word in re.findall(r"\w+", text.lower()) if not word.isdigit()]


def invented(rows, count):
    """Titles of two to four words of the real ones, which are as common in them; a seed makes them the same again."""
    draw = random.Random("invented")
    words = [word for row in rows for word in split(row["title"])]
    for _ in range(count):
        yield " ".join(draw.choice(words) for _ in range(draw.randint(2, 4))).title()


def queries(rows, count):
    """Lists of queries by name."""
    draw = random.Random("queries")
    counted = Counter(word for row in rows for word in set(split(row["title"])) if len(word) >= 4)
    common = [word for word, _ in counted.most_common(count)]
    rare = [word for word, times in counted.items() if times == 1 and len(word) >= 6]
    known = [word for row in rows[:5000] for word in split(row["title"]) if len(word) >= 6 and word.isascii()]

    def beginnings(length):
        return [word[:length] for word in (draw.choice(known) for _ in range(count))]

    def misspelt():
        for word in (draw.choice(known) for _ in range(count)):
            at = draw.randrange(1, len(word) - 1)
            yield word[:at] + word[at + 1] + word[at] + word[at + 2:]

    return {
        "1 letter": beginnings(1), "2 letters": beginnings(2), "3 letters": beginnings(3), "common words": common,
        "rare words": [draw.choice(rare) for _ in range(count)],
        "two words": [f"{draw.choice(common)} {draw.choice(known)[:3]}" for _ in range(count)],
        "misspelt words": list(misspelt()),
    }
