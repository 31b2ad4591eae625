--- movierpc in Neovim: what the commands do, for mappings and other plugins.
local M = {}

local function open(key)
  require("movierpc.detail").open(key, require("movierpc.actions").place())
end

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

--- `:MovieDetail`: a key, also of a person, a season or a collection, or words.
function M.detail(words)
  if require("movierpc.link").request(vim.trim(words)) then
    return open(vim.trim(words))
  end
  require("movierpc.find").one(words, function(title)
    open(title.key)
  end)
end

--- `:MoviePerson`: a name.
function M.person(name)
  open({ "person", { name = name } })
end

--- `:MovieCollection`: a name.
function M.collection(name)
  open({ "collection", { name = name } })
end

--- `:MovieSeason`: a series, and a number behind it.
function M.season(words)
  local title, number = words:match("^%s*(.-)%s+[sS]?(%d+)%s*$")
  if not title then
    return vim.notify("movierpc: name a series and the number of a season", vim.log.levels.WARN)
  end
  local name = require("movierpc.find").is_key(title) and "key" or "title"
  open({ "season", { [name] = title, season_number = tonumber(number) } })
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
