vim9script
# Lines for a popup, the colours of their parts, and what parts of them open.

import autoload 'movierpc/colours.vim'
import autoload 'movierpc/text.vim'

const label_width = 12

# Of at most `width` cells. `lines` are for popup_create(); `links` have row (from 0), col and length (bytes, from 1),
# key, and the item that they are of.
export def New(width: number): dict<any>
  colours.Define()
  return {width: width, lines: [], links: []}
enddef

export def Add(out: dict<any>, words: string, kind: string = '')
  add(out.lines, {text: words, props: kind == '' ? [] : [{col: 1, length: len(words), type: kind}]})
enddef

# A text, broken into lines; nothing for ''.
export def Paragraph(out: dict<any>, words: string, kind: string = '')
  for line in text.Wrap(words, out.width)
    Add(out, line, kind)
  endfor
enddef

# A part of the last line opens what `item` names.
def Link(out: dict<any>, item: dict<any>, before: string)
  if get(item, 'key', '') != ''
    const place = {col: len(before) + 1, length: min([len(item.name), len(out.lines[-1].text) - len(before)])}
    add(out.lines[-1].props, extend({type: 'movierpcLink'}, place))
    add(out.links, extend({row: len(out.lines) - 1, key: item.key, item: item}, place))
  endif
enddef

# `Label       one (more), other`: a text, or items with name, extra, and a key if they can be opened. An item is
# broken only where it does not fit into a line.
export def Fact(out: dict<any>, label: string, value: any)
  const space = max([label_width, len(label) + 2])
  const room = out.width - space
  const entries = filter(type(value) == v:t_list ? value : [{name: value}], (_, item) => item.name != '')
  var used = 0
  var start = label
  for [index, item] in items(entries)
    const extra = get(item, 'extra', '')
    const whole = item.name .. (extra == '' ? '' : $' ({extra})') .. (index < len(entries) - 1 ? ',' : '')
    if start == '' && used + 1 + strdisplaywidth(whole) <= room
      const before = out.lines[-1].text .. ' '
      out.lines[-1].text = before .. whole
      Link(out, item, before)
      used += 1 + strdisplaywidth(whole)
      continue
    endif
    for [part, line] in items(text.Wrap(whole, room))
      const before = start .. repeat(' ', space - len(start))
      Add(out, before .. line)
      if start != ''
        add(out.lines[-1].props, {col: 1, length: len(label), type: 'movierpcLabel'})
      endif
      if part == 0
        Link(out, item, before)
      endif
      start = ''
      used = strdisplaywidth(line)
    endfor
  endfor
enddef

# A heading, if there is one, and a line for each item with name, key, and perhaps extra, which stands at the end.
export def List(out: dict<any>, heading: string, entries: list<dict<any>>)
  if heading != '' && !empty(entries)
    Add(out, '')
    Add(out, heading, 'movierpcLabel')
  endif
  for item in entries
    const before = '  ' .. get(item, 'before', '')
    const extra = get(item, 'extra', '')
    const room = out.width - strdisplaywidth(before .. extra)
    const name = text.Cut(item.name, room - (extra == '' ? 0 : 2))
    const blanks = extra == '' ? '' : repeat(' ', room - strdisplaywidth(name))
    Add(out, before .. name .. blanks .. extra, 'movierpcDim')
    Link(out, extend({name: name}, item, 'keep'), before)
  endfor
enddef
