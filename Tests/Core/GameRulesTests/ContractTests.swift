import GameRules
import Testing

/// All problems of a script are reported at once, each with its place and the nearest known name.
@Suite struct ContractTests {
    static let head = "local parlor = require 'parlor'\n"
    static let rest = """
        setup = function() return {} end,
        moves = { go = { play = function() end } },
        outcome = function() return parlor.draw() end,
        """

    private func problems(_ source: String) -> [String] {
        switch failure({ _ = try script(source) }) {
        case GameError.invalid(let problems)?: problems.list.map(\.description)
        case let error?: ["other: \(error)"]
        case nil: []
        }
    }

    @Test func aSmallGameIsValid() throws {
        #expect(problems(Self.head + "return parlor.game { title = 'T', \(Self.rest) }") == [])
    }

    @Test func allProblemsAreReportedAtOnce() {
        let source = """
            local parlor = require 'parlor'
            return parlor.game {
              tittle = "T",
              seats = 99,
              setup = 12,
              moves = {
                drop = {
                  choises = {},
                  play = "no",
                },
              },
              outcome = function() end,
            }
            """
        let found = problems(source)
        #expect(found.count == 6)
        #expect(found.contains("game.lua:3: tittle: unknown key (did you mean 'title'?)"))
        #expect(found.contains("game.lua: title: missing: a string is required"))
        #expect(found.contains("game.lua:4: seats: must be a number from 1 to 16, or { least, most }"))
        #expect(found.contains("game.lua:5: setup: must be a function, is a number"))
        #expect(found.contains("game.lua:8: moves.drop.choises: unknown key (did you mean 'choices'?)"))
        #expect(found.contains("game.lua:9: moves.drop.play: must be a function, is a string"))
    }

    @Test(arguments: [
        ("seats = 0,", "seats"), ("seats = { 3, 2 },", "seats"), ("version = 0,", "version"),
        ("information = 'some',", "information"), ("chance = 'never',", "chance"), ("deal = true,", "deal"),
        ("options = { Size = { default = 1, min = 1, max = 2 } },", "options.Size"),
        ("options = { size = { default = 1 } },", "options.size"),
        ("options = { size = { default = 5, min = 1, max = 2 } },", "options.size.default"),
        ("options = { mode = { default = 'a', values = { 'b' } } },", "options.mode.default"),
        ("options = { mode = { default = {} } },", "options.mode.default"),
        ("limits = { memory = -1 },", "limits.memory"), ("scene = 3,", "scene"),
        ("scene = { big = function() end },", "scene.big"),
        ("on = { did_recieve = function() end },", "on.did_recieve"),
        ("view = {},", "view"), ("bot = { evaluate = 1 },", "bot.evaluate"), ("summary = 4,", "summary"),
    ])
    func aBrokenKeyIsNamed(line: String, path: String) {
        let found = problems(Self.head + "return parlor.game { title = 'T', \(line) \(Self.rest) }")
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.contains(path + ":") == true, "\(found)")
    }

    @Test(arguments: [
        ("go = {}", "moves.go.play"), ("Go = { play = print }", "moves.Go"), ("go = 3", "moves.go"),
        ("go = { play = print, choices = 3 }", "moves.go.choices"),
        ("go = { play = print, choices = { 'a', 'a' } }", "moves.go.choices[2]"),
        ("go = { play = print, choices = { {} } }", "moves.go.choices[1]"),
        ("go = { play = print, choices = {}, args = { type = 'text', examples = { 'x' } } }", "moves.go"),
        ("go = { play = print, args = { type = 'text' } }", "moves.go.args"),
        ("go = { play = print, args = { type = 'float' } }", "moves.go.args.type"),
        ("go = { play = print, args = { type = 'integer' } }", "moves.go.args"),
        ("go = { play = print, secret = 'never' }", "moves.go.secret"),
        ("go = { play = print, forced = 3 }", "moves.go.forced"), ("", "moves"),
    ])
    func aBrokenMoveIsNamed(move: String, path: String) {
        let source = """
            return parlor.game { title = 'T', setup = function() return {} end, outcome = function() end, moves = { \(move) } }
            """
        let found = problems(Self.head + source)
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.contains(path + ":") == true, "\(found)")
    }

    @Test func aSyntaxErrorHasItsLine() {
        let found = problems("local x = 1\nlocal y = = 2\n")
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("game.lua:2: ") == true, "\(found)")
    }

    @Test func whatIsNoGameIsRefused() {
        #expect(problems("return 3").first?.contains("must return parlor.game") == true)
        #expect(problems("return {}").first?.contains("must return parlor.game") == true)
        #expect(problems("").first?.contains("must return parlor.game") == true)
    }

    @Test func anErrorWhileLoadingHasItsPlace() {
        let found = problems("local function f()\n  error 'boom'\nend\nf()")
        #expect(found == ["game.lua:2: boom"])
    }

    @Test func aScriptMayRequireItsOwnFilesOnly() throws {
        let game = Self.head + "local rules = require 'rules'\nreturn parlor.game { title = rules.title, \(Self.rest) }"
        let made = try script(game, files: ["rules.lua": "return { title = 'From a file' }"])
        #expect(made.title == "From a file")
        for name in ["host.referee", "../rules", "/etc/passwd", "os", "parlor.nothing"] {
            let found = problems(Self.head + "require '\(name)'")
            #expect(found.first?.contains("no module '\(name)'") == true, "\(found)")
        }
    }

    /// The error for too many values states the limit.
    @Test func aNumberOverItsLimitIsToldWithIt() {
        let many =
            "local function many(n, make) local t = {} for i = 1, n do local k, v = make(i) t[k] = v end return t end\n"
        func game(_ fields: String, moves: String = "{ go = { play = function() end } }") -> [String] {
            problems(
                Self.head + many + """
                    return parlor.game { title = 'T', setup = function() return {} end, moves = \(moves),
                    outcome = function() return parlor.draw() end, \(fields) }
                    """)
        }
        let options = game("options = many(33, function(i) return 'o' .. i, { default = true } end)")
        #expect(options.contains { $0.hasSuffix("options: 33 options; at most 32 are allowed") }, "\(options)")
        let values = game("options = { o = { default = 1, values = many(65, function(i) return i, i end) } }")
        #expect(values.contains { $0.hasSuffix("options.o.values: 65 values; at most 64 are allowed") }, "\(values)")
        let moves = game("", moves: "many(65, function(i) return 'm' .. i, { play = function() end } end)")
        #expect(moves.contains { $0.hasSuffix("moves: 65 moves; at most 64 are allowed") }, "\(moves)")
        let choices = game(
            "", moves: "{ go = { play = function() end, choices = many(4097, function(i) return i, i end) } }")
        #expect(
            choices.contains { $0.hasSuffix("moves.go.choices: 4097 choices; at most 4096 are allowed") }, "\(choices)")
    }
}
