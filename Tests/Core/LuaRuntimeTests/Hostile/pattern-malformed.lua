-- expect: error
-- Patterns that end in the middle.
for _, p in ipairs { "%", "[", "[%", "[a-", "(", "(()", "%b", "%bx", "%f", "%1", "(%1)", ("("):rep(40) } do
  assert(not pcall(string.find, ("x"):rep(50), p))
  assert(not pcall(string.gsub, "xx", p, "%9"))
end
error("all refused")
