--- Lines for a window, the colours of their parts, and what parts of them open.
local text = require("movierpc.text")
local M = {}
M.__index = M

local label_width = 12

--- Of at most `width` cells. `marks` are those of style.fill; `links` have line (from 1), first, last (bytes, from 0),
--- key, and the item that they are of.
function M.new(width)
  return setmetatable({ width = width, lines = {}, marks = {}, links = {} }, M)
end

--- One line, perhaps with a colour from a byte on.
function M:add(value, group, first)
  self.lines[#self.lines + 1] = value
  if group then
    self.marks[#self.marks + 1] = { #self.lines - 1, first or 0, -1, group }
  end
end

--- A text, broken into lines; nothing for "".
function M:paragraph(value, group)
  for _, line in ipairs(text.wrap(value, self.width)) do
    self:add(line, group)
  end
end

-- A part of the last line opens what `item` names.
function M:link(item, first, last)
  if item.key then
    self.links[#self.links + 1] = { line = #self.lines, first = first, last = last, key = item.key, item = item }
    self.marks[#self.marks + 1] = { #self.lines - 1, first, last, "MovierpcLink" }
  end
end

--- `Label       one (more), other`: a text, or items with name, extra, and a key if they can be opened. An item is
--- broken only where it does not fit into a line.
function M:fact(label, items)
  items = type(items) == "string" and { { name = items } } or items
  local space = math.max(label_width, #label + 2)
  local room = self.width - space
  local is_new, used = true, 0
  items = vim.tbl_filter(function(item) return item.name ~= "" end, items)
  for index, item in ipairs(items) do
    local extra = item.extra and item.extra ~= "" and (" (%s)"):format(item.extra) or ""
    local whole = item.name .. extra .. (index < #items and "," or "")
    local cells = vim.fn.strdisplaywidth(whole)
    if not is_new and used + 1 + cells <= room then
      local first = #self.lines[#self.lines] + 1
      self.lines[#self.lines] = self.lines[#self.lines] .. " " .. whole
      self:link(item, first, first + #item.name)
      used = used + 1 + cells
    else
      for part, line in ipairs(text.wrap(whole, room)) do
        local before = is_new and label or ""
        before = before .. (" "):rep(space - #before)
        self:add(before .. line)
        if is_new then
          self.marks[#self.marks + 1] = { #self.lines - 1, 0, #label, "MovierpcLabel" }
        end
        if part == 1 then
          self:link(item, #before, #before + math.min(#item.name, #line))
        end
        is_new, used = false, vim.fn.strdisplaywidth(line)
      end
    end
  end
end

--- A heading, if there is one, and a line for each item with name, key, and perhaps extra, which stands at the end.
function M:list(heading, items)
  if items[1] and heading then
    self:add("")
    self:add(heading, "MovierpcLabel")
  end
  for _, item in ipairs(items) do
    local before, extra = "  " .. (item.before or ""), item.extra or ""
    local room = self.width - vim.fn.strdisplaywidth(before .. extra)
    local name = text.cut(item.name, room - (extra ~= "" and 2 or 0))
    local blanks = extra ~= "" and (" "):rep(room - vim.fn.strdisplaywidth(name)) or ""
    self:add(before .. name .. blanks .. extra, "MovierpcDim")
    self:link(item, #before, #before + #name)
  end
end

return M
