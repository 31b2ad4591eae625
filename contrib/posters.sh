# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034 # the test that sources this has work, and ends posters_pid
# Posters for the pictures of pages, drawn here: those of films belong to others. To be sourced.

# draw_poster FILE TITLE: a landscape in the colours of the title, and the title.
draw_poster() {
  local seed hue shapes='' layer x y
  seed=$(cksum <<<"$2")
  seed=${seed%% *}
  hue=$((seed % 360))
  shapes="fill hsl($(((hue + 45) % 360)),85%,72%) circle $((90 + seed / 7 % 160)),$((150 + seed / 11 % 60)) $((90 + seed / 7 % 160)),$((95 + seed / 13 % 40))"
  for layer in 0 1 2; do
    shapes+=" fill hsl($hue,40%,$((34 - layer * 11))%) polygon 0,513"
    for x in 0 57 114 171 228 285 342; do
      y=$((260 + layer * 55 + (seed / (x + 3 + layer * 17) + x * (layer + 1)) % 62))
      shapes+=" $x,$y"
    done
    shapes+=" 342,513"
  done
  convert -size 342x513 "gradient:hsl($hue,55%,22%)-hsl($(((hue + 40) % 360)),65%,58%)" -draw "$shapes" \
    \( -background none -fill white -font DejaVu-Sans-Bold -size 306x110 -gravity center "caption:${2^^}" \) \
    -gravity south -geometry +0+18 -composite -quality 88 "$1"
}

# posters: lines of a path and a title, from standard input, are the posters that the daemon fetches from now on.
posters() {
  local path title folder=$work/posters/t/p size configuration
  mkdir -p "$folder/w342"
  for size in w92 w154 w185 w500; do ln -sfn w342 "$folder/$size"; done
  while IFS=$'\t' read -r path title; do
    # Tabs before the title are one: without a poster the path is the title.
    [[ $path != /* ]] || draw_poster "$folder/w342$path" "$title"
  done
  python3 -u -m http.server 0 --bind 127.0.0.1 --directory "$work/posters" >"$work/posters.log" 2>&1 &
  posters_pid=$!
  until_true "posters are served" grep -q 'port [0-9]' "$work/posters.log"
  configuration=$HOME/.config/movierpc/config.toml
  touch "$configuration"
  sed -i '/^tmdb.image_base_url/d' "$configuration"
  printf 'tmdb.image_base_url = "http://127.0.0.1:%s/t/p"\n' "$(sed -n 's/.* port \([0-9]*\) .*/\1/p' "$work/posters.log")" \
    >>"$configuration"
  movierpc daemon restart >/dev/null
}

# A catalogue that is being built has the best-known titles only.
whole_catalogue() { until movierpc call status | grep -q '"state":"ready"'; do sleep 0.2; done; }
