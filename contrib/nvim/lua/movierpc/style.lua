--- Names of colours, which a colour scheme or the user may set; and the windows they hold for.
local M = {}

local links = {
  MovierpcNormal = "Normal",
  MovierpcBorder = "Comment",
  MovierpcCurrent = "MovierpcChosen",
  MovierpcTitle = "Title",
  MovierpcDim = "Comment",
  MovierpcLabel = "Identifier",
  MovierpcRating = "Number",
  MovierpcMark = "String",
  MovierpcLink = "Underlined",
  MovierpcError = "ErrorMsg",
  MovierpcPrompt = "Statement",
}

--- The namespace of everything that is drawn.
M.space = vim.api.nvim_create_namespace("movierpc")

-- The scheme without a name chooses by a grey on which its other colours cannot be read.
local function chosen()
  local is_stock = (vim.g.colors_name or "default") == "default"
  if not is_stock or not vim.o.termguicolors then
    return { link = "Visual" }
  end
  return { bold = true, bg = vim.o.background == "dark" and "#303030" or "#eeeeee" }
end

--- Defines what nobody has defined; again after a change of the colour scheme.
function M.define()
  vim.api.nvim_set_hl(0, "MovierpcChosen", chosen())
  for name, link in pairs(links) do
    vim.api.nvim_set_hl(0, name, { default = true, link = link })
  end
end

--- For `winhighlight`: floating windows look like the rest.
M.window = "NormalFloat:MovierpcNormal,Normal:MovierpcNormal,FloatBorder:MovierpcBorder,"
  .. "CursorLine:MovierpcCurrent,EndOfBuffer:MovierpcNormal"
  .. (vim.fn.has("nvim-0.9") == 1 and ",FloatTitle:MovierpcTitle" or "")

--- Puts lines into a buffer, with marks { line, first, last, group }: lines from 0, bytes from 0, -1 for the end.
function M.fill(buffer, lines, marks)
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_clear_namespace(buffer, M.space, 0, -1)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.bo[buffer].modifiable = false
  for _, mark in ipairs(marks) do
    local length = #lines[mark[1] + 1]
    local last = mark[3] < 0 and length or math.min(mark[3], length)
    if mark[2] < last then
      vim.api.nvim_buf_set_extmark(buffer, M.space, mark[1], mark[2], { end_col = last, hl_group = mark[4] })
    end
  end
end

return M
