--- Functions with which hooks make messages. A message is a plain table, for `conversation:insert` or
--- `conversation:send`. The names are those of Apple's Messages framework.
---
---     local parlor = require "parlor"
---     conversation:insert(parlor.message { url = "https://example.org/?v=1", layout = parlor.template_layout { caption = "Hi" } })

local messages = {}
local error, pairs, type, math_type = error, pairs, type, math.type

local texts = { image_title = "string", image_subtitle = "string", caption = "string", subcaption = "string",
  trailing_caption = "string", trailing_subcaption = "string" }
local known = {
  ["parlor.message"] = { url = "string", session = "string", layout = "table", summary_text = "string",
    accessibility_label = "string", should_expire = "boolean" },
  ["parlor.template_layout"] = { image = "table", media_file_url = "string" },
  ["parlor.live_layout"] = { alternate = "table" },
}
for key, kind in pairs(texts) do known["parlor.template_layout"][key] = kind end

-- Returns a copy of `fields`. Raises an error for an unknown key or a value of the wrong type. The error names the line
-- that called the public function `name`.
local function checked(name, fields)
  if type(fields) ~= "table" then error(name .. ": expected a table, got " .. type(fields), 3) end
  local copy = {}
  for key, value in pairs(fields) do
    local kind = known[name][key]
    if not kind then error(("%s: there is no %s"):format(name, tostring(key)), 3) end
    if type(value) ~= kind then error(("%s: expected a %s as %s, got %s"):format(name, kind, key, type(value)), 3) end
    copy[key] = value
  end
  return copy
end

--- A message. Only its `url` is certain to arrive.
---@param fields { url?: string, session?: string, layout?: table, summary_text?: string, accessibility_label?: string, should_expire?: boolean }
---@return parlor.Message
function messages.message(fields)
  local message = checked("parlor.message", fields)
  if message.layout and message.layout.kind ~= "template" and message.layout.kind ~= "live" then
    error("parlor.message: expected a layout made by parlor.template_layout or parlor.live_layout", 2)
  end
  message.kind = "message"
  return message
end

--- The layout of a bubble with a picture and texts. `image` is a scene, and takes precedence over `media_file_url`.
---@return parlor.Layout
function messages.template_layout(fields)
  local layout = checked("parlor.template_layout", fields)
  layout.kind = "template"
  return layout
end

--- The layout of a bubble in which the game runs. `alternate` is required, because devices without the game show it.
---@param fields { alternate: parlor.Layout }
---@return parlor.Layout
function messages.live_layout(fields)
  local layout = checked("parlor.live_layout", fields)
  if not layout.alternate or layout.alternate.kind ~= "template" then
    error("parlor.live_layout: expected alternate = parlor.template_layout { … }: devices without the game show it", 2)
  end
  layout.kind = "live"
  return layout
end

--- A sticker from a file of the game's `stickers` folder.
---@param path string the file's name
---@param label string the picture in words, for people who can't see it; at most 150 characters
---@return parlor.Sticker
function messages.sticker(path, label)
  if type(path) ~= "string" or not path:find "^[%w_-][%w_.-]*$" then
    error("parlor.sticker: expected the name of a file in the game's stickers folder", 2)
  end
  if type(label) ~= "string" or label == "" then error("parlor.sticker: expected a label in words as second argument", 2) end
  return { kind = "sticker", path = path, label = label }
end

--- The size of a bubble. The hook `content_size_that_fits` returns it.
---@param width integer in points
---@param height integer in points
function messages.size(width, height)
  if math_type(width) ~= "integer" or math_type(height) ~= "integer" then
    error("parlor.size: expected width and height as integers, in points", 2)
  end
  return { width = width, height = height }
end

return messages
