vim9script
# Colours of parts, which a colour scheme may set.

const order = ['movierpcTitle', 'movierpcDim', 'movierpcLabel', 'movierpcLink', 'movierpcChosen']
const links = {movierpcNormal: 'Normal', movierpcTitle: 'Title', movierpcDim: 'Comment', movierpcLabel: 'Identifier',
  movierpcLink: 'Underlined', movierpcChosen: 'PmenuSel'}

# On the colours that Vim has for this without a scheme, the others cannot be read.
def IsStock(): bool
  return get(g:, 'colors_name', 'default') ==# 'default' && str2nr(&t_Co) >= 256
enddef

# Defines what nobody has defined.
export def Define()
  for [name, group] in items(links)
    if hlexists(name)
      continue
    elseif name == 'movierpcChosen' && IsStock()
      const ground = &background == 'dark' ? 'ctermbg=237 guibg=#3a3a3a' : 'ctermbg=253 guibg=#dadada'
      execute 'highlight default movierpcChosen term=reverse cterm=bold gui=bold' ground
    else
      execute 'highlight default link' name group
    endif
  endfor
  for [index, name] in items(order)
    if empty(prop_type_get(name))
      # In the order above: what is chosen is over all others.
      prop_type_add(name, {highlight: name, combine: true, priority: index})
    endif
  endfor
enddef
