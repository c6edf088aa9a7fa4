-- A chain of words. Change it piece by piece: `parlor guide game` explains each key.
local parlor, words, scene = require "parlor", require "parlor.words", require "parlor.scene"

-- Returns the letter that the next word must begin with, or nil before the first word.
local function needed(said)
  local letters = #said > 0 and words.letters(said[#said])
  return letters and letters[#letters] or nil
end

-- Returns the reason why a word may not be next, or nil if it may.
local function fault(said, word)
  local letter = needed(said)
  if letter and words.letters(word)[1] ~= letter then return "doesn't begin with " .. letter end
  for _, earlier in ipairs(said) do
    if earlier == word then return "was said before" end
  end
end

return parlor.game {
  title = "{{title}}",
  summary = "Each word begins with the last letter of the one before; a word that doesn't fit loses.",
  version = 1, -- add one whenever the rules change
  seats = 2,

  -- The options of a match, chosen at its start; read as match.options.most.
  options = {
    most = { default = 20, min = 4, max = 40, help = "words after which the match is drawn" },
  },

  -- Returns the state of a new match: plain data, as small as possible.
  setup = function() return { said = {} } end,

  -- Without `turn`, the seats move in order.

  moves = {
    say = {
      -- A player types what can't be listed: `say apple`. Bots and tests use the examples.
      args = { type = "text", max = 20, help = "a word",
        examples = { "apple", "egg", "goat", "table", "eagle", "elephant", "tea", "ant", "tent" } },
      play = function(state, seat, text)
        local word = words.normalise(text)
        if #words.letters(word) < 2 then return parlor.reject("no_word", "A word has two letters or more.") end
        local why = fault(state.said, word)
        if why then state.loser, state.why = seat, ("%s %s"):format(word, why) end
        state.said[#state.said + 1] = word
      end,
    },
  },

  -- Returns nil before the end, then parlor.win(seat), parlor.draw() or parlor.scores { … }.
  outcome = function(state, match)
    if state.loser then return parlor.win(3 - state.loser) end
    if #state.said == match.options.most then return parlor.draw() end
  end,

  -- Returns the scene for everybody.
  scene = function(view)
    local letter = not view.loser and needed(view.said)
    return scene.stack {
      scene.title(view.why or view.said[#view.said] or "Say any word."),
      letter and scene.text("The next word begins with " .. letter .. "."),
      scene.text(("Words so far: %d"):format(#view.said), "quiet"),
    }
  end,
}
