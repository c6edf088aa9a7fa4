-- expect: error
-- Bytes that aren't valid UTF-8.
for _, s in ipairs { "\xff", "\xc0\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\xe2\x82", ("\x80"):rep(100000) } do
  assert(utf8.len(s) == nil)
  assert(not pcall(utf8.codepoint, s, 1, -1))
  pcall(function() for p, c in utf8.codes(s) do assert(p <= #s) end end)
  pcall(utf8.offset, s, 5) pcall(utf8.offset, s, -5) pcall(utf8.offset, s, 0, #s)
end
assert(not pcall(utf8.char, -1) and not pcall(utf8.char, 1 << 40))
return utf8.codepoint("x", 5, 9)
