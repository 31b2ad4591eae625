-- What is shown and inserted, for titles that mean something to somebody.
local check = dofile(vim.env.CHECKS .. "/common.lua")
local client = require("movierpc.client")
local movierpc = require("movierpc")
local text = require("movierpc.text")

-- Names as the client program shows them, by key: an opinion of somebody else's.
local names, keys = {}, {}

local function learn_names()
  local found = assert(client.wait("search", { q = "hostile", page_size = 100 }))
  local told = check.run_program("movierpc", "search", "hostile", "--page-size", "100", "--format", "{key} {title}")
  for line in told:gmatch("[^\n]+") do
    local key, name = line:match("^(%S+) (.*)$")
    keys[#keys + 1], names[key] = key, name
  end
  check.same(#keys, 21, "hostile titles")
  for _, title in ipairs(found.results) do
    local name = vim.trim(names[title.key])
    -- The client program cuts long ones.
    local wanted = ("%s (%d)"):format(name, title.year):sub(1, 150)
    check.same(text.name(title):sub(1, 150), wanted, "the name of " .. title.key)
  end
end

local function must_be_clean(lines, what)
  for _, line in ipairs(lines) do
    if check.is_hostile(line) then
      check.fail(what .. ": " .. vim.inspect(line))
    end
  end
end

-- One line of it, for looking something up.
local function squeezed(lines)
  return (table.concat(lines, " "):gsub("%s+", " "))
end

local function floats()
  return vim.tbl_filter(function(window)
    return vim.api.nvim_win_get_config(window).relative ~= ""
  end, vim.api.nvim_list_wins())
end

local function await_closed(what)
  check.await(what .. ": no float is left", function() return #floats() == 0 end)
  -- Buffers go with their windows.
  check.await(what .. ": no buffer is left", function()
    return #vim.tbl_filter(function(buffer)
      return vim.startswith(vim.bo[buffer].filetype, "movierpc")
    end, vim.api.nvim_list_bufs()) == 0
  end)
end

local function picks()
  local self, list = movierpc.search("hostile")
  check.await("titles in the picker", function() return #list.items == 21 end)
  must_be_clean(check.lines(self.list.buffer), "the picker's list")
  check.same(#check.lines(self.list.buffer), 21, "lines of the list")
  for index, key in ipairs(keys) do
    check.same(list:current().key, key, "the chosen title")
    check.await("details of " .. key, function()
      return list.details[key] and squeezed(check.lines(self.preview.buffer)):find("Nora Quill", 1, true)
    end)
    local lines = check.lines(self.preview.buffer)
    must_be_clean(lines, "the preview of " .. key)
    local wanted = require("movierpc.page").make(list.details[key], vim.api.nvim_win_get_width(self.preview.window) - 2)
    check.same(vim.tbl_map(function(line) return line:sub(2) end, lines), wanted, "the preview of " .. key)
    check.press("<Down>")
    check.same(list.row, math.min(index + 1, 21), "the row")
  end
  check.press("<C-f>")
  check.press("<Esc>")
  await_closed("the picker")
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
  check.await("nothing found", function() return squeezed(check.lines(self.list.buffer)):find("nothing found") end)
  vim.cmd("wincmd p")
  await_closed("a picker that was left")
  check.pass("what is typed and pasted")
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
    must_be_clean(lines, "inserted text")
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
  await_closed("inserting")
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
    must_be_clean(lines, "the float of " .. key)
    local name = vim.trim(names[key]):gsub("%s+", " ")
    check.same(squeezed(lines):sub(1, math.min(#name, 150)), name:sub(1, 150), "the float of " .. key)
    assert(not vim.bo.modifiable)
    check.press("q")
    await_closed("details")
  end
  vim.cmd("MovieDetail amber lighthouse")
  check.await("a float", function() return vim.bo.filetype == "movierpc" end)
  check.press("a")
  check.await("it is on the watchlist", function() return squeezed(check.lines(0)):find("on the watchlist") end)
  check.press("w")
  check.await("it is watched", function() return squeezed(check.lines(0)):find("watched") end)
  check.press("a")
  check.await("it is not on it", function() return not squeezed(check.lines(0)):find("Library") end)
  vim.fn.search("^  The ")
  check.press("<CR>")
  check.await("another title", function()
    return vim.bo.filetype == "movierpc" and not squeezed(check.lines(0)):find("^The Amber Lighthouse")
  end)
  check.press("<Esc>")
  await_closed("details")
  check.said = {}
  vim.cmd("MovieDetail movie/7")
  check.await("an error", function() return #check.said == 1 end)
  check.same(check.said[1].level, vim.log.levels.ERROR, "its level")
  vim.cmd("MovieDetail no such film at all")
  check.await("a word about it", function() return #check.said == 2 end)
  check.same(check.said[2].message, 'movierpc: nothing found for "no such film at all"', "said")
  check.pass("21 hostile titles in floats; their keys; what is not found")
end

local function watchlist()
  local self, list = movierpc.watchlist()
  check.await("an empty list", function() return squeezed(check.lines(self.keys.buffer)):find("0 titles") end)
  for _, key in ipairs(keys) do
    check.run_program("movierpc", "watchlist", "add", key, "--note", "of somebody's")
  end
  check.await("what another program adds", function() return #list.items == 21 end)
  must_be_clean(check.lines(self.list.buffer), "the watchlist")
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
    for _, window in ipairs(floats()) do
      if squeezed(check.lines(vim.api.nvim_win_get_buf(window))):find("^ The Crooked Quarry %(1999%) film") then
        return true
      end
    end
  end)
  check.press("<CR>")
  check.await("the list with it", function()
    return vim.bo.filetype == "movierpc" and squeezed(check.lines(0)):find("Crooked Quarry")
  end)
  check.press("q")
  await_closed("the watchlist")
  check.pass("the watchlist: 21 hostile titles, events, watched, remove, undo, add")
end

local function evaluated()
  return vim.api.nvim_eval_statusline("%{%v:lua.require'movierpc'.statusline()%}", {}).str
end

local function status()
  check.await("how many to watch", function() return evaluated() == "21 to watch" end)
  -- All of them at once, by a topic of our own; the screen's check has them from the daemon.
  local follow = require("movierpc.follow")
  local original, tell = follow.follow, nil
  follow.follow = function(_, callback)
    tell = callback
  end
  package.loaded["movierpc.status"] = nil
  movierpc.setup({ statusline = { "browse:trending" } })
  check.same(evaluated(), "", "before anything is known")
  check.await("it follows", function() return tell ~= nil end)
  follow.follow = original
  for _, title in ipairs(assert(client.wait("search", { q = "hostile", page_size = 100 })).results) do
    tell("browse:trending", { results = { title } })
    check.same(evaluated(), text.cut(text.name(title), 40), "the status line")
  end

  movierpc.setup({ notify_downloads = true })
  client.wait("ping")
  for _, key in ipairs({ keys[2], keys[9] }) do
    check.said = {}
    check.run_program("movierpc", "download", key, "--assets", "detail")
    check.await(key .. " is told", function() return #check.said > 0 end)
    check.same(check.said[1].message, vim.trim(names[key]) .. " is downloaded", "said")
    check.run_program("movierpc", "download", "delete", key)
  end
  package.loaded["movierpc.status"] = nil
  movierpc.setup({ statusline = { "history" } })
  evaluated()
  for _, term in ipairs({ "#Alive", "%{system('touch owned')} %%", "%#Error# %!touch owned" }) do
    check.run_program("movierpc", "search", term)
    check.await(term .. " in the status line", function() return evaluated() == term end)
  end
  check.run_program("movierpc", "daemon", "stop")
  check.await("offline", function() return evaluated() == "movierpc offline" end)
  check.run_program("movierpc", "daemon", "start")
  check.await("back", function() return evaluated():find("^%%#Error#") ~= nil end)
  check.pass("the status line: 21 hostile titles, three searches, offline and back; messages of downloads")
end

local function chooses()
  movierpc.setup({ picker = "select" })
  local shown, original = nil, vim.ui.select
  vim.ui.select = function(items, options, choose)
    shown = vim.tbl_map(options.format_item, items)
    choose(items[1])
  end
  vim.cmd("Movie hostile")
  check.await("a float", function() return vim.bo.filetype == "movierpc" end)
  vim.ui.select = original
  must_be_clean(shown, "vim.ui.select")
  check.same(shown[2], "#Alive (2011)", "the second one")
  check.press("q")
  await_closed("details")
  movierpc.setup({})
  local done, problem = pcall(movierpc.setup, { sokcet = "x" })
  check.same({ done, problem }, { false, 'movierpc: there is no option "sokcet"' }, "setup with an unknown option")
  check.pass("vim.ui.select; options that do not exist")
end

local function trailers()
  check.said = {}
  local opened = vim.env.HOME .. "/opened"
  vim.cmd("MovieTrailer movie/900001")
  check.await("a page is opened", function() return vim.fn.filereadable(opened) == 1 end)
  check.same(vim.fn.readfile(opened), { "https://www.youtube.com/watch?v=trailer0000" }, "what xdg-open got")
  local trailer = require("movierpc.trailer")
  for _, url in ipairs({ "file:///etc/passwd", "--help", "https://x y", "javascript:alert(1)", "https://a\nb" }) do
    check.said = {}
    trailer.browse(url)
    check.same(check.said[1].message, "movierpc: there is no page to open", url)
  end
  local request = client.request
  client.request = function(_, _, callback)
    callback(nil, { state = "playing", what = "trailer", title = "\27[31mRed\n%s" })
  end
  check.said = {}
  trailer.play({ key = "movie/1" })
  client.request = request
  check.same(check.said[1].message, "playing the trailer of [31mRed %s", "said")
  check.pass("trailers: a page where there is no player; addresses that are none are not opened")
end

local function helps()
  vim.cmd("silent checkhealth movierpc")
  local told = squeezed(check.lines(0))
  assert(told:find("movierpcd [%d.]+ answers") and told:find("TMDB is asked") and not told:find("ERROR"), told)
  vim.cmd("silent! bwipeout!")
  -- The names that these things have since 0.10.
  local newer = {}
  vim.health = setmetatable({}, { __index = function(_, name)
    return function(words) newer[#newer + 1] = name .. " " .. words end
  end })
  vim.uv, package.loaded["movierpc.health"] = vim.loop, nil
  require("movierpc.health").check()
  vim.health = nil
  check.same(newer[1], "start movierpc: Neovim", "what newer names were told")
  assert(not table.concat(newer, "\n"):find("error "), vim.inspect(newer))
  local folder = vim.env.HOME .. "/plugin/doc"
  vim.fn.mkdir(folder, "p")
  vim.fn.writefile(vim.fn.readfile(vim.env.PLUGIN .. "/doc/movierpc.txt"), folder .. "/movierpc.txt")
  vim.cmd("helptags " .. folder)
  vim.opt.runtimepath:append(vim.env.HOME .. "/plugin")
  for _, tag in ipairs({ "movierpc", ":Movie", ":MovieDetail", ":MovieTrailer", ":MovieWatchlist", ":MovieInsert",
    "movierpc-setup", "movierpc-statusline" }) do
    vim.cmd("help " .. tag)
    check.same(vim.fn.expand("%:t"), "movierpc.txt", "the file of " .. tag)
  end
  -- Every option is explained.
  local help = squeezed(check.lines(0))
  for name in pairs(require("movierpc.config").defaults) do
    assert(help:find(name .. " =", 1, true), name)
  end
  vim.cmd("helpclose")
  check.pass("checkhealth, help and its tags")
end

check.run(function()
  learn_names()
  picks()
  inserts()
  details()
  watchlist()
  status()
  chooses()
  trailers()
  helps()
end)
