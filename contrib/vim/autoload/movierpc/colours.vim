vim9script
# Colours of parts, which a colour scheme may set.

const order = ['movierpcTitle', 'movierpcDim', 'movierpcLabel', 'movierpcLink', 'movierpcChosen']
const links = {movierpcTitle: 'Title', movierpcDim: 'Comment', movierpcLabel: 'Identifier',
  movierpcLink: 'Underlined', movierpcChosen: 'PmenuSel'}

# Defines what nobody has defined.
export def Define()
  for [name, group] in items(links)
    if !hlexists(name)
      execute 'highlight default link' name group
    endif
    if empty(prop_type_get(name))
      # In the order above: the chosen link is over all others.
      prop_type_add(name, {highlight: name, combine: true, priority: index(order, name)})
    endif
  endfor
enddef
