// The extension under Node, with a stand-in for VS Code's API; the daemon and the client are the real ones.
"use strict";
const assert = require("node:assert");
const { execFileSync } = require("node:child_process");
const Module = require("node:module");
const path = require("node:path");
const test = require("node:test");

const shown = { warnings: [], picks: [], opened: [], choose: undefined };
const commands = {};
const status = { show() { this.isShown = true; }, hide() { this.isShown = false; }, dispose() {} };
const vscode = {
  StatusBarAlignment: { Left: 1 },
  Uri: { parse: (address) => address },
  env: { openExternal: async (address) => shown.opened.push(address) },
  workspace: { getConfiguration: () => ({ get: (name) => ({ socket: "", command: "movierpc" })[name] }) },
  commands: { registerCommand: (name, run) => ((commands[name] = run), { dispose() {} }) },
  window: {
    activeTextEditor: undefined,
    createStatusBarItem: () => status,
    showWarningMessage: (text) => shown.warnings.push(text),
    showQuickPick: async (items, options) => {
      shown.picks.push({ labels: items.map((item) => item.label), ...options });
      return items.find((item) => item.label === shown.choose);
    },
    createQuickPick: () => {
      const pick = { items: [], selectedItems: [], show() {}, dispose() {} };
      for (const event of ["ChangeValue", "Accept", "Hide"]) pick["onDid" + event] = (run) => (pick[event] = run);
      pick.hide = () => pick.Hide();
      return pick;
    },
  },
};
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
const extension = require("./extension.js");
const { Client } = require("./client.js");
const { iconless, markdown, plain } = require("./text.js");

const movierpc = (...words) => execFileSync("movierpc", words, { encoding: "utf8" }).trim();
const pid = () => JSON.parse(movierpc("--no-spawn", "call", "status")).pid;
async function until(what, condition) {
  const end = Date.now() + 30000;
  while (!(await condition())) {
    assert(Date.now() < end, "not so after 30 s: " + what);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function find(words) {
  const pick = commands["movierpc.search"]();
  // Each key is a request; only the last one is shown.
  for (let end = 1; end < words.length; end++) pick.ChangeValue(words.slice(0, end));
  await pick.ChangeValue(words);
  return pick;
}
async function choose(pick, title, action) {
  shown.choose = action;
  pick.selectedItems = pick.items.filter((item) => item.title?.key === title);
  const before = shown.picks.length;
  pick.Accept();
  await until("the actions are shown", () => shown.picks.length > before);
  return shown.picks.at(-1);
}
const listed = (key) => movierpc("watchlist", "--format", "{key}").split("\n").includes(key);

const context = { subscriptions: [] };
extension.activate(context);
test.after(() => context.subscriptions.forEach((part) => part.dispose()));

test("the manifest names what there is", () => {
  const about = require("./package.json");
  assert.deepEqual(about.contributes.commands.map((command) => command.command).sort(), Object.keys(commands).sort());
  assert.equal(about.version, movierpc("--version").match(/\d+\.\d+\.\d+/)[0]);
  assert.equal(about.dependencies, undefined);
});

test("a search while typing shows the last words' titles, and each action does its work", async () => {
  const pick = await find("the amber glacier");
  const [first] = pick.items;
  assert.equal(first.label, "The Amber Glacier");
  assert.match(first.description, /^2018 · film · \d\.\d of 10$/);
  const actions = await choose(pick, "movie/900005", "Add to the watchlist");
  assert.deepEqual(actions.labels, ["Play the trailer", "Add to the watchlist", "Open its page"]);
  await until("it is on the watchlist", () => listed("movie/900005"));
  await choose(await find("amber glacier"), "movie/900005", "Open its page");
  await until("its page is opened", () => shown.opened.includes("https://www.themoviedb.org/movie/900005"));
  assert(!movierpc("searches", "--format", "{term}").includes("amber"), "what is typed is recorded");
  await choose(await find("amber glacier"), "movie/900005", "Play the trailer");
  await until("why no trailer is played is told", () => shown.warnings.some((text) => text.includes("no-such-player")));
  shown.choose = "The Amber Glacier";
  await commands["movierpc.watchlist"]();
  assert(shown.picks.at(-1).labels.includes("Take off the watchlist"));
});

test("hostile titles are one line of text each", async () => {
  let count = 0;
  const pick = await find("hostile");
  for (const item of pick.items) {
    assert(!/[\0-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/.test(item.label), JSON.stringify(item.label));
    assert(!/\$\([a-z-]+/.test(item.label), item.label);
    assert.equal(item.label.replaceAll("\u200b", ""), plain(item.title.title));
    count++;
  }
  assert(count >= 20, `only ${count} hostile titles`);
  let text = "";
  vscode.window.activeTextEditor = {
    selections: [0], edit: (change) => change({ replace: (_, inserted) => (text = inserted) }),
  };
  await choose(pick, "movie/980004", "Insert a Markdown link");
  assert.equal(text, "[\\[REC\\] (2013)](https://www.themoviedb.org/movie/980004)");
  vscode.window.activeTextEditor = undefined;
  assert.equal(iconless("$(sync~spin)"), "$\u200b(sync~spin)");
  assert.equal(markdown("[a](b) <c> `d` \\"), "\\[a\\](b) \\<c\\> \\`d\\` \\\\");
  for (const words of ["-o", "x".repeat(5000), "\u{1f600}".repeat(300), "\ud800", "$(touch owned)"]) {
    const odd = await find(words.length > 10 ? words.slice(-words.length) : words);
    assert(odd.items.every((item) => typeof item.label === "string"));
  }
});

test("the state of the player is in the status bar, and goes with the daemon, which may be killed", async () => {
  const states = [];
  const client = new Client({ name: "test" });
  client.follow("library", (state) => states.push(state));
  await until("it follows", () => states.length === 1);
  movierpc("watchlist", "add", "movie/900001");
  await until("a change is heard", () => states.length === 2);
  process.kill(pid(), "SIGKILL");
  await until("the daemon's end is heard", () => states.at(-1) === null);
  movierpc("daemon", "start");
  await until("it follows again", () => states.at(-1)?.watchlist === states[1].watchlist);
  assert.equal((await client.call("ping")).pong, true);
  client.close();

  movierpc("daemon", "stop");
  const finds = async () => (await find("amber glacier")).items[0]?.label === "The Amber Glacier";
  await until("a search starts the daemon", finds);
});

test("a daemon that hangs holds nobody up", async () => {
  const client = new Client();
  await client.call("ping");
  const daemon = pid();
  process.kill(daemon, "SIGSTOP");
  try {
    const all = Array.from({ length: 100 }, () => client.call("suggest", { q: "amber" }, { timeoutMs: -4000 }));
    const kinds = (await Promise.allSettled(all)).map((one) => one.reason.kind);
    assert.deepEqual([...new Set(kinds)].sort(), ["overloaded", "timeout"]);
  } finally {
    process.kill(daemon, "SIGCONT");
  }
  assert.equal((await client.call("ping")).pong, true);
  client.close();
});

test("what is no daemon is said", async () => {
  const client = new Client({ socket: path.join(process.env.HOME, "none"), command: "no-such-command" });
  await assert.rejects(client.call("ping"), (error) => error.kind === "offline" && /no-such-command/.test(error.message));
  client.close();
});

test("what plays is shown", async (context) => {
  const states = ["playing", "paused", "stopped"].map((state) => ({ state, title: "$(sync~spin) A\nB" }));
  const { Server } = require("node:net");
  const socket = path.join(process.env.HOME, "player");
  const server = new Server((peer) => {
    peer.setEncoding("utf8").on("data", (data) => {
      for (const line of data.trim().split("\n")) {
        const { id, method } = JSON.parse(line);
        const result = method === "subscribe" ? { topics: { player: { data: states[0] } } } : {};
        peer.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\n");
        if (method !== "subscribe") continue;
        for (const data of states.slice(1)) {
          peer.write(JSON.stringify({ jsonrpc: "2.0", method: "event", params: { topic: "player", data } }) + "\n");
        }
      }
    });
  });
  context.after(() => server.close());
  await new Promise((resolve) => server.listen(socket, resolve));
  process.env.MOVIERPC_SOCKET = socket;
  const texts = [];
  Object.defineProperty(status, "text", { set: (text) => texts.push(text), configurable: true });
  const other = { subscriptions: [] };
  extension.activate(other);
  await until("both are shown, then nothing", () => texts.length === 2 && status.isShown === false);
  assert.deepEqual(texts, ["$(play) $\u200b(sync~spin) A B", "$(debug-pause) $\u200b(sync~spin) A B"]);
  other.subscriptions.forEach((part) => part.dispose());
});
