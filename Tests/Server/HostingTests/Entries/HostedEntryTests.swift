import Testing
import Values

@testable import Hosting

@Suite struct HostedEntryTests {
    static let opening = MatchParameters(
        game: "battleship", script: [UInt8](repeating: 7, count: 32), seats: 2, options: ["size": 3, "salvo": false],
        seed: .max - 3, turnLimit: 60, isPublic: true, follows: HostedMatchID(digest: [1, 2, 3]))
    static let events: [HostedEntry.Event] = [
        .open(opening), .join(seat: 1, SeatOccupant(name: "Zoë 🎲", tokenHash: [UInt8](repeating: 9, count: 32))),
        .join(seat: 16, SeatOccupant(name: "Robin", tokenHash: nil)), .ply(seat: 2, 300),
        .ply(seat: 2, .typed(name: "ask", argument: "Is it alive?")), .leave(seat: 3), .timeout(seat: 4),
        .say(seat: 1, .goodGame), .close(.stale), .next(HostedMatchID(digest: [255])),
    ]

    @Test(arguments: events) func bytesComeBack(_ event: HostedEntry.Event) throws {
        let entry = HostedEntry(at: Timestamp(milliseconds: 1_795_000_000_123), event)
        #expect(try HostedEntry(bytes: entry.bytes()) == entry)
    }

    /// Changed bytes are read as another entry, or rejected. Nothing crashes.
    @Test(arguments: events) func changedBytes(_ event: HostedEntry.Event) throws {
        let bytes = try HostedEntry(at: Timestamp(milliseconds: 5), event).bytes()
        var generator = SplitMix64(seed: 11)
        for _ in 0..<400 {
            var changed = bytes
            switch generator.next() % 3 {
            case 0: changed[Int(generator.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: generator.next())
            case 1: changed.removeLast(Int(generator.next() % UInt64(bytes.count)))
            default:
                changed.insert(
                    UInt8(truncatingIfNeeded: generator.next()), at: Int(generator.next() % UInt64(bytes.count)))
            }
            guard let read = try? HostedEntry(bytes: changed) else { continue }
            #expect(try read.bytes() == changed)
        }
    }

    @Test(arguments: [
        ("Ann", "Ann"), ("  Ann\n\t B  ", "Ann B"), ("\u{202e}nnA", "nnA"), ("\u{0}\u{1b}[31m", "[31m"),
        (" \u{200b} ", nil), ("", nil), ("Zed\u{fe0f}", "Zed"), ("1\u{fe0f}", "1"),
        ("\u{2764}\u{fe0f}", "\u{2764}\u{fe0f}"),
        (String(repeating: "x", count: 100), String(repeating: "x", count: 24)),
    ]) func namesAreCleaned(_ typed: String, _ name: String?) {
        #expect(SeatOccupant.cleanedName(typed) == name)
        if let name { #expect(SeatOccupant.cleanedName(name) == name) }
    }

    /// A single character of very many scalars doesn't make a long name.
    @Test func towersOfAccents() {
        let name = SeatOccupant.cleanedName("a" + String(repeating: "\u{301}", count: 100_000))
        #expect(name?.unicodeScalars.first == "a" && (name?.utf8.count ?? 0) <= 4 * SeatOccupant.longestName)
    }

    @Test(arguments: [Int.max, .min, 9_223_372_036_854_775, -1, 0, 1]) func timeOnlyGoesForward(_ seconds: Int) {
        let now = Timestamp.now
        let later = now.adding(seconds: seconds)
        #expect(seconds < 0 ? later < now : seconds == 0 ? later == now : later > now)
        #expect(!later.text.isEmpty)
    }

    @Test func idsAndNonces() {
        #expect(HostedMatchID("abcdefghijklmnopqrst")?.text == "abcdefghijklmnopqrst")
        for wrong in [
            "", "abcdefghijklmnopqrs", "abcdefghijklmnopqrstu", "ABCDEFGHIJKLMNOPQRST", "abcdefghijklmnopqrs1",
            "abcdefghijklmnopqr.*", "abcdefghijklmnopqrß",
        ] {
            #expect(HostedMatchID(wrong) == nil)
        }
        #expect(HostedMatchID(digest: [UInt8](repeating: 0, count: 13)).text == String(repeating: "a", count: 20))
        #expect(HostedMatchID(digest: [UInt8](repeating: 255, count: 13)).text == String(repeating: "7", count: 20))
        #expect(HostedMatchID(digest: []).text == String(repeating: "a", count: 20))
        #expect(Set((0..<1000).map { _ in HostedMatchID.random() }).count == 1000)
        for wrong in ["", "short", String(repeating: "a", count: 65), "aaaaaaaaaaaaaaa\n", "aaaaaaaaaaaaaaaé"] {
            #expect(Nonce(wrong) == nil)
        }
    }
}
