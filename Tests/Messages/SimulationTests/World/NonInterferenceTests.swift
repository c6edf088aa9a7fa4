import Conversations
import Foundation
import GRDB
import GameRules
import MessageProtocol
import MessagesTesting
import Scenes
import Testing
import Values

@testable import GameApps
@testable import MatchSessions
@testable import Simulation
@testable import Storage

/// Two matches with the same public history, in which Ann has hidden different ships. In both
/// matches Bob's phone must have the same bytes, pictures and words, and get as many messages in
/// the same order. Only the commitments may differ, and the data that is computed from commitments:
/// hashes, signatures and encodings.
@Suite struct NonInterferenceTests {
    /// Everything on Bob's phone at the end of a match with Ann's ships.
    private struct Phone: Equatable {
        /// The rows of his store without hashes, signatures and commitments.
        var rows: [String]
        /// The length of the url of each message that Bob got or sent, in order. `bubbles` has the
        /// texts of the messages.
        var urls: [Int]
        var bubbles: [String]
        var notices: [String]
        var scenes: [String]
        /// The callbacks of the app.
        var events: [Int]
        var now: Duration
        /// The plies of his messages without commitments, heads and signatures.
        var plies: [String]
        /// The commitments. They aren't compared, because they must differ.
        var seals: [Commitment] = []

        static func == (one: Phone, other: Phone) -> Bool { one.difference(from: other) == nil }

        /// Returns the first difference between two phones in words, or nil.
        func difference(from other: Phone) -> String? {
            func differ(_ what: String, _ one: [some Equatable], _ two: [some Equatable]) -> String? {
                for (index, pair) in zip(one, two).enumerated() where "\(pair.0)" != "\(pair.1)" {
                    let (left, right) = ("\(pair.0)", "\(pair.1)")
                    let shared = max(0, left.commonPrefix(with: right).count - 60)
                    return
                        "\(what) \(index): …\(left.dropFirst(shared).prefix(160)) / …\(right.dropFirst(shared).prefix(160))"
                }
                return one.count == two.count ? nil : "\(what): \(one.count) / \(two.count)"
            }
            return differ("row", rows, other.rows) ?? differ("url", urls, other.urls)
                ?? differ("bubble", bubbles, other.bubbles) ?? differ("notice", notices, other.notices)
                ?? differ("scene", scenes, other.scenes) ?? differ("ply", plies, other.plies)
                ?? (events == other.events && now == other.now ? nil : "events or times")
        }
    }

    /// Plays a match: Ann hides her ships, Bob shoots, and Ann answers all shots. If Bob hides
    /// ships, too, Ann shoots first.
    private func play(
        _ script: GameScript, ships: [String], shots: [String], hides bobs: [String] = [], aims: [String] = []
    ) throws -> Phone {
        let folder = try StoreFolder()
        let store = try SimulationStore(path: folder.path)
        let world = try Simulation.open(store, people: ["Ann", "Bob"], games: [script], seed: 5)
        let (chat, game) = (world.chat, script.id)
        func turn(_ person: String, _ touches: [String]) throws {
            let bubble = try world.device(person).chats[chat]?.transcript.items.last { $0.bubble?.game == game }
            try world.perform(as: person) { device throws(DeviceError) in
                if let bubble {
                    try device.perform(.tapBubble(bubble.id), of: game, in: chat)
                } else {
                    try device.perform(.openFromDrawer(), of: game, in: chat)
                }
                for touch in touches { try device.touch(touch, of: game, in: chat) }
                if device.style(of: game) == .expanded { try device.perform(.collapse, of: game, in: chat) }
                if device.chats[chat]?.draft.isEmpty == false { try device.perform(.userSend, of: game, in: chat) }
            }
            try world.settle()
        }
        var scenes: [String] = []
        var (events, urls, bubbles) = ([Int](), [Int](), [String]())
        let bob = try world.device("Bob")
        func look() {
            if let id = bob.match(of: game, in: chat)?.record.id, let table = bob.games[game]?.app.table {
                for seat in [nil, 2] {
                    scenes.append("\(String(describing: try? table.scene(of: id, seat: seat, style: .expanded)))")
                    scenes.append("\(String(describing: try? table.reader(of: id).view(for: seat)))")
                }
            }
            events.append(bob.log.entries.count)
            guard let message = bob.chats[chat]?.transcript.items.last?.bubble?.message else { return }
            urls.append(message.url?.utf8.count ?? 0)
            bubbles.append("\(String(describing: message.layout)) \(message.summaryText ?? "")")
        }
        try turn("Ann", ["start"] + ships)
        look()
        if let aim = aims.first {
            try turn("Bob", bobs)
            look()
            try turn("Ann", [aim])
            look()
        }
        try turn("Bob", [shots[0]])
        look()
        for number in shots.indices {
            // Ann's device stages the answer by itself, or sends it before her own shot
            try turn("Ann", aims.isEmpty ? [] : [aims[number + 1]])
            look()
            if number + 1 < shots.count { try turn("Bob", [shots[number + 1]]) }
            look()
        }
        let log = try #require(bob.match(of: game, in: chat)?.record.signedLog)
        try store.close()
        var phone = Phone(
            rows: [], urls: urls, bubbles: bubbles, notices: bob.notices.map(\.text), scenes: scenes,
            events: events, now: world.now,
            plies: log.log.plies.map { $0.hidden == nil ? "\($0)" : "\($0.seat) seals" })
        phone.seals = log.log.plies.compactMap(\.hidden)
        phone.rows = try Self.rows(of: "Bob", in: folder.path)
        return phone
    }

    /// Returns the rows of a person's phone without the data that is computed from commitments. A
    /// url is replaced by its content and length. Heads in hexadecimal digits or Base64 are
    /// replaced by their length.
    private static func rows(of person: String, in path: String) throws -> [String] {
        try DatabaseQueue(path: path).read { database in
            var lines: [String] = []
            for table in [
                "chats", "items", "signed_urls", "matches", "seat_keys", "kept_urls", "game_values", "outbox",
            ] {
                let rows = try Row.fetchAll(
                    database, sql: "SELECT * FROM \(table) WHERE device = ?", arguments: [Data(person.utf8)])
                let told: [String] = rows.map { row -> String in
                    "\(table) "
                        + row.map { (name: String, value: DatabaseValue) -> String in
                            let bytes = Data.fromDatabaseValue(value) ?? Data("\(value)".utf8)
                            return "\(name)=\(name == "head" ? "head" : masked(bytes))"
                        }.joined(separator: " ")
                }
                lines += table == "signed_urls" ? told.sorted() : told
            }
            return lines
        }
    }

    /// Returns bytes of a store as text, without hashes. The order of Bob's own sealed moves is
    /// ignored, because the order depends on the head.
    private static func masked(_ bytes: Data) -> String {
        if bytes.starts(with: "PMS".utf8),
            let session = try? Value(canonicalBytes: Array(bytes.dropFirst(4).dropLast(8)))
        {
            return masked(session)
        }
        guard let text = String(data: bytes, encoding: .utf8) else { return bytes.base64EncodedString() }
        let url = #/https:\\?/\\?/parlor\.games\\?/[a-z0-9-]+#[A-Za-z0-9_-]+/#
        // the entries of dictionaries whose keys are heads or commitments may be in any order
        return text.replacing(#/"secrets":\[[^\]]*\]/#) { #""secrets":\#($0.output.count { $0 == "," })"# }
            .replacing(#/"signed":\[[^\]]*\]/#) { signed in
                signed.output.split(separator: ",").map { told(unquoted($0)) }.sorted { $0.count < $1.count }
                    .filter { $0.hasPrefix("<") }.joined(separator: ",")
            }
            .replacing(url) { told(unquoted($0.output)) }
            .replacing(#/"[A-Za-z0-9+\/\\]{40,}={0,2}"/#) { _ in "hash" }
    }

    /// Returns the content of a session. Byte strings are replaced by their length, because they
    /// are heads, commitments and the reveals of commitments.
    private static func masked(_ value: Value) -> String {
        switch value {
        case .map(let fields):
            fields.map { key, value in
                if key == "log", let bytes = value.bytesValue, let game = fields["game"]?.stringValue {
                    let url = (try? Envelope(bytes: bytes, game: GameID(game))).flatMap {
                        try? MessageURLCoder().url(of: $0)
                    }
                    return "log \(told(url ?? "?"))"
                }
                return "\(key) \(masked(value))"
            }.sorted().joined(separator: " ")
        case .array(let list): "[" + list.map(masked).sorted().joined(separator: ",") + "]"
        case .bytes(let bytes): "\(bytes.count) bytes"
        case .string(let text): told(text)
        default: "\(value)"
        }
    }

    private static func unquoted(_ text: Substring) -> String {
        var url = text.replacing("\\/", with: "/")[...]
        if let begin = url.range(of: "https:") { url = url[begin.lowerBound...] }
        return String(url.prefix { $0 != "\"" })
    }

    /// Returns the content of a url without commitments, heads and signatures.
    private static func told(_ url: String) -> String {
        guard let envelope = try? MessageURLCoder().envelope(from: url) else { return url }
        let log = envelope.signedLog
        let plies = log.log.plies.map { ply in
            switch ply.action {
            case .hide, .seal: "\(ply.seat) \(ply.place) seals"
            case .open, .close: "\(ply.seat) \(ply.place) opens"
            default: "\(ply)"
            }
        }
        let signed = log.signatures.map { $0?.ply ?? -1 }
        return "<\(url.utf8.count) \(log.match.id) \(envelope.sender) \(plies) \(signed) \(envelope.stateCheck)>"
    }

    @Test func theShipsOfHideoutLeaveNoTrace() throws {
        let script = try script(hideout)
        let first = try play(script, ships: ["a1", "c3"], shots: ["b2", "b1"])
        #expect(Set(first.urls).count >= 3 && first.seals.count == 2 && first.rows.count > 5, "\(first.urls)")
        for ships in [["c1", "a3"], ["a2", "c2"], ["c3", "a1"]] {
            let other = try play(script, ships: ships, shots: ["b2", "b1"])
            #expect(other.difference(from: first) == nil)
            #expect(Set(other.seals).isDisjoint(with: first.seals), "the ships do lie elsewhere")
        }
        // repeating a match gives the same commitments; another public history gives a difference
        #expect(try play(script, ships: ["a1", "c3"], shots: ["b2", "b1"]).seals == first.seals)
        #expect(try play(script, ships: ["a1", "b1"], shots: ["b2", "b1"]).difference(from: first) != nil)
    }

    @Test func theFleetOfBattleshipLeavesNoTrace() throws {
        let script = try script("battleship")
        func fleet(_ rows: [Int]) -> [String] {
            zip(rows, [5, 4, 3, 3, 2]).map { row, length in "a\(row)-\(["a", "b", "c", "d", "e"][length - 1])\(row)" }
                + ["ready"]
        }
        let bobs = fleet([1, 2, 3, 4, 5])
        let aims = ["j10", "i10", "h10"]
        let first = try play(script, ships: fleet([1, 2, 3, 4, 5]), shots: ["j9", "j8"], hides: bobs, aims: aims)
        for rows in [[10, 9, 8, 7, 6], [3, 1, 5, 9, 7]] {
            let other = try play(script, ships: fleet(rows), shots: ["j9", "j8"], hides: bobs, aims: aims)
            #expect(other.difference(from: first) == nil)
            #expect(Set(other.seals).isDisjoint(with: first.seals))
        }
    }
}
