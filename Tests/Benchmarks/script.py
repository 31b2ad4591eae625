#!/usr/bin/env python3
"""script.py --daemon PATH --client PATH [--times N]: `movierpc search` beside the script that people write instead.

The script is `curl | jq` with a web server on this machine, which has TMDB's answer as a file: so without the network,
and without a server that thinks. movierpc answers from the daemon. Both are whole processes, in turn; the table has the
median, the quarter that lies below and the one above, and the processor time of an average one.
"""

import argparse
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import quantiles

NGINX = """daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
events {{}}
http {{ access_log off; client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
  uwsgi_temp_path {folder}; scgi_temp_path {folder};
  server {{ listen 127.0.0.1:{port}; root {folder}/www; default_type application/json; }} }}
"""
FILTER = '.results[] | [.title, .release_date[:4], (.vote_average | tostring)] | @tsv'


def measured(line, environment):
    before, begin = getrusage(RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(line, env=environment, capture_output=True, check=True)
    wall, after = time.perf_counter() - begin, getrusage(RUSAGE_CHILDREN)
    assert done.stdout.count(b"\n") >= 20, done.stdout
    return wall * 1e3, (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1e3


def page():
    """As TMDB answers a search: 20 films with what it tells of each."""
    film = {"adult": False, "backdrop_path": "/x" * 16, "genre_ids": [878, 12, 28], "id": 438631,
            "original_language": "en", "original_title": "Dune", "overview": "A story. " * 40, "popularity": 61.2,
            "poster_path": "/y" * 16, "release_date": "2021-09-15", "title": "Dune", "video": False,
            "vote_average": 7.8, "vote_count": 14739}
    return json.dumps({"page": 1, "results": [film] * 20, "total_pages": 2, "total_results": 26})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--daemon", required=True)
    parser.add_argument("--client", required=True)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--port", type=int, default=18473)
    options = parser.parse_args()
    for program in "curl", "jq", "nginx":
        if not shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin"):
            sys.exit(f"{program} is missing")
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        programs = folder / "bin"
        programs.mkdir()
        for program in options.daemon, options.client:
            (programs / Path(program).name).symlink_to(Path(program).resolve())
        environment = {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "LANG": "C.UTF-8",
                       "PATH": f"{programs}:/usr/bin:/bin"}
        (folder / "www").mkdir()
        (folder / "www/search").write_text(page())
        (folder / "nginx.conf").write_text(NGINX.format(folder=folder, port=options.port))
        os.chmod(folder, 0o755)
        server = subprocess.Popen(["nginx", "-c", f"{folder}/nginx.conf"], stderr=subprocess.DEVNULL,
                                  env=environment | {"PATH": "/usr/sbin:/usr/bin"})
        stack.callback(server.terminate)
        address = f"http://127.0.0.1:{options.port}/search?query=dune"
        rows = {
            "curl | jq": ["sh", "-c", f"curl -s '{address}' | jq -r '{FILTER}'"],
            "movierpc search": ["movierpc", "search", "star", "--text", "--page-size", "20"],
            "movierpc search --format": ["movierpc", "search", "star", "--page-size", "20", "--format",
                                         "{title}\t{year}\t{vote_average}"],
        }
        stack.callback(subprocess.run, ["movierpc", "daemon", "stop"], env=environment, stdout=subprocess.DEVNULL)
        ready = ["sh", "-c", f"""until curl -sf '{address}' >{folder}/page; do sleep 0.1; done
            until movierpc call status | grep -q '"state":"ready"'; do sleep 0.1; done"""]
        subprocess.run(ready, env=environment, check=True, timeout=120)
        figures = {name: [] for name in rows}
        for _ in range(options.times):
            for name, line in rows.items():
                figures[name].append(measured(line, environment))
        print(f"{'':26}{'median':>10}{'middle half':>18}{'processor':>12}   ms, of {options.times}, 1-minute load"
              f" {os.getloadavg()[0]:.1f}")
        for name, pairs in figures.items():
            below, middle, above = quantiles([wall for wall, _ in pairs], n=4)
            busy = sum(used for _, used in pairs) / len(pairs)
            print(f"{name:26}{middle:10.1f}{f'{below:.1f} to {above:.1f}':>18}{busy:12.1f}")


if __name__ == "__main__":
    main()
