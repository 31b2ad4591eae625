vim9script
# One title in a popup.

import autoload 'movierpc/menu.vim'
import autoload 'movierpc/page.vim'
import autoload 'movierpc/place.vim'
import autoload 'movierpc/text.vim'
import autoload 'movierpc/title.vim'

const hint = 't trailer  a watchlist  w watched  i insert  l link  o page  q close'
const scrolls = {j: "\<C-E>", k: "\<C-Y>", "\<Down>": "\<C-E>", "\<Up>": "\<C-Y>", "\<C-D>": "\<C-D>",
  "\<C-U>": "\<C-U>", "\<PageDown>": "\<C-F>", "\<PageUp>": "\<C-B>", "\<Space>": "\<C-F>", g: 'gg', G: 'G'}

def Lines(known: dict<any>): list<dict<any>>
  const last = [{text: '', props: []}] + mapnew(text.Wrap(hint, menu.Width()), (_, line) =>
    ({text: line, props: [{col: 1, length: len(line), type: 'movierpcDim'}]}))
  return page.Lines(known, menu.Width()) + last
enddef

def Filter(known: dict<any>, here: dict<any>, id: number, key: string): bool
  const Draw = () => {
    if !empty(popup_getpos(id))
      popup_settext(id, Lines(known))
    endif
  }
  if has_key(scrolls, key)
    win_execute(id, 'normal! ' .. scrolls[key])
  elseif key == 'q' || key == "\<Esc>" || key == "\<CR>" || key == 'x'
    popup_close(id)
  elseif key == 't'
    title.Play(known)
  elseif key == 'a'
    title.ToggleWatchlist(known, Draw)
  elseif key == 'w'
    title.ToggleWatched(known, Draw)
  elseif key == 'o'
    title.Browse(title.Page(known))
  elseif key == 'i' || key == 'l'
    popup_close(id)
    place.Insert(here, key == 'i' ? text.Name(known) : title.Link(known))
  endif
  return true
enddef

# Asks for a title and shows it; `here` is where `i` inserts.
export def Open(asked: dict<any>, here: dict<any>)
  title.Ask(asked.key, (known) => {
    var look = menu.Look(&lines - 6)
    look.zindex = 300
    look.filter = (id, key) => Filter(known, here, id, key)
    popup_create(Lines(known), look)
  })
enddef
