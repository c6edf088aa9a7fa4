-- expect: limit:time
-- A module that never finishes loading.
pcall(require, "endless")
