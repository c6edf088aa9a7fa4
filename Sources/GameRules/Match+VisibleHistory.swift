/// What a match's log tells a seat.
extension Match {
    /// The log as a seat may read it: an entry's ``LogEntry/text`` is nil where the move is still sealed to it.
    ///
    /// A move of a round is sealed until the round is complete; a secret move until the match is over, or until the move
    /// that opens it is played. One's own moves are always readable.
    ///
    /// - Parameter seat: nil for a spectator.
    public func history(for seat: Int?) throws(GameError) -> [LogEntry] {
        let (status, entries) = (try status, try history())
        let lastPlayed = Dictionary(
            entries.enumerated().compactMap { index, entry in entry.name.map { ($0, index) } }, uniquingKeysWith: max)
        return entries.enumerated().map { index, entry in
            var entry = entry
            let isOpen =
                switch entry.secrecy {
                case nil, .round: index < status.ply
                case .match: false
                case .move(let opener): lastPlayed[opener, default: -1] > index
                }
            if !isOpen, entry.seat != seat, status.outcome == nil { (entry.text, entry.name) = (nil, nil) }
            return entry
        }
    }
}
