// Movies in VS Code: a search while typing, the watchlist, and what plays.
"use strict";
const vscode = require("vscode");
const { Client } = require("./client.js");
const { iconless, markdown, plain } = require("./text.js");

let movies;

function activate(context) {
  const settings = vscode.workspace.getConfiguration("movierpc");
  const client = new Client({ socket: settings.get("socket"), command: settings.get("command") });
  movies = client;
  const status = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Left, 0);
  status.command = "movierpc.toggle";
  client.follow("player", (state) => showPlayer(status, state));
  context.subscriptions.push(
    status,
    { dispose: () => client.close() },
    vscode.commands.registerCommand("movierpc.search", search),
    vscode.commands.registerCommand("movierpc.watchlist", watchlist),
    vscode.commands.registerCommand("movierpc.toggle", () => told(movies.call("player.toggle"))),
  );
}

function showPlayer(status, state) {
  const icon = { loading: "$(sync)", playing: "$(play)", paused: "$(debug-pause)" }[state?.state];
  if (!icon || !state.title) {
    status.hide();
    return;
  }
  status.text = `${icon} ${iconless(plain(state.title, 40))}`;
  status.tooltip = plain(state.title);
  status.show();
}

/** Waits, and shows why it failed. undefined then. */
async function told(call) {
  try {
    return await call;
  } catch (error) {
    const hint = error.data?.hint ? ` (${error.data.hint})` : "";
    vscode.window.showWarningMessage(plain(`movierpc: ${error.message}${hint}`, 400));
    return undefined;
  }
}

function row(title) {
  const facts = [title.year, title.media_type === "tv" ? "series" : "film"];
  if (title.vote_average) facts.push(`${title.vote_average.toFixed(1)} of 10`);
  if (title.user_state?.watchlist) facts.push(title.user_state.watched ? "watched" : "on the watchlist");
  return {
    label: iconless(plain(title.title)),
    description: facts.filter(Boolean).join(" · "),
    detail: iconless(plain(title.overview, 160)) || undefined,
    // What is typed need not be in the title: the search knows people and years.
    alwaysShow: true,
    title,
  };
}

const FIELDS = ["title", "year", "media_type", "vote_average", "overview", "user_state"];

function search() {
  const pick = vscode.window.createQuickPick();
  pick.placeholder = "Title, person, genre or year";
  let latest = 0;
  pick.onDidChangeValue(async (words) => {
    const number = ++latest;
    pick.busy = Boolean(words.trim());
    try {
      const q = [...words].slice(0, 200).join("").trim();
      const page = q ? await movies.call("search", { q, supersedes: "box", fields: FIELDS }) : { results: [] };
      if (number === latest) pick.items = page.results.map(row);
    } catch (error) {
      // A later key has taken its place.
      if (number !== latest || error.kind === "cancelled") return;
      pick.items = [{ label: iconless(plain(error.message)), alwaysShow: true }];
    }
    pick.busy = false;
  });
  pick.onDidAccept(() => {
    const [chosen] = pick.selectedItems;
    if (chosen?.title) act(chosen.title);
    pick.hide();
  });
  pick.onDidHide(() => {
    latest++;
    pick.dispose();
  });
  pick.show();
  return pick;
}

async function watchlist() {
  const page = await told(movies.call("watchlist", { page_size: 100, fields: FIELDS }));
  if (!page) return;
  const chosen = await vscode.window.showQuickPick(page.results.map(row), { placeHolder: "Watchlist" });
  if (chosen) await act(chosen.title);
}

async function act(title) {
  const { key } = title;
  const page = /^(movie|tv)\/\d+$/.test(key) ? `https://www.themoviedb.org/${key}` : undefined;
  const editor = vscode.window.activeTextEditor;
  const isListed = title.user_state?.watchlist;
  const name = plain(title.title) + (title.year ? ` (${title.year})` : "");
  const display = { wayland: process.env.WAYLAND_DISPLAY, x11: process.env.DISPLAY };
  const actions = [
    { label: "Play the trailer", run: () => movies.call("player.play", { key, display }, { timeoutMs: 30000 }) },
    isListed
      ? { label: "Take off the watchlist", run: () => movies.call("watchlist.remove", { key }) }
      : { label: "Add to the watchlist", run: () => movies.call("watchlist.add", { key }) },
    page && { label: "Open its page", run: () => vscode.env.openExternal(vscode.Uri.parse(page)) },
    editor && { label: "Insert its name", run: () => insert(editor, name) },
    editor && page && { label: "Insert a Markdown link", run: () => insert(editor, `[${markdown(name)}](${page})`) },
  ];
  const chosen = await vscode.window.showQuickPick(actions.filter(Boolean), { placeHolder: name });
  if (chosen) await told(chosen.run());
}

const insert = (editor, text) =>
  editor.edit((change) => {
    for (const selection of editor.selections) change.replace(selection, text);
  });

module.exports = { activate };
