vim9script
# Where text goes that is inserted.

import autoload 'movierpc/text.vim'

# The cursor's place, behind the character it is on.
export def Here(): dict<any>
  const line = getline('.')
  const column = mode() =~ '^i' ? col('.') - 1 : col('.') - 1 + len(matchstr(line[col('.') - 1 :], '^.'))
  return {buffer: bufnr(), window: win_getid(), line: line('.'), column: column}
enddef

# Puts `words` there, as text: nothing in it is a command.
export def Insert(place: dict<any>, words: string)
  if !bufexists(place.buffer) || !getbufvar(place.buffer, '&modifiable')
    text.Complain({message: 'this text cannot be changed'})
    return
  endif
  const number = min([place.line, getbufinfo(place.buffer)[0].linecount])
  const line = get(getbufline(place.buffer, number), 0, '')
  const column = min([place.column, len(line)])
  const before = strpart(line, 0, column)
  setbufline(place.buffer, number, before .. text.Clean(words) .. strpart(line, column))
  if win_getid() == place.window && bufnr() == place.buffer
    cursor(number, column + len(text.Clean(words)))
  endif
enddef
