vim9script
# What a status line tells: a text made when something changes, not when the line is drawn.

import autoload 'movierpc/follow.vim'
import autoload 'movierpc/text.vim'

var texts: dict<string> = {} # by topic; none of a topic that is not known
var cached = ''
var begun = false

def Topics(): list<string>
  return get(g:, 'movierpc_statusline', ['downloads', 'player', 'library'])
enddef

# What one may have to do something about comes before what waits because one wants it to.
def Downloads(data: dict<any>): string
  for states in [['active', 'queued'], ['failed'], ['paused']]
    var count = 0
    for state in states
      count += data[state]
    endfor
    if count > 0
      var items = filter(copy(data.items), (_, item) => index(states, item.state) >= 0)
      const many = $'{count} download{count == 1 ? '' : 's'}'
      const subject = count == 1 && !empty(items) ? text.Clean(items[0].title) : many
      const total = data.total_bytes
      const how = states[0] != 'active' ? states[0] : data.active == 0 ? 'queued'
        : type(total) == v:t_number && total > 0 ? $'{100 * data.bytes / total}%' : ''
      return trim(subject .. ' ' .. how)
    endif
  endfor
  return ''
enddef

def Words(topic: string, data: dict<any>): string
  if topic == 'library'
    return data.unwatched > 0 ? $'{data.unwatched} to watch' : ''
  elseif topic == 'downloads'
    return Downloads(data)
  elseif topic == 'player'
    const name = text.Clean(type(data.title) == v:t_string ? data.title : data.video)
    return data.state == 'stopped' ? '' : data.state == 'playing' ? name : $'{name} {text.Clean(data.state)}'
  elseif empty(get(data, 'results', []))
    return ''
  elseif topic == 'searches'
    return text.Clean(data.results[0].term)
  elseif topic == 'releases'
    return len(data.results) > 1 ? $'{len(data.results)} out today' : text.Clean(data.results[0].title)
  endif
  return text.Name(data.results[0])
enddef

def Changed(topic: string, data: dict<any>)
  if empty(data)
    if has_key(texts, topic)
      remove(texts, topic)
    endif
  else
    texts[topic] = text.Cut(Words(topic, data), 40)
  endif
  var parts = filter(mapnew(Topics(), (_, name) => get(texts, name, '')), (_, part) => part != '')
  # In a status line a per cent sign begins an item.
  const now = substitute(empty(texts) ? 'movierpc offline' : join(parts, ' · '), '%', '%%', 'g')
  if now != cached
    cached = now
    redrawstatus!
  endif
enddef

# The text, escaped for 'statusline'; the first call begins to follow. Never waits.
export def Line(): string
  if !begun
    begun = true
    timer_start(0, (_) => {
      for topic in Topics()
        follow.Begin(topic, Changed)
      endfor
    })
  endif
  return cached
enddef
