--- Boards. A board is a plain table, so a state can contain it. It has the keys `columns` and `rows`, and one key for
--- every cell that isn't empty: the name of the cell. Cells have names as on a chess board. Letters name the columns,
--- from the left, and numbers name the rows, from the bottom:
---
---     3  a3 b3 c3        local board = grid.new(3, 3)
---     2  a2 b2 c2        board.b2 = 1              -- put something on a cell
---     1  a1 b1 c1        board.b2 = nil            -- empty it again
---        a  b  c         board[grid.cell(2, 2)]    -- a cell by its numbers: column 2, row 2
---
--- A list of cells goes row by row from the top, as people read: a3 b3 c3 a2 b2 c2 a1 b1 c1.

---@class parlor.Board
---@field columns integer 1 to 26
---@field rows integer 1 to 26
---@field [string] any the value of the cell with this name; nil if the cell is empty

local grid = {}
local error, ipairs, type, tostring, tointeger = error, ipairs, type, tostring, math.tointeger
local char, byte, match, move = string.char, string.byte, string.match, table.move

-- shapes[columns][rows] is the geometry of the boards of this size, made when the first such board is used. Scripts get
-- only copies of the tables in it.
local shapes = {}
local names, row_of = {}, {} -- names[column][row] and row_of[cell]; filled on first use
for column = 1, 26 do names[column] = {} end

-- Returns a whole number from 1 to 26 as an integer, and nil for any other value.
local function side(value)
  local whole = type(value) == "number" and tointeger(value)
  return whole and whole >= 1 and whole <= 26 and whole or nil
end

local function name_of(column, row)
  names[column][row] = names[column][row] or char(96 + column) .. row
  return names[column][row]
end

-- Returns a value as errors show it: short, and without an address.
local function shown(value)
  local kind = type(value)
  if kind == "string" then return ("%q"):format(#value > 20 and value:sub(1, 20) .. "..." or value) end
  if kind == "table" or kind == "function" then return "a " .. kind end
  return tostring(value)
end

-- Raises an error of the public function `caller` that names the line which called it. `level` is the stack level of
-- that line, counted from the caller of `refuse`: 2 in a public function, 3 in a helper.
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

-- Returns the shape of a board, or raises an error for a value that isn't a board. Reads the sides of the board exactly
-- once: otherwise a board with a metatable could find out whether a board of this size was used before.
local function shape_for(board, caller)
  if type(board) ~= "table" then refuse(caller, "a board (from grid.new)", shown(board), 3) end
  local given, high = board.columns, board.rows
  local bank = shapes[given]
  local shape = bank and bank[high]
  if shape then return shape end
  local columns, rows = side(given), side(high)
  if not (columns and rows) then
    local got = ("columns = %s and rows = %s"):format(shown(given), shown(high))
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
---@param rows? integer 1 to 26; by default the number of columns
---@return parlor.Board
function grid.new(columns, rows)
  local width, height = side(columns), side(rows == nil and columns or rows)
  if not (width and height) then
    refuse("grid.new", "columns and rows from 1 to 26", shown(columns) .. " and " .. shown(rows))
  end
  return { columns = width, rows = height }
end

--- The name of a cell. This function gets no board, so it can't check that a board has such a cell; `grid.step` can.
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

-- Returns the row in the name of a cell, or raises an error for any other value.
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

--- The cell `right` columns to the right of a cell and `up` rows above it, or nil if that is outside of the board.
---
---     grid.step(board, "b2", -1, 1)   --> "a3"
---     grid.step(board, "a1", -1, 0)   --> nil
---@param board parlor.Board
---@param cell string
---@param right integer the number of columns; negative: to the left
---@param up integer the number of rows; negative: down
---@return string? cell
function grid.step(board, cell, right, up)
  local shape = shape_for(board, "grid.step")
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

--- The empty cells, row by row from the top. A move that puts a piece on a cell usually has these `choices`.
---
---     choices = function(state) return grid.empty(state.board) end,
---@param board parlor.Board
---@return string[] cells a new list
function grid.empty(board)
  local shape = shape_for(board, "grid.empty")
  local cells = shape.cells
  -- The list begins with room for eight cells, because growing it cell by cell would cost more than the search.
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
  local shape = shape_for(board, "grid.full")
  local cells = shape.cells
  for i = 1, #cells do if board[cells[i]] == nil then return false end end
  return true
end

--- The number of cells with a value.
---
---     local stones = grid.count(state.board, seat)
---@param board parlor.Board
---@param value any any value but nil; to count the empty cells, use `#grid.empty(board)`
---@return integer
function grid.count(board, value)
  local cells, count = shape_for(board, "grid.count").cells, 0
  if value == nil then refuse("grid.count", "a value (#grid.empty(board) counts empty cells)", "nil") end
  for i = 1, #cells do if board[cells[i]] == value then count = count + 1 end end
  return count
end

-- four of the eight directions, as steps to the right and up; the other four are their opposites
local ways = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } }

-- Returns the cells from a cell to the edge in one direction, without the cell itself, the nearest first.
local function ray(shape, cell, right, up)
  local column, row, found = shape.column[cell] + right, shape.row[cell] + up, {}
  while shape.at[column] and shape.at[column][row] do
    found[#found + 1] = shape.at[column][row]
    column, row = column + right, row + up
  end
  return found
end

-- Returns the eight rays of a cell: for each of the four `ways`, the ray in this direction and then the opposite ray.
local function rays_from(shape, cell)
  local rays = {}
  for i, way in ipairs(ways) do
    rays[2 * i - 1], rays[2 * i] = ray(shape, cell, way[1], way[2]), ray(shape, cell, -way[1], -way[2])
  end
  shape.rays[cell] = rays
  return rays
end

--- The length of the longest run of equal values through a cell, in any direction; 0 for an empty cell. If a row of
--- pieces wins your game, call it for the cell that was just taken.
---
---     state.board[cell] = seat
---     if grid.run(state.board, cell) >= 4 then state.winner = seat end
---@param board parlor.Board
---@param cell string
---@return integer
function grid.run(board, cell)
  local shape = shape_for(board, "grid.run")
  if not shape.column[cell] then refuse_cell("grid.run", shape, cell) end
  local rays, value, longest = shape.rays[cell] or rays_from(shape, cell), board[cell], 1
  if value == nil then return 0 end
  for i = 1, 8, 2 do
    local ahead, back, there, here = rays[i], rays[i + 1], 1, 1
    while board[ahead[there]] == value do there = there + 1 end -- ends at the edge, because board[nil] is nil
    while board[back[here]] == value do here = here + 1 end
    if there + here > longest + 1 then longest = there + here - 1 end
  end
  return longest
end

-- Returns the lines of a length, grouped by the cell at which they start. starts[i] is such a cell. rests[i] has the
-- other `length - 1` cells of each line from this cell, one line after the other.
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

--- All straight lines of `length` cells, in all directions. Each call makes a new list, so call it once.
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

--- The value that fills a whole line of `length` cells, and this line; nil if there is no such line. It looks at all
--- lines. On a large board, it is much quicker to call `grid.run` for the cell that was just taken.
---
---     local winner, line = grid.owner(state.board, 3)
---     if winner then return parlor.win(winner) end
---@param board parlor.Board
---@param length integer 2 or more
---@return any value
---@return string[]? line a new list
function grid.owner(board, length)
  local shape = shape_for(board, "grid.owner")
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

--- The cells around a cell, at most eight, row by row from the top.
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

--- The picture of a board: a grid node. `marks` gives the text on each cell. It is a table from values to texts, or a
--- function of cell and value. With a table, empty cells get no text. If the pieces suffice, `marks` may be nil.
---
---     scene = function(view) return grid.scene(view.board, { "X", "O" }) end
---     grid.scene(view.sea, function(cell, value) return value or ships[cell] and "S" end, { label = "the sea" })
---     grid.scene(view.board, nil, { style = "blue", piece = "disc" })
---@type fun(board: parlor.Board, marks?: table<any, string> | parlor.CellText, options?: parlor.GridOptions): parlor.Node
grid.scene = require "parlor.boards"(shape_for)

-- In Parlor, C functions replace the functions that games call most. In unusual cases, they call the functions above.
if host and host.stand_in then host.stand_in(grid, "parlor.grid") end

return grid
