-- expect: error
-- Keys that have no order.
for k in pairs { [{}] = 1, [print] = 2 } do end
