import Testing
import Values

@testable import MessageProtocol

/// Moves that stay sealed until the match is over, and their disclosure when a seat closes.
@Suite struct DisclosureTests {
    private static func key(_ test: TestMatch, _ seat: Int) -> CommitmentKey { CommitmentKey(of: test.keys[seat - 1]) }

    /// Returns the match with a sealed move at the end of the log. In `sticks` the move takes one
    /// stick.
    private static func hiding(_ test: TestMatch, _ seat: Int, _ move: LoggedMove) throws -> TestMatch {
        let place = test.place(of: seat, at: test.log.log.plies.count)
        return try test.with(seat, key(test, seat).hide(move, at: place))
    }

    /// Returns a match in which all three sticks are taken: Ana has sealed two moves, Bob one.
    private static func over(_ id: UInt8 = 7) throws -> TestMatch {
        var test = try TestMatch(options: ["sticks": 3], id: id)
        try test.add(2, .join(test.entry(2, "Bob")))
        test = try hiding(test, 1, .index(5))
        test = try hiding(test, 2, .typed(name: "hide", argument: "b2"))
        return try hiding(test, 1, .index(6))
    }

    private static let truth: [LoggedMove] = [.index(5), .index(6)]

    private static func closing(
        _ test: TestMatch, _ seat: Int = 1, _ moves: [LoggedMove] = truth, _ key: CommitmentKey? = nil
    ) throws -> TestMatch {
        let disclosure = Disclosure(key: key ?? Self.key(test, seat), moves: moves)
        let isFirst = test.log.log.plies.last?.isClosing != true
        return try test.with(seat, .close(disclosure), placement: isFirst ? .newRound : .currentRound)
    }

    @Test func theEndOpensAllThatWasSealed() throws {
        let test = try Self.over()
        let bob = Receiver(library: ToyLibrary()).verdict(on: try test.url()) { _ in nil }
        #expect(bob.adopted == test.log)
        let closed = try Self.closing(test)
        #expect(try test.verdict(of: 2, on: closed).adopted == closed.log)
        let both = try Self.closing(closed, 2, [.typed(name: "hide", argument: "b2")])
        #expect(try closed.verdict(of: 1, on: both).adopted == both.log)
        let bytes = both.log.log.bytes(of: both.match)
        #expect(try Log(bytes: bytes, of: both.match) == both.log.log)
    }

    /// Closings that cross are united as usual.
    @Test func closingsThatCrossUnite() throws {
        let test = try Self.over()
        let (one, two) = (try Self.closing(test), try Self.closing(test, 2, [.typed(name: "hide", argument: "b2")]))
        let both = try #require(try one.verdict(of: 1, on: two).adopted)
        #expect(try two.verdict(of: 2, on: one).adopted == both)
    }

    @Test(
        arguments: [
            [.index(5), .index(7)], [.index(6), .index(5)], [.index(5)], [.index(5), .index(6), .index(6)],
        ] as [[LoggedMove]])
    func nothingElseIsOpened(_ moves: [LoggedMove]) throws {
        let test = try Self.over()
        let lie = try Self.closing(test, 1, moves)
        #expect(try test.verdict(of: 2, on: lie) == .forged(.opening(ply: 5, seat: 1)))
        let fresh = Receiver(library: ToyLibrary()).verdict(on: try lie.url()) { _ in nil }
        #expect(fresh == .forged(.opening(ply: 5, seat: 1)))
    }

    @Test func anotherKeyOpensNothing() throws {
        let test = try Self.over()
        let lie = try Self.closing(test, 1, Self.truth, Self.key(test, 2))
        #expect(try test.verdict(of: 2, on: lie) == .forged(.opening(ply: 5, seat: 1)))
        // a seat that has sealed nothing has nothing to reveal
        var plain = try TestMatch(options: ["sticks": 1])
        try plain.add(1, .move(1))
        try plain.add(2, .join(plain.entry(2, "Bob")))
        let empty = try Self.closing(plain, 1, [.index(1)])
        #expect(try plain.verdict(of: 2, on: empty).code != "adopt")
    }

    /// The same move has another commitment in another match, at another ply or of another seat.
    @Test func aSealIsTiedToItsPlace() throws {
        let (test, other) = (try Self.over(), try Self.over(8))
        let seals = test.log.log.plies.compactMap(\.hidden)
        #expect(Set(seals + other.log.log.plies.compactMap(\.hidden)).count == 6)
        let key = Self.key(test, 1)
        let places = [
            test.place(of: 1, at: 1), test.place(of: 1, at: 3), test.place(of: 2, at: 1), other.place(of: 1, at: 1),
        ]
        #expect(Set(places.map { key.salt(of: .index(5), at: $0) }).count == 4)
        #expect(key.salt(of: .index(5), at: places[0]) != key.salt(of: .index(6), at: places[0]))
        // a reveal doesn't fit a commitment that was made at another place
        var moved = try TestMatch(options: ["sticks": 2])
        try moved.add(2, .join(moved.entry(2, "Bob")))
        moved = try moved.with(1, .hide(seals[0]))
        moved = try Self.hiding(moved, 2, .index(1))
        let lie = try Self.closing(moved, 1, [.index(5)])
        #expect(try moved.verdict(of: 2, on: lie) == .forged(.opening(ply: 4, seat: 1)))
    }

    /// An earlier claim changes no commitment: a seat signs the same bytes again.
    @Test func aClaimInFrontChangesNothing() throws {
        var test = try TestMatch(options: ["sticks": 3])
        try test.add(2, .join(test.entry(2, "Bob")))
        let plain = test.place(of: 1, at: 1)
        try test.add(2, .claim(against: 1))
        #expect(test.place(of: 1, at: 2) == plain)
        test = try Self.hiding(test, 1, .index(5))
        test = try Self.hiding(test, 2, .index(1))
        test = try Self.hiding(test, 1, .index(6))
        let closed = try Self.closing(test)
        #expect(try test.verdict(of: 2, on: closed).adopted == closed.log)
    }

    @Test func nobodyDisclosesBeforeTheEnd() throws {
        var test = try TestMatch(options: ["sticks": 4])
        try test.add(2, .join(test.entry(2, "Bob")))
        test = try Self.hiding(test, 1, .index(5))
        let early = try Self.closing(test, 1, [.index(5)])
        #expect(try test.verdict(of: 2, on: early).code == "illegal_transition")
    }

    /// The size of a disclosure is checked before the disclosure is read.
    @Test func damagedDisclosuresAreRefused() throws {
        let closed = try Self.closing(Self.over())
        let bytes = closed.log.log.bytes(of: closed.match)
        for count in 1..<40 {
            #expect(throws: WireError.self) { try Log(bytes: Array(bytes.dropLast(count)), of: closed.match) }
        }
        var reader = ByteReader([UInt8](repeating: 1, count: 32) + [0xff, 0xff, 0xff, 0xff, 0x07], part: "log")
        #expect(throws: WireError.self) { try Disclosure(from: &reader) }
        reader = ByteReader([UInt8](repeating: 1, count: 32) + [0], part: "log")
        #expect(throws: WireError.self) { try Disclosure(from: &reader) }
    }

    @Test func nothingOfTheKeyIsShown() throws {
        let closed = try Self.closing(Self.over())
        guard case .close(.some(let disclosure)) = closed.log.log.plies.last?.action else {
            return #expect(Bool(false))
        }
        #expect("\(disclosure.key)" == "CommitmentKey(redacted)")
    }
}
