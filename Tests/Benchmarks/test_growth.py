#!/usr/bin/env python3
"""What must hold of growth.py's simulation, whatever the figures: seconds, without a build."""

import contextlib
import io
import math
import re
import sys
import unittest
from bisect import bisect
from itertools import accumulate
from pathlib import Path

sys.dont_write_bytecode = True

import growth
from growth_day import Day, Shared
from growth_model import ASSUMPTIONS, BOUNDS, DAY, LIST, TRENDING, Model, Titles
from growth_theory import Theory

HERE = Path(__file__).resolve().parent
PAGE = (HERE / "GROWTH.md").read_text()
FRESHNESS = (HERE.parents[1] / "Sources/MovieSources/Upstream/Freshness.swift").read_text()
TITLES = Titles()


def empty_day(**options):
    """A day on which nobody does anything, to be asked by the test."""
    day = Day(Model(sessions=0, followers=0), TITLES, 1, True, **options)
    day.machines = 10**6
    return day


class GrowthTests(unittest.TestCase):
    def test_one_question_has_the_calls_that_renewal_theory_says(self):
        for every, kind in ((100, TRENDING), (1000, TRENDING), (20_000, LIST)):
            day, now, count = empty_day(), 0.0, 20_000
            for number in range(count):
                now += day.random.expovariate(1 / every)
                day.ask(now, 100 * number, 7, kind)
            age = day.model.mean_ages[kind]
            self.assertAlmostEqual(day.calls / (count / (1 + age / every)), 1, delta=0.06)

    def test_bounded_store_hits_as_che_says(self):
        store, draw, titles, capacity = Shared(500), empty_day().random.random, 4000, 500
        weights = [1 / rank**0.8 for rank in range(1, titles + 1)]
        whole = sum(weights)
        edges = [weight / whole for weight in accumulate(weights)]
        hits = asked = 0
        for now in range(60_000):
            title = bisect(edges, draw())
            found = store.find(title, now)
            if now >= 10_000:
                asked, hits = asked + 1, hits + bool(found)
            if not found:
                store.put(title, now, math.inf, 1)
        short, long = 0.0, 1e6
        for _ in range(60):
            time = (short + long) / 2
            full = sum(-math.expm1(-weight / whole * time) for weight in weights) > capacity
            short, long = (short, time) if full else (time, long)
        expected = sum(weight / whole * -math.expm1(-weight / whole * time) for weight in weights)
        self.assertAlmostEqual(hits / asked, expected, delta=0.015)
        self.assertEqual(store.peak, capacity)

    def test_store_never_adds_calls_and_people_do_the_same(self):
        model = Model(followers=0)
        alone, together = (Day(model, TITLES, 300, store) for store in (False, True))
        self.assertEqual(alone.requests, together.requests)
        self.assertLess(together.calls, alone.calls)
        self.assertEqual(together.requests, together.local_hits + together.lookups)
        self.assertEqual(together.lookups, together.shared_hits + together.joined + together.calls)

    def test_no_question_has_more_calls_than_ages_fit_into_the_day(self):
        day = Day(Model(followers=4), TITLES, 500, True)
        self.assertGreater(max(day.asked.values()), 1)
        for question, calls in day.asked.items():
            # A widget takes an answer that is a minute old at most; the last of them end a day later.
            least = 60 if question % 5 == TRENDING else BOUNDS[question % 5][0]
            self.assertLessEqual(calls, 1 + 2 * DAY / least)
        self.assertLessEqual(day.store_hits(), 1 - len(day.asked) / day.lookups)

    def test_more_machines_make_more_calls_but_fewer_each(self):
        days = [Day(Model(), TITLES, machines, True) for machines in (30, 300, 3000)]
        for fewer, more in zip(days, days[1:]):
            self.assertLess(fewer.calls, more.calls)
            self.assertGreater(fewer.calls / fewer.machines, more.calls / more.machines)
            self.assertLess(fewer.store_hits(), more.store_hits())
            self.assertLess(fewer.shared.peak, more.shared.peak)

    def test_theory_is_near(self):
        theory = Theory(Model(), TITLES)
        for store in (False, True):
            day = Day(Model(), TITLES, 2000, store)
            self.assertAlmostEqual(theory.day(2000, store) / day.calls, 1, delta=0.12)
        for capacity in (20e6, 80e6):
            day = Day(Model(), TITLES, 2000, True, capacity=capacity)
            self.assertAlmostEqual(theory.day(2000, True, capacity) / day.calls, 1, delta=0.12)
            self.assertLessEqual(day.shared.peak, capacity)

    def test_lease_and_bucket_do_what_they_are_for(self):
        kept, lost = (Day(Model(), TITLES, 400, True, storm=10, lease=lease) for lease in (True, False))
        self.assertEqual(max(kept.asked.values()), 1)
        self.assertEqual(kept.calls, len(kept.asked))
        self.assertGreater(lost.calls, kept.calls)
        for day in (kept, lost):
            self.assertLessEqual(max(day.calls_at), day.model.tmdb_rate + 1)
        day = empty_day()
        for question in range(201):
            day.ask(1000, 0, question, TRENDING)
        self.assertAlmostEqual(max(day.waits), 200 / day.model.tmdb_rate)
        self.assertLessEqual(max(day.calls_at), day.model.tmdb_rate + 1)

    def test_answer_that_is_too_old_for_a_widget_is_asked_for_again(self):
        day = empty_day()
        until = day.ask(0, 0, 7, TRENDING)
        self.assertEqual([day.ask(at, machine, 7, TRENDING) for at in (1, 300) for machine in (0, 100)], [until] * 4)
        self.assertEqual(day.ask(59, 0, 7, TRENDING, max_age=60), until)
        self.assertGreater(day.ask(100, 0, 7, TRENDING, max_age=60), until)
        self.assertEqual((day.calls, day.shared_hits, day.local_hits), (2, 1, 4))

    def test_ages_are_those_of_the_code(self):
        units = {"minute": 60, "hour": 3600, "day": 86400}
        for kind, name in enumerate(("trending", "list", "search", "detail", "table")):
            span = r"(\w+)(?: \* (\d+))?"
            found = re.search(rf"case \.{name}: Bounds\(min: {span}, max: {span},", FRESHNESS)
            least, times, most, more = found.groups()
            self.assertEqual(BOUNDS[kind], (units[least] * int(times or 1), units[most] * int(more or 1)), name)

    def test_page_has_the_assumptions(self):
        for name, (value, words, source) in ASSUMPTIONS.items():
            row = f"| `{name}` | {value:g} | {words} | {source} |"
            self.assertTrue(row in PAGE, f"GROWTH.md lacks: {row}")

    def test_page_has_todays_output(self):
        """The parts that take a second; the others come from the same run."""
        model, theory = Model(), Theory(Model(), TITLES)
        found = {(10, store): growth.Figures(model, TITLES, 10, store, 1) for store in (False, True)}
        with contextlib.redirect_stdout(io.StringIO()) as text:
            growth.show_calls(model, theory, found)
            growth.show_limits(model, found)
            growth.show_storm(model, TITLES, 1)
        pasted = {" ".join(line.split()) for line in PAGE.splitlines()}
        for line in text.getvalue().splitlines():
            self.assertTrue(" ".join(line.split()) in pasted, f"run growth.py again; GROWTH.md lacks: {line}")


if __name__ == "__main__":
    unittest.main()
