/// Steps through the plies of a match. A round is one step: nobody sees half of one.
extension Match {
    /// Takes back the moves of a round under way; otherwise the last ply, or all of the last round.
    ///
    /// - Returns: false at the beginning, where there is nothing to take back.
    @discardableResult
    public func undo() throws(GameError) -> Bool {
        let played = try status.ply
        if log.count > played {
            try go(to: played)
            return true
        }
        guard played > 0 else { return false }
        try go(to: played - 1)
        let begun = try status.ply
        if begun < played - 1 { try go(to: begun) }
        return true
    }

    /// Plays what ``undo()`` took back.
    ///
    /// - Returns: false if there is nothing to play again.
    @discardableResult
    public func redo() throws(GameError) -> Bool {
        guard redoable > 0 else { return false }
        var ply = try status.ply
        repeat {
            ply += 1
            try go(to: ply)
        } while try status.ply < ply && redoable > 0
        return true
    }
}
