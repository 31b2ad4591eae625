vim9script
# Colours of parts, which a colour scheme may set.

const links = {movierpcTitle: 'Title', movierpcDim: 'Comment', movierpcLabel: 'Identifier',
  movierpcLink: 'Underlined', movierpcChosen: 'PmenuSel'}

# Defines what nobody has defined.
export def Define()
  for [name, group] in items(links)
    if !hlexists(name)
      execute 'highlight default link' name group
    endif
    if empty(prop_type_get(name))
      # The chosen one is above the others.
      prop_type_add(name, {highlight: name, combine: true, priority: name == 'movierpcChosen' ? 2 : name == 'movierpcLink' ? 1 : 0})
    endif
  endfor
enddef
