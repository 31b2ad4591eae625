--- Titles by what a user types: a key, or words.
local client = require("movierpc.client")
local link = require("movierpc.link")
local window = require("movierpc.window")
local text = require("movierpc.text")
local M = {}

--- Whether it is the key of a title, such as movie/438631.
function M.is_key(words)
  return link.request(words) == "detail"
end

--- Calls back with a title, which has a key at least: for words the best match.
function M.one(words, callback)
  words = vim.trim(words)
  if words == "" then
    return vim.notify("movierpc: which title? A key such as movie/438631, or words", vim.log.levels.WARN)
  elseif M.is_key(words) then
    return callback({ key = words })
  end
  M.many(words, 1, function(titles)
    callback(titles[1])
  end)
end

--- Calls back with the titles found, at least one; says so where there is none.
function M.many(words, most, callback)
  local query = vim.fn.strcharpart(vim.trim(words), 0, 200)
  client.request("search", { q = query, page_size = most }, function(problem, result)
    if problem then
      window.complain(problem)
    elseif not result.results[1] then
      vim.notify(("movierpc: nothing found for %q"):format(text.clean(query)), vim.log.levels.INFO)
    else
      callback(result.results)
    end
  end)
end

return M
