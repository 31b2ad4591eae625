--- The poster of a title, or the picture of a person, in a float, drawn by chafa.
local client = require("movierpc.client")
local config = require("movierpc.config")
local window = require("movierpc.window")
local M = {}

--- In cells: a poster is two thirds as wide as it is high, and a cell half.
M.width, M.height = 24, 18

--- Draws that of an answer at a place with `row` and `col`. `shown(handle)` is called with its window, if `wanted()`
--- still.
function M.draw(result, place, wanted, shown)
  local path = result.poster_path or result.profile_path
  if not config.get("posters") or not path or vim.fn.executable("chafa") == 0 then
    return
  end
  local kind = result.profile_path and "profile" or "poster"
  local size = result.profile_path and "h632" or nil
  client.request("image", { path = path, kind = kind, size = size }, function(problem, picture)
    -- Without it the text is all there is to see.
    if problem then
      return
    end
    vim.fn.jobstart({
      "chafa", "--format", "symbols", "--animate", "off", "--colors", vim.o.termguicolors and "full" or "256",
      "--size", ("%dx%d"):format(M.width, M.height), picture.file,
    }, {
      stdout_buffered = true,
      on_stdout = function(_, lines)
        if #lines < 2 or not wanted() then
          return
        end
        local handle, buffer = window.open(vim.tbl_extend("force", place, {
          width = M.width, height = M.height, border = "none", focusable = false, zindex = 51,
        }), false)
        -- The last line is empty.
        vim.api.nvim_chan_send(vim.api.nvim_open_term(buffer, {}), table.concat(lines, "\r\n", 1, #lines - 1))
        shown(handle)
      end,
    })
  end)
end

return M
