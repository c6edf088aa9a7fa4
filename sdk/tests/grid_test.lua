-- grid: names, geometry, lines, runs, pictures.
local grid, expect = require "parlor.grid", require "expect"

-- boards
expect.equal(grid.new(7, 6), { columns = 7, rows = 6 })
expect.equal(grid.new(3), { columns = 3, rows = 3 })
expect.equal(math.type(grid.new(3.0).columns), "integer")
expect.refusal("grid.new: expected columns and rows from 1 to 26, got 27 and nil", grid.new, 27)
expect.refusal("grid.new: expected columns and rows from 1 to 26, got 3 and 0", grid.new, 3, 0)
expect.refusal("grid.new: expected columns and rows from 1 to 26, got 2.5 and 3", grid.new, 2.5, 3)
expect.refusal("grid.new: expected columns and rows from 1 to 26, got \"3\" and nil", grid.new, "3")
expect.refusal("got nil and nil", grid.new)

-- names of cells
for column = 1, 26 do
  for row = 1, 26 do
    local cell = grid.cell(column, row)
    expect.equal(cell, string.char(96 + column) .. row)
    expect.equal(grid.column(cell), column)
    expect.equal(grid.row(cell), row)
  end
end
expect.equal(grid.cell(2.0, 3.0), "b3")
expect.refusal("grid.cell: expected a column and a row from 1 to 26, got 27 and 1", grid.cell, 27, 1)
expect.refusal("grid.cell: expected a column and a row from 1 to 26, got 1 and 27", grid.cell, 1, 27)
expect.refusal("got 0 and 1", grid.cell, 0, 1)
expect.refusal("got nil and nil", grid.cell)
expect.refusal("got \"b2\" and nil", grid.cell, "b2")
for _, wrong in ipairs { "", "b", "b0", "b01", "b27", "b100", "B2", "2b", "b2 ", "é1", 5, {}, true } do
  expect.refusal("grid.column: expected the name of a cell, such as b3", grid.column, wrong)
  expect.refusal("grid.row: expected the name of a cell, such as b3", grid.row, wrong)
end
expect.refusal("grid.row: expected the name of a cell, such as b3, got nil", grid.row, nil)

-- lists of cells: by rows from the top, new at each call
local board = grid.new(3, 2)
expect.equal(grid.cells(board), { "a2", "b2", "c2", "a1", "b1", "c1" })
grid.cells(board)[1] = "spoilt"
expect.equal(grid.cells(board)[1], "a2")
board.b2, board.a1 = 1, false
expect.equal(grid.empty(board), { "a2", "c2", "b1", "c1" })
expect.equal(#grid.empty(grid.new(26)), 676)
expect.equal(grid.count(board, 1), 1)
expect.equal(grid.count(board, false), 1)
expect.equal(grid.count(board, "x"), 0)
expect.refusal("grid.count: expected a value", grid.count, board)
expect.equal(grid.full(board), false)
for _, cell in ipairs(grid.empty(board)) do board[cell] = 2 end
expect.equal(grid.full(board), true)
expect.equal(grid.empty(board), {})

-- steps and neighbours
board = grid.new(3, 2)
expect.equal(grid.step(board, "b1", 1, 1), "c2")
expect.equal(grid.step(board, "b1", 0, 0), "b1")
for _, way in ipairs { { 2, 0 }, { -2, 0 }, { 0, -1 }, { 0, 2 }, { 99, 99 }, { 0.5, 0 } } do
  expect.equal(grid.step(board, "b1", way[1], way[2]), nil)
end
expect.refusal("grid.step: expected a cell of the board, a1 to c2, got \"d1\"", grid.step, board, "d1", 1, 0)
expect.refusal("grid.step: expected a cell of the board, a1 to c2, got nil", grid.step, board, nil, 1, 0)
expect.refusal("grid.step: expected steps to the right and up as numbers, got 1 and nil", grid.step, board, "a1", 1)
expect.equal(grid.neighbours(board, "a1"), { "a2", "b2", "b1" })
expect.equal(grid.neighbours(grid.new(3), "b2"), { "a3", "b3", "c3", "a2", "c2", "a1", "b1", "c1" })
expect.equal(grid.neighbours(grid.new(1), "a1"), {})
expect.refusal("grid.neighbours: expected a cell of the board, a1 to c2, got \"a3\"", grid.neighbours, board, "a3")

-- lines and owners, compared with a separate count on small boards
local function lines_by_hand(columns, rows, length)
  local count = 0
  if columns >= length then count = count + (columns - length + 1) * rows end
  if rows >= length then count = count + (rows - length + 1) * columns end
  if columns >= length and rows >= length then count = count + 2 * (columns - length + 1) * (rows - length + 1) end
  return count
end
for columns = 1, 7 do
  for rows = 1, 7 do
    for length = 2, 8 do
      local size = grid.new(columns, rows)
      local lines, seen = grid.lines(size, length), {}
      expect.equal(#lines, lines_by_hand(columns, rows, length))
      for _, line in ipairs(lines) do
        expect.equal(#line, length)
        local right = grid.column(line[2]) - grid.column(line[1])
        local up = grid.row(line[2]) - grid.row(line[1])
        for i = 2, length do expect.equal(grid.step(size, line[i - 1], right, up), line[i]) end
        local name = table.concat(line, " ")
        assert(not seen[name], "a line twice: " .. name)
        seen[name] = true
        local filled = grid.new(columns, rows)
        for _, cell in ipairs(line) do filled[cell] = "x" end
        local owner, found = grid.owner(filled, length)
        expect.equal(owner, "x")
        expect.equal(found, line)
        for _, cell in ipairs(line) do expect.equal(grid.run(filled, cell), length) end
        filled[line[length]] = "y"
        expect.equal(grid.owner(filled, length), nil)
      end
      expect.equal(grid.owner(size, length), nil)
    end
  end
end
grid.lines(grid.new(3), 3)[1][1] = "spoilt"
expect.equal(grid.lines(grid.new(3), 3)[1][1], "a3")
local three = grid.new(3)
three.a1, three.b2, three.c3 = 1, 1, 1
local _, line = grid.owner(three, 3)
line[1] = "spoilt"
expect.equal(select(2, grid.owner(three, 3)), { "a1", "b2", "c3" })
expect.equal(grid.owner(three, 100), nil)
for _, call in ipairs { grid.lines, grid.owner } do
  expect.refusal("expected a length of 2 or more, got nil", call, three)
  expect.refusal("expected a length of 2 or more, got 1", call, three, 1)
  expect.refusal("expected a length of 2 or more, got 2.5", call, three, 2.5)
end

-- runs
board = grid.new(7, 6)
for _, cell in ipairs { "a1", "b1", "c1", "e1", "b2", "c3", "d4" } do board[cell] = 1 end
expect.equal(grid.run(board, "b1"), 3)
expect.equal(grid.run(board, "e1"), 1)
expect.equal(grid.run(board, "a1"), 4)
expect.equal(grid.run(board, "d1"), 0)
board.d1 = 1
expect.equal(grid.run(board, "d1"), 5)
expect.refusal("grid.run: expected a cell of the board, a1 to g6, got \"h1\"", grid.run, board, "h1")
expect.refusal("grid.run: expected a cell of the board, a1 to g6, got nil", grid.run, board)

-- what is not a board
for name, call in pairs(grid) do
  if name ~= "new" and name ~= "cell" and name ~= "column" and name ~= "row" then
    local prefix = "grid." .. name .. ": expected a board"
    expect.refusal(prefix .. " (from grid.new), got nil", call, nil, "a1", 1, 1)
    expect.refusal(prefix .. " with columns and rows from 1 to 26, got columns = nil", call, {}, "a1", 1, 1)
    expect.refusal("columns = 3 and rows = 27", call, { columns = 3, rows = 27 }, "a1", 1, 1)
    expect.refusal(prefix .. " (from grid.new), got \"b2\"", call, "b2", "a1", 1, 1)
  end
end

-- pictures
board = grid.new(2)
board.a1, board.b2 = 1, 2
expect.equal(grid.scene(board, { "X", "O" }), {
  kind = "grid", columns = 2, rows = 2,
  cells = {
    { name = "a2", play = "a2" }, { name = "b2", mark = "O", play = "b2", tone = "two" },
    { name = "a1", mark = "X", play = "a1", tone = "one" }, { name = "b1", play = "b1" },
  },
})
local drawn = grid.scene(board, function(cell, value) return value or cell == "a2" and "?" end, {
  play = grid.column,
  tone = function(_, value) return value and "bad" end,
  describe = function(cell) return "cell " .. cell end,
  good = { "a1" },
  headers = false,
  label = "a board",
})
expect.equal(drawn, {
  kind = "grid", columns = 2, rows = 2, headers = false, label = "a board",
  cells = {
    { name = "a2", mark = "?", play = "1", label = "cell a2" },
    { name = "b2", mark = "2", play = "2", tone = "bad", label = "cell b2" },
    { name = "a1", mark = "1", play = "1", tone = "bad", good = true, label = "cell a1" },
    { name = "b1", play = "2", label = "cell b1" },
  },
})
expect.equal(grid.scene(board, { "X", "O" }, { play = false }).cells[1], { name = "a2" })
expect.refusal("grid.scene: expected a mark for the value 2 of b2, got nil", grid.scene, board, { "X" })
expect.refusal("grid.scene: expected marks as a table or function, got nil", grid.scene, board)
expect.refusal("grid.scene: expected a table of options, got \"b2\"", grid.scene, board, {}, "b2")
expect.refusal("grid.scene: expected play as a function, got \"a1\"", grid.scene, board, { "X", "O" }, { play = "a1" })
expect.refusal("grid.scene: expected text as the mark of b2, got a table", grid.scene, board, { "X", {} })
expect.refusal("grid.scene: expected good as a list of cells", grid.scene, board, { "X", "O" }, { good = "a1" })

-- pieces, styles, and explicit `live` and `last`
local sea = grid.scene(board, nil, { style = "sea", piece = { "hit", "splash" }, last = "b2", live = false })
expect.equal(sea, {
  kind = "grid", columns = 2, rows = 2, style = "sea",
  cells = {
    { name = "a2", play = "a2", live = false, last = false },
    { name = "b2", piece = "splash", play = "b2", tone = "two", live = false, last = true },
    { name = "a1", piece = "hit", play = "a1", tone = "one", live = false, last = false },
    { name = "b1", play = "b1", live = false, last = false },
  },
})
expect.equal(grid.scene(board, { "X", "O" }, { piece = "disc" }).cells[3],
  { name = "a1", mark = "X", piece = "disc", play = "a1", tone = "one" })
local function under(cell, value) return value == nil and "die " .. grid.row(cell) end
expect.equal(grid.scene(board, nil, { piece = under, live = function(_, value) return value == nil end }).cells[4],
  { name = "b1", piece = "die 1", play = "b1", live = true })
expect.equal(grid.scene(board, { [2] = "O" }, { piece = { "disc" } }).cells[3].piece, "disc")
expect.equal(grid.scene(board, { "X", "O" }, { last = false }).cells[1].last, false)
expect.refusal("grid.scene: expected piece as a name, a table or a function, got 3", grid.scene, board, nil, { piece = 3 })
expect.refusal("grid.scene: expected live as a boolean or a function, got 1", grid.scene, board, { "X", "O" }, { live = 1 })
expect.refusal("grid.scene: expected last as the name of a cell, or false, got 1", grid.scene, board, { "X", "O" }, { last = 1 })
expect.refusal("grid.scene: expected text as the piece of b2, got a table", grid.scene, board, nil, { piece = { "disc", {} } })
expect.refusal("grid.scene: expected a mark for the value 2 of b2, got nil", grid.scene, board, { "X" }, { piece = { "disc" } })

-- A board with a metatable can't find out whether a board of this size was used before.
local function reads_of(call, columns, rows)
  local keys = {}
  call(setmetatable({}, { __index = function(_, key)
    keys[#keys + 1] = key
    return key == "columns" and columns or key == "rows" and rows or nil
  end }))
  return table.concat(keys, " ")
end
for number, call in ipairs {
  grid.cells, grid.empty, grid.full, function(b) grid.step(b, "a1", 1, 0) end, function(b) grid.count(b, 1) end,
  function(b) grid.run(b, "a1") end, function(b) grid.lines(b, 3) end, function(b) grid.owner(b, 3) end,
  function(b) grid.neighbours(b, "a1") end, function(b) grid.scene(b, {}) end,
} do
  local cold = reads_of(call, 20, 5 + number)
  expect.equal(reads_of(call, 20, 5 + number), cold)
end
