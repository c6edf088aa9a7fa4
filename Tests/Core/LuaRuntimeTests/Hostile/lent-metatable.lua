-- expect: ok
-- What the host lends is for its own Lua to lend: scripts have no part in it.
assert(host == nil and not pcall(require, "host.secrets"))
