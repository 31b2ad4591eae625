--- What may be set, by `require("movierpc").setup`. Nothing has to be.
local M = {}

M.defaults = {
  --- Path of the daemon's socket; nil: where every client looks (socket.lua).
  socket = nil,
  --- The client program, which starts the daemon.
  command = "movierpc",
  --- A daemon that does not answer is started.
  start = true,
  --- Milliseconds until a request is given up here. The daemon gives one up after 15 s by itself.
  timeout = 20000,
  --- "float": the picker of this plugin. "select": vim.ui.select, which other plugins replace.
  picker = "float",
  --- The details of a title have its poster, if chafa is installed.
  posters = true,
  --- Topics that the status line tells about, as in `movierpc watch TOPIC`.
  statusline = { "downloads", "player", "library" },
  --- vim.notify when a download is finished or has failed.
  notify_downloads = false,
}

local values = vim.deepcopy(M.defaults)

--- Takes options; an unknown one is an error that says so.
function M.set(options)
  for name in pairs(options or {}) do
    if name ~= "socket" and M.defaults[name] == nil then
      error("movierpc: there is no option " .. vim.inspect(name), 0)
    end
  end
  values = vim.tbl_extend("force", vim.deepcopy(M.defaults), options or {})
end

--- The value in force.
function M.get(name)
  return values[name]
end

return M
