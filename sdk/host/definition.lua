-- The definition that a script returned. The first Lua state of a script checks the definition. A
-- later state of the same script recognizes the definition by its outline: the bytes of everything
-- in the definition, with only a mark for each function. If the outline differs, the definition is
-- checked again. So no definition is used unchecked, even if a script returns different definitions
-- in different states.

local definition = {}

local outline -- the outline of the definition that was read last

-- Reads a definition. `known` and `facts` are the outline and the facts of a definition that was
-- read before without a problem, or nil. Returns the results of `inspect` in `host.contract`.
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

-- Returns the outline of the definition, or an empty text if the definition is too large for an
-- outline.
function definition.outline() return outline or "" end

return definition
