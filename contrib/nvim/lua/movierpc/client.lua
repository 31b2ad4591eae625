--- Requests to the daemon, and a reply for each.
local config = require("movierpc.config")
local connection = require("movierpc.connection")
local text = require("movierpc.text")
local uv = vim.uv or vim.loop
local M = {}

--- Functions that are called with the params of each event.
M.on_event = {}

local next_id = 0
local pending = {} -- id -> { callback, timer, line }

local function failed(kind, message, hint, remedy)
  return { kind = kind, message = message, hint = hint, remedy = remedy }
end

-- Takes a request out, and answers it unless nobody waits any more. A mistake in its callback is told, and no more.
local function settle(id, problem, result)
  local request = pending[id]
  if request then
    pending[id] = nil
    request.timer:close()
    local done, mistake = xpcall(request.callback, debug.traceback, problem, result)
    if not done then
      vim.schedule(function()
        error(mistake, 0)
      end)
    end
  end
end

-- In the order in which they were asked.
local function waiting()
  local ids = vim.tbl_keys(pending)
  table.sort(ids)
  return ids
end

table.insert(connection.on_open, function()
  for _, id in ipairs(waiting()) do
    connection.send(pending[id].line)
  end
end)

table.insert(connection.on_closed, function(was_open, reason)
  for _, id in ipairs(waiting()) do
    settle(id, failed("offline", was_open and "movierpcd has ended" or reason))
  end
end)

table.insert(connection.on_message, function(message)
  if message.method == "event" then
    for _, listener in ipairs(M.on_event) do
      listener(message.params)
    end
  elseif message.id and message.error then
    local data = message.error.data or {}
    local hint = data.hint and text.clean(data.hint)
    settle(message.id, failed(data.kind, text.clean(message.error.message), hint, data.remedy))
  elseif message.id then
    settle(message.id, nil, message.result or {})
  end
end)

--- Asks. `callback(error, result)` is called once, in the main loop: `error` has kind, message, hint, remedy.
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
      -- Who does not even greet is left, so that the next request tries anew.
      if connection.state() == "opening" then
        connection.close("movierpcd does not answer")
      end
    end
  end))
  if not connection.send(request.line) then
    connection.open(options.start ~= false)
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
  connection.send(vim.json.encode({ jsonrpc = "2.0", method = method, params = params }))
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

return M
