# shellcheck shell=bash disable=SC2154
# What makes the pictures of pages: a screen that nobody sees, a terminal on it, and the file. To be sourced behind
# checks.sh, in the folder of the project; what it starts ends with end_screen.
source contrib/posters.sh

# real_titles: behind `world`. The daemon has the built-in catalogue in place of the fake, and an empty library.
real_titles() {
  movierpc daemon stop >/dev/null
  unset TMDB_API_KEY
  rm -rf "$HOME"
  mkdir -p "$HOME/.config/movierpc"
  whole_catalogue
}

# screen WIDTHxHEIGHT: what is started from here on draws there.
screen() {
  need Xvfb xvfb
  need import imagemagick
  : >"$work/display"
  Xvfb -displayfd 9 -screen 0 "$1x24" -nolisten tcp 9>"$work/display" 2>/dev/null &
  screen_pid=$!
  disown
  until_true "Xvfb runs" test -s "$work/display"
  DISPLAY=:$(cat "$work/display")
  export DISPLAY
}
end_screen() { kill "${screen_pid:-}" "${posters_pid:-}" 2>/dev/null || true; }

# in_xterm COLUMNSxROWS COMMAND ...: in the upper left corner of the screen.
in_xterm() {
  need xterm xterm
  local size=$1 number=0 resources=() colour
  shift
  # The terminal's own blue cannot be read on a dark ground.
  for colour in 2a3142 e06c75 98bb8c e0c27a 7aa2d6 c39ac9 7fb4ca c8d3e6 \
    7a869e e88a91 aecfa3 f2d9a0 a3b8ef d7b3dc 9fcadb eceff4; do
    resources+=(-xrm "*color$number: #$colour")
    number=$((number + 1))
  done
  COLORTERM=truecolor xterm "${resources[@]}" -b 10 -bw 0 -fa 'DejaVu Sans Mono' -fs 12 -geometry "$size+0+0" \
    -bg '#1b1f2a' -fg '#c8d3e6' +sb -e "$@" 2>/dev/null &
  disown
}

# in_terminal COLUMNSxROWS COMMAND ...: the same, in a tmux that nobody sees: `keys` types, `shows` reads.
pane() { tmux -S "$work/terminal" "$@"; }
in_terminal() {
  need tmux tmux
  local size=$1
  shift
  printf 'set -g %s\n' 'status off' 'default-terminal tmux-256color' 'terminal-overrides ,xterm*:Tc' 'escape-time 0' \
    'default-size '"$size" >"$work/terminal.conf"
  COLORTERM=truecolor pane -f "$work/terminal.conf" -u new-session -d -- "$@"
  in_xterm "$size" tmux -S "$work/terminal" -u attach
  until_true "the terminal is on the screen" has_client
}
has_client() { [ -n "$(pane list-clients)" ]; }
keys() { pane send-keys "$@"; }
shows() { [[ $(pane capture-pane -p) == *"$1"* ]]; }

# photograph FILE: the screen without what is empty around it, once it does not change.
photograph() {
  until_true "the picture is complete" is_steady
  convert "$work/one.ppm" -bordercolor "${ground:-black}" -border 1 -trim +repage "$1"
}
is_steady() {
  import -window root "$work/one.ppm" && sleep 0.5 && import -window root "$work/two.ppm" &&
    cmp -s "$work/one.ppm" "$work/two.ppm"
}

# page_picture FILE PICTURE ...: the pictures one below the other, small enough for a page.
page_picture() {
  local file=$1 bytes
  shift
  convert "$@" -append +dither -colors "${colours:-200}" -define png:compression-level=9 -strip "PNG8:$file"
  bytes=$(stat -c %s "$file")
  [ "$bytes" -lt 61440 ] || fail "$file has $bytes bytes"
  pass "$file: $(identify -format '%wx%h' "$file"), $bytes bytes"
}
