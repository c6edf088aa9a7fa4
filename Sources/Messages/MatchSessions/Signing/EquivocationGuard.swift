import GameRules
import LuaRuntime
import MessageProtocol
import Values

/// A record of all plies that bind the seats of a participant, whether or not their messages
/// arrived. An old message may still arrive on any device. A seat that signs two different plies
/// over one head has made two versions of the match.
package struct EquivocationGuard: Hashable, Sendable {
    /// The choices that seats have sent for rounds, by the head that identifies the round. With a
    /// second choice the seat would sign another version of the round, and its later plies would
    /// count for neither version.
    var entries: [Head: [Int: Entry]] = [:]
    /// The words (contents of signatures) that seats signed and sent and that the log no longer
    /// has.
    private(set) var lostWords: Set<SignedWord> = []
    /// The seats that have sent a resignation.
    var resigned: Set<Int> = []
    /// The moves of a deleted draft whose draws, or requested reveals, were seen.
    var takenBack: SeenMoves?
    /// The choice of a seat in a round, and the bets of its entry.
    package struct Entry: Hashable, Sendable {
        /// The move as a person reads it; nil if it was played by its place in a list.
        var text: String?
        /// The move as the log has it; nil if an older version stored the entry.
        var move: LoggedMove?
        var bets: [Bet] = []

        /// Returns whether the choice with this text and move is the same choice.
        func agrees(with text: String?, _ move: LoggedMove?) -> Bool {
            if let own = self.move, let move { return own == move }
            return self.text == text
        }
    }

    /// The final part of a draft: its first moves, if the person has seen their draws or the reveals
    /// that they requested from others. The person can't delete these moves and choose others,
    /// because that would be peeking.
    struct SeenMoves: Hashable, Sendable {
        /// The head on which the moves were played.
        let base: Head
        let moves: [String]
        /// Whether the last of these moves is final because of reveals.
        let opened: Bool
    }

    init() {}

    /// Creates a record from the stored lost words.
    init(lostWords: Set<SignedWord>) { self.lostWords = lostWords }

    /// Records what these seats have signed in the log `before` and isn't in the log that replaces it.
    mutating func note(_ before: SignedLog, replacedBy log: SignedLog, seats: some Sequence<Int>) {
        let place = before.shared(with: log)
        guard place < before.log.plies.count else { return }
        for seat in seats {
            let standing = log.words(of: seat, from: 0)
            for word in before.words(of: seat, from: place)
            where !standing.contains(where: { $0.head == word.head && $0.agrees(with: word) }) {
                lostWords.insert(word)
            }
        }
    }

    /// Choices are stored for this many heads at the end of a log. Earlier ones aren't needed: if such an
    /// entry was lost, `lostWords` has its choice.
    static let headsRemembered = 256

    /// Stores the choices that a sent message contains. Drops the choices for rounds that are far before
    /// the end of the log.
    mutating func note(_ chosen: [Head: [Int: Entry]], sentIn log: SignedLog) {
        for (round, seats) in chosen { entries[round, default: [:]].merge(seats) { $1 } }
        guard entries.count > Self.headsRemembered else { return }
        let passed = Set(log.heads.dropLast(Self.headsRemembered))
        entries = entries.filter { !passed.contains($0.key) }
    }

    /// Returns whether a word that was sent and lost contains a commitment.
    func hasSent(_ commitment: Commitment) -> Bool {
        lostWords.contains { word in
            word.plies.contains { ply in
                ply.count >= commitment.bytes.count
                    && ply.indices.contains { ply[$0...].starts(with: commitment.bytes) }
            }
        }
    }

    /// Returns why a log can't be signed: a seat has signed a different ply over one of the log's
    /// heads. Nil if no seat has.
    ///
    /// - Parameter base: The log that the new log continues.
    func refusal(of log: SignedLog, since base: SignedLog) -> RequestProblem? {
        guard !lostWords.isEmpty else { return nil }
        let place = base.shared(with: log)
        for seat in Set(lostWords.map(\.seat)).sorted() {
            let new = log.words(of: seat, from: place)
            if lostWords.contains(where: { lost in new.contains { !$0.agrees(with: lost) } }) {
                return .lostVersion(of: seat)
            }
        }
        return nil
    }

    /// Throws if, with this log, a seat of this participant would have signed two different plies
    /// over one head.
    ///
    /// - Parameter base: The log that the new log continues.
    func check(_ log: SignedLog, since base: SignedLog) throws(SessionError) {
        if let refusal = refusal(of: log, since: base) { throw .request(refusal) }
    }

    /// Returns the move that must follow the first `count` drafted moves, because its result was
    /// seen before; nil if any move may follow.
    func moveSeen(behind count: Int, on head: Head) -> String? {
        guard let seen = takenBack, seen.base == head, count < seen.moves.count else { return nil }
        return seen.moves[count]
    }

    /// Records what a deleted draft had shown.
    mutating func noteTakenBack(_ draft: Draft) {
        guard draft.seen.count > 0 else { return }
        let seen = SeenMoves(
            base: draft.base, moves: Array(draft.moves.prefix(draft.seen.count)), opened: draft.seen.opened)
        // if a longer list was seen on this head, the moves of `seen` are its beginning
        if takenBack.map({ $0.base != seen.base || $0.moves.count < seen.moves.count }) ?? true { takenBack = seen }
    }
}
