-- What is opened from a title: people, their titles, seasons, collections.
local check = dofile(vim.env.CHECKS .. "/common.lua")
local link = require("movierpc.link")
local movierpc = require("movierpc")
local page = require("movierpc.page")

local function shown()
  return vim.bo.filetype == "movierpc" and check.squeezed(check.lines(0)) or ""
end

local function await_page(words)
  check.await("the page " .. words, function() return vim.startswith(shown(), words) end)
end

-- What is under the cursor.
local function here()
  local cursor = vim.api.nvim_win_get_cursor(0)
  return vim.api.nvim_get_current_line():sub(cursor[2] + 1)
end

local function follow(words)
  check.same(vim.fn.search(words) > 0, true, words .. " is on the page: " .. shown())
  check.press("<CR>")
end

local function keys()
  for key, wanted in pairs({
    ["movie/1"] = { "detail", { key = "movie/1" } },
    ["tv/1/season/2"] = { "season", { key = "tv/1", season_number = 2 } },
    ["person/525"] = { "person", { key = "person/525" } },
    ["person/Ana/x"] = { "person", { name = "Ana/x" } },
    ["person/525/credits"] = { "person.credits", { key = "person/525", page = 1, page_size = 100 } },
    ["person/Ana B/credits/3"] = { "person.credits", { name = "Ana B", page = 3, page_size = 100 } },
    ["collection/7"] = { "collection", { id = 7 } },
    ["collection/Dune"] = { "collection", { name = "Dune" } },
    ["dune"] = {},
    ["season/3"] = {},
  }) do
    check.same({ link.request(key) }, wanted, key)
  end
  for key, wanted in pairs({ ["tv/1/season/2"] = true, ["person/5"] = true, ["person/Ana"] = false,
    ["collection/5"] = true, ["itunes/5"] = false, ["imdb/tt5"] = false, ["movie/5"] = true }) do
    check.same(link.page(key) ~= nil, wanted, "a page of " .. key)
  end
  check.pass("keys, and the pages at TMDB that they name")
end

local function people()
  vim.cmd("MovieDetail movie/900001")
  await_page("The Amber Lighthouse (1990)")
  follow("Nora Quill")
  await_page("Nora Quill Directing · 1970-07-30 · Galway, Ireland Nora Quill has made many films.")
  check.same(here(), "all of Nora Quill", "the first link")
  check.press("K")
  await_page("Nora Quill 35 titles The Silent Quarry (2026) Director")
  check.press("a")
  check.await("it is on the watchlist", function() return shown():find("• The Silent Quarry", 1, true) ~= nil end)
  check.press("a")
  check.await("it is not", function() return not shown():find("• The Silent Quarry", 1, true) end)
  check.press("<CR>")
  await_page("The Silent Quarry (2026)")
  check.press("<Tab>")
  check.same(vim.startswith(here(), "Nora Quill"), true, "the first link: " .. here())
  check.press("<Tab><Tab><C-]>")
  await_page("Actor 1 Acting")
  for _, words in ipairs({ "The Silent Quarry (2026)", "Nora Quill 35 titles", "Nora Quill Directing",
    "The Amber Lighthouse (1990)", "The Amber Lighthouse (1990)" }) do
    check.press("<BS>")
    await_page(words)
  end
  check.same(vim.startswith(here():gsub("^%S+ +", ""), "Nora Quill"), true, "the line of the cursor: " .. here())
  check.press("<S-Tab><S-Tab>")
  check.same(vim.fn.line(".") > 10, true, "before the first link is the last")
  check.press("q")
  check.await_closed("pages")
  vim.cmd("MoviePerson nora quill")
  await_page("Nora Quill Directing")
  check.press("<CR>")
  await_page("Nora Quill 35 titles")
  check.press("q")
  check.await_closed("a person")
  check.pass("people and their titles, from a title and by name; back, and what is on the watchlist")
end

local function seasons()
  vim.cmd("MovieDetail tv/950001")
  await_page("Amber Lighthouse Days (1990)")
  check.same(shown():find("Next S02E03 Episode (", 1, true) ~= nil, true, "the next episode")
  follow("Season 2")
  await_page("Amber Lighthouse Days: Season 2 8 episodes · 7.9 · 2012-01-01 It goes on.")
  local last = "S02E08 Part 8 of 2 2012-01-08 · 45 min · 8.1 They meet."
  check.same(shown():find(last, 1, true) ~= nil, true, "the last one")
  follow("Series *\\zsAmber")
  await_page("Amber Lighthouse Days (1990)")
  check.press("q")
  check.await_closed("a season")
  for _, words in ipairs({ "amber lighthouse days 1", "tv/950001 s1" }) do
    vim.cmd("MovieSeason " .. words)
    await_page("Amber Lighthouse Days: Season 1")
    check.press("q")
    check.await_closed(words)
  end
  check.said = {}
  vim.cmd("MovieSeason amber")
  check.same(check.said[1].message, "movierpc: name a series and the number of a season", "said")
  check.said = {}
  vim.cmd("MovieDetail tv/950001/season/9")
  check.await("a word about it", function() return #check.said == 1 end)
  check.same(vim.startswith(check.said[1].message, "movierpc: season: "), true, check.said[1].message)
  check.pass("seasons, from a series and by name")
end

local function collections()
  vim.cmd("MovieDetail movie/900004")
  await_page("The Amber Clockmaker (2011)")
  follow("The Collection")
  await_page("The Collection 30 films They belong together. The Broken Clockmaker (1990)")
  check.press("<CR>")
  await_page("The Broken Clockmaker (1990)")
  check.press("q")
  vim.cmd("MovieCollection the collection")
  await_page("The Collection 30 films")
  check.press("q")
  check.await_closed("a collection")
  check.pass("collections, from a film and by name")
end

local function completes()
  -- Titles are completed from what is known here.
  local local_keys = { "movie/900001", "tv/950001" }
  check.run_program("movierpc", "watchlist", "add", unpack(local_keys))
  for line, wanted in pairs({
    ["MoviePerson nora q"] = { "Quill" },
    ["MoviePerson "] = {},
    ["MovieCollection the c"] = { "Collection" },
    ["MovieSeason amber lighthouse d"] = { "Days" },
    ["MovieSeason amber lighthouse days "] = { "0", "1", "2" },
    ["MovieSeason amber lighthouse days 2"] = { "2" },
    ["MovieDetail amber light"] = { "lighthouse", "Lighthouse Days" },
    ["MovieTrailer The Amber Li"] = { "Lighthouse" },
  }) do
    local found = vim.tbl_map(string.lower, vim.fn.getcompletion(line, "cmdline"))
    check.same(found, vim.tbl_map(string.lower, wanted), line)
  end
  check.run_program("movierpc", "watchlist", "remove", unpack(local_keys))
  check.pass("people, collections, series, seasons and titles are completed")
end

-- Names of people, roles, episodes and collections are a stranger's text too.
local function hostile()
  local odd = "\27[2J\n%s \226\128\174" .. ("x"):rep(100)
  local title = { key = "movie/1", title = odd, media_type = "movie", user_state = {} }
  local answers = {
    ["detail"] = { key = "tv/1", title = odd, media_type = "tv", cast = { { name = odd, character = odd } },
      crew = { { name = odd, job = odd } }, directors = { odd }, creators = { odd }, collection = { name = odd },
      seasons = { { season_number = 1, name = odd } }, networks = { { name = odd } },
      next_episode = { season_number = 1, episode_number = 2, name = odd, air_date = odd } },
    ["person"] = { name = odd, original_name = odd, biography = odd, also_known_as = { odd }, known_for = { title },
      place_of_birth = odd },
    ["person.credits"] = { results = { vim.tbl_extend("force", title, { credit = { character = odd, job = odd } }) },
      next_page = 2 },
    ["season"] = { key = "tv/1", season_number = 1, title = odd, name = odd, overview = odd,
      episodes = { { season_number = 1, episode_number = 2, name = odd, overview = odd } } },
    ["collection"] = { name = odd, overview = odd, parts = { title } },
  }
  for method, answer in pairs(answers) do
    local lines, _, links = page.make(method, answer, 40, "person/1/credits", "Ana")
    check.must_be_clean(lines, method)
    for _, line in ipairs(lines) do
      check.same(vim.fn.strdisplaywidth(line) <= 40, true, method .. " is no wider: " .. line)
    end
    for _, each in ipairs(links) do
      check.same(link.request(each.key) ~= nil, true, "the key " .. each.key)
    end
  end
  check.said = {}
  movierpc.person("no such person")
  check.await("a word about it", function() return #check.said == 1 end)
  check.await_closed("nobody")
  check.pass("hostile names on every page; somebody who is not found")
end

check.run(function()
  keys()
  people()
  seasons()
  collections()
  completes()
  hostile()
end)
