--- Boards whose cells are their names: plain tables, fit for a state, with `columns`, `rows`, and one key for every
--- cell that is not empty. Columns are letters from the left, rows are numbers from the bottom, as on a chess board:
---
---     3  a3 b3 c3        local board = grid.new(3, 3)
---     2  a2 b2 c2        board.b2 = 1              -- put something on a cell
---     1  a1 b1 c1        board.b2 = nil            -- empty it again
---        a  b  c         board[grid.cell(2, 2)]    -- by number: column 2, row 2
---
--- Lists of cells run row by row from the top, as one reads: a3 b3 c3 a2 b2 c2 a1 b1 c1.

---@class parlor.Board
---@field columns integer 1 to 26
---@field rows integer 1 to 26
---@field [string] any what lies on a cell, by the cell's name; nil when it is empty

local grid = {}
local error, ipairs, type, tostring, tointeger = error, ipairs, type, tostring, math.tointeger
local char, byte, match, move = string.char, string.byte, string.match, table.move

-- The geometry of each size of board, by columns and rows, made when a board of that size is first seen. It never
-- leaves this file: what a script gets is a copy.
local shapes = {}
local tones = { "one", "two" } -- of the values 1 and 2
local names, row_of = {}, {} -- names[column][row] and row_of[cell], as far as they were asked for
for column = 1, 26 do names[column] = {} end

-- A number from 1 to 26 as an integer, else nil.
local function side(value)
  local whole = type(value) == "number" and tointeger(value)
  return whole and whole >= 1 and whole <= 26 and whole or nil
end

local function name_of(column, row)
  names[column][row] = names[column][row] or char(96 + column) .. row
  return names[column][row]
end

-- How a value is shown in an error: short, and without an address.
local function shown(value)
  local kind = type(value)
  if kind == "string" then return ("%q"):format(#value > 20 and value:sub(1, 20) .. "..." or value) end
  if kind == "table" or kind == "function" then return "a " .. kind end
  return tostring(value)
end

-- Raises the error of a public function. Helpers pass the level at which their caller's caller stands.
local function refuse(caller, expected, got, level)
  error(("%s: expected %s, got %s"):format(caller, expected, got), (level or 2) + 1)
end

local function new_shape(columns, rows)
  local shape = { columns = columns, rows = rows, cells = {}, column = {}, row = {}, at = {}, lines = {}, rays = {} }
  for column = 1, columns do shape.at[column] = {} end
  for row = rows, 1, -1 do
    for column = 1, columns do
      local cell = name_of(column, row)
      shape.cells[#shape.cells + 1] = cell
      shape.column[cell], shape.row[cell], shape.at[column][row] = column, row, cell
    end
  end
  return shape
end

-- The slow half of finding a shape, with the checks. The fast half stands in each of the functions that must be quick.
local function shape_for(board, caller)
  if type(board) ~= "table" then refuse(caller, "a board (from grid.new)", shown(board), 3) end
  local columns, rows = side(board.columns), side(board.rows)
  if not (columns and rows) then
    local got = ("columns = %s and rows = %s"):format(shown(board.columns), shown(board.rows))
    refuse(caller, "a board with columns and rows from 1 to 26", got, 3)
  end
  shapes[columns] = shapes[columns] or {}
  shapes[columns][rows] = shapes[columns][rows] or new_shape(columns, rows)
  return shapes[columns][rows]
end

local function refuse_cell(caller, shape, cell)
  refuse(caller, "a cell of the board, a1 to " .. name_of(shape.columns, shape.rows), shown(cell), 3)
end

--- An empty board.
---
---     local board = grid.new(7, 6)   -- 7 columns, 6 rows; grid.new(8) is 8 × 8
---@param columns integer 1 to 26
---@param rows? integer 1 to 26; as many as columns when left out
---@return parlor.Board
function grid.new(columns, rows)
  local width, height = side(columns), side(rows == nil and columns or rows)
  if not (width and height) then
    refuse("grid.new", "columns and rows from 1 to 26", shown(columns) .. " and " .. shown(rows))
  end
  return { columns = width, rows = height }
end

--- The name of a cell. It takes no board, so it doesn't know whether a board is that large; `grid.step` does.
---
---     grid.cell(2, 3)   --> "b3"
---@param column integer 1 to 26, from the left
---@param row integer 1 to 26, from the bottom
---@return string cell
function grid.cell(column, row)
  local named = names[column]
  local cell = named and named[row]
  if cell then return cell end
  local c, r = side(column), side(row)
  if c and r then return name_of(c, r) end
  refuse("grid.cell", "a column and a row from 1 to 26", shown(column) .. " and " .. shown(row))
end

-- The row in the name of a cell.
local function row_in(cell, caller)
  local digits = type(cell) == "string" and match(cell, "^[a-z]([1-9]%d?)$")
  row_of[cell] = digits and side(digits + 0) or refuse(caller, "the name of a cell, such as b3", shown(cell), 3)
  return row_of[cell]
end

--- The column of a cell, counted from the left.
---
---     grid.column("b3")   --> 2
---@param cell string
---@return integer column 1 to 26
function grid.column(cell)
  return (row_of[cell] or row_in(cell, "grid.column")) and byte(cell) - 96
end

--- The row of a cell, counted from the bottom.
---
---     grid.row("b3")   --> 3
---@param cell string
---@return integer row 1 to 26
function grid.row(cell)
  return row_of[cell] or (row_in(cell, "grid.row"))
end

--- The cell that lies so many columns to the right and so many rows up, or nil where the board has ended.
---
---     grid.step(board, "b2", -1, 1)   --> "a3"
---     grid.step(board, "a1", -1, 0)   --> nil
---@param board parlor.Board
---@param cell string
---@param right integer negative: to the left
---@param up integer negative: down
---@return string? cell
function grid.step(board, cell, right, up)
  local bank = shapes[board and board.columns]
  local shape = bank and bank[board.rows] or shape_for(board, "grid.step")
  local column = shape.column[cell]
  if not column then refuse_cell("grid.step", shape, cell) end
  if not right or not up then
    refuse("grid.step", "steps to the right and up as numbers", shown(right) .. " and " .. shown(up))
  end
  local there = shape.at[column + right]
  return there and there[shape.row[cell] + up]
end

--- All cells, row by row from the top.
---
---     for _, cell in ipairs(grid.cells(board)) do … end
---@param board parlor.Board
---@return string[] cells a new list
function grid.cells(board)
  local cells = shape_for(board, "grid.cells").cells
  return move(cells, 1, #cells, 1, {})
end

--- The empty cells, row by row from the top: the usual `choices` of a game in which things are placed.
---
---     choices = function(state) return grid.empty(state.board) end,
---@param board parlor.Board
---@return string[] cells a new list
function grid.empty(board)
  local bank = shapes[board and board.columns]
  local shape = bank and bank[board.rows] or shape_for(board, "grid.empty")
  local cells = shape.cells
  -- Room for eight at once: growing the list cell by cell would cost more than the search.
  local found, count = { nil, nil, nil, nil, nil, nil, nil, nil }, 0
  for i = 1, #cells do
    local cell = cells[i]
    if board[cell] == nil then
      count = count + 1
      found[count] = cell
    end
  end
  return found
end

--- Whether no cell is empty.
---
---     if grid.full(state.board) then return parlor.draw() end
---@param board parlor.Board
---@return boolean
function grid.full(board)
  local bank = shapes[board and board.columns]
  local shape = bank and bank[board.rows] or shape_for(board, "grid.full")
  local cells = shape.cells
  for i = 1, #cells do if board[cells[i]] == nil then return false end end
  return true
end

--- How many cells hold a value.
---
---     local stones = grid.count(state.board, seat)
---@param board parlor.Board
---@param value any not nil; the number of empty cells is `#grid.empty(board)`
---@return integer
function grid.count(board, value)
  local cells, count = shape_for(board, "grid.count").cells, 0
  if value == nil then refuse("grid.count", "a value (#grid.empty(board) counts empty cells)", "nil") end
  for i = 1, #cells do if board[cells[i]] == value then count = count + 1 end end
  return count
end

-- right and up of the four ways in which cells can lie in a row; the other four are their opposites
local ways = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } }

-- The cells that one meets going from a cell to the edge.
local function ray(shape, cell, right, up)
  local column, row, found = shape.column[cell] + right, shape.row[cell] + up, {}
  while shape.at[column] and shape.at[column][row] do
    found[#found + 1] = shape.at[column][row]
    column, row = column + right, row + up
  end
  return found
end

-- The eight rays of a cell: for each way the one ahead and the one back.
local function rays_from(shape, cell)
  local rays = {}
  for i, way in ipairs(ways) do
    rays[2 * i - 1], rays[2 * i] = ray(shape, cell, way[1], way[2]), ray(shape, cell, -way[1], -way[2])
  end
  shape.rays[cell] = rays
  return rays
end

--- The longest run of equal values that goes through a cell, in any direction: what a game with "so many in a row"
--- asks about the cell that was just taken. An empty cell is in no run: 0.
---
---     state.board[cell] = seat
---     if grid.run(state.board, cell) >= 4 then state.winner = seat end
---@param board parlor.Board
---@param cell string
---@return integer
function grid.run(board, cell)
  local bank = shapes[board and board.columns]
  local shape = bank and bank[board.rows] or shape_for(board, "grid.run")
  if not shape.column[cell] then refuse_cell("grid.run", shape, cell) end
  local rays, value, longest = shape.rays[cell] or rays_from(shape, cell), board[cell], 1
  if value == nil then return 0 end
  for i = 1, 8, 2 do
    local ahead, back, there, here = rays[i], rays[i + 1], 1, 1
    while board[ahead[there]] == value do there = there + 1 end -- at the edge: board[nil], which is nil
    while board[back[here]] == value do here = here + 1 end
    if there + here > longest + 1 then longest = there + here - 1 end
  end
  return longest
end

-- The lines of a length, grouped by the cell that they start from: starts[i] is such a cell, and rests[i] holds the
-- other `length - 1` cells of each of its lines, one line after the other.
local function lines_for(shape, length, caller)
  local number = type(length) == "number" and tointeger(length)
  if not number or number < 2 then refuse(caller, "a length of 2 or more", shown(length), 3) end
  local lines = { starts = {}, rests = {} }
  for _, cell in ipairs(shape.cells) do
    local rest = {}
    for _, way in ipairs(ways) do
      local cells = ray(shape, cell, way[1], way[2])
      if #cells >= number - 1 then move(cells, 1, number - 1, #rest + 1, rest) end
    end
    if #rest > 0 then lines.starts[#lines.starts + 1], lines.rests[#lines.rests + 1] = cell, rest end
  end
  if number <= 26 then shape.lines[number] = lines end
  return lines
end

--- Every straight line of so many cells, in all directions. Made anew at each call, so a game asks for it once.
---
---     for _, line in ipairs(grid.lines(board, 3)) do … end
---@param board parlor.Board
---@param length integer 2 or more
---@return string[][] lines a new list of new lists
function grid.lines(board, length)
  local lines = lines_for(shape_for(board, "grid.lines"), length, "grid.lines")
  local found, others = {}, length - 1
  for i, cell in ipairs(lines.starts) do
    local rest = lines.rests[i]
    for first = 1, #rest, others do found[#found + 1] = move(rest, first, first + others - 1, 2, { cell }) end
  end
  return found
end

--- The value that fills a whole line of so many cells, and that line; nil if there is none. It looks at all lines:
--- on a large board `grid.run` for the cell just taken is much quicker.
---
---     local winner, line = grid.owner(state.board, 3)
---     if winner then return parlor.win(winner) end
---@param board parlor.Board
---@param length integer 2 or more
---@return any value
---@return string[]? line a new list
function grid.owner(board, length)
  local bank = shapes[board and board.columns]
  local shape = bank and bank[board.rows] or shape_for(board, "grid.owner")
  local lines = shape.lines[length] or lines_for(shape, length, "grid.owner")
  local starts, rests, others = lines.starts, lines.rests, length - 1
  for i = 1, #starts do
    local value = board[starts[i]]
    if value ~= nil then
      local rest = rests[i]
      for first = 1, #rest, others do
        local at, past = first, first + others
        while at < past and board[rest[at]] == value do at = at + 1 end
        if at == past then return value, move(rest, first, past - 1, 2, { starts[i] }) end
      end
    end
  end
end

--- The up to eight cells around a cell, row by row from the top.
---
---     grid.neighbours(board, "a1")   --> { "a2", "b2", "b1" }
---@param board parlor.Board
---@param cell string
---@return string[] cells a new list
function grid.neighbours(board, cell)
  local shape, found = shape_for(board, "grid.neighbours"), {}
  local column, row = shape.column[cell], shape.row[cell]
  if not column then refuse_cell("grid.neighbours", shape, cell) end
  for up = 1, -1, -1 do
    for right = -1, 1 do
      local neighbour = shape.at[column + right] and shape.at[column + right][row + up]
      if neighbour and neighbour ~= cell then found[#found + 1] = neighbour end
    end
  end
  return found
end

---@alias parlor.CellText fun(cell: string, value: any): string|integer|false|nil

---@class parlor.GridOptions
---@field play? false | parlor.CellText the move that a cell plays (default: the cell's name); false: none
---@field tone? parlor.CellText a cell's colour (default: "one" for the value 1, "two" for 2)
---@field describe? parlor.CellText a cell's text alternative
---@field good? string[] cells in the tone "good", such as the winning line
---@field headers? boolean false: no letters and numbers at the edge
---@field label? string the text alternative of the whole board

local scene_options = { play = true, tone = true, describe = true, good = true, headers = true, label = true,
  all = "play, tone, describe, good, headers and label" }

-- What a script gave for a cell, as text; whole numbers read as their digits, false and nil are none.
local function text_of(value, what, cell)
  if type(value) == "number" and tointeger(value) then return ("%d"):format(value) end
  if not value or type(value) == "string" then return value or nil end
  refuse("grid.scene", ("text as the %s of %s"):format(what, cell), shown(value), 3)
end

--- The picture of a board: a grid node. `marks` says what is written on a cell, as a table from value to mark (empty
--- cells stay empty) or as a function of cell and value.
---
---     scene = function(view) return grid.scene(view.board, { "X", "O" }) end
---     grid.scene(view.sea, function(cell, value) return value or ships[cell] and "S" end, { label = "the sea" })
---@param board parlor.Board
---@param marks table<any, string> | parlor.CellText
---@param options? parlor.GridOptions
---@return parlor.Node
function grid.scene(board, marks, options)
  local shape = shape_for(board, "grid.scene")
  local drawn, set = type(marks), options or {}
  if drawn ~= "table" and drawn ~= "function" then refuse("grid.scene", "marks as a table or function", drawn) end
  if type(set) ~= "table" then refuse("grid.scene", "a table of options", shown(set)) end
  for name in pairs(set) do
    if scene_options[name] ~= true then refuse("grid.scene", "the options " .. scene_options.all, shown(name)) end
  end
  for _, name in ipairs { "play", "tone", "describe" } do
    local given = set[name]
    if given and type(given) ~= "function" then refuse("grid.scene", name .. " as a function", shown(given)) end
  end
  local good, cells = {}, {}
  if type(set.good or {}) ~= "table" then refuse("grid.scene", "good as a list of cells", shown(set.good)) end
  for _, cell in ipairs(set.good or {}) do good[cell] = true end
  for i, cell in ipairs(shape.cells) do
    local value = board[cell]
    local mark = drawn == "table" and value ~= nil and marks[value]
    if drawn == "function" then
      mark = marks(cell, value)
    elseif mark == nil then
      refuse("grid.scene", ("a mark for the value %s of %s"):format(shown(value), cell), "nil")
    end
    local play, tone = cell, tones[value]
    if set.play ~= nil then play = set.play and set.play(cell, value) end
    if set.tone then tone = set.tone(cell, value) end
    cells[i] = {
      name = cell,
      mark = text_of(mark, "mark", cell),
      play = text_of(play, "move", cell),
      tone = good[cell] and "good" or text_of(tone, "tone", cell),
      label = set.describe and text_of(set.describe(cell, value), "description", cell),
    }
  end
  local columns, rows = shape.columns, shape.rows
  return { kind = "grid", columns = columns, rows = rows, cells = cells, headers = set.headers, label = set.label }
end

-- In Parlor functions in C stand in front of the ones that games ask most. What is unusual they leave to those above.
if host and host.stand_in then host.stand_in(grid, "parlor.grid") end

return grid
