import Crypto
import MessageProtocol
import Values

/// The reason that bytes aren't a session that can be continued here.
public enum SessionCodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An earlier version of Parlor wrote the bytes, with an earlier message protocol. They are
    /// left unchanged.
    case earlierVersion(Int)
    /// A later version of Parlor wrote the bytes. They are left unchanged.
    case laterVersion(Int)
    /// The bytes aren't a session. The text names the part, and what was expected.
    case malformed(String)
    /// There are more bytes than a session may have.
    case tooLarge(bytes: Int)

    /// The problem, and what to do.
    public var description: String {
        switch self {
        case .earlierVersion:
            "this match was kept by an earlier version of Parlor, with an earlier message protocol: go on with it there"
        case .laterVersion(let version):
            "this match was kept by a later version of Parlor (form \(version), this one reads \(MatchSession.form)): "
                + "update Parlor to go on with it"
        case .malformed(let what): "this isn't a kept match: \(what)"
        case .tooLarge(let bytes):
            "a match is kept in at most \(MatchSession.mostBytes) bytes, and this one has \(bytes)"
        }
    }
}

// A session as bytes: `PMS`, a byte for the form, canonical CBOR (RFC 8949 §4.2.1) of a map, and
// the first 8 bytes of the SHA-256 of all that. Scripts aren't included: the digest in the log
// identifies them.
extension MatchSession {
    /// The version of the form that is written.
    static let form = 2
    /// The most bytes of a session.
    public static let mostBytes = 1 << 16

    private static let mark = Array("PMS".utf8)
    private static let checkSize = 8

    /// Returns the checksum at the end of a session, over all bytes before it.
    static func check(of bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes).prefix(checkSize)) }

    /// Returns the bytes that are needed to continue the match. The same session gives the same
    /// bytes.
    ///
    /// - Parameter withKeys: Whether the keys of the seats are included. A store that keeps them
    ///   separately omits them.
    /// - Throws: ``SessionCodingError/tooLarge(bytes:)``, ``SessionCodingError/malformed(_:)`` for
    ///   a log that fits no message.
    public func bytes(withKeys: Bool = true) throws(SessionCodingError) -> [UInt8] {
        var fields = try writtenFields()
        if withKeys, !keys.isEmpty {
            fields["keys"] = .array(
                keys.map { held in
                    [.int(Int64(signedLog.roster.seat(of: held.publicKey) ?? 0)), .bytes(held.key.secret)]
                })
        }
        let body: [UInt8]
        do {
            body = try Value.map(fields).canonicalBytes(limits: Self.limits, root: "session")
        } catch {
            throw .malformed("\(error)")
        }
        var bytes = Self.mark + [UInt8(Self.form)] + body
        bytes += Self.check(of: bytes)
        guard bytes.count <= Self.mostBytes else { throw .tooLarge(bytes: bytes.count) }
        return bytes
    }

    private static let limits = ValueLimits(bytes: 1 << 20, depth: 16, items: 20_000)

    private func writtenFields() throws(SessionCodingError) -> [ValueKey: Value] {
        var fields: [ValueKey: Value] = [
            "game": .string(signedLog.match.game.name), "log": .bytes(try Self.written(signedLog)),
            "changed": [.int(changed.components.seconds), .int(changed.components.attoseconds)],
        ]
        fields["url"] = url.map(Value.string)
        fields["last"] = lastMove.map(Value.string)
        fields["lasts"] = lastMoves.isEmpty ? nil : .array(lastMoves.map(Value.string))
        fields["superseded"] = superseded.map(Value.string)
        fields["joins"] = joins.isEmpty ? nil : .array(joins.map { .bytes($0.bytes) })
        fields["bets"] = bets.isEmpty ? nil : .array(bets.map(\.value))
        fields["secrets"] =
            secrets.isEmpty ? nil : .array(secrets.map { [.bytes($0.bytes), .bytes($1.bytes)] }.sorted())
        fields["entries"] = sent.entries.isEmpty ? nil : Self.value(of: sent.entries)
        fields["resigned"] = sent.resigned.isEmpty ? nil : .array(sent.resigned.sorted().map { .int(Int64($0)) })
        fields["lost"] =
            sent.lostWords.isEmpty
            ? nil
            : .array(
                sent.lostWords.map { word in
                    [
                        .int(Int64(word.seat)), .bytes(word.head.bytes), .bool(word.isRound),
                        .array(word.plies.map(Value.bytes)),
                    ]
                }.sorted())
        fields["seen"] = sent.takenBack.map { seen in
            [.bytes(seen.base.bytes), .array(seen.moves.map(Value.string)), .bool(seen.opened)]
        }
        fields["draft"] = draft?.value
        fields["dispute"] = dispute.map { kept in
            [
                .array(kept.dispute.seats.map { .int(Int64($0)) }), .string(kept.url),
                kept.sender.map(Value.string) ?? .null, .bool(kept.isSwapped),
            ]
        }
        fields["round"] = try lostRounds.first.map { round throws(SessionCodingError) in .bytes(try Self.written(round))
        }
        fields["left"] = left.map { [.bytes($0.head.bytes), .string($0.holder)] }
        return fields
    }

    /// Returns the log as the bytes of a message with an empty state check.
    private static func written(_ log: SignedLog) throws(SessionCodingError) -> [UInt8] {
        do {
            return try Envelope(
                log, sender: log.match.setup.inviterSeat,
                standingDigest: [UInt8](repeating: 0, count: Envelope.stateCheckSize)
            ).bytes()
        } catch {
            throw .malformed("\(error)")
        }
    }

    fileprivate static func value(of entries: [Head: [Int: EquivocationGuard.Entry]]) -> Value {
        .array(
            entries.flatMap { head, seats in
                seats.map { seat, entry -> Value in
                    [
                        .bytes(head.bytes), .int(Int64(seat)), entry.text.map(Value.string) ?? .null,
                        entry.move?.value ?? .null, .array(entry.bets.map { .bytes($0.bytes) }),
                    ]
                }
            }.sorted())
    }
}

// MARK: Reading

extension MatchSession {
    /// Reads a session from any source.
    ///
    /// Doesn't verify its signatures and moves, because a store reads only bytes that it wrote
    /// itself. For bytes from elsewhere, call ``check(using:)`` before you use the session.
    ///
    /// - Parameter keys: The keys that were stored separately.
    /// - Throws: ``SessionCodingError``.
    public init(
        bytes: [UInt8], keys apart: [SeatKey] = [], carrier: MessageURLCoder = MessageURLCoder()
    ) throws(SessionCodingError) {
        let fields = try Self.fields(of: bytes)
        do {
            let reader = SessionReader(fields)
            let game = try GameID(try reader.text("game"))
            let envelope = try Envelope(bytes: try reader.bytes("log"), game: game, limits: carrier.limits)
            let (log, match) = (envelope.signedLog, envelope.signedLog.match)
            let time = try reader.list("changed", of: 2)
            let changed = Duration(
                secondsComponent: try reader.integer(time[0]), attosecondsComponent: try reader.integer(time[1]))
            var keys: [SeatKey] = []
            for key in apart where !keys.contains(where: { $0.publicKey == key.publicKey }) { keys.append(key) }
            for held in try reader.lists("keys", of: 2, most: log.log.seats) {
                let key = try SeatKey(secret: try reader.bytes(held[1]))
                let seat = Int(try reader.integer(held[0]))
                guard (log.roster.seat(of: key.publicKey) ?? 0) == seat else {
                    throw WireError.malformed(part: "keys", problem: "expected that of seat \(seat), found another")
                }
                guard !keys.contains(where: { $0.publicKey == key.publicKey }) else {
                    throw WireError.malformed(part: "keys", problem: "expected each key once")
                }
                keys.append(key)
            }
            guard keys.count <= log.log.seats else {
                throw WireError.malformed(
                    part: "keys", problem: "expected at most \(log.log.seats), found \(keys.count)")
            }
            self.init(log, keys: keys, changed: changed)
            url = try reader.optionalText("url")
            lastMove = try reader.optionalText("last")
            lastMoves = try reader.texts("lasts")
            superseded = try reader.optionalText("superseded")
            for bytes in try reader.blobs("joins", most: log.log.seats * Self.mostJoinsForASeat) {
                joins.append(try SeatedJoin(bytes: bytes, isChained: match.isChained))
            }
            bets = try reader.bets("bets")
            for pair in try reader.lists("secrets", of: 2, most: carrier.limits.plies) {
                secrets[try Commitment(try reader.bytes(pair[0]))] = try RevealedMove(bytes: try reader.bytes(pair[1]))
            }
            sent = EquivocationGuard(lostWords: try reader.words("lost", seats: log.log.seats))
            sent.entries = try reader.entries("entries", seats: log.log.seats)
            sent.resigned = Set(try reader.seats("resigned", log.log.seats))
            if let seen = try reader.optionalList("seen", of: 3) {
                sent.takenBack = EquivocationGuard.SeenMoves(
                    base: try Head(try reader.bytes(seen[0])), moves: try reader.texts(of: seen[1]),
                    opened: try reader.flag(seen[2]))
            }
            if let kept = try reader.optionalList("dispute", of: 4) {
                let url = try reader.text(of: kept[1])
                let theirs = try carrier.envelope(from: url).signedLog
                try Self.check(theirs, isOf: match)
                dispute = KeptDispute(
                    dispute: Dispute(seats: try reader.seats(of: kept[0], log.log.seats), theirs: theirs), url: url,
                    sender: kept[2].stringValue, isSwapped: try reader.flag(kept[3]))
            }
            if let value = fields["round"] {
                let round = try Envelope(bytes: try reader.bytes(value), game: game, limits: carrier.limits).signedLog
                try Self.check(round, isOf: match)
                lostRounds = [round]
            }
            if let pair = try reader.optionalList("left", of: 2) {
                left = LeftLog(head: try Head(try reader.bytes(pair[0])), holder: try reader.text(of: pair[1]))
            }
            if let value = fields["draft"] {
                let draft = try Draft(value, seats: log.log.seats, carrier: carrier)
                try Self.check(draft.signedLog, isOf: match)
                self.draft = draft
            }
        } catch let error as SessionCodingError {
            throw error
        } catch {
            throw .malformed("\(error)")
        }
    }

    private static func check(_ log: SignedLog, isOf match: MatchIdentity) throws(WireError) {
        guard log.match == match else {
            throw .malformed(part: "session", problem: "expected logs of one match, found one of another")
        }
    }

    private static func fields(of bytes: [UInt8]) throws(SessionCodingError) -> [ValueKey: Value] {
        guard bytes.count <= mostBytes else { throw .tooLarge(bytes: bytes.count) }
        guard bytes.starts(with: mark), bytes.count > mark.count else { throw .malformed("it doesn't begin as one") }
        // read the version first: every later form has it in this place
        let version = Int(bytes[mark.count])
        guard version <= form else { throw .laterVersion(version) }
        guard version == form else { throw .earlierVersion(version) }
        guard bytes.count > mark.count + 1 + checkSize else { throw .malformed("it was cut off") }
        let (body, check) = (bytes.dropLast(checkSize), bytes.suffix(checkSize))
        guard check.elementsEqual(Self.check(of: Array(body))) else {
            throw .malformed("its checksum doesn't fit, so it was changed or cut off")
        }
        do {
            let value = try Value(
                canonicalBytes: Array(body.dropFirst(mark.count + 1)), limits: limits, root: "session")
            guard let fields = value.mapValue else { throw SessionCodingError.malformed("expected a map of fields") }
            return fields
        } catch let error as SessionCodingError {
            throw error
        } catch {
            throw .malformed("\(error)")
        }
    }

    /// Checks that a session that was read may be built on: its signatures, its moves by the rules,
    /// and the sealed moves of its seats.
    ///
    /// - Throws: ``SessionError``.
    public func check(using rules: SessionRules) throws(SessionError) {
        func refuse(_ why: String) -> SessionError { .request("This match can't be gone on with: \(why).") }
        for log in [signedLog, dispute?.dispute.theirs].compactMap(\.self) + lostRounds {
            if let forgery = log.forgery() { throw refuse("\(forgery)") }
        }
        for join in joins where !join.isSigned(for: signedLog.heads[0]) {
            throw refuse("the request for seat \(join.seat) isn't signed by who makes it")
        }
        for offer in bets where offer.bet.number(signedFor: signedLog.heads[0]) != offer.number {
            throw refuse("a bet isn't signed by who offers it")
        }
        for seat in seats where knowsSecrets(of: seat) {
            let hidden = signedLog.log.hidden(by: seat).compactMap { signedLog.log.plies[$0].hidden }
            let known = hidden.compactMap { secrets[$0] }
            guard !known.isEmpty, let key = key(of: seat) else { continue }
            let said = Disclosure(key: CommitmentKey(of: key), moves: known.map(\.move))
            guard said.opened(of: seat, in: signedLog.log.plies[...], of: signedLog.match) == known else {
                throw refuse("what it says that seat \(seat) has sealed isn't what was sealed")
            }
        }
        // play the log without the own secrets, on rules that aren't used again
        let receiver = rules.fresh(within: rules.budget).receiver(for: nil)
        let refusal = try saying(SessionError.replay) { () throws(ReplayFailure) in
            try receiver.refusal(of: signedLog, after: 0)
        }
        if let refusal { throw refuse(refusal) }
        // other devices must accept the messages that this session would send again
        for (url, head) in [(url, signedLog.head), (draft?.url, draft?.signedLog.head)] {
            guard let url else { continue }
            let verdict = receiver.verdict(on: url) { _ in nil }
            guard case .adopt(let adoption) = verdict, adoption.signedLog.head == head else {
                throw refuse("its own message is no message of it")
            }
        }
    }
}

/// The fields of a session, read one by one. An error names the field that is missing or wrong.
private struct SessionReader {
    private let fields: [ValueKey: Value]

    init(_ fields: [ValueKey: Value]) { self.fields = fields }

    private func problem(_ name: String, _ expected: String) -> WireError {
        .malformed(part: name, problem: "expected \(expected)")
    }

    // MARK: Fields

    func text(_ name: String) throws(WireError) -> String {
        guard let text = try optionalText(name) else { throw problem(name, "a text") }
        return text
    }

    func optionalText(_ name: String) throws(WireError) -> String? {
        guard let value = fields[.string(name)] else { return nil }
        return try text(of: value, name)
    }

    func bytes(_ name: String) throws(WireError) -> [UInt8] {
        guard let bytes = fields[.string(name)]?.bytesValue else { throw problem(name, "bytes") }
        return bytes
    }

    func texts(_ name: String) throws(WireError) -> [String] {
        guard let value = fields[.string(name)] else { return [] }
        return try texts(of: value, name)
    }

    func list(_ name: String, of count: Int) throws(WireError) -> [Value] {
        guard let list = try optionalList(name, of: count) else { throw problem(name, "a list of \(count)") }
        return list
    }

    func optionalList(_ name: String, of count: Int) throws(WireError) -> [Value]? {
        guard let value = fields[.string(name)] else { return nil }
        guard let list = value.arrayValue, list.count == count else { throw problem(name, "a list of \(count)") }
        return list
    }

    func lists(_ name: String, of count: Int, most: Int) throws(WireError) -> [[Value]] {
        guard let value = fields[.string(name)] else { return [] }
        return try lists(of: value, of: count, most: most, name)
    }

    func blobs(_ name: String, most: Int) throws(WireError) -> [[UInt8]] {
        guard let value = fields[.string(name)] else { return [] }
        guard let list = value.arrayValue, list.count <= most else { throw problem(name, "at most \(most) entries") }
        return try list.map { value throws(WireError) in try bytes(value, name) }
    }

    func bets(_ name: String) throws(WireError) -> [OfferedBet] {
        try lists(name, of: 2, most: 1_024).map { pair throws(WireError) in
            OfferedBet(bet: try Bet(bytes: try bytes(pair[0])), number: Int(try integer(pair[1])))
        }
    }

    func words(_ name: String, seats: Int) throws(WireError) -> Set<SignedWord> {
        var words: Set<SignedWord> = []
        for word in try lists(name, of: 4, most: 4_096) {
            words.insert(
                SignedWord(
                    seat: try seat(word[0], seats), head: try Head(try bytes(word[1])), isRound: try flag(word[2]),
                    plies: try (word[3].arrayValue ?? []).map { ply throws(WireError) in try bytes(ply) }))
        }
        return words
    }

    func entries(_ name: String, seats: Int) throws(WireError) -> [Head: [Int: EquivocationGuard.Entry]] {
        guard let value = fields[.string(name)] else { return [:] }
        return try entries(of: value, seats: seats)
    }

    func entries(of value: Value, seats: Int) throws(WireError) -> [Head: [Int: EquivocationGuard.Entry]] {
        var entries: [Head: [Int: EquivocationGuard.Entry]] = [:]
        for entry in try lists(of: value, of: 5, most: 4_096, "entries") {
            let bets = try (entry[4].arrayValue ?? []).map { bet throws(WireError) in try Bet(bytes: try bytes(bet)) }
            entries[try Head(try bytes(entry[0])), default: [:]][try seat(entry[1], seats)] = .init(
                text: entry[2].stringValue, move: try entry[3].isNull ? nil : LoggedMove(entry[3]), bets: bets)
        }
        return entries
    }

    func seats(_ name: String, _ seats: Int) throws(WireError) -> [Int] {
        guard let value = fields[.string(name)] else { return [] }
        return try self.seats(of: value, seats)
    }

    // MARK: Values

    func seats(of value: Value, _ seats: Int) throws(WireError) -> [Int] {
        guard let list = value.arrayValue, list.count <= seats else { throw problem("seats", "at most \(seats)") }
        return try list.map { value throws(WireError) in try seat(value, seats) }
    }

    func seat(_ value: Value, _ seats: Int) throws(WireError) -> Int {
        guard let seat = value.intValue, (1...seats).contains(seat) else { throw problem("seat", "1 to \(seats)") }
        return seat
    }

    func integer(_ value: Value) throws(WireError) -> Int64 {
        guard let number = value.int64Value else { throw problem("session", "an integer") }
        return number
    }

    func flag(_ value: Value) throws(WireError) -> Bool {
        guard let flag = value.boolValue else { throw problem("session", "true or false") }
        return flag
    }

    func bytes(_ value: Value, _ name: String = "session") throws(WireError) -> [UInt8] {
        guard let bytes = value.bytesValue else { throw problem(name, "bytes") }
        return bytes
    }

    func text(of value: Value, _ name: String = "session") throws(WireError) -> String {
        guard let text = value.stringValue else { throw problem(name, "a text") }
        return text
    }

    func texts(of value: Value, _ name: String = "session") throws(WireError) -> [String] {
        guard let list = value.arrayValue, list.count <= 4_096 else { throw problem(name, "a list of texts") }
        return try list.map { value throws(WireError) in try text(of: value, name) }
    }

    func lists(of value: Value, of count: Int, most: Int, _ name: String) throws(WireError) -> [[Value]] {
        guard let all = value.arrayValue, all.count <= most else { throw problem(name, "at most \(most) entries") }
        return try all.map { value throws(WireError) in
            guard let list = value.arrayValue, list.count == count else {
                throw problem(name, "entries of \(count) values")
            }
            return list
        }
    }
}

extension Draft {
    fileprivate var value: Value {
        var fields: [ValueKey: Value] = [
            "url": .string(url), "text": .string(text), "base": .bytes(base.bytes), "seat": .int(Int64(seat)),
        ]
        if !moves.isEmpty { fields["moves"] = .array(moves.map(Value.string)) }
        if !places.isEmpty { fields["places"] = .array(places.map { .int(Int64($0)) }) }
        if !chosen.isEmpty { fields["chosen"] = MatchSession.value(of: chosen) }
        if seen != .none { fields["seen"] = [.int(Int64(seen.count)), .bool(seen.opened)] }
        fields["bet"] = bet?.value
        return .map(fields)
    }

    fileprivate init(_ value: Value, seats: Int, carrier: MessageURLCoder) throws {
        let reader = SessionReader(value.mapValue ?? [:])
        let url = try reader.text("url")
        let envelope = try carrier.envelope(from: url)
        let seat = Int(try reader.integer(value["seat"] ?? .null))
        guard (0...seats).contains(seat) else {
            throw WireError.malformed(part: "draft", problem: "expected a seat up to \(seats)")
        }
        self.init(
            signedLog: envelope.signedLog, url: url, text: try reader.text("text"),
            base: try Head(try reader.bytes("base")), seat: seat)
        moves = try reader.texts("moves")
        for place in value["places"]?.arrayValue ?? [] { places.append(Int(clamping: try reader.integer(place))) }
        if let chosen = value["chosen"] { self.chosen = try reader.entries(of: chosen, seats: seats) }
        if let pair = try reader.optionalList("seen", of: 2) {
            seen = Seen(count: Int(clamping: try reader.integer(pair[0])), opened: try reader.flag(pair[1]))
        }
        if let pair = try reader.optionalList("bet", of: 2) {
            bet = OfferedBet(
                bet: try Bet(bytes: try reader.bytes(pair[0])), number: Int(clamping: try reader.integer(pair[1])))
        }
        asksForSeat = envelope.join != nil
    }
}

extension OfferedBet {
    fileprivate var value: Value { [.bytes(bet.bytes), .int(Int64(number))] }
}

extension LoggedMove {
    /// The form in a session: the place in the list, or the name and argument.
    fileprivate var value: Value {
        switch self {
        case .index(let index): .int(Int64(index))
        case .typed(let name, let argument): [.string(name), argument]
        }
    }

    fileprivate init(_ value: Value) throws(WireError) {
        if let index = value.intValue {
            self = .index(index)
        } else if let list = value.arrayValue, list.count == 2, let name = list[0].stringValue {
            self = .typed(name: name, argument: list[1])
        } else {
            throw .malformed(part: "move", problem: "expected a place in the list, or a name and an argument")
        }
    }
}

extension [Value] {
    /// Returns the values in the order of their bytes, so that a set is always written in the same
    /// order.
    fileprivate func sorted() -> [Value] {
        map { ($0, (try? $0.canonicalBytes()) ?? []) }.sorted { $0.1.lexicographicallyPrecedes($1.1) }.map(\.0)
    }
}
