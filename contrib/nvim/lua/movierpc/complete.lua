--- Words for the command line: what exists and begins with what was typed. It waits for the daemon, but not long.
local client = require("movierpc.client")
local text = require("movierpc.text")
local M = {}

local patience = { timeout = 2000 }

local function ask(method, params)
  return client.wait(method, params, patience) or {}
end

local function names(list, name)
  return vim.tbl_map(function(entry) return text.clean(entry[name]) end, list or {})
end

-- What follows of names that begin with all that was typed behind the command, perhaps without their article: only
-- the last word is replaced.
local function rest(found, typed, word)
  local words = {}
  for _, whole in ipairs(found) do
    for _, article in ipairs({ "", "The ", "A ", "An " }) do
      local name = vim.startswith(whole, article) and whole:sub(#article + 1) or ""
      if vim.startswith(name:lower(), typed:lower()) and #name > #typed then
        words[#words + 1] = name:sub(#typed - #word + 1)
      end
    end
  end
  return words
end

-- `complete` of a command: `find(typed)` returns names.
local function completion(find)
  return function(word, line, cursor)
    local typed = line:sub(1, cursor):gsub("^%s*%S+%s+", "", 1)
    typed = text.utf8(typed)
    return vim.trim(typed) == "" and {} or find(typed, word)
  end
end

M.person = completion(function(typed, word)
  return rest(names(ask("people", { q = typed, page_size = 20 }).results, "name"), typed, word)
end)

M.collection = completion(function(typed, word)
  return rest(names({ ask("collection", { name = typed }) }, "name"), typed, word)
end)

local function titles(kind)
  return completion(function(typed, word)
    local found = ask("suggest", { q = typed, limit = 20, media_type = kind }).results
    return rest(names(found, "title"), typed, word)
  end)
end

M.title = titles("any")
local series = titles("tv")

--- A series, then the numbers of its seasons.
function M.season(word, line, cursor)
  local found = series(word, line, cursor)
  local title = line:sub(1, cursor - #word):match("^%s*%S+%s+(.-)%s+$")
  if found[1] or not title or word:find("%D") then
    return found
  end
  local seasons = ask("detail", { title = text.utf8(title), fields = { "seasons" } }).seasons
  return vim.tbl_filter(function(number) return vim.startswith(number, word) end,
    vim.tbl_map(function(season) return tostring(season.season_number) end, seasons or {}))
end

return M
