-- A chain of words. Change it piece by piece: `parlor guide game` tells what each key is for.
local parlor, words, scene = require "parlor", require "parlor.words", require "parlor.scene"

-- The letter that the next word has to begin with; nil before the first.
local function needed(said)
  local letters = #said > 0 and words.letters(said[#said])
  return letters and letters[#letters] or nil
end

-- Why a word may not be said next; nil if it may.
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

  -- What can be chosen when a match begins; read as match.options.most.
  options = {
    most = { default = 20, min = 4, max = 40, help = "words after which the match is drawn" },
  },

  -- The state of a new match: plain data, as small as can be.
  setup = function() return { said = {} } end,

  -- Without `turn`, the seats move one after the other.

  moves = {
    say = {
      -- What can't be listed is typed: `say apple`. Bots and tests play with the examples.
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

  -- nil while the game goes on; else parlor.win(seat), parlor.draw() or parlor.scores { … }.
  outcome = function(state, match)
    if state.loser then return parlor.win(3 - state.loser) end
    if #state.said == match.options.most then return parlor.draw() end
  end,

  -- What everybody sees.
  scene = function(view)
    local letter = not view.loser and needed(view.said)
    return scene.stack {
      scene.title(view.why or view.said[#view.said] or "Say any word."),
      letter and scene.text("The next word begins with " .. letter .. "."),
      scene.text(("Words so far: %d"):format(#view.said), "quiet"),
    }
  end,
}
