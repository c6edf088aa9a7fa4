import Crypto
import Values

/// The key of a seat's salts. Only the seat's device knows it until the match is over. Then the
/// seat publishes the key, so that everybody can check all commitments of the seat.
///
/// HKDF-SHA-256 (RFC 5869) derives it from the seat's private key. The derivation can't be
/// reversed, so publishing this key tells nothing about the private key. A device that has its seat
/// key can always derive this key again.
package struct CommitmentKey: Sendable {
    private let key: SymmetricKey

    /// Derives the key of a seat by HKDF without a salt over the private key's 32 bytes, with the
    /// info "parlor-sealing-key-1".
    package init(of seat: SeatKey) {
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: seat.secret), info: Array("parlor-sealing-key-1".utf8),
            outputByteCount: 32)
    }

    /// The size in bytes.
    static let size = 32

    /// Creates a key from the bytes that its seat published.
    ///
    /// - Throws: ``WireError/malformed(part:problem:)`` unless there are 32 bytes.
    package init(bytes: [UInt8]) throws(WireError) {
        guard bytes.count == Self.size else {
            throw .malformed(part: "sealing key", problem: "expected \(Self.size) bytes, found \(bytes.count)")
        }
        key = SymmetricKey(data: bytes)
    }

    /// The 32 bytes, for the audit of a match that is over. They are secret before that.
    package var bytes: [UInt8] { key.withUnsafeBytes(Array.init) }

    /// Returns the salt of a move: the first 16 bytes of HMAC-SHA-256 (RFC 2104) over the fields
    /// "parlor-salt-1", the place's head, its count in two bytes, and the move as a log has it.
    /// Different moves at one place have different salts.
    package func salt(of move: LoggedMove, at place: CommitmentContext) -> Salt {
        var fields = HashFields("parlor-salt-1")
        fields.append(place.head.bytes)
        fields.append(place.countBytes)
        fields.append(Ply.Action.move(move).bytes)
        return Salt(prefixOf: HMAC<SHA256>.authenticationCode(for: fields.bytes, using: key))
    }

    /// Returns the sealed entry of a round for a move. The result is always the same for one move
    /// at one place.
    package func seal(_ move: LoggedMove, at place: CommitmentContext) -> Ply.Action {
        .seal(Commitment(to: move, salt: salt(of: move, at: place), at: place))
    }

    /// Returns the ply for a move that stays sealed for longer than a round. The result is always
    /// the same for one move at one place.
    package func hide(_ move: LoggedMove, at place: CommitmentContext) -> Ply.Action {
        .hide(Commitment(to: move, salt: salt(of: move, at: place), at: place))
    }

    /// Returns the reveal of a move that was sealed for a round.
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
