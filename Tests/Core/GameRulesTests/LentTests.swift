import GameRules
import LuaRuntime
import Testing
import Values

/// A table that was lent to a hook expires when the hook returns. A script that keeps the table can't read its contents
/// later.
@Suite struct LentTests {
    /// Returns a game in which seat 1 hides a word, and a hook keeps the result of `keep`.
    private func game(
        _ hooks: String = "", choices: String = "", play: String = "", forced: String = "", legal: String = ""
    ) throws -> GameScript {
        try script(
            """
            local parlor = require 'parlor'
            local scene = require 'parlor.scene'
            local kept
            local function shown()
              local value = kept
              for _, key in ipairs { 1, 'word', 'list', 1 } do
                if type(value) == 'table' and value[key] ~= nil then value = value[key] end
              end
              return value
            end
            return parlor.game {
              title = 'Keeper', seats = 2,
              setup = function() return { secret = { { list = { 'pearl' }, word = { 'pearl' } }, {} }, told = 0 } end,
              turn = function(_, match) if match.sealed[1] == 0 then return 1, 'hide' end return 2, 'guess' end,
              moves = {
                hide = { secret = 'match',
                  choices = function(state, seat) \(choices) return { 'pearl', 'stone' } end,
                  play = function(state, seat, word) \(play) state.secret[seat].word = { word } end },
                guess = { choices = { 'yes', 'no' },
                  legal = function(state, seat, argument) \(legal) return true end,
                  play = function(state) state.told = state.told + 1 end },
              },
              outcome = function(state) if state.told == 3 then return parlor.draw() end end,
              \(hooks)
            }
            """)
    }

    private static let keeps = [
        "kept = state.secret", "kept = state.secret[seat]", "kept = state.secret[seat].word or state.secret[seat].list",
        "local part = state.secret[seat] kept = { part }",
    ]

    private func expectExpired(_ what: String, _ body: () throws -> Value?) {
        do {
            let shown = try body()?.json() ?? ""
            #expect(!shown.contains("pearl"), "\(what): \(shown)")
        } catch {
            #expect(
                "\(error)".contains("lent to a hook that has returned") || "\(error)".contains("sealed here"),
                "\(error)")
        }
    }

    /// The host copies a list of choices, also if the list is a table of the lent part or contains tables of it.
    @Test(arguments: [
        ("return state.secret[seat].list", ["pearl"]),
        ("return { { text = 'x', from = state.secret[seat].list }, 'stone' }", ["x", "stone"]),
        ("return setmetatable({}, { __index = state.secret[seat].list })", []),
    ])
    func choicesDoNotExpire(choices: String, texts: [String]) throws {
        let match = try Match(of: game(choices: "if true then \(choices) end"))
        #expect(try match.legalMoves(for: 1).map(\.text) == texts)
        guard !texts.isEmpty else { return }
        try match.play(index: 1, seat: 1)
        #expect(try match.status.turn == [2])
        try match.restart(seed: 1)
        #expect(try match.playRandomMove(choice: 0))
        #expect(match.log.map(\.seat) == [1])
    }

    /// The seal is a metatable of the host. A script can't remove it to read the secrets.
    @Test func theSealStays() throws {
        let made = try game(play: "", legal: "setmetatable(state.secret, nil) local _ = state.secret[1]")
        let match = try Match(of: made)
        try match.play("pearl", seat: 1)
        let error = #expect(throws: GameError.self) { try match.legalMoves(for: 2) }
        #expect("\(error.map { "\($0)" } ?? "")".contains("the host's"))
    }

    @Test(arguments: keeps) func aSecretKeptByChoicesIsGone(_ keep: String) throws {
        let made = try game("view = function() return { shown() } end,", choices: keep)
        let match = try Match(of: made)
        _ = try match.legalMoves(for: 1)
        expectExpired(keep) { try match.view(for: nil) }
        try match.play("pearl", seat: 1)
        expectExpired(keep) { try match.view(for: 2) }
    }

    @Test(arguments: keeps) func aSecretKeptByPlayIsGone(_ keep: String) throws {
        let made = try game("view = function() return { shown() } end,", play: keep)
        let match = try Match(of: made)
        try match.play("pearl", seat: 1)
        expectExpired(keep) { try match.view(for: nil) }
        // also within the call that plays the move
        let greedy = try game("stuck = function(state) state.told = shown() end,", play: keep)
        let other = try Match(of: greedy)
        try other.play("pearl", seat: 1)
        expectExpired(keep) { try Value(canonicalBytes: other.stateBytes(public: true)) }
    }

    @Test func aViewKeptBySceneIsGone() throws {
        for hooks in [
            "scene = function(view, seat) kept = kept or view.secret[1] return scene.text(tostring(shown())) end,",
            "view = function(state) return { secret = state.secret } end, "
                + "scene = function(view, seat) kept = kept or view.secret[1] return scene.text(tostring(shown())) end,",
            "view = function(state) kept = kept or state.secret[1] return { shown() } end,",
        ] {
            let match = try Match(of: game(hooks))
            try match.play("pearl", seat: 1)
            if hooks.hasPrefix("view = function(state) kept") {
                #expect(try match.view(for: 1).json().contains("pearl"))
                expectExpired(hooks) { try match.view(for: nil) }
            } else {
                #expect(try match.scene(for: 1)?.json().contains("pearl") == true)
                expectExpired(hooks) { try match.scene(for: nil) }
            }
        }
    }

    /// A hook may return a lent table. The returned value doesn't expire.
    @Test func whatAHookGivesBackStays() throws {
        let source = """
            local parlor = require 'parlor'
            return parlor.game {
              title = 'Hand', seats = 2,
              setup = function() return { secret = { { { text = 'ace' }, { text = 'ten' } }, { { text = 'six' } } } } end,
              moves = { lay = { secret = 'match',
                choices = function(state, seat) return state.secret[seat] end,
                play = function(state, seat, card)
                  for place, other in ipairs(state.secret[seat]) do
                    if other.text == card.text then table.remove(state.secret[seat], place) return end
                  end
                end } },
              outcome = function(state, match)
                if match.sealed[1] == 2 and match.sealed[2] == 1 then return parlor.draw() end
              end,
            }
            """
        let match = try Match(of: script(source))
        #expect(try match.legalMoves(for: 1).map(\.text) == ["ace", "ten"])
        try match.play("ace", seat: 1)
        try match.play("six", seat: 2)
        #expect(try match.legalMoves(for: 1).map(\.text) == ["ten"])
        #expect(try match.view(for: 1)["secret"]?[0]?.json() == #"[{"text":"ten"}]"#)
        let saved = try match.save()
        #expect(try Match(loading: saved, of: match.script).stateBytes() == match.stateBytes())
        try match.play("ten", seat: 1)
        #expect(try match.status.outcome == .draw)
    }

    @Test func anExpiredTableCannotGoIntoAState() throws {
        let made = try game("", play: "state.copy = state.secret[seat]")
        let match = try Match(of: made)
        let error = failure { try match.play("pearl", seat: 1) }
        #expect("\(String(describing: error))".contains("outside of its own part"))
    }
}
