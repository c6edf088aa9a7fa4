// Telling whether a record changed, without making its bytes.
extension MatchRecord {
    /// Are both the same? Logs and lists that are one and the same in memory aren't looked through: comparing a record with a
    /// copy of itself costs next to nothing.
    ///
    /// Every stored property stands here; a test counts them. Keys are compared by ``who``, which holds their public part.
    func isSame(as other: MatchRecord) -> Bool {
        url == other.url && changed == other.changed && signedLog == other.signedLog && who == other.who
            && chat == other.chat && session == other.session && joins == other.joins && bets == other.bets
            && toldSettlement == other.toldSettlement && signed == other.signed && entries == other.entries
            && lastMove == other.lastMove && lastMoves == other.lastMoves && superseded == other.superseded
            && lostWords == other.lostWords && hasResigned == other.hasResigned && dispute == other.dispute
            && left == other.left && secrets == other.secrets
            && isSame(draft, other.draft)
    }

    private func isSame(_ left: Draft?, _ right: Draft?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left.url == right.url && left.text == right.text && left.base == right.base && left.seat == right.seat
            && left.signedLog == right.signedLog && left.moves == right.moves && left.round == right.round
            && left.bet == right.bet
    }
}
