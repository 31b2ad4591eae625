vim9script
# Requests to the daemon: one channel for all, opened when it is needed, a reply for each request.

import autoload 'movierpc/socket.vim'
import autoload 'movierpc/text.vim'

# Whoever wants to know when a channel is there, of an event, and when there is none any more.
export var listener: dict<func> = {}

var state = 'closed' # opening, open
var wire = test_null_channel()
var path = ''
var may_start = false
var attempt = 0 # to open; what belongs to an earlier one does nothing any more
var last = 0
var pending: dict<dict<any>> = {} # by id
var said: list<string> = [] # by the program that starts the daemon

# closed, opening or open
export def State(): string
  return state
enddef

# Takes a request out, and answers it unless nobody waits any more.
def Settle(id: string, error: dict<any>, result: dict<any>)
  if has_key(pending, id)
    const request = remove(pending, id)
    timer_stop(request.timer)
    request.Done(error, result)
  endif
enddef

# The ids of what waits, in the order in which it was asked.
def Waiting(): list<string>
  const numbers = sort(mapnew(keys(pending), (_, id) => str2nr(id)), 'n')
  return mapnew(numbers, (_, id) => string(id))
enddef

# The channel is gone, or could not be had: whatever was asked is answered so.
def Closed(reason: string)
  const was_open = state == 'open'
  state = 'closed'
  for id in Waiting()
    Settle(id, {kind: 'offline', message: was_open ? 'movierpcd has ended' : reason}, {})
  endfor
  if has_key(listener, 'Closed')
    listener.Closed(was_open)
  endif
enddef

def Opened()
  state = 'open'
  for id in Waiting()
    ch_sendraw(wire, pending[id].line)
  endfor
  if has_key(listener, 'Opened')
    listener.Opened()
  endif
enddef

def Took(from: channel, line: string)
  var message: dict<any>
  try
    message = json_decode(line)
  catch
    # Not what a daemon says.
    ch_close(from)
    Ended(from)
    return
  endtry
  if ch_info(from).id != ch_info(wire).id
    return
  elseif state == 'opening'
    # To `hello`. A daemon that is just being killed takes connections still, and answers nobody.
    if get(message, 'id') == 0
      Opened()
    endif
  elseif get(message, 'method', '') == 'event'
    if has_key(listener, 'Event')
      listener.Event(message.params)
    endif
  elseif has_key(message, 'error')
    const data = get(message.error, 'data', {})
    const error = {kind: get(data, 'kind', ''), message: message.error.message, hint: get(data, 'hint')}
    Settle(string(message.id), error, {})
  else
    Settle(string(get(message, 'id')), {}, get(message, 'result', {}))
  endif
enddef

# The other side has closed it.
def Ended(from: channel)
  if ch_info(from).id != ch_info(wire).id
    return
  elseif state == 'open'
    Closed('')
  elseif state == 'opening'
    Start()
  endif
enddef

# Connects and greets; whether there was somebody.
def Connect(): bool
  try
    wire = ch_open('unix:' .. path, {mode: 'nl', callback: Took, close_cb: Ended, drop: 'never'})
  catch
    return false
  endtry
  if ch_status(wire) != 'open'
    return false
  endif
  const version = $'{v:version / 100}.{v:version % 100}'
  const hello = {jsonrpc: '2.0', id: 0, method: 'hello', params: {client: 'vim', version: version}}
  ch_sendraw(wire, json_encode(hello) .. "\n")
  return true
enddef

# Starts the daemon, once for an attempt, without a shell; it goes on when Vim ends.
def Start()
  if !may_start
    Closed($'movierpcd does not answer at {path}')
    return
  endif
  may_start = false
  const command = get(g:, 'movierpc_command', 'movierpc')
  if !executable(command)
    Closed($'movierpcd is not running, and {command} is not in PATH')
    return
  endif
  const mine = attempt
  said = []
  const words = [command, '--socket', path, 'daemon', 'start']
  job_start(words, {
    in_io: 'null', out_io: 'null', err_mode: 'nl', err_cb: (_, line) => add(said, line),
    exit_cb: (_, status) => {
      # What it has said may come after its end.
      timer_start(status == 0 ? 0 : 50, (_) => {
        if state != 'opening' || attempt != mine
          return
        elseif status != 0
          Closed(empty(said) ? $'{command} ended with {status}' : join(said))
        elseif !Connect()
          Closed($'movierpcd does not answer at {path}')
        endif
      })
    }})
enddef

# Connects, unless that is so or under way. `starts`: a daemon that is not there is started.
export def Open(starts: bool)
  if state != 'closed'
    return
  endif
  var reason: string
  [path, reason] = socket.Path()
  state = 'opening'
  attempt += 1
  may_start = starts && get(g:, 'movierpc_start', 1)
  if path == ''
    timer_start(0, (_) => Closed(reason))
  elseif !Connect()
    # Nobody is called back before the caller has gone on.
    timer_start(0, (_) => Start())
  endif
enddef

# Asks. `Done(error, result)` is called once: error is {}, or has kind, message and hint. `starts` false: no daemon is
# started for this. The result is for `Cancel`.
export def Request(method: string, params: dict<any>, Done: func, starts: bool = true): number
  last += 1
  const id = string(last)
  const timeout = get(g:, 'movierpc_timeout', 20000)
  var message: dict<any> = {jsonrpc: '2.0', id: last, method: method}
  if !empty(params)
    message.params = params
  endif
  pending[id] = {Done: Done, line: json_encode(message) .. "\n", timer: timer_start(timeout, (_) => {
    Notify('cancel', {id: str2nr(id)})
    Settle(id, {kind: 'timeout', message: $'{method}: no answer within {timeout / 1000.0} s'}, {})
  })}
  if state == 'open'
    ch_sendraw(wire, pending[id].line)
  else
    Open(starts)
  endif
  return last
enddef

# Gives a request up: nothing is called any more.
export def Cancel(request: number)
  const id = string(request)
  if has_key(pending, id)
    timer_stop(remove(pending, id).timer)
    Notify('cancel', {id: request})
  endif
enddef

# Sends what has no answer; nothing where there is no channel.
export def Notify(method: string, params: dict<any>)
  if state == 'open'
    ch_sendraw(wire, json_encode({jsonrpc: '2.0', method: method, params: params}) .. "\n")
  endif
enddef
