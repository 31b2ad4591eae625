#!/bin/sh
# Runs every test, in three processes, and ends with one line that counts them.
#
# Swift Testing's exit tests wait for any child of the process; a child that another test has not waited for (the client
# starts daemons and leaves them) would keep them waiting for ever. So the modules with exit tests run apart. The tests of
# whole programs do too: a program started while another test writes one would keep that file open, which then cannot run.
set -u
apart='EventLoopTests|MovieStoreTests'
programs='IntegrationTests'
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
for choice in "--filter $apart" "--skip $apart|$programs" "--filter $programs"; do
  # shellcheck disable=SC2086 # two words on purpose
  swift test --skip-build --disable-xctest $choice 2>&1 | tee -a "$log" | grep -E '^(✘|↳|➜|Fatal|error:)|Test run with'
  grep -qE '^✔ Test run with [1-9]' "$log" || status=1
done
# Each run's own line says how many there were; lines of single tests may be torn by what others print. The mark before
# them is one character or three bytes, as the locale has it.
awk '
  /^[^ ]+ Test run with [0-9]+ test/ { runs++; total += $5; if (/ failed after /) broken = 1 }
  /^✘ Test / && / failed after / && !/Test run with/ { failed++ }
  /^[^ ]+ Test / && / skipped/ { skipped++ }
  END { if (!failed && (broken || runs < 3)) failed = 1
        printf "%d passed, %d failed, %d skipped\n", total - failed, failed, skipped; exit failed > 0 }' "$log" || status=1
exit $status
