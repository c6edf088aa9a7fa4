import GameRules
import LuaRuntime
import Testing
import Values

/// A table that is lent to a hook is copied only when the hook writes to it. No script can distinguish the lent table
/// from a real copy.
@Suite struct DeferredCopyTests {
    /// A game whose `choices` does the same with its lent part and with a real copy of that part. It raises an error
    /// if the results, the error messages, or the final contents of the two tables differ.
    private static let game = """
        local parlor, grid = require 'parlor', require 'parlor.grid'
        local board = grid.new(3, 2)
        board.a1, board.c2 = 'boat', 'boat'
        local parts = {
          { b2 = 'boat', a1 = 'carrier', c3 = 'boat' },
          { 5, 3, 4, 1, 2 },
          { 'x', 'y', [4] = 'z', [7] = 'w', name = 'holes' },
          { [-3] = 3, text = 'x', [10] = 4 },
          board,
          { list = { 3, 1, 2 }, map = { a = 1, b = { c = 2 } }, n = 7 },
          { { text = 'ace' }, { text = 'ten' } },
          {},
        }
        local function shown(value, depth)
          if type(value) ~= 'table' then return ('%s %s'):format(math.type(value) or type(value), tostring(value)) end
          local list = { 'length ' .. rawlen(value) }
          for key, child in pairs(value) do list[#list + 1] = shown(key) .. ' = ' .. shown(child) end
          return '{ ' .. table.concat(list, ', ') .. ' }'
        end
        local function refill(t)
          for key in pairs(t) do t[key] = nil end
          for i = 12, 1, -1 do if i ~= 5 and i ~= 9 then t[i] = i end end
          return #t
        end
        local actions = {
          function(t) return #t, rawlen(t) end,
          function(t) return rawget(t, 1), rawget(t, 'b2'), rawget(t, 1.0), t[1], t.b2, t[1.0], t.none end,
          function(t) return next(t) end,
          function(t) return next(t, 1) end,
          function(t) local all = {} for key, value in pairs(t) do all[#all + 1] = shown(key) .. shown(value) end return all end,
          function(t) local all = {} for key in pairs(t) do all[#all + 1] = key t[key] = nil end return all end,
          function(t)
            local all = {}
            for key, value in pairs(t) do
              all[#all + 1] = shown(key) .. shown(value)
              for other in pairs(t) do if other ~= key then t[other] = nil end end
            end
            return all
          end,
          function(t) local all = {} for key in pairs(t) do all[#all + 1] = key t[key] = 'other' t.b2 = 'more' end return all end,
          function(t) local step, from, at = pairs(t) t[1], t.b2 = 'new', 'new' return rawequal(from, t), step(from, at) end,
          function(t) local all = {} for place, value in ipairs(t) do all[place] = value end return all end,
          function(t) local all = {} for place, value in ipairs(t) do all[place] = value t[place + 1] = nil end return all end,
          function(t) return rawequal(rawset(t, 'new', 1), t), t.new end,
          function(t) rawset(t, 1, nil) return t[1], #t end,
          function(t) return rawequal(t, t), t == t, t == {}, t ~= t end,
          function(t) t.new = 1 return t.new, t.b2 end,
          function(t) t.b2 = nil return t.b2, next(t) end,
          function(t) t[1] = nil return t[1], #t end,
          function(t) for i = 1, 20 do t[#t + 1] = i end return #t end,
          function(t) t[nil] = 1 end,
          function(t) t[0 / 0] = 1 end,
          refill,
          function(t) for i = 1, #t do t[i] = nil end t[3], t[2] = 'c', 'b' return #t end,
          function(t) table.insert(t, 'x') table.insert(t, 1, 'y') return #t end,
          function(t) return table.remove(t), table.remove(t, 1), #t end,
          function(t) return table.concat(t, ',') end,
          function(t) return table.unpack(t) end,
          function(t) table.sort(t) return t[1] end,
          function(t) table.sort(t, function(a, b) return shown(a) > shown(b) end) return t[1] end,
          function(t) return rawequal(table.move(t, 1, 3, 2), t) end,
          function(t) return table.move(t, 1, 3, 1, {}) end,
          function(t) return rawequal(table.move({ 8, 9 }, 1, 2, 2, t), t) end,
          function(t) return getmetatable(t), select('#', getmetatable(t)) end,
          function(t)
            local meta = { __index = { none = 'found' }, __len = function() return 42 end }
            return rawequal(setmetatable(t, meta), t), rawequal(getmetatable(t), meta), t.none, #t, rawlen(t)
          end,
          function(t) setmetatable(t, nil) return getmetatable(t) end,
          function(t) local other = setmetatable({}, { __index = t }) return other[1], other.b2, other.none end,
          function(t) local other = setmetatable({}, { __newindex = t }) other.k, other[1] = 1, 2 return next(other), t.k, t[1] end,
          function(t) return tostring(t), type(t), ('%s'):format(t) end,
          function(t) return t.none.more end,
          function(t) return t() end,
          function(t) return t .. 'x' end,
          function(t) return t + 1 end,
          function(t) return t < t end,
          function(t) return ('a1 b2 c3'):gsub('%w+', t) end,
          function(t) local copy = parlor.copy(t) copy.b2, copy[1] = nil, nil return copy, t end,
          function(t) return grid.empty(t), grid.full(t), grid.cells(t), grid.count(t, 'boat'), grid.run(t, 'a1') end,
          function(t) grid.empty(t) t.a2 = 'new' return grid.empty(t) end,
          function(t) return grid.step(t, 'a1', 1, 1) end,
          function(t) return rawequal(t.list, t.list), rawequal(t[1], t[1]) end,
          function(t) table.insert(t.list, 9) t.map.a = nil return t.list, t.map end,
          function(t) t.list = nil return t.list end,
          function(t) t.map.b.c = 'other' return t.map.b.c, #t.list, next(t.map) end,
          function(t) t[1].text = 'two' return t[1].text, t[2].text end,
          function(t) return { t }, { t, t } end,
          function(t) t.self = t return t.self.self.n end,
        }
        return parlor.game {
          title = 'Alike', seats = 1,
          options = { part = { default = 1, min = 1, max = #parts }, action = { default = 1, min = 1, max = #actions } },
          setup = function(match) return { secret = { parts[match.options.part] } } end,
          moves = { compare = { secret = 'match',
            choices = function(state, seat, match)
              local lent, act = state.secret[seat], actions[match.options.action]
              local copied = parlor.copy(lent)
              local function does(t)
                local results = table.pack(pcall(act, t))
                if type(results[2]) == 'table' and rawequal(results[2].self, t) then results = { 'itself' } end
                t.self = nil
                return shown(results) .. ' and is ' .. shown(t)
              end
              local one, other = does(lent), does(copied)
              if one ~= other then error('lent: ' .. one .. '; copied: ' .. other) end
              return { 'alike' }
            end,
            play = function() end } },
          outcome = function() end,
        }
        """

    private static let made = Result { try script(game) }

    /// Returns the number of values that an option can have.
    private func count(_ option: String) throws -> Int64 {
        Int64(try Self.made.get().options.first { $0.name == option }?.most ?? 0)
    }

    @Test func aScriptCannotTell() throws {
        let (parts, actions) = (try count("part"), try count("action"))
        #expect(parts == 8 && actions == 54)
        for part in 1...parts {
            for action in 1...actions {
                let match = try Match(of: Self.made.get(), options: ["part": .int(part), "action": .int(action)])
                let before = try? match.stateBytes()  // nil for keys that can't be saved
                if before != nil {
                    #expect(try match.legalMoves(for: 1).map(\.text) == ["alike"], "part \(part), action \(action)")
                    #expect(try match.stateBytes() == before, "part \(part), action \(action)")
                }
                let failed = failure { try match.play(index: 1, seat: 1) }
                #expect(failed == nil, "part \(part), action \(action): \(failed as Any)")
            }
        }
    }

    // MARK: The part that is lent, and the end of the loan

    /// Returns a game in which a seat hides a word, shows it, and guesses. Each hook of these moves may run additional
    /// code.
    private func hiding(
        seat: Int = 1, choices: String = "", play: String = "", show: String = "", legal: String = "",
        outcome: String = ""
    ) throws -> GameScript {
        try script(
            """
            local parlor = require 'parlor'
            local kept
            return parlor.game {
              title = 'Hiding', seats = 2,
              moves = {
                hide = { secret = 'show',
                  choices = function(state, seat) \(choices) return { 'one', 'two' } end,
                  play = function(state, seat) \(play) end },
                show = { play = function(state, seat) \(show) state.task = 'guess' end },
                guess = { choices = { 'yes', 'no' }, legal = function(state, seat) \(legal) return true end,
                  play = function(state) state.task, state.seals = nil, state.seals + 1 end },
              },
              setup = function()
                return { seals = 0, secret = { { word = 'pearl', list = { 'pearl' } }, { word = 'stone' } } }
              end,
              turn = function(state, match)
                return \(seat), state.task or match.sealed[\(seat)] > state.seals and 'show' or 'hide'
              end,
              outcome = function() \(outcome) end,
            }
            """)
    }

    private func message(_ body: () throws -> Void) -> String { failure(body).map { "\($0)" } ?? "nothing failed" }

    /// A script may keep a value that a hook made from its part, such as an iterator, after the hook has returned.
    /// The value then no longer gives access to the contents of the part.
    @Test(arguments: [
        "kept = { pairs(own) }", "kept = { ipairs(own) }", "kept = { function() return 1, own[1] or own.word end }",
        "local other = setmetatable({}, { __index = own }) kept = { function() return 1, other[1] or other.word end }",
        "kept = { function() return 1, rawget(own, 1) or rawget(own, 'word') end }",
        "kept = { function() return table.unpack(own) end }", "kept = { function() return next(own) end }",
        "kept = { function() return 1, parlor.copy(own) end }",
    ])
    func whatIsMadeOfItExpires(keep: String) throws {
        let told = """
            if kept then
              local told, key, value = pcall(kept[1], kept[2], kept[3])
              if type(value) == 'table' then value = value.word or value[1] end
              if told and (value == 'pearl' or value == 'stone' or key == 'pearl') then error('it is told') end
            end
            """
        // first with a list inside a part, then with a part that contains no tables
        for (part, seat) in [("state.secret[seat].list", 1), ("state.secret[seat]", 2)] {
            let match = try Match(
                of: hiding(seat: seat, choices: "local own = \(part) \(keep)", outcome: told))
            #expect(try match.legalMoves(for: seat).count == 2)
            let said = message { try match.play("one", seat: seat) }
            #expect(!said.contains("it is told"), "\(keep) of \(part)")
        }
    }

    /// Only the mover's part is lent. After a hook has replaced it, it isn't lent any more.
    @Test(arguments: [
        ("local _ = state.secret[1.0].word", ""),
        ("local _ = state.secret[2]", "game.lua:7: moves.hide.choices: state.secret[2] is sealed here"),
        ("local _ = state.secret['1']", "game.lua:7: moves.hide.choices: state.secret.1 is sealed here"),
        ("local _ = state.secret.word", "game.lua:7: moves.hide.choices: state.secret.word is sealed here"),
        ("state.secret[2] = {}", "game.lua:7: moves.hide.choices: state.secret[2] is sealed here"),
        ("state.secret.word = {}", "game.lua:7: moves.hide.choices: state.secret.word is sealed here"),
        ("local _ = #state.secret", "game.lua:7: moves.hide.choices: state.secret.table is sealed here"),
        (
            "state.secret[1] = nil local _ = state.secret[1]",
            "game.lua:7: moves.hide.choices: state.secret[1] is sealed here"
        ),
        ("local own = state.secret[1] state.secret[1] = nil own = state.secret[1]", "state.secret[1] is sealed here"),
        ("local own = state.secret[1] state.secret[1] = nil state.secret[1] = own", "state.secret[1] is sealed here"),
        ("kept = kept or state.secret", ""),
        ("for _ in pairs(state.secret) do end", "this table is sealed by the host"),
        ("local _ = rawget(state.secret, 1)", "this table is sealed by the host"),
        ("state.secret[1] = { word = 'other' } if state.secret[1].word ~= 'other' then error 'lost' end", ""),
    ])
    func aDoorOpensForOnePart(does: String, says: String) throws {
        let match = try Match(of: hiding(choices: does))
        let before = try match.stateBytes()
        let told = message { _ = try match.legalMoves(for: 1) }
        #expect(says.isEmpty ? told == "nothing failed" : told.contains(says), "\(does): \(told)")
        #expect(try match.stateBytes() == before)
    }

    /// If a hook keeps `state.secret`, a later hook can't use it to read a part.
    @Test func aKeptDoorIsGone() throws {
        let match = try Match(
            of: hiding(choices: "kept = state.secret", outcome: "if kept then error('told: ' .. kept[1].word) end"))
        #expect(try match.legalMoves(for: 1).count == 2)
        try match.play("one", seat: 1)
    }

    /// A hook that doesn't read its part, or only reads it, leaves the part unchanged.
    @Test(arguments: [
        ("", #"{"list":["pearl"],"word":"pearl"}"#),
        ("local _ = state.secret[seat].word", #"{"list":["pearl"],"word":"pearl"}"#),
        ("state.secret[seat].word = 'other'", #"{"list":["pearl"],"word":"other"}"#),
        ("state.secret[seat].list[2] = 'shell'", #"{"list":["pearl","shell"],"word":"pearl"}"#),
        ("state.secret[seat] = { old = state.secret[seat].list }", #"{"old":["pearl"]}"#),
    ])
    func whatPlayMakesOfAPartStays(play: String, part: String) throws {
        let match = try Match(of: hiding(choices: "local _ = state.secret[seat].word", play: play))
        try match.play("one", seat: 1)
        #expect(try match.view(for: 1)["secret"]?[0]?.json() == part)
    }

    /// While every hook may read and change all parts, a lent part is copied at once.
    @Test func anOpenPartIsCopied() throws {
        let legal = """
            state.secret[seat].list[1] = 'changed'
            """
        let match = try Match(of: hiding(legal: legal))
        try match.play("one", seat: 1)
        try match.play("show", seat: 1)
        try match.play(index: 1, seat: 1)  // so the rules call `legal`
        // the next seal closes the open parts
        try match.play("two", seat: 1)
        #expect(try match.view(for: 1)["secret"]?[0]?["list"] == ["pearl"])
        #expect(try match.view(for: 1)["secret"]?[0]?["word"] == .string("pearl"))
    }

    /// The check of a watchful match doesn't report a lent table as a frozen table.
    @Test func aWatchedHookThatKeepsItsPartIsToldSo() throws {
        let match = try Match(of: hiding(legal: "state.kept = state.secret[seat].list"))
        match.luaStates.isWatchful = true
        try match.play("one", seat: 1)
        try match.play("show", seat: 1)
        let told = message { _ = try match.legalMoves(for: 1) }
        #expect(told.contains("`moves.guess.legal` changed the state"), "\(told)")
    }
}
