"""The project's Markdown as man(7): headings, paragraphs, lists, tables, examples. What the documents do not use, it
does not know."""

import re
import textwrap


def escape(text):
    """Plain text, so that nothing in it is taken for a request or a hyphen of typesetting."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("^", "\\(ha").replace("~", "\\(ti")
    text = text.replace("`", "\\(ga").replace("'", "\\(aq")
    return "\\&" + text if text.startswith(".") else text


# The manual page of a file, by the file's path in the project: movierpc-formats(7).
MANUAL_PAGES = {}


def link(match):
    """A link within a page is its words; to another page, the words and where that is read."""
    words, address = match.groups()
    if address.startswith("http"):
        return f"{words} <{address}>"
    other = MANUAL_PAGES.get(address.split("#")[0].replace("../", "").removeprefix("contrib/manual/"))
    return f"{words} (**{other.partition('(')[0]}**({other.partition('(')[2]})" if other else words


def inline(text):
    """`code`, **strong**, [words](address)."""
    text = re.sub(r"\[([^\]]+)\]\(([^)]+)\)", link, text)
    parts = []
    for index, part in enumerate(text.split("`")):
        if index % 2:
            parts.append("\\fB" + escape(part).removeprefix("\\&") + "\\fR")
        else:
            for place, piece in enumerate(part.split("**")):
                piece = escape(piece)
                parts.append("\\fB" + piece + "\\fR" if place % 2 else piece)
    line = "".join(parts)
    return "\\&" + line if line.startswith((".", "'")) else line


def section(text, heading):
    """What stands below a heading, up to the next one of its level or above it."""
    level = len(heading) - len(heading.lstrip("#"))
    lines, inside = [], False
    for line in text.splitlines():
        if line.startswith("#") and len(line) - len(line.lstrip("#")) <= level:
            inside = line == heading
        elif inside:
            lines.append(line)
    if not lines:
        raise SystemExit(f"there is no section {heading}")
    return "\n".join(lines) + "\n"


def cells(row):
    row = row.strip()[1:-1].replace("\\|", "\0")
    return [cell.strip().replace("\0", "|") for cell in row.split("|")]


# Headings of columns whose cells are clear without them.
PLAIN = {"type", "what it is", "what it does", "what is wrong", "a row", "subject"}


def rows(lines):
    """A table: its first column names what the others tell."""
    head, *body = [cells(line) for line in lines if not re.match(r"^\|[-|: ]+$", line)]
    if len(set(head)) < len(head):
        raise SystemExit(f"a table has a heading twice: {lines[0]}")
    made = []
    for row in body:
        made += [".TP", inline("`" + row[0].replace("`", "") + "`")]
        if len(row) == 2:
            made.append(inline(row[1]))
        else:
            # A cell that is a sentence of its own needs no name.
            names = [name if name not in PLAIN else "" for name in head[1:]]
            named = [f"{name}: {cell}" if name else cell for name, cell in zip(names, row[1:]) if cell]
            made.append(inline("; ".join(named)))
    return made + [".PP"]


def table(text, beginning):
    """The one table of `text` whose head begins so."""
    lines = text.splitlines()
    starts = [index for index, line in enumerate(lines) if line.startswith(beginning)]
    if not starts:
        raise SystemExit(f"there is no table {beginning}")
    end = starts[0]
    while end < len(lines) and lines[end].startswith("|"):
        end += 1
    return rows(lines[starts[0] : end])


def definition(item):
    """`name` (type; default): what it is -- as the generated pages have it; None for any other item."""
    if not (match := re.match(r"`([^`]+)` \(", item)):
        return None
    depth, at = 1, match.end()
    while depth and at < len(item):
        depth += {"(": 1, ")": -1}.get(item[at], 0)
        at += 1
    facts, rest = item[match.end() : at - 1], item[at:]
    if rest and not rest.startswith(": "):
        return None
    return match[1], facts, rest[2:].removesuffix(".")


def example(lines):
    text = textwrap.dedent("\n".join(lines)).splitlines()
    return [".PP", ".RS 4", ".nf", *[escape(line) or "\\&" for line in text], ".fi", ".RE"]


# What ends a paragraph without an empty line.
BLOCK = re.compile(r"#|\|| *- |\d+\. |    ")


def convert(text):
    """Markdown as a list of lines of man(7)."""
    made = []
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        line = lines[at]
        start = at
        at += 1
        # A terminal shows no picture.
        if not line.strip() or line.startswith("!["):
            continue
        if line.startswith("#"):
            name = escape(line.lstrip("# ").replace("`", ""))
            made.append((".SS " if line.startswith("###") else ".SH ") + (name if line.startswith("###") else name.upper()))
        elif line.startswith("|"):
            while at < len(lines) and lines[at].startswith("|"):
                at += 1
            made += rows(lines[start:at])
        elif line.startswith("    "):
            while at < len(lines) and (lines[at].startswith("    ") or not lines[at].strip()):
                at += 1
            made += example([one for one in lines[start:at]])
        elif item := re.match(r"( *)(-|\d+\.) ", line):
            while at < len(lines) and re.match(r"  +(?!- )\S", lines[at]):
                at += 1
            words = " ".join(one.strip() for one in lines[start:at])[item.end() - len(item[1]) :]
            one = [".IP \\(bu 2" if item[2] == "-" else f".IP {item[2]} 3", inline(words)]
            if parts := definition(words):
                one = [".TP", inline(f"`{parts[0]}`"), inline(f"{parts[2]} ({parts[1]})." if parts[2] else f"{parts[1]}.")]
            made += [".RS 4", *one, ".RE"] if item[1] else one
        else:
            while at < len(lines) and lines[at].strip() and not BLOCK.match(lines[at]):
                at += 1
            made += [".PP", inline(" ".join(lines[start:at]))]
    return made


def preformatted(text):
    """Text laid out for a terminal: what is indented stays as it is."""
    made = []
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        lines = block.splitlines()
        if not lines:
            continue
        if any(line.startswith("  ") for line in lines):
            made += example(lines)
        else:
            made += [".PP", escape(" ".join(lines))]
    return made


def tidy(lines):
    """Without the paragraphs that begin or end nothing."""
    made = []
    for line in [*lines, ".SH"]:
        if line == ".PP" and made and made[-1].startswith((".SH", ".SS", ".PP")):
            continue
        while made and made[-1] == ".PP" and line.startswith((".SH", ".SS", ".TP", ".IP")):
            made.pop()
        made.append(line)
    return made[:-1]
