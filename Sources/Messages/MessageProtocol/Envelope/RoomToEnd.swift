/// The room that a log must leave free after a move, so that the match can always end.
///
/// Each seat may still have to sign for the first time, reveal its sealed moves, resign, be claimed
/// against by two others, and close. Without that room a losing player could freeze the match. A
/// move that leaves less room is therefore too large, for the seat that signs it and for every
/// reader.
enum RoomToEnd {
    /// A resignation with its seat, two claims, an entry in the closing, and a longer ply number
    /// beside the signature.
    private static let perSeat = 5 + 2 * 7 + 2 + 2
    /// The code and the mask of the closing.
    private static let closing = 5
    /// The growth when a first signature replaces null: a number and 64 bytes, with their CBOR
    /// headers.
    private static let signature = 70
    /// The growth of the log when an entry of a round is revealed: codes, a place, a mask, a salt
    /// and the move replace the commitment.
    private static let opening = 57
    /// The growth of the log when a move is revealed that was sealed for longer than a round. A
    /// salt and at most 24 bytes replace the commitment, and its seat's code and count are added.
    private static let reveal = 16
    /// The growth when a first chain link replaces null: 16 bytes.
    private static let link = 16

    /// Returns how many bytes of the envelope must stay free: 0 after a ply that isn't a move.
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

    /// Returns how many characters of base64 must stay free.
    static func characters(behind log: SignedLog) -> Int { (bytes(behind: log) * 4 + 2) / 3 }

    /// Returns how many plies must stay free.
    static func plies(behind log: SignedLog) -> Int { log.log.plies.last?.isMove == true ? 4 * log.log.seats : 0 }
}
