vim9script
# What the checks share. They run in a Vim without a screen, against a real daemon, and print `ok: ...` lines into $OUT.

set encoding=utf-8 columns=100 lines=40 hidden
execute 'set runtimepath^=' .. $PLUGIN
runtime plugin/movierpc.vim

def Say(words: string)
  writefile([words], $OUT, 'a')
enddef

export def Pass(what: string)
  Say('  ok: ' .. what)
enddef

def Fail(what: string)
  Say('  FAILED: ' .. what)
  Say(execute('messages'))
  cquit
enddef

export def Same(found: any, wanted: any, what: string)
  if type(found) != type(wanted) || found != wanted
    Fail($'{what}: {string(found)}, not {string(wanted)}')
  endif
enddef

# Until it is so, at most 30 s.
export def Await(what: string, Test: func)
  const began = reltime()
  while !Test()
    if reltimefloat(reltime(began)) > 30
      Fail('not so after 30 s: ' .. what)
    endif
    sleep 10m
  endwhile
enddef

# A request, waited for: its error and its result.
export def Ask(method: string, params: dict<any>): list<dict<any>>
  var answer: list<dict<any>> = []
  movierpc#Request(method, params, (error, result) => extend(answer, [error, result]))
  Await('an answer to ' .. method, () => !empty(answer))
  return answer
enddef

export def Run(words: string): string
  return system(words .. ' 2>/dev/null')
enddef

export def Kill()
  Run('kill -9 ' .. json_decode(Run('movierpc --no-spawn call status')).pid)
enddef

export def Press(typed: string)
  feedkeys(typed, 'xt')
enddef

# The text of the topmost popup but for its line of keys.
export def Shown(): list<string>
  for id in popup_list()
    const info = getwininfo(id)
    const lines = getbufline(winbufnr(id), 1, '$')
    if len(lines) > 1 || lines[0] !~ 'q close$'
      return lines
    endif
  endfor
  return []
enddef

export def Clean(lines: list<string>, what: string)
  for line in lines
    for code in str2list(line)
      if code < 32 || (code >= 0x7F && code < 0xA0) || (code >= 0x2028 && code <= 0x202E)
          || code == 0x2066 || code == 0x200F
        Fail($'{what}: {string(line)}')
      endif
    endfor
  endfor
enddef

# Runs the checks, one after the other, and ends Vim.
export def All(checks: list<func>)
  try
    for Check in checks
      Check()
    endfor
  catch
    Fail(v:exception .. ' ' .. v:throwpoint)
  endtry
  qall!
enddef
