-- Makes `grid.scene`, which draws a board. `parlor.grid` passes in the function that finds a board's shape. Drawing has
-- a module of its own, because it changes for other reasons than geometry.

---@alias parlor.CellText fun(cell: string, value: any): string|integer|false|nil
---@alias parlor.BoardStyle "lined" | "checkered" | "wood" | "blue" | "sea" | "felt"
---@alias parlor.Piece
---| "cross"
---| "ring"
---| "disc"
---| "stone"
---| "king"
---| "queen"
---| "rook"
---| "bishop"
---| "knight"
---| "pawn"
---| "ship"
---| "hit"
---| "splash"
---| "die 1"
---| "die 2"
---| "die 3"
---| "die 4"
---| "die 5"
---| "die 6"
---| "rock"
---| "paper"
---| "scissors"
---| "tile"
---| "chip"

---@alias parlor.Pieces parlor.Piece | table<any, parlor.Piece> | fun(cell: string, value: any): parlor.Piece|false|nil

---@class parlor.GridOptions
---@field style? parlor.BoardStyle the look of the board
---@field piece? parlor.Pieces the pieces on the cells: one for every cell that isn't empty, a table from values to pieces, or a function of a cell
---@field play? false | parlor.CellText the text of the move that a cell plays; by default the cell's name. false: the cells play no moves
---@field tone? parlor.CellText a cell's colour; by default "one" for the value 1 and "two" for the value 2
---@field describe? parlor.CellText a cell in words, for people who can't see the board
---@field good? string[] cells to highlight, such as the winning line: a stroke goes through them
---@field live? boolean | fun(cell: string, value: any): boolean? which cells can be played; needed only if the text of a move doesn't name its cell
---@field last? string | false the cell of the last move; needed only if the text of the move doesn't name it. false: the last move has no cell on this board
---@field headers? boolean whether the edge shows the letters and numbers of the cells; by default true
---@field label? string the whole board in words

local error, ipairs, pairs, type, tostring, tointeger = error, ipairs, pairs, type, tostring, math.tointeger
local tones = { "one", "two" } -- the tones of the values 1 and 2

-- Returns a value as errors show it: short, and without an address.
local function shown(value)
  local kind = type(value)
  if kind == "string" then return ("%q"):format(#value > 20 and value:sub(1, 20) .. "..." or value) end
  if kind == "table" or kind == "function" then return "a " .. kind end
  return tostring(value)
end

-- Raises an error of `grid.scene` that names the line which called it. `level` is the stack level of that line, counted
-- from the caller of `refuse`: 2 in `grid.scene`, 3 in a helper.
local function refuse(expected, got, level)
  error(("grid.scene: expected %s, got %s"):format(expected, got), (level or 2) + 1)
end

-- Returns the text that a script gave for a cell. A whole number becomes its digits, and false becomes nil. Any other
-- value that isn't a string raises an error.
local function text_of(value, what, cell)
  if type(value) == "number" and tointeger(value) then return ("%d"):format(value) end
  if not value or type(value) == "string" then return value or nil end
  refuse(("text as the %s of %s"):format(what, cell), shown(value), 3)
end

local known = { style = true, piece = true, play = true, tone = true, describe = true, good = true, live = true, last = true,
  headers = true, label = true, all = "style, piece, play, tone, describe, good, live, last, headers and label" }

-- Raises an error if the marks or the options aren't valid.
local function check(marks, set)
  local drawn = type(marks)
  if drawn ~= "table" and drawn ~= "function" and not (marks == nil and type(set) == "table" and set.piece) then
    refuse("marks as a table or function", drawn, 3)
  end
  if type(set) ~= "table" then refuse("a table of options", shown(set), 3) end
  for name in pairs(set) do
    if known[name] ~= true then refuse("the options " .. known.all, shown(name), 3) end
  end
  for _, name in ipairs { "play", "tone", "describe" } do
    local given = set[name]
    if given and type(given) ~= "function" then refuse(name .. " as a function", shown(given), 3) end
  end
  local piece, live, last = type(set.piece), type(set.live), type(set.last)
  if set.piece and piece ~= "string" and piece ~= "table" and piece ~= "function" then
    refuse("piece as a name, a table or a function", shown(set.piece), 3)
  end
  if set.live ~= nil and live ~= "boolean" and live ~= "function" then
    refuse("live as a boolean or a function", shown(set.live), 3)
  end
  if set.last and last ~= "string" then refuse("last as the name of a cell, or false", shown(set.last), 3) end
  if type(set.good or {}) ~= "table" then refuse("good as a list of cells", shown(set.good), 3) end
end

-- Returns the piece on a cell, or nil. The option `piece` is one name for every cell that isn't empty, a table from
-- values to names, or a function of a cell.
local function piece_of(piece, cell, value)
  if type(piece) == "function" then return piece(cell, value) or nil end
  if value == nil then return nil end
  if type(piece) == "table" then return piece[value] end
  return piece or nil
end

-- Returns `grid.scene`. `shape_for` finds the shape of a board, or raises an error that begins with "grid.scene".
return function(shape_for)
  return function(board, marks, options)
    local shape, set = shape_for(board, "grid.scene"), options == nil and {} or options
    check(marks, set)
    local isTable, good, cells = type(marks) == "table", {}, {}
    for _, cell in ipairs(set.good or {}) do good[cell] = true end
    for i, cell in ipairs(shape.cells) do
      local value = board[cell]
      local mark, piece = nil, piece_of(set.piece, cell, value)
      if isTable then
        mark = value ~= nil and marks[value]
        if mark == nil and not piece then
          refuse(("a mark for the value %s of %s"):format(shown(value), cell), "nil")
        end
      elseif marks then
        mark = marks(cell, value)
      end
      local play, tone, live, last = cell, tones[value], set.live, nil
      if set.play ~= nil then play = set.play and set.play(cell, value) end
      if set.tone then tone = set.tone(cell, value) end
      if type(live) == "function" then live = live(cell, value) end
      if set.last ~= nil then last = set.last == cell end
      cells[i] = {
        name = cell,
        mark = text_of(mark, "mark", cell),
        piece = text_of(piece, "piece", cell),
        play = text_of(play, "move", cell),
        tone = text_of(tone, "tone", cell),
        good = good[cell],
        live = live,
        last = last,
        label = set.describe and text_of(set.describe(cell, value), "description", cell),
      }
    end
    return {
      kind = "grid", columns = shape.columns, rows = shape.rows, cells = cells, style = set.style,
      headers = set.headers, label = set.label,
    }
  end
end
