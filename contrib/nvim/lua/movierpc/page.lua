--- What a method answers as lines: a title, for a preview or a float, and what can be opened from one.
local around = require("movierpc.around")
local facts = require("movierpc.facts")
local lines = require("movierpc.lines")
local text = require("movierpc.text")
local M = {}

-- Names of makers, of whom the crew has the keys.
local function makers(names, crew)
  return facts.map(names, function(name)
    local found = vim.tbl_filter(function(who) return who.name == name end, crew or {})[1]
    return found and facts.person(found) or { name = text.clean(name) }
  end)
end

local function season_key(series, number)
  return type(series) == "string" and type(number) == "number" and ("%s/season/%d"):format(series, number) or nil
end

local function episode(title, entry)
  return entry and { { name = facts.episode_name(entry), key = season_key(title.key, entry.season_number),
    extra = text.clean(entry.air_date) } } or ""
end

-- What the profile has done with it.
local function kept(title)
  local state = title.user_state or {}
  return facts.join({ state.watchlist and "on the watchlist" or "", state.watched and "watched" or "",
    state.favorite and "favourite" or "",
    state.download and state.download ~= "none" and "download: " .. text.clean(state.download) or "" })
end

local function offers(out, title)
  local countries = vim.tbl_keys(title.where_to_watch or {})
  table.sort(countries)
  for _, country in ipairs(countries) do
    local place = title.where_to_watch[country]
    local all = facts.join(place.offers, function(offer)
      return ("%s (%s)"):format(text.clean(offer.provider), text.clean(offer.kind))
    end)
    out:fact("Watch in " .. text.clean(country), all == "" and "nowhere" or facts.figures(all, text.clean(place.link)))
  end
end

local function detail(out, title)
  local rated = title.vote_average and facts.figures(("%.1f of 10%s"):format(title.vote_average,
    title.vote_count and (" (%d votes)"):format(title.vote_count) or ""))
  local original = text.clean(title.original_title)
  facts.head(out, text.name(title), original ~= text.clean(title.title) and original or "",
    title.media_type == "tv" and "series" or "film", rated, facts.minutes(title),
    title.certification and text.clean(title.certification.value), facts.join(title.genres, facts.name_of))
  out:add(text.cut(text.clean(title.key), out.width), "MovierpcDim")
  facts.prose(out, title.tagline, title.overview)
  out:fact("Director", makers(title.directors, title.crew))
  out:fact("Created by", makers(title.creators, title.crew))
  out:fact("Cast", facts.map(title.cast, function(who) return facts.person(who, who.character) end, 8))
  out:fact("Crew", facts.map(title.crew, function(who)
    return who.job ~= "Director" and facts.person(who, who.job) or nil
  end, 8))
  local collection = title.collection
  out:fact("Collection", collection and { { name = facts.name_of(collection),
    key = ("collection/%s"):format(collection.id or facts.name_of(collection)) } } or "")
  out:fact("Released", text.clean(title.release_date))
  out:fact("Next", episode(title, title.next_episode))
  out:fact("Latest", episode(title, title.last_episode))
  out:fact("Seasons", facts.map(title.seasons, function(season)
    return { name = facts.name_of(season), key = season_key(title.key, season.season_number),
      extra = season.episode_count and facts.count(season.episode_count, "episode") }
  end))
  out:fact("Network", facts.join(title.networks, facts.name_of, 4))
  out:fact("Library", kept(title))
  out:fact("Note", title.entry and text.clean(title.entry.note) or "")
  offers(out, title)
  out:list("Worth seeing next", facts.map(title.recommendations, facts.titled, 6))
  out:list("Similar", facts.map(title.similar, facts.titled, 6))
end

--- Lines, marks and links (lines.lua has their forms) of what `method` answered for `key`; `words` is what the link
--- said that was followed.
function M.make(method, result, width, key, words)
  local out = lines.new(width)
  local page = method == "detail" and detail or around[method]
  page(out, result, key, words)
  local sources = result.meta and facts.join(result.meta.attribution) or ""
  if sources ~= "" then
    out:add("")
    out:add("Data: " .. text.cut(sources, width - 6), "MovierpcDim")
  end
  return out.lines, out.marks, out.links
end

return M
