--- `:checkhealth movierpc`.
local M = {}

-- 0.10 has other names.
local health = vim.health or require("health")
local start = health.start or health.report_start
local ok = health.ok or health.report_ok
local warn = health.warn or health.report_warn
local failed = health.error or health.report_error

local function check_programs()
  start("movierpc: programs")
  local command = require("movierpc.config").get("command")
  if vim.fn.executable(command) == 1 then
    ok(command .. " is " .. vim.fn.exepath(command))
  else
    warn(command .. " is not in PATH: a daemon that is not running cannot be started")
  end
  if vim.ui.open or vim.fn.executable("xdg-open") == 1 then
    ok("pages can be opened")
  else
    warn("xdg-open is missing: pages of trailers cannot be opened")
  end
end

local function check_daemon()
  local client = require("movierpc.client")
  local text = require("movierpc.text")
  start("movierpc: daemon")
  local path, problem = require("movierpc.socket").trusted()
  if not path then
    return failed(problem)
  end
  ok("its socket is " .. path)
  local hello, why = client.wait("hello", nil, { timeout = 5000 })
  if not hello then
    return failed(why.message, { why.hint or "`movierpc doctor` says more" })
  end
  ok(("%s %s answers"):format(text.clean(hello.server), text.clean(hello.version)))
  if hello.protocol == 1 then
    ok("it speaks protocol 1")
  else
    failed(("it speaks protocol %s, this plugin 1"):format(text.clean(hello.protocol)))
  end
  local status = client.wait("status", nil, { timeout = 5000 }) or { sources = {} }
  for _, source in ipairs(status.sources) do
    if source.name == "tmdb" and source.state == "ok" then
      ok("TMDB is asked")
    elseif source.name == "tmdb" and source.state == "no_key" then
      warn("no TMDB key: only what is known locally is found", { "movierpc settings set tmdb.key" })
    elseif source.name == "tmdb" then
      warn("TMDB: " .. text.clean(source.state))
    end
  end
end

--- Looks at what is needed, and starts the daemon as every command does.
function M.check()
  start("movierpc: Neovim")
  if vim.fn.has("nvim-0.7") == 1 and vim.json and (vim.uv or vim.loop) then
    ok("0.7 or newer, with vim.json and libuv")
  else
    return failed("Neovim 0.7 or newer is needed")
  end
  check_programs()
  check_daemon()
end

return M
