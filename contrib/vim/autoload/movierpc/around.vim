vim9script
# What can be opened from a title, as lines: a person, their titles, a season, a collection.

import autoload 'movierpc/facts.vim'
import autoload 'movierpc/lines.vim'
import autoload 'movierpc/link.vim'
import autoload 'movierpc/text.vim'

export def Person(out: dict<any>, who: dict<any>)
  const name = text.Clean(who.name)
  const life = facts.Join([who.birthday, who.deathday], ' – ')
  facts.Head(out, name, text.Clean(who.original_name), [who.known_for_department, life, who.place_of_birth])
  facts.Prose(out, [who.biography])
  lines.Fact(out, 'Also known', facts.Join(who.also_known_as[: 7]))
  lines.Fact(out, 'Titles', [{name: 'all of ' .. name, key: link.Person(who) .. '/credits', words: name}])
  lines.List(out, 'Known for', facts.Map(who.known_for, facts.Titled))
enddef

def Credited(title: dict<any>, width: number): dict<any>
  const did = facts.Join([title.credit.character, title.credit.job])
  const role = did == '' ? text.Clean(title.credit.department) : did
  return extend(facts.Titled(title), {extra: text.Cut(role, width * 2 / 5)})
enddef

export def Credits(out: dict<any>, credits: dict<any>, key: string, words: string)
  facts.Head(out, words == '' ? key : words, '', [facts.Count(credits.total_results, 'title')])
  lines.Add(out, '')
  lines.List(out, '', facts.Map(credits.results, (title) => Credited(title, out.width)))
  if type(credits.next_page) == v:t_number
    const next = $'{substitute(key, '/credits.*', '/credits', '')}/{credits.next_page}'
    lines.List(out, 'More', [{name: $'page {credits.next_page}', key: next, words: words}])
  endif
enddef

export def Season(out: dict<any>, season: dict<any>)
  const series = text.Name({title: season.title, key: season.key, year: v:null})
  facts.Head(out, $'{series}: {text.Clean(season.name)}', '',
    [facts.Count(len(season.episodes), 'episode'), facts.Rating(season), season.air_date])
  facts.Prose(out, [season.overview])
  lines.Fact(out, 'Series', [{name: series, key: season.key}])
  for episode in season.episodes
    lines.Add(out, '')
    lines.Paragraph(out, facts.EpisodeName(episode), 'movierpcLabel')
    const seen = text.Clean(get(episode, 'watched_at', ''))
    lines.Paragraph(out, facts.Figures([episode.air_date, facts.Minutes(episode), facts.Rating(episode),
      seen == '' ? '' : 'watched ' .. seen[: 9]]), 'movierpcDim')
    lines.Paragraph(out, text.Clean(episode.overview))
  endfor
enddef

export def Collection(out: dict<any>, collection: dict<any>)
  facts.Head(out, text.Clean(collection.name), '', [facts.Count(len(collection.parts), 'film')])
  facts.Prose(out, [collection.overview])
  lines.List(out, '', facts.Map(collection.parts, facts.Titled))
enddef
