vim9script
# What a method answers as lines for a popup: a title, and what can be opened from one.

import autoload 'movierpc/around.vim'
import autoload 'movierpc/facts.vim'
import autoload 'movierpc/lines.vim'
import autoload 'movierpc/link.vim'
import autoload 'movierpc/text.vim'

def Part(whole: any, name: string): any
  return facts.Part(whole, name)
enddef

# Names of makers, of whom the crew has the keys.
def Makers(names: any, crew: list<dict<any>>): list<dict<any>>
  return facts.Map(names, (name) => {
    const found = indexof(crew, (_, who) => who.name == name)
    return found < 0 ? {name: text.Clean(name)} : facts.Person(crew[found], '')
  })
enddef

def SeasonKey(series: string, number: any): string
  return $'{series}/season/{number}'
enddef

def Episode(title: dict<any>, name: string): any
  const entry = get(title, name)
  return type(entry) != v:t_dict ? '' : [{name: facts.EpisodeName(entry), extra: text.Clean(entry.air_date),
    key: SeasonKey(title.key, entry.season_number)}]
enddef

def Kept(title: dict<any>): string
  const state = get(title, 'user_state', {})
  const lists = [['watchlist', 'on the watchlist'], ['watched', 'watched'], ['favorite', 'favourite']]
  return facts.Join(mapnew(lists, (_, list) => get(state, list[0], false) ? list[1] : ''))
enddef

def Offers(out: dict<any>, title: dict<any>)
  const places = get(title, 'where_to_watch')
  for [country, place] in type(places) == v:t_dict ? sort(items(places)) : []
    const all = facts.Join(mapnew(place.offers, (_, offer) =>
      $'{text.Clean(offer.provider)} ({text.Clean(offer.kind)})'))
    lines.Fact(out, 'Watch in ' .. text.Clean(country), all == '' ? 'nowhere' : facts.Figures([all, place.link]))
  endfor
enddef

def Title(out: dict<any>, title: dict<any>)
  const original = text.Clean(get(title, 'original_title'))
  const rating = facts.Rating(title)
  const votes = facts.Count(get(title, 'vote_count'), 'vote')
  facts.Head(out, text.Name(title), original == text.Clean(title.title) ? '' : original,
    [facts.Kind(title), rating == '' ? '' : $'{rating} of 10' .. (votes == '' ? '' : $' ({votes})'),
      facts.Minutes(title), Part(get(title, 'certification'), 'value'), facts.Names(get(title, 'genres', []))])
  lines.Paragraph(out, text.Clean(title.key), 'movierpcDim')
  facts.Prose(out, [get(title, 'tagline'), get(title, 'overview')])
  var crew: list<dict<any>> = get(title, 'crew', [])
  lines.Fact(out, 'Director', Makers(get(title, 'directors', []), crew))
  lines.Fact(out, 'Created by', Makers(get(title, 'creators', []), crew))
  lines.Fact(out, 'Cast', facts.Map(get(title, 'cast', []), (who) => facts.Person(who, who.character), 8))
  lines.Fact(out, 'Crew', facts.Map(filter(copy(crew), (_, who) => who.job != 'Director'),
    (who) => facts.Person(who, who.job), 8))
  const collection = get(title, 'collection')
  lines.Fact(out, 'Collection', type(collection) != v:t_dict ? '' :
    [{name: text.Clean(collection.name), key: link.Of('collection', collection)}])
  lines.Fact(out, 'Released', text.Clean(get(title, 'release_date')))
  lines.Fact(out, 'Next', Episode(title, 'next_episode'))
  lines.Fact(out, 'Latest', Episode(title, 'last_episode'))
  lines.Fact(out, 'Seasons', facts.Map(get(title, 'seasons', []), (season) => ({name: text.Clean(season.name),
    key: SeasonKey(title.key, season.season_number), extra: facts.Count(season.episode_count, 'episode')})))
  lines.Fact(out, 'Network', facts.Names(get(title, 'networks', []), 4))
  lines.Fact(out, 'Library', Kept(title))
  lines.Fact(out, 'Note', text.Clean(Part(get(title, 'entry'), 'note')))
  Offers(out, title)
  lines.List(out, 'Worth seeing next', facts.Map(get(title, 'recommendations', []), facts.Titled, 6))
  lines.List(out, 'Similar', facts.Map(get(title, 'similar', []), facts.Titled, 6))
enddef

# Lines and links (lines.vim has their forms) of what `method` answered for `key`; `words` is what the link said that
# was followed.
export def Make(method: string, result: dict<any>, width: number, key: string, words: string): dict<any>
  final out = lines.New(width)
  if method == 'detail'
    Title(out, result)
  elseif method == 'person'
    around.Person(out, result)
  elseif method == 'person.credits'
    around.Credits(out, result, key, words)
  elseif method == 'season'
    around.Season(out, result)
  else
    around.Collection(out, result)
  endif
  const sources = facts.Join(result.meta.attribution)
  if sources != ''
    lines.Add(out, '')
    lines.Paragraph(out, 'Data: ' .. sources, 'movierpcDim')
  endif
  return out
enddef
