import GameRules
import Testing
import Values

/// A cached list of moves always equals the list that the script would return. Every step of the match, forward or
/// back, discards the cached list.
@Suite struct KeptMovesTests {
    private func moves(_ match: Match) throws -> [[Move]] {
        try (1...match.seats).map { seat throws(GameError) in try match.legalMoves(for: seat) }
    }

    @Test(arguments: [
        "tic-tac-toe", "rock-paper-scissors", "blackjack", "connect-four", "crazy-eights", "liars-dice", "pig",
    ])
    func areThoseOfTheScript(id: String) throws {
        let script = try catalog().script(id)
        for seed in 1...3 as ClosedRange<UInt64> {
            let (kept, fresh) = (try Match(of: script, seed: seed), try Match(of: script, seed: seed))
            kept.views.keepsMoves = true
            var (generator, same) = (SplitMix64(seed: seed), SplitMix64(seed: seed))
            /// Makes the same change to both matches. Lists their moves before, so that the cache could contain an
            /// outdated list.
            func both(_ body: (Match) throws -> Void) throws {
                #expect(try moves(kept) == moves(kept))
                try body(kept)
                try body(fresh)
                #expect(try moves(kept) == moves(fresh))
            }
            for _ in 0..<4 {
                try both { match in
                    guard let seat = try match.status.turn.first else { return }
                    guard let move = try match.legalMoves(for: seat).last(where: { $0.typed == nil }) else { return }
                    try match.play(move.text, seat: seat)
                }
                guard try kept.status.outcome == nil else { break }
                #expect(try moves(kept) == moves(kept))
                _ = try (kept.playRandomMove(using: &generator), fresh.playRandomMove(using: &same))
                #expect(try moves(kept) == moves(fresh))
            }
            try both { try $0.undo() }
            try both { try $0.redo() }
            try both { try $0.go(to: 0) }
            if try kept.status.outcome == nil { try both { try $0.leave(seat: 1) } }
            try both { try $0.restart(seed: seed + 1) }
        }
    }
}
