import Parlor

/// What went wrong with a script that was read again while it is played: it is told with the text that failed, not with the one that
/// the match goes on under.
struct RereadError: Error, CustomStringConvertible {
    let error: GameError
    /// The files of that text, by name.
    let files: [String: String]

    /// - Parameters:
    ///   - fresh: The script that was read, as far as it could be loaded.
    ///   - known: The one before.
    init(_ error: GameError, of fresh: GameScript?, known: GameScript) {
        self.error = error
        files = fresh?.folder.files ?? known.folder.url.flatMap { try? GameFolder(at: $0).files } ?? known.folder.files
    }

    var description: String { error.description }
}
