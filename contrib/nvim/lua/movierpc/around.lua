--- What can be opened from a title, as lines: a person, their titles, a season, a collection.
local facts = require("movierpc.facts")
local link = require("movierpc.link")
local text = require("movierpc.text")
local M = {}

function M.person(out, who)
  local name = facts.name_of(who)
  local life = facts.join({ text.clean(who.birthday), text.clean(who.deathday) }):gsub(", ", " – ")
  facts.head(out, name, text.clean(who.original_name), text.clean(who.known_for_department), life,
    text.clean(who.place_of_birth))
  facts.prose(out, who.biography)
  out:fact("Also known", facts.join(who.also_known_as, nil, 8))
  out:fact("Titles", { { name = "all of " .. name, key = link.person(who) .. "/credits", words = name } })
  out:list("Known for", facts.map(who.known_for, facts.titled))
end

M["person.credits"] = function(out, credits, key, words)
  facts.head(out, words or key, "", credits.total_results and facts.count(credits.total_results, "title"))
  out:add("")
  out:list(nil, facts.map(credits.results, function(title)
    local item, part = facts.titled(title), title.credit or {}
    local did = facts.join({ text.clean(part.character), text.clean(part.job) })
    item.extra = text.cut(did == "" and text.clean(part.department) or did, math.floor(out.width * 0.4))
    return item
  end))
  if credits.next_page then
    local next_key = ("%s/%d"):format(key:gsub("/credits.*", "/credits"), credits.next_page)
    out:list("More", { { name = ("page %d"):format(credits.next_page), key = next_key, words = words } })
  end
end

function M.season(out, season)
  local series = text.name({ title = season.title, key = season.key })
  facts.head(out, series .. ": " .. facts.name_of(season), "", facts.count(#season.episodes, "episode"),
    facts.rating(season), text.clean(season.air_date))
  facts.prose(out, season.overview)
  out:fact("Series", { { name = series, key = season.key } })
  out:add("")
  for _, each in ipairs(season.episodes) do
    out:paragraph(facts.episode_name(each), "MovierpcLabel")
    local seen = text.clean(each.watched_at)
    out:paragraph(facts.figures(text.clean(each.air_date), facts.minutes(each), facts.rating(each),
      seen ~= "" and "watched " .. seen:sub(1, 10)), "MovierpcDim")
    out:paragraph(text.clean(each.overview))
    out:add("")
  end
end

function M.collection(out, collection)
  facts.head(out, facts.name_of(collection), "", facts.count(#collection.parts, "film"))
  facts.prose(out, collection.overview)
  out:list(nil, facts.map(collection.parts, facts.titled))
end

return M
