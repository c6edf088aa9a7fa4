import Hosting

/// An entry, and its sequence in its stream.
struct StoredEntry: Hashable, Sendable {
    var entry: LoggedEntry
    var sequence: UInt64

    init(_ entry: LoggedEntry, sequence: UInt64) {
        self.entry = entry
        self.sequence = sequence
    }

    /// Reads a message of a stream of entries, or one that was sent again.
    ///
    /// - Throws: ``MatchLogError/damaged(_:)`` for a message that no engine of this kind has written.
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

    /// Where the log of a match ends: what the next append has to expect.
    struct Place: Hashable, Sendable {
        /// The number of the last entry; 0 for none.
        var number: Int
        /// Its sequence; 0 for none.
        var sequence: UInt64

        /// The end of a log without entries.
        static let start = Place(number: 0, sequence: 0)
    }

    var place: Place { Place(number: entry.number, sequence: sequence) }
}
