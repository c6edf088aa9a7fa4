/// What the host knows of a match at the moment of drawing.
///
/// A scene only names moves by their text. The host says here which of them may be played now and which was played
/// last, so that one scene serves the player to move, the waiting player and the transcript.
public struct SceneContext: Hashable, Sendable {
    /// The texts of the moves that whoever looks may play now. A node whose `play` is among them is live.
    public var legalMoves: Set<String>
    /// The text of the last move; the cell that plays it is marked.
    public var lastMove: String?
    /// Was it whoever looks that made the last move? Buttons, cards, and what else offers a move as a whole, are choices: on
    /// them only one's own last one is marked, and never what another one chose.
    public var isLastMoveOwn: Bool
    /// Whether live nodes are pointed out: dots in live cells, and the text to type beside buttons and cards.
    public var showsHints: Bool
    /// Where the scene's pictures come from; nil where they are only labelled.
    public var images: SceneImages?

    /// What is left out is as for a mere onlooker: nothing can be played, and no last move is marked.
    public init(
        legalMoves: Set<String> = [], lastMove: String? = nil, isLastMoveOwn: Bool = false, showsHints: Bool = true,
        images: SceneImages? = nil
    ) {
        self.legalMoves = legalMoves
        self.lastMove = lastMove
        self.isLastMoveOwn = isLastMoveOwn
        self.showsHints = showsHints
        self.images = images
    }

    func isLive(_ play: String?) -> Bool {
        guard let play else { return false }
        return legalMoves.contains(play)
    }

    /// Is the cell offered now? What it says outright counts as long as whoever looks may play at all.
    func isLive(_ cell: GridCell) -> Bool {
        switch cell.live {
        case nil: isLive(cell.play)
        case .some(let isSaid): isSaid && !legalMoves.isEmpty
        }
    }

    /// Is this choice, anything but a board's cell, the last one of whoever looks? What may be chosen again isn't chosen yet:
    /// in the next round of throws nothing is.
    func isLast(_ play: String?) -> Bool {
        guard isLastMoveOwn, let play, let lastMove else { return false }
        return play == lastMove && !isLive(play)
    }
}
