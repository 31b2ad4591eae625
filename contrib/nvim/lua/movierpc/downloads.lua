--- Tells when a download is finished, or has failed.
local follow = require("movierpc.follow")
local text = require("movierpc.text")
local M = {}

local stop

--- Begins or ends.
function M.set(is_wanted)
  if stop then
    stop()
    stop = nil
  end
  if not is_wanted then
    return
  end
  -- States by key, as they were told last. What was finished before is no news, also after the daemon was gone.
  local before
  stop = follow.follow({ "downloads" }, function(_, data)
    if not data then
      return
    end
    local now = {}
    for _, item in ipairs(data.items) do
      now[item.key] = item.state
      if before and before[item.key] ~= item.state then
        if item.state == "done" then
          vim.notify(text.short(item) .. " is downloaded")
        elseif item.state == "failed" then
          local why = item.error and ": " .. text.cut(text.clean(item.error.message), 100) or ""
          vim.notify(text.short(item) .. " could not be downloaded" .. why, vim.log.levels.WARN)
        end
      end
    end
    before = now
  end)
end

return M
