--- Finding a title: by the picker, or by vim.ui.select.
local actions = require("movierpc.actions")
local config = require("movierpc.config")
local detail = require("movierpc.detail")
local find = require("movierpc.find")
local picker = require("movierpc.picker")
local text = require("movierpc.text")
local trailer = require("movierpc.trailer")
local M = {}

-- vim.ui.select, with what one search finds.
local function select(query, prompt, act)
  local function ask(words)
    find.many(words, 50, function(titles)
      vim.ui.select(titles, { prompt = prompt, kind = "movierpc", format_item = text.name }, function(title)
        if title then
          act(title)
        end
      end)
    end)
  end
  if vim.trim(query) ~= "" then
    return ask(query)
  end
  vim.ui.input({ prompt = prompt .. ": " }, function(words)
    if words and vim.trim(words) ~= "" then
      ask(words)
    end
  end)
end

local function insert_name(place)
  return function(title) actions.insert(text.name(title), place) end
end

local function insert_link(place)
  return function(title) actions.insert(actions.link(title), place) end
end

--- Searches; what is chosen is shown.
function M.search(query)
  local place = actions.place()
  local function show(title) detail.open(title.key, place) end
  if config.get("picker") == "select" then
    return select(query, "Movie", show)
  end
  return picker.open({ query = query, actions = {
    { key = "<CR>", words = "details", act = show },
    { key = "<C-t>", words = "trailer", act = trailer.play },
    { key = "<C-y>", words = "insert", act = insert_name(place) },
    { key = "<C-l>", words = "link", act = insert_link(place) },
    { key = "<C-a>", words = "watchlist", stays = true, act = function(title, list)
      actions.toggle_watchlist(title, function(now)
        title.user_state, title.entry = now.user_state, now.entry
        if not list.closed then
          list:draw()
        end
      end)
    end },
  } })
end

--- Searches; what is chosen is inserted, as `Title (Year)` or as a Markdown link. A key needs no choice.
function M.insert(query, as_link)
  local place = actions.place()
  local act = (as_link and insert_link or insert_name)(place)
  if find.is_key(vim.trim(query)) then
    return require("movierpc.client").request("detail", { key = vim.trim(query) }, function(problem, title)
      if problem then
        return require("movierpc.window").complain(problem)
      end
      act(title)
    end)
  elseif config.get("picker") == "select" then
    return select(query, "Insert", act)
  end
  return picker.open({ query = query, title = "Insert", actions = {
    { key = "<CR>", words = as_link and "insert link" or "insert", act = act },
    { key = "<C-l>", words = "insert link", act = insert_link(place) },
  } })
end

--- Searches; `act(title)` gets what is chosen.
function M.choose(prompt, act)
  if config.get("picker") == "select" then
    return select("", prompt, act)
  end
  return picker.open({ title = prompt, actions = { { key = "<CR>", words = prompt, act = act } } })
end

return M
