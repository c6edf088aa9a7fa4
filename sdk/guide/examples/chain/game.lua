local parlor, scene, words = require "parlor", require "parlor.scene", require "parlor.words"

return parlor.game {
  title = "Chain",
  summary = "Each animal begins with the last letter of the one before; whoever has none passes, and loses.",
  setup = function() return { said = {} } end,
  moves = {
    say = {
      args = { type = "text", min = 3, max = 20, examples = { "cat", "tiger", "rat", "toad", "dog" }, help = "an animal" },
      play = function(state, seat, text)
        local word, last = words.normalise(text), state.said[#state.said]
        if #word < 3 then return parlor.reject("too_short", "Type a word of three letters or more.") end
        if last and word:sub(1, 1) ~= last.word:sub(-1) then
          return parlor.reject("wrong_letter", ("Type an animal that begins with '%s'."):format(last.word:sub(-1)))
        end
        state.said[#state.said + 1] = { seat = seat, word = word }
      end,
    },
    pass = { play = function(state, seat) state.passed = seat end },
  },
  outcome = function(state)
    if state.passed then return parlor.win(3 - state.passed) end
    if #state.said == 10 then return parlor.draw() end
  end,
  scene = function(view)
    local lines = {}
    for place, said in ipairs(view.said) do lines[place] = scene.text(said.word) end
    return scene.stack {
      scene.stack(lines), scene.input("say", "an animal", "the next word"), scene.button("Pass", "pass"),
    }
  end,
}
