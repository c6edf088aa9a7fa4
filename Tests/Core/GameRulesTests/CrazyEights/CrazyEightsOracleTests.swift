import Effort
import Foundation
import GameRules
import Testing
import Values

/// Compares the bundled game with `crazy_eights` of OpenSpiel (DeepMind), move by move. The hands and the stock, the
/// seat to move, the legal moves and the result must be the same.
///
/// OpenSpiel deals by its own chance nodes, for which the test supplies the cards that Parlor dealt and drew. There are
/// two differences, and the test checks that these are the only ones:
///
/// - Blocked. In Parlor a match is over when all seats have passed one after another. OpenSpiel waits until the first
///   of them has passed once more. There is one exception: a seat had to draw because of twos, and took the last card
///   of the stock. OpenSpiel counts such a draw as a pass.
/// - Points. OpenSpiel adds two to the number of a card in its deck, from 0, so a ten of spades costs 37. It counts ten
///   for an ace. In Parlor a card costs the number on it, and an ace costs one.
@Suite struct CrazyEightsOracleTests {
    private static let isRequired = ProcessInfo.processInfo.environment["PARLOR_REQUIRE_ORACLES"] == "1"
    private static let isThere = (try? Oracle.run(["-c", "import pyspiel"])) != nil
    private static let note: Comment =
        "needs python3 with OpenSpiel (pip install open_spiel); set PARLOR_REQUIRE_ORACLES=1 to fail without it"
    /// The number of games for each number of seats. `PARLOR_ORACLE_GAMES` sets another number.
    private static let games =
        ProcessInfo.processInfo.environment["PARLOR_ORACLE_GAMES"].flatMap(UInt64.init)
        ?? TestEffort.extent(quick: 12, full: 40)

    /// A game that was played in Parlor, with its position before each move and at its end.
    private struct Played {
        let name: Comment
        /// The input for OpenSpiel.
        var given: [ValueKey: Value]
        var stands: [[ValueKey: Value]] = []
        /// Whether the match ended because all seats passed.
        var isBlocked = false
        /// Whether the ply before those passes was a draw because of twos that took the last card of the stock.
        var isCountedAsPass = false
        var scores: [Double] = []
    }

    private static func state(_ match: Match) throws -> Value { try Value(canonicalBytes: match.stateBytes()) }

    private static func cards(_ value: Value?) -> [String] { (value?.arrayValue ?? []).compactMap(\.stringValue) }

    private static func hands(_ state: Value, _ seats: Int) -> [[String]] {
        (1...seats).map { cards(state["secret"]?.element(at: .int(Int64($0)))) }
    }

    private static func sorted(_ cards: [String]) -> Value { .array(cards.sorted().map { .string($0) }) }

    /// Returns the comparable part of a match's position, in the order and words of OpenSpiel.
    private static func standing(_ match: Match, _ specials: Bool) throws -> [ValueKey: Value] {
        let (state, turn) = (try state(match), try match.status.turn)
        let moves = try turn.first.map { try match.legalMoves(for: $0).map(\.text) } ?? []
        let top = try #require(cards(state["pile"]).last)
        var shown: [ValueKey: Value] = [
            "seat": .int(Int64(turn.first ?? 0)), "legal": sorted(moves),
            "hands": .array(hands(state, match.seats).map(sorted)), "stock": sorted(cards(state["secret"]?["deck"])),
            "top": .string(top), "suit": state["suit"] ?? .null,
        ]
        if specials { shown["direction"] = state["direction"] }
        return shown
    }

    /// Plays a random game; the seeds cover every setup. Some players rarely draw, so that all endings occur.
    private static func play(_ script: GameScript, seats: Int, seed: UInt64) throws -> Played {
        var random = SplitMix64(seed: seed &* 31 &+ UInt64(seats))
        let draws = [5, 5, 1, 2, 52][Int.random(in: 0..<5, using: &random)]
        let (specials, reshuffle) = (Bool.random(using: &random), Int.random(in: 0..<4, using: &random) == 0)
        let eagerness = Int.random(in: 0..<4, using: &random)
        let match = try Match(
            of: script, seats: seats,
            options: ["draws": .int(Int64(draws)), "specials": .bool(specials), "reshuffle": .bool(reshuffle)],
            seed: seed)
        let start = try state(match)
        let dealer = try #require(start["dealer"]?.intValue)
        let dealt = hands(start, seats)
        let order = try dealt[0].indices.flatMap { round in
            try (1...seats).map { try #require(dealt[(dealer + $0 - 1) % seats].dropFirst(round).first) }
        }
        var played = Played(
            name: "seed \(seed), \(seats) seats, draws \(draws), specials \(specials), reshuffle \(reshuffle)",
            given: [
                "players": .int(Int64(seats)), "draws": .int(Int64(draws)), "specials": .bool(specials),
                "reshuffle": .bool(reshuffle), "dealer": .int(Int64(dealer)),
                "dealt": .array((order + cards(start["pile"])).map { .string($0) }),
            ])
        var moves: [(text: String, drawn: [String], due: Int, stock: Int)] = []
        while let seat = try match.status.turn.first {
            played.stands.append(try standing(match, specials))
            let before = try state(match)
            var legal = try match.legalMoves(for: seat).map(\.text)
            if eagerness > 0, Int.random(in: 0...eagerness, using: &random) > 0,
                legal.contains(where: { $0.count == 2 })
            {
                legal.removeAll { $0.count > 2 }
            }
            let text = try #require(legal.randomElement(using: &random))
            try match.play(text, seat: seat)
            let after = try state(match)
            let drawn = Set(hands(after, seats)[seat - 1]).subtracting(hands(before, seats)[seat - 1]).sorted()
            moves.append((text, drawn, before["due"]?.intValue ?? 0, after["stock"]?.intValue ?? 0))
        }
        played.stands.append(try standing(match, specials))
        let told = moves.map { move -> Value in
            ["text": .string(move.text), "drawn": .array(move.drawn.map { .string($0) })]
        }
        played.given["moves"] = .array(told)
        if case .scores(let scores)? = try match.status.outcome { played.scores = scores }
        played.isBlocked = moves.suffix(seats).allSatisfy { $0.text == "pass" }
        if let last = moves.dropLast(seats).last, played.isBlocked {
            played.isCountedAsPass = last.due > 0 && last.due == last.drawn.count && last.stock == 0
        }
        return played
    }

    private static func points(_ cards: [String]) -> Double {
        cards.reduce(0) { sum, card in
            switch card.first {
            case "8": sum + 50
            case "t", "j", "q", "k": sum + 10
            case "a": sum + 1
            case let rank: sum + (rank.flatMap { Double(String($0)) } ?? .nan)
            }
        }
    }

    private static func theirPoints(_ cards: [String]) -> Double {
        cards.reduce(0) { sum, card in
            guard let rank = Array("23456789tjqka").firstIndex(where: { $0 == card.first }),
                let suit = Array("cdhs").firstIndex(where: { $0 == card.last })
            else { return .nan }
            return sum + (card.first == "8" ? 50 : rank >= 9 ? 10 : Double(rank * 4 + suit + 2))
        }
    }

    @Test(.enabled(if: isThere || isRequired, note), arguments: 2...5) func openSpielPlaysTheSame(seats: Int) throws {
        let script = try catalog().script("crazy-eights")
        let all = try (1...Self.games).map { try Self.play(script, seats: seats, seed: $0) }
        let answers = try Oracle.run(script: "crazy_eights.py", on: try all.map { try Value.map($0.given).json() })
        try #require(answers.count == all.count)
        for (played, answer) in zip(all, answers) {
            let theirs = try Value(json: answer)
            guard let plies = theirs["plies"]?.arrayValue else {
                Issue.record("\(theirs["problem"]?.stringValue ?? answer); \(played.name)")
                continue
            }
            #expect(plies.count == played.stands.count, played.name)
            for (ply, pair) in zip(plies, played.stands).enumerated() {
                let here = Value.map(pair.1)
                guard pair.0 == here else {
                    Issue.record("ply \(ply), OpenSpiel \(try pair.0.json()), here \(try here.json()); \(played.name)")
                    break
                }
            }
            let hands = (plies.last?["hands"]?.arrayValue ?? []).map(Self.cards)
            let returns = (theirs["returns"]?.arrayValue ?? []).compactMap { $0.numberValue ?? .nan }
            #expect(theirs["passes"] == (played.isBlocked && !played.isCountedAsPass ? 1 : 0), played.name)
            #expect(played.scores == hands.map { 0 - Self.points($0) }, played.name)
            #expect(returns == hands.map { 0 - Self.theirPoints($0) }, played.name)
        }
        // checks that all kinds of endings occurred
        #expect(all.contains(where: \.isBlocked) && !all.allSatisfy(\.isBlocked))
    }
}
