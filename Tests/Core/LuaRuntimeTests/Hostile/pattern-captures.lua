-- expect: limit:time
-- Backtracking through captures and back references.
return (("a"):rep(200)):match("(a*)(a*)(a*)(a*)(a*)(a*)%1%2%3%4%5%6b")
