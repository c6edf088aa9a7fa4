import GameRules
import LuaRuntime
import MessageProtocol
import Values

/// A record of everything that binds the seats of a participant, whatever became of their messages: the old one may still turn up anywhere, and a seat that
/// signs two different plies over one head has made two versions of the match.
package struct EquivocationGuard: Hashable, Sendable {
    /// What seats chose in rounds in messages that left, by the head that names the round: a second choice would be another version
    /// of it, and nothing that the seat builds on it would count.
    var entries: [Head: [Int: Entry]] = [:]
    /// What seats signed and sent, and what the log doesn't hold any more.
    private(set) var lostWords: Set<SignedWord> = []
    /// Seats that resigned in a message that left.
    var resigned: Set<Int> = []
    /// Moves of a draft that was taken back and whose draws, or openings, were seen.
    var takenBack: SeenMoves?
    /// What a seat chose in a round, and the bets that its entry carries.
    package struct Entry: Hashable, Sendable {
        /// As a person reads it; nil where it was played by its place in a list.
        var text: String?
        /// As the log keeps it; nil in what an older version kept.
        var move: LoggedMove?
        var bets: [Bet] = []

        /// Is the other one the same choice?
        func agrees(with text: String?, _ move: LoggedMove?) -> Bool {
            if let own = self.move, let move { return own == move }
            return self.text == text
        }
    }

    /// Moves of a draft, from its first one on, that stand whatever its person wants now: what they drew by chance was seen, or what
    /// they opened that others had sealed. Taking them back for another choice would be peeking.
    struct SeenMoves: Hashable, Sendable {
        /// The head that they were played on.
        let base: Head
        let moves: [String]
        /// Is it for what it opened that the last of them stands?
        let opened: Bool
    }

    init() {}

    /// What was kept.
    init(lostWords: Set<SignedWord>) { self.lostWords = lostWords }

    /// A log took another one's place: what it lost of the words of these seats is remembered.
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

    /// How many heads behind the end of a log a choice is kept word for word. One that is lost with more is among the lost words.
    static let headsRemembered = 256

    /// Keeps what was chosen in rounds in a message that left, and forgets what lies far behind the end of the log.
    mutating func note(_ chosen: [Head: [Int: Entry]], sentIn log: SignedLog) {
        for (round, seats) in chosen { entries[round, default: [:]].merge(seats) { $1 } }
        guard entries.count > Self.headsRemembered else { return }
        let passed = Set(log.heads.dropLast(Self.headsRemembered))
        entries = entries.filter { !passed.contains($0.key) }
    }

    /// Stands a commitment in something that was sent and lost?
    func hasSent(_ commitment: Commitment) -> Bool {
        lostWords.contains { word in
            word.plies.contains { ply in
                ply.count >= commitment.bytes.count
                    && ply.indices.contains { ply[$0...].starts(with: commitment.bytes) }
            }
        }
    }

    /// Why a log can't be signed; nil if it says nothing over a head that a seat has said something else over.
    ///
    /// - Parameter base: What it goes on from.
    func refusal(of log: SignedLog, since base: SignedLog) -> String? {
        guard !lostWords.isEmpty else { return nil }
        let place = base.shared(with: log)
        for seat in Set(lostWords.map(\.seat)).sorted() {
            let new = log.words(of: seat, from: place)
            if lostWords.contains(where: { lost in new.contains { !$0.agrees(with: lost) } }) {
                return
                    "Seat \(seat) has sent something else at this place, which was lost: a second version of the match "
                    + "isn't signed. Wait for the others to go on, or play the same again."
            }
        }
        return nil
    }
}

extension MatchSession {
    /// Refuses a log in which a seat of this participant's says two things over one head.
    ///
    /// - Parameter base: What the log goes on from.
    func checkSaysOneThing(_ log: SignedLog, since base: SignedLog) throws(SessionError) {
        if let refusal = sent.refusal(of: log, since: base) { throw .request(refusal) }
    }

    /// Refuses moves of a person's choice after which others might not read the log in time. What has to be said can be, on any log that
    /// could be read: resignations, claims, closings, contributions to a draw, what is opened, and answers without a choice. And so can a
    /// quick move be where others have made the log slow.
    ///
    /// The log is played again from its begin only where it may be near the limit.
    ///
    /// - Parameters:
    ///   - base: What the moves are added to.
    ///   - end: At the end of the log: they know about what it took to come there.
    /// - Throws: ``SessionError/tooSlow(_:)``.
    func checkSpeed(
        of log: SignedLog, since base: SignedLog, at end: MatchRules, using rules: SessionRules
    ) throws(SessionError) {
        let share = rules.budget.forSigning
        guard end.spent * 2 > share.seconds else { return }
        let most = rules.budget.forSigningOnSlowLogs
        let others = rules.fresh(within: most)
        let (before, added, outcome) = most.run { () -> (Double, Double, Result<String?, ReplayFailure>) in
            let begin = ProcessorClock.threadSeconds()
            _ = try? others.receiver(for: nil).refusal(of: base, after: 0)
            others.moved(to: base)
            let middle = ProcessorClock.threadSeconds()
            let outcome = Result { () throws(ReplayFailure) in
                try others.receiver(for: nil).refusal(of: log, after: base.shared(with: log))
            }
            return (middle - begin, ProcessorClock.threadSeconds() - middle, outcome)
        }
        let isQuick = before + added < share.seconds || added < share.seconds / 20 && before + added < most.seconds
        if case .success(nil) = outcome, isQuick { return end.took(before + added) }
        throw .tooSlow(
            "This match has become too slow to be sent: whoever reads the message has \(Self.text(rules.budget)) for all of it, "
                + "and a move isn't signed after which the log takes over \(Self.text(share)) to replay here. You can still resign."
        )
    }

    private static func text(_ budget: ProcessorBudget) -> String { "\(budget.seconds) s of processor time" }
}
