-- expect: error
-- More open choices than a pattern may have.
return (("a"):rep(300)):match(("a?"):rep(300) .. ("b"):rep(3))
