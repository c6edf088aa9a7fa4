-- expect: error
-- Only registered names are modules.
for _, name in ipairs { "../secret", "/etc/passwd", "helper.lua", "./helper", "helper\0", "string", "_G", "", "HELPER" } do
  assert(not pcall(require, name), name)
end
assert(require("helper").answer == 42)
return require("missing")
