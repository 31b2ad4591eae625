-- The commands. What they need is loaded when one of them is used.
if vim.g.loaded_movierpc or vim.fn.has("nvim-0.7") == 0 then
  return
end
vim.g.loaded_movierpc = true

local function command(name, options, act)
  vim.api.nvim_create_user_command(name, function(call)
    act(require("movierpc"), call)
  end, options)
end

-- What exists, found when <Tab> is pressed.
local function complete(name)
  return function(...)
    return require("movierpc.complete")[name](...)
  end
end

command("Movie", { nargs = "*", desc = "Search films and series" }, function(movierpc, call)
  movierpc.search(call.args)
end)
command("MovieDetail", { nargs = "+", complete = complete("title"), desc = "Show a title: a key or words" },
  function(movierpc, call) movierpc.detail(call.args) end)
command("MoviePerson", { nargs = "+", complete = complete("person"), desc = "Show a person: a name" },
  function(movierpc, call) movierpc.person(call.args) end)
command("MovieCollection", { nargs = "+", complete = complete("collection"), desc = "Show films that belong together" },
  function(movierpc, call) movierpc.collection(call.args) end)
command("MovieSeason", { nargs = "+", complete = complete("season"), desc = "Show a season: a series and a number" },
  function(movierpc, call) movierpc.season(call.args) end)
command("MovieTrailer", { nargs = "+", complete = complete("title"), desc = "Play a trailer: a key or words" },
  function(movierpc, call) movierpc.trailer(call.args) end)
command("MovieWatchlist", { nargs = 0, desc = "Show the watchlist" }, function(movierpc)
  movierpc.watchlist()
end)
command("MovieInsert", { nargs = "*", bang = true, desc = "Insert Title (Year); ! a link" }, function(movierpc, call)
  movierpc.insert(call.args, call.bang)
end)
