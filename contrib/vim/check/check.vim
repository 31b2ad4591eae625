vim9script
# The plugin in a Vim without a screen, against a real daemon. Prints `ok: ...` lines into $OUT.

set encoding=utf-8 columns=100 lines=40 hidden
execute 'set runtimepath^=' .. $PLUGIN
runtime plugin/movierpc.vim

def Say(words: string)
  writefile([words], $OUT, 'a')
enddef

def Pass(what: string)
  Say('  ok: ' .. what)
enddef

def Fail(what: string)
  Say('  FAILED: ' .. what)
  Say(execute('messages'))
  cquit
enddef

def Same(found: any, wanted: any, what: string)
  if type(found) != type(wanted) || found != wanted
    Fail($'{what}: {string(found)}, not {string(wanted)}')
  endif
enddef

# Until it is so, at most 30 s.
def Await(what: string, Test: func)
  const began = reltime()
  while !Test()
    if reltimefloat(reltime(began)) > 30
      Fail('not so after 30 s: ' .. what)
    endif
    sleep 10m
  endwhile
enddef

# A request, waited for: its error and its result.
def Ask(method: string, params: dict<any>): list<dict<any>>
  var answer: list<dict<any>> = []
  movierpc#Request(method, params, (error, result) => extend(answer, [error, result]))
  Await('an answer to ' .. method, () => !empty(answer))
  return answer
enddef

def Run(words: string): string
  return system(words .. ' 2>/dev/null')
enddef

def InFlight(): number
  return Ask('status', {})[1].in_flight
enddef

def Kill()
  Run('kill -9 ' .. json_decode(Run('movierpc --no-spawn call status')).pid)
enddef

def Press(typed: string)
  feedkeys(typed, 'xt')
enddef

# The text of the topmost popup but for its line of keys.
def Shown(): list<string>
  for id in popup_list()
    const info = getwininfo(id)
    const lines = getbufline(winbufnr(id), 1, '$')
    if len(lines) > 1 || lines[0] !~ 'q close$'
      return lines
    endif
  endfor
  return []
enddef

def Clean(lines: list<string>, what: string)
  for line in lines
    for code in str2list(line)
      if code < 32 || (code >= 0x7F && code < 0xA0) || (code >= 0x2028 && code <= 0x202E)
          || code == 0x2066 || code == 0x200F
        Fail($'{what}: {string(line)}')
      endif
    endfor
  endfor
enddef

def Answers()
  const found = Ask('search', {q: 'lighthouse', page_size: 5})[1]
  Same(len(found.results), 5, 'titles on a page')
  Same(Ask('detail', {key: 'movie/900001'})[1].directors, ['Nora Quill'], 'the director')
  Same(Ask('serch', {q: 'x'})[0].kind, 'method_not_found', 'an unknown method')
  var called = false
  const request = movierpc#Request('search', {q: 'orchard', debounce_ms: 2000}, (_, _) => {
    called = true
  })
  Same(InFlight(), 1, 'requests under way')
  movierpc#Cancel(request)
  Await('it is over', () => InFlight() == 0)
  g:movierpc_timeout = 200
  Same(Ask('search', {q: 'glacier', debounce_ms: 2000})[0].kind, 'timeout', 'what takes too long')
  unlet g:movierpc_timeout
  Await('it is over too', () => InFlight() == 0)
  Same(called, false, 'a cancelled request calls back')
  Pass('search, detail, errors by kind, cancel, timeout')
enddef

def Follows()
  var states: list<any> = []
  const follower = movierpc#Follow('library', (_, data) => {
    add(states, empty(data) ? 'offline' : data.watchlist)
  })
  Await('the first state', () => states == [0])
  Same(Ask('watchlist.add', {key: 'movie/900001'})[0], {}, 'an error')
  Await('an event', () => states == [0, 1])
  Kill()
  Await('offline', () => len(states) > 2)
  Same(states[2], 'offline', 'the state after a kill')
  Await('back by itself', () => type(states[-1]) == v:t_number)
  Same(states[-1], 1, 'the state after that')
  Run('movierpc daemon stop')
  Await('offline', () => type(states[-1]) == v:t_string)
  sleep 1500m
  Same(states[-1], 'offline', 'a daemon that was stopped')
  Run('movierpc --no-spawn status')
  Same(v:shell_error, 3, 'exit status of a question to a daemon that was stopped')
  Run('movierpc daemon start')
  Await('back', () => type(states[-1]) == v:t_number)
  Ask('watchlist.remove', {key: 'movie/900001'})
  movierpc#Unfollow(follower)
  Await('no subscriptions', () => Ask('status', {})[1].subscriptions == 0)
  Pass('events; kill -9: offline, then back by itself; stopped: stays so until somebody starts it')

  var problems: list<string> = []
  for _ in range(3)
    movierpc#Request('search', {q: 'orchard', debounce_ms: 2000}, (error, _) => add(problems, error.kind))
  endfor
  Same(InFlight(), 3, 'requests under way')
  Kill()
  Await('three errors', () => len(problems) == 3)
  Same(problems, ['offline', 'offline', 'offline'], 'what was under way')
  g:movierpc_command = 'no-such-program'
  Same(Ask('ping', {})[0].message, 'movierpcd is not running, and no-such-program is not in PATH', 'the error')
  unlet g:movierpc_command
  Same(len(Ask('search', {q: 'lighthouse'})[1].results), 15, 'titles, of a daemon started for that')
  Pass('what is under way when the daemon ends is told; a request starts the daemon')
enddef

def Hostile(): list<dict<any>>
  return Ask('search', {q: 'hostile', page_size: 100})[1].results
enddef

# As the client program shows it: an opinion of somebody else's.
def Told(key: string): string
  return trim(Run($'movierpc detail {key} --format "{{title}}"'), " \n")
enddef

def Shows()
  const titles = Hostile()
  Same(len(titles), 21, 'hostile titles')
  Movie hostile
  Await('a menu', () => len(Shown()) == 21)
  Clean(Shown(), 'the menu')
  const rows = Shown()
  var told: dict<string> = {}
  for index in range(21)
    const key = titles[index].key
    told[key] = Told(key)
    const begins = strcharpart(told[key], 0, 50)
    Same(strcharpart(rows[index], 3, strchars(begins)), begins, 'the row of ' .. key)
  endfor
  for row in range(21)
    Press("\<CR>")
    Await("details", () => index(Shown(), titles[row].key) >= 0)
    Clean(Shown(), 'details of ' .. titles[row].key)
    const name = substitute(told[titles[row].key], ' \+', ' ', 'g')
    const begins = strcharpart(name, 0, 60)
    Same(strcharpart(join(Shown()), 0, strchars(begins)), begins, 'details of ' .. titles[row].key)
    Press('q')
    Await('no popup', () => empty(popup_list()))
    if row < 20
      Movie hostile
      Await('a menu', () => len(Shown()) == 21)
      Press(repeat('j', row + 1))
    endif
  endfor
  Pass('21 hostile titles in the menu and in details')

  for title in titles
    enew!
    setline(1, '[]')
    execute 'MovieInsert' title.key
    Await('it is inserted', () => len(getline(1)) > 2)
    Same(line('$'), 1, 'lines after ' .. title.key)
    Clean([getline(1)], 'what was inserted')
    const begins = '[' .. strcharpart(told[title.key], 0, 150)
    Same(strcharpart(getline(1), 0, strchars(begins)), begins, 'what was inserted')
    Same(getline(1)[-1], ']', 'what stood behind it')
  endfor
  enew!
  MovieInsert! movie/980004
  Await('a link', () => getline(1) != '')
  Same(getline(1), '[\[REC\] (2013)](https://www.themoviedb.org/movie/980004)', 'a link')
  enew!
  setline(1, 'Seen: ')
  cursor(1, 6)
  MovieInsert hostile
  Await('a menu', () => len(Shown()) == 21)
  Press("j\<CR>")
  Same(getline(1), 'Seen: #Alive (2011)', 'what was inserted')
  setlocal nomodifiable
  MovieInsert movie/980002
  Await('a word about it', () => execute('messages') =~ 'this text cannot be changed')
  enew!
  Pass('21 hostile titles inserted as text, and a link')
enddef

def Keeps()
  MovieWatchlist
  Await('an empty list', () => Shown() == ['nothing is on the watchlist'])
  for title in Hostile()
    Run($'movierpc watchlist add {title.key} --note "of somebody"')
  endfor
  Await('what another program adds', () => len(Shown()) == 21)
  Clean(Shown(), 'the watchlist')
  const first = Shown()[0]
  Press('w')
  Await('it is watched', () => Shown()[0] =~ '^✓')
  Press('d')
  Await('it is gone', () => len(Shown()) == 20)
  Press('u')
  Await('it is back', () => len(Shown()) == 21)
  const entry = filter(Ask('watchlist', {page_size: 100})[1].results, (_, each) => each.entry.watched)[0].entry
  Same(entry.note, 'of somebody', 'its note')
  Kill()
  const Titles = () => join(mapnew(popup_list(), (_, id) => popup_getoptions(id).title))
  Await('it says so', () => Titles() =~ 'not running')
  Await('it is back', () => Titles() =~ '21 titles')
  Press('q')
  Await('no popup', () => empty(popup_list()))
  Await('no subscriptions', () => Ask('status', {})[1].subscriptions == 0)
  Pass('the watchlist: 21 hostile titles, events, watched, remove, undo, kill -9')
enddef

def Status()
  Run('movierpc releases')
  g:movierpc_statusline = ['searches', 'releases']
  movierpc#Status()
  # Hostile titles come out today, and on the watchlist they are news.
  Await('what comes out today', () => movierpc#Status() =~ '\d\+ out today$')
  g:movierpc_statusline = ['searches']
  for term in ['#Alive', "%{system('touch owned')} %%", '%#Error# %!touch owned']
    Run('movierpc search ' .. shellescape(term))
    Await(term .. ' in the status line', () => movierpc#Status() == substitute(term, '%', '%%', 'g'))
  endfor
  Run('movierpc daemon stop')
  Await('offline', () => movierpc#Status() == 'movierpc offline')
  Run('movierpc daemon start')
  Await('back', () => movierpc#Status() =~ '^%%#Error')
  Pass('three searches in the status line; offline and back')
enddef

def Plays()
  MovieTrailer movie/900001
  const opened = $HOME .. '/opened'
  Await('a page is opened', () => filereadable(opened))
  Same(readfile(opened), ['https://www.youtube.com/watch?v=trailer0000'], 'what xdg-open got')
  delete(opened)
  for url in ['file:///etc/passwd', '--help', 'https://x y', 'javascript:alert(1)', "https://a\nb"]
    messages clear
    movierpc#title#Browse(url)
    Same(execute('messages') =~ 'there is no page to open', true, url)
  endfor
  Same(filereadable(opened), 0, 'something was opened')
  Pass('trailers: a page where there is no player; addresses that are none are not opened')
enddef

# What it shows in the end. Keys are those of a person who is asked.
def Fails(command: string, question: list<string>, typed: string): string
  execute command
  Await('a question', () => Shown() == question)
  messages clear
  Press(typed)
  Await('a word about it', () => execute('messages') =~ 'movierpc:')
  return trim(execute('messages'))
enddef

def Helped()
  const question = 'Unlock default with its PIN? (y/n)'
  Run("movierpc call profiles.update '{\"name\":\"default\",\"new_pin\":\"1234\"}'")
  const detail = ['detail: default has a PIN', question]
  Same(Fails('MovieDetail movie/900001', detail, "y1234\<CR>"), 'movierpc: done', 'the end')
  MovieDetail movie/900001
  Await('details', () => index(Shown(), 'movie/900001') >= 0)
  Press('q')
  Run('movierpc call profiles.lock')
  # A popup's keys are not taken from the prompt; what fails then is not offered.
  const list = ['watchlist: default has a PIN', question]
  Same(Fails('MovieWatchlist', list, "y4321\<CR>"),
    'movierpc: profiles.unlock: the PIN of default is wrong - unlock default with its PIN', 'the end')
  Await('the list', () => Shown() == ['nothing is on the watchlist'])
  Press('q')
  Run("movierpc call profiles.update '{\"name\":\"default\",\"pin\":\"1234\",\"reset\":[\"pin\"]}'")
  Same(popup_list(), [], 'popups')

  messages clear
  MovieDetail movie/7
  Await('an error', () => execute('messages') =~ 'there is no title movie/7 - search for the title')
  for remedy in [{setting: 'limits.depth'}, {method: 'settings', params: {}, ask: []}, {params: {year: 2021}},
      {install: 'mpv'}, {wait_ms: 9}, v:null]
    movierpc#remedy#Complain({kind: 'k', message: 'no', hint: 'h', remedy: remedy})
  endfor
  Same(popup_list(), [], 'popups')
  const hostile = {kind: 'k', message: 'no', hint: "x\e[2J", remedy: {method: "a.b\n", params: {}, ask: []}}
  movierpc#remedy#Complain(hostile)
  Same(Shown(), ['no', 'X[2J. Call a.b ? (y/n)'], 'a question')
  Press('n')
  movierpc#remedy#Complain({kind: 'k', message: 'no', hint: 'without it', remedy: {setting: 'tmdb.key'}})
  Same(Shown(), ['no', 'Without it. Set tmdb.key? (y/n)'], 'a question')
  Press('n')
  Pass('what helps is offered once, the PIN is asked for; what only reads is not offered')
enddef

def Helps()
  const folder = $HOME .. '/plugin/doc'
  mkdir(folder, 'p')
  writefile(readfile($PLUGIN .. '/doc/movierpc.txt'), folder .. '/movierpc.txt')
  execute 'helptags' folder
  execute 'set runtimepath+=' .. fnamemodify(folder, ':h')
  for tag in ['movierpc', ':Movie', ':MovieDetail', ':MovieTrailer', ':MovieWatchlist', ':MovieInsert',
      'g:movierpc_socket', 'g:movierpc_command', 'g:movierpc_start', 'g:movierpc_timeout', 'g:movierpc_statusline']
    execute 'help' tag
    Same(expand('%:t'), 'movierpc.txt', 'the file of ' .. tag)
  endfor
  Pass('help and its tags')
enddef

try
  Answers()
  Follows()
  Shows()
  Keeps()
  Helped()
  Status()
  Plays()
  Helps()
catch
  Fail(v:exception .. ' ' .. v:throwpoint)
endtry
qall!
