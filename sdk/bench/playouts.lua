-- The baseline of `parlor bench`: plays random games of a definition in plain Lua, without a host. It sets no limits,
-- checks nothing, seals no secrets and saves nothing.
--
--     local run = playouts(game, seats, options)
--     run(100)   --> the number of moves in 100 games

local random, type = math.random, type

return function(game, seats, options)
  local setup, turn, outcome, resolve, stuck = game.setup, game.turn, game.outcome, game.resolve, game.stuck
  local moves = {}
  for name, move in pairs(game.moves) do
    moves[#moves + 1] = { name = name, choices = move.choices, listed = type(move.choices) == "function",
      play = move.play, when = move.when, legal = move.legal, args = move.args, secret = move.secret,
      forced = move.forced }
  end
  table.sort(moves, function(a, b) return a.name < b.name end)
  local secretive = false
  for i = 1, #moves do secretive = secretive or moves[i].secret and moves[i].secret ~= "round" end

  local match = { seats = seats, options = options, ply = 0, sealed = {}, random = random }
  function match.next(seat) return seat % seats + 1 end
  function match.pick(list) return list[random(#list)] end
  function match.shuffle(list)
    for i = #list, 2, -1 do
      local j = random(i)
      list[i], list[j] = list[j], list[i]
    end
    return list
  end

  -- Returns whether `names`, the second result of `turn`, contains the name of a move.
  local function named(names, name)
    if type(names) == "string" then return names == name end
    for i = 1, #names do
      if names[i] == name then return true end
    end
    return false
  end

  -- Looks for a legal argument of a move, beginning at place `nth` of its list. Returns whether there is one, and the
  -- argument.
  local function find(move, list, nth, state, seat)
    if list and #list == 0 then return false end
    local argument = list and list[nth]
    if move.forced and move.forced ~= true then return true, move.forced(state, seat, match) end
    if move.args then
      local args = move.args
      return true, args.examples and args.examples[random(#args.examples)] or random(args.min, args.max)
    end
    if not move.legal then return true, argument or nil end
    if not list then return move.legal(state, seat, nil, match) end
    for _ = 1, #list do
      if move.legal(state, seat, argument, match) then return true, argument end
      nth = nth % #list + 1
      argument = list[nth]
    end
    return false
  end

  -- Returns a random legal move of a seat and its argument, or nothing if there is none.
  local function choose(state, seat, names)
    local open, lists, count, total = {}, {}, 0, 0
    for i = 1, #moves do
      local move = moves[i]
      if (not names or named(names, move.name)) and (not move.when or move.when(state, seat, match)) then
        local list = move.choices
        if move.listed then list = list(state, seat, match) end
        count = count + 1
        open[count], lists[count] = move, list or false
        total = total + (list and #list or 1)
      end
    end
    if total == 0 then return end
    local nth, i = random(total), 1
    while nth > (lists[i] and #lists[i] or 1) do
      nth = nth - (lists[i] and #lists[i] or 1)
      i = i + 1
    end
    for _ = 1, count do -- if a move has no legal argument, try the next move
      local move = open[i]
      local is_legal, argument = find(move, lists[i], nth, state, seat)
      if is_legal then return move, argument end
      i, nth = i % count + 1, 1
    end
  end

  local function perform(state, seat, move, argument)
    move.play(state, seat, argument, match)
    if move.secret then match.sealed[seat] = match.sealed[seat] + 1 end
  end

  -- Plays a round: every seat chooses, then all moves are played in the same order. Returns the last seat, or nothing
  -- if a seat has no move.
  local function play_round(state, who, names)
    local chosen, arguments = {}, {}
    for i = 1, #who do
      local move, argument = choose(state, who[i], names)
      if not move then return end
      chosen[i], arguments[i] = move, argument
    end
    for i = 1, #who do
      match.ply = match.ply + 1
      perform(state, who[i], chosen[i], arguments[i])
    end
    if resolve then resolve(state, match) end
    return who[#who]
  end

  -- Plays one game. Returns the number of moves.
  local function playout()
    local last = 0
    match.ply = 0
    for seat = 1, seats do match.sealed[seat] = 0 end
    local state = setup(match)
    if secretive then
      state.secret = state.secret or {}
      for seat = 1, seats do state.secret[seat] = state.secret[seat] or {} end
    end
    while outcome(state, match) == nil do
      local who, names
      if turn then who, names = turn(state, match) end
      if type(who) == "table" then
        last = play_round(state, who, names)
      else
        local seat = who or last % seats + 1
        local move, argument = choose(state, seat, names)
        if not move then return match.ply, stuck and stuck(state, seat, match) end
        match.ply = match.ply + 1
        perform(state, seat, move, argument)
        last = seat
      end
    end
    return match.ply
  end

  return function(count)
    local plies = 0
    for _ = 1, count do plies = plies + playout() end
    return plies
  end
end
