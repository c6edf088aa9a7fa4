import Effort
import Foundation
import Parlor
import Testing

@testable import ParlorCommand

/// Each line, whatever it contains, gets one answer: JSON with the fields of the protocol.
@Suite struct DriveFuzzTests {
    /// Valid requests in an order in which most of them succeed.
    private static let seeds = [
        #"{"id":1,"op":"games"}"#, #"{"id":2,"op":"open","game":"tic-tac-toe","seed":7}"#,
        #"{"id":3,"op":"open","game":"battleship","seats":2,"options":{"size":4},"limits":{"time":1}}"#,
        #"{"id":4,"op":"moves","match":1,"seat":1}"#, #"{"id":5,"op":"play","match":1,"seat":1,"move":"b2"}"#,
        #"{"id":6,"op":"play","match":2,"seat":1,"move":{"name":"hide","argument":"a1"}}"#,
        #"{"id":7,"op":"view","match":2,"seat":2}"#, #"{"id":8,"op":"digest","match":1}"#,
        #"{"id":9,"op":"scene","match":1,"seat":1,"style":"expanded","as":"text","columns":40}"#,
        #"{"id":10,"op":"random","match":1,"plies":2,"seed":3}"#, #"{"id":11,"op":"undo","match":1,"ply":1}"#,
        #"{"id":12,"op":"save","match":1}"#, #"{"id":13,"op":"meters","match":1,"count":true}"#,
        #"{"id":14,"op":"load","bytes":"AAECAw=="}"#, #"{"id":15,"op":"message","match":1,"seat":1}"#,
        #"{"id":16,"op":"close","match":2}"#, #"{"id":17,"op":"state","match":1,"seat":1}"#,
        #"{"id":18,"op":"message","match":3,"seat":2}"#, #"{"id":19,"op":"undo","match":3,"ply":1}"#,
        #"{"id":20,"op":"receive","url":"https://parlor.games/tic-tac-toe#Ag","match":1}"#,
    ]

    /// Returns the urls of a whole match from another host.
    private static func urls(_ game: String) throws -> [String] {
        let driver = try Driver()
        let match = try driver.open(game)
        return try (1...30).compactMap { ply in
            _ = try driver.answer(#"{"op":"random","match":\#(match),"plies":1,"seed":\#(ply)}"#)
            let asked = try (1...2).map { try driver.answer(#"{"op":"message","match":\#(match),"seat":\#($0)}"#) }
            return asked.compactMap { $0["ok"]?["url"]?.stringValue }.first
        }
    }
    private static let words = [
        "null", "true", "-1", "0", "1", "2", "9223372036854775807", "-9223372036854775808", "1e308", "0.5", "\"\"",
        "\"b2\"", "\"\\u0000\"", "\"\\ud800\"", "[]", "{}", "[[[[]]]]", "{\"name\":\"mark\"}", "\"../..\"", "\"/\"",
    ]

    private func mutated(_ line: String, _ random: inout SplitMix64) -> [UInt8] {
        var bytes = Array(line.utf8)
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let at = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: at)
            case 1: bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 0...9, using: &random)))
            case 2: bytes.insert(contentsOf: (Self.words.randomElement(using: &random) ?? "").utf8, at: at)
            default:
                // replace a value by another
                let colons = bytes.indices.filter { bytes[$0] == UInt8(ascii: ":") }
                guard let colon = colons.randomElement(using: &random) else { break }
                let end = bytes[(colon + 1)...].firstIndex { ",}]".utf8.contains($0) } ?? bytes.endIndex
                let word = Self.words.randomElement(using: &random) ?? ""
                bytes.replaceSubrange((colon + 1)..<end, with: word.utf8)
            }
        }
        return bytes.filter { $0 != UInt8(ascii: "\n") }
    }

    @Test(arguments: TestEffort.extent(quick: 0..<1, full: 0..<8) as Range<UInt64>)
    func everyLineHasOneAnswer(seed: UInt64) throws {
        let driver = try Driver()
        var random = SplitMix64(seed: seed)
        try LuaThread.run {
            let games = ["tic-tac-toe", "battleship", "rock-paper-scissors"]
            let urls = try games.flatMap(Self.urls).map { #"{"id":21,"op":"receive","url":"\#($0)"}"# }
            let seeds = Self.seeds + (0..<5).compactMap { _ in urls.randomElement(using: &random) }
            var answered: Set<String> = []
            for _ in 0..<400 {
                let line = mutated(seeds.randomElement(using: &random) ?? "", &random)
                let answer = driver.session.handle(.bytes(line))
                let shown = "seed \(seed): \(String(decoding: line, as: UTF8.self)) → \(answer)"
                #expect(!answer.contains("\n"), "\(shown)")
                let limits = ValueLimits(bytes: 32 << 20, depth: 128, items: 2_000_000)
                let fields = try Value(json: answer, limits: limits).mapValue ?? [:]
                #expect(fields.count == 2 && fields["id"] != nil, "\(shown)")
                let kinds = ["ok", "rejected", "error"].filter { fields[.string($0)] != nil }
                #expect(kinds.count == 1, "\(shown)")
                #expect(fields["error"]?["kind"] != "internal", "\(shown)")
                answered.formUnion(kinds)
            }
            #expect(answered == ["ok", "rejected", "error"], "seed \(seed)")
        }
    }
}
