--- What an error says to do: a question, and what follows from a yes.
local client = require("movierpc.client")
local text = require("movierpc.text")
local M = {}

-- Methods that change nothing: their hint is enough.
local reading = { "search", "watchlist", "favorites", "downloads", "profiles", "settings", "genres", "providers",
  "status", "trailer", "account.status", "account.journal", "rpc.discover", "image", "detail", "people" }
-- Settings that only the file has.
local of_file = { "^limits%.", "^folders%.", "^http%.", "base_url$" }

-- What to ask, or nil.
local function question(problem)
  local remedy = problem.remedy or {}
  local setting, method = remedy.setting, remedy.method
  local hint = text.clean(problem.hint):gsub("^%l", string.upper)
  if setting then
    local is_of_file = problem.kind == "forbidden" or #vim.tbl_filter(function(each)
      return setting:find(each) ~= nil
    end, of_file) > 0
    return not is_of_file and ("%s. Set %s?"):format(hint, text.clean(setting)) or nil
  elseif not method or vim.tbl_contains(reading, method) then
    return nil
  end
  -- A hint that begins with the method's verb says which one it is.
  local says_it = vim.startswith(hint:lower(), method:match("[^.]*$") .. " ")
  return hint .. (says_it and "?" or (". Call %s?"):format(text.clean(method)))
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

local function act(remedy, callback)
  local params = remedy.setting and {} or vim.deepcopy(remedy.params)
  for _, name in ipairs(remedy.setting and { remedy.setting } or remedy.ask) do
    params[name] = answer(name, remedy.setting)
    if params[name] == nil then
      return
    end
  end
  client.request(remedy.method or "settings.update", remedy.setting and { set = params } or params, function(failed)
    if failed then
      failed.remedy = nil -- one question is enough
      return require("movierpc.window").complain(failed)
    end
    vim.notify("movierpc: done")
    if callback then
      callback()
    end
  end)
end

--- Asks whether to do what helps a command that has failed, and does it; `callback()` is called when that was done.
--- Whether there was something to ask: the question says what went wrong.
function M.ask(problem, callback)
  local words = question(problem)
  if words and vim.fn.confirm(problem.message .. "\n" .. words, "&Yes\n&No", 2) == 1 then
    act(problem.remedy, callback)
  end
  return words ~= nil
end

return M
