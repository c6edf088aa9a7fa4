/// The keys of a match's random draws, and the seats that owe a witness ply, for a replay of a log.
///
/// A draw uses a chain link that was unknown to every seat that could still choose. A ply with a
/// draw therefore waits until another seat begins a link run (see `LinkRuns`). One seat then owes
/// a ply that does nothing but reveal a link: this ply *witnesses* the draw. Before its first move,
/// the match waits until every seat has revealed one link.
package struct RandomDrawLedger: Hashable, Sendable {
    /// The place of random draws: a ply, or the setup.
    package struct Place: Hashable, Sendable {
        /// The seat of the ply, from 1; 0 for the setup.
        package let seat: Int
        /// The number of the seat's link run, which is also the number of its link.
        package let run: Int
        /// The number of earlier plies with random draws in that link run.
        package let drawn: Int

        /// The place of the draws of `setup`.
        package static let setup = Place(seat: 0, run: 0, drawn: 0)

        package init(seat: Int, run: Int, drawn: Int) {
            (self.seat, self.run, self.drawn) = (seat, run, drawn)
        }
    }

    /// The links that the match waits for.
    private enum Wait: Hashable {
        /// The first link of every seat.
        case opening
        /// A link run of a seat other than the seat whose ply draws.
        case ply(of: Int)
        /// A link run of each of the two lowest seats, because the seat that entered last had seen
        /// all other links.
        case round
    }

    private let match: MatchID
    /// Whether the numbers of a draw are known at once, even if a seat could choose.
    package let isQuick: Bool
    private var runs: LinkRuns
    private var latest: [Link?]
    private var gone: Set<Int> = []
    /// Whether the seat of the current link run, outside of rounds, has had no choice in that run
    /// so far.
    private var isForced = true
    /// The seats that have begun a link run outside of rounds since the last move in a bracket; nil if no
    /// move was in a bracket.
    private var sinceBracket: Set<Int>?
    /// The number of plies with random draws in the current link run.
    private var drawn = 0
    private var wait: Wait?
    /// The seats that have begun a link run since the wait began.
    private var witnesses: Set<Int> = []

    /// Creates the ledger of an empty log.
    ///
    /// - Parameter isQuick: Whether numbers are known at once, even if a seat could choose.
    package init(_ match: MatchIdentity, isQuick: Bool) {
        self.match = match.id
        self.isQuick = isQuick
        runs = LinkRuns(seats: match.setup.seats)
        latest = Array(repeating: nil, count: match.setup.seats)
    }

    private var active: [Int] { (1...latest.count).filter { !gone.contains($0) } }

    // MARK: Updates

    /// Records the chain link of a ply that is about to be played.
    package mutating func reach(_ ply: Ply) {
        if runs.note(ply) != nil {
            latest[ply.seat - 1] = ply.link
            (isForced, drawn) = (true, 0)
            witnesses.insert(ply.seat)
            if ply.isInRound { sinceBracket = [] } else { sinceBracket?.insert(ply.seat) }
        }
        if ply.action.traits.contains(.seating) { wait = .opening }
    }

    /// Records that a seat has left. The match no longer waits for its links.
    package mutating func leave(_ seat: Int) { gone.insert(seat) }

    /// Records a ply of the seat whose link run is current.
    ///
    /// - Parameter isForced: Whether every device can see that the seat had only one possible choice.
    package mutating func choose(isForced: Bool) { self.isForced = self.isForced && isForced }

    /// Records that a ply of a seat had random draws.
    package mutating func noteDraw(of seat: Int) { if runs.current == seat { drawn += 1 } }

    // MARK: Witnesses

    /// Whether the numbers of a draw in the current link run are known at once. This is so if
    /// ``isQuick`` is true, if fewer than two seats are left, or if the seat has had no choice since
    /// another seat began a link run.
    package var isKnownAtOnce: Bool { isQuick || isAlone || isForced && !followsBracket }

    /// Whether no seat but that of the current link run has begun a link run since the last move in a
    /// bracket. The seat could then choose its entry in the bracket when it already knew all links.
    private var followsBracket: Bool {
        sinceBracket.map { $0.allSatisfy { $0 == runs.current } } ?? false
    }

    /// Whether the numbers of a draw of a round are known at once after all seats have entered.
    package var isRoundKnownAtOnce: Bool { isQuick || isAlone }

    /// Whether fewer than two seats are left, so that no other seat could witness a draw.
    package var isAlone: Bool { active.count < 2 }

    /// Starts to wait for the link that a draw of this seat's ply needs.
    package mutating func await(ply seat: Int) { (wait, witnesses) = (.ply(of: seat), []) }

    /// Starts to wait for the links that a draw of a round needs.
    package mutating func awaitRound() { (wait, witnesses) = (.round, []) }

    /// Whether a wait has started and ``goOn()`` hasn't ended it yet. The links may have been
    /// revealed already: see ``owed``.
    package var isWaiting: Bool { wait != nil }

    /// Ends the wait, after the links were used.
    package mutating func goOn() { wait = nil }

    /// The seat that owes a witness ply; nil if no link is missing.
    ///
    /// After a ply with random draws, the next seat in order owes the witness ply. After a round with
    /// random draws, the two lowest seats owe one each, one after the other. Before the match is set
    /// up, each seat without a link owes one. If fewer than two seats are left, no seat owes one.
    package var owed: Int? {
        let active = active
        guard let wait, active.count > 1 else { return nil }
        switch wait {
        case .opening: return active.first { latest[$0 - 1] == nil }
        case .ply(let seat):
            guard witnesses.isSubset(of: [seat]) else { return nil }
            return active.first { $0 > seat } ?? active.first { $0 != seat }
        case .round: return active.prefix(2).first { !witnesses.contains($0) }
        }
    }

    // MARK: Keys

    /// Returns the place of a seat's next draws: the seat's ply in the current link run, or its
    /// entry of a round.
    package func place(of seat: Int) -> Place {
        Place(seat: seat, run: runs.counts[seat - 1], drawn: runs.current == seat ? drawn : 0)
    }

    /// Returns the latest link that a seat has revealed; nil if there is none.
    package func latestLink(of seat: Int) -> Link? { latest.indices.contains(seat - 1) ? latest[seat - 1] : nil }

    /// Returns the key of the draws of a move that stays sealed: SHA-256 over the fields
    /// "parlor-secret-draw-1", match id, seat in one byte, the salt of the commitment, and a link.
    /// The link is the first one that another seat revealed after the commitment; empty if no other
    /// seat revealed one.
    ///
    /// Only the owner knows the salt, and nobody knows the link when the move is sealed. So nobody
    /// knows the numbers at that time. After the link is revealed, only the owner knows them until
    /// the move is revealed.
    package func secretKey(of seat: Int, salt: Salt, link: Link?) -> [UInt8] {
        var fields = HashFields("parlor-secret-draw-1")
        fields.append(match.bytes)
        fields.append([UInt8(truncatingIfNeeded: seat)])
        fields.append(salt.bytes)
        fields.append(link?.bytes ?? [])
        return fields.digest
    }

    /// Returns the key of the draws at a place, from the current links: SHA-256 over the fields
    /// "parlor-draw-1", match id, the place's seat in one byte, its `run` and its `drawn` in two
    /// bytes each, and every seat's latest link.
    package func key(at place: Place) -> [UInt8] {
        var fields = HashFields("parlor-draw-1")
        fields.append(match.bytes)
        fields.append([UInt8(truncatingIfNeeded: place.seat)])
        fields.append(place.run.twoBytes)
        fields.append(place.drawn.twoBytes)
        for link in latest { fields.append(link?.bytes ?? []) }
        return fields.digest
    }
}
