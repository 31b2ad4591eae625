--- Requests to the daemon: one connection for all, opened when it is needed, a reply for each request.
local config = require("movierpc.config")
local daemon = require("movierpc.daemon")
local socket = require("movierpc.socket")
local text = require("movierpc.text")
local wires = require("movierpc.wire")
local uv = vim.uv or vim.loop
local M = {}

--- Whoever wants to know: functions, called with nothing when a connection is there, with an event's params,
--- and when a connection has ended or none could be made.
M.on_open, M.on_event, M.on_closed = {}, {}, {}

local state = "closed" -- "opening", "open"
local wire
local attempt = 0 -- to open; what belongs to an earlier one does nothing any more
local next_id = 0
local pending = {} -- id -> { callback, timer, line }

local function tell(listeners, ...)
  for _, listener in ipairs(listeners) do
    listener(...)
  end
end

-- Takes a request out, and answers it unless nobody waits any more.
local function settle(id, problem, result)
  local request = pending[id]
  if request then
    pending[id] = nil
    request.timer:close()
    request.callback(problem, result)
  end
end

local function settle_all(problem)
  local ids = vim.tbl_keys(pending)
  table.sort(ids)
  for _, id in ipairs(ids) do
    settle(id, problem)
  end
end

local function failed(kind, message, hint)
  return { kind = kind, message = message, hint = hint }
end

local opened

local function took(line)
  local whole, message = pcall(vim.json.decode, line, { luanil = { object = true } })
  if not whole or type(message) ~= "table" then
    return wire.close(), M.closed("what came was no JSON")
  elseif state == "opening" then
    -- To `hello`. A daemon that is just being killed takes connections still, and answers nobody.
    return message.id == 0 and opened()
  elseif message.method == "event" then
    tell(M.on_event, message.params)
  elseif message.id and message.error then
    local data = message.error.data or {}
    settle(message.id, failed(data.kind, text.clean(message.error.message), data.hint and text.clean(data.hint)))
  elseif message.id then
    settle(message.id, nil, message.result or {})
  end
end

--- The connection is gone: whatever was asked is answered so.
function M.closed(reason)
  local was_open = state == "open"
  state, wire = "closed", nil
  settle_all(failed("offline", was_open and "movierpcd has ended" or reason))
  tell(M.on_closed, was_open, reason)
end

local function greet()
  local version = vim.version()
  wire.send(vim.json.encode({ jsonrpc = "2.0", id = 0, method = "hello", params = {
    client = "neovim", version = ("%d.%d.%d"):format(version.major, version.minor, version.patch),
  } }))
end

function opened()
  state = "open"
  local ids = vim.tbl_keys(pending)
  table.sort(ids)
  for _, id in ipairs(ids) do
    wire.send(pending[id].line)
  end
  tell(M.on_open)
end

--- Connects, unless that is so or under way. `may_start`: a daemon that is not there is started.
function M.open(may_start)
  if state ~= "closed" then
    return
  end
  local path, problem = socket.trusted()
  state, attempt = "opening", attempt + 1
  local this = attempt
  if not path then
    return vim.schedule(function()
      M.closed(problem)
    end)
  end
  local function connect(after)
    wire = wires.connect(path, { open = greet, line = took, closed = function(reason)
      if state == "open" or not after then
        return M.closed(reason == "EOF" and reason or ("movierpcd does not answer at %s: %s"):format(path, reason))
      end
      after()
    end })
  end
  connect(may_start and config.get("start") and function()
    daemon.start(function(why)
      if state ~= "opening" or attempt ~= this then
        return
      elseif why then
        return M.closed(why)
      end
      connect()
    end)
  end)
end

--- Asks. `callback(error, result)` is called once, in the main loop: `error` has kind, message and perhaps hint.
--- `options.timeout` in milliseconds; `options.start` false: no daemon is started for this.
--- The result has `cancel()`, after which nothing is called.
function M.request(method, params, callback, options)
  options = options or {}
  next_id = next_id + 1
  local id = next_id
  local timeout = options.timeout or config.get("timeout")
  local message = { jsonrpc = "2.0", id = id, method = method }
  if params and next(params) then
    message.params = params
  end
  local request = { callback = callback, timer = uv.new_timer(), line = text.utf8(vim.json.encode(message)) }
  pending[id] = request
  request.timer:start(timeout, 0, vim.schedule_wrap(function()
    if pending[id] == request then
      M.notify("cancel", { id = id })
      settle(id, failed("timeout", ("%s: no answer within %g s"):format(method, timeout / 1000)))
    end
  end))
  if state == "open" then
    wire.send(request.line)
  else
    M.open(options.start ~= false)
  end
  return {
    cancel = function()
      if pending[id] == request then
        pending[id] = nil
        request.timer:close()
        M.notify("cancel", { id = id })
      end
    end,
  }
end

--- Sends what has no answer; nothing where there is no connection.
function M.notify(method, params)
  if state == "open" then
    wire.send(vim.json.encode({ jsonrpc = "2.0", method = method, params = params }))
  end
end

--- Asks and waits for it, for checks: the result, or nil and the error.
function M.wait(method, params, options)
  local answer
  local request = M.request(method, params, function(problem, result)
    answer = { problem, result }
  end, options)
  vim.wait((options and options.timeout or config.get("timeout")) + 500, function()
    return answer ~= nil
  end, 5)
  if not answer then
    request.cancel()
    return nil, failed("timeout", method .. ": no answer")
  end
  return answer[2], answer[1]
end

--- "closed", "opening" or "open".
function M.state()
  return state
end

--- Ends the connection, so that the next request opens another one.
function M.close()
  if wire then
    wire.close()
  end
  if state ~= "closed" then
    M.closed("closed")
  end
end

return M
