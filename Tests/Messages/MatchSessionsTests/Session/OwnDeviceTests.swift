import GameRules
import LuaRuntime
import MessageProtocol
import MessagesTesting
import Testing
import Values

@testable import MatchSessions

/// An embedder's own device: the device stores sessions as bytes, and keeps nothing else between
/// two acts.
@Suite struct OwnDeviceTests {
    /// A person who keeps only the bytes of their session, and has new rules for each act.
    private struct Person {
        let name: DisplayName
        let script: GameScript
        let shared: SessionRules?
        var bytes: [UInt8]?

        var rules: SessionRules { shared ?? SessionRules(ScriptVersions(script)) }

        mutating func act<R>(_ body: (inout MatchSession, SessionRules) throws -> R) throws -> R {
            let rules = rules
            var session = try MatchSession(bytes: #require(bytes))
            let result = try body(&session, rules)
            bytes = try session.bytes()
            return result
        }

        /// Reads a url, and acts if the person has something to do. Otherwise returns nil.
        mutating func answer(_ url: String, using random: inout SplitMix64) throws -> String? {
            if bytes == nil {
                let opened = MatchSession.opened(by: url, now: .zero, using: rules)
                bytes = try #require(opened.session).bytes()
            } else {
                _ = try act { session, rules in session.receive(url, now: .zero, using: rules) }
            }
            return try move(using: &random)
        }

        mutating func move(using random: inout SplitMix64) throws -> String? {
            let token = name
            var url: String?
            while true {
                var next = random
                let hasMoved = try act { session, rules in
                    if session.reader(using: rules).mayJoin() {
                        url = try session.act(.join, as: token, using: rules).url
                        return false
                    }
                    let moves = try session.reader(using: rules).legalMoves()
                    guard let move = moves.randomElement(using: &next) else { return false }
                    url = try session.play(.text(move.text), as: token, using: rules).url
                    return session.reader(using: rules).goesOnBehindDraft()
                }
                random = next
                if !hasMoved { break }
            }
            try act { session, rules in _ = session.send(now: .zero, using: rules) }
            return url
        }
    }

    /// Even if both people use the same rules object, neither sees the other's sealed moves.
    @Test(arguments: ["tic-tac-toe", "rock-paper-scissors", "battleship", "pig", "liars-dice"], [false, true])
    func twoPlayWholeMatchesByBytesAndUrls(_ game: String, _ isShared: Bool) throws {
        let script = try script(game)
        let shared = isShared ? SessionRules(ScriptVersions(script)) : nil
        var random = SplitMix64(seed: 4)
        var people = try ["Ann", "Bob"].map {
            Person(name: try DisplayName($0), script: script, shared: shared, bytes: nil)
        }
        let rules = people[0].rules
        let options: [String: Value] = game == "battleship" ? ["size": 3] : game == "liars-dice" ? ["dice": 2] : [:]
        var ann = try MatchSession.begun(as: people[0].name, seats: 2, options: options, using: rules)
        var url = try ann.act(.invite, as: people[0].name, using: rules).url
        _ = ann.send(now: .zero, using: rules)
        people[0].bytes = try ann.bytes()
        var (turn, silent) = (1, 0)
        for _ in 0..<2_000 where silent < 2 {
            if let next = try people[turn].answer(url, using: &random) {
                (url, silent) = (next, 0)
            } else {
                silent += 1
            }
            turn = 1 - turn
        }
        let sessions = try people.map { try MatchSession(bytes: #require($0.bytes)) }
        #expect(sessions[0].signedLog.head == sessions[1].signedLog.head)
        for (person, session) in zip(people, sessions) {
            #expect(try session.reader(using: person.rules).status().outcome != nil, "\(game)")
        }
    }

    /// The log with a move that was sent and lost may come back, so the device still knows which
    /// move its seat had sealed.
    @Test func whatWasSentAndLostStaysKnown() throws {
        let rules = SessionRules(ScriptVersions(try script("battleship")))
        let name = try DisplayName("Ann")
        var ann = try MatchSession.begun(as: name, options: ["size": 3], using: rules)
        let invitation = ann.signedLog
        let ship = try #require(try ann.reader(using: rules).legalMoves().first { $0.name == "place" })
        _ = try ann.play(.text(ship.text), as: name, using: rules)
        _ = ann.send(now: .zero, using: rules)
        let sealed = ann.secrets
        #expect(sealed.count == 1)
        var receiver = SessionReceiver(ann, rules)
        receiver.adopt(
            Adoption(signedLog: invitation, cause: .fork(.undecided), known: 0, superseded: []), from: nil, now: .zero)
        ann = receiver.session
        _ = try ann.act(.invite, as: name, using: rules)
        _ = ann.send(now: .zero, using: rules)
        #expect(ann.secrets == sealed)
    }

    @Test func rulesThatKnowOnesSecretsAreNotAskedForTheOther() throws {
        let script = try script("battleship")
        let rules = SessionRules(ScriptVersions(script))
        let annsName = try DisplayName("Ann")
        var ann = try MatchSession.begun(as: annsName, options: ["size": 3], using: rules)
        let ship = try #require(try ann.reader(using: rules).legalMoves().first { $0.name == "place" })
        let draft = try ann.play(.text(ship.text), as: annsName, using: rules)
        _ = ann.send(now: .zero, using: rules)
        var bob = try #require(MatchSession.opened(by: draft.url, now: .zero, using: rules).session)
        func hidden(_ session: MatchSession) throws -> Value? {
            try session.reader(using: rules).view(for: 1)["secret"]
        }
        let seen = try hidden(ann)
        #expect(seen != nil)
        #expect(try hidden(bob) != seen)
        bob.keys.hold(SeatKey())
        #expect(try hidden(bob) != seen)
        #expect(try hidden(ann) == seen)
    }
}
