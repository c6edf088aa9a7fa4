import Values

/// A sealed move and what proves that it is the one: who has both can work out its commitment.
public struct OpenedMove: Hashable, Sendable {
    /// What was sealed, as a log has it.
    public let move: LoggedMove
    /// What its commitment was made with.
    public let salt: Salt

    package init(_ move: LoggedMove, _ salt: Salt) {
        self.move = move
        self.salt = salt
    }

    /// The salt, and behind it the move as a ply of a log has it.
    package var bytes: [UInt8] { salt.bytes + move.bytes }

    /// - Throws: ``WireError`` for bytes that are no salt and one move.
    package init(bytes: [UInt8]) throws(WireError) {
        salt = try Salt(Array(bytes.prefix(Salt.size)))
        move = try LoggedMove(bytes: Array(bytes.dropFirst(Salt.size)))
    }

    func write(to writer: inout ByteWriter) {
        writer.append(salt.bytes)
        Ply.Action.move(move).write(to: &writer)
    }

    /// - Parameter most: How many bytes the move may take.
    init(from reader: inout ByteReader, atMost most: Int) throws(WireError) {
        salt = try Salt(try reader.readBytes(Salt.size, "a salt"))
        move = try Ply.Action.loggedMove(from: &reader)
        let size = move.bytes.count
        guard size <= most else {
            throw reader.problem("expected a sealed move of at most \(most) bytes, found \(size)")
        }
    }

    /// Is this what was sealed with a commitment there?
    func fits(_ commitment: Commitment, at place: SealPlace) -> Bool {
        Commitment(to: move, salt: salt, at: place) == commitment
    }
}
