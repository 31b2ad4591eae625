"""What the simulation and the theory of growth.py share: assumptions, popularity of titles, what people type."""

import math
import subprocess
from bisect import bisect
from itertools import accumulate
from pathlib import Path

TITLES = Path(__file__).resolve().parents[2] / "Sources/CatalogueData/titles.tsv.zst"
HOUR, DAY = 3600, 86400
TRENDING, LIST, SEARCH, DETAIL, TABLE = range(5)
# The max-age that TMDB sent in recorded answers (lists: 2022), and the bounds of Freshness.swift: seconds.
SAID = ((36, 395), (0, 21600), (14452, 26276), (2485, 15057), (2588, 22812))
BOUNDS = ((600, HOUR), (1800, 6 * HOUR), (HOUR, DAY), (2 * HOUR, DAY), (DAY, 14 * DAY))


def languages(machines):
    """Of each language, the share of machines in percent: a household or a lab has one."""
    return (60, 20, 10, 6, 4) if machines > 1000 else (100,)


# The share of searches that are a title's first word.
FIRST_WORD = 0.3

# name: (value, what it is, where it comes from). GROWTH.md has this table.
ASSUMPTIONS = {
    "sessions": (2, "times a day that somebody uses a machine's movierpc", "assumed"),
    "homes": (0.7, "home screens in a session", "assumed"),
    "likes": (10, "titles for which the row `recommended` needs details", "assumed; the code: 24 at most"),
    "searches": (1.5, "searches in a session", "assumed"),
    "live": (0.25, "share of searches by clients that search at each pause", "assumed"),
    "misspelt": (0.2, "share of searches with a letter missing", "assumed"),
    "details": (2, "titles opened in a session", "assumed"),
    "repeats": (0.3, "share of them that were opened before", "assumed"),
    "followers": (0.05, "share of machines with a widget that follows a list", "assumed"),
    "busiest": (0.1, "share of the day's sessions in its busiest hour", "assumed"),
    "ages": (1, "factor of the ages below", "the code, and recorded answers"),
    "tmdb_rate": (40, "requests a second that TMDB takes for a key", "TMDB: about 40"),
    "answer_s": (0.15, "seconds that TMDB takes for an answer", "assumed"),
    "detail_kb": (150, "KB of a detail", "recorded: 128 to 322, well-known titles"),
    "page_kb": (12.5, "KB of a page of a list or a search", "recorded: 6 to 15"),
    "gzip_ratio": (0.3, "share of these that is left by gzip", "recorded: 0.1 to 0.45"),
    "pictures": (0.5, "share of machines that show pictures", "assumed"),
    "weekly": (0.2, "share of machines that fetch TMDB's export weekly", "assumed"),
    "store_gb": (4, "GB in the store", "assumed"),
    "link_mb": (125, "MB a second to the store", "assumed: 1 Gbit/s"),
    "timeout_ms": (50, "ms that a daemon waits for the store", "assumed"),
}
# Microseconds of a core that redis-server 7.0.15 needs for each command, and what else store.py prints.
STORE = {"miss": 4.4, "page": 7.5, "detail": 32, "lease": 4.7, "bucket": 8.7, "put_page": 9.4, "put_detail": 40,
         "connection_bytes": 2258, "connections": 10_000}
# run.py --json: microseconds of a page that a TMDB on the same machine is asked for, and suggestions a second.
BENCH = {"page_miss_us": 1000, "suggest_anew_rps": 4000}
# The hours from 4:00 on, as shares of the busiest.
CURVE = (1, 1, 2, 4, 5, 5, 5, 5, 6, 6, 5, 5, 5, 6, 7, 8, 9, 10, 10, 9, 7, 4, 2, 1)
BUSIEST = CURVE.index(10)


class Model:
    def __init__(self, **changed):
        for name, (value, _, _) in ASSUMPTIONS.items():
            setattr(self, name, value * changed.get(name, 1))
        others = sum(CURVE) / max(CURVE) - 1
        flat = (1 - self.busiest) / others  # what the other hours share, in the curve's proportions
        self.hours = [self.busiest if hour == BUSIEST else flat * share / 10 for hour, share in enumerate(CURVE)]
        self.mean_ages = [sum(self.age(kind, (i + 0.5) / 200) for i in range(200)) / 200 for kind in range(5)]

    def age(self, kind, u):
        """Seconds that an answer is fresh; u from 0 to 1 is where TMDB's max-age lies."""
        (low, high), (least, most) = SAID[kind], BOUNDS[kind]
        return self.ages * min(max(low + (high - low) * u, least), most)

    def bytes(self, kind):
        return 1000 * (self.detail_kb if kind == DETAIL else self.page_kb)


class Titles:
    """The catalogue's titles by rank, and how often each is asked for: (rank + q) ** -s, fitted to a column."""

    def __init__(self, column="vote_count", count=None):
        table = subprocess.run(["zstd", "-dc", TITLES], stdout=subprocess.PIPE, check=True).stdout.decode()
        rows = [line.split("\t") for line in table.splitlines() if not line.startswith("#")]
        place = {"vote_count": 11, "popularity": 12}[column]
        rows.sort(key=lambda row: -float(row[place] or 0))
        self.names = [row[2].lower() for row in rows]
        values = [float(row[place] or 0) for row in rows]
        self.s, self.q = self.fit(values)
        # What the titles up to each rank have together, in the data.
        whole = sum(values)
        self.real = [share / whole for share in accumulate(values)]
        self.resize(count or len(rows))

    def resize(self, count):
        weights = [(rank + self.q) ** -self.s for rank in range(1, count + 1)]
        whole = sum(weights)
        self.cumulative = [share / whole for share in accumulate(weights)]

    @staticmethod
    def fit(values):
        """The most likely s and q: for each q, the s whose mean of log(rank + q) is that of the data."""
        edges, low = [], 1
        while low <= len(values):
            edges.append((low, min(len(values), max(low, int(low * 1.02)))))
            low = edges[-1][1] + 1
        whole, best = sum(values), None
        shares = [sum(values[low - 1:high]) / whole for low, high in edges]
        for q in [0] + [round(10 ** (k / 10)) for k in range(46)]:
            logs = [math.log((low + high) / 2 + q) for low, high in edges]
            mean = sum(share * log for share, log in zip(shares, logs))
            bottom, top = 0.01, 20.0
            for _ in range(40):
                s = (bottom + top) / 2
                weights = [(high - low + 1) * math.exp(-s * log) for (low, high), log in zip(edges, logs)]
                too_flat = sum(w * log for w, log in zip(weights, logs)) / sum(weights) > mean
                bottom, top = (s, top) if too_flat else (bottom, s)
            likelihood = -s * mean - math.log(sum(weights))
            if best is None or likelihood > best[0]:
                best = (likelihood, s, q)
        return best[1:]

    def draw(self, u):
        return bisect(self.cumulative, u)

    def blocks(self):
        """(rank, how many like it, the share of each): one by one, then those without a name together."""
        count, rank = len(self.cumulative), 0
        while rank < count:
            size = 1 if rank < len(self.names) else min(count - rank, rank // 50)
            yield rank, size, (self.cumulative[rank + size - 1] - (self.cumulative[rank - 1] if rank else 0)) / size
            rank += size

    def name(self, rank):
        return self.names[rank] if rank < len(self.names) else f"{rank} {rank}"


def texts(titles, rank, model, u, live):
    """What a client sends to find a title: all of its name, its first word, or one letter less; live: also before."""
    text = titles.name(rank)
    if u < model.misspelt:
        place = int(u / model.misspelt * len(text))
        text = text[:place] + text[place + 1:]
    elif u < model.misspelt + FIRST_WORD:
        text = text.split(" ")[0] if len(text.split(" ")[0]) > 3 else text
    return [text[:cut] for cut in range(3, len(text), 4)] + [text] if live else [text]
