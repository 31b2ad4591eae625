--- Starts the daemon, by the client program: without a shell, and so that it goes on when Neovim ends.
local config = require("movierpc.config")
local socket = require("movierpc.socket")
local text = require("movierpc.text")
local uv = vim.uv or vim.loop
local M = {}

--- Calls back with nil once it runs, else with the reason why not.
function M.start(callback)
  local command = config.get("command")
  local words = { "daemon", "start" }
  if config.get("socket") then
    words = { "--socket", (socket.path()), "daemon", "start" }
  end
  local errors, said, handle = uv.new_pipe(false), {}, nil
  local left = 2
  local status
  -- Both the end of the program and the end of what it says.
  local function ended()
    left = left - 1
    if left > 0 then
      return
    end
    local message = text.clean(table.concat(said):gsub("\n+$", ""))
    vim.schedule(function()
      callback(status ~= 0 and (message ~= "" and message or command .. " ended with " .. status) or nil)
    end)
  end
  handle = uv.spawn(command, { args = words, stdio = { nil, nil, errors } }, function(code)
    status = code
    handle:close()
    ended()
  end)
  if not handle then
    errors:close()
    return vim.schedule(function()
      callback(("movierpcd is not running, and %s is not in PATH"):format(command))
    end)
  end
  errors:read_start(function(_, chunk)
    if chunk then
      said[#said + 1] = chunk
    else
      errors:close()
      ended()
    end
  end)
end

return M
