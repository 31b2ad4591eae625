"""The one table: ratios first, then the target and whether it is reached, absolute figures last."""

from statistics import median, quantiles


def rate(value):
    return f"{value / 1000:,.1f}k/s"


def microseconds(value):
    return f"{value / 1000:,.2f} ms" if value >= 10_000 else f"{value:,.1f} us"


def milliseconds(value):
    return f"{value:,.1f} ms"


def size(value):
    return f"{value / 1e6:,.1f} MB" if abs(value) >= 1e6 else f"{value / 1024:,.1f} KB"


def plain(value):
    return f"{value:,.0f}"


class Table:
    def __init__(self):
        self.rows, self.missed, self.void = [], [], []

    def _add(self, name, ratio, spread, target, reached, ours, theirs):
        verdict = "" if reached is None else "reached" if reached else "NOT reached"
        if reached is False:
            self.missed.append(name)
        self.rows.append((name, ratio, spread, target, verdict, ours, theirs))

    def title(self, text):
        self.rows.append(text)

    def ratio(self, name, ratios, ours, theirs, at_least=None, at_most=None, voids=False):
        """The median of the rounds' ratios, against its target as the two decimals shown."""
        value = round(median(ratios), 2)
        target, reached = "-", None
        if at_least is not None:
            target, reached = f">= {at_least:.2f}", value >= at_least
        if at_most is not None:
            target, reached = f"<= {at_most:.2f}", value <= at_most
        if voids and not reached:
            self.void.append(name)
        low, _, high = quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1 else ratios * 3
        self._add(name, f"{value:.2f}", f"{low:.2f}..{high:.2f}", target, reached, ours, theirs)

    def figure(self, name, value, show, other="", below=None, at_most=None):
        """A figure that is compared with nothing but its target."""
        target, reached = "-", None
        if below is not None:
            target, reached = f"< {show(below)}", value < below
        if at_most is not None:
            target, reached = f"<= {show(at_most)}", value <= at_most
        self._add(name, "", "", target, reached, show(value), other)

    def print(self, head, notes):
        head_row = ("", "ratio", "middle half", "target", "verdict", "movierpc", "the other")
        cells = [head_row] + [row for row in self.rows if isinstance(row, tuple)]
        widths = [max(len(row[i]) for row in cells) for i in range(len(head_row))]

        def line(row):
            texts = [row[0].ljust(widths[0])]
            texts += [row[i].ljust(widths[i]) if i == 4 else row[i].rjust(widths[i]) for i in range(1, len(row))]
            return "  ".join(texts).rstrip()

        print("\n".join(head) + "\n")
        print(line(head_row))
        for row in self.rows:
            print(f"\n{row}" if isinstance(row, str) else line(row))
        print()
        for note in notes:
            print(note)
        if self.void:
            print("THIS RUN IS VOID, the floor was slower than Redis GET: " + "; ".join(self.void))
        if self.missed:
            print(f"{len(self.missed)} NOT reached: " + "; ".join(self.missed))
        else:
            print("all targets reached")
