--- Parts of pages: what is known of a title or a person, as words and as items for lines.lua.
local link = require("movierpc.link")
local text = require("movierpc.text")
local M = {}

--- What `each` makes of the entries of a list, of the first `most` of them.
function M.map(list, each, most)
  local items = {}
  for index, entry in ipairs(type(list) == "table" and list or {}) do
    if index > (most or 99) then
      break
    end
    items[#items + 1] = each(entry)
  end
  return items
end

--- Their words, between commas.
function M.join(list, each, most)
  return table.concat(vim.tbl_filter(function(part) return part ~= "" end, M.map(list, each or text.clean, most)), ", ")
end

function M.name_of(entry)
  return text.clean(entry.name)
end

function M.rating(entry)
  return entry.vote_average and entry.vote_average > 0 and ("%.1f"):format(entry.vote_average) or ""
end

function M.minutes(entry)
  local all = entry.runtime
  if not all or all <= 0 then
    return ""
  end
  return (all >= 60 and math.floor(all / 60) .. " h " or "") .. all % 60 .. " min"
end

--- One line of what is known.
function M.figures(...)
  return table.concat(vim.tbl_filter(function(part) return part and part ~= "" end, { ... }), " · ")
end

--- What somebody has done with a title: • on the watchlist, ✓ watched, ★ a favourite.
function M.signs(title)
  local state = title.user_state or {}
  return (state.watched and "✓" or state.watchlist and "•" or " ") .. (state.favorite and "★" or " ")
end

--- A title in a list.
function M.titled(title)
  local kind = title.media_type == "tv" and "series" or "film"
  return { name = text.name(title), key = title.key, title = title, before = M.signs(title) .. " ",
    extra = ("%-6s %4s"):format(kind, M.rating(title)) }
end

--- `4 episodes`
function M.count(number, noun)
  return ("%d %s%s"):format(number, noun, number == 1 and "" or "s")
end

--- Somebody of the cast or the crew.
function M.person(who, role)
  return { name = M.name_of(who), key = link.person(who), extra = text.clean(role) }
end

--- `S02E09 Name`
function M.episode_name(episode)
  local code = ("S%02dE%02d"):format(episode.season_number, episode.episode_number)
  return vim.trim(code .. " " .. text.clean(episode.name))
end

--- What a page begins with.
function M.head(out, name, other, ...)
  out:paragraph(name, "MovierpcTitle")
  if other ~= "" and other ~= name then
    out:paragraph(other, "MovierpcDim")
  end
  out:paragraph(M.figures(...), "MovierpcRating")
end

--- Texts, each with an empty line before it.
function M.prose(out, ...)
  for index = 1, select("#", ...) do
    local words = text.clean((select(index, ...)))
    if words ~= "" then
      out:add("")
      out:paragraph(words)
    end
  end
  out:add("")
end

return M
