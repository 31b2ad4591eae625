// The connection to movierpcd: a JSON text a line, over its socket. Needs nothing but Node.
"use strict";
const { execFile } = require("node:child_process");
const net = require("node:net");
const os = require("node:os");
const path = require("node:path");

const MAX_WAITING = 64;
const MAX_CHARACTERS = 8 << 20;
const PATIENCE_MS = 5000;

function defaultSocket(environment = process.env) {
  if (environment.MOVIERPC_SOCKET) return environment.MOVIERPC_SOCKET;
  const runtime = environment.XDG_RUNTIME_DIR || "";
  const { uid } = os.userInfo();
  return path.join(path.isAbsolute(runtime) ? runtime : `/run/user/${uid}`, "movierpc", "socket");
}

/** What the daemon refuses, with its `kind`; `offline` and `timeout` are ours. */
class MovieError extends Error {
  constructor(kind, message, data = {}) {
    super(message);
    this.kind = kind;
    this.data = data;
  }
}

/** One connection, made when it is needed, and again while `follow` has topics. */
class Client {
  constructor({ socket = "", command = "movierpc", name = "vscode" } = {}) {
    this.path = socket || defaultSocket();
    this.command = command;
    this.name = name;
    this.waiting = new Map();
    this.topics = new Map();
    this.number = 0;
    this.delay = 500;
  }

  /** The result of a method. Starts a daemon if none runs. */
  async call(method, params = {}, { timeoutMs = 15000 } = {}) {
    const socket = await this.connected().catch(async () => {
      await this.startDaemon();
      return this.connected();
    });
    return this.send(socket, method, params, timeoutMs);
  }

  /** heard() is given each state of the topic, and null without a daemon. It starts none: a person may have stopped it. */
  follow(topic, heard) {
    this.topics.set(topic, heard);
    this.connected().catch(() => this.later());
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    clearInterval(this.watchdog);
    this.socket?.destroy();
    this.lose();
  }

  connected() {
    this.connecting ??= new Promise((resolve, reject) => {
      const socket = net.createConnection({ path: this.path });
      socket.setEncoding("utf8");
      const parts = [];
      let length = 0;
      socket.on("connect", () => {
        this.socket = socket;
        this.delay = 500;
        this.watch();
        this.send(socket, "hello", { client: this.name }, PATIENCE_MS).catch(() => {});
        const topics = [...this.topics.keys()];
        if (topics.length) {
          // At once: the next line may be an event, which is newer.
          const taken = (result) => {
            for (const topic of topics) this.topics.get(topic)(result.topics[topic]?.data ?? null);
          };
          this.send(socket, "subscribe", { topics }, PATIENCE_MS, taken).catch(() => socket.destroy());
        }
        resolve(socket);
      });
      // A long line comes in many pieces, which are put together once.
      socket.on("data", (data) => {
        this.isSilent = false;
        const lines = data.split("\n");
        for (const line of lines.slice(0, -1)) {
          parts.push(line);
          this.take(parts.join(""), socket);
          parts.length = length = 0;
        }
        parts.push(lines.at(-1));
        length += lines.at(-1).length;
        if (length > MAX_CHARACTERS) socket.destroy();
      });
      socket.on("error", (error) => reject(new MovieError("offline", `movierpcd: ${error.message}`)));
      socket.on("close", () => this.lose());
    });
    return this.connecting;
  }

  startDaemon() {
    this.starting ??= new Promise((resolve, reject) => {
      execFile(this.command, ["daemon", "start", "--socket", this.path], { timeout: 30000 }, (error, _, said) => {
        this.starting = undefined;
        if (error) reject(new MovieError("offline", said.trim() || `${this.command}: ${error.message}`));
        else resolve();
      });
    });
    return this.starting;
  }

  send(socket, method, params, timeoutMs, taken) {
    if (this.waiting.size >= MAX_WAITING) throw new MovieError("overloaded", "too many requests");
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      const expire = () => {
        this.waiting.delete(id);
        reject(new MovieError("timeout", `${method}: movierpcd does not answer`));
      };
      const timer = setTimeout(expire, timeoutMs + PATIENCE_MS);
      this.waiting.set(id, { resolve, reject, timer, taken });
      socket.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n");
    });
  }

  take(line, socket) {
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      socket.destroy();
      return;
    }
    if (message.method === "event") {
      this.topics.get(message.params.topic)?.(message.params.data);
      return;
    }
    const asked = this.waiting.get(message.id);
    if (!asked) return;
    this.waiting.delete(message.id);
    clearTimeout(asked.timer);
    if (message.error) {
      const { message: text, data } = message.error;
      asked.reject(new MovieError(data?.kind ?? "internal_error", text, data ?? {}));
    } else {
      asked.taken?.(message.result);
      asked.resolve(message.result);
    }
  }

  /** A daemon that hangs says nothing: after 20 seconds of silence it is asked. */
  watch() {
    clearInterval(this.watchdog);
    this.watchdog = setInterval(() => {
      const { socket } = this;
      if (this.isSilent && socket) this.send(socket, "ping", {}, 0).catch(() => socket.destroy());
      this.isSilent = true;
    }, 20000);
    this.watchdog.unref();
  }

  lose() {
    const was = this.socket;
    this.socket = this.connecting = undefined;
    clearInterval(this.watchdog);
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(new MovieError("offline", "movierpcd has gone"));
    }
    this.waiting.clear();
    if (was) for (const heard of this.topics.values()) heard(null);
    this.later();
  }

  later() {
    if (this.isClosed || !this.topics.size) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connected().catch(() => this.later()), this.delay);
    this.timer.unref();
    this.delay = Math.min(this.delay * 2, 4000);
  }
}

module.exports = { Client, MovieError, defaultSocket };
