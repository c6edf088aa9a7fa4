/// The room that a log must leave free, so that the match can always end.
///
/// After a move, each seat may still have to sign for the first time, reveal its sealed moves, resign
/// and close. Two other seats may also claim against it. Without that room a losing player could
/// freeze the match. Each of these plies uses the room that was kept for it, so the ply always fits.
/// A log that leaves less room is too large, for the seat that signs it and for every reader.
enum RoomToEnd {
    /// A resignation, or a contribution to a draw, with its seat.
    private static let resignation = 5
    /// A claim with both seats.
    private static let claim = 7
    /// An entry in the closing.
    private static let entry = 2
    /// The most bytes by which the ply number next to a signature can become longer, with at most
    /// 65,535 plies.
    private static let number = 2
    /// The room of one seat, including two claims against it.
    private static let perSeat = resignation + 2 * claim + entry + number
    /// The code and the mask of the closing.
    private static let closing = 5
    /// The growth when a first signature replaces null: a number and 64 bytes, with their CBOR
    /// headers.
    private static let signature = 70
    /// The growth of the log when an entry of a round is revealed. The commitment is replaced by
    /// codes, a place, a mask, a salt and the move.
    private static let opening = 57
    /// The growth of the log when a move is revealed that was sealed for longer than a round. A
    /// salt and at most 24 bytes replace the commitment, and its seat's code and count are added.
    private static let reveal = 16
    /// The growth when a first chain link replaces null: 16 bytes.
    private static let link = 16

    /// Returns how many bytes of the envelope must stay free: 0 before the first move.
    static func bytes(behind log: SignedLog) -> Int {
        guard let move = log.log.plies.lastIndex(where: \.isMove) else { return 0 }
        let unsigned = log.signatures.count { $0 == nil }
        let first = signature + (log.match.isChained ? link : 0)
        let opened = log.log.openedMoves
        var sealed = 0
        for (index, ply) in log.log.plies.enumerated() where opened[index] == nil {
            sealed += ply.isSealed ? opening : ply.hidden != nil ? reveal : 0
        }
        let used = used(by: log.log.plies[(move + 1)...]) + growth(of: log.log, after: move)
        return max(0, log.log.seats * perSeat + closing - used) + unsigned * first + sealed
    }

    /// Returns the part of the room that plies after the last move have used. A third claim against
    /// one seat, or a repeated claim, uses none of the room. Such a claim must fit in addition to the
    /// room.
    private static func used(by plies: ArraySlice<Ply>) -> Int {
        var (bytes, claims) = (0, [Int: Set<Int>]())
        for ply in plies {
            switch ply.action {
            case .resign, .witness: bytes += resignation
            case .claim(let against):
                let isFirst = claims[against, default: []].insert(ply.seat).inserted
                if isFirst, claims[against, default: []].count <= 2 { bytes += claim }
            case .close: bytes += entry
            default: break
            }
        }
        return bytes + (plies.contains(where: \.isClosing) ? closing : 0)
    }

    /// Returns by how many bytes the ply numbers next to the signatures are longer than at the last
    /// move. Only these bytes count as used: a number can become longer with a later ply of its seat.
    private static func growth(of log: Log, after move: Int) -> Int {
        var (before, now) = ([Int: Int](), [Int: Int]())
        for (index, ply) in log.plies.enumerated() {
            if index <= move { before[ply.seat] = index + 1 } else { now[ply.seat] = index + 1 }
        }
        return now.reduce(0) { $0 + size(of: $1.value) - size(of: before[$1.key] ?? 0) }
    }

    /// Returns the size of a number in CBOR.
    private static func size(of number: Int) -> Int {
        number < 24 ? 1 : number < 1 << 8 ? 2 : number < 1 << 16 ? 3 : 5
    }

    /// Returns how many plies must stay free.
    static func plies(behind log: SignedLog) -> Int {
        guard let move = log.log.plies.lastIndex(where: \.isMove) else { return 0 }
        return max(0, 4 * log.log.seats - (log.log.plies.count - move - 1))
    }
}
