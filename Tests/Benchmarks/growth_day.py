"""A day of many machines, request by request."""

import heapq
import math
import random
from collections import OrderedDict

from growth_model import DAY, DETAIL, HOUR, LIST, SEARCH, STORE, TABLE, TRENDING, languages, texts

class Shared:
    """The store: answers with their ages. Beyond `capacity` bytes the answer used longest ago leaves."""

    def __init__(self, capacity=math.inf):
        self.entries, self.expiry, self.bytes, self.peak, self.capacity = OrderedDict(), [], 0, 0, capacity

    def find(self, question, now):
        while self.expiry and self.expiry[0][0] <= now:
            until, old = heapq.heappop(self.expiry)
            # Unless it has been replaced since.
            if old in self.entries and self.entries[old][1] == until:
                self.remove(old)
        entry = self.entries.get(question)
        if entry:
            self.entries.move_to_end(question)
        return entry

    def put(self, question, fetched, until, size):
        if question in self.entries:
            self.remove(question)
        self.entries[question] = (fetched, until, size)
        heapq.heappush(self.expiry, (until, question))
        self.bytes += size
        while self.bytes > self.capacity:
            self.remove(next(iter(self.entries)))
        self.peak = max(self.peak, self.bytes)

    def remove(self, question):
        self.bytes -= self.entries.pop(question)[2]


class Day:
    """From 4:00 on, with empty caches; with `storm`, instead, all machines start within so many seconds.

    `waits` are those for the bucket, `herd` is how many machines ask the store at the same instant. `asked` has the
    number of calls to TMDB by question, `reasons` by reason: widgets, lists, recommended titles, searches, titles
    opened. Without `lease`, machines do not wait for each other's calls.
    """

    NODES = 6

    def __init__(self, model, titles, machines, store, seed=1, storm=None, capacity=math.inf, lease=True):
        self.model, self.titles, self.machines, self.store, self.lease = model, titles, machines, store, lease
        # Ages have a generator of their own, so that people do the same with a store and without.
        self.random, self.ages = random.Random(f"{seed} {machines}"), random.Random(seed)
        self.local, self.shared, self.asked, self.reasons = {}, Shared(capacity), {}, [0] * 5
        self.language = [number for number, percent in enumerate(languages(machines)) for _ in range(percent)]
        self.sizes = [model.bytes(kind) for kind in range(5)]
        self.numbers, self.likes, self.recent = {}, {}, {}
        self.requests = self.local_hits = self.lookups = self.shared_hits = self.joined = self.calls = self.keys = 0
        self.store_us = self.store_bytes = self.call_bytes = self.herd = self.pictures = 0
        self.free_at, self.waits, self.calls_at, self.nodes = 0.0, [], [0] * (2 * DAY), [0] * self.NODES
        self.run(storm)

    def events(self, storm):
        draw, model = self.random, self.model
        if storm:
            return sorted((draw.random() * storm, machine) for machine in range(self.machines))
        hours = draw.choices(range(24), model.hours, k=round(self.machines * model.sessions))
        return sorted(((hour + draw.random()) * HOUR, draw.randrange(self.machines)) for hour in hours)

    def run(self, storm):
        following = 0 if storm else round(self.machines * self.model.followers)
        # Their machines are switched on between 6 and 12.
        timers = [((2 + 6 * self.random.random()) * HOUR, machine) for machine in range(following)]
        ends = {machine: start + 12 * HOUR for start, machine in timers}
        heapq.heapify(timers)
        cleaned = burst_at = burst = 0
        for now, machine in self.events(storm) + [(DAY, None)]:
            while timers and timers[0][0] <= now:
                at, follower = heapq.heappop(timers)
                burst, burst_at = (burst + 1 if at == burst_at else 1), at
                self.herd = max(self.herd, burst)
                # LiveResult.swift: when the answer is no longer fresh, one that is older than 60 s will not do.
                before = self.calls
                until = self.ask(at, follower, follower // 20 % 2, TRENDING, max_age=60)
                self.reasons[0] += self.calls - before
                if until < ends[follower]:
                    heapq.heappush(timers, (max(until, at + 60), follower))
            if now > cleaned + 2 * HOUR:
                cleaned, self.local = now, {key: entry for key, entry in self.local.items() if entry[1] > now}
            if machine is not None:
                self.session(now, machine, storm)

    def session(self, now, machine, storm):
        before = [self.calls]
        if storm or self.random.random() < self.model.homes:
            for number in range(6):
                self.ask(now, machine, number, TRENDING if number < 2 else LIST)
            for number in range(2):
                self.ask(now, machine, number, TABLE)
            before.append(self.calls)
            self.recommended(now, machine)
            before.append(self.calls)
        else:
            before += before * 2
        meant = [] if storm else self.searches(now, machine)
        before.append(self.calls)
        if not storm:
            self.details(now, machine, meant)
        before.append(self.calls)
        for reason in range(4):
            self.reasons[reason + 1] += before[reason + 1] - before[reason]

    def recommended(self, now, machine):
        if machine not in self.likes:
            self.likes[machine] = [self.titles.draw(self.random.random()) for _ in range(round(self.model.likes))]
        for title in self.likes[machine]:
            self.ask(now, machine, title, DETAIL)

    def searches(self, now, machine):
        draw, meant = self.random.random, []
        for _ in range(self.some(self.model.searches)):
            meant.append(self.titles.draw(draw()))
            typed = texts(self.titles, meant[-1], self.model, draw(), draw() < self.model.live)
            self.keys += len(typed[-1])
            for text in typed:
                self.ask(now, machine, self.numbers.setdefault(text, len(self.numbers)), SEARCH)
        return meant

    def details(self, now, machine, meant):
        draw, recent = self.random.random, self.recent.setdefault(machine, [])
        for _ in range(self.some(self.model.details)):
            if recent and draw() < self.model.repeats:
                title = recent[int(draw() * len(recent))]
            else:
                title = meant.pop() if meant else self.titles.draw(draw())
                recent.append(title)
                del recent[:-8]
                self.pictures += 1
            self.ask(now, machine, title, DETAIL)

    def some(self, mean):
        return int(mean) + (self.random.random() < mean % 1)

    def ask(self, now, machine, number, kind, max_age=math.inf):
        """As UpstreamFetcher does: the local cache, the store, TMDB. Returns until when the answer is fresh."""
        question = (number * 5 + self.language[machine * 37 % 100]) * 5 + kind
        here = question * self.machines + machine
        self.requests += 1
        entry = self.local.get(here)
        if entry and now < entry[1] and now - entry[0] <= max_age:
            self.local_hits += 1
            return entry[1]
        size = self.sizes[kind]
        if self.store:
            self.lookups += 1
            self.store_bytes += size
            self.nodes[(question * 2654435761 % 2**32) * self.NODES >> 32] += 1
            entry = self.shared.find(question, now)
            if entry and now - entry[0] <= max_age and (self.lease or entry[0] <= now):
                if entry[0] <= now:
                    self.shared_hits += 1
                else:
                    self.joined += 1
                self.store_us += STORE["detail" if kind == DETAIL else "page"]
                self.local[here] = entry
                return entry[1]
        return self.call(now, question, here, kind, size)

    def call(self, now, question, here, kind, size):
        wait = 0.0
        if self.store:
            # One bucket for all. It saves no tokens, so that no second has more than `tmdb_rate`.
            wait = max(0.0, self.free_at - now)
            self.free_at = now + wait + 1 / self.model.tmdb_rate
            self.waits.append(wait)
            put = STORE["put_detail" if kind == DETAIL else "put_page"]
            # The lease is taken and given back.
            self.store_us += STORE["miss"] + 2 * STORE["lease"] + STORE["bucket"] + put
        self.calls += 1
        self.calls_at[min(int(now + wait), 2 * DAY - 1)] += 1
        self.call_bytes += size * self.model.gzip_ratio
        self.asked[question] = self.asked.get(question, 0) + 1
        fetched = now + wait + self.model.answer_s
        until = fetched + self.model.age(kind, self.ages.random())
        self.local[here] = (fetched, until)
        if self.store:
            self.shared.put(question, fetched, until, size)
        return until

    def busiest_minute(self):
        """Calls a second in it."""
        return max(sum(self.calls_at[at:at + 60]) for at in range(0, 2 * DAY, 60)) / 60

    def store_hits(self):
        return (self.shared_hits + self.joined) / self.lookups
