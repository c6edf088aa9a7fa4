import Values

/// What a seat says at the end of a match of all that it had sealed for its whole length: the moves, and the key that their salts
/// follow from.
///
/// It stands in the seat's closing. Every commitment has to fit, so that who reads it knows what was sealed; whether that was
/// played honestly is for the audit to say.
public struct Disclosure: Hashable, Sendable {
    /// What the seat's salts followed from.
    package let key: SealingKey
    /// The seat's lasting seals, in the order in which they stand in the log.
    public let moves: [LoggedMove]

    package init(key: SealingKey, moves: [LoggedMove]) {
        self.key = key
        self.moves = moves
    }

    func write(to writer: inout ByteWriter) {
        writer.append(key.bytes)
        writer.append(number: moves.count)
        for move in moves { Ply.Action.move(move).write(to: &writer) }
    }

    init(from reader: inout ByteReader) throws(WireError) {
        key = try SealingKey(bytes: try reader.readBytes(SealingKey.size, "a sealing key"))
        let count = try reader.readNumber("the number of sealed moves")
        guard (1...WireLimits().plies).contains(count) else {
            throw reader.problem("expected 1 to \(WireLimits().plies) sealed moves, found \(count)")
        }
        var moves: [LoggedMove] = []
        for _ in 0..<count { moves.append(try Ply.Action.loggedMove(from: &reader)) }
        self.moves = moves
    }
}

extension SignedLog {
    /// The indices of the moves that a seat has sealed for the whole match, among the first plies.
    package func hidden(by seat: Int, before end: Int) -> [Int] {
        log.plies[..<end].indices.filter { log.plies[$0].seat == seat && log.plies[$0].isHidden }
    }

    /// Where the seal at an index was made, as far as a log tells: a round behind claims has several beginnings.
    func placesOfHidden(at index: Int, _ heads: inout HeadsWithoutClaims) -> [SealPlace] {
        let seat = log.plies[index].seat
        let begins = log.plies[index].isInRound ? log.possibleBegins(ofRoundAt: index) : [index]
        return begins.map {
            SealPlace(
                of: seat, behind: log.plies[..<$0], head: heads.head(at: $0, of: log.plies), match: match.id)
        }
    }

    /// Does what a seat discloses fit all that it had sealed?
    func fits(_ disclosure: Disclosure, of seat: Int, before end: Int) -> Bool {
        let hidden = hidden(by: seat, before: end)
        guard hidden.count == disclosure.moves.count else { return false }
        var heads = HeadsWithoutClaims(self.heads[0])
        return zip(hidden, disclosure.moves).allSatisfy { index, move in
            guard case .hide(let commitment) = log.plies[index].action else { return false }
            return placesOfHidden(at: index, &heads).contains {
                Commitment(to: move, salt: disclosure.key.salt(of: move, at: $0), at: $0) == commitment
            }
        }
    }
}
