local test = require "parlor.test"

test.case("a word begins with the last letter of the one before", function()
  local match = test.match()
  match:play(1, "say Apple", 2, "say egg")
  match:expect { turn = 1, ply = 2, outcome = false }
  match:play(1, "say tree")
  match:expect { outcome = "win 2" }
end)

test.case("no word is said twice", function()
  local match = test.match()
  match:play(1, "say eagle", 2, "say eagle")
  match:expect { outcome = "win 1" }
end)

test.case("a word has two letters", function()
  local match = test.match()
  match:refused(1, "say e", "no_word")
  match:expect { turn = 1, ply = 0 }
end)

test.case("the most words are a draw", function()
  local match = test.match { options = { most = 4 } }
  match:play(1, "say tea", 2, "say ant", 1, "say tent", 2, "say toast")
  match:expect { outcome = "draw" }
end)
