/// What the host knows of a match at the moment of drawing.
///
/// A scene only names moves by their text. The host says here which of them may be played now and which was played
/// last, so that one scene serves the player to move, the waiting player and the transcript.
public struct SceneContext: Hashable, Sendable {
    /// The texts of the moves that whoever looks may play now. A node whose `play` is among them is live.
    public var legalMoves: Set<String>
    /// The text of the last move; the node that plays it is marked.
    public var lastMove: String?
    /// Whether live nodes are pointed out: dots in live cells, and the text to type beside buttons and cards.
    public var showsHints: Bool

    public init(legalMoves: Set<String> = [], lastMove: String? = nil, showsHints: Bool = true) {
        self.legalMoves = legalMoves
        self.lastMove = lastMove
        self.showsHints = showsHints
    }

    func isLive(_ play: String?) -> Bool {
        guard let play else { return false }
        return legalMoves.contains(play)
    }

    func isLast(_ play: String?) -> Bool {
        guard let play, let lastMove else { return false }
        return play == lastMove
    }
}
