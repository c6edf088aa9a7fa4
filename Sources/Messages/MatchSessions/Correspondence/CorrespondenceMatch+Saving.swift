import Crypto
import GameRules
import LuaRuntime
import MessageProtocol
import Values

// A match as bytes, from which it can continue elsewhere. The bytes contain the signed part, the keys
// of the seats, and the unsigned entries and claims.
extension CorrespondenceMatch {
    private static let form = "parlor-correspondence-1"
    private static let limits = ValueLimits(bytes: 4 << 20, depth: 16, items: 400_000)

    /// Returns the match as bytes. If no message of the match was signed yet, these are the bytes
    /// of ``Match/save()``.
    ///
    /// The bytes contain private keys. Store them where nobody else can read them.
    ///
    /// - Throws: ``GameError``.
    public func save() throws(GameError) -> [UInt8] {
        guard let session else { return try match.save() }
        do {
            var fields: [ValueKey: Value] = [
                "format": .string(Self.form), "session": .bytes(try session.bytes()),
                "tail": .array(unsigned.map(\.value)),
                "claims": .array(
                    pendingClaims.map {
                        [.int(Int64($0.claim.by)), .int(Int64($0.claim.against)), .int(Int64($0.plies))]
                    }
                ),
            ]
            fields["check"] = .bytes(try Self.check(fields))
            return try Value.map(fields).canonicalBytes(limits: Self.limits)
        } catch {
            throw .request(.notSaved(error))
        }
    }

    private static func check(_ fields: [ValueKey: Value]) throws(ValueError) -> [UInt8] {
        Array(SHA256.hash(data: try Value.map(fields).canonicalBytes(limits: limits)).prefix(16))
    }

    /// A saved match by messages, read and not yet played.
    public struct Saved: Sendable {
        /// The signed part.
        public let session: MatchSession
        let tail: [LogEntry]
        let claims: [(by: Int, against: Int, plies: Int)]

        /// Reads the bytes of ``CorrespondenceMatch/save()``; nil for a match without messages,
        /// which ``Match`` reads.
        ///
        /// - Throws: ``GameError/request(_:)`` that names the problem.
        public init?(_ bytes: [UInt8], carrier: MessageURLCoder = MessageURLCoder()) throws(GameError) {
            guard let value = try? Value(canonicalBytes: bytes, limits: limits, root: "match"),
                case .map(var fields) = value, let format = value["format"]?.stringValue,
                format.hasPrefix("parlor-correspondence-")
            else { return nil }
            guard format == form else {
                throw .request(.newerFormat(format))
            }
            let check = fields.removeValue(forKey: "check")
            guard let sum = try? CorrespondenceMatch.check(fields), check == .bytes(sum) else {
                throw .request(.damagedMatch)
            }
            guard let session = value["session"]?.bytesValue, let tail = value["tail"]?.arrayValue?.map(LogEntry.init),
                !tail.contains(nil), let claims = value["claims"]?.arrayValue?.map({ $0.arrayValue?.map(\.intValue) }),
                claims.count <= 64,
                claims.allSatisfy({ claim in
                    guard let claim, claim.count == 3, let by = claim[0], let against = claim[1], claim[2] != nil else {
                        return false
                    }
                    return (1...2).contains(by) && (1...2).contains(against) && by != against
                })
            else { throw .request(.incompleteMatch) }
            do throws(SessionCodingError) {
                self.session = try MatchSession(bytes: session, carrier: carrier)
            } catch {
                throw .request(.unusableSave(error))
            }
            self.tail = tail.compactMap(\.self)
            self.claims = claims.compactMap { $0?.compactMap(\.self) }.map { ($0[0], $0[1], $0[2]) }
        }
    }

    /// Continues a saved match. The bytes may come from any source, so the signatures are checked
    /// and the whole match is played again.
    ///
    /// - Parameter shelf: The versions of the match's game.
    /// - Throws: ``GameError`` if the match can't be continued.
    public convenience init(
        _ saved: Saved, shelf: ScriptVersions, carrier: MessageURLCoder = MessageURLCoder(), pool: MemoryPool? = nil,
        budget: ProcessorBudget = .message
    ) throws(GameError) {
        let rules = Self.rules(of: shelf, carrier, pool)
        rules.budget = budget
        do throws(SessionError) {
            guard shelf.script(saved.session.signedLog.match.script) != nil else {
                throw .request(.otherVersion(of: saved.session.signedLog.match.game))
            }
            try saved.session.reader(using: rules).check()
            let end = try rules.rules(at: saved.session.signedLog, of: saved.session)
            self.init(saved.session, end, rules)
        } catch {
            throw .request("\(error)")
        }
        if let end = try? rules.rules(at: saved.session.signedLog, of: saved.session), !signsAtOnce {
            enterRoundAgain(end) { end.position.sealed.seats.contains($0) }
        }
        for entry in saved.tail {
            switch entry.choice {
            case .move(let move): try match.play(move, seat: entry.seat)
            case .leave(let why): try match.leave(seat: entry.seat, why: why)
            case .sealed: throw .request(.untoldChoice(of: entry.seat))
            }
        }
        // these claims may have ended: that is decided when they are signed
        for claim in saved.claims {
            pendingClaims.append((Attendance.Claim(by: claim.by, against: claim.against), claim.plies))
        }
    }
}
