-- The previewer with a stand-in for yazi's functions; the client and the daemon are the real ones.
-- test-yazi.lua NAMES: of each name a line of that file, prints the name, a tab, and the first line of its preview.
local shown, image, emitted = nil, nil, nil

local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function meta(name)
  return setmetatable({ name = name, arguments = {} }, {
    __index = {
      arg = function(self, arguments)
        for _, argument in ipairs(arguments) do
          self.arguments[#self.arguments + 1] = quoted(argument)
        end
        return self
      end,
      stdout = function(self) return self end,
      stderr = function(self) return self end,
      output = function(self)
        local errors = os.tmpname()
        local pipe = io.popen(quoted(self.name) .. " " .. table.concat(self.arguments, " ") .. " 2>" .. errors)
        local out = pipe:read("a")
        local success = pipe:close()
        local file = io.open(errors)
        local err = file:read("a")
        file:close()
        os.remove(errors)
        return { status = { success = success == true }, stdout = out, stderr = err }
      end,
    },
  })
end
Command = setmetatable({ PIPED = 1 }, { __call = function(_, name) return meta(name) end })
Url = function(path) return path end
ui = {
  Wrap = { YES = 1 },
  Rect = function(rect) return rect end,
  Text = function(text)
    local widget = { text = text }
    function widget:area(area) self.rect = area return self end
    function widget:wrap() return self end
    return widget
  end,
}
ya = {
  preview_widget = function(_, widgets) shown = widgets[1] end,
  image_show = function(url, rect) image = { url = url, rect = rect } end,
  emit = function(name, arguments) emitted = { name, arguments[1], arguments.only_if } end,
}

local M = dofile("contrib/yazi/movierpc.yazi/main.lua")
local function peek(name, height, skip)
  shown, image = nil, nil
  M:peek({ file = { name = name, url = name }, area = { x = 0, y = 0, w = 60, h = height }, skip = skip or 0 })
  return shown.text
end

for name, title in pairs({
  ["Blade.Runner.1982.1080p.mkv"] = "Blade Runner 1982", ["Dark.S01E02.mkv"] = "Dark",
  ["[Group] Dark WEB-DL x264-GROUP.mkv"] = "Dark", ["[REC].mkv"] = "[REC]", ["2001 A Space Odyssey (1968).mp4"] =
    "2001 A Space Odyssey 1968", ["1917.mkv"] = "1917", ["Up"] = "Up", [".mkv"] = "", ["--help"] = "--help",
}) do
  assert(M.title(name) == title, name .. " is " .. M.title(name))
end

for name in io.lines(arg[1]) do
  print(name .. "\t" .. peek(name, 10):match("^[^\n]*"))
end
local text = peek("The.Amber.Glacier.2018.1080p.mkv", 40)
assert(text:find("The Amber Glacier (2018)", 1, true), text)
local file = assert(io.open(image.url))
file:close()
assert(image.rect.h == 20 and shown.rect.y == 20 and shown.rect.h == 20)
assert(peek("The.Amber.Glacier.2018.mkv", 10, 1) ~= text and not image)
assert(peek("zzzz qqqq.mkv", 10):find("zzzz"), shown.text)
cx = { active = { current = { hovered = { url = "a" } }, preview = { skip = 2 } } }
M:seek({ file = { url = "a" }, units = -5 })
assert(emitted[1] == "peek" and emitted[2] == 0 and emitted[3] == "a")
