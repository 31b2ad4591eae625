--- One title in a float.
local actions = require("movierpc.actions")
local client = require("movierpc.client")
local page = require("movierpc.page")
local poster = require("movierpc.poster")
local style = require("movierpc.style")
local text = require("movierpc.text")
local trailer = require("movierpc.trailer")
local window = require("movierpc.window")
local M = {}

-- In a narrower window there is no room for a poster.
local least_for_poster = 70
local help = "q close  t trailer  a watchlist  w watched  i insert  I link  o page  <CR> open"

--- Shows what `detail` answered.
function M.show(title, place)
  local area = window.area(84, 32)
  area.title = text.name(title)
  local handle, buffer = window.open(area, true)
  local poster_handle
  local below = { row = area.row + area.height + 2, col = area.col + 1, width = area.width, height = 1 }
  below.border, below.focusable = "none", false
  local help_handle, help_buffer = window.open(below, false)
  style.fill(help_buffer, { text.cut(help, area.width) }, { { 0, 0, -1, "MovierpcDim" } })
  vim.api.nvim_create_autocmd("BufWipeout", { buffer = buffer, once = true, callback = function()
    vim.schedule(function()
      window.close(help_handle)
      window.close(poster_handle)
    end)
  end })
  local keys = {}

  local function draw()
    local lines, marks
    local room = poster_handle and poster.width + 1 or 0
    lines, marks, keys = page.make(title, vim.api.nvim_win_get_width(handle) - 1 - room)
    style.fill(buffer, lines, marks)
  end
  -- A change is shown at once.
  local function changed(now)
    if vim.api.nvim_buf_is_valid(buffer) then
      title.user_state, title.entry = now.user_state, now.entry
      draw()
    end
  end
  local function close()
    window.close(handle)
  end
  local acts = {
    q = close,
    ["<Esc>"] = close,
    t = function() trailer.play(title) end,
    a = function() actions.toggle_watchlist(title, changed) end,
    w = function() actions.toggle_watched(title, changed) end,
    o = function() trailer.browse(actions.page(title)) end,
    i = function()
      close()
      actions.insert(text.name(title), place)
    end,
    I = function()
      close()
      actions.insert(actions.link(title), place)
    end,
    ["<CR>"] = function()
      local key = keys[vim.api.nvim_win_get_cursor(handle)[1]]
      if key then
        close()
        M.open({ key = key }, place)
      end
    end,
  }
  for key, act in pairs(acts) do
    vim.keymap.set("n", key, act, { buffer = buffer, nowait = true })
  end
  draw()
  if area.width >= least_for_poster and area.height >= poster.height then
    local corner = { row = area.row + 1, col = area.col + 1 + area.width - poster.width }
    poster.draw(title, corner, function() return vim.api.nvim_win_is_valid(handle) end, function(shown)
      poster_handle = shown
      draw()
    end)
  end
  return handle, buffer
end

--- Asks for a title and shows it.
function M.open(title, place)
  client.request("detail", { key = title.key }, function(problem, result)
    if problem then
      return window.complain(problem)
    end
    M.show(result, place)
  end)
end

return M
