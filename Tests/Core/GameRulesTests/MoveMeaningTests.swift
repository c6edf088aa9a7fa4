import Testing
import Values

@testable import GameRules

/// A typed text is read twice: by Swift before it is known whose turn it is, and by the rules. Both must find the same
/// move.
struct MoveMeaningTests {
    private static let notation = """
        return require "parlor".game {
          title = "Notation", seats = 1, setup = function() return { n = 0 } end,
          moves = {
            take = { choices = { "bxc3", "Bxc3", "O-O" }, play = print, format = function(choice) return choice == "O-O" and "0-0" or nil end },
            say = { args = { type = "text", max = 20, examples = { "hello there" } }, play = print },
            bid = { args = { type = "integer", min = 1, max = 9 }, play = print },
          },
          outcome = function(state, match) if match.ply > 500 then return require "parlor".draw() end end,
        }
        """

    private func texts(of moves: [Move]) -> Set<String> {
        var texts: Set<String> = [
            "", " ", "take", "say", "bid", "say hi", "say  two words ", "bid 3", "bid 10", "bid x", "BID 3", "nothing",
        ]
        for move in moves.prefix(40) {
            for text in [move.text, "\(move.name) \(move.text)", move.alternative ?? move.text] {
                texts.formUnion([text, text.uppercased(), text.lowercased(), " \(text)", "\(text)x"])
            }
        }
        return texts
    }

    @Test(arguments: ["notation", "tic-tac-toe", "connect-four", "liars-dice", "rock-paper-scissors"])
    func bothReadTheSame(_ game: String) throws {
        let rules =
            game == "notation"
            ? try script(Self.notation, id: "notation") : try catalog().script(game)
        let match = try Match(of: rules, seed: 3)
        var (compared, refused) = (0, 0)
        for _ in 0..<6 {
            guard let seat = try match.status.turn.first else { break }
            let moves = try match.legalMoves(for: seat)
            for text in texts(of: moves).sorted() {
                let other = try Match(loading: match.save(), of: rules)
                let meant = moves.logged(by: text)
                let played: LoggedMove?
                do throws(GameError) {
                    try other.play(text, seat: seat)
                    guard case .move(let move) = other.log.last?.choice else { continue }
                    played = move
                } catch {
                    played = nil
                }
                // only the rules refuse a number out of bounds
                if let meant, meant.move.typed != nil, played == nil { continue }
                #expect(meant?.logged == played, "\(game): '\(text)'")
                compared += 1
                if played == nil { refused += 1 }
            }
            var random = SplitMix64(seed: UInt64(compared))
            try match.playRandomMove(using: &random)
        }
        #expect(compared > 20 && refused > 5 && refused < compared, "\(game): \(compared), \(refused) refused")
    }
}
