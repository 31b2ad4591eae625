--- A list of titles in a window, one of them chosen, and what is known of that one in a window beside it.
local client = require("movierpc.client")
local facts = require("movierpc.facts")
local page = require("movierpc.page")
local style = require("movierpc.style")
local text = require("movierpc.text")
local uv = vim.uv or vim.loop
local M = {}
M.__index = M

-- Milliseconds for which a title is chosen before it is asked about.
local pause = 60

--- `panes`: { list = { window, buffer }, preview = the same or nil }.
function M.new(panes)
  return setmetatable({ panes = panes, items = {}, row = 1, details = {}, timer = uv.new_timer() }, M)
end

-- `• The Title (1999)       series 7.8`
local function line(title, width)
  local rating = title.vote_average and ("%.1f"):format(title.vote_average) or ""
  local right = ("%s %4s"):format(title.media_type == "tv" and "series" or "film  ", rating)
  local before = " " .. facts.signs(title) .. " "
  local rest = width - vim.fn.strdisplaywidth(before) - #right - 1
  local name = text.cut(text.name(title), rest - 1)
  local whole = before .. name .. (" "):rep(math.max(rest - vim.fn.strdisplaywidth(name), 1)) .. right .. " "
  return whole, #before, #whole - #right - 1
end

--- Shows other titles; the one that was chosen stays so where it is among them.
function M:set(items)
  local chosen = self:current()
  self.items, self.row = items, 1
  for index, item in ipairs(items) do
    if chosen and item.key == chosen.key then
      self.row = index
    end
  end
  self:draw()
end

--- Draws all anew, as after another size.
function M:draw()
  local lines, marks = {}, {}
  local width = vim.api.nvim_win_get_width(self.panes.list.window)
  for index, item in ipairs(self.items) do
    local after_signs, before_right
    lines[index], after_signs, before_right = line(item, width)
    marks[#marks + 1] = { index - 1, 0, after_signs, "MovierpcMark" }
    marks[#marks + 1] = { index - 1, before_right, -1, "MovierpcDim" }
  end
  style.fill(self.panes.list.buffer, lines, marks)
  self:move(0)
end

--- The chosen title, or nil.
function M:current()
  return self.items[self.row]
end

--- Chooses another one, so many rows down.
function M:move(rows)
  self.row = math.max(math.min(self.row + rows, #self.items), 1)
  local window = self.panes.list.window
  vim.wo[window].cursorline = #self.items > 0
  if #self.items > 0 then
    vim.api.nvim_win_set_cursor(window, { self.row, 0 })
  end
  self:preview()
end

-- What is known is shown at once, the rest when it has come.
function M:preview()
  local panes, title = self.panes, self:current()
  if self.asked then
    self.asked.cancel()
    self.asked = nil
  end
  self.timer:stop()
  if not panes.preview then
    return
  end
  local function show(what)
    local width = vim.api.nvim_win_get_width(panes.preview.window)
    local lines, marks = {}, {}
    if what then
      lines, marks = page.make("detail", what, width - 2)
      lines = vim.tbl_map(function(each)
        return " " .. each
      end, lines)
      for _, mark in ipairs(marks) do
        mark[2], mark[3] = mark[2] + 1, mark[3] < 0 and -1 or mark[3] + 1
      end
    end
    style.fill(panes.preview.buffer, lines, marks)
    vim.api.nvim_win_set_cursor(panes.preview.window, { 1, 0 })
  end
  local detail = title and self.details[title.key]
  -- What the list says of it is newer than what was said of it before.
  show(detail and vim.tbl_extend("force", detail, { user_state = title.user_state, entry = title.entry }) or title)
  if title and not detail then
    self.timer:start(pause, 0, vim.schedule_wrap(function()
      if self.closed or self:current() ~= title then
        return
      end
      self.asked = client.request("detail", { key = title.key }, function(_, result)
        self.asked = nil
        if result and not self.closed then
          self.details[title.key] = result
          if self:current() == title then
            show(vim.tbl_extend("force", result, { user_state = title.user_state, entry = title.entry }))
          end
        end
      end)
    end))
  end
end

--- Scrolls the preview.
function M:scroll(keys)
  if self.panes.preview then
    vim.api.nvim_win_call(self.panes.preview.window, function()
      vim.api.nvim_command("normal! " .. vim.api.nvim_replace_termcodes(keys, true, false, true))
    end)
  end
end

--- Asks nothing any more.
function M:close()
  self.closed = true
  if self.asked then
    self.asked.cancel()
  end
  if not self.timer:is_closing() then
    self.timer:close()
  end
end

return M
