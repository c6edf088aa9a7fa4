/// The facts about a match that a renderer needs besides the scene.
///
/// A scene only names moves by their text. The host states here which of these moves may be played
/// now, and which move was played last. Therefore one scene can be shown to the player whose turn it is,
/// to a waiting player, and in the transcript.
public struct SceneContext: Hashable, Sendable {
    /// The texts of the moves that the viewer may play now. A node whose `play` is among them is
    /// live.
    public var legalMoves: Set<String>
    /// The text of the last move. The cell that plays it is marked.
    public var lastMove: String?
    /// Whether the viewer made the last move. Buttons, cards and other nodes that offer a whole
    /// move are choices: only the viewer's own last choice is marked, never the choice of another
    /// player.
    public var isLastMoveOwn: Bool
    /// Whether live nodes get hints: dots in cells, and the text to type next to buttons and cards.
    public var showsHints: Bool
    /// The source of the scene's pictures, or nil to show only their labels.
    public var images: SceneImages?

    /// Makes a context. By default nothing can be played and no last move is marked, as for a
    /// spectator.
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

    /// Returns whether the cell is offered now. A `live` that the script has set has precedence, if
    /// the viewer may play at all.
    func isLive(_ cell: GridCell) -> Bool {
        switch cell.live {
        case nil: isLive(cell.play)
        case .some(let isSaid): isSaid && !legalMoves.isEmpty
        }
    }

    /// Returns whether this node, which isn't a cell, shows the viewer's own last choice. A choice
    /// that is legal again isn't marked, because it belongs to an earlier round: in the current
    /// round the viewer hasn't chosen yet.
    func isLast(_ play: String?) -> Bool {
        guard isLastMoveOwn, let play, let lastMove else { return false }
        return play == lastMove && !isLive(play)
    }
}
