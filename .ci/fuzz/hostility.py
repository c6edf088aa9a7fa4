"""Hostile pieces of Lua: numbers, texts, tables that lie, and statements for any function of a game."""

from pathlib import Path

CORPUS = Path(__file__).resolve().parents[2] / "Tests" / "Core" / "LuaRuntimeTests" / "Hostile"

# The beginning of every game: functions that the fragments use. `...` are the arguments of the surrounding function.
PRELUDE = """
local function liar(answers, lengths, raw) -- another answer each time it is asked
  local asked, counted = {}, 0
  return setmetatable(raw or {}, {
    __index = function(_, key)
      local list = answers[key]
      if list == nil then return nil end
      asked[key] = (asked[key] or 0) + 1
      return list[math.min(asked[key], list.n)]
    end,
    __len = lengths and function() counted = counted + 1 return lengths[math.min(counted, #lengths)] end or nil,
  })
end
local function deep(n) local t = {} for _ = 1, n do t = { t } end return t end
local function wide(n) local t = {} for i = 1, n do t[i] = i end return t end
local function names(n) local t = {} for i = 1, n do t["k" .. i] = i end return t end
local function twice() local t = { 1 } return { a = t, b = t } end
local function round() local t = {} t.t = t return t end
local kept = {} -- what the game keeps outside of its state
"""

NUMBERS = ["1e300", "-1e300", "(0/0)", "(1/0)", "(-1/0)", "math.mininteger", "math.maxinteger", "0", "-1", "1.5",
           "2^53", "2^63", "-2^63", "0x7fffffff", "0x80000000", "-0.0", "1e-300", "9007199254740993", "255", "256",
           "4096", "4097", "65535", "65536", "1", "2", "3", "16", "17"]

TEXTS = ['""', '"\\0"', '"\\n"', '"\\27[2J"', '"\\u{202e}"', '"\\u{200b}"', '"\\u{e0041}"', '"é"', '"é"', '"<&>\\"\'"',
         '"\\xff"', '("x"):rep(61)', '("x"):rep(5000)', '("x"):rep(65537)', '("x"):rep(1 << 20)', '("ab\\n"):rep(40000)',
         '("👨‍👩‍👧‍👦"):rep(3000)', '("%s"):rep(200)', '"__index"', '"kind"', '"-"', '"1"', '"leave resigned"', '"quit"',
         '"/quit"', '"# x"', '"a: b"']


def number(random):
    return random.choice(NUMBERS)


EDGES = ["math.mininteger", "math.mininteger + 1", "-(1 << 53)", "-1", "0", "1", "2", "1 << 31", "1 << 53",
         "math.maxinteger - 1", "math.maxinteger"]  # in order


def span(random, count=2):
    """Returns integers in order, near the limits of the integer type: possible ranges, and ranges that overflow."""
    if random.random() < 0.4:
        return [random.choice([*EDGES, EDGES[0], *EDGES[-1:] * 5])] * count
    return [EDGES[at] for at in sorted(random.randrange(len(EDGES)) for _ in range(count))]


def text(random):
    return random.choice(TEXTS)


def scalar(random):
    return random.choice([number, number, text, lambda r: r.choice(["true", "false", "nil", "print", "function() end"])])(random)


def liar(random, keys, values=None):
    """Returns a table whose values and length are different each time they are read."""
    answers = []
    for key in keys:
        count = random.choice([1, 2, 2, 3, 4])
        list_ = ", ".join((values or scalar)(random) if random.random() < 0.7 else "nil" for _ in range(count))
        name = f"[{key}]" if isinstance(key, int) else key
        answers.append(f"{name} = {{ n = {count}, {list_} }}")
    lengths = random.choice(["nil", "{ 2, 0 }", "{ 2 }", "{ 0, 2 }", "{ 1 << 40 }", "{ -1 }", "{ 2, 1e300 }", "{ 1.5 }"])
    return f"liar({{ {', '.join(answers)} }}, {lengths})"


def value(random, depth=0):
    """Returns an arbitrary value."""
    pick = random.random()
    if pick < 0.4 or depth > 2:
        return scalar(random)
    if pick < 0.5:
        return f"deep({random.choice([1, 15, 16, 17, 63, 64, 65, 200, 5000])})"
    if pick < 0.58:
        return f"{random.choice(['wide', 'names'])}({random.choice([1, 64, 65, 255, 256, 4097, 70000])})"
    if pick < 0.64:
        return random.choice(["twice()", "round()", "{ kept }", "setmetatable({}, {})", "{ [1.5] = 1 }", "{ [true] = 1 }",
                              "{ 1, nil, 3 }", "{ [math.maxinteger] = 1 }", "{ [math.mininteger] = 1, 2 }", "{ [0] = 1 }"])
    if pick < 0.74:
        return liar(random, random.sample([1, 2, 3, "text", "win", "scores", "draw", "reject", "kind"], 3))
    items = ", ".join(value(random, depth + 1) for _ in range(random.randint(0, 4)))
    return f"{{ {items} }}"


# name → statements. Each is put into a block `do … end`. `a` and `b` are the first two arguments of the function.
STATEMENTS = {
    # 2.2: integer keys that collide in the last rehash only
    "rehash": "local t, M = {}, (1 << %(bits)d) - 1 for i = 1, (1 << %(less)d) + 1 do t[i * M] = true end",
    "rehash-state": "if type(a) == 'table' then local M = (1 << %(bits)d) - 1 "
                    "for i = 1, (1 << %(less)d) + 1 do a[i * M] = true end end",
    # 2.6: a script tries to learn something from the host's own depth, memory and time
    "depth-gsub": "local n = 0 local function dig(c) n = n + 1 return (c:gsub('.', dig)) end pcall(dig, 'x') "
                  "if type(a) == 'table' then pcall(function() a.depth = n end) end",
    "depth-sort": "local n = 0 local function dig() n = n + 1 table.sort({ 1, 2 }, function() dig() return false end) end "
                  "pcall(dig) if type(a) == 'table' then pcall(function() a.sorted = n end) end",
    "depth-call": "local n = 0 local function dig() n = n + 1 return 1 + dig() end pcall(dig) "
                  "if type(a) == 'table' then pcall(function() a.called = n end) end",
    "depth-pcall": "local n = 0 local function dig() n = n + 1 pcall(dig) end dig() "
                   "if type(a) == 'table' then pcall(function() a.tried = n end) end",
    "depth-meta": "local n = 0 local t t = setmetatable({}, { __index = function(_, k) n = n + 1 return t[k + 1] end }) "
                  "pcall(function() return t[1] end) if type(a) == 'table' then pcall(function() a.indexed = n end) end",
    "memory-learnt": "local n = 0 pcall(function() local t = {} while true do n = n + 1 t[n] = ('x'):rep(1 << 16) .. n end end) "
                     "if type(a) == 'table' then pcall(function() a.room = n end) end",
    "time-learnt": "local n = 0 pcall(function() while true do n = n + 1 end end) "
                   "if type(a) == 'table' then pcall(function() a.time = n end) end",
    # 2.7: one table in two places
    "shared": "if type(a) == 'table' then pcall(function() local t = a.two or { 1 } t[#t + 1] = a.one and #a.one[1] or 0 "
              "a.one, a.two = { t }, t end) end",
    "shared-grows": "if type(a) == 'table' then pcall(function() if a.one then a.one[#a.one + 1] = #a.two else "
                    "local t = { 1 } a.one, a.two = t, t end end) end",
    # 2.9: choices, view, scene and outcome that write
    "write": "if type(a) == 'table' then pcall(function() a.written = (a.written or 0) + 1 end) end",
    "write-deep": "if type(a) == 'table' then pcall(function() for _, t in pairs(a) do if type(t) == 'table' then "
                  "t[#t + 1] = 1 end end end) end",
    "write-raw": "if type(a) == 'table' then pcall(rawset, a, 'raw', #kept) end",
    "write-sort": "if type(a) == 'table' then for _, t in pairs(a) do if type(t) == 'table' then pcall(table.sort, t, "
                  "function(x, y) return tostring(x) > tostring(y) end) pcall(table.insert, t, 1, 9) end end end",
    "keep": "kept[#kept + 1] = a",
    "keep-all": "for _, x in pairs({ a, b }) do kept[#kept + 1] = x if type(x) == 'table' then for _, y in pairs(x) do "
                "kept[#kept + 1] = y end end end",
    "use-kept": "for _, t in pairs(kept) do if type(t) == 'table' then pcall(function() t.used = (t.used or 0) + 1 end) end end",
    "count-calls": "kept.n = (kept.n or 0) + 1 if type(a) == 'table' then pcall(function() a.n = kept.n end) end",
    # time and memory, in Lua itself and in functions of C
    "loop": "while true do end",
    "pcall-loop": "while true do pcall(error) end",
    "pcall-swallows": "repeat until pcall(function() while true do end end) and false",
    "sort-loop": "local t = {} for i = 1, 50000 do t[i] = i * 7919 %% 50021 end while true do table.sort(t) table.sort(t, "
                 "function(x, y) return x > y end) end",
    "gsub-loop": "local s = ('a'):rep(30000) while true do s:gsub('a*b', '') end",
    "find-slow": "local s = ('a'):rep(200000) s:find(('a*'):rep(20) .. 'b')",
    "hoard": "local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1000) .. i end",
    "churn": "for _ = 1, 1e9 do local s = ('x'):rep(1 << 20) end",
    "double": "local s = 'x' while true do s = s .. s end",
    "many-tables": "local t = {} while true do t = { t, t } end",
    "print": "for _ = 1, %(many)d do print(('x'):rep(%(some)d)) end",
    "print-odd": "print('\\27[2J\\0\\u{202e}\\xff', {}, print, -(0/0))",
    "concat": "local t = wide(60000) while true do table.concat(t, ('x'):rep(1000)) end",
    "next-slow": "local t = names(50000) for k in pairs(t) do t[k] = nil end while next(t) == nil do end",
    "unpack": "pcall(table.unpack, {}, 1, 1e6) pcall(table.unpack, {}, math.mininteger, math.maxinteger)",
    "rep": "pcall(string.rep, 'x', math.maxinteger) pcall(string.rep, '', math.maxinteger, '')",
    "format": "pcall(string.format, ('%%99d'):rep(200), 1) pcall(string.format, '%%s', setmetatable({}, "
              "{ __tostring = function() return 1 end }))",
    "error-huge": "error(('x'):rep(1 << 22))",
    "error-table": "error(setmetatable({}, { __tostring = function() while true do end end }))",
    "error-nil": "error(nil)",
    "error-self": "local t = {} t[1] = t error(t)",
    "error-level": "error('x', math.maxinteger)",
    "close-over": "for i = 1, 1e5 do local x = { i } kept[i %% 100] = function() return x end end",
    "string-meta": "pcall(function() getmetatable('').__index = function() while true do end end end)",
    "global": "pcall(function() _G.host = 1 end) pcall(function() parlor.game = nil end)",
    "require": "for _, n in pairs({ 'game', 'parlor.messages', '../x', 'host', '', 'a.b', ('x'):rep(1 << 20) }) do "
               "pcall(require, n) end",
    "move": "pcall(table.move, {}, 1, math.maxinteger, 2) pcall(table.insert, {}, math.maxinteger, 1)",
    # a script that gets out of its sandbox writes a file, which is looked for after each command
    "escape": "pcall(function() io.open('escaped', 'w'):close() end) pcall(function() os.execute('touch escaped') end) "
              "pcall(function() os.rename('game/game.lua', 'escaped') end) "
              "pcall(function() package.loadlib('escaped', '*') dofile('game/game.lua') end)",
    "sort-odd": "pcall(table.sort, wide(2000), function() return true end)",
}

# The functions that a fragment is meant for, where it is put most of the time. In other functions it usually has no effect.
HOMES = {
    "shared": ("play", "resolve"),
    "write": ("choices", "when", "legal", "forced", "format"),  # `view` and `scene` get a copy
}


def home(name):
    """Returns the functions that a fragment is meant for; empty if it is meant for all."""
    return next((functions for start, functions in HOMES.items() if name.startswith(start)), ())


# These fragments run until the deadline. They are chosen seldom, because they take long.
SLOW = {"loop", "pcall-loop", "pcall-swallows", "sort-loop", "gsub-loop", "find-slow", "hoard", "churn", "concat",
        "time-learnt", "memory-learnt", "double", "many-tables", "next-slow", "close-over", "error-table"}


def corpus():
    """Returns the scripts that the runtime's own tests run, by name."""
    return {f"corpus/{path.stem}": path for path in sorted(CORPUS.glob("*.lua"))}


CORPUS_FILES = corpus()


def statement(random, used, function=None, name=None):
    """Returns a statement for any function, and adds its name to `used`. `function`: the last part of the name of the function
    that gets the statement."""
    if not name and CORPUS_FILES and random.random() < 0.2:
        name = random.choice(list(CORPUS_FILES))
        try:
            source = CORPUS_FILES[name].read_text("utf-8")
        except UnicodeDecodeError:
            source = ""
        used.append(name)
        return "do local f = function(...) " + source + "\nend f(a, b) end"
    name, chosen = name or random.choice(list(STATEMENTS)), name
    if not chosen and name in SLOW and random.random() < 0.7:
        name = random.choice([one for one in STATEMENTS if one not in SLOW])
    while not chosen and function and home(name) and function not in home(name) and random.random() < 0.8:
        name = random.choice([one for one in STATEMENTS if one not in SLOW])
    used.append(name)
    bits = random.choice([12, 15, 17, 19, 19, 20])
    return "do " + STATEMENTS[name] % {
        "bits": bits, "less": bits - 1, "many": random.choice([1, 100, 100000]), "some": random.choice([0, 10, 70000]),
    } + " end"
