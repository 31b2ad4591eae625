// The module in the real GJS, with the real daemon. Prints what holds, a line each.
import Gio from "gi://Gio"
import GLib from "gi://GLib"
import System from "system"
import { Movies, plain } from "./movierpc.js"

const check = (holds, what) => {
  if (!holds) throw new Error(what)
}
const movierpc = (...words) => {
  const [, out] = Gio.Subprocess.new(["movierpc", ...words], Gio.SubprocessFlags.STDOUT_PIPE).communicate_utf8(null, null)
  return out.trim()
}
const kill = (signal) => movierpc("--no-spawn", "call", "status").match(/"pid":(\d+)/)[1]
const signal = (name, pid) => Gio.Subprocess.new(["kill", `-${name}`, pid], 0).wait(null)
const until = (what, holds) =>
  new Promise((resolve, reject) => {
    const end = GLib.get_monotonic_time() + 30e6
    GLib.timeout_add(GLib.PRIORITY_DEFAULT, 50, () => {
      if (holds()) resolve()
      else if (GLib.get_monotonic_time() > end) reject(new Error(`not so after 30 s: ${what}`))
      else return GLib.SOURCE_CONTINUE
      return GLib.SOURCE_REMOVE
    })
  })

async function main() {
  const movies = new Movies()
  let notified = 0
  movies.connect("notify::library", () => notified++)
  await until("it follows", () => movies.library)
  check(movies.player.state === "stopped" && movies.library.watchlist === 0, "the states are others")
  await movies.call("watchlist.add", { key: "movie/900001" })
  await until("a change is heard", () => movies.library.watchlist === 1)
  check(notified === 2, `notified ${notified} times`)
  print("states follow the daemon, each change once")

  const { results } = await movies.call("search", { q: "hostile", page_size: 100 })
  check(results.length >= 20, `only ${results.length} hostile titles`)
  for (const { title } of results) {
    const line = plain(title)
    check(line && !/[\0-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/.test(line) && [...line].length <= 200, line)
  }
  const refused = await movies.call("detail", { key: "movie/999999999" }).catch((error) => error)
  check(refused.kind === "not_found", `refused: ${refused.kind}`)
  print(`${results.length} hostile titles come whole, and are one line each`)

  signal("KILL", kill())
  await until("the end is heard", () => movies.library === null && movies.player === null)
  const { pong } = await movies.call("ping")
  check(pong, "a call does not start the daemon")
  await until("it follows again", () => movies.library?.watchlist === 1)
  print("it survives the daemon, and a call starts it again")

  const pid = kill()
  signal("STOP", pid)
  const kinds = (await Promise.allSettled(Array.from({ length: 100 }, () => movies.call("ping", {}, -4000)))).map(
    ({ reason }) => reason.kind)
  signal("CONT", pid)
  check([...new Set(kinds)].sort().join() === "overloaded,timeout", `kinds: ${[...new Set(kinds)]}`)
  check((await movies.call("ping")).pong, "it does not answer again")
  movies.close()
  print("a daemon that hangs holds nobody up")
}

try {
  await main()
} catch (error) {
  printerr(error.message, error.stack)
  System.exit(1)
}
