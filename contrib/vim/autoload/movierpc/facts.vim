vim9script
# Parts of pages: what is known of a title or a person, as words and as items for lines.vim.

import autoload 'movierpc/lines.vim' as page
import autoload 'movierpc/link.vim'
import autoload 'movierpc/text.vim'

# What `Each` makes of the entries of a list, of the first `most` of them.
export def Map(entries: any, Each: func, most: number = 99): list<any>
  return type(entries) == v:t_list ? mapnew(entries[: most - 1], (_, entry) => Each(entry)) : []
enddef

# Words without the empty ones, between commas.
export def Join(words: list<any>, between: string = ', '): string
  return join(filter(mapnew(words, (_, each) => text.Clean(each)), (_, each) => each != ''), between)
enddef

# One line of what is known.
export def Figures(words: list<any>): string
  return Join(words, ' · ')
enddef

# The member of what may be null.
export def Part(whole: any, name: string): any
  return type(whole) == v:t_dict ? get(whole, name) : ''
enddef

export def Names(entries: any, most: number = 99): string
  return Join(Map(entries, (entry) => Part(entry, 'name'), most))
enddef

export def Rating(entry: dict<any>): string
  const average = get(entry, 'vote_average')
  return (type(average) == v:t_float || type(average) == v:t_number) && average > 0.0 ? printf('%.1f', average) : ''
enddef

export def Minutes(entry: dict<any>): string
  const all = get(entry, 'runtime')
  return type(all) != v:t_number || all <= 0 ? '' : (all >= 60 ? $'{all / 60} h ' : '') .. $'{all % 60} min'
enddef

# `4 episodes`
export def Count(number: any, noun: string): string
  return type(number) == v:t_number ? $'{number} {noun}{number == 1 ? '' : 's'}' : ''
enddef

# What somebody has done with a title: • on the watchlist, ✓ watched, ★ a favourite.
export def Signs(title: dict<any>): string
  const state = get(title, 'user_state', {})
  return (get(state, 'watched', false) ? '✓' : get(state, 'watchlist', false) ? '•' : ' ')
    .. (get(state, 'favorite', false) ? '★ ' : '  ')
enddef

export def Kind(title: dict<any>): string
  return get(title, 'media_type') == 'tv' ? 'series' : 'film'
enddef

# A title in a list.
export def Titled(title: dict<any>): dict<any>
  return {name: text.Name(title), key: title.key, title: title, before: Signs(title),
    extra: printf('%-6s %4s', Kind(title), Rating(title))}
enddef

# Somebody of the cast or the crew.
export def Person(who: dict<any>, role: any): dict<any>
  return {name: text.Clean(who.name), key: link.Person(who), extra: text.Clean(role)}
enddef

# `S02E09 Name`
export def EpisodeName(episode: dict<any>): string
  return trim(printf('S%02dE%02d ', episode.season_number, episode.episode_number) .. text.Clean(episode.name))
enddef

# What a page begins with.
export def Head(out: dict<any>, name: string, other: string, figures: list<any>)
  page.Paragraph(out, name, 'movierpcTitle')
  if other != name
    page.Paragraph(out, other, 'movierpcDim')
  endif
  page.Paragraph(out, Figures(figures))
enddef

# Texts, each with an empty line before it.
export def Prose(out: dict<any>, texts: list<any>)
  for words in texts
    if text.Clean(words) != ''
      page.Add(out, '')
      page.Paragraph(out, text.Clean(words))
    endif
  endfor
  page.Add(out, '')
enddef
