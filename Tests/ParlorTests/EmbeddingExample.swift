import Parlor

/// Lets two bots play tic-tac-toe. Returns the final board as lines of text.
func playTicTacToe() throws -> [String] {
    let catalog = try GameCatalog(home: ParlorHome.find())
    let match = try Match(of: catalog.script("tic-tac-toe"), seed: 7)

    while let seat = try match.status.turn.first,
        let move = try match.legalMoves(for: seat).randomElement()
    {
        try match.play(move.text, seat: seat)
    }

    do {
        try match.play("b2", seat: 1)
    } catch {
        print(error)  // The game is over.
    }

    guard let scene = try match.scene(for: nil) else { return [] }
    return TerminalRenderer(columns: 40).lines(try Scene(value: scene))
}
