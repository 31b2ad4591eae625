--- The windows of the picker and of the watchlist: perhaps a prompt, a list, a preview beside it, a line of keys.
local style = require("movierpc.style")
local text = require("movierpc.text")
local window = require("movierpc.window")
local M = {}
M.__index = M

-- In a narrower area there is no room for a preview.
local least_for_preview = 76

local function places(has_prompt, title)
  local area = window.area(118, 30)
  local has_preview = area.width >= least_for_preview
  local left = has_preview and math.floor((area.width - 2) * 0.46) or area.width
  local top = has_prompt and 3 or 0
  return {
    prompt = has_prompt and { row = area.row, col = area.col, width = left, height = 1, title = title },
    list = {
      row = area.row + top, col = area.col, width = left, height = area.height - top,
      title = not has_prompt and title or nil,
    },
    preview = has_preview and {
      row = area.row, col = area.col + left + 2, width = area.width - left - 2, height = area.height,
    },
    keys = { row = area.row + area.height + 2, col = area.col + 1, width = area.width, height = 1, border = "none" },
  }
end

--- Opens them; the cursor is in the prompt, or else in the list. `closed` is called once, at the end.
function M.open(options)
  local self = setmetatable({ options = options }, M)
  self.origin = vim.api.nvim_get_current_win()
  for name, place in pairs(places(options.prompt, options.title)) do
    if place then
      place.focusable = name == (options.prompt and "prompt" or "list")
      local kind = name == "prompt" and "movierpc-prompt" or "movierpc"
      local handle, buffer = window.open(place, false, kind)
      self[name] = { window = handle, buffer = buffer }
    end
  end
  self.main = self.prompt or self.list
  vim.api.nvim_set_current_win(self.main.window)
  self.group = vim.api.nvim_create_augroup("movierpc." .. self.main.window, {})
  vim.api.nvim_create_autocmd("BufLeave", { group = self.group, buffer = self.main.buffer, callback = function()
    vim.schedule(function()
      -- A float that was opened from here gives back the cursor when it closes.
      if not self.over and not vim.startswith(vim.bo.filetype, "movierpc") then
        self:close()
      end
    end)
  end })
  vim.api.nvim_create_autocmd("BufWipeout", { group = self.group, buffer = self.main.buffer, callback = function()
    vim.schedule(function()
      self:close()
    end)
  end })
  vim.api.nvim_create_autocmd("VimResized", { group = self.group, callback = function()
    self:resize()
  end })
  return self
end

--- Takes the places for another size of the screen. A preview that has no room any more stays small.
function M:resize()
  for name, place in pairs(places(self.options.prompt, self.options.title)) do
    if place and self[name] then
      vim.api.nvim_win_set_config(self[name].window, window.config(place))
    end
  end
  self.options.resized()
end

--- Shows one line below: what there is to press, or to know.
function M:tell(line, group)
  if not self.over then
    style.fill(self.keys.buffer, { text.cut(line, vim.api.nvim_win_get_width(self.keys.window)) }, {
      { 0, 0, -1, group or "MovierpcDim" },
    })
  end
end

--- Closes all, and gives the cursor back to where it was.
function M:close()
  if self.over then
    return
  end
  self.over = true
  vim.api.nvim_del_augroup_by_id(self.group)
  if self.prompt and vim.api.nvim_get_current_win() == self.prompt.window then
    vim.api.nvim_command("stopinsert")
  end
  local was_here = vim.api.nvim_get_current_win() == self.main.window
  for _, name in ipairs({ "keys", "preview", "list", "prompt" }) do
    window.close(self[name] and self[name].window)
  end
  if was_here and vim.api.nvim_win_is_valid(self.origin) then
    vim.api.nvim_set_current_win(self.origin)
  end
  self.options.closed()
end

return M
