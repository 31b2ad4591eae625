"""What pages have for the configuration of other programs, read by these where they are installed.

Each reader gets a block and a Home, and returns what is wrong, or None.
"""

import configparser
import json
import os
import re
import shutil
import subprocess
import tomllib

from pages import ROOT


def run(command, home):
    """What a command says if it fails; a program that is not installed reads nothing."""
    if not shutil.which(command[0], path=home.environment["PATH"]):
        home.left_out.add(command[0])
        return None
    done = subprocess.run(command, env=home.environment, cwd=home.folder, capture_output=True, text=True, check=False,
                          timeout=60, stdin=subprocess.DEVNULL)
    return (done.stderr + done.stdout).strip() or f"status {done.returncode}" if done.returncode else None


def written(block, home, name):
    path = os.path.join(home.folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(block.text)
    return path


def shipped(block, name):
    with open(os.path.join(ROOT, os.path.dirname(block.page), name), encoding="utf-8") as file:
        return file.read()


def sections(text):
    parser = configparser.ConfigParser(interpolation=None, delimiters="=")
    parser.optionxform = str
    parser.read_string(text)
    return parser


def daemon(block, home):
    return run(["movierpcd", "--config", written(block, home, "page.toml"), "--check-config"], home)


def emacs(block, home):
    program = written(block, home, "page.el")
    return run(["emacs", "-Q", "--batch", "-L", os.path.join(ROOT, "contrib/emacs"), "-l", "movierpc", "-l", program], home)


def vim(block, home):
    script = f"try | source {written(block, home, 'page.vim')} | catch | cquit | endtry"
    return run(["vim", "-u", "NONE", "-i", "NONE", "-n", "-es", "-N", "--cmd", f"set rtp^={ROOT}/contrib/vim",
                "-c", script, "-c", "qall!"], home)


def neovim(block, home):
    program = written(block, home, "page.lua")
    script = f"lua local ok, e = pcall(dofile, '{program}') if not ok then print(e) vim.cmd('cq') end"
    return run(["nvim", "--headless", "-u", "NONE", "-i", "NONE", "-n", "--cmd", f"set rtp^={ROOT}/contrib/nvim",
                "-c", script, "-c", "qall!"], home)


def tmux(block, home):
    """Our own file is where the page puts it."""
    place = os.path.join(home.folder, ".config/tmux")
    os.makedirs(place, exist_ok=True)
    shutil.copy(os.path.join(ROOT, "contrib/tmux/movierpc.conf"), place)
    # One of its own: that of the block before may be ending still.
    server = ["tmux", "-S", os.path.join(home.folder, f"tmux-{block.number}"), "-f", "/dev/null"]
    said = run([*server, "new-session", "-d", ";", "source-file", written(block, home, "page.tmux")], home)
    run([*server, "kill-server"], home)
    return said


def waybar(block, home):
    """A part of its JSON: the modules it names are ours or its own, and the command of a picture prints a file."""
    text = block.text.strip().rstrip(",")
    ours = set(re.findall(r'"(custom/[^"]*)":', shipped(block, "movierpc.jsonc") + text))
    settings = json.loads("{" + text + "}")
    if unknown := set(re.findall(r'"(custom/[^"]*)"', json.dumps(settings))) - ours:
        return f"{unknown} are not in movierpc.jsonc"
    commands = [module["exec"] for name, module in settings.items() if name.startswith("image#")]
    return next((said for one in commands if (said := run(["sh", "-c", f'test -f "$({one})"'], home))), None)


def polybar(block, home):
    sections("[bar]\n" + block.text)
    ours = re.findall(r"module/(movie-\w+)", shipped(block, "movierpc.ini"))
    unknown = set(re.findall(r"\bmovie-\w+", block.text)) - set(ours)
    return f"{unknown} are not in movierpc.ini" if unknown else None


def i3blocks(block, home):
    ours = sections(shipped(block, "config"))
    for name, values in sections(block.text).items():
        if not set(values.items()) <= set(dict(ours[name]).items()):
            return f"[{name}] is not as in config"
    return None


def i3status(block, home):
    blocks = tomllib.loads(shipped(block, "movierpc.toml"))["block"]
    for one in tomllib.loads(block.text)["block"]:
        if not any(one.items() <= ours.items() for ours in blocks):
            return "it is not a block of movierpc.toml"
    return None


def style(block, home):
    """An @import or an (include) names a file of the page's folder."""
    for name in re.findall(r'"([^"]*)"', block.text):
        folder = os.path.join(ROOT, os.path.dirname(block.page))
        if not any(os.path.exists(os.path.join(folder, name + end)) for end in ("", ".scss")):
            return f"there is no {name}"
    return None


def eww(block, home):
    """test-yuck also looks for who uses the variable; here nothing does."""
    text = block.text + "(defwidget page [] (label :text {movie_trending.text}))\n"
    block.lines = text.rstrip("\n").split("\n")
    return run([os.path.join(ROOT, "contrib/eww/test-yuck"), written(block, home, "page.yuck")], home)


def mpv(block, home):
    """Our script has a default for each option."""
    names = re.findall(r"^(\w+)=", block.text, re.MULTILINE)
    missing = [name for name in names if not re.search(rf"\b{name} = ", shipped(block, "movierpc.lua"))]
    return f"movierpc.lua has no option {missing}" if missing or not names else None


def unit(block, home):
    place = os.path.join(home.folder, "units/movierpcd.service.d")
    os.makedirs(place, exist_ok=True)
    written(block, home, "units/movierpcd.service.d/page.conf")
    programs = home.environment["PATH"].split(":")[0]
    if said := run([os.path.join(ROOT, "contrib/systemd/units"), programs, os.path.dirname(place)], home):
        return said
    # Of what it does not know it only warns.
    verify = "! systemd-analyze verify --user --man=no units/movierpcd.service 2>&1 | grep ."
    return run(["sh", "-c", verify], home) if run(["systemd-analyze", "--version"], home) is None else None


def python(block, home):
    return run(["python3", "-W", "error", written(block, home, "page.py")], home)


# By the page, or its folder, and the beginning of a block's first line; the first that fits.
READERS = [
    ("contrib/manual/configuration.md", r"", daemon),
    ("contrib/manual/sync.md", r"\[sync\]", daemon),
    ("contrib/mpv", r"player\.", daemon),
    ("Protocol", r"tmdb\.", daemon),
    ("Protocol", r"import ", python),
    ("contrib/emacs", r"\(", emacs),
    ("contrib/vim", r"set ", vim),
    ("contrib/nvim", r"require", neovim),
    ("contrib/tmux", r"(set|source-file) ", tmux),
    ("contrib", r"(@import|\(include) ", style),
    ("contrib/waybar", r'"', waybar),
    ("contrib/polybar", r"[a-z-]+ = ", polybar),
    ("contrib/i3blocks", r"\[", i3blocks),
    ("contrib/i3status-rust", r"\[\[", i3status),
    ("contrib/eww", r"\(deflisten", eww),
    ("contrib/mpv", r"# ", mpv),
    ("contrib/systemd", r"\[Service\]", unit),
]


def reader(block):
    for page, beginning, function in READERS:
        if block.page.startswith(page) and re.match(beginning, block.lines[0]):
            return function
    return None
