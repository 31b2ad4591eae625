# shellcheck shell=bash
# shellcheck disable=SC2154
# A person's keys, and what is on the screen. Sourced by the test.

terminal() { tmux -f /dev/null -S "$work/tmux" "$@"; }
screen() { terminal capture-pane -p; }
on_screen() { screen | grep -qF -- "$1"; }
not_on_screen() { ! on_screen "$1"; }
keys() { terminal send-keys "$@"; }

cat >"$work/vimrc" <<'EOF'
set nocompatible noswapfile encoding=utf-8 laststatus=2
let &runtimepath = $PLUGIN .. ',' .. &runtimepath
let g:movierpc_statusline = ['browse:downloaded']
set statusline=here:\ %{%movierpc#Status()%}\ :end
EOF
terminal new-session -d -x 120 -y 40 vim -u "$work/vimrc" -i NONE
until_true "Vim is there" on_screen "here:"

# Drawn from nothing, the screen is the same: nothing is left over from the title before.
fresh() {
  local before
  for _ in $(seq 50); do
    before=$(screen)
    terminal resize-window -x 119 -y 40
    terminal resize-window -x 120 -y 40
    sleep 0.2
    [ "$before" = "$(screen)" ] && return
  done
  fail "something is left over from the title before: $(diff <(echo "$before") <(screen))"
}

keys ":Movie hostile" Enter
until_true "the menu" on_screen "Fast & Furious (2010)"
fresh
keys q
until_true "the menu is gone" not_on_screen "Furious"
# The longest, then the shortest, in the same place.
for key in movie/980021 movie/980004 movie/980009; do
  keys ":MovieDetail $key" Enter
  until_true "details of $key" on_screen "│ $key "
  fresh
  keys q
  until_true "they are gone" not_on_screen "│ $key "
done
pass "the menu and details on a screen: nothing is left over"

for key in $(hostile_keys); do
  name=$(movierpc detail "$key" --format '{title}' |
    LC_ALL=C sed 's|^ *||; s|[^ -~].*||; s|^\(.\{30\}\).*|\1|; s| *$||')
  movierpc download "$key" --assets detail >/dev/null
  until_true "$key in the status line" on_screen "here: $name"
done
until_true "and nothing behind it" on_screen " :end"
unowned
pass "21 hostile titles in the status line, on a screen"

editor=$(terminal display-message -p '#{pane_pid}')
kill -9 "$editor"
sleep 1
[ "$(processes 'vim|movierpc (watch|daemon)')" = 0 ] || fail "Vim killed: something is left"
pass "Vim killed: no process of it is left after 1 s"
