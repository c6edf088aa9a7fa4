local parlor = require "parlor"
local grid = require "parlor.grid"
local fleet, sea = require "fleet", require "sea" -- the places of ships, and the scenes

return parlor.game {
  title = "Battleship",
  summary = "Hide your fleet, and sink the other one shot by shot.",
  version = 3,
  seats = 2,

  options = {
    size = { default = 10, values = { 10, 8, 3 }, help = "columns and rows; on 3 two boats, else ships of 5 4 3 3 2" },
    salvo = { default = false, help = "as many shots a turn as ships afloat" },
  },

  setup = function(match)
    local size = match.options.size
    local ships = fleet.ships[size]
    return { seat = 1, task = "hide", ready = { false, false }, seas = { grid.new(size), grid.new(size) },
      afloat = { parlor.copy(ships), parlor.copy(ships) }, shots = {} }
  end,

  turn = function(state)
    return state.seat, state.task == "hide" and { "place", "scatter", "ready" } or state.task
  end,

  moves = {
    place = {
      prompt = function(state, seat, match)
        local length = fleet.next(state.secret[seat], match.options.size)
        return length and ("Hide your %s (%d)"):format(fleet.names[length], length)
      end,
      secret = "match", -- stays on its owner's device until the end
      choices = function(state, seat, match) return fleet.free(state.secret[seat], match.options.size) end,
      play = function(state, seat, berth) fleet.hide(state.secret[seat], berth) end,
    },
    scatter = { -- hides the remaining ships at random, or all of them again
      prompt = "Scatter the ships",
      secret = "match",
      args = { type = "integer", min = 0, max = 1 << 53, drawn = true }, -- random and secret
      when = function(_, seat, match) return match.sealed[seat] < 12 end, -- a match has to end
      play = function(state, seat, number, match)
        local own = state.secret[seat]
        if not fleet.next(own, match.options.size) then own = {} end
        fleet.scatter(own, number, match.options.size)
        state.secret[seat] = own
      end,
    },
    ready = {
      prompt = "Say that you are ready",
      legal = function(state, seat, _, match) return not fleet.next(state.secret[seat], match.options.size) end,
      play = function(state, seat)
        state.ready[seat], state.seat = true, 3 - seat
        state.task = state.ready[3 - seat] and "shoot" or "hide" -- nobody shoots before both fleets are hidden
      end,
    },
    shoot = {
      prompt = "Shoot at a cell",
      choices = function(state, seat) return grid.empty(state.seas[3 - seat]) end,
      play = function(state, seat, cell, match)
        local other, shots = 3 - seat, state.shots
        shots[#shots + 1], state.seas[other][cell], state.last = cell, "shot", { sea = other, cell = cell }
        local most = match.options.salvo and #state.afloat[seat] or 1
        if #shots < most and not grid.full(state.seas[other]) then return end
        state.seat, state.task = other, "answer"
      end,
    },
    answer = {
      prompt = function(state) return "Say what " .. state.shots[1] .. " is" end,
      choices = function(state, seat)
        return fleet.answers(state.afloat[seat], state.seas[seat], state.shots[1])
      end,
      forced = function(state, seat)
        return fleet.truth(state.secret[seat], state.seas[seat], state.shots[1])
      end,
      play = function(state, seat, answer)
        local board, cell, berth = state.seas[seat], table.remove(state.shots, 1), answer:match "^sunk (.+)"
        board[cell], state.last = answer, { sea = seat, cell = cell }
        if berth then fleet.sink(state.afloat[seat], board, berth) end
        if not state.shots[1] then state.task = "shoot" end
      end,
    },
  },

  outcome = function(state)
    for seat, ships in ipairs(state.afloat) do
      if not ships[1] then return parlor.win(3 - seat) end
    end
  end,

  scene = sea,
}
