--- What movierpc knows about the film in a file's name, and its poster, as yazi's preview.
local M = {}

-- What stands behind a title in the name of a file: where it is from, and how it is packed.
local tags = {}
for tag in ([[4k uhd hdr hevc bluray blu-ray bdrip brrip dvdrip hdrip hdtv remux web webrip web-dl webdl xvid
  x264 x265 h264 h265 proper repack]]):gmatch("%S+") do
  tags[tag] = true
end

--- "Blade.Runner.1982.1080p.mkv" is "Blade Runner 1982"; "Dark.S01E02.mkv" and "[Group] Dark WEB-DL.mkv" are "Dark".
function M.title(name)
  name = name:gsub("%.%w%w%w?%w?$", "")
  if not name:find(" ") then
    name = name:gsub("[._]", " ")
  end
  -- "[Group] Dark" is "Dark", but "[REC]" is a film.
  name = name:match("^%b[][ ._]*(.+)$") or name
  local title, year = name:match("^(.+)[ (%[]([12]%d%d%d)%f[%W]")
  if title and tonumber(year) > 1900 and tonumber(year) <= tonumber(os.date("%Y")) + 1 then
    return (title:gsub("[ (%[]+$", "") .. " " .. year)
  end
  local words = {}
  for word in (name:match("^(.-)[ -]+[Ss]%d+[Ee]%d") or name):gmatch("%S+") do
    local bare = word:lower():gsub("^[%[(]+", ""):gsub("[%])]+$", "")
    local is_tag = tags[bare] or tags[bare:gsub("%-[^-]*$", "")] or bare:find("^%d%d%d%d?p")
    if is_tag and #words > 0 then
      break
    end
    words[#words + 1] = word
  end
  return table.concat(words, " ")
end

-- Runs movierpc without a shell. What it printed, or why it failed.
local function movierpc(...)
  local output, problem = Command("movierpc"):arg({ ... }):stdout(Command.PIPED):stderr(Command.PIPED):output()
  if not output then
    return nil, "movierpc: " .. tostring(problem)
  end
  if not output.status.success then
    return nil, output.stderr
  end
  return output.stdout
end

function M:peek(job)
  local title = M.title(job.file.name)
  -- Words after -- are never options, and its text has neither controls nor markup.
  local text, why = movierpc("detail", "--text", "--timeout", "5", "--", title)
  local area = job.area
  if text and area.h >= 24 then
    local key = movierpc("detail", "--format", "{key}", "--timeout", "5", "--", title)
    local poster = key and movierpc("poster", "--size", "w342", "--timeout", "2", "--", (key:gsub("%s+$", "")))
    if poster then
      local half = math.floor(area.h / 2)
      ya.image_show(Url((poster:gsub("\n$", ""))), ui.Rect({ x = area.x, y = area.y, w = area.w, h = half }))
      area = ui.Rect({ x = area.x, y = area.y + half, w = area.w, h = area.h - half })
    end
  end
  local lines, count = {}, 0
  for line in ((text or why) .. "\n"):gmatch("(.-)\n") do
    count = count + 1
    if count > job.skip then
      lines[#lines + 1] = line
    end
  end
  ya.preview_widget(job, { ui.Text(table.concat(lines, "\n")):area(area):wrap(ui.Wrap.YES) })
end

function M:seek(job)
  local hovered = cx.active.current.hovered
  if hovered and hovered.url == job.file.url then
    local skip = math.max(0, cx.active.preview.skip + job.units)
    ya.emit("peek", { skip, only_if = job.file.url })
  end
end

return M
