--- Trailers: by the daemon's player, or else as a page for a browser.
local client = require("movierpc.client")
local text = require("movierpc.text")
local window = require("movierpc.window")
local uv = vim.uv or vim.loop
local M = {}

--- Opens an address, without a shell. Only pages: an answer could name anything.
function M.browse(url)
  if type(url) ~= "string" or not url:find("^https?://[%w%-%.]+[/?]?") or url:find("[%s%c]") then
    return vim.notify("movierpc: there is no page to open", vim.log.levels.WARN)
  elseif vim.ui.open then
    return vim.ui.open(url)
  end
  local handle
  handle = uv.spawn("xdg-open", { args = { url }, detached = true }, function()
    handle:close()
  end)
  if not handle then
    vim.notify("movierpc: xdg-open is not there to open " .. url, vim.log.levels.WARN)
  end
end

-- The best page there is.
local function open_page(title, why)
  client.request("trailer", { key = title.key }, function(problem, result)
    if problem then
      return window.complain(problem)
    end
    for _, video in ipairs(result.videos) do
      if vim.startswith(video.url or "", "http") then
        vim.notify(("%s; opening %s"):format(why, text.clean(video.url)))
        return M.browse(video.url)
      end
    end
    vim.notify(("movierpc: there is no trailer of %s"):format(text.short(result)), vim.log.levels.WARN)
  end)
end

--- Plays the trailer of a title; where the daemon cannot, opens its page.
function M.play(title)
  local display = { wayland = uv.os_getenv("WAYLAND_DISPLAY"), x11 = uv.os_getenv("DISPLAY") }
  local params = { key = title.key, display = next(display) and display or nil }
  client.request("player.play", params, function(problem, result)
    if problem and problem.kind ~= "not_found" and problem.kind ~= "not_available" then
      window.complain(problem)
    elseif problem then
      open_page(title, problem.message)
    elseif result.state == "failed" then
      open_page(title, result.error and text.clean(result.error.message) or "the player has failed")
    else
      vim.notify(("playing the %s of %s"):format(text.clean(result.video), text.short(result)))
    end
  end)
end

return M
