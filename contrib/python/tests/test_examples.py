"""The programs of README.md, as they stand there."""

import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest
from importlib.machinery import SourceFileLoader

from support import FOLDER, HERE, movierpc, run

_loader = SourceFileLoader("examples", os.path.join(HERE, "examples"))
_spec = importlib.util.spec_from_loader("examples", _loader)
examples = importlib.util.module_from_spec(_spec)
_loader.exec_module(examples)


class TestExamples(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        examples.write(self.folder)
        self.environment = {**os.environ, "PYTHONPATH": FOLDER}

    def command(self, name, *arguments):
        return [sys.executable, "-W", "error", os.path.join(self.folder, f"{name}.py"), *arguments]

    def said(self, name, *arguments, **environment):
        done = subprocess.run(
            self.command(name, *arguments),
            env={**self.environment, **environment},
            capture_output=True,
            timeout=60,
        )
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def test_find(self):
        status, out, err = self.said("find", "amber", "lighthouse")
        self.assertEqual((0, ""), (status, err))
        self.assertEqual("movie/900001 The Amber Lighthouse 1990\ntv/950001 Amber Lighthouse Days 1990\n", out)

    def test_find_shows_hostile_titles_as_text(self):
        status, out, err = self.said("find", "hostile")
        self.assertEqual((0, ""), (status, err))
        lines = out.split("\n")
        self.assertEqual(len(run("search", "hostile", "--format", "{key}").split()), len(lines) - 1)
        for line in lines:
            self.assertRegex(line, r"^(movie/\d+ .*)?$")
            self.assertEqual(movierpc.plain(line), line)
            self.assertFalse(set(map(ord, line)) & {*range(0x20), *range(0x7F, 0xA0), 0x200F, 0x202E, 0x2066, 0x2028})
        self.assertIn("Two Lines  and a tab", out)
        self.assertIn("Amélie 👨‍👩‍👧‍👦 東京物語", out)

    def test_find_says_what_is_wrong(self):
        status, out, err = self.said("find", " ")
        self.assertEqual((1, ""), (status, out))
        self.assertIn("q", err)
        self.assertNotIn("Traceback", err)
        status, out, err = self.said("find", "dune", MOVIERPC_SOCKET="/nowhere/socket", PATH="/nowhere")
        self.assertEqual((1, ""), (status, out))
        self.assertIn("put it into a folder of PATH", err)

    def test_popular(self):
        status, out, err = self.said("popular")
        self.assertEqual((0, ""), (status, err))
        self.assertRegex(out, r"^\['The Amber Lighthouse', .*\]\n\[.+\]\n$")

    def test_batch(self):
        status, out, err = self.said("batch")
        self.assertEqual((0, ""), (status, err))
        self.assertIn("Popular films ['The Amber", out)
        self.assertIn("NotFound(", out)

    def test_several(self):
        command, environment = self.command("several"), self.environment
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as following:
            try:
                lines = sorted(following.stdout.readline() for _ in range(2))
                self.assertRegex("".join(lines), r"^\d+ to watch\nplayer: \w+\n$")
            finally:
                following.kill()

    def test_follow(self):
        command, environment = self.command("follow"), self.environment
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as following:
            try:
                self.assertRegex(following.stdout.readline(), r"^\d+ to watch$")
                run("daemon", "stop")
                self.assertRegex(following.stdout.readline(), r"^offline: the daemon has closed the connection$")
                run("daemon", "start")
                self.assertRegex(following.stdout.readline(), r"^\d+ to watch$")
            finally:
                following.kill()


if __name__ == "__main__":
    unittest.main()
