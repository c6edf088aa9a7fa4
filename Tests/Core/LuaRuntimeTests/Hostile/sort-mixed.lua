-- expect: error
-- Values that have no order.
table.sort({ 1, "a", {}, print, 2 })
