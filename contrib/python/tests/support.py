"""What the tests share: the document, a check of values against it, and a daemon that is none."""

import asyncio
import json
import logging
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.dirname(HERE)
ROOT = os.path.dirname(os.path.dirname(FOLDER))
sys.path.insert(0, FOLDER)

import movierpc  # noqa: E402

with open(os.path.join(ROOT, "Protocol", "openrpc.json"), encoding="utf-8") as _file:
    DOCUMENT = json.load(_file)
METHODS = {method["name"]: method for method in DOCUMENT["methods"]}
TOPICS = {topic["name"]: topic for topic in DOCUMENT["x-topics"]}

# That a step took long is no news on a busy machine.
logging.getLogger("asyncio").setLevel(logging.ERROR)

KINDS = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
    "null": type(None),
}


def faults(value, schema, place="result", document=DOCUMENT):
    """What of a value is not as its schema says, a line each. Of schemas it knows what the document uses."""
    if "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].removeprefix("#/components/schemas/")]
    found = [fault for part in schema.get("allOf", []) for fault in faults(value, part, place, document)]
    if choices := schema.get("anyOf", schema.get("oneOf")):
        each = [faults(value, one, place, document) for one in choices]
        found += [] if [] in each else min(each, key=len)
        if "oneOf" in schema and each.count([]) > 1:
            found.append(f"{place}: {value!r} is of {each.count([])} kinds")
    if "not" in schema and not faults(value, schema["not"], place, document):
        found.append(f"{place}: {value!r} is {schema['not']}")
    if "pattern" in schema and isinstance(value, str) and not re.search(schema["pattern"], value):
        found.append(f"{place}: {value!r} is not like {schema['pattern']}")
    if (words := [schema["const"]] if "const" in schema else schema.get("enum")) and value not in words:
        found.append(f"{place}: {value!r} is none of {words}")
    kinds = schema.get("type", [])
    kinds = kinds if isinstance(kinds, list) else [kinds]
    if kinds and not any(is_of(value, kind) for kind in kinds):
        return [*found, f"{place}: {value!r} is no {' or '.join(kinds)}"]
    if isinstance(value, dict):
        found += [f"{place}: {name} is missing" for name in schema.get("required", []) if name not in value]
        fields, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
        for name, one in value.items():
            likes = [form for pattern, form in patterns.items() if re.search(pattern, name)]
            form = fields.get(name) or next(iter(likes), schema.get("additionalProperties", {}))
            found += faults(one, form, f"{place}.{name}", document)
    if isinstance(value, list):
        for index, one in enumerate(value):
            found += faults(one, schema.get("items", {}), f"{place}[{index}]", document)
    return found


def is_of(value, kind):
    return isinstance(value, KINDS[kind]) and (kind == "boolean" or not isinstance(value, bool))


def topic_faults(state):
    name = "browse:LIST" if state.topic.startswith("browse:") else state.topic
    return faults(state.data, TOPICS[name]["data"], state.topic)


class Checked(movierpc.Client):
    """A client that checks each result with the document."""

    seen: set[str] = set()

    async def _ask(self, method, *more, **named):
        type(self).seen.add(method)
        result = await super()._ask(method, *more, **named)
        found = faults(result, METHODS[method]["result"]["schema"], method)
        assert not found, found
        return result


def run(*command):
    return subprocess.run(["movierpc", *command], check=True, capture_output=True, text=True).stdout


async def settle(condition, what, seconds=20):
    """Waits until something is so."""
    for _ in range(int(seconds / 0.05)):
        if condition():
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"not so after {seconds} s: {what}")


def encode(message):
    return json.dumps(message, ensure_ascii=False).encode() + b"\n"


class FakeDaemon:
    """Listens where a test says, says hello as the real one, and then whatever the test has for it.

    `behave(request, writer, daemon)` is called for each request that is no hello."""

    def __init__(self, behave, hello=None):
        self.behave = behave
        self.hello = {"protocol": 1, "instance": "fake", "limits": {"line_bytes": 1 << 20, "batch_items": 64}}
        self.hello.update(hello or {})
        self.requests = []
        self.connections = 0
        self._folder = tempfile.TemporaryDirectory()
        self.socket = os.path.join(self._folder.name, "socket")
        self._writers = []

    async def __aenter__(self):
        self._server = await asyncio.start_unix_server(self._serve, self.socket, limit=1 << 24)
        return self

    async def __aexit__(self, *_):
        self._server.close()
        for writer in self._writers:
            writer.transport.abort()
        await asyncio.sleep(0)
        self._folder.cleanup()

    async def _serve(self, reader, writer):
        self.connections += 1
        self._writers.append(writer)
        try:
            while line := await reader.readline():
                request = json.loads(line)
                self.requests.append(request)
                if isinstance(request, dict) and request["method"] == "hello":
                    writer.write(encode({"jsonrpc": "2.0", "id": request["id"], "result": self.hello}))
                else:
                    said = self.behave(request, writer, self)
                    if asyncio.iscoroutine(said):
                        await said
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    def methods(self):
        return [request["method"] for request in self.requests if isinstance(request, dict)]


def result(request, value):
    return encode({"jsonrpc": "2.0", "id": request["id"], "result": value})
