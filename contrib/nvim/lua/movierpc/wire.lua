--- One connection: lines out, lines in. What it calls is called in the main loop, in the order in which it came.
local uv = vim.uv or vim.loop
local M = {}

--- Connects to `path`. `on.open()`, `on.line(text)` and, once and last, `on.closed(reason)`.
function M.connect(path, on)
  local pipe, over, given_up, rest = uv.new_pipe(false), false, false, {}
  local wire = {}

  local function finish(reason)
    if not over then
      over = true
      pipe:close()
      vim.schedule(function()
        if not given_up then
          on.closed(reason)
        end
      end)
    end
  end

  --- Ends it; nothing is called any more.
  function wire.close()
    given_up = true
    finish()
  end

  --- Sends one line.
  function wire.send(line)
    if not over then
      pipe:write(line .. "\n", function(problem)
        if problem then
          finish(problem)
        end
      end)
    end
  end

  -- A long line comes in many pieces, which are put together once.
  local function take(chunk)
    local start = 1
    while true do
      local ending = chunk:find("\n", start, true)
      if not ending then
        break
      end
      rest[#rest + 1] = chunk:sub(start, ending - 1)
      local line = table.concat(rest)
      rest = {}
      start = ending + 1
      vim.schedule(function()
        if not given_up then
          on.line(line)
        end
      end)
    end
    if start <= #chunk then
      rest[#rest + 1] = start == 1 and chunk or chunk:sub(start)
    end
  end

  pipe:connect(path, function(problem)
    if over then
      return
    elseif problem then
      return finish(problem)
    end
    pipe:read_start(function(failed, chunk)
      if failed or not chunk then
        finish(failed or "EOF")
      elseif not over then
        take(chunk)
      end
    end)
    vim.schedule(function()
      if not given_up then
        on.open()
      end
    end)
  end)
  return wire
end

return M
