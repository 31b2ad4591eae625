-- What the checks share. A check is a file that is run in a headless Neovim and prints `ok: ...` lines.
local M = {}

vim.opt.runtimepath:prepend(vim.env.PLUGIN)
vim.cmd("runtime plugin/movierpc.lua")
vim.o.columns, vim.o.lines = 120, 36

M.said = {}
vim.notify = function(message, level)
  table.insert(M.said, { message = message, level = level or 0 })
end

function M.pass(what)
  io.stdout:write("  ok: " .. what .. "\n")
end

function M.fail(what)
  what = type(what) == "string" and what or vim.inspect(what)
  io.stdout:write("  FAILED: " .. what .. "\n")
  for _, each in ipairs(M.said) do
    io.stdout:write("    said: " .. each.message .. "\n")
  end
  vim.cmd("cquit")
end

function M.same(found, wanted, what)
  if not vim.deep_equal(found, wanted) then
    M.fail(("%s: %s, not %s"):format(what, vim.inspect(found), vim.inspect(wanted)))
  end
end

-- Until it is so, at most 30 s.
function M.await(what, test)
  if not vim.wait(30000, test, 10) then
    M.fail("not so after 30 s: " .. what)
  end
end

-- Runs a check; an error in it fails it.
function M.run(check)
  local done, problem = xpcall(check, function(problem)
    return type(problem) == "string" and debug.traceback(problem) or problem
  end)
  if not done then
    M.fail(problem)
  end
  vim.cmd("qa!")
end

-- What somebody presses; handled as far as it goes before this returns.
function M.press(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, false, true), "xt", false)
end

-- The lines of a buffer.
function M.lines(buffer)
  return vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
end

-- Whether a text has characters that a screen must not get.
function M.is_hostile(text)
  return text:find("[%z\1-\31\127]") or text:find("\194[\128-\159]") or text:find("\226\128[\142\143\168-\174]")
    or text:find("\226\129[\166-\169]")
end

-- A program, waited for: what it prints.
function M.run_program(...)
  return vim.fn.system({ ... })
end

-- Names of hostile titles as the client program shows them, by key: an opinion of somebody else's. And the keys.
function M.names()
  local names, keys = {}, {}
  local text = require("movierpc.text")
  local found = assert(require("movierpc.client").wait("search", { q = "hostile", page_size = 100 }))
  local told = M.run_program("movierpc", "search", "hostile", "--page-size", "100", "--format", "{key} {title}")
  for line in told:gmatch("[^\n]+") do
    local key, name = line:match("^(%S+) (.*)$")
    keys[#keys + 1], names[key] = key, name
  end
  M.same(#keys, 21, "hostile titles")
  for _, title in ipairs(found.results) do
    local name = vim.trim(names[title.key])
    -- The client program cuts long ones.
    local wanted = ("%s (%d)"):format(name, title.year):sub(1, 150)
    M.same(text.name(title):sub(1, 150), wanted, "the name of " .. title.key)
  end
  return names, keys
end

function M.must_be_clean(lines, what)
  for _, line in ipairs(lines) do
    if M.is_hostile(line) then
      M.fail(what .. ": " .. vim.inspect(line))
    end
  end
end

-- One line of it, for looking something up.
function M.squeezed(lines)
  return (table.concat(lines, " "):gsub("%s+", " "))
end

function M.floats()
  return vim.tbl_filter(function(window)
    return vim.api.nvim_win_get_config(window).relative ~= ""
  end, vim.api.nvim_list_wins())
end

function M.await_closed(what)
  M.await(what .. ": no float is left", function() return #M.floats() == 0 end)
  -- Buffers go with their windows.
  M.await(what .. ": no buffer is left", function()
    return #vim.tbl_filter(function(buffer)
      return vim.startswith(vim.bo[buffer].filetype, "movierpc")
    end, vim.api.nvim_list_bufs()) == 0
  end)
end

return M
