vim9script
# Text of strangers (titles, names, messages), made safe to show.

# C0 and C1 controls, directional formatting, separators, byte order mark, annotations, tags, surrogates.
def IsHostile(code: number): bool
  return code < 0x20 || (code >= 0x7F && code <= 0x9F) || code == 0x061C || code == 0x200E || code == 0x200F
    || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) || code == 0xFEFF
    || (code >= 0xFFF9 && code <= 0xFFFB) || (code >= 0xE0000 && code <= 0xE007F)
    || (code >= 0xD800 && code <= 0xDFFF)
enddef

const breaks = [9, 10, 11, 12, 13, 0x85, 0x2028, 0x2029]

# One line without control characters; '' for what is no text.
export def Clean(value: any): string
  if type(value) == v:t_number
    return string(value)
  elseif type(value) != v:t_string
    return ''
  endif
  var codes: list<number> = []
  for code in str2list(value)
    if !IsHostile(code)
      add(codes, code)
    elseif index(breaks, code) >= 0
      add(codes, 32)
    endif
  endfor
  return list2str(codes)
enddef

# At most `width` cells, then an ellipsis.
export def Cut(value: string, width: number): string
  if strdisplaywidth(value) <= width
    return value
  endif
  var count = strchars(value)
  while count > 0 && strdisplaywidth(strcharpart(value, 0, count)) > width - 1
    count -= max([1, (strdisplaywidth(strcharpart(value, 0, count)) - width) / 2])
  endwhile
  return strcharpart(value, 0, max([count, 0])) .. '…'
enddef

# `Title (Year)`, cleaned.
export def Name(title: dict<any>): string
  var name = trim(Clean(get(title, 'title')), ' ')
  if name == ''
    name = Clean(get(title, 'key'))
  endif
  const year = get(title, 'year')
  return type(year) == v:t_number ? $'{name} ({year})' : name
enddef

# A name for a message, which has one line.
export def Short(title: dict<any>): string
  return Cut(Name(title), 50)
enddef

# Lines of at most `width` cells, broken at blanks; a longer word is broken where it must be.
export def Wrap(value: string, width: number): list<string>
  var lines: list<string> = []
  var line = ''
  for part in split(value, ' \+')
    var word = part
    while strdisplaywidth(word) > width
      if line != ''
        add(lines, line)
        line = ''
      endif
      var count = width
      while count > 1 && strdisplaywidth(strcharpart(word, 0, count)) > width
        count -= 1
      endwhile
      add(lines, strcharpart(word, 0, count))
      word = strcharpart(word, count)
    endwhile
    if line == ''
      line = word
    elseif strdisplaywidth(line) + 1 + strdisplaywidth(word) <= width
      line ..= ' ' .. word
    else
      add(lines, line)
      line = word
    endif
  endfor
  return line == '' ? lines : add(lines, line)
enddef

# Says something below.
export def Say(words: string)
  echomsg Cut(Clean(words), max([&columns - 15, 20]))
enddef

# Says what went wrong.
export def Complain(error: dict<any>)
  const hint = Clean(get(error, 'hint'))
  echohl ErrorMsg
  Say('movierpc: ' .. Clean(error.message) .. (hint == '' ? '' : ' - ' .. hint))
  echohl None
enddef
