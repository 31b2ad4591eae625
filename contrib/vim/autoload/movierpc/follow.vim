vim9script
# Topics: their present state and each later one, again after the daemon was gone.

import autoload 'movierpc/client.vim'
import autoload 'movierpc/connection.vim'

var followers: dict<dict<any>> = {} # by number
var last = 0
var tries = 0
var stopping = false
var opened_at = reltime()
var waiting = -1 # a timer

def Subscribe(number: string)
  const follower = followers[number]
  client.Request('subscribe', {topics: [follower.topic]}, (error, result) => {
    if !has_key(followers, number)
      if empty(error)
        client.Notify('unsubscribe', {subscription: result.subscription})
      endif
    elseif empty(error)
      follower.subscription = result.subscription
      follower.Changed(follower.topic, result.topics[follower.topic].data)
    elseif error.kind != 'offline'
      # Without a daemon all is told by Closed, and begins anew.
      follower.Changed(follower.topic, {})
    endif
  }, false)
enddef

def Opened()
  timer_stop(waiting)
  waiting = -1
  stopping = false
  opened_at = reltime()
  for number in keys(followers)
    Subscribe(number)
  endfor
enddef

# Again after 0, 1, 2, 4 ... 30 s. A daemon that lived for 30 s is started at once again; one that said that it stops
# is not started.
def Closed(was_open: bool, _: string)
  if empty(followers)
    return
  endif
  if was_open && reltimefloat(reltime(opened_at)) > 30
    tries = 0
  endif
  for follower in values(followers)
    follower.subscription = ''
    follower.Changed(follower.topic, {})
  endfor
  timer_stop(waiting)
  waiting = timer_start(tries == 0 ? 0 : min([1 << min([tries - 1, 5]), 30]) * 1000, (_) => connection.Open(!stopping))
  tries += 1
enddef

def Event(event: dict<any>)
  for follower in values(followers)
    if follower.subscription == event.subscription
      follower.Changed(event.topic, event.data)
    endif
  endfor
enddef

# The first line loads client.vim, whose listener comes before ours then: it sends what waits, and we subscribe.
add(client.listeners, Event)
add(connection.listeners, {Opened: Opened, Closed: Closed})

def Add(topic: string, Changed: func): number
  last += 1
  followers[last] = {topic: topic, Changed: Changed, subscription: ''}
  if connection.State() == 'open'
    Subscribe(string(last))
  endif
  return last
enddef

# Calls back with topic and data, now and after each change; {} while there is no daemon. The result is for `End`.
export def Begin(topic: string, Changed: func): number
  if empty(followers)
    # A daemon that says so before it ends is not started again.
    Add('server', (_, data) => {
      stopping = stopping || get(data, 'state', '') == 'stopping'
    })
  endif
  const number = Add(topic, Changed)
  if connection.State() == 'closed' && waiting == -1
    connection.Open(!stopping)
  endif
  return number
enddef

def Remove(number: string)
  const follower = remove(followers, number)
  if follower.subscription != ''
    client.Notify('unsubscribe', {subscription: follower.subscription})
  endif
enddef

# Ends it; with the last one nobody waits for the daemon any more.
export def End(number: number)
  if has_key(followers, number)
    Remove(string(number))
  endif
  if len(followers) == 1
    Remove(keys(followers)[0])
    timer_stop(waiting)
    waiting = -1
    tries = 0
  endif
enddef
