--- Where the daemon's socket is: the same places, in the same order, as for every client.
local config = require("movierpc.config")
local uv = vim.uv or vim.loop
local M = {}

local function variable(name)
  local value = uv.os_getenv(name)
  return value and value ~= "" and value or nil
end

--- Its path.
function M.path()
  local named = config.get("socket") or variable("MOVIERPC_SOCKET")
  if named then
    return (named:gsub("^~/", uv.os_homedir() .. "/")), true
  end
  local runtime = variable("XDG_RUNTIME_DIR")
  if runtime and runtime:sub(1, 1) == "/" then
    return runtime .. "/movierpc/socket"
  end
  local user = uv.getuid()
  local own = uv.fs_stat("/run/user/" .. user)
  if own and own.type == "directory" and own.uid == user then
    return "/run/user/" .. user .. "/movierpc/socket"
  end
  return "/tmp/movierpc-" .. user .. "/socket"
end

--- The path, or nil and why nobody should connect there: somebody else may listen.
function M.trusted()
  local path, named = M.path()
  if #path > 107 then
    return nil, "the socket's path has more than 107 bytes: " .. path
  end
  if named then
    return path
  end
  local folder = vim.fn.fnamemodify(path, ":h")
  local found = uv.fs_lstat(folder)
  if found and (found.type ~= "directory" or found.uid ~= uv.getuid()) then
    return nil, folder .. " belongs to somebody else"
  end
  return path
end

return M
