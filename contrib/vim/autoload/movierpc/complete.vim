vim9script
# Words for the command line: what exists and begins with what was typed. It waits for the daemon, but not long.

import autoload 'movierpc/client.vim'
import autoload 'movierpc/text.vim'

const patience = 2.0 # seconds

def Ask(method: string, params: dict<any>): dict<any>
  var answer: list<dict<any>> = []
  const request = client.Request(method, params, (_, result) => add(answer, result))
  const began = reltime()
  while empty(answer) && reltimefloat(reltime(began)) < patience
    sleep 10m
  endwhile
  client.Cancel(request)
  return get(answer, 0, {})
enddef

# All that was typed behind the command.
def Typed(line: string, cursor: number): string
  return substitute(strpart(line, 0, cursor), '^\s*\S\+\s\+', '', '')
enddef

# What follows of names that begin with what was typed, perhaps without their article: only the last word is replaced.
def Rest(entries: list<dict<any>>, member: string, typed: string, word: string): list<string>
  var words: list<string> = []
  for entry in entries
    const whole = text.Clean(entry[member])
    for article in ['', 'The ', 'A ', 'An ']
      const name = stridx(whole, article) == 0 ? strpart(whole, len(article)) : ''
      if len(name) > len(typed) && stridx(tolower(name), tolower(typed)) == 0
        add(words, strpart(name, len(typed) - len(word)))
      endif
    endfor
  endfor
  return words
enddef

export def Person(word: string, line: string, cursor: number): list<string>
  const typed = Typed(line, cursor)
  const found = typed =~ '\S' ? Ask('people', {q: typed, page_size: 20}) : {}
  return Rest(get(found, 'results', []), 'name', typed, word)
enddef

export def Collection(word: string, line: string, cursor: number): list<string>
  const typed = Typed(line, cursor)
  const found = typed =~ '\S' ? Ask('collection', {name: typed}) : {}
  return Rest(empty(found) ? [] : [found], 'name', typed, word)
enddef

def Titles(word: string, typed: string, kind: string): list<string>
  const found = typed =~ '\S' ? Ask('suggest', {q: typed, limit: 20, media_type: kind}) : {}
  return Rest(get(found, 'results', []), 'title', typed, word)
enddef

export def Title(word: string, line: string, cursor: number): list<string>
  return Titles(word, Typed(line, cursor), 'any')
enddef

# A series, then the numbers of its seasons.
export def Season(word: string, line: string, cursor: number): list<string>
  const typed = Typed(line, cursor)
  const series = Titles(word, typed, 'tv')
  const name = trim(strpart(typed, 0, len(typed) - len(word)))
  if !empty(series) || name == '' || word =~ '\D'
    return series
  endif
  const known = Ask('detail', {title: name, fields: ['seasons']})
  return filter(mapnew(get(known, 'seasons', []), (_, season) => string(season.season_number)),
    (_, number) => stridx(number, word) == 0)
enddef
