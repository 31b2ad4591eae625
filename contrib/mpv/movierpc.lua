-- What is playing, as movierpc knows it: its details, and whether you have seen it.
local options = { command = 'movierpc', watched = false, minutes = 40 }
require('mp.options').read_options(options, 'movierpc')
local msg = require('mp.msg')
local utils = require('mp.utils')
local unpack = unpack or table.unpack

local overlay = mp.create_osd_overlay('ass-events')
overlay.res_y = 720
local hiding, details

local function hide()
  if hiding then hiding:kill() end
  hiding, details = nil, false
  overlay:remove()
end

-- Titles are text, not markup: U+2060 keeps a backslash from being one.
local function ass(text)
  return (text:gsub('%c', ' '):gsub('\\', '\\\226\129\160'):gsub('{', '\\{'))
end

local function show(lines, seconds)
  hide()
  overlay.data = '{\\an7\\pos(40,40)\\fs26\\bord2}' .. table.concat(lines, '\\N')
  msg.verbose('shows ' .. overlay.data)
  overlay:update()
  hiding = mp.add_timeout(seconds, hide)
end

-- Runs movierpc, without a shell. done() is given what it printed; where it failed, why is shown, or failed() is called.
local function movierpc(arguments, done, failed)
  local command = {
    name = 'subprocess', args = { options.command, unpack(arguments) }, playback_only = false,
    capture_stdout = true, capture_stderr = true,
  }
  mp.command_native_async(command, function(_, result)
    if result and result.status == 0 then return done(result.stdout) end
    if failed then return failed() end
    local why = result and result.status > 0 and result.stderr or options.command .. ' cannot be run'
    show({ ass(why:match('^[^\n]*'):gsub(' %([%l_]+%)$', '')) }, 5)
  end)
end

-- What stands behind a title in the name of a file: where it is from, and how it is packed.
local tags = {}
for tag in ([[4k uhd hdr hevc bluray blu-ray bdrip brrip dvdrip hdrip hdtv remux web webrip web-dl webdl xvid
  x264 x265 h264 h265 h.264 h.265 proper repack]]):gmatch('%S+') do
  tags[tag] = true
end

-- The words before the first tag; a title may begin with a word that is one.
local function before_tags(name)
  local kept = {}
  for word in name:gmatch('%S+') do
    local bare = word:lower():gsub('^[%[(]+', ''):gsub('[%])]+$', '')
    -- "x264-GRP", "BluRay-GRP", "1080p".
    local is_tag = tags[bare] or tags[bare:gsub('%-[^-]*$', '')] or bare:find('^%d%d%d%d?p')
    if is_tag and #kept > 0 then break end
    table.insert(kept, word)
  end
  -- Who made the file, in capitals: "Spider-Man" stays as it is.
  return (table.concat(kept, ' '):gsub('%-[%u%d]+$', function(group) return #group > 2 and '' or nil end))
end

-- "Blade.Runner.1982.1080p.mkv" is "Blade Runner (1982)"; "Dark.S01E02.mkv" and "Dark - 05v2 [1A2B3C4D].mkv" are "Dark".
local function clear(name)
  if not name:find(' ') then name = name:gsub('[._]', ' ') end
  local title, year = name:match('^(.+)[ (%[]([12]%d%d%d)%f[%W]')
  if title and tonumber(year) > 1900 and tonumber(year) <= tonumber(os.date('%Y')) + 1 then
    return title:gsub('[ (%[]+$', '') .. ' (' .. year .. ')'
  end
  local show = before_tags(name:match('^(.-)[ -]+[Ss]%d+[Ee]%d') or name)
  return (show:gsub('(%S) +%b[]$', '%1'):gsub(' +%- +%d%d%d?v?%d?$', ''))
end

-- What may be its title, the likeliest first.
local function guesses()
  local name = mp.get_property('media-title', '')
  if name ~= mp.get_property('filename') then return { name } end
  name = mp.get_property('filename/no-ext')
  -- "[Group] Dark" is "Dark", but "[REC]" is a film.
  local rest = name:match('^%b[][ ._]*(.+)$')
  return { clear(name), rest and clear(rest) }
end

local fields = {
  'key', 'title', 'year', 'vote_average', 'runtime', 'genres', 'directors', 'overview',
  'user_state.watchlist', 'user_state.watched', 'meta.attribution',
}
local template = '{' .. table.concat(fields, '}\t{') .. '}'

-- done() is given the fields of the title that is playing, without controls.
local function title(done)
  local path, found = mp.get_property('path'), guesses()
  if not path then return end
  local detail
  function detail(key, other)
    movierpc({ 'detail', '--format', template, '--', key }, function(line)
      local values, index = {}, 0
      for value in (line:gsub('\n', '') .. '\t'):gmatch('([^\t]*)\t') do
        index = index + 1
        values[fields[index]] = value
      end
      done(values)
    end, other and function() detail(other) end)
  end
  -- What movierpcd plays it knows better than its name does.
  movierpc({ 'player', '--json' }, function(json)
    local player = utils.parse_json(json) or {}
    if player.url == path and player.key then detail(player.key) else detail(found[1], found[2]) end
  end)
end

-- Words that run from right to left (U+0590 to U+08FF, and their other forms) stand between U+2068 and U+2069, so that
-- what is beside them keeps its place.
local function isolated(text)
  local runs_left = text:find('[\214-\223][\128-\191]') or text:find('\224[\160-\163]') or
    text:find('\239[\172-\187]')
  return runs_left and '\226\129\168' .. text .. '\226\129\169' or text
end

local function name(t) return isolated(ass(t.title)) .. (t.year == '' and '' or ' (' .. t.year .. ')') end

mp.add_key_binding('Alt+m', 'details', function()
  if details then return hide() end
  title(function(t)
    local facts = {}
    local rating, minutes = tonumber(t.vote_average), tonumber(t.runtime)
    if rating and rating > 0 then table.insert(facts, ('%.1f of 10'):format(rating)) end
    if minutes and minutes > 0 then
      table.insert(facts, ('%d h %d min'):format(math.floor(minutes / 60), minutes % 60))
    end
    if t.genres ~= '' then table.insert(facts, ass(t.genres)) end
    local lines = {
      '{\\fs40\\b1}' .. name(t) .. '{\\fs26\\b0}', table.concat(facts, ' · '), '', ass(t.overview), '',
    }
    if t.directors ~= '' then table.insert(lines, 'Director: ' .. isolated(ass(t.directors))) end
    if t['user_state.watched'] == 'true' then
      table.insert(lines, 'Watched')
    elseif t['user_state.watchlist'] == 'true' then
      table.insert(lines, 'On the watchlist')
    end
    if t['meta.attribution'] ~= '' then
      table.insert(lines, '{\\fs18}Data: ' .. ass(t['meta.attribution']))
    end
    show(lines, 15)
    details = true
  end)
end)

local function change(key, binding, field, verbs)
  mp.add_key_binding(key, binding, function()
    title(function(t)
      local verb, option = unpack(verbs[t[field]])
      movierpc({ 'watchlist', verb, t.key, '--text', option }, function(line)
        show({ ass(line:match('^[^\n]*')) }, 5)
      end)
    end)
  end)
end
change('Alt+w', 'watchlist', 'user_state.watchlist', { ['false'] = { 'add' }, ['true'] = { 'remove' } })
change('Alt+W', 'watched', 'user_state.watched', { ['false'] = { 'add', '--watched' }, ['true'] = { 'unwatched' } })

-- With watched=yes, what is on the watchlist is marked when nine tenths of it have been played.
local key, percent
local loads = 0
mp.observe_property('percent-pos', 'number', function(_, value) percent = value or percent end)
mp.register_event('file-loaded', function()
  key, percent = nil, nil
  loads = loads + 1
  local load = loads
  if not options.watched or mp.get_property_number('duration', 0) < options.minutes * 60 then return end
  title(function(t)
    -- The answer may be about a file before this one.
    if load ~= loads then return end
    if t['user_state.watchlist'] ~= 'true' or t['user_state.watched'] ~= 'false' then return end
    key = t.key
    msg.verbose(key .. ' is to be marked when it is over')
  end)
end)
mp.register_event('end-file', function()
  hide()
  if not key or not percent or percent < 90 then return end
  -- Detached, since mpv may be about to quit.
  mp.command_native({
    name = 'subprocess', args = { options.command, 'watchlist', 'watched', key, '--text' },
    playback_only = false, detach = true,
  })
end)
