import Parlor
import Testing

@testable import ParlorCommand

/// A game whose cards a host deals, driven by a program: each seat sees its own hand, and the match
/// has no url.
@Suite struct DriveDealtTests {
    private static let forms = ["text", "svg", "words", "tree"]

    /// Returns the driver's answers to a seat or a spectator, in every form.
    private func answers(_ driver: Driver, _ match: Int, _ seat: Int?) throws -> [String] {
        let asked = seat.map { #","seat":\#($0)"# } ?? ""
        var requests = ["view"].map { #"{"op":"\#($0)","match":\#(match)\#(asked)}"# }
        for style in ["expanded", "transcript", "compact"] {
            requests += Self.forms.map {
                #"{"op":"scene","match":\#(match)\#(asked),"style":"\#(style)","as":"\#($0)"}"#
            }
        }
        return requests.map(driver.session.handle)
    }

    private func hand(_ state: Value, _ seat: Int) -> [String] {
        (state["secret"]?.element(at: .int(Int64(seat))) ?? state["secret"]?["\(seat)"])?.arrayValue?
            .compactMap(\.stringValue) ?? []
    }

    /// Returns the forms in which a card could be shown: in the script, in words, and on a
    /// terminal.
    private func signs(_ card: String) -> [String] {
        let ranks: [Character: (String, String)] = [
            "a": ("ace", "A"), "2": ("two", "2"), "3": ("three", "3"), "4": ("four", "4"), "5": ("five", "5"),
            "6": ("six", "6"), "7": ("seven", "7"), "8": ("eight", "8"), "9": ("nine", "9"), "t": ("ten", "10"),
            "j": ("jack", "J"), "q": ("queen", "Q"), "k": ("king", "K"),
        ]
        let suits: [Character: (String, String)] = [
            "s": ("spades", "♠"), "h": ("hearts", "♥"), "d": ("diamonds", "♦"), "c": ("clubs", "♣"),
        ]
        guard let rank = card.first.flatMap({ ranks[$0] }), let suit = card.last.flatMap({ suits[$0] }) else {
            return []
        }
        return ["\"\(card)\"", "\(rank.0) of \(suit.0)", rank.1 + suit.1]
    }

    @Test func nobodyIsGivenTheCardsOfOthers() throws {
        try LuaThread.run {
            let driver = try Driver()
            let match = try driver.open("crazy-eights", #","seats":3,"seed":8"#)
            for ply in 0..<12 {
                let state = try driver.ok(#"{"op":"state","match":\#(match)}"#)["state"] ?? .null
                let deck = (state["secret"]?["deck"]?.arrayValue ?? []).compactMap(\.stringValue)
                #expect(deck.count > 20 && !hand(state, 1).isEmpty, "the host knows")
                for viewer in [nil, 1, 2, 3] {
                    let told = try answers(driver, match, viewer).joined(separator: "\n")
                    for card in deck + (1...3).filter({ $0 != viewer }).flatMap({ hand(state, $0) }) {
                        #expect(
                            signs(card).count == 3 && !signs(card).contains { told.contains($0) }, "\(card), ply \(ply)"
                        )
                    }
                    for card in viewer.map({ hand(state, $0) }) ?? [] {
                        #expect(
                            signs(card).allSatisfy { told.contains($0) }, "\(card) of seat \(viewer ?? 0), ply \(ply)")
                    }
                }
                let seat = try #require(state["seat"]?.intValue)
                let moves = try driver.ok(#"{"op":"moves","match":\#(match),"seat":\#(seat)}"#)["moves"]?.arrayValue
                let move = try #require(moves?[ply % (moves?.count ?? 1)])
                let text = move.stringValue ?? move["text"]?.stringValue ?? ""
                _ = try driver.ok(#"{"op":"play","match":\#(match),"seat":\#(seat),"move":"\#(text)"}"#)
            }
            let two = try driver.open("crazy-eights", #","seats":2"#)
            let refused = driver.session.handle(#"{"op":"message","match":\#(two),"seat":1}"#)
            #expect(refused.contains("dealt from a deck that nobody may see"), "\(refused)")
        }
    }
}
