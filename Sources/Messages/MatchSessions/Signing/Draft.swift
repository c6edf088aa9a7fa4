import MessageProtocol

/// A signed message that is staged, or about to be staged. Its plies count after the message is
/// sent.
public struct Draft: Sendable {
    /// The log after the message is sent; for a bet or a request for a seat, the match's own log.
    public internal(set) var signedLog: SignedLog
    /// The url of the message.
    public internal(set) var url: String
    /// The act of the seat, as a person reads it: `b2`, `resign`.
    public internal(set) var text: String
    /// The head that the message was signed on.
    public let base: Head
    /// The seat that signs, from 1. For a request it is the requested seat, and for a bet it is 0.
    public let seat: Int
    /// The moves in order, so that they can be staged again if the match continues meanwhile; empty
    /// for a draft without moves. Consecutive moves of a seat are one message.
    package var moves: [String] = []
    /// The numbers of those moves' plies in the log, from 1. Automatic answers may be before and
    /// after them.
    package var places: [Int] = []
    /// The last move.
    var move: String? { moves.last }
    /// The numbers of the moves' plies if no other ply follows them.
    package var lastPlaces: [Int] { Array((1...max(1, signedLog.log.plies.count)).suffix(moves.count)) }
    /// The entries of rounds, by the head that identifies the round: see
    /// ``SignedLog/headBeforeRound(entered:gone:)``.
    package var chosen: [Head: [Int: EquivocationGuard.Entry]] = [:]
    /// Whether the draft contains only plies that its seat owes without a choice.
    package var isAnswer: Bool { moves.isEmpty && text == SessionAct.answer.text }
    /// The offered bet.
    package var bet: OfferedBet?
    /// Whether the draft asks for a seat. Its log is then the match's own.
    package var asksForSeat = false
    /// The moves that are final.
    package var seen = Seen.none

    /// The final part of a draft: its first moves, if the person has seen their draws or the reveals
    /// that they requested from others.
    package struct Seen: Hashable, Sendable {
        /// The number of moves, up to the last one with random draws or requested reveals.
        package var count: Int
        /// Whether the last of these moves is final because of reveals.
        package var opened: Bool

        package static let none = Seen(count: 0, opened: false)
    }
}
