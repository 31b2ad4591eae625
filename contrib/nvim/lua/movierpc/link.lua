--- Keys of what can be opened, which are the paths of pages at TMDB: movie/1, tv/1, tv/1/season/2, person/1,
--- collection/1. A person and a collection may have a name in place of the number, and a person /credits behind it.
local M = {}

local kinds = { movie = true, tv = true, itunes = true, imdb = true }

-- Of a number or a name.
local function named(word, number, name)
  return word:find("^%d+$") and number or { name = name or word }
end

--- The method that answers a key, and its params; nil: it is no key.
function M.request(key)
  local series, season = key:match("^(tv/%d+)/season/(%d+)$")
  if series then
    return "season", { key = series, season_number = tonumber(season) }
  end
  local kind, rest = key:match("^(%l+)/(.+)$")
  if kind == "person" then
    local who, page = rest:match("^(.+)/credits/?(%d*)$")
    local params = named(who or rest, { key = "person/" .. (who or rest) })
    if who then
      params.page, params.page_size = tonumber(page) or 1, 100
    end
    return who and "person.credits" or "person", params
  elseif kind == "collection" then
    return "collection", named(rest, { id = tonumber(rest) })
  elseif kinds[kind] and rest:find("^%w+$") then
    return "detail", { key = key }
  end
end

--- The key of what a method has answered, nil where it does not say.
function M.of(method, result)
  if method == "season" then
    return ("%s/season/%d"):format(result.key, result.season_number)
  elseif method == "collection" then
    return "collection/" .. (result.id or result.name)
  elseif method == "person" then
    return M.person(result)
  end
  return result.key
end

--- The key of a person whose own key may not be known.
function M.person(person)
  return type(person.key) == "string" and person.key or "person/" .. require("movierpc.text").clean(person.name)
end

--- The page at TMDB, or nil.
function M.page(key)
  local is_known = key and (key:find("^%l+/%d+$") or key:find("^tv/%d+/season/%d+$"))
  return is_known and not key:find("^i") and "https://www.themoviedb.org/" .. key or nil
end

return M
