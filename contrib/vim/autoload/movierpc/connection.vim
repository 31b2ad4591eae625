vim9script
# The channel that all requests share: opened when it is needed, after the daemon was started if need be.

import autoload 'movierpc/socket.vim'
import autoload 'movierpc/text.vim'

# Whoever wants to know: functions by name. Opened() when it is open, Message(message), and Closed(was_open, reason)
# when it has ended or could not be had.
export var listeners: list<dict<func>> = []

var state = 'closed' # opening, open
var wire = test_null_channel()
var path = ''
var may_start = false
var attempt = 0 # to open; what belongs to an earlier one does nothing any more

# closed, opening or open
export def State(): string
  return state
enddef

# A mistake in one of them does not keep the others from being told.
def Tell(name: string, arguments: list<any>)
  for listener in listeners
    if has_key(listener, name)
      try
        call(listener[name], arguments)
      catch
        text.Complain({message: v:exception})
      endtry
    endif
  endfor
enddef

def Closed(reason: string)
  const was_open = state == 'open'
  state = 'closed'
  Tell('Closed', [was_open, reason])
enddef

# Ends it, so that the next request opens another one.
export def Close(reason: string)
  ch_close(wire)
  if state != 'closed'
    Closed(reason)
  endif
enddef

def IsOurs(from: channel): bool
  return ch_info(from).id == ch_info(wire).id
enddef

def Took(from: channel, line: string)
  if !IsOurs(from) || state == 'closed'
    return
  endif
  var message: any
  try
    message = json_decode(line)
  catch
    Close('what came was no JSON')
    return
  endtry
  if type(message) != v:t_dict
    Close('what came was no message')
  elseif state == 'open'
    Tell('Message', [message])
  elseif get(message, 'id') == 0
    # To `hello`. A daemon that is just being killed takes connections still, and answers nobody.
    state = 'open'
    Tell('Opened', [])
  endif
enddef

# The other side has closed it.
def Ended(from: channel)
  if !IsOurs(from)
    return
  elseif state == 'open'
    Closed('movierpcd has ended')
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
  const command = get(g:, 'movierpc_command', 'movierpc')
  if !may_start
    Closed($'movierpcd does not answer at {path}')
    return
  elseif !executable(command)
    Closed($'movierpcd is not running, and {command} is not in PATH')
    return
  endif
  may_start = false
  const mine = attempt
  var said: list<string> = []
  const Again = (status: number) => {
    if state != 'opening' || attempt != mine
      return
    elseif status != 0
      Closed(empty(said) ? $'{command} ended with {status}' : join(said))
    elseif !Connect()
      Closed($'movierpcd does not answer at {path}')
    endif
  }
  job_start([command, '--socket', path, 'daemon', 'start'], {
    in_io: 'null', out_io: 'null', err_mode: 'nl', err_cb: (_, line) => add(said, line),
    # What it has said may come after its end.
    exit_cb: (_, status) => timer_start(status == 0 ? 0 : 50, (_) => Again(status)),
  })
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
  # Nobody is called back before the caller has gone on.
  if path == ''
    timer_start(0, (_) => Closed(reason))
  elseif !Connect()
    timer_start(0, (_) => Start())
  endif
enddef

# Sends a line; whether there was a channel for it.
export def Send(line: string): bool
  if state == 'open'
    ch_sendraw(wire, line)
  endif
  return state == 'open'
enddef
