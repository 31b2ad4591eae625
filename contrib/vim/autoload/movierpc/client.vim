vim9script
# Requests to the daemon, and a reply for each.

import autoload 'movierpc/connection.vim'
import autoload 'movierpc/text.vim'

# Functions that are called with the params of each event.
export var listeners: list<func> = []

var last = 0
var pending: dict<dict<any>> = {} # by id

# Takes a request out, and answers it unless nobody waits any more. A mistake in its callback is told, and no more.
def Settle(id: string, error: dict<any>, result: dict<any>)
  if has_key(pending, id)
    const request = remove(pending, id)
    timer_stop(request.timer)
    try
      request.Done(error, result)
    catch
      text.Complain({message: $'{v:exception} ({v:throwpoint})'})
    endtry
  endif
enddef

# The ids of what waits, in the order in which it was asked.
def Waiting(): list<string>
  const numbers = sort(mapnew(keys(pending), (_, id) => str2nr(id)), 'n')
  return mapnew(numbers, (_, id) => string(id))
enddef

def Opened()
  for id in Waiting()
    connection.Send(pending[id].line)
  endfor
enddef

def Closed(was_open: bool, reason: string)
  for id in Waiting()
    Settle(id, {kind: 'offline', message: reason}, {})
  endfor
enddef

def Took(message: dict<any>)
  if get(message, 'method', '') == 'event'
    for Listener in listeners
      Listener(message.params)
    endfor
  elseif has_key(message, 'error')
    const data = get(message.error, 'data', {})
    const error = {kind: get(data, 'kind', ''), message: message.error.message, hint: get(data, 'hint'),
      remedy: get(data, 'remedy')}
    Settle(string(message.id), error, {})
  else
    Settle(string(get(message, 'id')), {}, get(message, 'result', {}))
  endif
enddef

add(connection.listeners, {Opened: Opened, Closed: Closed, Message: Took})

def TimedOut(request: number, method: string, timeout: number)
  Notify('cancel', {id: request})
  Settle(string(request), {kind: 'timeout', message: $'{method}: no answer within {timeout / 1000.0} s'}, {})
  # Who does not even greet is left, so that the next request tries anew.
  if connection.State() == 'opening'
    connection.Close('movierpcd does not answer')
  endif
enddef

# Asks. `Done(error, result)` is called once: error is {}, or has kind, message, hint and remedy. `starts` false: no
# daemon is started for this. The result is for `Cancel`.
export def Request(method: string, params: dict<any>, Done: func, starts: bool = true): number
  last += 1
  const id = last
  const timeout = get(g:, 'movierpc_timeout', 20000)
  const message = extend({jsonrpc: '2.0', id: id, method: method}, empty(params) ? {} : {params: params})
  const line = json_encode(message) .. "\n"
  pending[id] = {Done: Done, line: line, timer: timer_start(timeout, (_) => TimedOut(id, method, timeout))}
  if !connection.Send(line)
    connection.Open(starts)
  endif
  return id
enddef

# Gives a request up: nothing is called any more.
export def Cancel(request: number)
  if has_key(pending, request)
    timer_stop(remove(pending, request).timer)
    Notify('cancel', {id: request})
  endif
enddef

# Sends what has no answer; nothing where there is no channel.
export def Notify(method: string, params: dict<any>)
  connection.Send(json_encode({jsonrpc: '2.0', method: method, params: params}) .. "\n")
enddef
