-- scene: every node and shape, and invalid values.
local scene, expect = require "parlor.scene", require "expect"

expect.equal(scene.text "hello", { kind = "text", text = "hello" })
expect.equal(scene.text(12, "quiet"), { kind = "text", text = "12", style = "quiet" })
expect.equal(scene.title "Nim", { kind = "text", text = "Nim", style = "title" })
expect.refusal("scene.text: expected the text as a string, got nil", scene.text)
expect.refusal("scene.text: expected the text as a string, got 1.5", scene.text, 1.5)
expect.refusal("scene.text: expected the style \"title\" or \"quiet\", got \"loud\"", scene.text, "a", "loud")
expect.refusal("scene.title: expected the text as a string, got a table", scene.title, {})

-- lists of nodes, with gaps
local hello = scene.text "hello"
expect.equal(scene.stack { hello, hello }, { kind = "stack", nodes = { hello, hello } })
expect.equal(scene.stack { false, nil, hello, nil, hello }, { kind = "stack", nodes = { hello, hello } })
expect.equal(scene.stack {}, { kind = "stack", nodes = {} })
expect.equal(scene.row { hello }, { kind = "stack", nodes = { hello }, across = true })
expect.refusal("scene.stack: expected a list of nodes, got nil", scene.stack)
expect.refusal("scene.stack: expected a list of nodes, such as { node }, got a single node", scene.stack, hello)
expect.refusal("scene.stack: expected a list of nodes, got a table with the key \"text\"", scene.stack, { text = "a" })
for _, key in ipairs { 0, -1, 1.5, 4097, math.maxinteger } do
  expect.refusal("expected a list of nodes, got a table with the key " .. key, scene.row, { [key] = hello })
end
expect.refusal("expected a node (such as scene.text \"hello\") at place 2, got \"a\"", scene.row, { hello, "a" })
expect.refusal("at place 1, got a table", scene.stack, { {} })

expect.equal(scene.button("Take one", 1), { kind = "button", label = "Take one", play = "1" })
expect.refusal("scene.button: expected the label as a string, got nil", scene.button)
expect.refusal("scene.button: expected the move as a string, got nil", scene.button, "Take one")

expect.equal(scene.cards { "as", "td", "??" }, { kind = "cards", cards = { "as", "td", "??" } })
expect.equal(scene.cards({ "as", "2c" }, { "as", false }, "hand"), {
  kind = "cards", cards = { "as", "2c" }, play = { "as", "" }, label = "hand",
})
expect.refusal("scene.cards: expected a list of cards, got \"as\"", scene.cards, "as")
expect.refusal("expected a card such as \"as\" or \"??\" at place 2, got \"1s\"", scene.cards, { "as", "1s" })
expect.refusal("scene.cards: expected a list of moves, got \"as\"", scene.cards, { "as" }, "as")

expect.equal(scene.image("knight.png", "a knight"), { kind = "image", asset = "knight.png", label = "a knight" })
expect.refusal("scene.image: expected the label as a string, got nil", scene.image, "knight.png")

-- drawings
expect.equal(scene.line(0, 1, 2, 3, { tone = "bad" }), { shape = "line", x1 = 0, y1 = 1, x2 = 2, y2 = 3, tone = "bad" })
expect.equal(scene.rect(0, 1, 2, 3, { filled = true }), {
  shape = "rect", x = 0, y = 1, width = 2, height = 3, filled = true,
})
expect.equal(scene.circle(0, 1, 2.5), { shape = "circle", x = 0, y = 1, radius = 2.5 })
expect.equal(scene.words(0, 1, "N"), { shape = "text", x = 0, y = 1, text = "N" })
expect.equal(scene.polygon { 0, 1, 2, 3, 4, 5 }, { shape = "polygon", points = { 0, 1, 2, 3, 4, 5 } })
expect.refusal("scene.line: expected y2 as a number, got nil", scene.line, 0, 1, 2)
expect.refusal("scene.circle: expected radius as a number, got \"2\"", scene.circle, 0, 1, "2")
expect.refusal("scene.rect: expected width as a number, got", scene.rect, 0, 1, 0 / 0, 3)
expect.refusal("scene.rect: expected a table of options, got \"bad\"", scene.rect, 0, 1, 2, 3, "bad")
expect.refusal("scene.words: expected the text as a string, got nil", scene.words, 0, 1)
expect.refusal("scene.polygon: expected x and y of three corners or more, got 4 numbers", scene.polygon, { 0, 1, 2, 3 })
expect.refusal("expected x and y of three corners or more, got 7 numbers", scene.polygon, { 0, 1, 2, 3, 4, 5, 6 })
expect.refusal("scene.polygon: expected number 6 of the points as a number", scene.polygon, { 0, 1, 2, 3, 4, "5" })
expect.equal(scene.canvas(60, 20, { scene.circle(10, 10, 8) }, "a ring"), {
  kind = "canvas", width = 60, height = 20, shapes = { scene.circle(10, 10, 8) }, label = "a ring",
})
expect.refusal("scene.canvas: expected a list of shapes, got nil", scene.canvas, 60, 20)
expect.refusal("scene.canvas: expected the label as a string, got nil", scene.canvas, 60, 20, {})
expect.refusal("expected a shape (such as scene.circle(5, 5, 3)) at place 1", scene.canvas, 6, 2, { {} }, "a")
expect.refusal("scene.canvas: expected the width as a number, got \"60\"", scene.canvas, "60", 20, {}, "a")

-- pieces, scores, fields, hands
expect.equal(scene.button("Rock", "rock", "rock"), { kind = "button", label = "Rock", play = "rock", piece = "rock" })
expect.equal(scene.piece("die 3"), { kind = "piece", piece = "die 3" })
expect.equal(scene.piece("chip", { mark = 25, tone = "two", label = "Bob's", play = 1 }), {
  kind = "piece", piece = "chip", mark = "25", tone = "two", label = "Bob's", play = "1",
})
expect.refusal("scene.piece: expected the piece as a string, got nil", scene.piece)
expect.refusal("scene.piece: expected a table of options, got \"two\"", scene.piece, "disc", "two")
expect.equal(scene.score { { name = "Ann", value = 3, tone = "one" } }, {
  kind = "score", entries = { { name = "Ann", value = "3", tone = "one" } },
})
expect.refusal("scene.score: expected a list of entries, got nil", scene.score)
expect.refusal("scene.score: expected the value at place 1 as a string, got nil", scene.score, { { name = "Ann" } })
expect.equal(scene.input("ask", "Is it alive?"), { kind = "input", move = "ask", hint = "Is it alive?" })
expect.refusal("scene.input: expected the move as a string, got nil", scene.input)
expect.equal(scene.fan(2, nil, "Ann's"), { kind = "cards", cards = { "??", "??" }, fan = true, label = "Ann's" })
expect.equal(scene.fan({ "as" }, { "as" }), { kind = "cards", cards = { "as" }, play = { "as" }, fan = true })
expect.refusal("scene.fan: expected a list of cards or their number, got -1", scene.fan, -1)
expect.refusal("scene.fan: expected a list of cards or their number, got 5000", scene.fan, 5000)
expect.equal(scene.felt { scene.text "a" }, { kind = "stack", nodes = { scene.text "a" }, felt = true })
expect.equal(scene.circle(1, 2, 3, { play = "b2" }), { shape = "circle", x = 1, y = 2, radius = 3, play = "b2" })
