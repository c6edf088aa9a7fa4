-- The definition that a script returned. It is judged once; a later Lua state of the same script knows it again by its
-- outline, the bytes of all that it holds with nothing but a mark for each function. So what is played is what was judged,
-- whatever the script does from state to state.

local definition = {}

local outline -- of the definition that was read last

-- Reads a definition; `known`: the outline and `facts` of one that was found without a problem. Returns what
-- `host.contract` does.
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

-- The outline of the definition, or an empty text if it is too large for one.
function definition.outline() return outline or "" end

return definition
