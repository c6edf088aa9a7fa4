-- The definition that a script returned. It is checked once. A later Lua state of the same script
-- recognizes it by its outline: the bytes of everything in it, with only a mark for each function.
-- So what is played is what was checked, whatever the script does from state to state.

local definition = {}

local outline -- the outline of the last definition

-- Reads a definition. `known` and `facts` are the outline and the facts of one without a problem.
-- Returns what `host.contract` does.
function definition.read(value, known, facts)
  if known and type(value) == "table" then
    local copy = host.raw_copy(value)
    local may_be_told, found = pcall(host.outline, copy)
    if may_be_told and found == known then
      outline = known
      return {}, facts, copy
    end
  end
  local problems, found, copy = require "host.contract".inspect(value)
  if copy then
    local may_be_told, bytes = pcall(host.outline, copy)
    outline = may_be_told and bytes or nil
  end
  return problems, found, copy
end

-- Returns the outline of the definition, or an empty text if it is too large for one.
function definition.outline() return outline or "" end

return definition
