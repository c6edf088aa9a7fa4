local test = require "parlor.test"

test.case("a word has to begin with the last letter", function()
  local match = test.match()
  match:play(1, "say Cat!", 2, "say tiger")
  local sentence = match:refused(1, "say dog", "wrong_letter")
  test.equal(sentence, "Type an animal that begins with 'r'.")
  match:play(1, "pass"):expect { outcome = "win 2" }
end)
