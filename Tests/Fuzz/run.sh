#!/bin/sh
# Usage: Tests/Fuzz/run.sh [SECONDS]
# Builds each target with libFuzzer and AddressSanitizer and runs it so long (default 60 s), with the requests of
# Protocol/transcripts as the corpus to begin with. Everything is made in $FUZZ_OUT (default .build/fuzz); what was found
# stays there.
set -eu
seconds=${1:-60}
root=$(cd "$(dirname "$0")/../.." && pwd)
out=${FUZZ_OUT:-$root/.build/fuzz}
mkdir -p "$out"

seeds() {
  cat "$root"/Protocol/transcripts/*.txt 2>/dev/null | sed -n 's/^--> *//p' >"$out/seeds"
  [ -s "$out/seeds" ] || cat >"$out/seeds" <<'SEEDS'
{"jsonrpc":"2.0","id":1,"method":"search","params":{"q":"dune","page":1}}
{"jsonrpc":"2.0","id":"\u00e9","method":"search","params":["dune",null,2.50e-3]}
{"jsonrpc": "2.0", "method": "ping", "params": [], "x": [[{"y": {}}], true, false]}
[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"ping"},1]
{"jsonrpc":"2.0","i\u0064":"\ud83d\ude39","method":"a\"\\\/\b\f\n\r\t"}
SEEDS
}

# One file a seed; for the framer eight bytes of choices first, and each message both as a line and as a body.
corpus() {
  rm -rf "$out/$1-seeds"
  mkdir -p "$out/$1-seeds" "$out/$1-corpus"
  number=0
  while IFS= read -r line; do
    number=$((number + 1))
    if [ "$1" = FuzzFramer ]; then
      length=$(printf '%s' "$line" | wc -c)
      printf '%08d%s\n%s\r\n\n' "$number" "$line" "$line" >"$out/$1-seeds/$number-line"
      printf '%08dContent-Length: %d\r\nContent-Type: x\r\n\r\n%sContent-Length: 2\n\n{}' \
        "$number" "$length" "$line" >"$out/$1-seeds/$number-body"
    else
      printf '%s' "$line" >"$out/$1-seeds/$number"
    fi
  done <"$out/seeds"
}

seeds
for target in FuzzFramer FuzzScanner; do
  swiftc -O -use-ld=lld -sanitize=fuzzer,address -parse-as-library -swift-version 6 -package-name movierpc \
    -module-name "$target" -o "$out/$target" "$root"/Sources/JSONRPC/*.swift "$root/Tests/Fuzz/$target.swift"
  corpus "$target"
  # The runtime's own metadata counts as a leak.
  ASAN_OPTIONS=detect_leaks=0 "$out/$target" -max_total_time="$seconds" -max_len=4096 -timeout=10 -print_final_stats=1 \
    -artifact_prefix="$out/$target-" "$out/$target-corpus" "$out/$target-seeds" >"$out/$target.log" 2>&1 || {
    tail -n 40 "$out/$target.log"
    echo "$target: failed, see $out/$target.log" >&2
    exit 1
  }
  echo "$target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$out/$target.log") inputs in $seconds s, no fault"
done
