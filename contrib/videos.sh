# shellcheck shell=bash disable=SC2154
# Something to play and to fetch, for tests of what shows it. To be sourced after checks.sh, in the folder of the project.

# videos: behind `world`. What mpv plays is ten minutes of a test picture, whatever it is told to play, without window
# and sound. What a download fetches as trailer is the same; $work/progress has how far it is, as `500 1000`, and it is
# there when $work/fetched is. With $work/failing it fails.
videos() {
  mpv --no-config --really-quiet 'av://lavfi:testsrc=duration=600:size=64x48:rate=1' \
    --o="$work/film.mkv" --of=matroska --ovc=mpeg4 </dev/null
  cat >"$work/film.lua" <<END
mp.add_hook("on_load", 50, function() mp.set_property("stream-open-filename", "$work/film.mkv") end)
END
  cat >"$work/fetch" <<END
#!/bin/sh
while [ "\$1" != --output ]; do shift; done
while [ ! -e "$work/fetched" ]; do
  [ ! -e "$work/failing" ] || exit 0
  [ ! -e "$work/progress" ] || echo "movierpc \$(cat "$work/progress") NA"
  sleep 0.2
done
cp "$work/film.mkv" "\$(dirname "\$2")/file.mkv"
END
  chmod +x "$work/fetch"
  cat >>"$HOME/.config/movierpc/config.toml" <<END
player.command = ["mpv", "--no-config", "--vo=null", "--ao=null", "--ytdl=no", "--script=$work/film.lua"]
downloads.command = ["$work/fetch"]
END
  movierpc daemon restart >/dev/null
}
