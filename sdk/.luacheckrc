-- Settings for luacheck: `luacheck --config sdk/.luacheckrc sdk games`. A new game gets its own from `parlor new`.
stds.parlor = {
  read_globals = {
    "assert", "error", "getmetatable", "ipairs", "next", "pairs", "pcall", "print", "rawequal", "rawget", "rawlen",
    "rawset", "require", "select", "setmetatable", "tonumber", "tostring", "type", "xpcall",
    string = { fields = {
      "byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "rep", "reverse", "sub", "upper",
    } },
    table = { fields = { "concat", "insert", "move", "pack", "remove", "sort", "unpack" } },
    utf8 = { fields = { "char", "charpattern", "codepoint", "codes", "len", "offset" } },
    math = { fields = {
      "abs", "ceil", "floor", "fmod", "huge", "max", "maxinteger", "min", "mininteger", "modf", "pi", "sqrt",
      "tointeger", "type", "ult",
    } },
  },
}
std = "parlor"
max_line_length = 150

-- Parlor's own Lua may use more names than a game, because it runs in the host or in plain Lua.
for _, part in ipairs { "bench", "host", "mock", "parlor", "tests" } do
  files["sdk/" .. part] = { std = "lua54", read_globals = { "host" }, ignore = { "212" } }
end
files[".ci"] = { std = "lua54", read_globals = { "reference_is_wanted" } }
files["sdk/library"] = { std = "lua54", ignore = { "212", "241", "631" } } -- declarations, all unused
files["sdk/mock"].ignore = { "212", "631" }
