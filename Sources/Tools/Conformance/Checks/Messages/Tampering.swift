import Foundation
import MessageProtocol
import Values

/// Ways to change a message, for an attacker who can edit urls, has older messages, and has no key
/// of the other players.
struct Tampering {
    /// A message that differs from the one that was sent.
    struct Forgery {
        /// The change, for a finding: `one bit flipped`.
        let what: String
        let url: String
        /// Whether the url is another genuine message, in place of this one.
        let isWhole: Bool
    }

    let game: SignedGame
    /// The number of plies in the message.
    let count: Int
    /// The message as it was sent.
    let url: String
    private let path: String
    private let payload: [UInt8]
    /// The messages from which parts are taken: older messages of the match, and messages of
    /// another match.
    private let others: [String]

    /// Prepares the message after `count` plies.
    ///
    /// - Parameter others: Messages of other matches.
    init(_ game: SignedGame, after count: Int, others: [String], using random: inout SplitMix64) throws(WireError) {
        self.game = game
        self.count = count
        url = try game.url(count)
        let parts = url.split(separator: "#", maxSplits: 1)
        guard parts.count == 2, let payload = Self.decoded(parts[1]) else {
            throw .malformed(part: "url", problem: "expected # and base64url")
        }
        path = parts[0] + "#"
        self.payload = payload
        var older: [String] = []
        for _ in 0..<min(count, 2) { older.append(try game.url(Int.random(in: 0..<count, using: &random))) }
        self.others = older + others
    }

    /// Returns a changed message; nil if the change had no effect.
    func forgery(using random: inout SplitMix64) throws(WireError) -> Forgery? {
        let (what, changed): (String, String?) =
            switch Int.random(in: 0..<9, using: &random) {
            case 0: ("one bit flipped", encoded(flipped(using: &random)))
            case 1: ("cut or doubled", cut(using: &random))
            case 2: ("a character replaced", replaced(using: &random))
            case 3: ("bytes changed", encoded(edited(using: &random)))
            case 4: ("a piece of another message put in", encoded(spliced(using: &random)))
            case 5, 6: try field(using: &random)
            case 7: ("plies moved, dropped or doubled", try rearranged(using: &random))
            default: ("the text of an older one, or of one of another match", others.randomElement(using: &random))
            }
        guard let changed, changed != url else { return nil }
        return Forgery(what: what, url: changed, isWhole: others.contains(changed))
    }

    // MARK: The text

    private func cut(using random: inout SplitMix64) -> String {
        let place = Int.random(in: 0..<url.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return String(url.prefix(place))
        case 1: return path + String(url.suffix(place))
        case 2: return url + String(url.suffix(place))
        default: return String(url.prefix(place)) + String(url.dropFirst(place + 1 + place % 7))
        }
    }

    private func replaced(using random: inout SplitMix64) -> String {
        var text = Array(url)
        let characters = Array("AZaz09-_#/=%é\u{0}")
        if let place = text.indices.randomElement(using: &random),
            let character = characters.randomElement(using: &random)
        {
            if Bool.random(using: &random) { text[place] = character } else { text.insert(character, at: place) }
        }
        return String(text)
    }

    // MARK: The bytes

    private func flipped(using random: inout SplitMix64) -> [UInt8] {
        var bytes = payload
        bytes[Int.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        return bytes
    }

    private func edited(using random: inout SplitMix64) -> [UInt8] {
        var bytes = payload
        for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: bytes.indices, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[place] &+= 1
            case 2: bytes.remove(at: place)
            case 3: bytes.insert(bytes[place], at: place)
            default: bytes.swapAt(place, Int.random(in: bytes.indices, using: &random))
            }
        }
        return bytes
    }

    private func spliced(using random: inout SplitMix64) -> [UInt8]? {
        guard let other = others.randomElement(using: &random).flatMap(Self.payload), !other.isEmpty else { return nil }
        let start = Int.random(in: other.indices, using: &random)
        let piece = other[start..<min(other.count, start + Int.random(in: 1...80, using: &random))]
        let place = Int.random(in: payload.indices, using: &random)
        var bytes = payload
        bytes.replaceSubrange(place..<min(bytes.count, place + piece.count), with: piece)
        return bytes
    }

    // MARK: The parts

    /// Removes a field of the envelope, adds a field, or replaces the value of a field by another
    /// value of the same kind or of any kind.
    private func field(using random: inout SplitMix64) throws(WireError) -> (String, String?) {
        guard var fields = Self.fields(payload), let key = fields.keys.sorted().randomElement(using: &random) else {
            throw .malformed(part: "envelope", problem: "expected a map")
        }
        let what: String
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            what = "field \(key) left out"
            fields[key] = nil
        case 1:
            what = "field \(key) taken from another message"
            fields[key] = others.randomElement(using: &random).flatMap(Self.payload).flatMap(Self.fields)?[key]
        case 2:
            what = "field \(key) changed"
            fields[key] = fields[key].map { Self.changed($0, using: &random) }
        default:
            let place = ValueKey.int(Int64.random(in: 0...10, using: &random))
            what = "field \(place) put in from field \(key)"
            fields[place] = fields[key]
        }
        let bytes = try? Value.map(fields).canonicalBytes()
        return (what, encoded(bytes.map { Array(payload.prefix(1)) + $0 }))
    }

    /// Returns another value of the same kind, if there is one.
    private static func changed(_ value: Value, using random: inout SplitMix64) -> Value {
        switch value {
        case .int(let number): return .int(number &+ Int64.random(in: -2...2, using: &random))
        case .bytes(var bytes):
            guard let place = bytes.indices.randomElement(using: &random) else { return .bytes([0]) }
            bytes[place] = UInt8.random(in: 0...255, using: &random)
            return .bytes(bytes)
        case .string(let text): return .string(text + "x")
        case .array(var items):
            guard let place = items.indices.randomElement(using: &random) else { return .array([.int(1)]) }
            switch Int.random(in: 0..<4, using: &random) {
            case 0: items.remove(at: place)
            case 1: items.swapAt(place, Int.random(in: items.indices, using: &random))
            default: items[place] = changed(items[place], using: &random)
            }
            return .array(items)
        case .null: return .array([.int(1), .bytes(random.bytes(64))])
        default: return .null
        }
    }

    // MARK: The plies

    /// Returns a message whose log has its plies in another order, lacks a ply, or has a ply twice.
    /// The signatures stay the same.
    private func rearranged(using random: inout SplitMix64) throws(WireError) -> String? {
        let signed = try game.log(count)
        var plies = signed.log.plies
        guard let place = plies.indices.randomElement(using: &random) else { return nil }
        let ply = plies.remove(at: place)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: break
        case 1: plies.insert(ply, at: Int.random(in: 0...plies.count, using: &random))
        default: plies.insert(contentsOf: [ply, ply], at: place)
        }
        // a log without a valid form can't be sent
        guard plies != signed.log.plies, let log = try? Log(seats: signed.log.seats, plies: plies),
            let forged = try? SignedLog(match: signed.match, log: log, signatures: signed.signatures),
            let envelope = try? Envelope(
                forged, sender: Int.random(in: 1...log.seats, using: &random), standingDigest: game.digests[count])
        else { return nil }
        return try? MessageURLCoder().url(of: envelope)  // nil if the moved commitments make the url too long
    }

    // MARK: base64url

    private func encoded(_ bytes: [UInt8]?) -> String? {
        guard let bytes else { return nil }
        let text = Data(bytes).base64EncodedString().filter { $0 != "=" }
        return path + text.replacing("+", with: "-").replacing("/", with: "_")
    }

    private static func decoded(_ text: Substring) -> [UInt8]? {
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        let padded = standard + String(repeating: "=", count: (4 - standard.count % 4) % 4)
        return Data(base64Encoded: String(padded)).map { Array($0) }
    }

    private static func payload(_ url: String) -> [UInt8]? {
        url.split(separator: "#", maxSplits: 1).last.flatMap { decoded($0) }
    }

    /// Returns the envelope's fields, after the version byte.
    private static func fields(_ payload: [UInt8]) -> [ValueKey: Value]? {
        (try? Value(canonicalBytes: Array(payload.dropFirst())))?.mapValue
    }
}
