import Conversations
import Foundation
import GameRules
import LuaRuntime
import MessagesTesting
import RecordedHosts
import Simulation
import Testing
import Values

@testable import GameApps
@testable import MatchSessions
@testable import MessageProtocol

/// Sessions are read from bytes of any source. Invalid bytes are rejected, and nothing in the bytes
/// is trusted.
@Suite struct SessionCodingTests {
    /// Returns Ann's session in a match of rounds: with a draft, a sent choice, and lost entries.
    private func session() throws -> MatchSession {
        let game = try script("rock-paper-scissors")
        let (ann, bob) = (try SimulatedPerson("Ann", game, seed: 1), try SimulatedPerson("Bob", game, seed: 2))
        let match = try ann.table.begin(
            as: ann.token, chat: ann.chat, session: ann.session, key: ann.newKey(), now: .seconds(3))
        bob.read(try ann.act(.invite, in: match), from: ann)
        ann.read(try bob.act(.join, in: match), from: bob)
        let entry = try ann.play("rock", in: match)
        bob.read(entry, from: ann)
        ann.read(try bob.play("paper", in: match), from: bob)
        _ = try ann.table.act(.answer, in: match, token: ann.token)
        return try #require(ann.table.records[match]).match
    }

    @Test func aSessionIsItsBytes() throws {
        let session = try session()
        #expect(session.draft != nil && !session.sent.entries.isEmpty)
        let bytes = try session.bytes()
        let read = try MatchSession(bytes: bytes)
        #expect(read.isSame(as: session))
        #expect(try read.bytes() == bytes && bytes.count < 4_000)
        #expect(read.key?.secret == session.key?.secret)
        // a store keeps keys separately
        let apart = try MatchSession(bytes: session.bytes(withKeys: false))
        #expect(apart.keys.isEmpty && apart.seat == nil)
        let secret = try #require(session.key).secret
        let keyless = try session.bytes(withKeys: false)
        #expect(contains(bytes, secret) && !contains(keyless, secret))
    }

    private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: part) }
    }

    /// Bytes of a session are rejected after any byte is changed, removed or added.
    @Test func aChangedSessionIsRefused() throws {
        let bytes = try session().bytes()
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 1 << UInt8(place % 8)
            #expect(throws: SessionCodingError.self, "byte \(place)") { try MatchSession(bytes: changed) }
            #expect(throws: SessionCodingError.self) { try MatchSession(bytes: Array(bytes.prefix(place))) }
        }
        #expect(throws: SessionCodingError.self) { try MatchSession(bytes: bytes + [0]) }
        #expect(throws: SessionCodingError.tooLarge(bytes: 65_537)) {
            try MatchSession(bytes: [UInt8](repeating: 0, count: 65_537))
        }
    }

    /// Even with a correct checksum, no other content is accepted.
    @Test func everyFieldIsChecked() throws {
        let session = try session()
        let body = try Value(canonicalBytes: Array(session.bytes().dropFirst(4).dropLast(8)))
        let fields = try #require(body.mapValue)
        #expect(fields.count >= 6)
        for (name, _) in fields where name != "log" {
            for wrong in [
                Value.null, [.bool(true)], .int(-1), .bytes([1]), [["x", 1, 2, 3, 4]], [[.bytes([1]), .int(99)]],
            ] {
                var changed = fields
                changed[name] = wrong
                #expect(throws: SessionCodingError.self, "\(name): \(wrong)") {
                    _ = try MatchSession(bytes: sealed(changed))
                }
            }
        }
        for missing in ["log", "game", "changed"] as [ValueKey] {
            var changed = fields
            changed[missing] = nil
            #expect(throws: SessionCodingError.self) { _ = try MatchSession(bytes: sealed(changed)) }
        }
        // another seat's number, another match's draft
        var other = fields
        other["keys"] = [[.int(2), .bytes(try #require(session.key).secret)]]
        #expect(throws: SessionCodingError.self) { _ = try MatchSession(bytes: sealed(other)) }
        let stranger = try SimulatedPerson("Eve", script("rock-paper-scissors"), seed: 9)
        let id = try stranger.table.begin(
            as: stranger.token, chat: stranger.chat, session: stranger.session, now: .zero)
        _ = try stranger.table.act(.invite, in: id, token: stranger.token)
        let eve = try #require(stranger.table.records[id]).match
        other = fields
        other["draft"] = try Value(canonicalBytes: Array(eve.bytes().dropFirst(4).dropLast(8)))["draft"]
        #expect(throws: SessionCodingError.self) { _ = try MatchSession(bytes: sealed(other)) }
    }

    /// Returns the fields in valid form.
    private func sealed(_ fields: [ValueKey: Value], form: UInt8 = 1) throws -> [UInt8] {
        let bytes = Array("PMS".utf8) + [form] + (try Value.map(fields).canonicalBytes())
        return bytes + SessionCodingTests.sum(bytes)
    }

    private static func sum(_ bytes: [UInt8]) -> [UInt8] { Array(MatchSession.check(of: bytes)) }

    /// A forged log in a session of valid form is detected before anything is built on it.
    @Test func aForgedSessionIsFound() throws {
        let game = try script("tic-tac-toe")
        let ann = try SimulatedPerson("Ann", game)
        let match = try ann.table.begin(as: ann.token, chat: ann.chat, session: ann.session, now: .zero)
        _ = try ann.play("b2", in: match)
        let session = try #require(ann.table.records[match]).match
        let rules = SessionRules(ScriptVersions(game))
        try session.reader(using: rules).check()
        var forged = session
        forged.signedLog = try SignedLog(
            match: session.signedLog.match, log: Log(seats: 2, plies: [Ply(seat: 1, action: .move(.index(9)))]),
            signatures: session.signedLog.signatures)
        #expect(throws: SessionError.self) { try forged.reader(using: rules).check() }
        var illegal = session
        illegal.signedLog = try session.signedLog.adding([.move(.index(70))], seat: 1, key: try #require(session.key))
        #expect(throws: SessionError.self) { try illegal.reader(using: rules).check() }
        // the session's own messages are verified like messages of others
        var other = session
        other.url = "https://parlor.games/tic-tac-toe#AA"
        #expect(throws: SessionError.self) { try other.reader(using: rules).check() }
        other.url = try ann.act(
            .invite,
            in: ann.table.begin(
                as: ann.token, chat: ann.chat, session: ann.session, now: .zero))
        #expect(throws: SessionError.self) { try other.reader(using: rules).check() }
        other = session
        other.joins = [try SeatedJoin(seat: 2, token: ann.token, key: SeatKey(), in: forged.signedLog.match)]
        try other.reader(using: rules).check()
        other.joins = [
            SeatedJoin(seat: 2, entry: other.joins[0].entry, signature: try Signature([UInt8](repeating: 7, count: 64)))
        ]
        #expect(throws: SessionError.self) { try other.reader(using: rules).check() }
    }

    /// An act that isn't possible now changes nothing.
    @Test func actsOutOfPlaceAreRefused() throws {
        let game = try script("tic-tac-toe")
        let rules = SessionRules(ScriptVersions(game), keptRules: -1)
        let name = try DisplayName("Ann")
        var ann = try MatchSession.begun(as: name, using: rules)
        #expect(throws: SessionError.self) { _ = try ann.urlToSendAgain(using: rules) }
        #expect(throws: SessionError.self) { _ = try MatchSession.begun(as: name, seat: 0, using: rules) }
        #expect(ann.send(now: .zero, using: rules) == nil)
        let url = try ann.act(.invite, as: name, using: rules).url
        _ = ann.send(now: .zero, using: rules)
        var watcher = try #require(MatchSession.opened(by: " \(url)\n", now: .zero, using: rules).session)
        #expect(throws: SessionError.request(.noSeatOfOwn)) {
            _ = try watcher.act(.resign, as: name, using: rules)
        }
        // the match continued after the draft was made, so the draft isn't sent
        var bob = watcher
        _ = try bob.act(.join, as: name, using: rules)
        let joined = try #require(bob.draft?.url)
        _ = try ann.play(.text("b2"), as: name, using: rules)
        _ = ann.receive(joined, now: .zero, using: rules)
        #expect(ann.draftIsStale && ann.send(now: .zero, using: rules) == nil)
    }

    // MARK: Stores

    /// A match that a later version has stored is rejected for that reason, and the store stays
    /// unchanged.
    @Test func aLaterSessionIsLeftAlone() throws {
        let phone = try RecordedHost(script("tic-tac-toe"), person: "Ann")
        let store = MemoryMatchStore()
        try phone.app.keep(in: store)
        phone.open()
        try phone.act(.begin())
        try phone.touch("b2")
        let game = phone.app.table.game
        var kept = try #require(store.matches(of: game).first)
        kept.notes = Data(Array("PMS".utf8) + [3, 0])
        try store.commit(MatchChanges(matches: [kept]))
        #expect(throws: SessionCodingError.laterVersion(3)) { try phone.restart(keepingIn: store) }
        #expect(store.matches(of: game) == [kept])
        #expect("\(SessionCodingError.laterVersion(3))".contains("later version of Parlor"))
    }
}

extension MatchChanges {
    fileprivate init(matches: [StoredMatch]) {
        self.init()
        self.matches = matches
    }
}
