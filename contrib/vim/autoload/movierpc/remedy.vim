vim9script
# What an error says to do: a question, and what follows from a yes.

import autoload 'movierpc/client.vim'
import autoload 'movierpc/menu.vim'
import autoload 'movierpc/text.vim'

# Methods that change nothing: their hint is enough.
const reading = ['search', 'watchlist', 'favorites', 'downloads', 'profiles', 'settings', 'genres', 'providers', 'status',
  'trailer', 'account.status', 'account.journal', 'rpc.discover', 'image', 'detail', 'people']

# What to ask; '' for what only reads, and for settings that only the file has.
def Question(error: dict<any>): string
  const remedy = type(get(error, 'remedy')) == v:t_dict ? error.remedy : {}
  const method = get(remedy, 'method', '')
  const hint = substitute(text.Clean(get(error, 'hint')), '^.', '\u&', '')
  if has_key(remedy, 'setting')
    const is_of_file = error.kind == 'forbidden' || remedy.setting =~ '^\(limits\|folders\|http\)\.\|base_url$'
    return is_of_file ? '' : $'{hint}. Set {text.Clean(remedy.setting)}?'
  elseif method == '' || index(reading, method) >= 0
    return ''
  endif
  # A hint that begins with the method's verb says which one it is.
  const says_it = stridx(tolower(hint), matchstr(method, '[^.]*$') .. ' ') == 0
  return hint .. (says_it ? '?' : $'. Call {text.Clean(method)}?')
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

def Do(remedy: dict<any>, Done: func)
  const is_setting = has_key(remedy, 'setting')
  var params: dict<any> = is_setting ? {} : copy(remedy.params)
  for name in is_setting ? [remedy.setting] : remedy.ask
    params[name] = Answer(name, is_setting)
    redraw
    if index(['', v:none], params[name]) >= 0
      return
    endif
  endfor
  client.Request(is_setting ? 'settings.update' : remedy.method, is_setting ? {set: params} : params, (error, _) => {
    if empty(error)
      text.Say('movierpc: done')
      Done()
    else
      text.Complain(error)
    endif
  })
enddef

# Offers what helps a command that has failed. `Done()` is called when that was done.
export def Offer(error: dict<any>, Done: func = () => 0)
  const question = Question(error)
  if question != ''
    const lines = text.Wrap(text.Clean(error.message), menu.Width()) + text.Wrap(question .. ' (y/n)', menu.Width())
    popup_create(lines, extend(menu.Look(&lines - 8), {
      zindex: 400,
      filter: 'popup_filter_yesno',
      callback: (_, is_wanted) => {
        if is_wanted == 1
          Do(error.remedy, Done)
        endif
      },
    }))
  endif
enddef

# Says what went wrong with a command, and offers what helps.
export def Complain(error: dict<any>)
  text.Complain(error)
  Offer(error)
enddef
