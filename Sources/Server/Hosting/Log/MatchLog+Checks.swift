import Values

extension LoggedEntry {
    /// What no engine takes.
    ///
    /// - Throws: ``MatchLogError/refused(_:)``.
    public func check() throws(MatchLogError) {
        guard number >= 1 else { throw .refused("expected an entry's number from 1 on, found \(number)") }
        guard bytes.count <= Self.mostBytes else {
            throw .refused("expected at most \(Self.mostBytes) bytes for an entry, found \(bytes.count)")
        }
    }
}

extension MatchNote {
    /// What no engine takes.
    ///
    /// - Throws: ``MatchLogError/refused(_:)``.
    public static func check(_ bytes: [UInt8]?) throws(MatchLogError) {
        guard let count = bytes?.count, count > mostBytes else { return }
        throw .refused("expected at most \(mostBytes) bytes for a note, found \(count)")
    }
}

extension MatchLogError {
    /// What a log that was closed says to everything.
    public static let closed = MatchLogError.unavailable("it was closed")

    /// What a log says to an entry whose number isn't the next one.
    public static func gap(_ number: Int, behind last: Int) -> MatchLogError {
        .refused("expected entry \(last + 1), the next one, found entry \(number)")
    }
}
