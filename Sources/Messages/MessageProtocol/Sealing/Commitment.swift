import Values

/// The commitment of a seat to a sealed move: 32 bytes that reveal nothing about the move and fit no
/// other move.
///
/// The bytes are SHA-256 over the fields "parlor-seal-1", match id, head, count (two bytes), seat
/// (one byte), the salt, and the move as a log has it. `CommitmentContext` explains the head and the
/// count.
public struct Commitment: Hashable, Sendable, CustomStringConvertible {
    static let size = 32

    /// The 32 bytes.
    public let bytes: [UInt8]

    /// Creates a commitment from bytes that were read.
    ///
    /// - Throws: ``WireError/malformed(part:problem:)`` unless there are 32 bytes.
    package init(_ bytes: [UInt8]) throws(WireError) {
        guard bytes.count == Self.size else {
            throw .malformed(part: "seal", problem: "expected \(Self.size) bytes, found \(bytes.count)")
        }
        self.bytes = bytes
    }

    private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

    /// The placeholder for a commitment that a log leaves out, until it is computed.
    static let missing = Commitment(unchecked: [UInt8](repeating: 0, count: size))

    /// Computes the commitment to a move with this salt.
    package init(to move: LoggedMove, salt: Salt, at place: CommitmentContext) {
        var fields = HashFields("parlor-seal-1")
        fields.append(place.match.bytes)
        fields.append(place.head.bytes)
        fields.append(place.countBytes)
        fields.append([UInt8(truncatingIfNeeded: place.seat)])
        fields.append(salt.bytes)
        fields.append(Ply.Action.move(move).bytes)
        bytes = fields.digest
    }

    /// The bytes as 64 lowercase hexadecimal digits.
    public var description: String { hexadecimal(bytes) }
}

/// The 16 bytes in a commitment that prevent others from finding the sealed move by trying all moves.
/// Until the move is revealed, only the owner can compute them.
public struct Salt: Hashable, Sendable, CustomStringConvertible {
    static let size = 16

    /// The 16 bytes.
    public let bytes: [UInt8]

    /// - Throws: ``WireError/malformed(part:problem:)`` unless there are 16 bytes.
    package init(_ bytes: [UInt8]) throws(WireError) {
        guard bytes.count == Self.size else {
            throw .malformed(part: "opening", problem: "expected a salt of \(Self.size) bytes, found \(bytes.count)")
        }
        self.bytes = bytes
    }

    init(prefixOf bytes: some Sequence<UInt8>) { self.bytes = Array(bytes.prefix(Self.size)) }

    /// The bytes as 32 lowercase hexadecimal digits.
    public var description: String { hexadecimal(bytes) }
}

/// The place where a seat seals a move. It ties a commitment to one match, one seat and one point
/// of the match.
///
/// The context ignores claims and the bracket of an entry. A seat that enters a round again, after
/// a claim or a fork, commits with the same bytes as before.
package struct CommitmentContext: Hashable, Sendable {
    package let match: MatchID
    /// The head before the round, computed without claims.
    package let head: Head
    /// How many plies other than claims the seat had made before the round.
    package let count: Int
    /// The seat, from 1.
    package let seat: Int

    /// - Parameter begin: The index in the log where the round begins; outside of rounds, the index
    ///   of the sealed move.
    package init(of seat: Int, inRoundAt begin: Int, of log: SignedLog) {
        self.init(
            of: seat, behind: log.log.plies[..<begin], head: log.headWithoutClaims(at: begin), match: log.match.id)
    }

    /// Creates the context at a place of a log that is extended by the plies in `further`, which
    /// aren't signed yet.
    package init(of seat: Int, inRoundAt begin: Int, of log: SignedLog, behind further: [Ply]) {
        let (all, shared) = log.log.plies(goingOnWith: further)
        let known = min(begin, shared)
        let new = all[known..<begin].filter { !$0.isAside }
        let head = new.reduce(log.headWithoutClaims(at: known)) { Head(after: $0, $1) }
        self.init(of: seat, behind: all[..<begin], head: head, match: log.match.id)
    }

    init(of seat: Int, behind plies: ArraySlice<Ply>, head: Head, match: MatchID) {
        self.match = match
        self.head = head
        self.seat = seat
        count = plies.count { $0.seat == seat && !$0.isAside }
    }

    /// The two lowest bytes of the count, big-endian.
    var countBytes: [UInt8] { [UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)] }
}

extension Log {
    /// Returns the plies of this log followed by `further`, and how many first plies the result
    /// shares with this log. If `further` begins with entries that continue a round, these entries
    /// go into the bracket at the end of this log, in seat order.
    fileprivate func plies(goingOnWith further: [Ply]) -> (all: [Ply], shared: Int) {
        let entries = further.prefix { $0.place == .continuesRound }
        guard !entries.isEmpty, let first = plies.lastIndex(where: { $0.place == .beginsRound }) else {
            return (plies + further, plies.count)
        }
        let bracket = Log.round(of: Array(plies[first...] + entries))
        return (plies[..<first] + bracket + further.dropFirst(entries.count), first)
    }
}

extension SignedLog {
    /// Returns the head before the ply at an index, computed without claims.
    func headWithoutClaims(at index: Int) -> Head {
        guard let claim = log.plies[..<index].firstIndex(where: \.isAside) else { return heads[index] }
        return log.plies[claim..<index].filter { !$0.isAside }.reduce(heads[claim]) { Head(after: $0, $1) }
    }
}

/// A sealed move and its salt, which determine the commitment.
public struct RevealedMove: Hashable, Sendable {
    /// The sealed move, as a log has it.
    public let move: LoggedMove
    /// The salt of the commitment.
    public let salt: Salt

    package init(_ move: LoggedMove, _ salt: Salt) {
        self.move = move
        self.salt = salt
    }

    /// The salt, then the move as a ply of a log has it.
    package var bytes: [UInt8] { salt.bytes + move.bytes }

    /// - Throws: ``WireError`` unless the bytes are a salt and one move.
    package init(bytes: [UInt8]) throws(WireError) {
        salt = try Salt(Array(bytes.prefix(Salt.size)))
        move = try LoggedMove(bytes: Array(bytes.dropFirst(Salt.size)))
    }

    func write(to writer: inout ByteWriter) {
        writer.append(salt.bytes)
        Ply.Action.move(move).write(to: &writer)
    }

    /// - Parameter most: The most bytes that the move may take.
    init(from reader: inout ByteReader, atMost most: Int) throws(WireError) {
        salt = try Salt(try reader.readBytes(Salt.size, "a salt"))
        move = try Ply.Action.loggedMove(from: &reader)
        let size = move.bytes.count
        guard size <= most else {
            throw reader.problem("expected a sealed move of at most \(most) bytes, found \(size)")
        }
    }

    /// Returns whether the move was sealed with this commitment at this place.
    func fits(_ commitment: Commitment, at place: CommitmentContext) -> Bool {
        Commitment(to: move, salt: salt, at: place) == commitment
    }
}
