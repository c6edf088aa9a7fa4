-- expect: error
-- A table with keys that have no order, which `pairs` refuses.
for k in pairs { [{}] = 1, [print] = 2 } do end
