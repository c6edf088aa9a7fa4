import Testing
import Values

@testable import MessageProtocol

/// Every kind of ply at every stage of a match: exactly the legal plies are accepted.
@Suite struct PhaseTests {
    private static let names = ["Ana", "Bob", "Cat"]

    /// A stage of a match, and all plies that are legal at that stage.
    struct Stage: Sendable, CustomTestStringConvertible {
        let name: String
        let legal: Set<String>
        /// Why the rules reject a ply of valid form; nil if the reasons differ.
        var reason: String?
        let make: @Sendable () throws -> TestMatch

        var testDescription: String { name }
    }

    static let stages: [Stage] = [
        Stage(name: "two, invited", legal: ["1 move", "1 resign", "2 join", "1 start"]) { try TestMatch() },
        Stage(name: "two, the inviter has moved", legal: ["1 resign", "2 join", "1 start"]) {
            try TestMatch().with(1, .move(1))
        },
        Stage(name: "two, the inviter has resigned", legal: ["1 close"], reason: "the match is over") {
            try TestMatch().with(1, .resign)
        },
        Stage(name: "two, in turn", legal: ["1 move", "1 resign", "2 resign", "2 claim 1"]) {
            try TestMatch.seated()
        },
        Stage(name: "two, claimed", legal: ["1 move", "1 resign", "2 resign"]) {
            try TestMatch.seated().with(2, .claim(against: 1))
        },
        Stage(name: "two, over", legal: ["1 close", "2 close"], reason: "the match is over") {
            try TestMatch.seated(options: ["sticks": 1]).with(1, .move(1))
        },
        Stage(name: "two, resigned", legal: ["1 close", "2 close"], reason: "the match is over") {
            try TestMatch.seated().with(2, .resign)
        },
        Stage(name: "two, closed by one", legal: ["2 close in"], reason: "the match is over") {
            try TestMatch.seated().with(2, .resign).closing(1)
        },
        Stage(name: "two, closed by both", legal: [], reason: "the match is over") {
            try TestMatch.seated().with(2, .resign).closing(1).closing(2)
        },
        Stage(name: "round, invited", legal: ["1 resign", "2 join", "1 start"]) { try TestMatch("pick") },
        Stage(
            name: "round, due",
            legal: ["1 entry", "2 entry", "1 resign", "2 resign", "1 claim 2", "2 claim 1"]
        ) { try TestMatch.seated("pick") },
        Stage(name: "round, under way", legal: ["2 entry in", "1 resign", "2 resign", "1 claim 2"]) {
            try TestMatch.seated("pick").entering(1, 1, new: true)
        },
        Stage(name: "round, claimed", legal: ["2 entry", "1 resign", "2 resign"]) {
            try TestMatch.seated("pick").entering(1, 1, new: true).with(1, .claim(against: 2))
        },
        Stage(name: "round, over", legal: ["1 close", "2 close"], reason: "the match is over") {
            try TestMatch.seated("pick", options: ["rounds": 1]).entering(1, 1, new: true).entering(2, 1)
        },
        Stage(name: "three, invited", legal: ["1 start", "1 resign"]) { try TestMatch(names: names) },
        Stage(name: "three, the inviter has resigned", legal: []) {
            try TestMatch(names: names).with(1, .resign)
        },
        Stage(
            name: "three, started",
            legal: ["1 move", "1 resign", "2 resign", "3 resign", "2 claim 1", "3 claim 1"]
        ) { try TestMatch.seated(names: names) },
        Stage(name: "three, one has left", legal: ["2 move", "2 resign", "3 resign", "3 claim 2"]) {
            try TestMatch.seated(names: names).with(1, .resign)
        },
        Stage(
            name: "three, one was put out", legal: ["2 move", "2 resign", "3 resign", "3 claim 2"]
        ) { try TestMatch.seated(names: names).with(2, .claim(against: 1)).with(3, .claim(against: 1)) },
        Stage(
            name: "three, two have left", legal: ["1 close", "2 close", "3 close"], reason: "the match is over"
        ) { try TestMatch.seated(names: names).with(1, .resign).with(3, .resign) },
    ]

    /// Returns every ply that a seat could sign at this stage, legal or not.
    static func attempts(_ test: TestMatch) throws -> [(name: String, plies: TestMatch?)] {
        var all: [(String, Ply.Action, SignedLog.Placement)] = []
        let seats = test.keys.count
        all += [("move", .move(1), .end), ("entry", .move(1), .newRound), ("entry in", .move(1), .currentRound)]
        all += [("resign", .resign, .end), ("close", .close(nil), .newRound), ("close in", .close(nil), .currentRound)]
        all.append(("typed", .move(.typed(name: "nothing", argument: 1)), .end))
        for other in 1...seats { all.append(("claim \(other)", .claim(against: other), .end)) }
        let joins = try (2...seats).map { seat in
            try SeatedJoin(
                seat: seat, token: DisplayName(names[seat - 1]), key: test.keys[seat - 1], in: test.match)
        }
        all.append(("start", .start(joins), .end))
        var attempts: [(String, TestMatch?)] = []
        for seat in 1...seats {
            let join = Ply.Action.join(try test.entry(seat, names[seat - 1]))
            for (name, action, placement) in all + [("join", join, .end)] {
                var next = test
                let log = try? test.log.adding([action], seat: seat, placement: placement, key: test.keys[seat - 1])
                if let log { next.log = log }
                attempts.append(("\(seat) \(name)", log == nil ? nil : next))
            }
        }
        return attempts
    }

    @Test(arguments: stages) func nothingElseFollows(_ stage: Stage) throws {
        let test = try stage.make()
        var legal: Set<String> = []
        for (name, next) in try Self.attempts(test) {
            guard let next else { continue }  // has no valid form, so nobody can send it
            switch try test.verdict(of: 1, on: next) {
            case .adopt: legal.insert(name)
            case .illegalTransition(_, _, let reason):
                if let expected = stage.reason, !name.contains("close") { #expect(reason == expected, "\(name)") }
            case let verdict: Issue.record("\(name): \(verdict.code)")
            }
        }
        #expect(legal == stage.legal)
    }

    /// A device with another log of the match judges the ply by the rules, and never reports that a
    /// replay is impossible.
    @Test(arguments: stages) func whatFollowsElsewhereIsNoFork(_ stage: Stage) throws {
        let test = try stage.make()
        let attempts = try Self.attempts(test).compactMap { name, next in next.map { (name, $0) } }
        for (name, ours) in attempts where stage.legal.contains(name) {
            for (other, theirs) in attempts where theirs.log.head != ours.log.head {
                let code = try ours.verdict(of: 2, on: theirs).code
                var codes = ["illegal_transition"]
                if stage.legal.contains(other) { codes = ["adopt", "kept", "late", "duplicate"] }
                // two plies of one seat, one of which ends the match
                if stage.legal.contains(other), name.first == other.first { codes.append("disputed") }
                #expect(codes.contains(code), "\(name) against \(other): \(code)")
            }
        }
    }

    /// If this device has an illegal log, for whatever reason, a legal log replaces it.
    @Test func whatIsNotLegalGivesWay() throws {
        let test = try TestMatch()
        let bad = try test.with(1, .resign).with(2, .join(test.entry(2, "Bob")))
        let good = try test.with(2, .join(test.entry(2, "Bob"))).with(1, .move(1))
        #expect(try bad.verdict(of: 2, on: good).adopted == good.log)
        #expect(try good.verdict(of: 2, on: bad).code == "illegal_transition")
        let resigned = try test.with(1, .resign)
        #expect(try resigned.verdict(of: 1, on: good).adopted == good.log)
        #expect(try good.verdict(of: 1, on: resigned).code == "kept")
        // every legal log replaces the illegal log, whether or not it would win against the legal
        // beginning of that log
        #expect(try bad.verdict(of: 2, on: test.with(1, .move(1))).code == "adopt")
    }
}
