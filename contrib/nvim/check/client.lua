-- The client against a real daemon, and against a server that does what a daemon seldom does.
local check = dofile(vim.env.CHECKS .. "/common.lua")
local client = require("movierpc.client")
local connection = require("movierpc.connection")
local follow = require("movierpc.follow")
local uv = vim.uv or vim.loop

local function in_flight()
  return assert(client.wait("status")).in_flight
end

-- Counts, as they change.
local function follows_library()
  local states = {}
  local stop = follow.follow({ "library" }, function(_, data)
    states[#states + 1] = data and data.watchlist or "offline"
  end)
  return states, stop
end

local function kill_daemon()
  local pid = tostring(vim.json.decode(check.run_program("movierpc", "--no-spawn", "call", "status")).pid)
  check.run_program("kill", "-9", pid)
  return pid
end

local function answers()
  local found = assert(client.wait("search", { q = "lighthouse", page_size = 5 }))
  check.same(#found.results, 5, "titles on a page")
  check.same(found.results[1].title, "The Amber Lighthouse", "the first title")
  local detail = assert(client.wait("detail", { key = "movie/900001" }))
  check.same(detail.directors, { "Nora Quill" }, "the director")
  local none, problem = client.wait("serch", { q = "x" })
  check.same({ none, problem.kind }, { nil, "method_not_found" }, "an unknown method")
  none, problem = client.wait("search", { q = "a\255b\237\160\128" })
  check.same(none and none.results or problem, {}, "a search with bytes that are no UTF-8")
  check.same(client.wait("status", {}).protocol, 1, "empty parameters")
  check.pass("search, detail, errors by kind, broken UTF-8")
end

local function gives_up()
  local called = false
  local request = client.request("search", { q = "lighthouse", debounce_ms = 2000 }, function()
    called = true
  end)
  check.same(in_flight(), 1, "requests under way")
  request.cancel()
  check.await("a cancelled request is over", function() return in_flight() == 0 end)
  local _, problem = client.wait("search", { q = "glacier", debounce_ms = 2000 }, { timeout = 200 })
  check.same(problem.kind, "timeout", "a request that takes too long")
  check.await("it is over in the daemon too", function() return in_flight() == 0 end)
  check.same(called, false, "a cancelled request calls back")
  local kinds = {}
  for index, word in ipairs({ "gla", "glac", "glacier" }) do
    client.request("search", { q = word, supersedes = "box" }, function(failed)
      kinds[index] = failed and failed.kind or "found"
    end)
  end
  check.await("three answers", function() return #kinds == 3 end)
  check.same(kinds, { "cancelled", "cancelled", "found" }, "superseded searches")
  check.pass("cancel, timeout, supersedes")
end

local function follows()
  local states, stop = follows_library()
  check.await("the first state", function() return #states == 1 end)
  check.same(states, { 0 }, "states")
  assert(client.wait("watchlist.add", { key = "movie/900001" }))
  check.await("an event", function() return states[2] == 1 end)
  local before = kill_daemon()
  check.await("offline", function() return states[3] == "offline" end)
  check.await("back by itself", function() return states[#states] == 1 end)
  local after = assert(client.wait("status")).pid
  assert(tostring(after) ~= before)
  check.pass("events; kill -9: offline, then back by itself")

  check.run_program("movierpc", "daemon", "stop")
  check.await("offline", function() return states[#states] == "offline" end)
  vim.wait(1500)
  check.same(states[#states], "offline", "a daemon that was stopped stays so")
  check.run_program("movierpc", "--no-spawn", "status")
  check.same(vim.v.shell_error, 3, "exit status of a question to a daemon that was stopped")
  check.run_program("movierpc", "daemon", "start")
  local began = uv.hrtime()
  check.await("back", function() return states[#states] == 1 end)
  check.pass(("stopped: stays so; started by somebody: back after %d ms"):format((uv.hrtime() - began) / 1e6))
  stop()
  check.await("nothing subscribed to", function() return client.wait("status").subscriptions == 0 end)

  -- Nobody follows: nobody starts it, but for a request.
  kill_daemon()
  check.await("closed", function() return connection.state() == "closed" end)
  check.same(#assert(client.wait("search", { q = "lighthouse" })).results, 15, "titles, of a daemon started for that")
  assert(client.wait("watchlist.remove", { key = "movie/900001" }))
  check.pass("a request starts the daemon")
end

local function rejects()
  local problems = {}
  for index = 1, 3 do
    client.request("search", { q = "orchard", debounce_ms = 2000 }, function(problem)
      problems[index] = problem and problem.kind or "found"
    end)
  end
  check.same(in_flight(), 3, "requests under way")
  kill_daemon()
  check.await("three errors", function() return #problems == 3 end)
  check.same(problems, { "offline", "offline", "offline" }, "what was under way")
  require("movierpc.config").set({ command = "no-such-program" })
  local _, problem = client.wait("ping")
  check.same(problem.kind, "offline", "kind")
  check.same(problem.message, "movierpcd is not running, and no-such-program is not in PATH", "message")
  require("movierpc.config").set({ socket = vim.env.HOME .. "/nobody/here", start = false })
  _, problem = client.wait("ping")
  check.same(problem.kind, "offline", "kind")
  require("movierpc.config").set({ socket = "/" .. ("x"):rep(200) })
  _, problem = client.wait("ping")
  assert(problem.message:find("more than 107 bytes"), problem.message)
  require("movierpc.config").set({})
  client.wait("ping")
  check.pass("what is under way when the daemon ends, and a daemon that cannot be started, are told")
end

-- Answers a line by what `answer` returns: pieces, each written by itself.
local function serve(path, answer)
  local server, clients = uv.new_pipe(false), {}
  server:bind(path)
  server:listen(8, function()
    local peer = uv.new_pipe(false)
    server:accept(peer)
    clients[#clients + 1] = peer
    peer:read_start(function(_, chunk)
      for line in (chunk or ""):gmatch("[^\n]+") do
        local message = vim.json.decode(line)
        local pieces = answer(message, peer) or {}
        for index, piece in ipairs(pieces) do
          local timer = uv.new_timer()
          timer:start(index * 5, 0, function()
            timer:close()
            peer:write(piece)
          end)
        end
      end
    end)
  end)
  return function()
    for _, peer in ipairs(clients) do
      peer:close()
    end
    server:close()
  end
end

local function takes_all()
  local path = vim.env.HOME .. "/odd-socket"
  local long = ("é"):rep(1500 * 1024)
  local given_up = {}
  local stop = serve(path, function(message, peer)
    if message.method == "cancel" then
      given_up[#given_up + 1] = message.params.id
      return
    end
    local reply = ('{"jsonrpc":"2.0","id":%d,"result":{"text":"%s"}}\r\n'):format(message.id, "a\195\169b")
    if message.method == "hello" then
      return { reply }
    elseif message.method == "long" then
      return { ('{"jsonrpc":"2.0","id":%d,"result":{"text":"%s"}}\n'):format(message.id, long) }
    elseif message.method == "bytes" then
      local pieces = {}
      for index = 1, #reply do
        pieces[index] = reply:sub(index, index)
      end
      return pieces
    elseif message.method == "broken" then
      return { "this is no JSON\n" }
    elseif message.method == "last" then
      peer:write(reply)
      peer:shutdown()
      return {}
    end
  end)
  connection.close()
  require("movierpc.config").set({ socket = path, start = false })
  check.same(#assert(client.wait("long")).text, #long, "bytes of a long line")
  check.same(assert(client.wait("bytes")).text, "aéb", "a reply in pieces of one byte")
  client.request("never", nil, error).cancel()
  local _, problem = client.wait("never", nil, { timeout = 100 })
  check.same(problem.kind, "timeout", "what is never answered")
  check.await("both are given up", function() return #given_up == 2 end)
  check.same(given_up[1] + 1, given_up[2], "ids")
  _, problem = client.wait("broken")
  check.same(problem.kind, "offline", "an answer that is no JSON")
  check.same(assert(client.wait("last")).text, "aéb", "a reply right before the end")
  stop()
  connection.close()
  require("movierpc.config").set({})
  check.pass("a line of 3 MB, a reply a byte at a time, one that is no JSON, one right before the end")
end

check.run(function()
  answers()
  gives_up()
  follows()
  rejects()
  takes_all()
end)
