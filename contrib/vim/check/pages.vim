vim9script
# What is opened from a title: people, their titles, seasons, collections.

import './common.vim' as check
import autoload 'movierpc/detail.vim'
import autoload 'movierpc/link.vim'
import autoload 'movierpc/page.vim'

def Words(): string
  return substitute(join(check.Shown()), ' \+', ' ', 'g')
enddef

def AwaitPage(begin: string)
  check.Await($'the page {begin}', () => stridx(Words(), begin) == 0)
enddef

def Follow(tabs: number)
  check.Press(repeat("\<Tab>", tabs) .. "\<CR>")
enddef

# How often <Tab> is pressed before a link is chosen, by its words.
def Links(method: string, key: string): list<string>
  const [error, known] = check.Ask(method, link.Request(key)[1])
  check.Same(error, {}, key)
  return mapnew(page.Make(method, known, 76, key, '').links, (_, each) => each.item.name)
enddef

def Keys()
  for [key, wanted] in items({
      'movie/1': ['detail', {key: 'movie/1'}],
      'tv/1/season/2': ['season', {key: 'tv/1', season_number: 2}],
      'person/525': ['person', {key: 'person/525'}],
      'person/Ana/x': ['person', {name: 'Ana/x'}],
      'person/525/credits': ['person.credits', {key: 'person/525', page: 1, page_size: 100}],
      'person/Ana B/credits/3': ['person.credits', {name: 'Ana B', page: 3, page_size: 100}],
      'collection/7': ['collection', {id: 7}],
      'collection/Dune': ['collection', {name: 'Dune'}],
      'dune': ['', {}],
      'season/3': ['', {}],
    })
    check.Same(link.Request(key), wanted, key)
  endfor
  for [key, wanted] in items({'tv/1/season/2': true, 'person/5': true, 'person/Ana': false, 'collection/5': true,
      'itunes/5': false, 'imdb/tt5': false, 'movie/5': true})
    check.Same(link.Page(key) != '', wanted, 'a page of ' .. key)
  endfor
  check.Pass('keys, and the pages at TMDB that they name')
enddef

def People()
  MovieDetail movie/900001
  AwaitPage('The Amber Lighthouse (1990)')
  check.Press('K')
  AwaitPage('Nora Quill Directing · 1970-07-30 · Galway, Ireland Nora Quill has made many films.')
  check.Press("\<CR>")
  AwaitPage('Nora Quill 35 titles The Silent Quarry (2026) Director')
  check.Press('a')
  check.Await('it is on the watchlist', () => Words() =~ '• The Silent Quarry')
  check.Press('a')
  check.Await('it is not', () => Words() !~ '• The Silent Quarry')
  check.Press("\<CR>")
  AwaitPage('The Silent Quarry (2026)')
  Follow(2)
  AwaitPage('Actor 1 Acting')
  for begin in ['The Silent Quarry (2026)', 'Nora Quill 35 titles', 'Nora Quill Directing',
      'The Amber Lighthouse (1990)']
    check.Press("\<BS>")
    AwaitPage(begin)
  endfor
  # Before the first link is the last.
  check.Press("\<S-Tab>\<CR>")
  AwaitPage(Links('detail', 'movie/900001')[-1])
  check.Press('q')
  MoviePerson nora quill
  AwaitPage('Nora Quill Directing')
  check.Press('q')
  check.Same(popup_list(), [], 'popups')
  check.Pass('people and their titles, from a title and by name; back, and what is on the watchlist')
enddef

def Seasons()
  MovieDetail tv/950001
  AwaitPage('Amber Lighthouse Days (1990)')
  check.Same(Words() =~ 'Next S02E03 Episode (', true, 'the next episode')
  Follow(index(Links('detail', 'tv/950001'), 'Season 2'))
  AwaitPage('Amber Lighthouse Days: Season 2 8 episodes · 7.9 · 2012-01-01 It goes on.')
  check.Same(Words() =~ 'S02E08 Part 8 of 2 2012-01-08 · 45 min · 8.1 They meet.', true, 'the last one')
  check.Press("\<CR>")
  AwaitPage('Amber Lighthouse Days (1990)')
  check.Press('q')
  for words in ['amber lighthouse days 1', 'tv/950001 s1']
    execute 'MovieSeason' words
    AwaitPage('Amber Lighthouse Days: Season 1')
    check.Press('q')
  endfor
  messages clear
  MovieSeason amber
  check.Same(execute('messages') =~ 'name a series and the number of a season', true, 'a word about it')
  messages clear
  MovieDetail tv/950001/season/9
  check.Await('an error', () => execute('messages') =~ 'season: ')
  check.Pass('seasons, from a series and by name')
enddef

def Collections()
  MovieDetail movie/900004
  AwaitPage('The Amber Clockmaker (2011)')
  Follow(index(Links('detail', 'movie/900004'), 'The Collection'))
  AwaitPage('The Collection 30 films They belong together. The Broken Clockmaker (1990)')
  check.Press("\<CR>")
  AwaitPage('The Broken Clockmaker (1990)')
  check.Press('q')
  MovieCollection the collection
  AwaitPage('The Collection 30 films')
  check.Press('q')
  check.Pass('collections, from a film and by name')
enddef

def Completes()
  # Titles are completed from what is known here.
  check.Run('movierpc watchlist add movie/900001 tv/950001')
  for [line, wanted] in items({
      'MoviePerson nora q': ['uill'],
      'MoviePerson ': [],
      'MovieCollection the c': ['ollection'],
      'MovieSeason amber lighthouse d': ['ays'],
      'MovieSeason amber lighthouse days ': ['0', '1', '2'],
      'MovieSeason amber lighthouse days 2': [''],
      'MovieDetail amber light': ['house', 'house Days'],
      'MovieTrailer The Amber Li': ['ghthouse'],
    })
    const word = matchstr(line, '\S*$')
    const found = mapnew(getcompletion(line, 'cmdline'), (_, each) => tolower(each))
    check.Same(found, mapnew(wanted, (_, rest) => tolower(word .. rest)), line)
  endfor
  check.Run('movierpc watchlist remove movie/900001 tv/950001')
  check.Pass('people, collections, series, seasons and titles are completed')
enddef

# Names of people, roles, episodes and collections are a stranger's text too.
def Hostile()
  const odd = "\e[2J\n%s \u202E" .. repeat('x', 100)
  const title: dict<any> = {key: 'tv/1', title: odd, year: v:null, media_type: 'movie', user_state: {}}
  const meta = {attribution: [odd]}
  const answers: dict<dict<any>> = {
    'detail': extendnew(title, {cast: [{key: v:null, name: odd, character: odd}], directors: [odd], creators: [odd],
      crew: [{key: v:null, name: odd, job: odd}], collection: {id: v:null, name: odd}, networks: [{name: odd}],
      seasons: [{season_number: 1, name: odd, episode_count: 1}], meta: meta,
      next_episode: {season_number: 1, episode_number: 2, name: odd, air_date: odd}}),
    'person': {key: v:null, name: odd, original_name: odd, known_for_department: odd, birthday: odd, deathday: odd,
      place_of_birth: odd, biography: odd, also_known_as: [odd], known_for: [title], meta: meta},
    'person.credits': {total_results: 1, next_page: 2, meta: meta,
      results: [extendnew(title, {credit: {character: odd, job: odd, department: odd}})]},
    'season': {key: 'tv/1', season_number: 1, title: odd, name: odd, overview: odd, air_date: odd, meta: meta,
      episodes: [{season_number: 1, episode_number: 2, name: odd, overview: odd, air_date: odd}]},
    'collection': {id: v:null, name: odd, overview: odd, parts: [title], meta: meta},
  }
  for [method, answer] in items(answers)
    const made = page.Make(method, answer, 40, 'person/1/credits', 'Ana')
    const lines = mapnew(made.lines, (_, line) => line.text)
    check.Clean(lines, method)
    check.Same(max(mapnew(lines, (_, line) => strdisplaywidth(line))) <= 40, true, method .. ' is no wider')
    for each in made.links
      check.Same(link.Request(each.key)[0] != '', true, 'the key ' .. each.key)
    endfor
  endfor
  messages clear
  MoviePerson no such person
  check.Await('a word about it', () => execute('messages') =~ 'nobody is called')
  check.Same(popup_list(), [], 'popups')
  check.Pass('hostile names on every page; somebody who is not found')
enddef

check.All([Keys, People, Seasons, Collections, Completes, Hostile])
