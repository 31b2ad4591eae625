#!/bin/sh
# Prints the size of a tree of this project and, with --times, how long a developer waits in it.
#
#     Tests/figures.sh [--times] [TREE]
#
# The times are of debug builds in a copy of the tree that is removed at the end: one function's body changed, a property
# of `Title` added, a method added. Each begins from a finished build.
set -eu
times=
[ "${1-}" != --times ] || { times=1; shift; }
tree=$(cd "${1-$(dirname "$0")/..}" && pwd)

sources() { find "$tree/Sources" -name '*.swift'; }
count() { sources | xargs grep -hE "$1" | wc -l; }
# PATTERN MODULE...: how often it occurs in them.
matches() {
  pattern=$1
  shift
  (cd "$tree/Sources" && grep -rhoE --include='*.swift' "$pattern" "$@" | wc -l)
}
row() { printf '%-52s %8s\n' "$1" "$2"; }

row 'Swift files in Sources' "$(sources | wc -l)"
row 'lines' "$(sources | xargs cat | wc -l)"
row 'functions' "$(count '(^| )func ')"
row 'files of more than 250 lines' "$(sources | xargs wc -l | awk '$2 != "total" && $1 > 250' | wc -l)"
row 'parameters read by a string in the daemon' \
  "$(matches '(arguments|\$0)(\.(text|integer|number|boolean|texts|json)\("|\[")' MovieServer MovieProtocol)"
# A bracket after a value reads from it; any other begins a list.
row 'members read by a string in the client' "$(matches '[A-Za-z0-9_)?!]\["[a-z_.]+"\]' MovieClient movierpc)"
row 'lines of tests' "$(find "$tree/Tests" -name '*.swift' | xargs cat | wc -l)"
[ "$times" ] || exit 0

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -a "$tree/." "$copy"
cd "$copy"

# NAME: seconds of a build of the programs.
build() {
  begin=$(date +%s.%N)
  swift build >"$copy/log" 2>&1 || { tail -20 "$copy/log" >&2; exit 1; }
  row "$1" "$(echo "$(date +%s.%N) $begin" | awk '{ printf "%.0f s", $1 - $2 }')"
}

# FILE, then what sed does to it; it has to change something.
edit() {
  file=$1
  shift
  cp "$file" "$copy/before"
  sed -i "$@" "$file"
  ! cmp -s "$file" "$copy/before" || { echo "figures: $file has changed: mend $0" >&2; exit 1; }
}

rm -rf .build
build 'build, everything'
build 'build, nothing changed'
edit Sources/MovieStore/Catalogue/CatalogueStorage.swift 's/^    \/\/ Another daemon may be writing.*/    _ = 41 + 1\n&/'
build 'build, the body of a function changed'
edit Sources/MovieProtocol/Values/Title.swift 's/^  package var isAdult: Bool$/  package var figures = 0\n&/'
build 'build, a property of Title added'
cat >Sources/MovieProtocol/Methods/Echo.swift <<'END'
import JSONRPC

package enum EchoMethod: RPCMethod {
  package static let text = Param(required: "text", .text(1...200, trimmed: true), "What comes back.")
  package static let method = Method(
    "echo", "repeat a text", description: "The text comes back.", parameters: [text],
    result: .object([.init("text", .text("As it was sent."))]), example: ["text": "hello"])
}
END
mkdir -p Sources/MovieServer/Features/Echo
cat >Sources/MovieServer/Features/Echo/EchoHandler.swift <<'END'
import EventLoop
import JSONRPC
import MovieProtocol

@LoopActor
enum EchoHandler {
  static let handlers = [MethodHandler(EchoMethod.self, .immediate(echo))]

  static func echo(_ call: Call) throws(RPCError) -> Response {
    var writer = JSONWriter()
    writer.object { $0.member("text", call[EchoMethod.text]) }
    return .bytes(writer.bytes)
  }
}
END
edit Sources/MovieProtocol/Capability.swift 's/PingMethod.method,/& EchoMethod.method,/'
edit Sources/MovieServer/Host/Methods/Router.swift 's/HomeHandler.handlers,/& EchoHandler.handlers,/'
build 'build, a method added'
