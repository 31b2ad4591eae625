--- The picker: a prompt, what is found while one types, and what is known of the chosen title.
local client = require("movierpc.client")
local panes = require("movierpc.panes")
local remedy = require("movierpc.remedy")
local rows = require("movierpc.rows")
local style = require("movierpc.style")
local text = require("movierpc.text")
local M = {}

local prefix = "> "

-- What was typed: one line, whatever was pasted.
local function typed(buffer)
  local lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  local line = table.concat(lines, " ")
  if vim.startswith(line, prefix) then
    line = line:sub(#prefix + 1)
  end
  return vim.trim(line), #lines > 1
end

local function set_prompt(buffer, query)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, { prefix .. query })
  vim.bo[buffer].modified = false
end

--- Opens it. `options.query` stands in the prompt; `options.actions` are { key, words, act(title, list) }, of which
--- the first is that of <CR>; all but those with `stays` close the picker first.
function M.open(options)
  local self, list, request = nil, nil, nil
  local last, serial, offered = nil, 0, false

  self = panes.open({
    prompt = true,
    title = options.title or "Movies",
    resized = function()
      list:draw()
    end,
    closed = function()
      list:close()
      if request then
        request.cancel()
      end
    end,
  })
  list = rows.new(self)
  local buffer = self.prompt.buffer

  local function count(words)
    vim.api.nvim_buf_clear_namespace(buffer, style.space, 0, -1)
    vim.api.nvim_buf_set_extmark(buffer, style.space, 0, 0, {
      virt_text = { { words .. " ", "MovierpcDim" } },
      virt_text_pos = "right_align",
    })
  end

  local function say(problem)
    list:set({})
    local width = vim.api.nvim_win_get_width(self.list.window) - 2
    local lines, marks = {}, {}
    for index, part in ipairs({ problem.message, problem.hint or "" }) do
      for _, line in ipairs(text.wrap(part, width)) do
        lines[#lines + 1] = " " .. line
        marks[#marks + 1] = { #lines - 1, 1, -1, index == 1 and "MovierpcError" or "MovierpcDim" }
      end
    end
    style.fill(self.list.buffer, lines, marks)
  end

  -- The daemon waits a little before it searches, and gives up what a newer search supersedes.
  local function search()
    local query, is_long = typed(buffer)
    if is_long then
      set_prompt(buffer, query)
      vim.api.nvim_win_set_cursor(self.prompt.window, { 1, #prefix + #query })
    end
    query = vim.fn.strcharpart(query, 0, 200)
    if query == last then
      return
    end
    local first = last == nil
    last, serial = query, serial + 1
    local this = serial
    if request and query == "" then
      request.cancel()
    end
    count("…")
    local method, params = "browse", { list = "trending", media_type = "any", page_size = 50 }
    if query ~= "" then
      method = "search"
      params = { q = query, page_size = 50, supersedes = "picker" }
      if first then
        -- What came with the command is whole, and is remembered as a search.
        params.debounce_ms, params.record = 0, true
      end
    end
    request = client.request(method, params, function(problem, result)
      if this ~= serial or self.over then
        return
      end
      request = nil
      if problem then
        count("")
        say(problem)
        -- Not while somebody types: what is meant for the prompt would be the answer.
        if first and not offered then
          offered = true
          remedy.ask(problem, function()
            if not self.over then
              last = nil
              search()
            end
          end)
        end
        return
      end
      list:set(result.results)
      if #result.results == 0 then
        style.fill(self.list.buffer, { " nothing found" }, { { 0, 1, -1, "MovierpcDim" } })
      end
      count(#result.results < (result.total_results or 0) and ("%d of %d"):format(#result.results, result.total_results)
        or tostring(#result.results))
    end)
  end

  local function map(keys, act)
    for _, key in ipairs(type(keys) == "table" and keys or { keys }) do
      vim.keymap.set({ "i", "n" }, key, act, { buffer = buffer, nowait = true })
    end
  end

  local words = {}
  for _, action in ipairs(options.actions) do
    words[#words + 1] = action.key .. " " .. action.words
    map(action.key, function()
      local title = list:current()
      if not title then
        return
      elseif not action.stays then
        self:close()
      end
      action.act(title, list)
    end)
  end
  map({ "<Down>", "<C-n>", "<Tab>" }, function() list:move(1) end)
  map({ "<Up>", "<C-p>", "<S-Tab>" }, function() list:move(-1) end)
  map({ "<PageDown>" }, function() list:move(10) end)
  map({ "<PageUp>" }, function() list:move(-10) end)
  map("<C-f>", function() list:scroll("<C-d>") end)
  map("<C-b>", function() list:scroll("<C-u>") end)
  map({ "<Esc>", "<C-c>" }, function() self:close() end)
  self:tell(table.concat(words, "  ") .. "  <Esc> close")

  -- Plugins that complete what is typed leave prompts alone.
  vim.bo[buffer].buftype = "prompt"
  vim.fn.prompt_setprompt(buffer, prefix)
  set_prompt(buffer, text.clean(options.query or ""))
  vim.api.nvim_buf_attach(buffer, false, { on_lines = function()
    vim.schedule(function()
      if self.over or not vim.api.nvim_buf_is_valid(buffer) then
        return
      end
      vim.bo[buffer].modified = false
      search()
    end)
    return self.over
  end })
  vim.api.nvim_buf_set_extmark(buffer, style.space, 0, 0, { end_col = #prefix, hl_group = "MovierpcPrompt" })
  if vim.v.vim_did_enter == 1 then
    vim.api.nvim_command("startinsert!")
  else
    -- From `nvim -c` it would begin before the last letter.
    vim.schedule(function()
      vim.api.nvim_command("startinsert!")
    end)
  end
  search()
  return self, list
end

return M
