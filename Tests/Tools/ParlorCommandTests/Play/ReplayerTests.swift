import Parlor
import Testing

@testable import ParlorCommand

@Suite struct ReplayerTests {
    private func frames(_ match: Match, viewer: Int? = nil) throws -> [String] {
        let replayer = try Replayer(
            match, players: Players(count: match.seats), screen: Screen(), viewer: viewer)
        var frames: [String] = []
        while let frame = try replayer.frame(frames.count) { frames.append(frame.map(\.plain).joined(separator: "\n")) }
        return frames
    }

    @Test func showsEveryTurnOfAMatch() throws {
        let match = try Match(of: GameCatalog(home: home).script("tic-tac-toe"))
        for (index, move) in ["a1", "b1", "a2", "b2", "a3"].enumerated() { try match.play(move, seat: index % 2 + 1) }
        let frames = try frames(match)
        #expect(frames.count == 6)
        #expect(frames[0].hasPrefix("Tic-Tac-Toe") && !frames[0].contains("X"))
        #expect(frames[1].hasPrefix("1/5  Seat 1 played a1.") && frames[1].contains("‹X›"))
        #expect(frames[5].hasSuffix("Seat 1 wins."))
    }

    @Test func takesARoundForOneTurn() throws {
        let match = try Match(of: GameCatalog(home: home).script("rock-paper-scissors"))
        for hand in ["rock", "rock"] {
            try match.play(hand, seat: 1)
            try match.play("paper", seat: 2)
        }
        #expect(try frames(match).map { String($0.prefix(5)) }.dropFirst() == ["2/4  ", "4/4  "])
    }

    @Test func keepsSealedWhatIsSealed() throws {
        let match = try Match(of: GameCatalog(home: home).script(hideout))
        for (move, seat) in [("a1", 1), ("c3", 1), ("b2", 2)] { try match.play(move, seat: seat) }
        #expect(try frames(match)[1].contains("Seat 1 moved in secret."))
        #expect(try !frames(match).joined().contains("S │"))
        #expect(try frames(match, viewer: 1)[1].contains("Seat 1 played a1."))
    }

    @Test func showsAnEmptyMatch() throws {
        #expect(try frames(Match(of: GameCatalog(home: home).script("connect-four"))).count == 1)
    }
}
