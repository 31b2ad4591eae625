-- What is shown and inserted, for titles that mean something to somebody.
local check = dofile(vim.env.CHECKS .. "/common.lua")
local client = require("movierpc.client")
local movierpc = require("movierpc")
local style = require("movierpc.style")
local text = require("movierpc.text")

local names, keys = check.names()

local function picks()
  local self, list = movierpc.search("hostile")
  check.await("titles in the picker", function() return #list.items == 21 end)
  check.must_be_clean(check.lines(self.list.buffer), "the picker's list")
  check.same(#check.lines(self.list.buffer), 21, "lines of the list")
  for index, key in ipairs(keys) do
    check.same(list:current().key, key, "the chosen title")
    check.await("details of " .. key, function()
      return list.details[key] and check.squeezed(check.lines(self.preview.buffer)):find("Nora Quill", 1, true)
    end)
    local lines = check.lines(self.preview.buffer)
    check.must_be_clean(lines, "the preview of " .. key)
    local width = vim.api.nvim_win_get_width(self.preview.window) - 2
    local wanted = require("movierpc.page").make("detail", list.details[key], width)
    check.same(vim.tbl_map(function(line) return line:sub(2) end, lines), wanted, "the preview of " .. key)
    check.press("<Down>")
    check.same(list.row, math.min(index + 1, 21), "the row")
  end
  check.press("<C-f>")
  check.press("<Esc>")
  check.await_closed("the picker")
  check.pass("21 hostile titles in the picker and its preview")

  -- What is typed is searched for, what is pasted becomes one line, and the last search counts.
  self, list = movierpc.search("")
  check.await("what is trending", function() return #list.items > 21 end)
  vim.api.nvim_buf_set_lines(self.prompt.buffer, 0, -1, false, { "> amber", "", "light" })
  check.await("what was pasted", function() return #list.items == 2 end)
  check.same(check.lines(self.prompt.buffer), { "> amber  light" }, "the prompt")
  for _, query in ipairs({ "gla", "carn", "carnival" }) do
    vim.api.nvim_buf_set_lines(self.prompt.buffer, 0, -1, false, { "> " .. query })
    vim.wait(20)
  end
  check.await("carnivals", function() return #list.items == 15 and list.items[1].title:find("Carnival") end)
  vim.api.nvim_buf_set_lines(self.prompt.buffer, 0, -1, false, { "> nosuchfilm" })
  check.await("nothing found", function() return check.squeezed(check.lines(self.list.buffer)):find("nothing found") end)
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(self.list.buffer, style.space, 0, -1, { details = true })) do
    check.same(mark[4].hl_group, "MovierpcDim", "the colour of nothing found")
  end
  vim.cmd("wincmd p")
  check.await_closed("a picker that was left")
  check.pass("what is typed and pasted")
end

-- How much lighter one colour is than another, as https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio has it.
local function contrast(one, other)
  local function light(colour)
    local sum = 0
    for shift, weight in pairs({ [65536] = 0.2126, [256] = 0.7152, [1] = 0.0722 }) do
      local part = math.floor(colour / shift) % 256 / 255
      sum = sum + weight * (part <= 0.03928 and part / 12.92 or ((part + 0.055) / 1.055) ^ 2.4)
    end
    return sum + 0.05
  end
  return math.max(light(one) / light(other), light(other) / light(one))
end

local function chosen_row()
  vim.cmd("highlight clear")
  vim.o.termguicolors = true
  for background, least in pairs({ dark = 4, light = 2.5 }) do
    vim.o.background = background
    local self, list = movierpc.search("amber")
    check.await("titles in the picker", function() return #list.items > 0 end)
    local row = vim.api.nvim_get_hl_by_name("MovierpcCurrent", true)
    for _, name in ipairs({ "MovierpcDim", "MovierpcMark" }) do
      local found = contrast(vim.api.nvim_get_hl_by_name(name, true).foreground, row.background)
      if found < least then
        check.fail(("%s on the chosen row has a contrast of %.1f, %s"):format(name, found, background))
      end
    end
    vim.cmd("wincmd p")
    check.await_closed("the picker")
  end
  vim.o.termguicolors = false
  vim.o.background = "dark"
  vim.cmd("highlight clear")
  check.pass("the chosen row can be read with termguicolors")
end

local function inserts()
  vim.cmd("enew!")
  for _, key in ipairs(keys) do
    vim.api.nvim_buf_set_lines(0, 0, -1, false, { "[]" })
    vim.api.nvim_win_set_cursor(0, { 1, 0 })
    vim.cmd("MovieInsert " .. key)
    check.await(key .. " is inserted", function() return #check.lines(0)[1] > 2 end)
    local lines = check.lines(0)
    check.same(#lines, 1, "lines after " .. key)
    check.must_be_clean(lines, "inserted text")
    local wanted = "[" .. vim.trim(names[key]):sub(1, 150)
    check.same(lines[1]:sub(1, #wanted), wanted, "what was inserted for " .. key)
    check.same(lines[1]:sub(-1), "]", "what stood behind it")
  end
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { "" })
  vim.cmd("MovieInsert! movie/980004")
  check.await("a link", function() return check.lines(0)[1] ~= "" end)
  check.same(check.lines(0), { "[\\[REC\\] (2013)](https://www.themoviedb.org/movie/980004)" }, "a link")
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { "Seen: " })
  vim.api.nvim_win_set_cursor(0, { 1, 5 })
  local _, list = movierpc.insert("hostile")
  check.await("titles in the picker", function() return #list.items == 21 end)
  check.press("<Down><CR>")
  check.await("a title is inserted", function() return #check.lines(0)[1] > 6 end)
  check.same(check.lines(0), { "Seen: #Alive (2011)" }, "what was inserted")
  check.await_closed("inserting")
  vim.bo.modifiable = false
  vim.cmd("MovieInsert movie/980002")
  check.await("a word about it", function() return #check.said > 0 end)
  check.same(check.said[#check.said].message, "movierpc: this text cannot be changed", "said")
  vim.cmd("enew!")
  check.pass("21 hostile titles inserted as text, and a link")
end

local function details()
  for _, key in ipairs(keys) do
    vim.cmd("MovieDetail " .. key)
    check.await("a float", function() return vim.bo.filetype == "movierpc" end)
    local lines = check.lines(0)
    check.must_be_clean(lines, "the float of " .. key)
    local name = vim.trim(names[key]):gsub("%s+", " ")
    check.same(check.squeezed(lines):sub(1, math.min(#name, 150)), name:sub(1, 150), "the float of " .. key)
    assert(not vim.bo.modifiable)
    check.press("q")
    check.await_closed("details")
  end
  vim.cmd("MovieDetail amber lighthouse")
  check.await("a float", function() return vim.bo.filetype == "movierpc" end)
  check.await("its poster", function()
    for _, window in ipairs(check.floats()) do
      local buffer = vim.api.nvim_win_get_buf(window)
      if vim.bo[buffer].buftype == "terminal" then
        return check.squeezed(check.lines(buffer)) ~= ""
      end
    end
  end)
  for _, line in ipairs(check.lines(0)) do
    assert(vim.fn.strdisplaywidth(line) < 84 - require("movierpc.poster").width, line)
  end
  check.press("a")
  check.await("it is on the watchlist", function() return check.squeezed(check.lines(0)):find("on the watchlist") end)
  check.press("w")
  check.await("it is watched", function() return check.squeezed(check.lines(0)):find("watched") end)
  check.press("a")
  check.await("it is not on it", function() return not check.squeezed(check.lines(0)):find("Library") end)
  vim.fn.search("^ \\+The .* film")
  check.press("<CR>")
  check.await("another title", function()
    return vim.bo.filetype == "movierpc" and not check.squeezed(check.lines(0)):find("^The Amber Lighthouse")
  end)
  check.press("<Esc>")
  check.await_closed("details")
  check.said = {}
  vim.cmd("MovieDetail movie/7")
  check.await("an error", function() return #check.said == 1 end)
  check.same(check.said[1].level, vim.log.levels.ERROR, "its level")
  vim.cmd("MovieDetail no such film at all")
  check.await("a word about it", function() return #check.said == 2 end)
  check.same(check.said[2].message, 'movierpc: nothing found for "no such film at all"', "said")
  check.same(check.said[2].level, vim.log.levels.INFO, "its level: it is no error")
  check.pass("21 hostile titles in floats; a poster; their keys; what is not found")
end

local function watchlist()
  local self, list = movierpc.watchlist()
  check.await("an empty list", function() return check.squeezed(check.lines(self.keys.buffer)):find("0 titles") end)
  for _, key in ipairs(keys) do
    check.run_program("movierpc", "watchlist", "add", key, "--note", "of somebody's")
  end
  check.await("what another program adds", function() return #list.items == 21 end)
  check.must_be_clean(check.lines(self.list.buffer), "the watchlist")
  local first = list:current().key
  check.press("w")
  check.await("it is watched", function()
    return vim.startswith(check.lines(self.list.buffer)[list.row], " ✓") and list:current().key == first
  end)
  check.press("d")
  check.await("it is gone", function() return #list.items == 20 end)
  check.press("u")
  check.await("it is back", function() return #list.items == 21 end)
  local entry
  for _, item in ipairs(list.items) do
    entry = item.key == first and item.entry or entry
  end
  check.same({ entry.note, entry.watched }, { "of somebody's", true }, "what was put back")
  check.press("<CR>")
  check.await("a float over it", function() return vim.api.nvim_get_current_buf() ~= self.list.buffer end)
  check.press("q")
  check.await("the list again", function() return vim.api.nvim_get_current_buf() == self.list.buffer end)
  vim.o.columns = 80
  vim.cmd("doautocmd VimResized")
  vim.o.columns = 120
  vim.cmd("doautocmd VimResized")
  check.press("a")
  check.await("the picker", function() return vim.bo.filetype == "movierpc-prompt" end)
  vim.api.nvim_buf_set_lines(0, 0, -1, false, { "> crooked quarry" })
  -- The picker's own list cannot be asked: its first line can.
  check.await("a title", function()
    for _, window in ipairs(check.floats()) do
      if check.squeezed(check.lines(vim.api.nvim_win_get_buf(window))):find("^ The Crooked Quarry %(1999%) film") then
        return true
      end
    end
  end)
  check.press("<CR>")
  check.await("the list with it", function()
    return vim.bo.filetype == "movierpc" and check.squeezed(check.lines(0)):find("Crooked Quarry")
  end)
  check.press("q")
  check.await_closed("the watchlist")
  check.pass("the watchlist: 21 hostile titles, events, watched, remove, undo, add")
end

local function remedies()
  local asked, sent, pin = {}, {}, "1234"
  vim.fn.confirm = function(words)
    asked[#asked + 1] = words
    return 1
  end
  vim.fn.inputsecret = function(prompt)
    asked[#asked + 1] = prompt
    return pin
  end
  local function fails(command, wanted)
    asked, check.said = {}, {}
    vim.cmd(command)
    check.await("a word about " .. command, function() return #check.said == 1 end)
    check.same({ asked, check.said[1].message }, wanted, command)
  end
  local question = "Unlock default with its PIN?"
  check.run_program("movierpc", "call", "profiles.update", '{"name":"default","new_pin":"1234"}')
  fails("MovieDetail movie/900001", { { "detail: default has a PIN\n" .. question, "pin: " }, "movierpc: done" })
  vim.cmd("MovieDetail movie/900001")
  check.await("a float", function() return vim.bo.filetype == "movierpc" end)
  check.press("q")
  check.await_closed("details")
  check.run_program("movierpc", "call", "profiles.lock")
  fails("Movie amber", { { "search: default has a PIN\n" .. question, "pin: " }, "movierpc: done" })
  check.await("what was searched", function()
    return #vim.tbl_filter(function(window)
      return check.squeezed(check.lines(vim.api.nvim_win_get_buf(window))):find("The Amber Lighthouse") ~= nil
    end, check.floats()) > 0
  end)
  check.press("<Esc>")
  check.await_closed("the picker")
  -- What fails then is not offered.
  check.run_program("movierpc", "call", "profiles.lock")
  pin = "4321"
  fails("MovieWatchlist", { { "subscribe: default has a PIN\n" .. question, "pin: " },
    "movierpc: profiles.unlock: the PIN of default is wrong\nunlock default with its PIN" })
  check.press("q")
  check.await_closed("the watchlist")
  check.run_program("movierpc", "call", "profiles.update", '{"name":"default","pin":"1234","reset":["pin"]}')
  -- What only reads, and settings of the file.
  fails("MovieDetail movie/7", { {}, "movierpc: detail: there is no title movie/7\nsearch for the title" })
  local request, complain = client.request, require("movierpc.window").complain
  client.request = function(method, params)
    sent[#sent + 1] = { method, params }
  end
  for _, remedy in ipairs({ { setting = "limits.depth" }, { method = "settings", params = {}, ask = {} },
    { params = { year = 2021 } }, { install = "mpv" }, { wait_ms = 9 } }) do
    complain({ message = "no", hint = "h", remedy = remedy })
  end
  check.same({ asked, sent }, { {}, {} }, "what is asked and sent")
  complain({ message = "no", hint = "without it nothing is found", remedy = { setting = "tmdb.key" } })
  complain({ message = "no", hint = "x\27[2J", remedy = { method = "a.b\n", params = { c = 1 }, ask = {} } })
  client.request, vim.fn.confirm, vim.fn.inputsecret = request, nil, nil
  check.same(asked, { "no\nWithout it nothing is found. Set tmdb.key?", "tmdb.key: ", "no\nX[2J. Call a.b ?" }, "asked")
  check.same(sent, { { "settings.update", { set = { ["tmdb.key"] = "4321" } } }, { "a.b\n", { c = 1 } } }, "sent")
  check.pass("what helps is offered once, the PIN is asked for; what only reads is not offered")
end

check.run(function()
  picks()
  chosen_row()
  inserts()
  details()
  watchlist()
  remedies()
end)
