-- The status line, messages, vim.ui.select, trailers, health and help.
local check = dofile(vim.env.CHECKS .. "/common.lua")
local client = require("movierpc.client")
local movierpc = require("movierpc")
local text = require("movierpc.text")

local _, keys = check.names()

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
    local item = assert(client.wait("downloads.get", { key = key }))
    check.same(check.said[1].message, text.short(item) .. " is downloaded", "said")
    check.run_program("movierpc", "download", "delete", key)
  end
  -- Hostile titles come out today, and on the watchlist they are news.
  package.loaded["movierpc.status"] = nil
  movierpc.setup({ statusline = { "releases" } })
  check.run_program("movierpc", "releases")
  evaluated()
  check.await("what comes out today", function() return evaluated():find("^%d+ out today$") ~= nil end)

  package.loaded["movierpc.status"] = nil
  movierpc.setup({ statusline = { "searches" } })
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
  check.must_be_clean(shown, "vim.ui.select")
  check.same(shown[2], "#Alive (2011)", "the second one")
  check.press("q")
  check.await_closed("details")
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
    callback(nil, { state = "playing", video = "trailer", title = "\27[31mRed\n%s" })
  end
  check.said = {}
  trailer.play({ key = "movie/1" })
  client.request = request
  check.same(check.said[1].message, "playing the trailer of [31mRed %s", "said")
  check.pass("trailers: a page where there is no player; addresses that are none are not opened")
end

local function helps()
  vim.cmd("silent checkhealth movierpc")
  local told = check.squeezed(check.lines(0))
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
    ":MoviePerson", ":MovieSeason", ":MovieCollection", "movierpc-keys", "movierpc-setup", "movierpc-statusline" }) do
    vim.cmd("help " .. tag)
    check.same(vim.fn.expand("%:t"), "movierpc.txt", "the file of " .. tag)
  end
  -- Every option is explained.
  local help = check.squeezed(check.lines(0))
  for name in pairs(require("movierpc.config").defaults) do
    assert(help:find(name .. " =", 1, true), name)
  end
  vim.cmd("helpclose")
  check.pass("checkhealth, help and its tags")
end

check.run(function()
  status()
  chooses()
  trailers()
  helps()
end)
