-- expect: limit:time
-- A loop without a loop statement.
::top::
goto top
