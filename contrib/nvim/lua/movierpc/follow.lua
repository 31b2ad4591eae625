--- Topics: their present state and each later one, again after the daemon was gone.
local client = require("movierpc.client")
local connection = require("movierpc.connection")
local socket = require("movierpc.socket")
local text = require("movierpc.text")
local uv = vim.uv or vim.loop
local M = {}

local followers = {} -- { topics, callback, subscription }
local tries = 0
local stopping = false
local opened_at
local timer, watcher

-- After 0, 1, 2, 4 ... 30 s. A daemon that lived for 30 s is started at once again.
local function delay()
  return tries == 0 and 0 or math.min(2 ^ (tries - 1), 30) * 1000
end

local function stop_waiting()
  if timer then
    timer:close()
    timer = nil
  end
  if watcher then
    watcher:close()
    watcher = nil
  end
end

-- Kinds of errors that pass by themselves: a topic that only upstream can tell.
local passing = { upstream_unavailable = true, rate_limited = true, timeout = true, overloaded = true }

local function subscribe(follower)
  client.request("subscribe", { topics = follower.topics }, function(problem, result)
    if follower.over then
      return result and client.notify("unsubscribe", { subscription = result.subscription })
    elseif problem then
      -- Without a daemon all is told by on_closed, and begins anew.
      if problem.kind ~= "offline" then
        follower.callback(follower.topics[1], nil, problem)
        if passing[problem.kind] then
          vim.defer_fn(function()
            if not follower.over and not follower.subscription and connection.state() == "open" then
              subscribe(follower)
            end
          end, 30000)
        end
      end
      return
    end
    follower.subscription = result.subscription
    for _, topic in ipairs(follower.topics) do
      local present = result.topics[topic]
      local failed = not present and result.errors and result.errors[topic]
      local data = failed and failed.data or {}
      follower.callback(topic, present and present.data, failed and {
        kind = data.kind,
        message = text.clean(failed.message),
        hint = data.hint and text.clean(data.hint),
      } or nil)
    end
  end, { start = false })
end

local function unsubscribe(follower)
  follower.over = true
  if follower.subscription then
    client.notify("unsubscribe", { subscription = follower.subscription })
  end
end

local function wait_for_daemon()
  stop_waiting()
  timer = uv.new_timer()
  timer:start(delay(), 0, vim.schedule_wrap(function()
    connection.open(not stopping)
  end))
  tries = tries + 1
  -- A daemon that somebody starts is found at once.
  watcher = uv.new_fs_event()
  watcher:start(vim.fn.fnamemodify(socket.path(), ":h"), {}, vim.schedule_wrap(function()
    if timer and connection.state() == "closed" and uv.fs_stat((socket.path())) then
      timer:start(50, 0, vim.schedule_wrap(function()
        connection.open(false)
      end))
    end
  end))
end

table.insert(connection.on_open, function()
  stop_waiting()
  stopping = false
  opened_at = uv.now()
  for _, follower in ipairs(followers) do
    subscribe(follower)
  end
end)

table.insert(connection.on_closed, function(was_open)
  if #followers == 0 then
    return
  end
  if was_open and uv.now() - opened_at > 30000 then
    tries = 0
  end
  for _, follower in ipairs(vim.list_slice(followers)) do
    follower.subscription = nil
    for _, topic in ipairs(follower.topics) do
      follower.callback(topic, nil)
    end
  end
  wait_for_daemon()
end)

table.insert(client.on_event, function(event)
  for _, follower in ipairs(vim.list_slice(followers)) do
    if follower.subscription == event.subscription then
      follower.callback(event.topic, event.data)
    end
  end
end)

--- Calls back with topic and data, now and after each change; with nil as data while there is no daemon.
--- An error of the daemon's is the third argument. The result is a function that ends it.
function M.follow(topics, callback)
  -- A daemon that says so before it ends is not started again.
  if #followers == 0 then
    followers[1] = { topics = { "server" }, callback = function(_, data)
      stopping = stopping or data ~= nil and data.state == "stopping"
    end }
    if connection.state() == "open" then
      opened_at = uv.now()
      subscribe(followers[1])
    end
  end
  local follower = { topics = topics, callback = callback }
  followers[#followers + 1] = follower
  if connection.state() == "open" then
    subscribe(follower)
  else
    connection.open(not stopping)
  end
  return function()
    for index, other in ipairs(followers) do
      if other == follower then
        table.remove(followers, index)
        break
      end
    end
    unsubscribe(follower)
    -- Nobody is left but the one that listens for the end.
    if #followers == 1 then
      stop_waiting()
      unsubscribe(table.remove(followers))
    end
  end
end

return M
