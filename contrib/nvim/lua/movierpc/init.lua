--- movierpc in Neovim: what the commands do, for mappings and other plugins.
local M = {}

--- Sets options (config.lua has them all). Not needed.
function M.setup(options)
  local config = require("movierpc.config")
  config.set(options)
  require("movierpc.downloads").set(config.get("notify_downloads"))
end

--- `:Movie`: searches, and shows what is chosen.
function M.search(query)
  return require("movierpc.search").search(query or "")
end

--- `:MovieDetail`: a key or words.
function M.detail(words)
  local place = require("movierpc.actions").place()
  require("movierpc.find").one(words, function(title)
    require("movierpc.detail").open(title, place)
  end)
end

--- `:MovieTrailer`: a key or words.
function M.trailer(words)
  require("movierpc.find").one(words, require("movierpc.trailer").play)
end

--- `:MovieWatchlist`.
function M.watchlist()
  return require("movierpc.watchlist").open()
end

--- `:MovieInsert`: `Title (Year)`, or a Markdown link.
function M.insert(query, as_link)
  return require("movierpc.search").insert(query or "", as_link)
end

--- For 'statusline': `%{%v:lua.require'movierpc'.statusline()%}`.
function M.statusline()
  return require("movierpc.status").line()
end

--- Any method of the protocol: `callback(error, result)`; `cancel()` of what it returns gives it up.
function M.request(method, params, callback)
  return require("movierpc.client").request(method, params, callback)
end

--- Any topic: `callback(topic, data)` now and after each change, without data while there is no daemon.
--- It returns a function that ends it.
function M.follow(topics, callback)
  return require("movierpc.follow").follow(topics, callback)
end

return M
