"""What the bench needs of the machine: tools, two cores, descriptors, and the facts for the head."""

import os
import platform
import re
import resource
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent


class Broken(Exception):
    """The run cannot go on; the text says why, and what to do."""


def compiler():
    return next((c for c in ("cc", "gcc", "clang") if shutil.which(c)), None)


def redis_server():
    """Debian's redis-tools has the server too: the checker is the same binary, told apart by its name."""
    return shutil.which("redis-server") or shutil.which("redis-check-rdb")


def missing_packages():
    wanted = {
        "gcc": compiler(),
        "libc6-dev": os.path.exists("/usr/include/stdio.h"),
        "libuv1-dev": os.path.exists("/usr/include/uv.h"),
        "redis-tools": shutil.which("redis-cli") and redis_server(),
        "sqlite3": shutil.which("sqlite3"),
        "valgrind": shutil.which("valgrind"),
        "zstd": shutil.which("zstd"),
    }
    return [package for package, there in wanted.items() if not there]


def install_missing():
    """Installs what the daemon is compared with: as root or with sudo, else says the line to type."""
    packages = missing_packages()
    if not packages:
        return
    line = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    if os.geteuid() != 0:
        line.insert(0, "sudo")
        if not shutil.which("sudo") or subprocess.run(["sudo", "-n", "true"], capture_output=True).returncode:
            raise Broken("the bench needs more tools; type:\n    " + " ".join(line))
    print("installing", *packages)
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    done = subprocess.run(line, capture_output=True, text=True, env=environment)
    if done.returncode or missing_packages():
        raise Broken(f"could not install, see below; type:\n    {' '.join(line)}\n{done.stdout}{done.stderr}")


def build(folder):
    """Builds the C programs into `folder`."""
    load = [HERE / name for name in ("load.c", "load_requests.c", "load_replies.c")]
    programs = {"load": load, "floor": [HERE / "floor.c", "-luv"], "spawn": [HERE / "spawn.c"], "events": [HERE / "events.c"]}
    for program, parts in programs.items():
        line = [compiler(), "-O2", "-Wall", "-o", folder / program, *parts]
        done = subprocess.run(line, capture_output=True, text=True)
        if done.returncode:
            raise Broken(f"{program} does not build:\n{done.stderr}")


def raise_descriptor_limit(wanted=4096):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    hard_enough = hard == resource.RLIM_INFINITY or hard >= wanted
    if not hard_enough:
        raise Broken(f"1,000 connections need {wanted} descriptors and the hard limit is {hard}; see ulimit -Hn")
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def siblings(core):
    try:
        text = Path(f"/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list").read_text()
    except OSError:
        return {core}
    found = set()
    for part in text.strip().split(","):
        first, _, last = part.partition("-")
        found.update(range(int(first), int(last or first) + 1))
    return found


def choose_cores():
    """(generator, server): two cores that are not one core's two threads, if there are; (None, None) with one."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        return None, None
    apart = [core for core in cores[1:] if core not in siblings(cores[0])]
    return cores[0], (apart or cores[1:])[0]


def version(*line):
    try:
        done = subprocess.run(line, capture_output=True, text=True, timeout=5)
    except (OSError, subprocess.TimeoutExpired):
        return "?"
    found = re.search(r"\d+\.\d+[\w.+-]*", done.stdout + done.stderr) if done.returncode == 0 else None
    return found.group() if found else "?"


def facts(generator_core, server_core):
    """The head of the table."""
    info = Path("/proc/cpuinfo").read_text()
    model = re.search(r"model name\s*:\s*(.*)", info)
    header = "".join(path.read_text() for path in Path("/usr/include/uv").glob("version.h"))
    libuv = ".".join(re.findall(r"#define UV_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header)) or "?"
    if generator_core is None:
        placement = "one core for everything: figures are of little use"
    else:
        same = " (two threads of one core)" if server_core in siblings(generator_core) else ""
        nice = ", all at nice -10" if os.geteuid() == 0 else ""
        placement = f"generator and clients pinned to core {generator_core}, servers to core {server_core}{same}{nice}"
    return [
        f"{os.cpu_count()} cores ({model.group(1).strip() if model else platform.machine()}), Linux {platform.release()}, "
        f"load average {os.getloadavg()[0]:.1f} at the start",
        f"redis {version('redis-cli', '--version')}, libuv {libuv}, {compiler()} {version(compiler(), '--version')}, "
        f"valgrind {version('valgrind', '--version')}, python {platform.python_version()}",
        placement,
    ]
