import Hosting

/// Entries of a match that follow each other, as one message of the stream of archives.
struct ArchivePiece: Hashable, Sendable {
    /// Which piece of its match it is, from 0.
    var index: Int
    /// Its sequence in the stream; 0 before it is written.
    var sequence: UInt64
    var entries: [LoggedEntry]

    /// The number of its first entry.
    var first: Int { entries.first?.number ?? 0 }

    /// How many bytes of entries a piece takes: half of what a message of NATS may have.
    static let mostBytes = 448 << 10

    init(index: Int, sequence: UInt64, entries: [LoggedEntry]) {
        self.index = index
        self.sequence = sequence
        self.entries = entries
    }

    /// Reads a message of the stream.
    ///
    /// - Throws: ``MatchLogError/damaged(_:)``.
    init(_ message: NatsMessage) throws(MatchLogError) {
        guard let sequence = message.sequence,
            let index = message.subject.split(separator: ".").last.flatMap({ Int($0) }),
            let first = message.headers[.first].flatMap(Int.init), (1...(1 << 40)).contains(first),
            let archive = EntryArchive(bytes: message.payload), !archive.entries.isEmpty
        else { throw .damaged("the archive at \(message.subject) can't be read") }
        self.init(
            index: index, sequence: sequence,
            entries: archive.entries.map { entry in
                LoggedEntry(number: entry.number + first - 1, nonce: entry.nonce, bytes: entry.bytes)
            })
    }

    private static func size(_ entry: LoggedEntry) -> Int { entry.bytes.count + entry.nonce.text.utf8.count + 16 }

    /// The pieces to write for entries that follow a last piece: that one, with more in it, and new ones.
    static func pieces(adding entries: [LoggedEntry], behind last: ArchivePiece?) -> [ArchivePiece] {
        var pieces: [ArchivePiece] = []
        var piece = last ?? ArchivePiece(index: 0, sequence: 0, entries: [])
        var bytes = piece.entries.reduce(0) { $0 + size($1) }
        var isNew = false
        for entry in entries {
            if bytes + size(entry) > mostBytes, !piece.entries.isEmpty {
                if isNew { pieces.append(piece) }
                piece = ArchivePiece(index: piece.index + 1, sequence: 0, entries: [])
                bytes = 0
            }
            piece.entries.append(entry)
            bytes += size(entry)
            isNew = true
        }
        if isNew { pieces.append(piece) }
        return pieces
    }
}
