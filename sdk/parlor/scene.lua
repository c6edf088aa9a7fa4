--- Scenes: drawings as data. Parlor shows the same tree in a terminal, as a picture, or as words.
---
--- Each function makes one node, a plain table. You may set two more fields in any node: `label`, its text for people
--- who can't see it, and `play`, the text of the move that it plays when tapped.
---
---     local scene = require "parlor.scene"
---     return scene.stack { scene.title "Nim", scene.text("3 left"), scene.button("Take one", "1") }

---@alias parlor.Tone "one" | "two" | "good" | "bad" | "quiet"
---@alias parlor.TextStyle "title" | "quiet"

---@class parlor.Node
---@field kind string
---@field label? string
---@field play? string

---@class parlor.Shape
---@field shape string
---@field tone? parlor.Tone
---@field filled? boolean
---@field play? string

local scene = {}
local error, ipairs, pairs, type, tostring, tointeger = error, ipairs, pairs, type, tostring, math.tointeger

-- Raises an error of the public function `caller` that names the line which called it. `level` is the stack level of
-- that line, counted from the caller of `refuse`: 2 in a public function, 3 in a helper.
local function refuse(caller, expected, got, level)
  error(("%s: expected %s, got %s"):format(caller, expected, got), (level or 2) + 1)
end

-- Returns a value as errors show it: short, and without an address.
local function shown(value)
  local kind = type(value)
  if kind == "string" then return ("%q"):format(#value > 20 and value:sub(1, 20) .. "..." or value) end
  if kind == "table" or kind == "function" then return "a " .. kind end
  return tostring(value)
end

-- Returns a string unchanged, and a whole number as its digits. Raises an error for any other value; `what` names the
-- argument in the error.
local function text_of(value, caller, what)
  if type(value) == "string" then return value end
  if type(value) == "number" and tointeger(value) then return ("%d"):format(value) end
  refuse(caller, what .. " as a string", shown(value), 3)
end

local function number_of(value, caller, what)
  if type(value) == "number" and value == value then return value end
  refuse(caller, what .. " as a number", shown(value), 3)
end

--- A text. If it is too long for one line, it is wrapped.
---
---     scene.text("Two ships are left.")
---     scene.text("Nobody has moved yet.", "quiet")
---@param text string | integer
---@param style? parlor.TextStyle
---@return parlor.Node
function scene.text(text, style)
  if style ~= nil and style ~= "title" and style ~= "quiet" then
    refuse("scene.text", "the style \"title\" or \"quiet\"", shown(style))
  end
  return { kind = "text", text = text_of(text, "scene.text", "the text"), style = style }
end

--- A line of text that stands out.
---
---     scene.title "The dealer wins"
---@param text string | integer
---@return parlor.Node
function scene.title(text)
  return { kind = "text", text = text_of(text, "scene.title", "the text"), style = "title" }
end

local most = 4096 -- the most nodes of a scene

-- Returns the nodes of a list in order, without places that are nil or false. So a list may contain
-- `condition and node`.
local function nodes_of(nodes, caller)
  if type(nodes) ~= "table" then refuse(caller, "a list of nodes", shown(nodes), 3) end
  if nodes.kind ~= nil then refuse(caller, "a list of nodes, such as { node }", "a single node", 3) end
  local last, list = 0, {}
  for place in pairs(nodes) do
    local number = type(place) == "number" and tointeger(place)
    if not number or number < 1 or number > most then
      refuse(caller, "a list of nodes", "a table with the key " .. shown(place), 3)
    end
    if number > last then last = number end
  end
  for place = 1, last do
    local node = nodes[place]
    if node and (type(node) ~= "table" or type(node.kind) ~= "string") then
      refuse(caller, "a node (such as scene.text \"hello\") at place " .. place, shown(node), 3)
    end
    if node then list[#list + 1] = node end
  end
  return list
end

--- Nodes below each other. Places in the list that are nil or false are left out.
---
---     scene.stack { scene.title "Dice", rolled and scene.text(rolled), scene.button("Roll", "roll") }
---@param nodes (parlor.Node | false | nil)[]
---@return parlor.Node
function scene.stack(nodes)
  return { kind = "stack", nodes = nodes_of(nodes, "scene.stack") }
end

--- Nodes side by side. Nodes that don't fit go to the next line. Places in the list that are nil or false are left out.
---
---     scene.row { scene.button("Yes", "yes"), scene.button("No", "no") }
---@param nodes (parlor.Node | false | nil)[]
---@return parlor.Node
function scene.row(nodes)
  return { kind = "stack", nodes = nodes_of(nodes, "scene.row"), across = true }
end

--- Nodes below each other on the cloth of a card table. Places in the list that are nil or false are left out.
---
---     scene.felt { scene.text "Dealer: 17", scene.cards { "td", "7s" } }
---@param nodes (parlor.Node | false | nil)[]
---@return parlor.Node
function scene.felt(nodes)
  return { kind = "stack", nodes = nodes_of(nodes, "scene.felt"), felt = true }
end

--- A button that plays a move. A player can press it only while that move is legal.
---
---     scene.button("Take a card", "hit")
---     scene.button("Rock", "rock", "rock")   -- with a picture of a fist
---@param label string | integer
---@param play string | integer the text of the move
---@param piece? parlor.Piece a piece to draw on the button
---@return parlor.Node
function scene.button(label, play, piece)
  return {
    kind = "button",
    label = text_of(label, "scene.button", "the label"),
    play = text_of(play, "scene.button", "the move"),
    piece = piece and text_of(piece, "scene.button", "the piece"),
  }
end

---@class parlor.PieceOptions
---@field tone? parlor.Tone the colour of the side that owns the piece
---@field mark? string | integer the text on a tile or chip
---@field label? string a text for people who can't see the piece; by default Parlor's word for it
---@field play? string | integer the text of the move that the piece plays when tapped

--- One piece by itself, large.
---
---     scene.piece("scissors", { tone = "two" })
---     scene.row { scene.piece("die 3"), scene.piece("die 5") }
---@param piece parlor.Piece
---@param options? parlor.PieceOptions
---@return parlor.Node
function scene.piece(piece, options)
  if options ~= nil and type(options) ~= "table" then refuse("scene.piece", "a table of options", shown(options)) end
  local set = options or {}
  return {
    kind = "piece", piece = text_of(piece, "scene.piece", "the piece"), tone = set.tone, label = set.label,
    mark = set.mark and text_of(set.mark, "scene.piece", "the mark"),
    play = set.play and text_of(set.play, "scene.piece", "the move"),
  }
end

---@class parlor.ScoreEntry
---@field name string | integer the name of the side
---@field value string | integer the score of the side
---@field tone? parlor.Tone

--- The score of the match on one line: a name and a number for each side.
---
---     scene.score { { name = "Seat 1", value = 3, tone = "one" }, { name = "Seat 2", value = 5, tone = "two" } }
---@param entries parlor.ScoreEntry[]
---@return parlor.Node
function scene.score(entries)
  if type(entries) ~= "table" then refuse("scene.score", "a list of entries", shown(entries)) end
  local list = {}
  for place, entry in ipairs(entries) do
    if type(entry) ~= "table" then refuse("scene.score", "a table with name and value at place " .. place, shown(entry)) end
    list[place] = {
      name = text_of(entry.name, "scene.score", "the name at place " .. place),
      value = text_of(entry.value, "scene.score", "the value at place " .. place),
      tone = entry.tone,
    }
  end
  return { kind = "score", entries = list }
end

--- A field in which a player types the argument of a move, for a move whose arguments can't be listed.
---
---     scene.input("ask", "Is it alive?")
---@param move string the name of the move
---@param hint? string | integer a hint that says what to type
---@param label? string
---@return parlor.Node
function scene.input(move, hint, label)
  return {
    kind = "input", move = text_of(move, "scene.input", "the move"), label = label,
    hint = hint and text_of(hint, "scene.input", "the hint"),
  }
end

--- Cards in a row. Cards have the names of `parlor.cards`; "??" is a card that lies face down.
---
---     scene.cards { "as", "td", "??" }
---     scene.cards(view.hand, view.hand)   -- each card plays the move whose text is the card's name
---@param cards string[]
---@param play? (string | integer | false)[] for each card, in order, the text of the move that it plays, or false
---@param label? string
---@return parlor.Node
function scene.cards(cards, play, label)
  if type(cards) ~= "table" then refuse("scene.cards", "a list of cards", shown(cards)) end
  if play ~= nil and type(play) ~= "table" then refuse("scene.cards", "a list of moves", shown(play)) end
  local list, plays = {}, play and {}
  for place, card in ipairs(cards) do
    if card ~= "??" and (type(card) ~= "string" or not card:find("^[a2-9tjqk][shdc]$")) then
      refuse("scene.cards", "a card such as \"as\" or \"??\" at place " .. place, shown(card))
    end
    list[place] = card
    if plays and play then plays[place] = text_of(play[place] or "", "scene.cards", "move " .. place) end
  end
  return { kind = "cards", cards = list, play = plays, label = label }
end

--- Cards that overlap, as in a hand. If `cards` is a number, that many cards are shown face down.
---
---     scene.fan(7, nil, "Ann's hand")
---     scene.fan(view.hand, view.hand)
---@param cards string[] | integer
---@param play? (string | integer | false)[] as in `scene.cards`
---@param label? string
---@return parlor.Node
function scene.fan(cards, play, label)
  local count = type(cards) == "number" and tointeger(cards)
  if type(cards) == "number" and not (count and count >= 0 and count <= most) then
    refuse("scene.fan", "a list of cards or their number", shown(cards))
  end
  local list = cards
  if count then
    list = {}
    for place = 1, count do list[place] = "??" end
  end
  local node = scene.cards(list, play, label)
  node.fan = true
  return node
end

--- A picture from the game's `assets` folder. `label` describes the picture in words.
---
---     scene.image("pieces/knight.png", "a knight")
---@param asset string the path of the file inside `assets`, with / between folders
---@param label string
---@return parlor.Node
function scene.image(asset, label)
  return {
    kind = "image",
    asset = text_of(asset, "scene.image", "the asset"),
    label = text_of(label, "scene.image", "the label"),
  }
end

--- A drawing of shapes. `label` describes the drawing in words. The point (0, 0) is the top left corner.
---
---     scene.canvas(60, 20, { scene.circle(10, 10, 8), scene.line(20, 10, 50, 10) }, "a key")
---@param width number
---@param height number
---@param shapes parlor.Shape[] drawn in this order
---@param label string
---@return parlor.Node
function scene.canvas(width, height, shapes, label)
  local list = {}
  if type(shapes) ~= "table" then refuse("scene.canvas", "a list of shapes", shown(shapes)) end
  for place, shape in ipairs(shapes) do
    if type(shape) ~= "table" or type(shape.shape) ~= "string" then
      refuse("scene.canvas", "a shape (such as scene.circle(5, 5, 3)) at place " .. place, shown(shape))
    end
    list[place] = shape
  end
  return {
    kind = "canvas",
    width = number_of(width, "scene.canvas", "the width"),
    height = number_of(height, "scene.canvas", "the height"),
    shapes = list,
    label = text_of(label, "scene.canvas", "the label"),
  }
end

---@class parlor.ShapeOptions
---@field tone? parlor.Tone
---@field filled? boolean
---@field play? string the move that the shape plays when it is tapped

-- Returns a shape of a kind, with these values in these fields, and with the options that all shapes have.
local function shape_of(kind, fields, values, options)
  local caller, shape = "scene." .. kind, { shape = kind }
  for i, field in ipairs(fields) do
    local value = values[i]
    if type(value) ~= "number" or value ~= value then refuse(caller, field .. " as a number", shown(value), 3) end
    shape[field] = value
  end
  if options ~= nil and type(options) ~= "table" then refuse(caller, "a table of options", shown(options), 3) end
  if options then shape.tone, shape.filled, shape.play = options.tone, options.filled, options.play end
  return shape
end

--- A straight line on a canvas.
---
---     scene.line(0, 0, 10, 10, { tone = "bad" })
---@param x1 number
---@param y1 number
---@param x2 number
---@param y2 number
---@param options? parlor.ShapeOptions
---@return parlor.Shape
function scene.line(x1, y1, x2, y2, options)
  return (shape_of("line", { "x1", "y1", "x2", "y2" }, { x1, y1, x2, y2 }, options))
end

--- A rectangle on a canvas. `x` and `y` are its top left corner.
---
---     scene.rect(0, 0, 20, 10, { filled = true })
---@param x number
---@param y number
---@param width number
---@param height number
---@param options? parlor.ShapeOptions
---@return parlor.Shape
function scene.rect(x, y, width, height, options)
  return (shape_of("rect", { "x", "y", "width", "height" }, { x, y, width, height }, options))
end

--- A circle on a canvas. `x` and `y` are its centre.
---
---     scene.circle(10, 10, 4, { tone = "one" })
---@param x number
---@param y number
---@param radius number
---@param options? parlor.ShapeOptions
---@return parlor.Shape
function scene.circle(x, y, radius, options)
  return (shape_of("circle", { "x", "y", "radius" }, { x, y, radius }, options))
end

--- A text on a canvas.
---
---     scene.words(5, 12, "N", { tone = "quiet" })
---@param x number
---@param y number
---@param text string | integer
---@param options? parlor.ShapeOptions
---@return parlor.Shape
function scene.words(x, y, text, options)
  local shape = shape_of("text", { "x", "y" }, { x, y }, options)
  shape.text = text_of(text, "scene.words", "the text")
  return shape
end

--- A polygon on a canvas.
---
---     scene.polygon({ 0, 10, 5, 0, 10, 10 }, { filled = true })   -- a triangle
---@param points number[] `x` and `y` of each corner, one corner after the other; at least three corners
---@param options? parlor.ShapeOptions
---@return parlor.Shape
function scene.polygon(points, options)
  local count = type(points) == "table" and #points or 0
  if count < 6 or count % 2 ~= 0 then
    local got = type(points) == "table" and count .. " numbers" or shown(points)
    refuse("scene.polygon", "x and y of three corners or more", got)
  end
  local list = {}
  for i = 1, count do list[i] = number_of(points[i], "scene.polygon", "number " .. i .. " of the points") end
  local shape = shape_of("polygon", {}, {}, options)
  shape.points = list
  return shape
end

return scene
