--- A title as lines: all that is known of it, for a preview or a float.
local text = require("movierpc.text")
local M = {}

local label_width = 12

-- The texts that `each` makes of a list's items, joined.
local function join(list, each, most)
  local parts = {}
  for index, item in ipairs(type(list) == "table" and list or {}) do
    if index > (most or 99) then
      break
    end
    local part = each and each(item) or text.clean(item)
    parts[#parts + 1] = part ~= "" and part or nil
  end
  return table.concat(parts, ", ")
end

local function with(name, extra)
  name, extra = text.clean(name), text.clean(extra)
  return extra == "" and name or ("%s (%s)"):format(name, extra)
end

--- `film · 7.8 of 10 (14739 votes) · 2 h 35 min · PG-13 · Science Fiction, Adventure`
function M.figures(title)
  local parts = { title.media_type == "tv" and "series" or "film" }
  if title.vote_average then
    local votes = title.vote_count and (" (%d votes)"):format(title.vote_count) or ""
    parts[#parts + 1] = ("%.1f of 10%s"):format(title.vote_average, votes)
  end
  if title.runtime and title.runtime > 0 then
    local hours = math.floor(title.runtime / 60)
    parts[#parts + 1] = (hours > 0 and hours .. " h " or "") .. title.runtime % 60 .. " min"
  end
  parts[#parts + 1] = title.certification and text.clean(title.certification.value) or nil
  local genres = join(title.genres, function(genre)
    return genre.name
  end)
  parts[#parts + 1] = genres ~= "" and genres or nil
  return table.concat(parts, " · ")
end

-- What the profile has done with it.
local function kept(title)
  local state, parts = title.user_state or {}, {}
  parts[#parts + 1] = state.watchlist and "on the watchlist" or nil
  parts[#parts + 1] = state.watched and "watched" or nil
  parts[#parts + 1] = state.favorite and "favourite" or nil
  parts[#parts + 1] = state.download and state.download ~= "none" and "download: " .. text.clean(state.download) or nil
  return table.concat(parts, ", ")
end

local function facts(title)
  local rows = {
    { "Director", join(title.directors) },
    { "Created by", join(title.creators) },
    { "Cast", join(title.cast, function(person)
      return with(person.name, person.character)
    end, 8) },
    { "Crew", join(title.crew, function(person)
      return person.job == "Director" and "" or with(person.name, person.job)
    end, 6) },
    { "Collection", title.collection and text.clean(title.collection.name) or "" },
    { "Released", text.clean(title.release_date) },
    { "Seasons", join(title.seasons, function(season)
      return with(season.name, season.episode_count and season.episode_count .. " episodes")
    end) },
    { "Library", kept(title) },
    { "Note", title.entry and text.clean(title.entry.note) or "" },
  }
  local countries = vim.tbl_keys(title.where_to_watch or {})
  table.sort(countries)
  for _, country in ipairs(countries) do
    local place = title.where_to_watch[country]
    local offers = join(place.offers, function(offer)
      return with(offer.provider, offer.kind)
    end)
    local link = text.clean(place.link)
    rows[#rows + 1] = { "Watch in " .. text.clean(country), offers == "" and "nowhere" or offers .. " · " .. link }
  end
  return rows
end

--- Lines of at most `width` cells, marks for style.fill, and the keys of the titles that lines name (from 1).
function M.make(title, width)
  local lines, marks, keys = {}, {}, {}
  local function add(value, group, first)
    lines[#lines + 1] = value
    if group then
      marks[#marks + 1] = { #lines - 1, first or 0, -1, group }
    end
  end
  local function paragraph(value, group)
    for _, line in ipairs(text.wrap(value, width)) do
      add(line, group)
    end
  end
  local function fact(label, value)
    local space = math.max(label_width, #label + 2)
    for index, line in ipairs(value ~= "" and text.wrap(value, width - space) or {}) do
      local start = index == 1 and label or ""
      add(start .. (" "):rep(space - #start) .. line)
      if index == 1 then
        marks[#marks + 1] = { #lines - 1, 0, #label, "MovierpcLabel" }
      end
    end
  end

  paragraph(text.name(title), "MovierpcTitle")
  local original = text.clean(title.original_title)
  if original ~= "" and original ~= text.clean(title.title) then
    paragraph(original, "MovierpcDim")
  end
  paragraph(M.figures(title), "MovierpcRating")
  add(text.cut(text.clean(title.key), width), "MovierpcDim")
  for _, part in ipairs({ text.clean(title.tagline), text.clean(title.overview) }) do
    if part ~= "" then
      add("")
      paragraph(part)
    end
  end
  add("")
  for _, row in ipairs(facts(title)) do
    fact(row[1], row[2])
  end
  for _, group in ipairs({ { "Worth seeing next", title.recommendations }, { "Similar", title.similar } }) do
    if group[2] and group[2][1] then
      add("")
      add(group[1], "MovierpcLabel")
      for index = 1, math.min(#group[2], 6) do
        local name = text.cut(text.name(group[2][index]), width - 2)
        add("  " .. name, "MovierpcLink", 2)
        keys[#lines] = group[2][index].key
      end
    end
  end
  local sources = title.meta and join(title.meta.attribution) or ""
  if sources ~= "" then
    add("")
    add("Data: " .. text.cut(sources, width - 6), "MovierpcDim")
  end
  return lines, marks, keys
end

return M
