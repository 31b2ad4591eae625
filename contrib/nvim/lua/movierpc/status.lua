--- What a status line tells: a text made when something changes, not when the line is drawn.
local config = require("movierpc.config")
local follow = require("movierpc.follow")
local text = require("movierpc.text")
local M = {}

local texts = {} -- by topic
local cached = ""
local begun = false

local function plural(count, word)
  return ("%d %s%s"):format(count, word, count == 1 and "" or "s")
end

local words = {}

function words.library(data)
  return data.unwatched > 0 and data.unwatched .. " to watch" or ""
end

-- What one may have to do something about comes before what waits because one wants it to.
function words.downloads(data)
  for _, group in ipairs({ { "active", "queued" }, { "failed" }, { "paused" } }) do
    local count, name = 0, nil
    for _, state in ipairs(group) do
      count = count + (data[state] or 0)
    end
    for _, item in ipairs(data.items) do
      if vim.tbl_contains(group, item.state) then
        name = name or text.clean(item.title)
      end
    end
    if count > 0 then
      local subject = count == 1 and name or plural(count, "download")
      local is_active = group[1] == "active" and data.active > 0
      local has_total = data.total_bytes and data.total_bytes > 0
      local how = is_active and has_total and math.floor(100 * data.bytes / data.total_bytes) .. "%"
        or is_active and "" or group[1] == "active" and "queued" or group[1]
      return vim.trim(subject .. " " .. how)
    end
  end
  return ""
end

function words.player(data)
  if data.state == "stopped" then
    return ""
  end
  local name = text.clean(data.title or data.video or "something")
  return data.state == "playing" and name or name .. " " .. text.clean(data.state)
end

function words.searches(data)
  return data.results[1] and text.clean(data.results[1].term) or ""
end

function words.releases(data)
  local first = data.results[1]
  if #data.results > 1 then
    return ("%d out today"):format(#data.results)
  end
  local person = first and first.people and first.people[1]
  return first and ("%s (%s)"):format(text.clean(first.title), text.clean(person and person.name or first.kind)) or ""
end

local function browse(data)
  return data.results[1] and text.name(data.results[1]) or ""
end

local function took(topic, data, problem)
  if problem then
    vim.notify_once("movierpc: " .. problem.message, vim.log.levels.WARN)
  end
  local make = words[topic] or vim.startswith(topic, "browse:") and browse or function() return "" end
  texts[topic] = data and make(data) or nil
  local parts, is_there = {}, false
  for _, name in ipairs(config.get("statusline")) do
    is_there = is_there or texts[name] ~= nil
    if texts[name] and texts[name] ~= "" then
      parts[#parts + 1] = text.cut(texts[name], 40)
    end
  end
  local now = is_there and table.concat(parts, " · ") or problem and "" or "movierpc offline"
  -- In a status line a per cent sign begins an item.
  now = now:gsub("%%", "%%%%")
  if now ~= cached then
    cached = now
    vim.api.nvim_command("redrawstatus!")
  end
end

--- The text, escaped for 'statusline'; the first call begins to follow. Never waits.
function M.line()
  if not begun then
    begun = true
    vim.schedule(function()
      for _, topic in ipairs(config.get("statusline")) do
        follow.follow({ topic }, took)
      end
    end)
  end
  return cached
end

return M
