-- expect: limit:time|error
-- Moving more elements than there are.
return table.move({ 1 }, 1, 1 << 45, 3, {})
