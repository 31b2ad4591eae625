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

command("Movie", { nargs = "*", desc = "Search films and series" }, function(movierpc, call)
  movierpc.search(call.args)
end)
command("MovieDetail", { nargs = "+", desc = "Show a title: a key or words" }, function(movierpc, call)
  movierpc.detail(call.args)
end)
command("MovieTrailer", { nargs = "+", desc = "Play a trailer: a key or words" }, function(movierpc, call)
  movierpc.trailer(call.args)
end)
command("MovieWatchlist", { nargs = 0, desc = "Show the watchlist" }, function(movierpc)
  movierpc.watchlist()
end)
command("MovieInsert", { nargs = "*", bang = true, desc = "Insert Title (Year); ! a link" }, function(movierpc, call)
  movierpc.insert(call.args, call.bang)
end)
