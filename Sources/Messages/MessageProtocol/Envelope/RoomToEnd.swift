/// The room that a log must leave free after a move, so that the match can always end.
///
/// Each seat may still have to sign for the first time, open its sealed moves, resign, be claimed against by two others, and close. Without
/// that room a losing player could freeze the match. So a move that leaves less room is too large, for the seat that signs it and for every
/// reader.
enum RoomToEnd {
    /// A resignation with its seat in front of it; two claims; an entry in the closing; and a longer number beside the signature.
    private static let perSeat = 5 + 2 * 7 + 2 + 2
    /// The code and the mask of the closing.
    private static let closing = 5
    /// Beside nothing: a number and 64 bytes, with what CBOR puts in front of them.
    private static let signature = 70
    /// The growth of the log when a seal is opened: codes, a place, a mask, a salt and the move replace the commitment.
    private static let opening = 57
    /// The growth of the log when a move is revealed that stays sealed for longer than a round: a salt and at most 24 bytes replace the
    /// commitment, and its seat's code and count are added.
    private static let reveal = 16
    /// Beside nothing: 16 bytes.
    private static let link = 16

    /// Returns how many bytes of the envelope stay free: 0 after a ply that is no move.
    static func bytes(behind log: SignedLog) -> Int {
        guard log.log.plies.last?.isMove == true else { return 0 }
        let unsigned = log.signatures.count { $0 == nil }
        let first = signature + (log.match.isChained ? link : 0)
        let opened = log.log.openedMoves
        var sealed = 0
        for (index, ply) in log.log.plies.enumerated() where opened[index] == nil {
            sealed += ply.isSealed ? opening : ply.hidden != nil ? reveal : 0
        }
        return log.log.seats * perSeat + closing + unsigned * first + sealed
    }

    /// The same in characters of base64.
    static func characters(behind log: SignedLog) -> Int { (bytes(behind: log) * 4 + 2) / 3 }

    /// How many plies stay free.
    static func plies(behind log: SignedLog) -> Int { log.log.plies.last?.isMove == true ? 4 * log.log.seats : 0 }
}
