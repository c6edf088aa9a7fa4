local parlor, dice = require "parlor", require "parlor.dice"
local grid, scene = require "parlor.grid", require "parlor.scene"

local most = 50 -- turns of each seat: a match has to end
local tones = { "one", "two" } -- by seat

-- A turn in words: "Ann rolled 5 6 4 for 15 points"
local function told(turn, name)
  local rolled = name .. " rolled " .. dice.text(turn.dice)
  return rolled .. (turn.points > 0 and (" for %d points"):format(turn.points) or " and gets nothing")
end

-- Returns the dice of a turn. Empty places were not rolled.
local function row_of(turn)
  local row = grid.new(turn.count, 1)
  for place, die in ipairs(turn.dice) do row[grid.cell(place, 1)] = die end
  return grid.scene(row, nil, {
    style = "felt", piece = function(_, die) return die and "die " .. die end,
    play = false, last = false, headers = false, label = "the dice",
  })
end

return parlor.game {
  title = "Pig",
  summary = "Say how often you roll, then roll: a one takes all of the turn.",
  version = 1,
  seats = { 2, 6 },
  chance = true,

  options = { target = { default = 100, values = { 100, 50 }, help = "so many points win" } },

  setup = function(match)
    local state = { points = {} }
    for seat = 1, match.seats do state.points[seat] = 0 end
    return state
  end,

  moves = {
    roll = {
      prompt = "Say how often you roll",
      choices = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }, -- all at once: nobody can look at a roll and then choose
      play = function(state, seat, count, match)
        local rolled, points = {}, 0
        repeat
          local die = match.random(6)
          rolled[#rolled + 1], points = die, die == 1 and 0 or points + die
        until die == 1 or #rolled == count
        state.points[seat] = state.points[seat] + points
        state.last = { seat = seat, count = count, dice = rolled, points = points }
      end,
    },
  },

  outcome = function(state, match)
    local last = state.last
    if last and state.points[last.seat] >= match.options.target then return parlor.win(last.seat) end
    if match.ply >= most * match.seats then return parlor.draw() end
  end,

  -- A seat's roll may become known after the message with its number of rolls.
  message = function(view, event, match)
    if event.name ~= "roll" then return nil end
    local name, last = match.name(event.seat), view.last
    local is_rolled = last and last.seat == event.seat
    local text = is_rolled and told(last, name) or ("%s rolls: %s"):format(name, event.text)
    return { caption = text, summary = text }
  end,

  scene = function(view, seat, _, match)
    local last, target = view.last, match.options.target
    local score = {}
    for other, points in ipairs(view.points) do
      score[other] = { name = match.name(other), value = points, tone = tones[other] }
    end
    local won = last and view.points[last.seat] >= target
    local drawn = not won and match.ply >= most * match.seats
    local asked = seat and not won and not drawn
    local counts = { play = grid.column, last = false, headers = false, label = "how often" } -- to be tapped
    return scene.stack {
      won and scene.title(match.name(last.seat) .. " wins"),
      drawn and scene.title "A draw",
      scene.score(score),
      last and row_of(last),
      scene.text(last and told(last, match.name(last.seat)) .. "." or ("The first to come to %d wins."):format(target)),
      asked and scene.text "How often do you roll?",
      asked and grid.scene(grid.new(10, 1), grid.column, counts),
    }
  end,
}
