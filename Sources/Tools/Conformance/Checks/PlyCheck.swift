/// Something that is looked at while a game is played. One is made for each game; what it finds wrong it throws, which ends
/// the game.
protocol PlyCheck: SendableMetatype {
    /// What it judges.
    static var properties: [Property] { get }

    init()

    /// Before the first ply.
    mutating func begin(_ game: Playout) throws(Finding)
    /// At every ply, before the move, and at the last position. The match may be looked at, not changed.
    mutating func look(_ game: Playout) throws(Finding)
    /// After a step.
    mutating func played(_ step: Step, _ game: Playout) throws(Finding)
    /// When the match is over, or its bound is reached. It may be changed now, and is put back by whoever does.
    mutating func end(_ game: Playout) throws(Finding)
}

extension PlyCheck {
    mutating func begin(_ game: Playout) throws(Finding) {}
    mutating func look(_ game: Playout) throws(Finding) {}
    mutating func played(_ step: Step, _ game: Playout) throws(Finding) {}
    mutating func end(_ game: Playout) throws(Finding) {}
}
