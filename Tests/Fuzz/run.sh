#!/bin/sh
# Usage: Tests/Fuzz/run.sh [SECONDS]
# Builds each target with libFuzzer and AddressSanitizer and runs it so long (default 60 s), with a corpus to begin with:
# the requests of Protocol/transcripts, replies of Redis, addresses. Everything is made in $FUZZ_OUT (default
# .build/fuzz); what was found stays there. $FUZZ_TARGETS names some of the targets.
set -eu
seconds=${1:-60}
root=$(cd "$(dirname "$0")/../.." && pwd)
out=${FUZZ_OUT:-$root/.build/fuzz}
mkdir -p "$out"

requests() {
  cat "$root"/Protocol/transcripts/*.txt 2>/dev/null | sed -n 's/^--> *//p' >"$out/requests"
  [ -s "$out/requests" ] || cat >"$out/requests" <<'REQUESTS'
{"jsonrpc":"2.0","id":1,"method":"search","params":{"q":"dune","page":1}}
{"jsonrpc":"2.0","id":"\u00e9","method":"search","params":["dune",null,2.50e-3]}
{"jsonrpc": "2.0", "method": "ping", "params": [], "x": [[{"y": {}}], true, false]}
[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"ping"},1]
{"jsonrpc":"2.0","i\u0064":"\ud83d\ude39","method":"a\"\\\/\b\f\n\r\t"}
REQUESTS
  cat "$out/requests"
}

# With the escapes of printf.
replies() {
  cat <<'REPLIES'
+OK\r\n+PONG\r\n
-WRONGPASS invalid username-password pair\r\n
:0\r\n:-5\r\n:9223372036854775807\r\n
$-1\r\n*-1\r\n$0\r\n\r\n$4\r\na\r\nb\r\n
*2\r\n$31\r\nmovierpc 1 7200000 200 5\n{"a":}\r\n:7199000\r\n
*3\r\n*1\r\n*1\r\n*1\r\n$-1\r\n:7\r\n*0\r\n
$2147483647\r\n*64\r\n
REPLIES
}

addresses() {
  cat <<'ADDRESSES'
redis://films:se%3Acret%40@10.0.0.7:7000/15
valkeys://:word@[2001:db8::7]:6380/1?ssl_ca_certs=/etc/a%20b/ca.pem
rediss://store.lan
redis+unix://films:a%2Fb@/run/a%20b?db=3
unix:///run/redis/redis-server.sock
ADDRESSES
}

# One file a seed; for the framer eight bytes of choices first, and each message both as a line and as a body.
corpus() {
  rm -rf "$out/$1-seeds"
  mkdir -p "$out/$1-seeds" "$out/$1-corpus"
  number=0
  while IFS= read -r line; do
    number=$((number + 1))
    case $1 in
      FuzzFramer)
        length=$(printf '%s' "$line" | wc -c)
        printf '%08d%s\n%s\r\n\n' "$number" "$line" "$line" >"$out/$1-seeds/$number-line"
        printf '%08dContent-Length: %d\r\nContent-Type: x\r\n\r\n%sContent-Length: 2\n\n{}' \
          "$number" "$length" "$line" >"$out/$1-seeds/$number-body"
        ;;
      FuzzRESP) printf '%d%b' "$number" "$line" >"$out/$1-seeds/$number" ;;
      *) printf '%s' "$line" >"$out/$1-seeds/$number" ;;
    esac
  done
}

for target in ${FUZZ_TARGETS:-FuzzFramer FuzzScanner FuzzRESP FuzzRedisURL}; do
  case $target in
    FuzzRESP) set -- replies "$root"/Sources/RedisClient/RESP*.swift ;;
    FuzzRedisURL) set -- addresses "$root"/Sources/MovieProtocol/Settings/RedisURL.swift ;;
    *) set -- requests "$root"/Sources/JSONRPC/*.swift ;;
  esac
  "$1" | corpus "$target"
  shift
  swiftc -O -use-ld=lld -sanitize=fuzzer,address -parse-as-library -swift-version 6 -package-name movierpc \
    -module-name "$target" -o "$out/$target" "$@" "$root/Tests/Fuzz/$target.swift"
  # The runtime's own metadata counts as a leak.
  ASAN_OPTIONS=detect_leaks=0 "$out/$target" -max_total_time="$seconds" -max_len=4096 -timeout=10 -print_final_stats=1 \
    -artifact_prefix="$out/$target-" "$out/$target-corpus" "$out/$target-seeds" >"$out/$target.log" 2>&1 || {
    tail -n 40 "$out/$target.log"
    echo "$target: failed, see $out/$target.log" >&2
    exit 1
  }
  echo "$target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$out/$target.log") inputs in $seconds s, no fault"
done
