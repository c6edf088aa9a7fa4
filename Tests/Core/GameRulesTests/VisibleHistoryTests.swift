import Effort
import GameRules
import Testing
import Values

@Suite struct VisibleHistoryTests {
    private func texts(_ match: Match, _ seat: Int?) throws -> [String?] {
        try match.history(for: seat).map(\.text)
    }

    @Test func sealsSecretsUntilTheMatchIsOver() throws {
        let match = try Match(of: catalog().script(hideout))
        for (move, seat) in [("a1", 1), ("c3", 1), ("a1", 2), ("hit", 1)] { try match.play(move, seat: seat) }
        #expect(try texts(match, 1) == ["a1", "c3", "a1", "hit"])
        for seat in [2, nil] { #expect(try texts(match, seat) == [nil, nil, "a1", "hit"]) }
        #expect(try match.history(for: 2).map(\.name) == [nil, nil, "shoot", "answer"])
        for (move, seat) in [("c3", 2), ("hit", 1)] { try match.play(move, seat: seat) }
        #expect(try texts(match, nil) == ["a1", "c3", "a1", "hit", "c3", "hit"])
    }

    /// The stored form of an entry doesn't reveal a sealed move, either, and the index of a move doesn't reveal the
    /// cards of its seat.
    @Test func theChoiceTellsNoMoreThanTheText() throws {
        let match = try Match(of: catalog().script(hideout))
        for (move, seat) in [("a1", 1), ("c3", 1), ("a1", 2)] { try match.play(move, seat: seat) }
        #expect(try match.history(for: 1).map(\.choice) == match.log.map(\.choice))
        for seat in [2, nil] {
            let told = try match.history(for: seat)
            #expect(
                told.map(\.choice) == [.sealed, .sealed, match.log[2].choice]
                    && told.map(\.secret) == [true, true, false])
        }
        let dealt = try Match(of: catalog().script("crazy-eights"), seats: 3, seed: 1)
        let mover = try #require(try dealt.status.turn.first)
        try dealt.play("draw", seat: mover)
        for seat in [1, 2, 3, nil] {
            let told = try #require(try dealt.history(for: seat).first)
            #expect(told.text == "draw" && told.choice == (seat == mover ? dealt.log[0].choice : .move(.index(0))))
        }
        #expect(dealt.log[0].choice != .move(.index(0)))
    }

    @Test func keepsARoundUntilItIsComplete() throws {
        let match = try Match(of: catalog().script("rock-paper-scissors"))
        try match.play("paper", seat: 2)
        #expect(try texts(match, 2) == ["paper"])
        #expect(try texts(match, 1) == [nil])
        #expect(try texts(match, nil) == [nil])
        try match.play("rock", seat: 1)
        #expect(try texts(match, nil) == ["rock", "paper"])
    }

    @Test func opensWithTheMoveThatOpens() throws {
        let source = """
            local parlor = require "parlor"
            return parlor.game {
              title = "Cup", setup = function() return {} end,
              moves = {
                roll = {
                  secret = "call", choices = { "one", "two" },
                  play = function(state, seat, die) state.secret[seat].die = die end,
                },
                call = { play = function() end },
              },
              turn = function(_, match) return match.ply % 2 + 1 end,
              outcome = function() end,
            }
            """
        let match = try Match(of: script(source))
        try match.play("one", seat: 1)
        try match.play("two", seat: 2)
        #expect(try texts(match, 2) == [nil, "two"])
        try match.play("call", seat: 1)
        try match.play("one", seat: 2)
        #expect(try texts(match, nil) == ["one", "two", "call", nil])
        #expect(try texts(match, 2) == ["one", "two", "call", "one"])
    }

    /// Moves played by their index get their texts and secrecy from the log.
    @Test func knowsTheSecretsOfRandomMoves() throws {
        let match = try Match(of: catalog().script(hideout))
        var generator = SplitMix64(seed: 3)
        for _ in 0..<3 { try match.playRandomMove(using: &generator) }
        let (own, others) = (try texts(match, 1), try texts(match, 2))
        #expect(own.prefix(2).allSatisfy { $0 != nil } && others.prefix(2).allSatisfy { $0 == nil })
        #expect(others.last != .some(nil))
    }

    /// The last ply of a seat is the same as in the whole history, also if it is requested first.
    @Test(arguments: [
        "tic-tac-toe", "rock-paper-scissors", "battleship", "blackjack", "crazy-eights", "liars-dice", "pig",
    ])
    func readsTheLastPlyOfASeatAlone(id: String) throws {
        let script = id == "battleship" ? try catalog().script(hideout) : try catalog().script(id)
        for seed in 0..<TestEffort.extent(quick: 2, full: 6) as Range<UInt64> {
            let (match, other) = (try Match(of: script, seed: seed), try Match(of: script, seed: seed))
            var (generator, same) = (SplitMix64(seed: seed), SplitMix64(seed: seed))
            while try match.playRandomMove(using: &generator) {
                try other.playRandomMove(using: &same)
                for seat in 1...match.seats {
                    for reader in [nil, 1, 2] where (reader ?? 1) <= match.seats {
                        let alone = try match.lastEntry(of: seat, for: reader)
                        #expect(try alone == other.history(for: reader).last { $0.seat == seat })
                    }
                }
            }
        }
    }

    /// Listing the moves takes most of the time, so they are listed only for plies whose texts are requested.
    @Test func listsMovesOnlyWhereATextIsWanted() throws {
        let source = """
            local parlor = require "parlor"
            return parlor.game {
              title = "Count", setup = function() return { count = 0 } end,
              moves = {
                add = {
                  choices = { "a", "b" },
                  format = function(_, state) if state.count < 3 then error "listed" end end,
                  play = function(state) state.count = state.count + 1 end,
                },
              },
              outcome = function() end,
            }
            """
        let match = try Match(of: script(source))
        for ply in 0..<4 { try match.play(index: 2, seat: ply % 2 + 1) }
        #expect(try match.lastEntry(of: 2, for: nil)?.text == "b")
        #expect(throws: GameError.self) { try match.history() }
    }
}
