--- What an error says to do: a question, and what follows from a yes.
local client = require("movierpc.client")
local text = require("movierpc.text")
local M = {}

-- Methods that change nothing: their hint is enough.
local reading = { "search", "watchlist", "favorites", "downloads", "profiles", "genres", "providers", "status",
  "trailer", "account.status", "account.journal", "rpc.discover", "image", "detail" }
-- Settings that only the file has.
local of_file = { "^limits%.", "^folders%.", "^http%.", "base_url$" }

-- What to ask, or nil.
local function question(problem)
  local remedy = problem.remedy or {}
  local setting, method = remedy.setting, remedy.method
  if setting then
    local is_of_file = problem.kind == "forbidden" or #vim.tbl_filter(function(each)
      return setting:find(each) ~= nil
    end, of_file) > 0
    return not is_of_file and ("Set %s?"):format(text.clean(setting)) or nil
  elseif not method or vim.tbl_contains(reading, method) or method == "settings" and not next(remedy.params) then
    return nil
  end
  -- A hint that begins with the method's verb says which one it is.
  local hint = text.clean(problem.hint)
  local says_it = vim.startswith(hint, method:match("[^.]*$") .. " ")
  return hint:gsub("^%l", string.upper) .. (says_it and "?" or ("? (%s)"):format(text.clean(method)))
end

-- What a person types; nil gives up. A setting may be a number, true or a list.
local function answer(name, is_setting)
  local is_secret = name:lower():find("pin", 1, true) or name:find("%.key$")
  local whole, typed = pcall(is_secret and vim.fn.inputsecret or vim.fn.input, text.clean(name) .. ": ")
  if not whole or typed == "" then
    return nil
  end
  local is_json, value = pcall(vim.json.decode, typed)
  if is_setting and not is_secret and is_json then
    return value
  end
  return typed
end

local function ask(words, remedy, callback)
  local params = remedy.setting and {} or vim.deepcopy(remedy.params)
  if vim.fn.confirm(words, "&Yes\n&No", 2) ~= 1 then
    return
  end
  for _, name in ipairs(remedy.setting and { remedy.setting } or remedy.ask) do
    params[name] = answer(name, remedy.setting)
    if params[name] == nil then
      return
    end
  end
  client.request(remedy.method or "settings", remedy.setting and { set = params } or params, function(problem)
    if problem then
      problem.remedy = nil -- it was offered once
      return require("movierpc.window").complain(problem)
    end
    vim.notify("movierpc: done")
    if callback then
      callback()
    end
  end)
end

--- Offers what helps a command that has failed, once it has ended. `callback()` is called when that was done.
function M.offer(problem, callback)
  local words = question(problem)
  if words then
    vim.schedule(function()
      ask(words, problem.remedy, callback)
    end)
  end
end

return M
