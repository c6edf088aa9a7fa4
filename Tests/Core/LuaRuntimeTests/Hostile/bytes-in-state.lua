-- expect: error
-- A text that is none.
return { x = "\xf0\x28\x8c\x28" }
