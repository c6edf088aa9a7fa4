-- expect: ok
-- Only the host's own Lua can lend tables. Scripts can't reach the functions for it.
assert(host == nil and not pcall(require, "host.secrets"))
