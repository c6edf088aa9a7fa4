-- expect: error
-- Code that no compiler made.
return load(string.dump(function() end), "x", "b")()
