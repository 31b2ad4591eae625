--- A title in a float, and what can be opened from there: people, their titles, seasons, collections.
local actions = require("movierpc.actions")
local client = require("movierpc.client")
local link = require("movierpc.link")
local page = require("movierpc.page")
local poster = require("movierpc.poster")
local style = require("movierpc.style")
local text = require("movierpc.text")
local trailer = require("movierpc.trailer")
local window = require("movierpc.window")
local M = {}

-- In a narrower window there is no room for a poster.
local least_for_poster = 70
local help = "<Tab> next link  <CR> open  <BS> back  o page  q close"
local help_of_title = "<CR> open  <BS> back  t trailer  a watchlist  w watched  i insert  o page  q close"

-- Asks for what a key names: `{ method, params }` or a text, such as person/525. `callback(shown)` gets the answer.
local function answer(key, words, callback)
  local method, params
  if type(key) == "table" then
    method, params = key[1], key[2]
  else
    method, params = link.request(key)
  end
  client.request(method, params, function(problem, result)
    if problem then
      return window.complain(problem)
    end
    callback({ method = method, result = result, words = words, key = link.of(method, result) or key })
  end)
end

local View = {}
View.__index = View

-- `shown` has method, key, result and words of what is shown, `before` what was shown before, each with the line of
-- the cursor.
local function new(place)
  local self = setmetatable({ place = place, before = {} }, View)
  self.area = window.area(84, 32)
  self.area.title = "Movies"
  self.handle, self.buffer = window.open(self.area, true)
  local below = { row = self.area.row + self.area.height + 2, col = self.area.col + 1, width = self.area.width }
  below.height, below.border, below.focusable = 1, "none", false
  self.help_handle, self.help_buffer = window.open(below, false)
  vim.api.nvim_create_autocmd("BufWipeout", { buffer = self.buffer, once = true, callback = function()
    vim.schedule(function()
      window.close(self.help_handle)
      window.close(self.poster_handle)
    end)
  end })
  self:map()
  return self
end

function View:is_open()
  return vim.api.nvim_buf_is_valid(self.buffer)
end

function View:close()
  window.close(self.handle)
end

function View:draw()
  local room = self.poster_handle and poster.width + 1 or 0
  local width = vim.api.nvim_win_get_width(self.handle) - 1 - room
  local shown, lines, marks = self.shown, nil, nil
  lines, marks, self.links = page.make(shown.method, shown.result, width, shown.key, shown.words)
  style.fill(self.buffer, lines, marks)
  local words = text.cut(shown.method == "detail" and help_of_title or help, self.area.width)
  style.fill(self.help_buffer, { words }, { { 0, 0, -1, "MovierpcDim" } })
end

-- Shows it in place of what is shown, the cursor in a line; else on its first link, but for a title's page.
function View:show(shown, line)
  window.close(self.poster_handle)
  self.shown, self.poster_handle = shown, nil
  self:draw()
  vim.api.nvim_win_set_cursor(self.handle, { math.min(line or 1, vim.api.nvim_buf_line_count(self.buffer)), 0 })
  if not line and shown.method ~= "detail" then
    self:jump(true)
  end
  if self.area.width >= least_for_poster and self.area.height >= poster.height then
    local corner = { row = self.area.row + 1, col = self.area.col + 1 + self.area.width - poster.width }
    poster.draw(shown.result, corner, function()
      return self:is_open() and self.shown == shown
    end, function(handle)
      self.poster_handle = handle
      self:draw()
    end)
  end
end

-- The link at the cursor, else the first one in its line.
function View:link()
  local cursor = vim.api.nvim_win_get_cursor(self.handle)
  local here = vim.tbl_filter(function(each) return each.line == cursor[1] end, self.links)
  for _, each in ipairs(here) do
    if cursor[2] >= each.first and cursor[2] < each.last then
      return each
    end
  end
  return here[1]
end

-- To the link after the cursor, or before it; behind the last one comes the first.
function View:jump(forward)
  local cursor, found = vim.api.nvim_win_get_cursor(self.handle), nil
  for index = 1, #self.links do
    local each = self.links[forward and index or #self.links + 1 - index]
    local is_after = each.line > cursor[1] or each.line == cursor[1] and each.first > cursor[2]
    local is_before = each.line < cursor[1] or each.line == cursor[1] and each.first < cursor[2]
    if forward and is_after or not forward and is_before then
      found = each
      break
    end
  end
  found = found or self.links[forward and 1 or #self.links]
  if found then
    vim.api.nvim_win_set_cursor(self.handle, { found.line, found.first })
  end
end

function View:follow()
  local found = self:link()
  if found then
    local line = vim.api.nvim_win_get_cursor(self.handle)[1]
    answer(found.key, found.item.words, function(shown)
      if self:is_open() then
        table.insert(self.before, { shown = self.shown, line = line })
        self:show(shown)
      end
    end)
  end
end

function View:back()
  local last = table.remove(self.before)
  if last then
    self:show(last.shown, last.line)
  end
end

-- The title that a key is about: the page's own, or that of the link.
function View:title()
  if self.shown.method == "detail" then
    return self.shown.result
  end
  local found = self:link()
  return found and found.item.title
end

function View:map()
  local function on(keys, act)
    for _, key in ipairs(keys) do
      vim.keymap.set("n", key, act, { buffer = self.buffer, nowait = true })
    end
  end
  local function for_title(key, act)
    on({ key }, function()
      local title = self:title()
      if title then
        act(title)
      end
    end)
  end
  -- A change is shown at once.
  local function changed(title)
    return function(now)
      title.user_state, title.entry = now.user_state, now.entry
      if self:is_open() then
        self:draw()
      end
    end
  end
  on({ "q", "<Esc>" }, function() self:close() end)
  on({ "<CR>", "K", "<C-]>" }, function() self:follow() end)
  on({ "<Tab>" }, function() self:jump(true) end)
  on({ "<S-Tab>" }, function() self:jump(false) end)
  on({ "<BS>", "<C-o>" }, function() self:back() end)
  on({ "o" }, function() trailer.browse(link.page(self.shown.key)) end)
  for_title("t", trailer.play)
  for_title("a", function(title) actions.toggle_watchlist(title, changed(title)) end)
  for_title("w", function(title) actions.toggle_watched(title, changed(title)) end)
  for_title("i", function(title)
    self:close()
    actions.insert(text.name(title), self.place)
  end)
  for_title("I", function(title)
    self:close()
    actions.insert(actions.link(title), self.place)
  end)
end

--- Asks for what a key names, and shows it; `place` is where `i` inserts.
function M.open(key, place)
  answer(key, nil, function(shown)
    new(place):show(shown)
  end)
end

return M
