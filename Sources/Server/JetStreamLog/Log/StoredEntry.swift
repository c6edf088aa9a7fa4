import Hosting
import Synchronization

/// An entry, and its sequence in its stream.
struct StoredEntry: Hashable, Sendable {
    var entry: LoggedEntry
    var sequence: UInt64

    init(_ entry: LoggedEntry, sequence: UInt64) {
        self.entry = entry
        self.sequence = sequence
    }

    /// Reads a message of a stream of entries, or one that was republished.
    ///
    /// - Throws: ``MatchLogError/damaged(_:)`` for a message that can't have been written by this
    ///   engine.
    init(_ message: NatsMessage) throws(MatchLogError) {
        let headers = message.headers
        guard let sequence = message.sequence, let number = headers[.number].flatMap(Int.init), number >= 1,
            let nonce = headers[.nonce].flatMap(Nonce.init)
        else {
            throw .damaged("a message at \(message.subject) has no number or no nonce: somebody else writes there")
        }
        self.init(LoggedEntry(number: number, nonce: nonce, bytes: message.payload), sequence: sequence)
    }

    /// The headers that ``init(_:)-(NatsMessage)`` reads.
    static func headers(of entry: LoggedEntry) -> [NatsMessage.Header: String] {
        [.number: String(entry.number), .nonce: entry.nonce.text]
    }

    /// The end of a match's log, which the next append has to expect.
    struct Place: Hashable, Sendable {
        /// The number of the last entry; 0 for none.
        var number: Int
        /// The sequence of the last entry; 0 for none.
        var sequence: UInt64

        /// The end of a log without entries.
        static let start = Place(number: 0, sequence: 0)
    }

    var place: Place { Place(number: entry.number, sequence: sequence) }
}

/// Consecutive entries of a match, as one message of the stream of archives.
struct ArchivePiece: Hashable, Sendable {
    /// The index of the piece in its match, from 0.
    var index: Int
    /// The sequence of the piece in the stream; 0 before it is written.
    var sequence: UInt64
    var entries: [LoggedEntry]

    /// The number of the first entry.
    var first: Int { entries.first?.number ?? 0 }

    /// The most bytes of entries in a piece: less than half of what a NATS message may have.
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

    /// Returns the pieces to write for new entries: the last piece with further entries, as far as
    /// it has room, and new pieces.
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

/// The ends of match logs, as far as this process has seen. They may be outdated: an append after
/// an outdated end fails, and the next attempt asks the leader.
final class LastPlaces: Sendable {
    private let places = Mutex<[HostedMatchID: StoredEntry.Place]>([:])
    private let most: Int

    /// - Parameter most: The most places to remember. When there are more, a part of them is
    ///   forgotten.
    init(most: Int = 65_536) { self.most = most }

    subscript(match: HostedMatchID) -> StoredEntry.Place? {
        places.withLock { $0[match] }
    }

    /// Records the place of an entry. Returns whether it is further than all places seen before.
    @discardableResult
    func see(_ place: StoredEntry.Place, of match: HostedMatchID) -> Bool {
        places.withLock { places in
            if let known = places[match], known.number >= place.number { return false }
            if places.count >= most, places[match] == nil {
                for old in places.keys.prefix(max(1, most / 8)) { places[old] = nil }
            }
            places[match] = place
            return true
        }
    }

    /// Forgets the place of a match, after the place has turned out to be wrong.
    func forget(_ match: HostedMatchID) {
        places.withLock { $0[match] = nil }
    }

    var count: Int { places.withLock { $0.count } }
}
