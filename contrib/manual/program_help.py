"""What a program prints for --help, as data: its sections, and the items of each.

    OVERVIEW: Find films and series by title.

    Whole sentences, and examples that are indented.

    USAGE: movierpc search WORDS ... [options]

    OPTIONS:
      -y, --year <year>       Only titles of this year.
"""

import os
import re
import subprocess

HEADING = re.compile(r"([A-Z][A-Z ]*):(?: (.*))?$")
# Where the second column begins; a name that is longer has a line of its own.
COLUMN = 26


class Help:
    def __init__(self, words, text):
        self.words = words
        sections, name = {}, None
        for line in text.split("\n"):
            match = HEADING.match(line)
            if match:
                name = match[1]
                sections[name] = [match[2]] if match[2] else []
            elif name:
                sections[name].append(line)
        overview = "\n".join(sections.pop("OVERVIEW", [])).strip("\n")
        self.summary, _, rest = overview.partition("\n\n")
        self.summary, self.discussion = " ".join(self.summary.split()), rest.strip("\n")
        self.usage = " ".join(" ".join(sections.pop("USAGE", [])).split())
        # OPTIONS, ARGUMENTS and kinds of SUBCOMMANDS, in their order.
        self.sections = {name: items(lines) for name, lines in sections.items()}

    def list(self, name):
        return self.sections.get(name, [])

    @property
    def groups(self):
        """The commands below this one, by kind: `YOUR LIBRARY`, or "" if there are no kinds."""
        found = [(name, rows) for name, rows in self.sections.items() if name.endswith("SUBCOMMANDS")]
        return [(name.removesuffix("SUBCOMMANDS").strip(), rows) for name, rows in found]


def items(lines):
    """Names with what is said of them: [("-y, --year <year>", "Only titles of this year.")]."""
    found = []
    for line in lines:
        if not line.strip() or line.startswith("  See '"):
            continue
        if line.startswith("  ") and line[2:3] != " ":
            name, about = line, ""
            if line[COLUMN - 1 : COLUMN] == " ":
                name, about = line[:COLUMN], line[COLUMN:]
            found.append([name.strip(), about.strip()])
        elif found:
            found[-1][1] = f"{found[-1][1]} {line.strip()}".strip()
    return [tuple(one) for one in found]


def names(item):
    """`list, ls, show (default)` is called by three names."""
    return [name for name in re.sub(r"\(.*\)", "", item).replace(",", " ").split() if name]


def read(program, *words):
    done = subprocess.run([program, *words, "--help"], capture_output=True, check=True, text=True,
                          env={**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "80"})
    return Help((os.path.basename(program), *words), done.stdout)


def below(program, page):
    """The commands below one, each with its own below it."""
    for _, rows in page.groups:
        for item, _ in rows:
            sub = read(program, *page.words[1:], names(item)[0])
            yield sub
            yield from below(program, sub)
