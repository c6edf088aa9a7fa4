-- expect: error
-- Bytecode, which a script can't load.
return load(string.dump(function() end), "x", "b")()
