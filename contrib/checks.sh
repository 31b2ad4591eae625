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
  local what=$1
  shift
  for _ in $(seq 300); do
    "$@" >/dev/null 2>&1 && return
    sleep 0.1
  done
  fail "not so after 30 s: $what"
}
