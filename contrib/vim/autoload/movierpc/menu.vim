vim9script
# A menu of titles in a popup, with a line of keys below it.

import autoload 'movierpc/colours.vim'
import autoload 'movierpc/facts.vim'
import autoload 'movierpc/text.vim'

# Cells inside its border.
export def Width(): number
  return max([min([76, &columns - 6]), 20])
enddef

# What all popups have.
export def Look(rows: number): dict<any>
  return {
    minwidth: Width(), maxwidth: Width(), maxheight: max([rows, 3]), wrap: false, border: [], padding: [0, 1, 0, 1],
    borderchars: ['─', '│', '─', '│', '╭', '╮', '╯', '╰'], mapping: false, highlight: 'movierpcNormal',
    borderhighlight: ['movierpcDim'],
    # What is typed for an input() is no key of theirs.
    filtermode: 'nvoi',
  }
enddef

# `• The Title (1999)       series 7.8`
def Row(title: dict<any>, width: number): dict<any>
  const before = facts.Signs(title)
  const right = printf('%-6s %4s', facts.Kind(title), facts.Rating(title))
  const rest = width - strdisplaywidth(before) - len(right)
  const name = text.Cut(text.Name(title), rest - 1)
  const line = before .. name .. repeat(' ', max([rest - strdisplaywidth(name), 1])) .. right
  return {text: line, props: [{col: len(line) - len(right) + 1, length: len(right), type: 'movierpcDim'}]}
enddef

# Vim's own way has one colour for all that is chosen anywhere.
def Mark(menu: dict<any>)
  const buffer = winbufnr(menu.id)
  if buffer > 0
    prop_remove({type: 'movierpcChosen', bufnr: buffer, all: true})
    if !empty(menu.titles)
      const row = line('.', menu.id)
      prop_add(row, 1, {type: 'movierpcChosen', bufnr: buffer, length: len(getbufline(buffer, row)[0])})
    endif
  endif
enddef

# Shows lines in place of a menu's.
def Fill(menu: dict<any>)
  const rows = mapnew(menu.titles, (_, title) => Row(title, Width()))
  popup_settext(menu.id, empty(rows) ? [{text: menu.empty, props: []}] : rows)
  Mark(menu)
  popup_setoptions(menu.id, {title: ' ' .. text.Cut(menu.title, Width() - 4) .. ' '})
  popup_hide(menu.hint)
  # Its place is known once it has been drawn.
  redraw
  const where = popup_getpos(menu.id)
  if !empty(where)
    popup_move(menu.hint, {line: where.line + where.height, col: where.col + 1})
    popup_show(menu.hint)
  endif
enddef

var open: dict<any>

# Draws the open menu anew, after a title has changed.
export def Draw()
  if !empty(open) && !empty(popup_getpos(open.id))
    Fill(open)
  endif
enddef

# The title that is chosen, or {}.
export def Current(menu: dict<any>): dict<any>
  return get(menu.titles, line('.', menu.id) - 1, {})
enddef

# Shows other titles; the one that was chosen stays so where it is among them.
export def Update(menu: dict<any>, titles: list<dict<any>>, title: string)
  const key = get(Current(menu), 'key', '')
  var row = line('.', menu.id)
  menu.titles = titles
  menu.title = title
  Fill(menu)
  const found = indexof(titles, (_, each) => each.key == key)
  row = found >= 0 ? found + 1 : max([min([row, len(titles)]), 1])
  win_execute(menu.id, $'normal! {row}G')
  Mark(menu)
enddef

const moves = {"\<PageDown>": '10j', "\<PageUp>": '10k', "\<C-D>": '10j', "\<C-U>": '10k', g: 'gg', G: 'G'}

def Filter(menu: dict<any>, id: number, key: string): bool
  if key == 'q'
    popup_close(id, -1)
  elseif has_key(menu.keys, key)
    const title = Current(menu)
    if !empty(title) || index(menu.always, key) >= 0
      menu.keys[key](title, () => popup_close(id, -1))
    endif
  elseif has_key(moves, key)
    win_execute(id, 'normal! ' .. moves[key])
    Mark(menu)
  elseif key == "\<CR>" && menu.stays
    const title = Current(menu)
    if !empty(title)
      menu.Chosen(title)
    endif
  else
    const is_used = popup_filter_menu(id, key)
    Mark(menu)
    return is_used
  endif
  return true
enddef

# Opens one. `options`: titles, title, hint, Chosen(title) for <CR>, keys of functions (title, close); perhaps stays
# (<CR> does not close it), always (keys that need no title), empty (words in place of titles), Closed().
export def Open(options: dict<any>): dict<any>
  colours.Define()
  var menu = extend({stays: false, always: [], empty: 'nothing', Closed: () => 0}, options)
  menu.id = popup_menu([''], extend(Look(&lines - 8), {
    cursorline: false,
    filter: (id, key) => Filter(menu, id, key),
    callback: (_, row) => {
      popup_close(menu.hint)
      menu.Closed()
      if row > 0 && row <= len(menu.titles)
        menu.Chosen(menu.titles[row - 1])
      endif
    },
  }))
  const hint = text.Cut(options.hint .. '  q close', Width())
  menu.hint = popup_create(hint, {zindex: 200, highlight: 'movierpcDim', hidden: true})
  open = menu
  Fill(menu)
  return menu
enddef
