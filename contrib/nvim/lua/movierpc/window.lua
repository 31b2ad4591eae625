--- Floating windows over a scratch buffer.
local remedy = require("movierpc.remedy")
local style = require("movierpc.style")
local M = {}

-- Of window configurations, 0.7 has no title.
local has_title = vim.fn.has("nvim-0.9") == 1

--- A geometry for nvim_open_win: { row, col, width, height, title }, without the border.
function M.config(place)
  local config = {
    relative = "editor",
    style = "minimal",
    row = place.row,
    col = place.col,
    width = math.max(place.width, 1),
    height = math.max(place.height, 1),
    border = place.border or "rounded",
    focusable = place.focusable,
    zindex = place.zindex or 50,
  }
  if has_title and place.title and config.border ~= "none" then
    config.title, config.title_pos = " " .. place.title .. " ", "left"
  end
  return config
end

--- Opens one: its window and its buffer, which goes with it.
function M.open(place, enter, kind)
  style.define()
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.bo[buffer].bufhidden = "wipe"
  vim.bo[buffer].filetype = kind or "movierpc"
  local window = vim.api.nvim_open_win(buffer, enter, M.config(place))
  vim.wo[window].winhighlight = style.window
  vim.wo[window].wrap = false
  vim.wo[window].list = false
  vim.wo[window].scrolloff = 0
  vim.wo[window].foldenable = false
  return window, buffer
end

--- Closes it if it is still there.
function M.close(window)
  if window and vim.api.nvim_win_is_valid(window) then
    pcall(vim.api.nvim_win_close, window, true)
  end
end

--- The part of the screen that a large float takes: row, col, width, height inside its border.
function M.area(most_width, most_height)
  local columns, lines = vim.o.columns, vim.o.lines - vim.o.cmdheight - 1
  local width = math.max(math.min(most_width, columns - 4), 10)
  local height = math.max(math.min(most_height, lines - 3), 4)
  return {
    row = math.max(math.floor((lines - height - 2) / 2), 0),
    col = math.max(math.floor((columns - width - 2) / 2), 0),
    width = width,
    height = height,
  }
end

--- Says what went wrong with a command; where something helps, in a question about that.
function M.complain(problem)
  local words = problem.message .. (problem.hint and problem.hint ~= "" and "\n" .. problem.hint or "")
  if not remedy.ask(problem) then
    vim.notify("movierpc: " .. words, vim.log.levels.ERROR)
  end
end

return M
