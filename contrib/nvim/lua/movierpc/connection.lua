--- The connection that all requests share: opened when it is needed, after the daemon was started if need be.
local config = require("movierpc.config")
local daemon = require("movierpc.daemon")
local socket = require("movierpc.socket")
local text = require("movierpc.text")
local wires = require("movierpc.wire")
local M = {}

--- Whoever wants to know: functions that are called without arguments when it is open, with each message, and with
--- whether it was open and why it ended, or could not be had.
M.on_open, M.on_message, M.on_closed = {}, {}, {}

local state = "closed" -- "opening", "open"
local wire
local attempt = 0 -- to open; what belongs to an earlier one does nothing any more
local refusal -- what a daemon said that takes nobody

-- A mistake in one of them does not keep the others from being told.
local function tell(listeners, ...)
  for _, listener in ipairs(listeners) do
    local done, problem = xpcall(listener, debug.traceback, ...)
    if not done then
      vim.schedule(function()
        error(problem, 0)
      end)
    end
  end
end

local function closed(reason)
  local was_open = state == "open"
  state, wire = "closed", nil
  tell(M.on_closed, was_open, reason)
end

local function took(line)
  local whole, message = pcall(vim.json.decode, line, { luanil = { object = true } })
  if not whole or type(message) ~= "table" then
    return M.close("what came was no JSON")
  elseif state == "open" then
    return tell(M.on_message, message)
  elseif message.id == 0 then
    -- To `hello`. A daemon that is just being killed takes connections still, and answers nobody.
    state = "open"
    return tell(M.on_open)
  end
  refusal = message.error and text.clean(message.error.message) or refusal
end

local function greet()
  local version = vim.version()
  wire.send(vim.json.encode({ jsonrpc = "2.0", id = 0, method = "hello", params = {
    client = "neovim", version = ("%d.%d.%d"):format(version.major, version.minor, version.patch),
  } }))
end

--- Connects, unless that is so or under way. `may_start`: a daemon that is not there is started.
function M.open(may_start)
  if state ~= "closed" then
    return
  end
  local path, problem = socket.trusted()
  state, attempt, refusal = "opening", attempt + 1, nil
  local this = attempt
  if not path then
    return vim.schedule(function()
      closed(problem)
    end)
  end
  local function connect(after)
    wire = wires.connect(path, { open = greet, line = took, closed = function(reason)
      if state == "opening" and after then
        return after()
      end
      closed(refusal or ("movierpcd does not answer at %s: %s"):format(path, reason))
    end })
  end
  connect(may_start and config.get("start") and function()
    daemon.start(function(why)
      if state ~= "opening" or attempt ~= this then
        return
      elseif why then
        return closed(why)
      end
      connect()
    end)
  end)
end

--- Sends a line; whether there was a connection for it.
function M.send(line)
  if state == "open" then
    wire.send(line)
  end
  return state == "open"
end

--- "closed", "opening" or "open".
function M.state()
  return state
end

--- Ends it, so that the next request opens another one.
function M.close(reason)
  if wire then
    wire.close()
  end
  if state ~= "closed" then
    closed(reason or "closed")
  end
end

return M
