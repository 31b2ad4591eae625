#!/bin/sh
# Installs the Debian packages named, where they are missing: as root or with sudo; else says what to type.
set -u
missing=
for package in "$@"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -z "$missing" ] && exit 0
if ! command -v apt-get >/dev/null; then
  echo "movierpc needs, by Debian's names:$missing; this system has no apt-get, so please install them yourself" >&2
  exit 1
fi
if [ "$(id -u)" = 0 ]; then
  sudo=
elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
  sudo=sudo
else
  echo "movierpc needs packages that are not installed. Type this, then try again:" >&2
  echo "    sudo apt-get install$missing" >&2
  exit 1
fi
echo "installing$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# A machine that has just been made has no list of packages yet.
# shellcheck disable=SC2086 # several words on purpose
{ $sudo apt-get update && $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing; } \
  >"$log" 2>&1 && exit 0
cat "$log" >&2
exit 1
