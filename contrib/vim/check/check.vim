vim9script
# The client, the menu, details, the watchlist, the status line, trailers, help.

import './common.vim' as check

def InFlight(): number
  return check.Ask('status', {})[1].in_flight
enddef

def Answers()
  const found = check.Ask('search', {q: 'lighthouse', page_size: 5})[1]
  check.Same(len(found.results), 5, 'titles on a page')
  check.Same(check.Ask('detail', {key: 'movie/900001'})[1].directors, ['Nora Quill'], 'the director')
  check.Same(check.Ask('serch', {q: 'x'})[0].kind, 'method_not_found', 'an unknown method')
  var called = false
  const request = movierpc#Request('search', {q: 'orchard', debounce_ms: 2000}, (_, _) => {
    called = true
  })
  check.Same(InFlight(), 1, 'requests under way')
  movierpc#Cancel(request)
  check.Await('it is over', () => InFlight() == 0)
  g:movierpc_timeout = 200
  check.Same(check.Ask('search', {q: 'glacier', debounce_ms: 2000})[0].kind, 'timeout', 'what takes too long')
  unlet g:movierpc_timeout
  check.Await('it is over too', () => InFlight() == 0)
  check.Same(called, false, 'a cancelled request calls back')
  check.Pass('search, detail, errors by kind, cancel, timeout')
enddef

def Follows()
  var states: list<any> = []
  const follower = movierpc#Follow('library', (_, data) => {
    add(states, empty(data) ? 'offline' : data.watchlist)
  })
  check.Await('the first state', () => states == [0])
  check.Same(check.Ask('watchlist.add', {key: 'movie/900001'})[0], {}, 'an error')
  check.Await('an event', () => states == [0, 1])
  check.Kill()
  check.Await('offline', () => len(states) > 2)
  check.Same(states[2], 'offline', 'the state after a kill')
  check.Await('back by itself', () => type(states[-1]) == v:t_number)
  check.Same(states[-1], 1, 'the state after that')
  check.Run('movierpc daemon stop')
  check.Await('offline', () => type(states[-1]) == v:t_string)
  sleep 1500m
  check.Same(states[-1], 'offline', 'a daemon that was stopped')
  check.Run('movierpc --no-spawn status')
  check.Same(v:shell_error, 3, 'exit status of a question to a daemon that was stopped')
  check.Run('movierpc daemon start')
  check.Await('back', () => type(states[-1]) == v:t_number)
  check.Ask('watchlist.remove', {key: 'movie/900001'})
  movierpc#Unfollow(follower)
  check.Await('no subscriptions', () => check.Ask('status', {})[1].subscriptions == 0)
  check.Pass('events; kill -9: offline, then back by itself; stopped: stays so until somebody starts it')

  var problems: list<string> = []
  for _ in range(3)
    movierpc#Request('search', {q: 'orchard', debounce_ms: 2000}, (error, _) => add(problems, error.kind))
  endfor
  check.Same(InFlight(), 3, 'requests under way')
  check.Kill()
  check.Await('three errors', () => len(problems) == 3)
  check.Same(problems, ['offline', 'offline', 'offline'], 'what was under way')
  g:movierpc_command = 'no-such-program'
  check.Same(check.Ask('ping', {})[0].message, 'movierpcd is not running, and no-such-program is not in PATH', 'the error')
  unlet g:movierpc_command
  check.Same(len(check.Ask('search', {q: 'lighthouse'})[1].results), 15, 'titles, of a daemon started for that')
  check.Pass('what is under way when the daemon ends is told; a request starts the daemon')
enddef

def Hostile(): list<dict<any>>
  return check.Ask('search', {q: 'hostile', page_size: 100})[1].results
enddef

# As the client program shows it: an opinion of somebody else's.
def Told(key: string): string
  return trim(check.Run($'movierpc detail {key} --format "{{title}}"'), " \n")
enddef

# The menu, and its rows that look chosen.
def Menu(): number
  return popup_list()->filter((_, id) => line('$', id) > 1)[0]
enddef

def Marked(): list<number>
  return prop_list(1, {bufnr: winbufnr(Menu()), end_lnum: -1, types: ['movierpcChosen']})->mapnew((_, part) => part.lnum)
enddef

def Coloured()
  highlight clear
  set background=dark t_Co=256
  Movie lighthouse
  check.Await('a menu', () => len(check.Shown()) == 15)
  check.Same(popup_getoptions(Menu()).highlight, 'movierpcNormal', 'the colour of a popup')
  check.Same(hlID('movierpcNormal')->synIDtrans()->synIDattr('name'), 'Normal', 'what it is by itself')
  check.Same(hlID('movierpcChosen')->synIDtrans()->synIDattr('bg', 'cterm'), '237', 'the ground of what is chosen')
  check.Same(Marked(), [1], 'the row that is chosen')
  check.Press('jj')
  check.Same(Marked(), [3], 'the row that is chosen')
  check.Press('G')
  check.Same(Marked(), [15], 'the row that is chosen')
  check.Press('q')
  check.Await('no popup', () => empty(popup_list()))
  check.Pass('popups have the colours of the text around them, and one row is chosen')
enddef

def Shows()
  const titles = Hostile()
  check.Same(len(titles), 21, 'hostile titles')
  Movie hostile
  check.Await('a menu', () => len(check.Shown()) == 21)
  check.Clean(check.Shown(), 'the menu')
  const rows = check.Shown()
  var told: dict<string> = {}
  for index in range(21)
    const key = titles[index].key
    told[key] = Told(key)
    const begins = strcharpart(told[key], 0, 50)
    check.Same(strcharpart(rows[index], 3, strchars(begins)), begins, 'the row of ' .. key)
  endfor
  for row in range(21)
    check.Press("\<CR>")
    check.Await("details", () => index(check.Shown(), titles[row].key) >= 0)
    check.Clean(check.Shown(), 'details of ' .. titles[row].key)
    const name = substitute(told[titles[row].key], ' \+', ' ', 'g')
    const begins = strcharpart(name, 0, 60)
    check.Same(strcharpart(join(check.Shown()), 0, strchars(begins)), begins, 'details of ' .. titles[row].key)
    check.Press('q')
    check.Await('no popup', () => empty(popup_list()))
    if row < 20
      Movie hostile
      check.Await('a menu', () => len(check.Shown()) == 21)
      check.Press(repeat('j', row + 1))
    endif
  endfor
  check.Pass('21 hostile titles in the menu and in details')

  for title in titles
    enew!
    setline(1, '[]')
    execute 'MovieInsert' title.key
    check.Await('it is inserted', () => len(getline(1)) > 2)
    check.Same(line('$'), 1, 'lines after ' .. title.key)
    check.Clean([getline(1)], 'what was inserted')
    const begins = '[' .. strcharpart(told[title.key], 0, 150)
    check.Same(strcharpart(getline(1), 0, strchars(begins)), begins, 'what was inserted')
    check.Same(getline(1)[-1], ']', 'what stood behind it')
  endfor
  enew!
  MovieInsert! movie/980004
  check.Await('a link', () => getline(1) != '')
  check.Same(getline(1), '[\[REC\] (2013)](https://www.themoviedb.org/movie/980004)', 'a link')
  enew!
  setline(1, 'Seen: ')
  cursor(1, 6)
  MovieInsert hostile
  check.Await('a menu', () => len(check.Shown()) == 21)
  check.Press("j\<CR>")
  check.Same(getline(1), 'Seen: #Alive (2011)', 'what was inserted')
  setlocal nomodifiable
  MovieInsert movie/980002
  check.Await('a word about it', () => execute('messages') =~ 'this text cannot be changed')
  enew!
  check.Pass('21 hostile titles inserted as text, and a link')
enddef

def Keeps()
  MovieWatchlist
  check.Await('an empty list', () => check.Shown() == ['nothing is on the watchlist'])
  for title in Hostile()
    check.Run($'movierpc watchlist add {title.key} --note "of somebody"')
  endfor
  check.Await('what another program adds', () => len(check.Shown()) == 21)
  check.Clean(check.Shown(), 'the watchlist')
  const first = check.Shown()[0]
  check.Press('w')
  check.Await('it is watched', () => check.Shown()[0] =~ '^✓')
  check.Press('d')
  check.Await('it is gone', () => len(check.Shown()) == 20)
  check.Press('u')
  check.Await('it is back', () => len(check.Shown()) == 21)
  const entry = filter(check.Ask('watchlist', {page_size: 100})[1].results, (_, each) => each.entry.watched)[0].entry
  check.Same(entry.note, 'of somebody', 'its note')
  check.Kill()
  const Titles = () => join(mapnew(popup_list(), (_, id) => popup_getoptions(id).title))
  check.Await('it says so', () => Titles() =~ 'not running')
  check.Await('it is back', () => Titles() =~ '21 titles')
  check.Press('q')
  check.Await('no popup', () => empty(popup_list()))
  check.Await('no subscriptions', () => check.Ask('status', {})[1].subscriptions == 0)
  check.Pass('the watchlist: 21 hostile titles, events, watched, remove, undo, kill -9')
enddef

def Status()
  check.Run('movierpc releases')
  g:movierpc_statusline = ['searches', 'releases']
  movierpc#Status()
  # Hostile titles come out today, and on the watchlist they are news.
  check.Await('what comes out today', () => movierpc#Status() =~ '\d\+ out today$')
  g:movierpc_statusline = ['searches']
  for term in ['#Alive', "%{system('touch owned')} %%", '%#Error# %!touch owned']
    check.Run('movierpc search ' .. shellescape(term))
    check.Await(term .. ' in the status line', () => movierpc#Status() == substitute(term, '%', '%%', 'g'))
  endfor
  check.Run('movierpc daemon stop')
  check.Await('offline', () => movierpc#Status() == 'movierpc offline')
  check.Run('movierpc daemon start')
  check.Await('back', () => movierpc#Status() =~ '^%%#Error')
  check.Pass('three searches in the status line; offline and back')
enddef

def Plays()
  MovieTrailer movie/900001
  const opened = $HOME .. '/opened'
  check.Await('a page is opened', () => filereadable(opened))
  check.Same(readfile(opened), ['https://www.youtube.com/watch?v=trailer0000'], 'what xdg-open got')
  delete(opened)
  for url in ['file:///etc/passwd', '--help', 'https://x y', 'javascript:alert(1)', "https://a\nb"]
    messages clear
    movierpc#title#Browse(url)
    check.Same(execute('messages') =~ 'there is no page to open', true, url)
  endfor
  check.Same(filereadable(opened), 0, 'something was opened')
  check.Pass('trailers: a page where there is no player; addresses that are none are not opened')
enddef

# What it shows in the end. Keys are those of a person who is asked.
def Fails(command: string, question: list<string>, typed: string): string
  execute command
  check.Await('a question', () => check.Shown() == question)
  messages clear
  check.Press(typed)
  check.Await('a word about it', () => execute('messages') =~ 'movierpc:')
  return trim(execute('messages'))
enddef

def Helped()
  const question = 'Unlock default with its PIN? (y/n)'
  check.Run("movierpc call profiles.update '{\"name\":\"default\",\"new_pin\":\"1234\"}'")
  const detail = ['detail: default has a PIN', question]
  check.Same(Fails('MovieDetail movie/900001', detail, "y1234\<CR>"), 'movierpc: done', 'the end')
  MovieDetail movie/900001
  check.Await('details', () => index(check.Shown(), 'movie/900001') >= 0)
  check.Press('q')
  check.Run('movierpc call profiles.lock')
  # A popup's keys are not taken from the prompt; what fails then is not offered.
  const list = ['watchlist: default has a PIN', question]
  check.Same(Fails('MovieWatchlist', list, "y4321\<CR>"),
    'movierpc: profiles.unlock: the PIN of default is wrong - unlock default with its PIN', 'the end')
  check.Await('the list', () => check.Shown() == ['nothing is on the watchlist'])
  check.Press('q')
  check.Run("movierpc call profiles.update '{\"name\":\"default\",\"pin\":\"1234\",\"reset\":[\"pin\"]}'")
  check.Same(popup_list(), [], 'popups')

  messages clear
  MovieDetail movie/7
  check.Await('an error', () => execute('messages') =~ 'there is no title movie/7 - search for the title')
  for remedy in [{setting: 'limits.depth'}, {method: 'settings', params: {}, ask: []}, {params: {year: 2021}},
      {install: 'mpv'}, {wait_ms: 9}, v:null]
    movierpc#remedy#Complain({kind: 'k', message: 'no', hint: 'h', remedy: remedy})
  endfor
  check.Same(popup_list(), [], 'popups')
  const hostile = {kind: 'k', message: 'no', hint: "x\e[2J", remedy: {method: "a.b\n", params: {}, ask: []}}
  movierpc#remedy#Complain(hostile)
  check.Same(check.Shown(), ['no', 'X[2J. Call a.b ? (y/n)'], 'a question')
  check.Press('n')
  movierpc#remedy#Complain({kind: 'k', message: 'no', hint: 'without it', remedy: {setting: 'tmdb.key'}})
  check.Same(check.Shown(), ['no', 'Without it. Set tmdb.key? (y/n)'], 'a question')
  check.Press('n')
  check.Pass('what helps is offered once, the PIN is asked for; what only reads is not offered')
enddef

def Helps()
  const folder = $HOME .. '/plugin/doc'
  mkdir(folder, 'p')
  writefile(readfile($PLUGIN .. '/doc/movierpc.txt'), folder .. '/movierpc.txt')
  execute 'helptags' folder
  execute 'set runtimepath+=' .. fnamemodify(folder, ':h')
  for tag in ['movierpc', ':Movie', ':MovieDetail', ':MovieTrailer', ':MovieWatchlist', ':MovieInsert',
      ':MoviePerson', ':MovieSeason', ':MovieCollection', 'movierpc-keys', 'g:movierpc_socket', 'g:movierpc_command',
      'g:movierpc_start', 'g:movierpc_timeout', 'g:movierpc_statusline']
    execute 'help' tag
    check.Same(expand('%:t'), 'movierpc.txt', 'the file of ' .. tag)
  endfor
  check.Pass('help and its tags')
enddef

check.All([Answers, Follows, Coloured, Shows, Keeps, Helped, Status, Plays, Helps])
