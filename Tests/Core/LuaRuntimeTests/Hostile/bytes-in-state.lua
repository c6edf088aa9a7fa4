-- expect: error
-- A text that isn't valid UTF-8 can't be saved.
return { x = "\xf0\x28\x8c\x28" }
