// movierpc in GJS, for AGS and Astal: an object whose properties follow the daemon. Needs only GLib and Gio.
import Gio from "gi://Gio"
import GLib from "gi://GLib"
import GObject from "gi://GObject"

const MAX_WAITING = 64
const PATIENCE_MS = 5000

/** One line of a title, which may be anything. Labels must not read it as markup: set `label`, never `useMarkup`. */
export const plain = (text, max = 200) => {
  const line = String(text ?? "")
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\0-\x1f\x7f-\x9f\u2028\u2029\s]+/g, " ")
    .trim()
  const characters = [...line]
  return characters.length > max ? characters.slice(0, max - 1).join("") + "…" : line
}

export class MovieError extends Error {
  constructor(kind, message) {
    super(message)
    this.kind = kind
  }
}

const state = (name) =>
  GObject.ParamSpec.jsobject(name, name, `The state of the topic ${name}; null without a daemon`, GObject.ParamFlags.READABLE)
const TOPICS = ["player", "library", "downloads", "releases"]

/** `new Movies()` follows at once; it starts no daemon for that, since a person may have stopped it. */
export const Movies = GObject.registerClass(
  { GTypeName: "MovieRPCMovies", Properties: Object.fromEntries(TOPICS.map((topic) => [topic, state(topic)])) },
  class Movies extends GObject.Object {
    constructor({ path = Movies.path() } = {}) {
      super()
      for (const topic of TOPICS) this[`_${topic}`] = null
      this._path = path
      this._waiting = new Map()
      this._number = 0
      this._delay = 500
      this._connect().catch(() => {})
    }

    get player() { return this._player }
    get library() { return this._library }
    get downloads() { return this._downloads }
    get releases() { return this._releases }

    static path() {
      const runtime = GLib.getenv("XDG_RUNTIME_DIR") || GLib.get_user_runtime_dir()
      return GLib.getenv("MOVIERPC_SOCKET") || GLib.build_filenamev([runtime, "movierpc", "socket"])
    }

    /** The result of a method; a MovieError with its `kind` if it is refused. Starts a daemon if none runs. */
    async call(method, params = {}, timeoutMs = 15000) {
      if (!this._connection) await this._connect().catch(() => this._start().then(() => this._connect()))
      return this._send(method, params, timeoutMs + PATIENCE_MS)
    }

    close() {
      this._isClosed = true
      this._lose()
    }

    _connect() {
      this._connecting ??= new Promise((resolve, reject) => {
        const client = new Gio.SocketClient()
        client.connect_async(new Gio.UnixSocketAddress({ path: this._path }), null, (_, result) => {
          this._connecting = null
          try {
            this._connection = client.connect_finish(result)
          } catch (error) {
            this._again()
            reject(new MovieError("offline", error.message))
            return
          }
          this._delay = 500
          this._read(this._connection, new Gio.DataInputStream({ baseStream: this._connection.inputStream }))
          this._watch()
          this._send("hello", { client: "ags" }, PATIENCE_MS).catch(() => {})
          // What the profile has locked has no state.
          const taken = ({ topics }) => TOPICS.forEach((topic) => this._set(topic, topics[topic]?.data ?? null))
          this._send("subscribe", { topics: TOPICS }, PATIENCE_MS, taken).catch(() => this._lose())
          resolve()
        })
      })
      return this._connecting
    }

    _read(connection, lines) {
      lines.read_line_async(GLib.PRIORITY_DEFAULT, null, (_, result) => {
        let line = null
        try {
          ;[line] = lines.read_line_finish_utf8(result)
        } catch {}
        if (connection !== this._connection) return
        try {
          if (line === null) this._lose()
          else this._take(JSON.parse(line))
        } catch (error) {
          logError(error, "movierpc")
          this._lose()
        }
        if (connection === this._connection) this._read(connection, lines)
      })
    }

    _take(message) {
      this._isSilent = false
      if (message.method === "event") {
        this._set(message.params.topic, message.params.data)
        return
      }
      const asked = this._waiting.get(message.id)
      if (!asked) return
      this._waiting.delete(message.id)
      GLib.source_remove(asked.timer)
      const { error, result } = message
      if (error) asked.reject(new MovieError(error.data?.kind ?? "internal_error", error.message))
      else {
        // At once: the next line may be an event, which is newer.
        asked.taken?.(result)
        asked.resolve(result)
      }
    }

    _set(topic, value) {
      if (!TOPICS.includes(topic) || (value === null && this[`_${topic}`] === null)) return
      this[`_${topic}`] = value
      this.notify(topic)
    }

    _send(method, params, timeoutMs, taken) {
      if (this._waiting.size >= MAX_WAITING) return Promise.reject(new MovieError("overloaded", "too many requests"))
      return new Promise((resolve, reject) => {
        const id = ++this._number
        const timer = GLib.timeout_add(GLib.PRIORITY_DEFAULT, timeoutMs, () => {
          this._waiting.delete(id)
          reject(new MovieError("timeout", `${method}: movierpcd does not answer`))
          return GLib.SOURCE_REMOVE
        })
        this._waiting.set(id, { resolve, reject, timer, taken })
        const line = new TextEncoder().encode(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n")
        try {
          // Requests are small: a daemon that does not take one at once hangs, or has gone.
          if (this._connection.get_socket().send_with_blocking(line, false, null) < line.length) this._lose()
        } catch {
          this._lose()
        }
      })
    }

    _start() {
      this._starting ??= new Promise((resolve, reject) => {
        const ended = (process, result) => {
          this._starting = null
          if (process.wait_check_finish(result)) resolve()
        }
        const flags = Gio.SubprocessFlags.STDOUT_SILENCE
        const process = Gio.Subprocess.new(["movierpc", "daemon", "start", "--socket", this._path], flags)
        process.wait_check_async(null, (...said) => {
          try {
            ended(...said)
          } catch (error) {
            reject(new MovieError("offline", error.message))
          }
        })
      }).catch((error) => {
        this._starting = null
        throw error instanceof MovieError ? error : new MovieError("offline", error.message)
      })
      return this._starting
    }

    /** A daemon that hangs says nothing: after 20 seconds of silence it is asked. */
    _watch() {
      this._watchdog = GLib.timeout_add_seconds(GLib.PRIORITY_DEFAULT, 20, () => {
        if (this._isSilent) this._send("ping", {}, PATIENCE_MS).catch(() => this._lose())
        this._isSilent = true
        return GLib.SOURCE_CONTINUE
      })
    }

    _lose() {
      const connection = this._connection
      this._connection = null
      if (this._watchdog) GLib.source_remove(this._watchdog)
      this._watchdog = 0
      connection?.close_async(GLib.PRIORITY_DEFAULT, null, () => {})
      for (const { reject, timer } of this._waiting.values()) {
        GLib.source_remove(timer)
        reject(new MovieError("offline", "movierpcd has gone"))
      }
      this._waiting.clear()
      TOPICS.forEach((topic) => this._set(topic, null))
      this._again()
    }

    _again() {
      if (this._retry || this._isClosed) return
      this._retry = GLib.timeout_add(GLib.PRIORITY_DEFAULT, this._delay, () => {
        this._retry = 0
        if (!this._connection && !this._isClosed) this._connect().catch(() => {})
        return GLib.SOURCE_REMOVE
      })
      this._delay = Math.min(this._delay * 2, 4000)
    }
  },
)
