/// The id of a game: the name of its folder, and the path of its messages. A small letter, then small letters, digits
/// and `-`; at most 40 characters.
public struct GameID: Hashable, Sendable, CustomStringConvertible {
    /// The id as text: `tic-tac-toe`.
    public let name: String

    /// - Throws: ``WireError/malformed(part:problem:)`` for anything else.
    public init(_ name: String) throws(WireError) {
        guard let first = name.utf8.first, (97...122).contains(first), name.utf8.count <= WireLimits.gameID,
            name.utf8.allSatisfy({ (97...122).contains($0) || (48...57).contains($0) || $0 == 45 })
        else {
            throw .malformed(
                part: "game id",
                problem: "expected a small letter and up to \(WireLimits.gameID - 1) small letters, digits or -")
        }
        self.name = name
    }

    /// The id as it is, without quotes.
    public var description: String { name }
}
