import Values

/// The moves that a seat had kept sealed until the match was over, and the key of their salts.
///
/// A seat's closing contains the disclosure. Every move must fit its commitment, so that a reader
/// knows which moves were sealed. The audit decides whether the seat played them honestly.
public struct Disclosure: Hashable, Sendable {
    /// The key of the seat's salts.
    package let key: CommitmentKey
    /// The moves in the order in which the log has their commitments.
    public let moves: [LoggedMove]

    package init(key: CommitmentKey, moves: [LoggedMove]) {
        self.key = key
        self.moves = moves
    }

    func write(to writer: inout ByteWriter) {
        writer.append(key.bytes)
        writer.append(number: moves.count)
        for move in moves { Ply.Action.move(move).write(to: &writer) }
    }

    init(from reader: inout ByteReader) throws(WireError) {
        key = try CommitmentKey(bytes: try reader.readBytes(CommitmentKey.size, "a sealing key"))
        let count = try reader.readNumber("the number of sealed moves")
        guard (1...WireLimits().plies).contains(count) else {
            throw reader.problem("expected 1 to \(WireLimits().plies) sealed moves, found \(count)")
        }
        var moves: [LoggedMove] = []
        for _ in 0..<count { moves.append(try Ply.Action.loggedMove(from: &reader)) }
        self.moves = moves
    }
}

extension Disclosure {
    /// Returns the moves that a seat had sealed and not revealed, with their salts; nil if the
    /// disclosure doesn't fit the commitments.
    ///
    /// - Parameter plies: The plies before the closing.
    package func opened(of seat: Int, in plies: ArraySlice<Ply>, of match: MatchIdentity) -> [RevealedMove]? {
        let log = Log(checkedSeats: match.setup.seats, plies: Array(plies))
        let hidden = log.hidden(by: seat)
        guard hidden.count == moves.count else { return nil }
        var heads = HeadsWithoutClaims(Head(of: match))
        var opened: [RevealedMove] = []
        for (index, move) in zip(hidden, moves) {
            guard let commitment = plies[index].hidden else { return nil }
            let candidates = log.placesOfSeal(at: index, in: match.id, &heads).map { place in
                (place, RevealedMove(move, key.salt(of: move, at: place)))
            }
            guard let found = candidates.first(where: { $1.fits(commitment, at: $0) }) else { return nil }
            opened.append(found.1)
        }
        return opened
    }
}

extension Log {
    /// Returns the indices of the moves that a seat has sealed for longer than a round and not
    /// revealed.
    package func hidden(by seat: Int) -> [Int] {
        var hidden: [Int] = []
        for (index, ply) in plies.enumerated() where ply.seat == seat {
            if ply.isHidden { hidden.append(index) }
            if ply.revealed != nil { hidden = [] }
        }
        return hidden
    }

    /// Returns the places where the commitment at an index may have been made. A round after claims
    /// has several possible starts.
    func placesOfSeal(at index: Int, in match: MatchID, _ heads: inout HeadsWithoutClaims) -> [CommitmentContext] {
        possibleBegins(ofSealAt: index).map {
            CommitmentContext(
                of: plies[index].seat, behind: plies[..<$0], head: heads.head(at: $0, of: plies), match: match)
        }
    }

    /// Returns whether the revealed moves are exactly the moves that a seat had sealed and not
    /// revealed.
    func fits(_ revealed: [RevealedMove], of seat: Int, in match: MatchIdentity) -> Bool {
        let hidden = hidden(by: seat)
        guard hidden.count == revealed.count else { return false }
        var heads = HeadsWithoutClaims(Head(of: match))
        return zip(hidden, revealed).allSatisfy { index, opened in
            guard let commitment = plies[index].hidden else { return false }
            return placesOfSeal(at: index, in: match.id, &heads).contains { opened.fits(commitment, at: $0) }
        }
    }
}
