import Testing

@testable import MessageProtocol

@Suite struct VerdictTests {
    private static func all() throws -> [Verdict] {
        let test = try TestMatch(names: ["Ana", "Bob", "Cat"])
        let join = try test.joins(["Ana", "Bob", "Cat"])[0]
        let adoption: (Adoption.Cause, [Ply]) -> Verdict = { cause, lost in
            .adopt(Adoption(signedLog: test.log, cause: cause, known: 0, superseded: lost))
        }
        let seated = try TestMatch.seated()
        return [
            .betRefused(try seated.bet(on: 1, 101), .overBalance(chips: 101, left: 100)),
            .malformed(part: "url", problem: "a\nb"), .tooLarge(.init("url", size: 9, limit: 8)),
            .unsupportedVersion(1), .unsupportedVersion(3),
            .tooLong(seat: 2), .unknownGame(test.match.game), .needsVersion(test.match.game, test.match.script),
            .otherMatch(test.match.id), .forged(.sender(seat: 1)), .joinRequest(join), .duplicate,
            .late(senderLacksOurPlies: true), .late(senderLacksOurPlies: false),
            .illegalTransition(ply: 3, seat: 2, reason: "a\nb"), .illegalTransition(ply: 0, seat: 2, reason: ""),
            .cannotReplay(reason: "a\nb"), .corrupted, adoption(.new, []), adoption(.longer, []),
            adoption(.fork(.builtOn), []), adoption(.union, []),
            adoption(.longer, [Ply(seat: 1, action: .resign)]), adoption(.longer, [Ply(seat: 1, action: .move(2))]),
            adoption(.longer, [Ply(seat: 1, action: .claim(against: 2))]), .kept(.builtOn), .kept(.undecided),
            .disputed(Dispute(seats: [1, 3], theirs: test.log)),
        ]
    }

    @Test func everyVerdictIsOneLineToThePlayer() throws {
        let lines = try Self.all().map(\.line)
        #expect(Set(lines).count == lines.count)
        for line in lines {
            #expect(!line.contains("\n") && line.count > 15 && line.count < 130, "\(line)")
            #expect(line.hasSuffix(".") || line.hasSuffix("?"), "\(line)")
        }
    }

    @Test func codesAreSnakeCase() throws {
        let codes = Set(try Self.all().map(\.code))
        #expect(codes.count == 18)
        for code in codes { #expect(code.allSatisfy { $0.isLowercase || $0 == "_" }) }
    }

    @Test func illegalPliesAreNamed() {
        let line = Verdict.illegalTransition(ply: 12, seat: 3, reason: "").line
        #expect(line.contains("12") && line.contains("seat 3"))
    }
}
