vim9script
# Finding titles, and what can be done with one.

import autoload 'movierpc/client.vim'
import autoload 'movierpc/link.vim'
import autoload 'movierpc/remedy.vim'
import autoload 'movierpc/text.vim'

# Whether it is the key of a title, such as movie/438631.
export def IsKey(words: string): bool
  return link.Request(trim(words))[0] == 'detail'
enddef

var searching = -1

# Calls back with the titles found, at least one; without words, with what is trending. A newer search gives up the
# one before.
export def Find(words: string, most: number, Found: func)
  const query = strcharpart(trim(text.Clean(words)), 0, 200)
  client.Cancel(searching)
  const method = query == '' ? 'browse' : 'search'
  const params = query == '' ? {list: 'trending', media_type: 'any', page_size: most} : {q: query, page_size: most}
  searching = client.Request(method, params, (error, result) => {
    if !empty(error)
      remedy.Complain(error)
    elseif empty(result.results)
      text.Say($'movierpc: nothing found for "{query}"')
    else
      Found(result.results)
    endif
  })
enddef

# Calls back with all that is known of the title with that key.
export def Ask(key: string, Told: func)
  client.Request('detail', {key: trim(key)}, (error, result) => {
    if empty(error)
      Told(result)
    else
      remedy.Complain(error)
    endif
  })
enddef

# Calls back with a title, which has a key at least: for words the best match.
export def One(words: string, Found: func)
  if IsKey(words)
    Found({key: trim(words)})
  else
    Find(words, 1, (titles) => Found(titles[0]))
  endif
enddef

# `[Title (Year)](page)`; without a page only the name.
export def Link(title: dict<any>): string
  const page = link.Page(title.key)
  const name = text.Name(title)
  return page == '' ? name : $'[{escape(name, '\`*_[]<>&#|~$!')}]({page})'
enddef

# Opens an address, without a shell. Only pages: an answer could name anything.
export def Browse(url: any)
  if type(url) != v:t_string || url !~ '^https\?://[[:alnum:].-]\+\(/\|$\)' || url =~ '[[:cntrl:] ]'
    text.Say('movierpc: there is no page to open')
  elseif !executable('xdg-open')
    text.Say('movierpc: xdg-open is not there to open ' .. url)
  else
    # It goes on when Vim ends.
    job_start(['xdg-open', url], {in_io: 'null', out_io: 'null', err_io: 'null', stoponexit: ''})
  endif
enddef

# The best page there is.
def OpenPage(title: dict<any>, why: string)
  client.Request('trailer', {key: title.key}, (error, result) => {
    if !empty(error)
      remedy.Complain(error)
      return
    endif
    for video in result.videos
      if type(video.url) == v:t_string && video.url =~ '^http'
        text.Say($'{why}; opening {video.url}')
        Browse(video.url)
        return
      endif
    endfor
    text.Say($'movierpc: there is no trailer of {text.Short(result)}')
  })
enddef

# Plays the trailer by the daemon's player; where that cannot, opens its page.
export def Play(title: dict<any>)
  var display = {}
  if $WAYLAND_DISPLAY != ''
    display.wayland = $WAYLAND_DISPLAY
  endif
  if $DISPLAY != ''
    display.x11 = $DISPLAY
  endif
  const params = extend({key: title.key}, empty(display) ? {} : {display: display})
  client.Request('player.play', params, (error, result) => {
    if !empty(error) && index(['not_found', 'not_available'], error.kind) < 0
      remedy.Complain(error)
    elseif !empty(error)
      OpenPage(title, error.message)
    elseif result.state == 'failed'
      OpenPage(title, type(result.error) == v:t_dict ? result.error.message : 'the player has failed')
    else
      text.Say($'playing the {text.Clean(result.video)} of {text.Short(result)}')
    endif
  })
enddef

# A change of the library: says what is so now, and keeps it in `title`.
def Change(method: string, params: dict<any>, title: dict<any>, words: string, Done: func = null_function)
  client.Request(method, params, (error, result) => {
    if !empty(error)
      remedy.Complain(error)
      return
    endif
    text.Say($'{text.Short(title)} {words}')
    if type(result.item) == v:t_dict
      title.user_state = result.item.user_state
      title.entry = result.item.entry
    endif
    if Done != null_function
      Done()
    endif
  })
enddef

def IsOn(title: dict<any>, what: string): bool
  return get(get(title, 'user_state', {}), what, false)
enddef

export def Remove(title: dict<any>, Done: func = null_function)
  Change('watchlist.remove', {key: title.key}, title, 'is not on the watchlist any more', Done)
enddef

# Puts it on the watchlist, or takes it away.
export def ToggleWatchlist(title: dict<any>, Done: func = null_function)
  if IsOn(title, 'watchlist')
    Remove(title, Done)
  else
    Change('watchlist.add', {key: title.key}, title, 'is on the watchlist', Done)
  endif
enddef

# Puts back what was taken away, with its note.
export def Restore(title: dict<any>)
  const params = {key: title.key, note: title.entry.note, watched: title.entry.watched}
  Change('watchlist.add', params, title, 'is on the watchlist again')
enddef

# Marks it as watched, or not any more; a title that is on no list is put there.
export def ToggleWatched(title: dict<any>, Done: func = null_function)
  const watched = !IsOn(title, 'watched')
  const method = IsOn(title, 'watchlist') ? 'watchlist.update' : 'watchlist.add'
  Change(method, {key: title.key, watched: watched}, title, watched ? 'is watched' : 'is not watched', Done)
enddef
