#!/usr/bin/env python3
"""Lists the functions that a start of the daemon, and calls of the client, run. `make release` runs it.

    python3 Sources/StartupOrder/make.py LIST .build/release/movierpcd .build/release/movierpc

The linker puts them side by side (https://lld.llvm.org/ELF/, --symbol-ordering-file): so `make release` links twice.
callgrind tells what was run.
"""
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CALLS = ["call ping", "call search q=dune", "search dune --text"]


def symbols(program):
    """The names of its functions."""
    lines = subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout.splitlines()
    return {line.split()[-1] for line in lines if line.split()[-2] in "tTwW"}


def under_callgrind(program, out):
    return ["valgrind", "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={out}", program]


def executed(folder):
    """The names in callgrind's files; a function that calls itself has a number after its name."""
    names = set()
    for file in folder.glob("callgrind.*"):
        found = re.findall(r"^c?fn=\(\d+\) (.+)$", file.read_text(errors="replace"), re.MULTILINE)
        names |= {re.sub(r"'\d+$", "", name) for name in found}
    return names


def run(daemon, client, folder):
    """Both programs once with an empty home, then once more under callgrind."""
    environment = {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "PATH": os.environ["PATH"]}

    def call(words, before=()):
        subprocess.run([*before, client, *words.split()], env=environment, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, timeout=300)

    for before in ([daemon], under_callgrind(daemon, folder / "callgrind.daemon")):
        server = subprocess.Popen(before, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while not (folder / "movierpc" / "socket").exists():
                if server.poll() is not None:
                    sys.exit("the daemon has ended")
                time.sleep(0.1)
            for number, words in enumerate(CALLS):
                is_last = before != [daemon]
                call(words, under_callgrind(client, folder / f"callgrind.{number}")[:-1] if is_last else ())
            call("daemon stop --timeout 120")
            server.wait(timeout=120)
        finally:
            server.kill()


def main():
    order, daemon, client = (Path(path).resolve() for path in sys.argv[1:])
    with tempfile.TemporaryDirectory(prefix="movierpc-order-") as name:
        folder, programs = Path(name), []
        (folder / "bin").mkdir()
        for program in (daemon, client):
            # valgrind would read debug information for minutes.
            programs.append(folder / "bin" / program.name)
            subprocess.run(["strip", "--strip-debug", "-o", programs[-1], program], check=True)
        run(*programs, folder)
        names = executed(folder) & (symbols(programs[0]) | symbols(programs[1]))
    order.write_text("\n".join(sorted(names)) + "\n")
    # They are linked again, although nothing was compiled.
    for program in (daemon, client):
        program.unlink()
    print(f"{order}: {len(names)} functions")


main()
