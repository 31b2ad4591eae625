"""The blocks of the project's pages: what is indented by four columns, as commands, programs, messages or screens."""

import glob
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def names():
    """Every page of the project."""
    return sorted(glob.glob("**/*.md", root_dir=ROOT, recursive=True))


class Block:
    def __init__(self, page, number, lines):
        self.page, self.number, self.lines = page, number, lines

    @property
    def place(self):
        return f"{self.page}:{self.number}"

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"


def blocks(page):
    with open(os.path.join(ROOT, page), encoding="utf-8") as file:
        lines = file.read().split("\n")
    found, after_blank = [], True
    for number, line in enumerate(lines, 1):
        if line.startswith("    ") and (after_blank or found and found[-1].number + len(found[-1].lines) == number):
            if not found or found[-1].number + len(found[-1].lines) != number:
                found.append(Block(page, number, []))
            found[-1].lines.append(line[4:])
        elif not line and found and found[-1].number + len(found[-1].lines) == number:
            # A block goes on after an empty line, if there is more of it.
            found[-1].lines.append("")
        after_blank = not line
    for block in found:
        while not block.lines[-1]:
            block.lines.pop()
    return found


class NotRun:
    """The list not-run: below the name of a page, expressions of commands or first lines, and why these are not run."""

    def __init__(self):
        self.entries, page = [], None
        with open(os.path.join(ROOT, "contrib/manual/not-run"), encoding="utf-8") as file:
            for line in file.read().splitlines():
                if not line or line.startswith("#"):
                    continue
                if not line.startswith(" "):
                    page = line
                    continue
                expression, _, reason = line.strip().partition("  ")
                self.entries.append([page, re.compile(expression), reason.strip(), 0])

    def __contains__(self, place):
        page, line = place
        for entry in self.entries:
            if entry[0] in ("every page", page) and entry[1].match(line):
                entry[3] += 1
                return True
        return False

    def mistakes(self):
        """An entry that nothing needs, gives no reason, or names a test that is not there."""
        for page, expression, reason, count in self.entries:
            what = f"not-run, {page}: {expression.pattern}"
            if not count:
                yield f"{what}: there is no such line"
            if not reason:
                yield f"{what}: no reason"
            for path in re.findall(r"\b(?:contrib|Tests|Protocol)/[\w./-]*\w", reason):
                if not os.path.exists(os.path.join(ROOT, path)):
                    yield f"{what}: there is no {path}"
