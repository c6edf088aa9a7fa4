-- expect: error
-- All scripts share a module, so none of them can change it.
local helper = require("helper")
assert(not pcall(rawset, helper, "answer", 1) and not pcall(function() helper.nested.list[1] = 5 end))
assert(helper.nested.list[1] == 1)
helper.answer = 43
