# shellcheck shell=bash
# shellcheck disable=SC2154,SC2016
# screenshot.png: the picker and the details in a terminal, with the built-in catalogue. Sourced by the test.

need Xvfb xvfb
need xterm xterm
need import imagemagick
movierpc daemon stop >/dev/null
rm -rf "$HOME"
mkdir -p "$HOME/.config/movierpc"
unset TMDB_API_KEY
source "$CHECKS/../../posters.sh"
whole_catalogue
movierpc watchlist add movie/348 >/dev/null
posters < <(movierpc detail movie/348 --format '{poster_path}\t{title}')

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
    exec nvim -u "$1/picture.lua" -i NONE --listen "$1/nvim" -c "normal! G\$" -c "Movie alien" "$1/films.md"' sh "$work" &
until_true "Neovim is there" [ -S "$work/nvim" ]
ask() { nvim --server "$work/nvim" --remote-expr "$1" 2>&1; }
seen() { ask "join(map(nvim_list_bufs(), 'join(getbufline(v:val, 1, \"\$\"))'))" | grep -q "Director.*Scott"; }
drawn() { ask "join(map(nvim_list_bufs(), 'nvim_buf_get_option(v:val, \"buftype\")'))" | grep -q terminal; }
see() { DISPLAY=:$(cat "$work/display") import -window "$(cat "$work/window")" -strip "$work/$1.png"; }
until_true "details of Alien" seen
sleep 0.5
see picker
nvim --server "$work/nvim" --remote-send '<CR>'
until_true "its poster" drawn
sleep 0.5
see details
convert "$work/picker.png" "$work/details.png" -append +dither -colors 200 -strip "$PLUGIN/screenshot.png"
kill "$posters_pid"
nvim --server "$work/nvim" --remote-send '<C-\><C-n>:qa!<CR>' || true
until_true "Neovim is gone" [ ! -S "$work/nvim" ]
kill "$xvfb"
pass "screenshot.png: $(identify -format '%wx%h' "$PLUGIN/screenshot.png")"
