vim9script
# The commands. What they need is loaded when one of them is used.

if exists('g:loaded_movierpc') || !has('channel') || !has('popupwin')
  finish
endif
g:loaded_movierpc = 1

command -nargs=* Movie movierpc#Search(<q-args>)
command -nargs=+ -complete=customlist,movierpc#complete#Title MovieDetail movierpc#Detail(<q-args>)
command -nargs=+ -complete=customlist,movierpc#complete#Person MoviePerson movierpc#Person(<q-args>)
command -nargs=+ -complete=customlist,movierpc#complete#Collection MovieCollection movierpc#Collection(<q-args>)
command -nargs=+ -complete=customlist,movierpc#complete#Season MovieSeason movierpc#Season(<q-args>)
command -nargs=+ -complete=customlist,movierpc#complete#Title MovieTrailer movierpc#Trailer(<q-args>)
command -nargs=0 MovieWatchlist movierpc#Watchlist()
command -nargs=* -bang MovieInsert movierpc#Insert(<q-args>, <bang>false)
