vim9script
# Keys of what can be opened, which are the paths of pages at TMDB: movie/1, tv/1, tv/1/season/2, person/1,
# collection/1. A person and a collection may have a name in place of the number, and a person /credits behind it.

import autoload 'movierpc/text.vim'

# The method that answers a key, and its params; '' for what is no key.
export def Request(key: string): list<any>
  const season = matchlist(key, '^\(tv/\d\+\)/season/\(\d\+\)$')
  if !empty(season)
    return ['season', {key: season[1], season_number: str2nr(season[2])}]
  endif
  const credits = matchlist(key, '^person/\(.\+\)/credits/\?\(\d*\)$')
  const who = empty(credits) ? matchstr(key, '^person/\zs.\+') : credits[1]
  if who != ''
    const params = who =~ '^\d\+$' ? {key: 'person/' .. who} : {name: who}
    return empty(credits) ? ['person', params]
      : ['person.credits', extend({page: max([str2nr(credits[2]), 1]), page_size: 100}, params)]
  endif
  const films = matchstr(key, '^collection/\zs.\+')
  if films != ''
    return ['collection', films =~ '^\d\+$' ? {id: str2nr(films)} : {name: films}]
  endif
  return key =~ '^\(movie\|tv\|itunes\|imdb\)/\w\+$' ? ['detail', {key: key}] : ['', {}]
enddef

# The key of a person whose own key may not be known.
export def Person(who: dict<any>): string
  return type(who.key) == v:t_string ? who.key : 'person/' .. text.Clean(who.name)
enddef

# The key of what a method has answered, '' where it does not say.
export def Of(method: string, result: dict<any>): string
  return method == 'season' ? $'{result.key}/season/{result.season_number}'
    : method == 'collection' ? $'collection/{type(result.id) == v:t_number ? result.id : result.name}'
    : method == 'person' ? Person(result) : get(result, 'key', '')
enddef

# The page at TMDB, or ''.
export def Page(key: string): string
  return key =~ '^\(movie\|tv\|person\|collection\)/\d\+\(/season/\d\+\)\?$' ? 'https://www.themoviedb.org/' .. key : ''
enddef
