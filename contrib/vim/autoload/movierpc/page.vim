vim9script
# A title as lines for a popup: all that is known of it.

import autoload 'movierpc/colours.vim'
import autoload 'movierpc/text.vim'

const label_width = 12

def Join(items: any, Each: func, most: number = 99): string
  var parts = type(items) == v:t_list ? mapnew(items, (_, item) => Each(item)) : []
  return join(filter(parts, (_, part) => part != '')[: most - 1], ', ')
enddef

def Words(items: any): string
  return join(type(items) == v:t_list ? mapnew(items, (_, item) => text.Clean(item)) : [], ', ')
enddef

def With(name: any, extra: any): string
  return text.Clean(extra) == '' ? text.Clean(name) : $'{text.Clean(name)} ({text.Clean(extra)})'
enddef

def Part(whole: any, name: string): any
  return type(whole) == v:t_dict ? get(whole, name) : ''
enddef

# `film · 7.8 of 10 (13304 votes) · 2 h 35 min · PG-13 · Science Fiction, Adventure`
def Figures(title: dict<any>): string
  var parts = [get(title, 'media_type') == 'tv' ? 'series' : 'film']
  const average = get(title, 'vote_average')
  if type(average) == v:t_float || (type(average) == v:t_number && average > 0)
    add(parts, printf('%.1f of 10 (%d votes)', average, get(title, 'vote_count')))
  endif
  const runtime = get(title, 'runtime')
  if type(runtime) == v:t_number && runtime > 0
    add(parts, (runtime >= 60 ? $'{runtime / 60} h ' : '') .. $'{runtime % 60} min')
  endif
  add(parts, text.Clean(Part(get(title, 'certification'), 'value')))
  add(parts, Words(mapnew(get(title, 'genres', []), (_, genre) => Part(genre, 'name'))))
  return join(filter(parts, (_, part) => part != ''), ' · ')
enddef

def Kept(title: dict<any>): string
  const state = get(title, 'user_state', {})
  var parts = []
  for [name, words] in [['watchlist', 'on the watchlist'], ['watched', 'watched'], ['favorite', 'favourite']]
    if get(state, name, false)
      add(parts, words)
    endif
  endfor
  return join(parts, ', ')
enddef

def Facts(title: dict<any>): list<list<string>>
  var rows: list<list<string>> = [
    ['Director', Words(get(title, 'directors', []))],
    ['Cast', Join(get(title, 'cast', []), (who) => With(who.name, who.character), 8)],
    ['Crew', Join(get(title, 'crew', []), (who) => who.job == 'Director' ? '' : With(who.name, who.job), 6)],
    ['Collection', text.Clean(Part(get(title, 'collection'), 'name'))],
    ['Released', text.Clean(get(title, 'release_date'))],
    ['Seasons', Join(get(title, 'seasons', []), (season) => text.Clean(season.name))],
    ['Library', Kept(title)],
    ['Note', text.Clean(Part(get(title, 'entry'), 'note'))],
    ['See next', Join(get(title, 'recommendations', []), (other) => text.Name(other), 6)],
    ['Similar', Join(get(title, 'similar', []), (other) => text.Name(other), 6)],
  ]
  const places = get(title, 'where_to_watch')
  for [country, place] in type(places) == v:t_dict ? sort(items(places)) : []
    const offers = Join(place.offers, (offer) => With(offer.provider, offer.kind))
    add(rows, ['Watch in ' .. text.Clean(country), offers == '' ? 'nowhere' : $'{offers} · {text.Clean(place.link)}'])
  endfor
  add(rows, ['Data', Words(Part(get(title, 'meta'), 'attribution'))])
  return rows
enddef

# Lines of at most `width` cells, with their colours, for popup_create().
export def Lines(title: dict<any>, width: number): list<dict<any>>
  colours.Define()
  var lines: list<dict<any>> = []
  def Paragraph(words: string, kind: string = '')
    for line in text.Wrap(words, width)
      add(lines, {text: line, props: kind == '' ? [] : [{col: 1, length: len(line), type: kind}]})
    endfor
  enddef
  Paragraph(text.Name(title), 'movierpcTitle')
  var original = text.Clean(get(title, 'original_title'))
  if original != '' && original != text.Clean(get(title, 'title'))
    Paragraph(original, 'movierpcDim')
  endif
  Paragraph(Figures(title))
  Paragraph(text.Clean(title.key), 'movierpcDim')
  for part in [text.Clean(get(title, 'tagline')), text.Clean(get(title, 'overview')), ' ']
    if part != ''
      add(lines, {text: '', props: []})
      Paragraph(part)
    endif
  endfor
  for [label, words] in Facts(title)
    var start = label
    const space = max([label_width, len(label) + 2])
    for line in text.Wrap(words, width - space)
      const whole = start .. repeat(' ', space - len(start)) .. line
      add(lines, {text: whole, props: start == '' ? [] : [{col: 1, length: len(label), type: 'movierpcLabel'}]})
      start = ''
    endfor
  endfor
  return lines
enddef
