vim9script
# Where the daemon's socket is: the same places, in the same order, as for every client.

# Who owns a folder, as a number; '' where there is none. Vim itself cannot tell.
def Owner(folder: string): string
  return getftype(folder) == 'dir' ? trim(system('stat -c %u -- ' .. shellescape(folder))) : ''
enddef

# Its path, or '' and why nobody should connect there: somebody else may listen.
export def Path(): list<string>
  var path = get(g:, 'movierpc_socket', '')
  if path == ''
    path = $MOVIERPC_SOCKET
  endif
  if path == '' && $XDG_RUNTIME_DIR =~ '^/'
    path = $XDG_RUNTIME_DIR .. '/movierpc/socket'
  endif
  if path == ''
    const user = trim(system('id -u'))
    path = Owner('/run/user/' .. user) == user ? $'/run/user/{user}/movierpc/socket' : $'/tmp/movierpc-{user}/socket'
    const folder = fnamemodify(path, ':h')
    if getftype(folder) != '' && Owner(folder) != user
      return ['', folder .. ' belongs to somebody else']
    endif
  endif
  path = substitute(path, '^\~/', escape($HOME, '\&~') .. '/', '')
  return len(path) > 107 ? ['', 'the path of the socket has more than 107 bytes'] : [path, '']
enddef
