import Parlor

extension Catalog {
    /// Reads a game's script again while it is played.
    ///
    /// - Throws: also where another game lies there now, such as behind a link that was put in the folder's place: a match belongs
    ///   to its game, and couldn't go on.
    func script(_ name: String, again known: GameScript) throws(GameError) -> GameScript {
        let fresh = try script(name)
        guard fresh.id == known.id else {
            throw .request("Another game lies there now: \(fresh.id), not \(known.id). Leave this one to play it.")
        }
        return fresh
    }
}
