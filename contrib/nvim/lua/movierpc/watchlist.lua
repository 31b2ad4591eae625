--- The watchlist, as it is at every moment.
local actions = require("movierpc.actions")
local client = require("movierpc.client")
local detail = require("movierpc.detail")
local follow = require("movierpc.follow")
local panes = require("movierpc.panes")
local remedy = require("movierpc.remedy")
local rows = require("movierpc.rows")
local search = require("movierpc.search")
local text = require("movierpc.text")
local trailer = require("movierpc.trailer")
local M = {}

local keys = "<CR> details  w watched  d remove  u undo  a add  t trailer  i insert  q close"
-- Pages of 100 titles.
local most_pages = 20

-- Calls back with all titles of the list, or an error.
local function load(callback, page, before)
  page, before = page or 1, before or {}
  return client.request("watchlist", { page = page, page_size = 100 }, function(problem, result)
    if problem then
      return callback(problem)
    end
    vim.list_extend(before, result.results)
    if result.next_page and page < most_pages then
      return load(callback, result.next_page, before)
    end
    callback(nil, before, result.total_results)
  end, { start = page == 1 })
end

--- Opens it.
function M.open()
  local place = actions.place()
  local self, list, stop, removed, is_loading, is_old, is_new = nil, nil, nil, {}, false, false, true
  self = panes.open({
    title = "Watchlist",
    resized = function()
      list:draw()
    end,
    closed = function()
      list:close()
      if stop then
        stop()
      end
    end,
  })
  list = rows.new(self)

  -- What helps is offered for the command, not for what comes later.
  local function fail(problem)
    self:tell(problem.message, "MovierpcError")
    if is_new then
      is_new = false
      remedy.ask(problem, function()
        if not self.over then
          self:close()
          M.open()
        end
      end)
    end
  end

  -- Changes that come while it is read are read after that, once.
  local function refresh()
    if is_loading or self.over then
      is_old = is_loading
      return
    end
    is_loading, is_old = true, false
    load(function(problem, titles, total)
      is_loading = false
      if self.over then
        return
      elseif is_old then
        return refresh()
      elseif problem then
        return fail(problem)
      end
      is_new = false
      local row = list.row
      list:set(titles)
      if list.row == 1 then
        -- What was chosen is gone: its place is kept.
        list:move(row - 1)
      end
      local count = #titles < total and ("%d of %d titles"):format(#titles, total)
        or total == 1 and "1 title" or ("%d titles"):format(total)
      self:tell("Watchlist: " .. count .. "  " .. keys)
    end)
  end

  local function on(key, act)
    vim.keymap.set("n", key, function()
      act(list:current())
    end, { buffer = self.list.buffer, nowait = true })
  end
  local function for_title(key, act)
    on(key, function(title)
      if title then
        act(title)
      end
    end)
  end
  for key, distance in pairs({ j = 1, k = -1, ["<Down>"] = 1, ["<Up>"] = -1, ["<C-d>"] = 10, ["<C-u>"] = -10,
    ["<PageDown>"] = 10, ["<PageUp>"] = -10, gg = -99999, G = 99999 }) do
    on(key, function() list:move(distance) end)
  end
  for _, key in ipairs({ "q", "<Esc>" }) do
    on(key, function() self:close() end)
  end
  for_title("<CR>", function(title) detail.open(title.key, place) end)
  for_title("t", trailer.play)
  for_title("w", actions.toggle_watched)
  for_title("d", function(title)
    removed[#removed + 1] = title
    actions.remove(title)
  end)
  on("u", function()
    local title = table.remove(removed)
    if title then
      actions.restore(title)
    end
  end)
  for_title("i", function(title)
    self:close()
    actions.insert(text.name(title), place)
  end)
  on("a", function()
    self:close()
    search.choose("Add to the watchlist", function(title)
      if title.user_state and title.user_state.watchlist then
        return vim.notify(text.short(title) .. " is on the watchlist already")
      end
      actions.toggle_watchlist(title, M.open)
    end)
  end)

  self:tell("Watchlist  " .. keys)
  stop = follow.follow({ "library" }, function(_, data, problem)
    if problem then
      fail(problem)
    elseif data then
      refresh()
    else
      self:tell("movierpcd is not running", "MovierpcError")
    end
  end)
  return self, list
end

return M
