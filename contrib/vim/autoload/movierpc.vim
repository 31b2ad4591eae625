vim9script
# What the commands do, for mappings and other plugins.

import autoload 'movierpc/client.vim'
import autoload 'movierpc/detail.vim'
import autoload 'movierpc/follow.vim'
import autoload 'movierpc/link.vim'
import autoload 'movierpc/menu.vim'
import autoload 'movierpc/place.vim'
import autoload 'movierpc/status.vim'
import autoload 'movierpc/text.vim'
import autoload 'movierpc/title.vim'
import autoload 'movierpc/watchlist.vim' as list

# The menu is closed first: then the text has the cursor.
def PutAfter(here: dict<any>, words: string, Close: func)
  Close()
  place.Insert(here, words)
enddef

# A menu of what is found; <CR> does what `Act` does with the chosen title.
def Choose(query: string, words: string, Act: func, here: dict<any>)
  const options = {
    title: query =~ '\S' ? text.Clean(query) : 'Trending',
    hint: $'<CR> {words}  t trailer  i insert  l link  a watchlist',
    Chosen: Act,
    keys: {
      t: (chosen, _) => title.Play(chosen),
      i: (chosen, Close) => PutAfter(here, text.Name(chosen), Close),
      l: (chosen, Close) => PutAfter(here, title.Link(chosen), Close),
      a: (chosen, _) => title.ToggleWatchlist(chosen, menu.Draw),
    },
  }
  title.Find(query, 50, (titles) => {
    menu.Open(extend({titles: titles}, options))
  })
enddef

# `:Movie`: searches, and shows what is chosen. Without words what is trending.
export def Search(query: string = '')
  const here = place.Here()
  Choose(query, 'details', (chosen) => detail.Open(chosen.key, here), here)
enddef

# `:MovieInsert`: searches, and inserts what is chosen; a key needs no choice.
export def Insert(query: string = '', as_link: bool = false)
  const here = place.Here()
  const Put = (chosen: dict<any>) => place.Insert(here, as_link ? title.Link(chosen) : text.Name(chosen))
  if title.IsKey(query)
    title.Ask(query, Put)
  else
    Choose(query, as_link ? 'insert link' : 'insert', Put, here)
  endif
enddef

# `:MovieDetail`: a key, also of a person, a season or a collection, or words.
export def Detail(words: string)
  const here = place.Here()
  if link.Request(trim(words))[0] != ''
    detail.Open(trim(words), here)
  else
    title.One(words, (found) => detail.Open(found.key, here))
  endif
enddef

# `:MoviePerson`: a name.
export def Person(name: string)
  detail.Open(['person', {name: name}], place.Here())
enddef

# `:MovieCollection`: a name.
export def Collection(name: string)
  detail.Open(['collection', {name: name}], place.Here())
enddef

# `:MovieSeason`: a series, and a number behind it.
export def Season(words: string)
  const parts = matchlist(words, '^\s*\(.\{-}\)\s\+[sS]\?\(\d\+\)\s*$')
  if empty(parts)
    text.Say('movierpc: name a series and the number of a season')
    return
  endif
  const which = title.IsKey(parts[1]) ? {key: parts[1]} : {title: parts[1]}
  detail.Open(['season', extend({season_number: str2nr(parts[2])}, which)], place.Here())
enddef

# `:MovieTrailer`: a key or words.
export def Trailer(words: string)
  title.One(words, title.Play)
enddef

# `:MovieWatchlist`.
export def Watchlist()
  list.Open(place.Here())
enddef

# For 'statusline': `%{%movierpc#Status()%}`.
export def Status(): string
  return status.Line()
enddef

# Any method of the protocol: `Done(error, result)`, error {} where there is none. Its number is for `Cancel`.
export def Request(method: string, params: dict<any>, Done: func): number
  return client.Request(method, params, Done)
enddef

# Gives up a request: nothing is called any more.
export def Cancel(request: number)
  client.Cancel(request)
enddef

# Any topic: `Changed(topic, data)` now and after each change, data {} while there is no daemon. Its number is for
# `Unfollow`.
export def Follow(topic: string, Changed: func): number
  return follow.Begin(topic, Changed)
enddef

export def Unfollow(follower: number)
  follow.End(follower)
enddef

