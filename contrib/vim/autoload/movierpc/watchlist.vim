vim9script
# The watchlist, as it is at every moment.

import autoload 'movierpc/client.vim'
import autoload 'movierpc/connection.vim'
import autoload 'movierpc/detail.vim'
import autoload 'movierpc/follow.vim'
import autoload 'movierpc/menu.vim'
import autoload 'movierpc/place.vim'
import autoload 'movierpc/remedy.vim'
import autoload 'movierpc/text.vim'
import autoload 'movierpc/title.vim'

# Pages of 100 titles.
const most_pages = 20

# Calls back with all titles of the list, and how many there are.
def Load(Told: func, page: number = 1, before: list<dict<any>> = [])
  client.Request('watchlist', {page: page, page_size: 100}, (error, result) => {
    if !empty(error)
      Told(error, [], 0)
    elseif type(result.next_page) == v:t_number && page < most_pages
      Load(Told, result.next_page, before + result.results)
    else
      Told({}, before + result.results, result.total_results)
    endif
  }, page == 1)
enddef

export def Open(here: dict<any>)
  var removed: list<dict<any>> = []
  var follower = 0
  var is_loading = false
  var is_old = false
  var is_over = false
  var is_new = true
  var list: dict<any>

  def Again()
    if !is_over
      popup_close(list.id, -1)
      Open(here)
    endif
  enddef

  # Changes that come while it is read are read after that, once.
  def Refresh()
    if is_loading || is_over
      is_old = is_loading
      return
    endif
    is_loading = true
    is_old = false
    Load((error, titles, total) => {
      is_loading = false
      if is_over
        return
      elseif is_old
        Refresh()
      elseif !empty(error)
        menu.Update(list, list.titles, 'Watchlist: ' .. text.Clean(error.message))
        # For the command, not for what comes later.
        if is_new
          remedy.Offer(error, Again)
        endif
        is_new = false
      else
        is_new = false
        const shown = len(titles) < total ? $'{len(titles)} of ' : ''
        menu.Update(list, titles, $'Watchlist: {shown}{total} title{total == 1 ? '' : 's'}')
      endif
    })
  enddef

  list = menu.Open({
    titles: [],
    title: 'Watchlist',
    empty: 'nothing is on the watchlist',
    hint: '<CR> details  w watched  d remove  u undo  t trailer  i insert',
    stays: true,
    always: ['u'],
    Chosen: (chosen) => detail.Open(chosen.key, here),
    Closed: () => {
      is_over = true
      follow.End(follower)
    },
    keys: {
      w: (chosen, _) => title.ToggleWatched(chosen),
      t: (chosen, _) => title.Play(chosen),
      d: (chosen, _) => {
        # As it is now: removing takes the note away.
        add(removed, deepcopy(chosen))
        title.Remove(chosen)
      },
      u: (_, _) => {
        if !empty(removed)
          title.Restore(remove(removed, -1))
        endif
      },
      i: (chosen, Close) => {
        Close()
        place.Insert(here, text.Name(chosen))
      },
    },
  })
  follower = follow.Begin('library', (_, data) => {
    # An error of the daemon's is that of the list too.
    if empty(data) && connection.State() != 'open'
      menu.Update(list, list.titles, 'Watchlist: movierpcd is not running')
    else
      Refresh()
    endif
  })
enddef
