local parlor, scene = require "parlor", require "parlor.scene"

return parlor.game {
  title = "Odd or Even",
  summary = "Both show one or two fingers at once; an odd sum is a point for the first, an even one for the second.",

  setup = function() return { shown = {}, points = { 0, 0 } } end,

  turn = function() return { 1, 2 } end, -- several seats: a round

  moves = {
    show = {
      secret = "round", -- revealed when both have chosen
      prompt = "Show one or two fingers",
      choices = { 1, 2 },
      play = function(state, seat, fingers) state.shown[seat] = fingers end,
    },
  },

  -- Counts the points when the round is complete.
  resolve = function(state)
    local sum = state.shown[1] + state.shown[2]
    local winner = sum % 2 == 1 and 1 or 2
    state.points[winner] = state.points[winner] + 1
  end,

  outcome = function(state)
    for seat, points in ipairs(state.points) do
      if points == 3 then return parlor.win(seat) end
    end
  end,

  scene = function(view, _, _, match)
    local lines = {}
    for seat, points in ipairs(view.points) do
      local fingers = view.shown[seat] and " showed " .. view.shown[seat] or ""
      lines[seat] = scene.text(("%s%s: %d of 3 points"):format(match.name(seat), fingers, points))
    end
    return scene.stack { scene.stack(lines), scene.row { scene.button("One", 1), scene.button("Two", 2) } }
  end,
}
