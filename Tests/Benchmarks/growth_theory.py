"""The same day on paper: questions that are asked at random, each at its own rate.

A cached answer lives for its age T, and the next request after that is a call. A question asked at the rate r has
1 / (T + 1/r) calls a second. Che's approximation adds a bound of bytes: an answer leaves, too, when it has not been
asked for during the time in which the questions asked fill the store (Che, Tung and Wang 2002).
"""

import math
from collections import Counter

from growth_model import BUSIEST, DETAIL, FIRST_WORD, HOUR, LIST, SEARCH, TABLE, TRENDING, languages, texts


def buckets(shares):
    """Shares that differ by less than 5 percent, together: how many, and their mean."""
    groups = {}
    for share, count in shares:
        group = groups.setdefault(round(math.log(share) * 20), [0, 0.0])
        group[0] += count
        group[1] += share * count
    return [(count, total / count) for count, total in groups.values()]


class Theory:
    def __init__(self, model, titles, other=None):
        """`other`: a theory of the same titles and searches, which takes a second to count."""
        self.model = model
        self.details = other.details if other else buckets((share, count) for _, count, share in titles.blocks())
        self.words = other.words if other else self.count_words(titles)

    def count_words(self, titles):
        model, found, others = self.model, Counter(), []
        wrong, whole = model.misspelt, 1 - model.misspelt - FIRST_WORD
        for rank, count, share in titles.blocks():
            length = len(titles.name(rank))
            others.append((share * wrong / length, length * count))
            # While a misspelt name is typed, most of what is sent is as with the right one.
            for u, chance, before in ((1, whole, whole + wrong), (wrong, FIRST_WORD, FIRST_WORD)):
                *parts, text = texts(titles, rank, model, u, True)
                if count > 1:
                    others += [(share * chance, count)] + [(share * before * model.live, count) for _ in parts]
                    continue
                found[text] += share * chance
                for part in parts:
                    found[part] += share * before * model.live
        return buckets([(share, 1) for share in found.values()] + others)

    def streams(self, machines, store, a_second):
        """What the local caches leave, as (how many questions, requests a second of each, age, kind).

        `a_second`: the share of a machine's day that falls into a second.
        """
        model = self.model
        homes = model.sessions * model.homes * a_second
        opened = model.sessions * model.details * (1 - model.repeats) * a_second
        searched = model.sessions * model.searches * a_second

        def missed(rate, crowd, age):
            # An answer that comes from the store has, in the mean, lived half of its age already.
            left = age / 2 if store and rate * crowd * age > 1 else age
            return crowd * rate / (1 + rate * left)

        for percent in languages(machines):
            crowd = machines * percent / 100
            for kind, count in ((TRENDING, 2), (LIST, 4), (TABLE, 2)):
                age = model.mean_ages[kind]
                yield count, missed(homes, crowd, age), age, kind
            age = model.mean_ages[DETAIL]
            for count, share in self.details:
                # The row `recommended` asks for the same titles each time. What is opened again is not asked for again.
                yield count, missed(homes, crowd * share * model.likes, age) + crowd * share * opened, age, DETAIL
            age = model.mean_ages[SEARCH]
            for count, share in self.words:
                yield count, crowd * share * searched, age, SEARCH

    def followed(self, machines, store, hour):
        """Calls a second of widgets, which are on for 12 hours from 6:00 to 12:00 on."""
        calls, here = 0.0, min(max((hour - 1.5) / 6, 0), 1) - min(max((hour - 13.5) / 6, 0), 1)
        for percent in languages(machines):
            crowd = machines * percent / 100 * self.model.followers * here / 2
            if crowd > 0:
                age = self.model.mean_ages[TRENDING]
                # With a store, one of them asks when the answer is more than a minute old.
                calls += 2 * (1 / (60 + age / crowd) if store else crowd / age)
        return calls

    def hour(self, machines, store, hour, capacity=math.inf):
        """Calls a second in this hour of the day, and bytes in the store."""
        streams, bound = self.streams(machines, store, self.model.hours[hour] / HOUR), math.inf
        known = [stream for stream in streams if stream[1] > 0]
        widgets = self.followed(machines, store, hour)
        if not store:
            return sum(count * rate for count, rate, _, _ in known) + widgets, 0

        def life(rate, age):
            return age if rate * bound > 50 else min(age, math.expm1(rate * bound) / rate)

        def held():
            # Each is there for its life of the time from one call to the next.
            return sum(
                count * self.model.bytes(kind) / (1 + 1 / (rate * life(rate, age))) for count, rate, age, kind in known)

        if held() > capacity:
            short, long = 0.0, float(8 * HOUR)
            for _ in range(20):
                bound = (short + long) / 2
                short, long = (short, bound) if held() > capacity else (bound, long)
        calls = sum(count * rate / (1 + rate * life(rate, age)) for count, rate, age, _ in known)
        return calls + widgets, held()

    def busiest(self, machines, store):
        return self.hour(machines, store, BUSIEST)

    def day(self, machines, store, capacity=math.inf):
        """All calls."""
        return sum(self.hour(machines, store, hour, capacity)[0] for hour in range(24)) * HOUR
