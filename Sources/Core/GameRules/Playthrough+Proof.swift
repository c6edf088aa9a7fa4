extension Playthrough {
    /// The text of a match as it was played, after it was read and played again to see that it comes to the same. A text may
    /// name two moves (`1` and `"1"` among the choices read alike), and then it isn't the game that was played.
    ///
    /// - Throws: ``GameError/request(_:)`` if it doesn't, in words about a file that wasn't written.
    package static func provenText(of match: Match, comments: [String] = []) throws(GameError) -> String {
        var playthrough = try Playthrough(match)
        playthrough.comments = comments
        let text = playthrough.text
        let again: Match
        do throws(GameError) {
            again = try Playthrough(text: text).play(match.script)
        } catch {
            throw .request("What was played doesn't replay, so nothing was written: \(error)")
        }
        guard try again.digest() == match.digest() else {
            throw .request(
                "What was played replays to another state, so nothing was written: `parlor check` says more.")
        }
        return text
    }
}
