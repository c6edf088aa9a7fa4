-- One player hides a number, the other finds it. Change it piece by piece: `parlor guide game`
-- explains each key, and `parlor guide hidden` says which functions may read a secret.
local parlor, scene = require "parlor", require "parlor.scene"

local hider, seeker = 1, 2

-- Returns the numbers from 1 to the largest.
local function numbers(match)
  local list = {}
  for number = 1, match.options.largest do list[number] = number end
  return list
end

return parlor.game {
  title = "{{title}}",
  summary = "One player hides a number; the other finds it before the guesses run out.",
  version = 1, -- add one whenever the rules change
  seats = 2,

  -- The options of a match, chosen at its start; read as match.options.largest.
  options = {
    largest = { default = 20, min = 5, max = 50, help = "the largest number" },
    guesses = { default = 4, min = 1, max = 10, help = "guesses that the seeker has" },
  },

  -- Returns the state of a new match. A seat's phone has its secrets in state.secret[seat].
  setup = function() return { answers = {} } end,

  -- Returns the seat and its move. It can't read secrets, but the number of sealed moves is public.
  turn = function(state, match)
    if match.sealed[hider] == 0 then return hider, "hide" end
    if state.guess then return hider, "answer" end
    return seeker, "guess"
  end,

  moves = {
    hide = {
      secret = "match", -- stays on the hider's phone until the end
      choices = function(_, _, match) return numbers(match) end,
      play = function(state, seat, number) state.secret[seat].number = number end,
    },
    guess = {
      choices = function(_, _, match) return numbers(match) end,
      play = function(state, _, number) state.guess = number end,
    },
    answer = {
      choices = { "lower", "higher", "found" },
      -- Returns the true answer, which only the hider's phone knows. No other answer is legal.
      forced = function(state, seat)
        local number = state.secret[seat].number
        if number == state.guess then return "found" end
        return number < state.guess and "lower" or "higher"
      end,
      play = function(state, _, answer)
        state.answers[#state.answers + 1] = { guess = state.guess, answer = answer }
        state.guess = nil
      end,
    },
  },

  -- Returns nil before the end, then parlor.win(seat), parlor.draw() or parlor.scores { … }.
  outcome = function(state, match)
    local last = state.answers[#state.answers]
    if last and last.answer == "found" then return parlor.win(seeker) end
    if #state.answers == match.options.guesses then return parlor.win(hider) end
  end,

  -- Returns the scene of a seat. Before the match is over, only the hider's view has the number.
  scene = function(view, _, _, match)
    local lines = {}
    for place, said in ipairs(view.answers) do
      lines[place] = scene.text(said.answer == "found" and said.guess .. " is it." or "It is " .. said.answer
        .. " than " .. said.guess .. ".")
    end
    local number = (view.secret[hider] or {}).number
    return scene.stack {
      scene.title(view.guess and "Is it " .. view.guess .. "?" or "A number from 1 to " .. match.options.largest),
      number and scene.text("Hidden: " .. number),
      scene.stack(lines),
      scene.text(("Guesses left: %d"):format(match.options.guesses - #view.answers), "quiet"),
      view.guess and scene.row {
        scene.button("Lower", "lower"), scene.button("Higher", "higher"), scene.button("Found", "found"),
      },
    }
  end,
}
