import GameRules
import LuaRuntime
import Testing
import Values

/// `legal` of a move with `args` is called with the typed argument, however the move is played.
@Suite struct TypedLegalTests {
    /// Even numbers and short words are legal, and one listed choice.
    private static let source = """
        local parlor = require "parlor"
        return parlor.game {
          title = "Typed", setup = function() return { n = 0 } end,
          moves = {
            say = { args = { type = "integer", min = 1, max = 9 },
              legal = function(_, _, number)
                if number == 7 then error "seven" end
                return math.type(number) == "integer" and number % 2 == 0
              end,
              play = function(state) state.n = state.n + 1 end },
            tell = { args = { type = "text", examples = { "a long word", "short" } },
              legal = function(_, _, text) return #text < 6 end,
              play = function(state) state.n = state.n + 1 end },
            mark = { choices = { "a", "b" }, legal = function(_, _, word) return word == "a" end,
              play = function(state) state.n = state.n + 1 end },
          },
          outcome = function(state) if state.n == 60 then return parlor.draw() end end,
        }
        """

    @Test func whatIsTypedIsRefusedInTheWordsOfWhatIsListed() throws {
        let match = try Match(of: script(Self.source))
        let before = try match.stateBytes()
        func refused(_ text: String) -> Rejection? { rejection { try match.play(text, seat: 1) } }
        func refused(_ name: String, _ argument: Value) -> Rejection? {
            rejection { try match.play(name: name, argument: argument, seat: 1) }
        }
        for (typed, listed) in [("say 5", "b"), ("tell too long", "b"), ("say 3", "mark b")] {
            let words = try #require(refused(listed)).message.replacing("'\(listed)'", with: "'\(typed)'")
            #expect(refused(typed) == Rejection(code: "illegal_move", message: words))
        }
        let words = try #require(refused("mark", "b")).message
        #expect(refused("say", 5) == Rejection(code: "illegal_move", message: words.replacing("mark", with: "say")))
        #expect(refused("tell", "too long")?.code == "illegal_move")
        #expect(refused("say 10")?.code == "bad_argument", "only what has the type comes to `legal`")
        #expect(refused("say", "x")?.code == "bad_argument")
        #expect(try match.stateBytes() == before)
        try match.play("say 4", seat: 1)
        try match.play(name: "say", argument: "6", seat: 2)
        try match.play("tell short", seat: 1)
        #expect(try match.status.ply == 3)
    }

    @Test func anErrorThereIsOneOfTheScript() throws {
        let match = try Match(of: script(Self.source))
        guard case .failed(let failed)? = failure({ try match.play("say 7", seat: 1) }) as? GameError else {
            Issue.record("it was played")
            return
        }
        #expect(failed.hook == "moves.say.legal")
        #expect(try match.play("say 8", seat: 1).ply == 1)
    }

    /// A move of a log that others wrote is checked like a move that is typed here.
    @Test func aLogIsJudgedTheSame() throws {
        let lax = try Match(
            of: script(Self.source.replacing("number % 2 == 0", with: "true").replacing("< 6", with: "> 0")))
        try lax.play("say 5", seat: 1)
        let strict = try script(Self.source)
        #expect(failure { _ = try Match(replaying: SavedMatch(lax.save()), of: strict) } != nil)
        let match = try Match(of: strict)
        for move in [LoggedMove.typed(name: "say", argument: 5), .typed(name: "tell", argument: "too long")] {
            #expect(rejection { try match.play(move, seat: 1) }?.code == "illegal_move")
        }
        try match.play(.typed(name: "say", argument: 2), seat: 1)
        let digest = try match.digest()
        match.luaStates.forget()
        #expect(try match.digest() == digest)
    }

    /// `legal` is called once in the Lua state that finds the seat's move, and once in the state of the rules.
    @Test func itIsAskedOnceOnEachSide() throws {
        let counting = Self.source.replacing("if number == 7", with: "print(number) if number == 7")
        let match = try Match(of: script(counting))
        try match.play("say 4", seat: 1)
        #expect(match.luaStates.takePrinted() == "4\n4\n")
        try match.play(.typed(name: "say", argument: 6), seat: 2)
        #expect(match.luaStates.takePrinted() == "6\n")
    }

    /// Random moves are legal, too. If an argument isn't legal, another example, another number or another move is
    /// played.
    @Test func randomMovesAreLegal() throws {
        try LuaThread.run {
            // numbers only up to 6, so that `legal` raises no error in this test
            let made = try script(Self.source.replacing("max = 9", with: "max = 6"))
            let match = try Match(of: made)
            var generator = SplitMix64(seed: 1)
            #expect(try match.playRandomGame(seed: 1, using: &generator) == 60)
            #expect(try Match(replaying: SavedMatch(match.save()), of: made).digest() == match.digest())
            let (none, only) = ("number % 2 == 0", "false")
            let closed = try script(
                Self.source.replacing("max = 9", with: "max = 6").replacing(none, with: only).replacing(
                    "#text < 6", with: only))
            let marks = try Match(of: closed)
            #expect(try marks.playRandomGame(seed: 1, using: &generator) == 60)
            #expect(marks.log.allSatisfy { $0.choice == .move(.index(1)) })
            // and if the only listed choice isn't legal, either, a legal typed move is played
            let open = try Match(
                of: script(
                    Self.source.replacing("max = 9", with: "max = 6").replacing("word == \"a\"", with: "false")))
            #expect(try open.playRandomGame(seed: 1, using: &generator) == 60)
        }
    }

    private static let sealed = """
        local parlor = require "parlor"
        return parlor.game {
          title = "Sealed", seats = 2, information = "hidden",
          setup = function() return { n = 0, secret = { { most = 3 }, { most = 5 } } } end,
          turn = function(_, match)
            if match.sealed[1] + match.sealed[2] < 2 then return nil, "hide" end
            return nil, "tell"
          end,
          moves = {
            hide = { secret = "tell", args = { type = "integer", min = 1, max = 9 },
              legal = function(state, seat, number) return number <= state.secret[seat].most end,
              play = function(state, seat, number) state.secret[seat].number = number end },
            tell = { play = function(state) state.n = state.n + 1 end },
          },
          outcome = function(state) if state.n == 2 then return parlor.draw() end end,
        }
        """

    /// The device of the seat calls `legal` for a sealed move. Other devices accept the unknown move, and call `legal`
    /// when it is opened.
    @Test func aSealedOneIsJudgedWhereItIsKnown() throws {
        let made = try script(Self.sealed)
        let (own, other) = (try Match(of: made), try Match(of: made))
        #expect(rejection { try own.play("hide 4", seat: 1) }?.code == "illegal_move")
        try own.play("hide 3", seat: 1)
        try own.play("hide 5", seat: 2)
        for seat in [1, 2] { try other.sealedMoves.seal(seat: seat) }
        let hide = { LoggedMove.typed(name: "hide", argument: $0) }
        #expect(throws: RevealFault.self) { try other.sealedMoves.open([1: hide(4)]) }
        try other.sealedMoves.open([1: hide(3), 2: hide(5)])
        #expect(try other.digest() == own.digest())
    }
}
