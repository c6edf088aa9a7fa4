-- Writes the guide's reference from the annotations of the modules and the stubs: lua5.4 .ci/reference.lua > sdk/guide/reference.md
-- An annotation that this script can't read is an error with its file and line, so that nothing is left out unnoticed.

local root = arg[0]:match "^(.*)/%.ci/[^/]*$" or arg[0]:match "^(.*)/sdk/tests/[^/]*$" or "."

-- The file, the heading, and the names of its receivers on the page if they differ.
local files = {
  { "parlor/init.lua", "parlor" }, { "parlor/messages.lua", "parlor, for messages", { messages = "parlor" } },
  { "parlor/grid.lua", "parlor.grid" }, { "parlor/boards.lua", "parlor.grid, the options of a board" },
  { "parlor/scene.lua", "parlor.scene" }, { "parlor/cards.lua", "parlor.cards" }, { "parlor/dice.lua", "parlor.dice" },
  { "parlor/words.lua", "parlor.words" }, { "library/game.lua", "What parlor.game takes" },
  { "library/match.lua", "match" }, { "library/app.lua", "What hooks get", { match = "app.match" } },
  { "library/test.lua", "parlor.test" },
}

local function read(path)
  local file = assert(io.open(path))
  local text = file:read "a"
  file:close()
  return text
end

-- Returns the place of the last letter of the type that begins at `at`.
local type_end

local function term_end(text, at)
  local last
  if text:find('^"', at) then
    last = text:find('"', at + 1, true)
  elseif text:find("^fun%(", at) then
    last = select(2, text:find("^fun%b()", at))
    if text:find("^: ", last + 1) then
      last = type_end(text, last + 3)
      while text:find("^, ", last + 1) do last = type_end(text, last + 3) end
    end
  elseif text:find("^[{(]", at) then
    last = select(2, text:find("^%b{}", at)) or select(2, text:find("^%b()", at))
  elseif text:find("^[%w_.]+<", at) then
    last = select(2, text:find("^[%w_.]+%b<>", at))
  else
    last = select(2, text:find("^[%w_.]+", at))
  end
  if not last then return nil end
  return select(2, text:find("^[%[%]]*%??", last + 1)) or last
end

function type_end(text, at)
  local last = term_end(text, at)
  while last and text:find("^ ?| ?", last + 1) do
    last = term_end(text, select(2, text:find("^ ?| ?", last + 1)) + 1)
  end
  return last
end

-- Splits a text into a type and the remark after the type.
local function typed(text)
  local last = type_end(text, 1)
  if not last then return nil end
  return text:sub(1, last), text:sub(last + 2)
end

-- Returns the parameters and the result of a type such as `fun(a: A, b?: B): C`.
local function signature(text)
  local inside, result = text:match "^fun(%b())(.*)$"
  local params, at = {}, 2
  while at < #inside do
    local name, optional, start = inside:match("^([%w_]+)(%??): ()", at)
    local last = type_end(inside, start)
    params[#params + 1] = { name = name .. optional, type = inside:sub(start, last), remark = "" }
    at = last + 3
  end
  return params, result:match "^: (.*)$"
end

local function item(name, kind, remark)
  return ("- %s: `%s`%s"):format(name, kind, remark ~= "" and ", " .. remark or "")
end

-- Consecutive lines that begin with three dashes, and the line after them.
local Block = {}
Block.__index = Block

local function new_block(path, line) return setmetatable({ path = path, line = line, text = {}, items = {}, params = {} }, Block) end

function Block:fail(what) error(("%s:%d: %s"):format(self.path, self.line, what), 0) end

function Block:add(line)
  local tag, rest = line:match "^%-%-%-@(%w+) ?(.*)$"
  if not tag then
    if self.alias and line:find "^%-%-%-|" then self.alias[#self.alias + 1] = line:match "^%-%-%-| ?(.*)$" return end
    self.text[#self.text + 1] = line:match "^%-%-%- ?(.*)$"
    return
  end
  if tag == "meta" or tag == "generic" then return end
  if tag == "class" then
    local name, remark = rest:match "^(%S+) ?(.*)$"
    self.class = { name = name, remark = remark }
    return
  end
  if tag == "alias" then
    local name, kind = rest:match "^(%S+) ?(.*)$"
    self.alias = { name = name, kind ~= "" and kind or nil }
    self.aliases = self.aliases or {}
    self.aliases[#self.aliases + 1] = self.alias
    self.alias.text, self.text = self.text, {}
    return
  end
  if tag == "type" then
    local params, result = signature(rest)
    self.names = {}
    for _, param in ipairs(params) do
      self.params[#self.params + 1] = item("`" .. param.name .. "`", param.type, param.remark)
      self.names[#self.names + 1] = (param.name:gsub("%?$", ""))
    end
    if result then self.params[#self.params + 1] = item("returns", result, "") end
    return
  end
  local name, behind = rest:match "^(%S+) (.*)$"
  if tag == "field" then
    if not self.class then self:fail "a field without a class" end
    local kind, remark = typed(behind or "")
    if not kind then self:fail("can't read the type of " .. rest) end
    self.items[#self.items + 1] = item("`" .. name .. "`", kind, remark)
  elseif tag == "param" then
    local kind, remark = typed(behind or "")
    if not kind then self:fail("can't read the type of " .. rest) end
    self.params[#self.params + 1] = item("`" .. name .. "`", kind, remark)
  elseif tag == "return" then
    local kind, remark = typed(rest)
    if not kind then self:fail("can't read the type of " .. rest) end
    local called, more = remark:match "^(%S+) ?(.*)$"
    self.params[#self.params + 1] = item("returns" .. (called and " `" .. called .. "`" or ""), kind, more or "")
  else
    self:fail("an annotation that nobody reads: " .. tag)
  end
end

-- Returns the lines of a text, with its indented examples as blocks of code.
local function prose(lines)
  local out, is_code, last = {}, false, #lines
  while last > 0 and lines[last] == "" do last = last - 1 end
  for i = 1, last do
    local line = lines[i]
    local code = line:match "^    (.*)$"
    if code and not is_code then
      out[#out + 1], is_code = "```lua", true
    elseif is_code and not code then
      out[#out + 1], is_code = "```", false
    end
    out[#out + 1] = code or line
  end
  if is_code then out[#out + 1] = "```" end
  return out
end

local function sentence(text)
  if text == "" then return text end
  text = text:sub(1, 1):upper() .. text:sub(2)
  return text:find "[.!?:]$" and text or text .. "."
end

local page = {}
local function put(...)
  for _, line in ipairs { ... } do page[#page + 1] = line end
end
local function put_all(lines) for _, line in ipairs(lines) do page[#page + 1] = line end end
-- Adds a blank line, unless the last line is blank.
local function gap() if page[#page] ~= "" then page[#page + 1] = "" end end

function Block:write_types()
  for _, alias in ipairs(self.aliases or {}) do
    gap()
    put("### " .. alias.name)
    gap()
    put_all(prose(alias.text))
    gap()
    put("`" .. table.concat(alias, " | ") .. "`")
  end
  if self.class then
    gap()
    put("### " .. self.class.name)
    gap()
    put_all(prose(self.text))
    if self.class.remark ~= "" then put(sentence(self.class.remark)) end
    gap()
    put_all(self.items)
  end
end

function Block:write_function(name, parameters)
  gap()
  put(("### %s(%s)"):format(name, parameters))
  gap()
  put_all(prose(self.text))
  gap()
  put_all(self.params)
end

local function write_file(entry)
  local path, heading, receivers = table.unpack(entry)
  gap()
  put("## " .. heading)
  local block, is_first, number = nil, true, 0
  for line in (read(root .. "/sdk/" .. path) .. "\n"):gmatch "([^\n]*)\n" do
    number = number + 1
    if line:find "^%-%-%-" then
      block = block or new_block(path, number)
      block:add(line)
    else
      local receiver, name, parameters = line:match "^function ([%w_]+)([.:][%w_]+)%((.-)%)"
      if not receiver then receiver, name = line:match "^([%w_]+)([.:][%w_]+) = require" end
      if receiver and block then
        block:write_function((receivers or {})[receiver] and receivers[receiver] .. name or receiver .. name,
          parameters or table.concat(block.names or {}, ", "))
      elseif receiver and line:find "^function" then
        -- otherwise a function without a description would be missing on the page, and nobody would notice
        error(("%s:%d: %s%s has no description"):format(path, number, receiver, name), 0)
      elseif block then
        if is_first and not block.class and not block.aliases then
          gap()
          put_all(prose(block.text))
        else
          block:write_types()
        end
      end
      if block then is_first = false end
      block = nil
    end
  end
end

put("# Reference: every function, every table", "",
  "Made by `make guide` from the annotations in `sdk/parlor/` and `sdk/library/`. Edit these annotations, not this page.",
  "A `?` marks what may be left out or nil. `parlor guide grid.step` prints one entry, `parlor guide parlor.grid` a module.")
for _, entry in ipairs(files) do write_file(entry) end

local text = table.concat(page, "\n"):gsub("\n\n\n+", "\n\n"):gsub("\n*$", "") .. "\n"
if _G.reference_is_wanted then return text end
io.write(text)
