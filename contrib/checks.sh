# shellcheck shell=bash
# What the tests in contrib share. To be sourced.

# The program that is tested against, with its version.
host() { printf '  host: %s\n' "$1"; }
pass() { printf '  ok: %s\n' "$1"; }

fail() {
  printf '  FAILED: %s\n' "$1" >&2
  exit 1
}

# As autotools have it, 77 is neither passed nor failed.
skip() {
  printf '  SKIPPED: %s\n' "$1" >&2
  exit 77
}

# need PROGRAM PACKAGE
need() { command -v "$1" >/dev/null || skip "$1 of Debian's $2 is not installed"; }

# until_true WHAT COMMAND ...: at most 30 s.
until_true() {
  local what=$1 end=$((SECONDS + 30))
  shift
  while [ $SECONDS -le $end ]; do
    "$@" >/dev/null 2>&1 && return
    sleep 0.1
  done
  fail "not so after 30 s: $what"
}

# world [OPTIONS of fake-tmdb]: a home of its own below $work (which the test makes), with a fake TMDB, a key for
# it and a daemon without the built-in titles, whose programs come first in PATH. What the test leaves behind is gone
# with it; call it once, in the test's own shell.
# shellcheck disable=SC2120 # most tests need no options
world() {
  local bin=${MOVIERPC_BIN:-$PWD/.build-release} fake
  for fake in "$bin/fake-tmdb" .build/release/fake-tmdb .build/debug/fake-tmdb; do [ -x "$fake" ] && break; done
  [ -x "$bin/movierpcd" ] || skip "$bin/movierpcd is not there: make release"
  [ -x "$fake" ] || skip "fake-tmdb is not there: swift build --product fake-tmdb"
  fake=$(realpath "$fake")
  # shellcheck disable=SC2154
  export HOME=$work/home XDG_RUNTIME_DIR=$work/run LANG=C.UTF-8 PATH=$bin:$PATH
  export TMDB_API_KEY=0123456789abcdef0123456789abcdef
  unset LC_ALL LC_MESSAGES LANGUAGE XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME MOVIERPC_SOCKET MOVIERPC_CONFIG
  unset YOUTUBE_API_KEY DISPLAY WAYLAND_DISPLAY DBUS_SESSION_BUS_ADDRESS
  mkdir -p "$HOME/.config/movierpc" "$XDG_RUNTIME_DIR"
  chmod 700 "$XDG_RUNTIME_DIR"
  "$fake" --port 0 "$@" >"$work/fake.toml" 2>"$work/fake.log" &
  world_fake=$!
  until_true "fake-tmdb answers" grep -q TMDB_API_KEY "$work/fake.toml"
  cp "$work/fake.toml" "$HOME/.config/movierpc/config.toml"
  # They would follow those that the fake finds.
  echo 'catalogue.embedded = false' >>"$HOME/.config/movierpc/config.toml"
  movierpc daemon start >/dev/null
}

# end_world: for the test's trap, before it removes $work. Without a world the daemon would be the user's own.
end_world() {
  [ -n "${world_fake:-}" ] || return 0
  movierpc daemon stop >/dev/null 2>&1 || true
  kill "${world_fake:-}" 2>/dev/null || true
}

daemon_pid() { movierpc --no-spawn call status | sed -n 's/.*"pid":\([0-9]*\).*/\1/p'; }

# What a search for `hostile` finds, a key a line: films of the fake whose names mean something to somebody.
hostile_keys() { movierpc search hostile --format '{key}' --page-size 100; }

# processes PATTERN: how many of this test's own processes, by its XDG_RUNTIME_DIR, have a command line like that.
processes() {
  local pid count=0
  for pid in $(pgrep -f -- "$1"); do
    grep -qzx "XDG_RUNTIME_DIR=$XDG_RUNTIME_DIR" "/proc/$pid/environ" 2>/dev/null && count=$((count + 1))
  done
  echo $count
}

# gone PATTERN: waits until none of this test's processes has a command line like that; it took $took ms. That should be
# within a second; a machine that is busy with something else gets more.
gone() {
  local begin=${EPOCHREALTIME/./}
  while :; do
    took=$(((${EPOCHREALTIME/./} - begin) / 1000))
    [ "$(processes "$1")" != 0 ] || return 0
    [ $took -lt 5000 ] || fail "still there after 5 s: $(pgrep -af -- "$1")"
    sleep 0.05
  done
}
