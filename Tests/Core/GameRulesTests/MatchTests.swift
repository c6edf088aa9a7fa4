import Effort
import GameRules
import LuaRuntime
import Testing
import Values

@Suite struct MatchTests {
    @Test func playsTicTacToe() throws {
        let match = try Match(of: catalog().script("tic-tac-toe"))
        #expect(try match.status.turn == [1])
        #expect(try match.legalMoves(for: 1).map(\.text) == ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"])
        try match.play("b2", seat: 1)
        #expect(rejection { try match.play("b2", seat: 2) }?.code == "illegal_move")
        #expect(rejection { try match.play("b1", seat: 1) }?.code == "not_your_turn")
        #expect(rejection { try match.play("xyzzy", seat: 2) }?.code == "unknown_move")
        for (move, seat) in [("a1", 2), ("b1", 1), ("a2", 2), ("b3", 1)] { try match.play(move, seat: seat) }
        #expect(try match.status.outcome == .win([1]))
        #expect(rejection { try match.play("c3", seat: 2) }?.code == "game_over")
        var generator = SystemRandomNumberGenerator()
        #expect(rejection { try match.playRandomMove(using: &generator) }?.code == "game_over")
        #expect(try match.history().map(\.text) == ["b2", "a1", "b1", "a2", "b3"])
    }

    @Test(arguments: [
        "tic-tac-toe", "connect-four", "crazy-eights", "battleship", "blackjack", "liars-dice", "pig",
        "rock-paper-scissors",
    ])
    func playsRandomGamesToTheEnd(id: String) throws {
        let script = try catalog().script(id)
        try LuaThread.run {
            for seed in TestEffort.extent(quick: 0..<20, full: 0..<40) as Range<UInt64> {
                var generator = SplitMix64(seed: seed)
                let match = try Match(
                    of: script, seats: script.seats.lowerBound, options: TestEffort.options(of: id), seed: seed)
                match.luaStates.isWatchful = seed % 4 == 0
                var plies = 0
                while try match.playRandomMove(using: &generator) {
                    plies += 1
                    #expect(plies < 1000)
                    // the views take most of the time, so only the first matches are checked at every ply, and the
                    // others at every eighth ply
                    guard seed < 5 || plies % 8 == Int(seed % 8) else { continue }
                    for seat in 0...match.seats {
                        _ = try match.view(for: seat == 0 ? nil : seat)
                        _ = try match.scene(for: seat == 0 ? nil : seat)
                    }
                }
                #expect(rejection { try match.playRandomMove(using: &generator) }?.code == "game_over", "\(id)")
                let digest = try match.digest()
                match.luaStates.forget()
                #expect(try match.digest() == digest, "seed \(seed): the rebuilt match differs")
                _ = try match.history()
            }
        }
    }

    /// However a move is played, its rejection says that it isn't the seat's turn, or that the match is over.
    @Test func aMoveOutOfTurnIsRefusedAlike() throws {
        let match = try Match(of: catalog().script("tic-tac-toe"))
        func codes(_ seat: Int) -> [String?] {
            [
                rejection { try match.play("c3", seat: seat) }?.code,
                rejection { try match.play(index: 3, seat: seat) }?.code,
                rejection { try match.play(name: "mark", argument: "c3", seat: seat) }?.code,
            ]
        }
        #expect(Set(codes(2)) == ["not_your_turn"])
        for (index, move) in ["a1", "b1", "a2", "b2", "a3"].enumerated() { try match.play(move, seat: index % 2 + 1) }
        #expect(Set(codes(2)) == ["game_over"] && Set(codes(1)) == ["game_over"])
    }

    @Test func aStyleThatIsNoneIsRefused() throws {
        let match = try Match(of: catalog().script("tic-tac-toe"))
        #expect(throws: GameError.request(.noStyle("wide"))) {
            try match.scene(for: nil, style: "wide")
        }
    }

    /// A value from Swift that nests deeper than any script's value.
    @Test func anArgumentThatNestsFarTooDeepIsRefused() throws {
        let match = try Match(of: catalog().script("tic-tac-toe"))
        var deep = Value.array([])
        for _ in 0..<2_000 { deep = .array([deep]) }
        #expect(rejection { try match.play(name: "mark", argument: deep, seat: 1) }?.code == "bad_argument")
        #expect(rejection { try match.play(.typed(name: "mark", argument: deep), seat: 1) }?.code == "bad_argument")
    }

    /// Every function with a seat as parameter reports the valid seats.
    @Test func aSeatThatIsntThereIsRefusedInWords() throws {
        for (id, words) in [("tic-tac-toe", "seats are 1 to 2"), ("blackjack", "the only seat is 1")] {
            let match = try Match(of: catalog().script(id))
            func refused(_ seat: Int, _ body: () throws -> Void) {
                #expect(throws: GameError.request(.init(code: "no_seat", "There is no seat \(seat); \(words)."))) {
                    try body()
                }
            }
            for seat in [0, -1, 3, 99, .max, .min] {
                refused(seat) { try match.play("b2", seat: seat) }
                refused(seat) { try match.play(name: "mark", argument: "b2", seat: seat) }
                refused(seat) { try match.play(index: 1, seat: seat) }
                refused(seat) { try match.play(.typed(name: "mark", argument: "b2"), seat: seat) }
                refused(seat) { try match.leave(seat: seat) }
                refused(seat) { _ = try match.legalMoves(for: seat) }
                refused(seat) { _ = try match.view(for: seat) }
                refused(seat) { _ = try match.scene(for: seat) }
                refused(seat) { _ = try match.history(for: seat) }
            }
            #expect(try match.status.ply == 0)
        }
    }
}
