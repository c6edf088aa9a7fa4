-- expect: limit
-- Even empty lines fill a log.
while true do print() end
