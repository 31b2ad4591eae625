vim9script
# Colours of parts, which a colour scheme may set.

const links = {movierpcTitle: 'Title', movierpcDim: 'Comment', movierpcLabel: 'Identifier'}

# Defines what nobody has defined.
export def Define()
  for [name, group] in items(links)
    if !hlexists(name)
      execute 'highlight default link' name group
    endif
    if empty(prop_type_get(name))
      prop_type_add(name, {highlight: name, combine: true})
    endif
  endfor
enddef
