--- What can be done with a title, wherever it is shown.
local client = require("movierpc.client")
local link = require("movierpc.link")
local text = require("movierpc.text")
local window = require("movierpc.window")
local M = {}

--- Where text goes that is inserted: the window and the place of the cursor that a command was given in.
function M.place()
  local handle = vim.api.nvim_get_current_win()
  if vim.startswith(vim.bo.filetype, "movierpc") then
    return M.last_place
  end
  local cursor = vim.api.nvim_win_get_cursor(handle)
  local column = cursor[2]
  if vim.api.nvim_get_mode().mode:sub(1, 1) == "n" then
    -- After the character below the cursor, as `p` does.
    local line = vim.api.nvim_get_current_line()
    local rest = vim.fn.strcharpart(line:sub(column + 1), 0, 1)
    column = column + #rest
  end
  M.last_place = { buffer = vim.api.nvim_win_get_buf(handle), window = handle, row = cursor[1] - 1, column = column }
  return M.last_place
end

--- `[Title (Year)](page)`; without a page only the name.
function M.link(title)
  local name, page = text.name(title), link.page(title.key)
  return page and ("[%s](%s)"):format(name:gsub("[\\`*_%[%]<>&#|~$!]", "\\%0"), page) or name
end

--- Puts `words` there as text; nothing in it is a command.
function M.insert(words, place)
  if not place or not vim.api.nvim_buf_is_valid(place.buffer) then
    return vim.notify("movierpc: there is no text to insert into", vim.log.levels.WARN)
  elseif not vim.bo[place.buffer].modifiable then
    return vim.notify("movierpc: this text cannot be changed", vim.log.levels.WARN)
  end
  words = text.clean(words)
  local row = math.min(place.row, vim.api.nvim_buf_line_count(place.buffer) - 1)
  local line = vim.api.nvim_buf_get_lines(place.buffer, row, row + 1, false)[1]
  local column = math.min(place.column, #line)
  local whole = line:sub(1, column) .. words .. line:sub(column + 1)
  vim.api.nvim_buf_set_lines(place.buffer, row, row + 1, false, { whole })
  if vim.api.nvim_win_is_valid(place.window) and vim.api.nvim_win_get_buf(place.window) == place.buffer then
    vim.api.nvim_win_set_cursor(place.window, { row + 1, math.max(column + #words - 1, 0) })
  end
end

-- A change of the library: says what is so now, and hands on how the title is kept.
local function change(method, params, words, done)
  client.request(method, params, function(problem, result)
    if problem then
      return window.complain(problem)
    end
    vim.notify(words)
    if done and result.item then
      done(result.item)
    end
  end)
end

--- Adds it to the watchlist, or takes it away. `done(title)` gets it as it is then.
function M.toggle_watchlist(title, done)
  if title.user_state and title.user_state.watchlist then
    M.remove(title, done)
  else
    change("watchlist.add", { key = title.key }, text.short(title) .. " is on the watchlist", done)
  end
end

--- Takes it from the watchlist.
function M.remove(title, done)
  change("watchlist.remove", { key = title.key }, text.short(title) .. " is not on the watchlist any more", done)
end

--- Puts back what was taken away, with its note.
function M.restore(title)
  local entry = title.entry or {}
  change("watchlist.add", { key = title.key, note = entry.note, watched = entry.watched },
    text.short(title) .. " is on the watchlist again")
end

--- Marks it as watched, or not any more; a title that is on no list is put there.
function M.toggle_watched(title, done)
  local watched = not (title.user_state and title.user_state.watched)
  local words = text.short(title) .. (watched and " is watched" or " is not watched")
  local on_list = title.user_state and title.user_state.watchlist
  change(on_list and "watchlist.update" or "watchlist.add", { key = title.key, watched = watched }, words, done)
end

return M
