# shellcheck shell=bash disable=SC2154
# The hostile titles, for tests that read what a host shows of them. To be sourced, behind checks.sh.

# hostile_titles: puts the same films into $work/hostile.json, for the two below.
hostile_titles() { movierpc search hostile --page-size 100 --json >"$work/hostile.json"; }

# record KEY: has the daemon search for that film's title, which records the search, as it is but for U+0000.
record() {
  /usr/bin/python3 -c '
import json, sys
titles = {film["key"]: film["title"] for film in json.load(open(sys.argv[1]))["results"]}
print(json.dumps({"q": titles[sys.argv[2]].replace("\0", "")[:200]}))' "$work/hostile.json" "$1" |
    movierpc call search - >/dev/null
}

# shows KEY TEXT ...: each TEXT is that film's title and nothing else, as a line may show it: without controls and what
# turns the direction of writing, perhaps cut, perhaps with the year behind it.
shows() {
  /usr/bin/python3 -c '
import json, re, sys, unicodedata
names, key, *texts = sys.argv[1:]
title = next(film["title"] for film in json.load(open(names))["results"] if film["key"] == key)
turning = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
def bare(text):
  text = "".join(c for c in re.sub("[\u200b\u200d\\s%s]" % turning, "", text) if unicodedata.category(c) != "Cc")
  return text.translate(str.maketrans("\u201c\u201d\u2216", "\"\"\\"))
title = bare(title)
for text in texts:
  if re.search("[%s]" % turning, text): sys.exit(1)
  if any(unicodedata.category(c) == "Cc" for c in text): sys.exit(1)
  shown = bare(re.sub(r" \(20\d\d\)$", "", text.rstrip()))
  # Lists cut a title too, and less of it than a bar.
  cut = shown.endswith("\u2026") and len(shown) > 25 and (title.startswith(shown[:-1]) or shown.startswith(title[:-1]))
  if not (shown == title or cut): sys.exit(1)' "$work/hostile.json" "$@"
}
