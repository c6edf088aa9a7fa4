-- expect: limit:time
-- Backtracking that grows with every star.
return (("ab"):rep(40)):find(("[ab]*"):rep(14) .. "c")
