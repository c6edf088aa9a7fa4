-- expect: error
-- Libraries and functions that the sandbox doesn't have.
for _, name in ipairs { "load", "loadstring", "loadfile", "dofile", "collectgarbage", "io", "os", "debug", "package",
  "coroutine", "warn", "setfenv", "newproxy", "module", "host", "arg", "jit", "bit32" } do
  assert(_G[name] == nil and _ENV[name] == nil, name)
end
assert(string.dump == nil and math.random == nil and math.sin == nil and string.pack == nil)
return os.exit(1)
