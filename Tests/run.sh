#!/bin/sh
# Runs every test, and ends with one line that counts them. With `quick`, not those of whole programs.
#
# In processes of their own run
# - the modules with exit tests: Swift Testing's exit tests wait for any child of the process; a child that another test
#   has not waited for (the client starts daemons and leaves them) would keep them waiting for ever;
# - those whose tests have deadlines of their own: all tests of a process begin at once and share one loop;
# - the tests of whole programs: a program started while another test writes one would keep that file open, which then
#   cannot run. They wait more than they compute, and a process runs no more tests at once than there are processors,
#   so they run in three processes, beside the modules: their suites are dealt out in turn.
set -u
apart='EventLoopTests|MovieStoreTests'
network='HTTPClientTests|MovieSourcesTests|RedisClientTests'
programs='IntegrationTests'
left_out='^$'
[ "${1-}" != quick ] || left_out="^$programs\."
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

# The program itself: `swift test` lets only one run at a time.
set -- .build/debug/*PackageTests.xctest
tests=$1

run() { # NAME of its log, then what to run
  log="$logs/$1.log"
  shift
  NO_COLOR=1 "$tests" --testing-library swift-testing "$@" 2>&1 | tee "$log" | grep -E '^(✘|↳|➜|Fatal|error:)|Test run with'
  # The last words of one that died tell why: no test has failed.
  grep -q 'Test run with' "$log" || tail -n 60 "$log"
  # A run that found no test, or died, has not passed.
  grep -qE '^✔ Test run with [1-9]' "$log" || touch "$logs/broken"
}

# The catalogue that the homes of tests share, where it is not there yet: what builds it yields to everything else.
"$tests" --testing-library swift-testing --filter FirstStartTests/catalogue_that_is_there >/dev/null 2>&1

"$tests" --testing-library swift-testing --list-tests | grep -v "$left_out" >"$logs/tests"
for hand in 0 1 2; do
  suites=$(sed -n "s|^$programs\.\([^/]*\)/.*|\1|p" "$logs/tests" | sort -u | awk "NR % 3 == $hand" | paste -sd '|')
  [ -z "$suites" ] || run "$programs-$hand" --filter "$programs\.($suites)/" &
done
run apart --filter "$apart"
# Not before: for each exit test, that would take seconds.
export SWIFT_BACKTRACE=enable=yes,color=no,threads=crashed,images=none,registers=none
run network --filter "$network"
run modules --skip "$apart|$network|$programs"
wait

# Each run's own line says how many there were: together as many as there are. Lines of single tests may be torn by what
# others print. The mark before them is one character or three bytes, as the locale has it.
awk -v broken="$(test ! -e "$logs/broken"; echo $?)" -v expected="$(wc -l <"$logs/tests")" '
  /^[^ ]+ Test run with [0-9]+ test/ { total += $5; if (/ failed after /) broken = 1 }
  /^✘ Test / && / failed after / && !/Test run with/ { failed++ }
  /^[^ ]+ Test / && / skipped/ { skipped++ }
  END { if (!failed && (broken || total != expected)) failed = 1
        printf "%d passed, %d failed, %d skipped\n", total - failed, failed, skipped; exit failed > 0 }' \
  "$logs"/*.log
