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
    /// - Throws: ``SessionCodingError/tooLarge(bytes:)``, or ``SessionCodingError/malformed(_:)`` for
    ///   a log that fits no message.
    public func bytes(withKeys: Bool = true) throws(SessionCodingError) -> [UInt8] {
        var fields = try writtenFields()
        if withKeys, !keys.isEmpty {
            fields["keys"] = .array(
                keys.all.map { held in
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

    static func value(of entries: [Head: [Int: EquivocationGuard.Entry]]) -> Value {
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
    /// Doesn't verify the signatures and moves, because a store reads only what it wrote. Call
    /// ``SessionReader/check()`` before anything is built on bytes from elsewhere.
    ///
    /// - Parameter keys: The keys that were stored separately.
    /// - Throws: ``SessionCodingError``.
    public init(
        bytes: [UInt8], keys apart: [SeatKey] = [], carrier: MessageURLCoder = MessageURLCoder()
    ) throws(SessionCodingError) {
        let fields = try Self.fields(of: bytes)
        do {
            let reader = SessionFields(fields)
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
}
