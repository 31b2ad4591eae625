vim9script
# A title in a popup, and what can be opened from there: people, their titles, seasons, collections.

import autoload 'movierpc/client.vim'
import autoload 'movierpc/link.vim'
import autoload 'movierpc/menu.vim'
import autoload 'movierpc/page.vim'
import autoload 'movierpc/place.vim'
import autoload 'movierpc/remedy.vim'
import autoload 'movierpc/text.vim'
import autoload 'movierpc/title.vim'

const hint = ' <Tab> next link  <CR> open  <BS> back  o page  q close '
const hint_of_title = ' <Tab><CR> open  <BS> back  t trailer  a watchlist  w watched  q close '
const scrolls = {j: "\<C-E>", k: "\<C-Y>", "\<Down>": "\<C-E>", "\<Up>": "\<C-Y>", "\<C-D>": "\<C-D>",
  "\<C-U>": "\<C-U>", "\<PageDown>": "\<C-F>", "\<PageUp>": "\<C-B>", "\<Space>": "\<C-F>", g: 'gg', G: 'G'}

# The chosen link, or {}.
def Chosen(view: dict<any>): dict<any>
  return get(view.links, view.shown.chosen, {})
enddef

def Draw(view: dict<any>)
  if empty(popup_getpos(view.id))
    return
  endif
  const shown = view.shown
  final out = page.Make(shown.method, shown.result, menu.Width(), shown.key, shown.words)
  view.links = out.links
  const chosen = Chosen(view)
  if !empty(chosen)
    add(out.lines[chosen.row].props, {col: chosen.col, length: chosen.length, type: 'movierpcChosen'})
  endif
  popup_settext(view.id, out.lines)
  popup_setoptions(view.id, {title: text.Cut(shown.method == 'detail' ? hint_of_title : hint, menu.Width())})
enddef

# Shows it in place of what is shown, scrolled to the chosen link, but for the first.
def Show(view: dict<any>, shown: dict<any>)
  view.shown = shown
  Draw(view)
  win_execute(view.id, 'normal! gg')
  if shown.chosen > 0
    Choose(view, 0)
  endif
enddef

# Chooses another link, so many on.
def Choose(view: dict<any>, steps: number)
  const count = len(view.links)
  if count > 0
    view.shown.chosen = (view.shown.chosen + steps + count) % count
    Draw(view)
    win_execute(view.id, $'normal! {Chosen(view).row + 1}G')
  endif
enddef

# Asks for what a key names: [method, params] or a text, such as person/525. `Told(shown)` gets the answer.
def Ask(key: any, words: string, Told: func)
  const [method, params] = type(key) == v:t_list ? key : link.Request(key)
  client.Request(method, params, (error, result) => {
    if !empty(error)
      remedy.Complain(error)
    else
      const of = link.Of(method, result)
      Told({method: method, result: result, words: words, key: of == '' ? key : of, chosen: 0})
    endif
  })
enddef

def Follow(view: dict<any>)
  const chosen = Chosen(view)
  if !empty(chosen)
    Ask(chosen.key, get(chosen.item, 'words', ''), (shown) => {
      add(view.before, view.shown)
      Show(view, shown)
    })
  endif
enddef

# The title that a key is about: the page's own, or that of the chosen link.
def TitleOf(view: dict<any>): dict<any>
  return view.shown.method == 'detail' ? view.shown.result : get(get(Chosen(view), 'item', {}), 'title', {})
enddef

def Act(view: dict<any>, known: dict<any>, key: string)
  if key == 't'
    title.Play(known)
  elseif key == 'a'
    title.ToggleWatchlist(known, () => Draw(view))
  elseif key == 'w'
    title.ToggleWatched(known, () => Draw(view))
  else
    popup_close(view.id)
    place.Insert(view.here, key == 'i' ? text.Name(known) : title.Link(known))
  endif
enddef

def Filter(view: dict<any>, id: number, key: string): bool
  const known = TitleOf(view)
  if has_key(scrolls, key)
    win_execute(id, 'normal! ' .. scrolls[key])
  elseif key == 'q' || key == "\<Esc>" || key == 'x'
    popup_close(id)
  elseif key == "\<Tab>" || key == "\<S-Tab>"
    Choose(view, key == "\<Tab>" ? 1 : -1)
  elseif key == "\<CR>" || key == 'K' || key == "\<C-]>"
    Follow(view)
  elseif (key == "\<BS>" || key == "\<C-O>") && !empty(view.before)
    Show(view, remove(view.before, -1))
  elseif key == 'o'
    title.Browse(link.Page(view.shown.key))
  elseif key =~ '^[tawil]$' && !empty(known)
    Act(view, known, key)
  endif
  return true
enddef

# Asks for what a key names and shows it; `here` is where `i` inserts.
export def Open(key: any, here: dict<any>)
  Ask(key, '', (shown) => {
    final view: dict<any> = {here: here, before: [], links: []}
    var look = menu.Look(&lines - 6)
    look.zindex = 300
    look.filter = (id, typed) => Filter(view, id, typed)
    view.id = popup_create('', look)
    Show(view, shown)
  })
enddef
