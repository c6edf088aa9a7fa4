import Crypto
import Values

/// What a seat's salts come from: known to its device alone, until the match is over and the key is given away, so that every
/// seal of the match can be checked.
///
/// It follows from the seat's private key by HKDF-SHA-256 (RFC 5869), which doesn't follow from it: to give one away tells
/// nothing of the other. So a device that has its seat key has lost nothing.
package struct CommitmentKey: Sendable {
    private let key: SymmetricKey

    /// The sealing key of a seat, by HKDF without a salt over the private key's 32 bytes, with the info "parlor-sealing-key-1".
    package init(of seat: SeatKey) {
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: seat.secret), info: Array("parlor-sealing-key-1".utf8),
            outputByteCount: 32)
    }

    /// How many bytes it has.
    static let size = 32

    /// One that its seat gave away at the end of a match.
    ///
    /// - Throws: ``WireError/malformed(part:problem:)`` unless there are 32 bytes.
    package init(bytes: [UInt8]) throws(WireError) {
        guard bytes.count == Self.size else {
            throw .malformed(part: "sealing key", problem: "expected \(Self.size) bytes, found \(bytes.count)")
        }
        key = SymmetricKey(data: bytes)
    }

    /// The 32 bytes: for the audit of a match that is over, and nobody before.
    package var bytes: [UInt8] { key.withUnsafeBytes(Array.init) }

    /// The salt of a move: the first 16 bytes of HMAC-SHA-256 (RFC 2104) over the fields "parlor-salt-1", the place's head, its
    /// count in two bytes, and the move as a log has it. Two moves at one place share none.
    package func salt(of move: LoggedMove, at place: CommitmentContext) -> Salt {
        var fields = HashFields("parlor-salt-1")
        fields.append(place.head.bytes)
        fields.append(place.countBytes)
        fields.append(Ply.Action.move(move).bytes)
        return Salt(prefixOf: HMAC<SHA256>.authenticationCode(for: fields.bytes, using: key))
    }

    /// The sealed form of a move, the same whenever it is asked for.
    package func seal(_ move: LoggedMove, at place: CommitmentContext) -> Ply.Action {
        .seal(Commitment(to: move, salt: salt(of: move, at: place), at: place))
    }

    /// The form of a move that stays sealed for the match, the same whenever it is asked for.
    package func hide(_ move: LoggedMove, at place: CommitmentContext) -> Ply.Action {
        .hide(Commitment(to: move, salt: salt(of: move, at: place), at: place))
    }

    /// What opens the sealed form.
    package func open(_ move: LoggedMove, at place: CommitmentContext) -> Ply.Action {
        .open(move, salt(of: move, at: place))
    }
}

extension CommitmentKey: Hashable {
    package static func == (left: CommitmentKey, right: CommitmentKey) -> Bool { left.key == right.key }
    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension CommitmentKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `CommitmentKey(redacted)`, for every key.
    package var description: String { "CommitmentKey(redacted)" }
    /// `CommitmentKey(redacted)`, for every key.
    package var debugDescription: String { description }
    /// A mirror without children, so that `dump` shows nothing of the key.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
