--- Text of strangers (titles, names, messages), made safe to show.
local M = {}

-- UTF-8 of what steers a terminal, turns the direction of text or cannot be seen: C1 controls, directional
-- formatting, line separators, byte order mark, annotations, tags. The second value stands in its place.
local hostile = {
  { "\194\133", " " },
  { "\194[\128-\159]", "" },
  { "\216\156", "" },
  { "\226\128[\168\169]", " " },
  { "\226\128[\142\143\170-\174]", "" },
  { "\226\129[\166-\169]", "" },
  { "\239\187\191", "" },
  { "\239\191[\185-\187]", "" },
  { "\243\160[\128\129][\128-\191]", "" },
}

--- One line without control characters; "" for what is no text.
function M.clean(value)
  if type(value) == "number" then
    return tostring(value)
  elseif type(value) ~= "string" then
    return ""
  end
  local text = value:gsub("[\t-\r]", " "):gsub("[%z\1-\31\127]", "")
  if text:find("[\128-\255]") then
    for _, pair in ipairs(hostile) do
      text = text:gsub(pair[1], pair[2])
    end
  end
  return text
end

--- What a user typed, as valid UTF-8: JSON knows nothing else.
function M.utf8(value)
  local parts, index = {}, 1
  while index <= #value do
    local first = value:byte(index)
    local length = first < 0x80 and 1
      or first >= 0xC2 and first < 0xE0 and 2
      or first >= 0xE0 and first < 0xF0 and 3
      or first >= 0xF0 and first < 0xF5 and 4
      or 0
    local part = value:sub(index, index + length - 1)
    local whole = length > 0 and #part == length and not part:find("[^\128-\191]", 2)
    -- Too long a form, surrogates, beyond U+10FFFF.
    if whole and not part:find("^[\224][\128-\159]") and not part:find("^\237[\160-\191]")
      and not part:find("^\240[\128-\143]") and not part:find("^\244[\144-\191]") then
      parts[#parts + 1] = part
      index = index + length
    else
      parts[#parts + 1] = "?"
      index = index + 1
    end
  end
  return table.concat(parts)
end

--- At most `width` cells, then an ellipsis.
function M.cut(text, width)
  if vim.fn.strdisplaywidth(text) <= width then
    return text
  end
  local low, high = 0, vim.fn.strchars(text)
  while low < high do
    local middle = math.ceil((low + high) / 2)
    if vim.fn.strdisplaywidth(vim.fn.strcharpart(text, 0, middle)) <= width - 1 then
      low = middle
    else
      high = middle - 1
    end
  end
  return width < 1 and "" or vim.fn.strcharpart(text, 0, low) .. "…"
end

--- Lines of at most `width` cells, broken at blanks; a longer word is broken where it must be.
function M.wrap(text, width)
  local lines, line, used = {}, nil, 0
  width = math.max(width, 4)
  for word in text:gmatch("[^ ]+") do
    local cells = vim.fn.strdisplaywidth(word)
    if line and used + 1 + cells <= width then
      line, used = line .. " " .. word, used + 1 + cells
    else
      lines[#lines + 1] = line
      while cells > width do
        local count = width
        while count > 1 and vim.fn.strdisplaywidth(vim.fn.strcharpart(word, 0, count)) > width do
          count = count - 1
        end
        lines[#lines + 1] = vim.fn.strcharpart(word, 0, count)
        word = vim.fn.strcharpart(word, count, vim.fn.strchars(word))
        cells = vim.fn.strdisplaywidth(word)
      end
      line, used = word, cells
    end
  end
  lines[#lines + 1] = line
  return lines
end

--- A name for a message, which has one line.
function M.short(title)
  return M.cut(M.name(title), 50)
end

--- `Title (Year)`, cleaned.
function M.name(title)
  local name = M.clean(title.title):gsub("^ +", ""):gsub(" +$", "")
  if name == "" then
    name = M.clean(title.key)
  end
  return title.year and ("%s (%d)"):format(name, title.year) or name
end

return M
