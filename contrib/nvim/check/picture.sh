# shellcheck shell=bash
# shellcheck disable=SC2154,SC2016
# screenshot.png: the picker in a terminal, with the built-in catalogue. Sourced by the test.

need Xvfb xvfb
need xterm xterm
need import imagemagick
movierpc daemon stop >/dev/null
rm -rf "$HOME"
mkdir -p "$HOME"
unset TMDB_API_KEY
movierpc daemon start >/dev/null
movierpc watchlist add movie/438631 >/dev/null
until_true "the catalogue" movierpc detail movie/438631

cat >"$work/films.md" <<'EOF'
# To see this winter

- Arrival (2016)
- Blade Runner 2049 (2017)
- 
EOF
cat >"$work/picture.lua" <<'EOF'
vim.opt.runtimepath:prepend(vim.env.PLUGIN)
vim.o.termguicolors, vim.o.background, vim.o.swapfile, vim.o.ruler = true, "dark", false, false
vim.o.laststatus, vim.o.showmode, vim.o.number = 2, false, true
vim.o.statusline = " %t%=%{%v:lua.require'movierpc'.statusline()%} "
for name, colours in pairs({
  Normal = { "#c8d3e6", "#1b1f2a" }, Comment = { "#7a869e" }, Title = { "#f2c879", bold = true },
  Visual = { nil, "#2f3a52" }, Identifier = { "#7fb4ca" }, Number = { "#98bb8c" }, String = { "#e0a47a" },
  Underlined = { "#a3b8ef" }, Statement = { "#c39ac9" }, LineNr = { "#4a556b" }, EndOfBuffer = { "#1b1f2a" },
  StatusLineNC = { "#c8d3e6", "#2a3142" },
}) do
  vim.api.nvim_set_hl(0, name, { fg = colours[1], bg = colours[2], bold = colours.bold })
end
EOF
Xvfb -displayfd 5 -screen 0 1400x900x24 -nolisten tcp 5>"$work/display" 2>/dev/null &
xvfb=$!
until_true "a screen" [ -s "$work/display" ]
DISPLAY=:$(cat "$work/display") xterm -b 10 -bw 0 -fa 'DejaVu Sans Mono' -fs 12 -geometry 108x29+0+0 \
  -bg '#1b1f2a' -fg '#c8d3e6' +sb -e sh -c 'echo "$WINDOWID" >"$1/window"
    exec nvim -u "$1/picture.lua" -i NONE --listen "$1/nvim" -c "normal! G\$" -c "Movie dune" "$1/films.md"' sh "$work" &
until_true "Neovim is there" [ -S "$work/nvim" ]
seen() {
  nvim --server "$work/nvim" --remote-expr "join(map(nvim_list_bufs(), 'join(getbufline(v:val, 1, \"\$\"))'))" 2>&1 |
    grep -q "Director.*Villeneuve"
}
until_true "details of Dune" seen
sleep 0.5
DISPLAY=:$(cat "$work/display") import -window "$(cat "$work/window")" -strip "$PLUGIN/screenshot.png"
nvim --server "$work/nvim" --remote-send '<C-\><C-n>:qa!<CR>' || true
until_true "Neovim is gone" [ ! -S "$work/nvim" ]
kill "$xvfb"
pass "screenshot.png: $(identify -format '%wx%h' "$PLUGIN/screenshot.png")"
