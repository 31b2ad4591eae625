vim9script
# What an error says to do: a question, and what follows from a yes.

import autoload 'movierpc/client.vim'
import autoload 'movierpc/text.vim'

# Methods that change nothing: their hint is enough.
const reading = ['search', 'watchlist', 'favorites', 'downloads', 'profiles', 'genres', 'providers', 'status',
  'trailer', 'account.status', 'account.journal', 'rpc.discover', 'image', 'detail']

# What to ask; '' for what only reads, and for settings that only the file has.
def Question(error: dict<any>): string
  const remedy = type(get(error, 'remedy')) == v:t_dict ? error.remedy : {}
  const method = get(remedy, 'method', '')
  if has_key(remedy, 'setting')
    const is_of_file = error.kind == 'forbidden' || remedy.setting =~ '^\(limits\|folders\|http\)\.\|base_url$'
    return is_of_file ? '' : $'Set {text.Clean(remedy.setting)}?'
  elseif method == '' || index(reading, method) >= 0 || method == 'settings' && empty(remedy.params)
    return ''
  endif
  # A hint that begins with the method's verb says which one it is.
  const hint = text.Clean(get(error, 'hint'))
  const says_it = stridx(hint, matchstr(method, '[^.]*$') .. ' ') == 0
  return substitute(hint, '^.', '\u&', '') .. (says_it ? '?' : $'? ({text.Clean(method)})')
enddef

# What a person types; '' gives up. A setting may be a number, true or a list.
def Answer(name: string, is_setting: bool): any
  const is_secret = name =~? 'pin\|\.key$'
  const prompt = text.Clean(name) .. ': '
  var value: any = is_secret ? inputsecret(prompt) : input(prompt)
  if is_setting && !is_secret
    try
      value = json_decode(value)
    catch /:E/ # a text
    endtry
  endif
  return value
enddef

def Ask(question: string, remedy: dict<any>, Done: func)
  const is_setting = has_key(remedy, 'setting')
  var params: dict<any> = is_setting ? {} : copy(remedy.params)
  const is_wanted = confirm(question, "&Yes\n&No", 2) == 1
  # Else Vim would wait for a key because of these lines.
  redraw
  if !is_wanted
    return
  endif
  for name in is_setting ? [remedy.setting] : remedy.ask
    params[name] = Answer(name, is_setting)
    if index(['', v:none], params[name]) >= 0
      return
    endif
  endfor
  redraw
  client.Request(is_setting ? 'settings' : remedy.method, is_setting ? {set: params} : params, (error, _) => {
    if empty(error)
      text.Say('movierpc: done')
      Done()
    else
      text.Complain(error)
    endif
  })
enddef

# Offers what helps a command that has failed, once it has ended. `Done()` is called when that was done.
export def Offer(error: dict<any>, Done: func = () => 0)
  const question = Question(error)
  if question != ''
    timer_start(0, (_) => Ask(question, error.remedy, Done))
  endif
enddef

# Says what went wrong with a command, and offers what helps.
export def Complain(error: dict<any>)
  text.Complain(error)
  Offer(error)
enddef
