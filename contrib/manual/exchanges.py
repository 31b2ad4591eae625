"""The messages in a page: requests are sent to a daemon, and what it sends is compared with the page.

`...` stands for any value, for more members of an object and more items of a list, and for any part of a text; a
word like Title for any object. What differs from run to run differs here too: see VARIES.
"""

import json
import re
import select
import socket
import time

# By the names of fields. Their types are compared.
VARIES = re.compile(
    r".*_(at|ms|us|bytes)|rev|instance|pid|bytes|requests|connections|calls|errors|hits|misses|stale|coalesced|popularity|rate_left"
)
TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|\.\.\.|-?\d[\d.eE+-]*|[A-Za-z]+|[\[\]{},:])')
ANY = object()
MORE = "..."


class Tokens:
    def __init__(self, text):
        self.all, place = [], 0
        text = text.strip()
        while place < len(text):
            match = TOKEN.match(text, place)
            if not match:
                raise ValueError(f"not JSON: {text[place:place + 40]}")
            self.all.append(match[1])
            place = match.end()

    def take(self, expected=None):
        token = self.all.pop(0) if self.all else "the end"
        if expected and token != expected:
            raise ValueError(f"not JSON: {token} in place of {expected}")
        return token

    def next_is(self, token):
        return self.all[:1] == [token] and bool(self.all.pop(0))

    def value(self):
        token = self.take()
        if token == "{":
            return self.object()
        if token == "[":
            return self.list()
        if token == MORE or token[0].isupper():
            return ANY
        return json.loads(token)

    def object(self):
        members = {}
        while not self.next_is("}"):
            if self.next_is(MORE):
                members[MORE] = ANY
            else:
                name = json.loads(self.take())
                self.take(":")
                members[name] = self.value()
            if not self.next_is(","):
                self.take("}")
                break
        return members

    def list(self):
        items = []
        while not self.next_is("]"):
            items.append(MORE if self.next_is(MORE) else self.value())
            if not self.next_is(","):
                self.take("]")
                break
        return items


def pattern(text):
    tokens = Tokens(text)
    value = tokens.value()
    if tokens.all:
        raise ValueError(f"not JSON: {tokens.all[0]} after the end")
    return value


def differs(expected, value, path="", varies=False):
    """Where a value is another than the page says, or None."""
    said = f"{path or 'it'} is {json.dumps(value, ensure_ascii=False)[:200]}"
    if expected is ANY:
        return None
    if isinstance(expected, dict) and isinstance(value, dict):
        missing = [name for name in expected if name not in value and name != MORE]
        surplus = [name for name in value if name not in expected and MORE not in expected]
        if missing or surplus:
            return f"{path or 'it'} lacks {missing} and has {surplus}"
        parts = ((f"{path}.{name}", one, value[name], VARIES.fullmatch(name) is not None)
                 for name, one in expected.items() if name != MORE)
        return next((found for way, one, other, loose in parts if (found := differs(one, other, way, loose))), None)
    if isinstance(expected, list) and isinstance(value, list):
        place = expected.index(MORE) if MORE in expected else len(expected)
        if place == len(expected) != len(value) or place > len(value):
            return f"{path} has {len(value)} items: {json.dumps(value)[:200]}"
        parts = zip(range(place), expected, value)
        return next((found for index, one, other in parts if (found := differs(one, other, f"{path}[{index}]"))), None)
    kinds = [float if type(one) is int else type(one) for one in (expected, value)]
    if kinds[0] is not kinds[1]:
        return said
    if isinstance(expected, str) and MORE in expected:
        whole = ".*".join(map(re.escape, expected.split(MORE)))
        return None if varies or re.fullmatch(whole, value, re.DOTALL) else said
    return None if varies or expected == value else said


def parts(value):
    """A value and all objects in it."""
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from parts(part)


class Connection:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.received, self.rest = [], b""

    def send(self, text):
        self.socket.sendall(text.encode() + b"\n")

    def expect(self, wanted, seconds=20):
        """Waits until a message fits, in whatever order they come; else says what is nearest."""
        end, tried = time.monotonic() + seconds, 0
        nearest = "nothing was sent"
        while True:
            for message in self.received[tried:]:
                found = differs(wanted, message)
                if not found:
                    return None
                same = isinstance(wanted, dict) and isinstance(message, dict) and wanted.get("id") == message.get("id")
                nearest = found if same or nearest == "nothing was sent" else nearest
                if same and "id" in message:
                    return found
            tried = len(self.received)
            if not select.select([self.socket], [], [], max(0, end - time.monotonic()))[0]:
                return nearest
            part = self.socket.recv(1 << 20)
            if not part:
                return nearest
            *lines, self.rest = (self.rest + part).split(b"\n")
            self.received += [json.loads(line) for line in lines]


def messages(block):
    """The messages of a block, each with its arrow; a message goes on in the lines that are indented."""
    found = []
    for line in block.lines:
        if line.startswith(("--> ", "<-- ")):
            found.append([line[:3], line[4:]])
        elif found and line.startswith("  "):
            found[-1][1] += line.strip()
        else:
            raise ValueError(f"not a message: {line}")
    return found


def exchange(block, path, translate):
    """Sends and expects; returns all that was received, and what is wrong. `translate` makes a page's text that of a home."""
    connection, wrong, waiting = Connection(path), [], []
    for arrow, text in messages(block):
        text = translate(text)
        if arrow == "-->":
            connection.send(text)
            waiting += [one["id"] for one in [json.loads(text)] if isinstance(one, dict) and "id" in one]
            continue
        wanted = pattern(text)
        if isinstance(wanted, dict) and wanted.get("id") in waiting:
            waiting.remove(wanted["id"])
        if found := connection.expect(wanted):
            wrong.append(f"{block.place}: {text[:60]}: {found}")
    # A reply that the page does not show is a result.
    for identifier in waiting:
        if found := connection.expect({"jsonrpc": "2.0", "id": identifier, "result": ANY}):
            wrong.append(f"{block.place}: request {identifier}: {found}")
    connection.socket.close()
    return connection.received, wrong


def framed(blocks, path):
    """A request with headers and the bytes that answer it, as text: \\r\\n."""
    sent, expected = (one.text.rstrip("\n").replace("\\r\\n\n", "\r\n").encode() for one in blocks)
    connection, received = Connection(path).socket, b""
    connection.sendall(sent)
    connection.shutdown(socket.SHUT_WR)
    while part := connection.recv(4096):
        received += part
    connection.close()
    return [] if received == expected else [f"{blocks[1].place}: {received!r}"]
