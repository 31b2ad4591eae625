"""What the catalogue is compared with: SQLite's own shell, and tantivy, on the same titles."""

import importlib.util
import json
import multiprocessing
import os
import socket
import subprocess
import sys
from pathlib import Path

from machine import Broken
from words import split


def tantivy_module(folder):
    """The module, from PyPI into `folder` where it is not installed."""
    if not importlib.util.find_spec("tantivy"):
        line = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder), "tantivy==0.27.0"]
        done = subprocess.run(line, capture_output=True, text=True)
        if done.returncode:
            raise Broken(f"could not install tantivy; type:\n    {' '.join(line)}\n{done.stderr}")
        sys.path.insert(0, str(folder))
    return importlib.import_module("tantivy")


class SQLiteShell:
    """FTS5 ordered by its own `rank` (https://sqlite.org/fts5.html), asked through the shell's standard input."""

    name = "sqlite3 shell"

    def __init__(self, folder, titles):
        self.path = Path(folder) / "titles.sqlite"
        rows = Path(folder) / "titles.tsv"
        with open(rows, "w", encoding="utf-8") as file:
            for title, original in titles:
                file.write(f"{title}\t{original}\n")
        self.process = subprocess.Popen(
            ["sqlite3", self.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.ask(
            "CREATE VIRTUAL TABLE t USING fts5(title, original, prefix='1 2 3', tokenize='unicode61 remove_diacritics 2');\n"
            f".mode ascii\n.separator \"\\t\" \"\\n\"\n.import {rows} t\n"
            "INSERT INTO t(t) VALUES('optimize');")
        rows.unlink()

    def ask(self, text):
        self.process.stdin.write(text + "\nSELECT 'end';\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline()) and line != "end\n":
            lines.append(line)
        if not line:
            raise Broken("the sqlite3 shell has ended")
        return lines

    def search(self, q, prefix=True):
        words = split(q)
        match = " ".join(f'"{word}"' for word in words) + ("*" if prefix else "")
        return self.ask(f"SELECT title FROM t WHERE t MATCH '{match}' ORDER BY rank LIMIT 10;")

    def bytes(self):
        return self.path.stat().st_size

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Tantivy:
    """An index of words in the page cache, asked within this process, so without a socket or a pipe."""

    name = "tantivy"

    def __init__(self, folder, titles):
        self.tantivy = tantivy = tantivy_module(Path(folder) / "python")
        self.folder = Path(folder) / "tantivy"
        self.folder.mkdir()
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("title", stored=True)
        builder.add_text_field("original")
        self.schema = builder.build()
        self.index = tantivy.Index(self.schema, path=str(self.folder))
        writer = self.index.writer(128 << 20, 1)
        for title, original in titles:
            writer.add_document(tantivy.Document(title=title, original=original or title))
        writer.commit()
        writer.wait_merging_threads()
        self.index.reload()
        self.searcher = self.index.searcher()

    def search(self, q, prefix=True):
        Query, Occur = self.tantivy.Query, self.tantivy.Occur
        *whole, last = split(q)
        parts = [Query.term_query(self.schema, "title", word) for word in whole]
        # A word that is being typed is its beginning; one that is misspelt is within one letter of it.
        parts.append(
            Query.regex_query(self.schema, "title", last + ".*") if prefix
            else Query.fuzzy_term_query(self.schema, "title", last, distance=1, transposition_cost_one=True))
        found = self.searcher.search(Query.boolean_query([(Occur.Must, part) for part in parts]), 10, count=False)
        return [self.searcher.doc(address)["title"][0] for _, address in found.hits]

    def bytes(self):
        return sum(os.path.getsize(file) for file in self.folder.iterdir())

    def close(self):
        pass


class TantivyServer:
    """The same index in a process of its own, asked as the daemon is: a line of JSON each way on a Unix socket."""

    name = "tantivy, socket"

    def __init__(self, tantivy, core):
        listener = socket.socket(socket.AF_UNIX)
        path = tantivy.folder / "socket"
        listener.bind(str(path))
        listener.listen()
        self.process = multiprocessing.get_context("fork").Process(
            target=self.serve, args=(tantivy, listener, core), daemon=True)
        self.process.start()
        listener.close()
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.connect(str(path))
        self.replies = self.connection.makefile("rb")

    @staticmethod
    def serve(tantivy, listener, core):
        if core is not None:
            os.sched_setaffinity(0, {core})
        connection, _ = listener.accept()
        for line in connection.makefile("rb"):
            titles = tantivy.search(*json.loads(line))
            connection.sendall(json.dumps(titles).encode() + b"\n")
        # Not by the usual way: tantivy would wait for threads that are not in this process.
        os._exit(0)

    def search(self, q, prefix=True):
        self.connection.sendall(json.dumps([q, prefix]).encode() + b"\n")
        return json.loads(self.replies.readline())

    def close(self):
        self.replies.close()
        self.connection.close()
        self.process.join()
