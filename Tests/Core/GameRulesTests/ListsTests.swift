import GameRules
import Testing

/// A list that a script returns has the keys 1 to n. A list with other keys is refused wherever it is read, with an
/// error that names such a key.
@Suite struct ListsTests {
    private func game(_ choices: String, _ more: String = "", outcome: String = "") throws -> GameScript {
        try script(
            """
            local parlor = require "parlor"
            return parlor.game {
              title = "Lists", setup = function() return {} end, outcome = function(state) \(outcome) end,
              moves = { go = { choices = \(choices), play = function(state) state.over = true end } }, \(more)
            }
            """)
    }

    private static let odd: [(list: String, said: String)] = [
        ("{ [1] = 1, [3] = 2 }", "1 to 2 and no other; this one has the key 3"),
        ("{ 1, 2, size = 2 }", "1 to 3 and no other; this one has the key 'size'"),
        ("{ [0] = 0, 1, 2 }", "1 to 3 and no other; this one has the key 0"),
        ("{ [-1] = 0, [\"z\"] = 1, [7] = 2 }", "1 to 3 and no other; this one has the key -1"),
        ("{ [1.5] = 1 }", "1 to 1 and no other; this one has the key 1.5"),
        ("{ [true] = 1, 2 }", "1 to 2 and no other; this one has a key that is a boolean"),
        ("{ 1, 2, 3, 4, 5, b = 1, a = 1, c = 1 }", "1 to 8 and no other; this one has the key 'a'"),
        // a metatable changes nothing
        ("setmetatable({ 1, x = 1 }, { __len = function() return 1 end })", "this one has the key 'x'"),
    ]

    @Test(arguments: ListsTests.odd) func choicesWithOtherKeysAreRefused(list: String, said: String) throws {
        let match = try Match(of: game("function() return \(list) end"))
        for ask in [{ _ = try match.legalMoves(for: 1) }, { _ = try match.play("go 1", seat: 1) }]
            as [() throws -> Void]
        {
            let error = try #require(failure(ask), "\(list)")
            #expect("\(error)".contains("moves.go.choices: a list has the keys"), "\(error)")
            #expect("\(error)".contains(said), "\(error)")
        }
    }

    /// Lists with different memory layouts: filled one by one or backwards, or with keys that were removed again.
    @Test(arguments: [
        "local t = {} for i = 1, 20 do t[i] = i end return t",
        "local t = {} for i = 20, 1, -1 do t[i] = i end return t",
        "local t = { a = 1, b = 2, c = 3, d = 4, e = 5 } for i = 1, 20 do t[i] = i end "
            + "t.a, t.b, t.c, t.d, t.e = nil return t",
        "local t = {} for i = 1, 40 do t[i] = i end for i = 40, 21, -1 do t[i] = nil end return t",
        "local t = {} for i = 1, 20 do table.insert(t, 1, 21 - i) end return t",
    ])
    func listsMayLieAnyhow(body: String) throws {
        let match = try Match(of: game("function() \(body) end"))
        #expect(try match.legalMoves(for: 1).map(\.text) == (1...20).map(String.init))
        let odd = try Match(of: game("function() local t = (function() \(body) end)() t.x = 1 return t end"))
        let error = try #require(failure { _ = try odd.legalMoves(for: 1) })
        #expect("\(error)".contains("1 to 21 and no other; this one has the key 'x'"), "\(error)")
    }

    /// All sizes around those at which Lua reallocates a table, with a wrong key that is set first, last or in the
    /// middle.
    @Test func anOddKeyIsSeenWhateverTheSize() throws {
        for size in Array(0...18) + [31, 32, 33, 64, 65] {
            for place in Set([0, size / 2, size]) {
                let match = try Match(
                    of: game(
                        """
                        function()
                          local t = {}
                          for i = 1, \(size) do
                            if i == \(place) then t.odd = 1 end
                            t[i] = i
                          end
                          t.odd = 1
                          return t
                        end
                        """))
                let error = try #require(failure { _ = try match.legalMoves(for: 1) }, "\(size) \(place)")
                #expect("\(error)".contains("has the key 'odd'"), "\(size) \(place): \(error)")
            }
        }
    }

    @Test func aHoleIsSaidWithItsPlace() throws {
        let match = try Match(of: game("function() return { 1, nil, 3 } end"))
        let error = try #require(failure { _ = try match.legalMoves(for: 1) })
        #expect("\(error)".contains("moves.go.choices: the list has a hole at 2"), "\(error)")
    }

    @Test func listsOfADefinitionAreRefused() throws {
        for (path, source) in [
            ("moves.go.choices", try? game("{ 1, [3] = 2 }")), ("options.o.values", nil),
            ("moves.go.args.examples", nil),
        ] where source == nil {
            let more =
                path.hasPrefix("options") ? "options = { o = { default = 1, values = { 1, [3] = 2 } } }," : ""
            let choices =
                switch path {
                case "moves.go.choices": "{ 1, [3] = 2 }"
                case "options.o.values": "{ 1, 2 }"
                default: "nil, args = { type = 'text', examples = { 'a', [3] = 'b' } }"
                }
            let error = try #require(failure { _ = try game(choices, more) }, "\(path)")
            #expect(
                "\(error)".contains("\(path): a list has the keys 1 to 2 and no other; this one has the key 3"),
                "\(error)")
        }
    }

    @Test func seatsMovesAndOutcomesAreRefused() throws {
        for (more, outcome, said) in [
            ("turn = function() return { 1, [3] = 2 } end,", "", "turn: a list has the keys 1 to 2"),
            ("turn = function() return { x = 1 } end,", "", "turn: a list has the keys 1 to 1"),
            (
                "turn = function() return 1, { 'go', [3] = 'go' } end,", "",
                "turn: the second result: a list has the keys 1 to 2"
            ),
            ("", "if state.over then return { win = { 1, [3] = 2 } } end", "outcome: win: a list has the keys 1 to 2"),
            (
                "", "if state.over then return { scores = { 1, [3] = 2 } } end",
                "outcome: scores: a list has the keys 1 to 2"
            ),
        ] {
            let error = try #require(
                failure { _ = try Match(of: game("{ 1, 2 }", more, outcome: outcome)).play("1", seat: 1) }, "\(said)")
            #expect("\(error)".contains(said), "\(error)")
        }
    }
}
