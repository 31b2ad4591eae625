# shellcheck shell=bash
# shellcheck disable=SC2154,SC1091
# A person's keys, and what is on the screen. Sourced by the test.

terminal() { tmux -f /dev/null -S "$work/tmux" "$@"; }
screen() { terminal capture-pane -p; }
on_screen() { screen | grep -qF -- "$1"; }
not_on_screen() { ! on_screen "$1"; }
keys() { terminal send-keys "$@"; }

cat >"$work/init.lua" <<'EOF'
vim.opt.runtimepath:prepend(vim.env.PLUGIN)
vim.o.swapfile = false
vim.o.laststatus = 2
vim.o.statusline = "here: %{%v:lua.require'movierpc'.statusline()%} :end"
require("movierpc").setup({ statusline = { "browse:downloaded" } })
EOF
terminal new-session -d -x 120 -y 36 nvim -u "$work/init.lua" -i NONE
until_true "Neovim is there" on_screen "here:"

# Drawn from nothing, the screen is the same: nothing is left over from the title before.
fresh() {
  local before
  for _ in $(seq 50); do
    before=$(screen)
    keys C-x
    sleep 0.1
    [ "$before" = "$(screen)" ] && return
  done
  fail "something is left over from the title before: $(diff <(echo "$before") <(screen))"
}

keys ":Movie" Enter
until_true "the picker is there" on_screen "<Esc> close"
# C-x redraws, in this picker.
keys Escape ":inoremap <C-x> <Cmd>mode<CR>" Enter ":Movie" Enter
until_true "the picker is there again" on_screen "<Esc> close"
keys hostile
until_true "hostile titles are there" on_screen "Fast & Furious (2010)"
for key in $(hostile_keys); do
  until_true "details of $key" on_screen " $key"
  until_true "all details of $key" on_screen " min · PG-13"
  fresh
  keys Down
done
keys Enter
until_true "the float" on_screen "q close"
keys q
until_true "the float is gone" not_on_screen "q close"
pass "typed, and 21 hostile titles chosen one after the other: nothing is left over"

for key in $(hostile_keys); do
  name=$(movierpc detail "$key" --format '{title}' | LC_ALL=C sed 's|^ *||; s|[^ -~].*||; s|^\(.\{30\}\).*|\1|; s| *$||')
  movierpc download "$key" --assets detail >/dev/null
  until_true "$key in the status line" on_screen "here: $name"
done
until_true "and nothing behind it" on_screen " :end"
unowned
pass "21 hostile titles in the status line, on a screen"

keys ":MovieWatchlist" Enter
until_true "the watchlist" on_screen "q close"
kill -9 "$(daemon_pid)"
until_true "another daemon" movierpc --no-spawn call ping
until_true "the watchlist again" on_screen "titles  <CR>"
pass "daemon killed below the watchlist: it is back"

editor=$(terminal display-message -p '#{pane_pid}')
kill -9 "$editor"
sleep 1
[ "$(processes 'nvim|movierpc (watch|daemon)')" = 0 ] || fail "Neovim killed: something is left"
pass "Neovim killed: no process of it is left after 1 s"
