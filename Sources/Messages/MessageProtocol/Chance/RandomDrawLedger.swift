/// What the draws of a match are keyed by, and who has to witness them: for whoever replays a log.
///
/// A draw uses a link that nobody who could still choose has seen. So a ply that draws waits for the next run of another seat, which
/// is asked for it: it *witnesses* the draw. All waits first until every seat has opened one link.
package struct RandomDrawLedger: Hashable, Sendable {
    /// What numbers are drawn for: a ply, or the setup.
    package struct Place: Hashable, Sendable {
        /// Whose ply it is, from 1; 0 for the setup.
        package let seat: Int
        /// The number of the seat's run, which is that of the link it opened.
        package let run: Int
        /// How many plies of that run drew before.
        package let drawn: Int

        /// The numbers of `setup`.
        package static let setup = Place(seat: 0, run: 0, drawn: 0)

        package init(seat: Int, run: Int, drawn: Int) {
            (self.seat, self.run, self.drawn) = (seat, run, drawn)
        }
    }

    /// What is waited for.
    private enum Wait: Hashable {
        /// Every seat's first link.
        case opening
        /// A run of another seat than the one whose ply draws.
        case ply(of: Int)
        /// A run of each of the two lowest seats: whoever entered last has seen all others' links.
        case round
    }

    private let match: MatchID
    /// Do numbers show at once, also where a seat could choose?
    package let isQuick: Bool
    private var runs: LinkRuns
    private var latest: [Link?]
    private var gone: Set<Int> = []
    /// Of the run under way outside of rounds: could its seat choose nothing so far, and how many of its plies drew?
    private var isForced = true
    private var drawn = 0
    private var wait: Wait?
    /// Seats that had a run since the wait began.
    private var witnesses: Set<Int> = []

    /// Nothing has happened yet.
    ///
    /// - Parameter isQuick: Do numbers show at once, also where a seat could choose?
    package init(_ match: MatchIdentity, isQuick: Bool) {
        self.match = match.id
        self.isQuick = isQuick
        runs = LinkRuns(seats: match.setup.seats)
        latest = Array(repeating: nil, count: match.setup.seats)
    }

    private var active: [Int] { (1...latest.count).filter { !gone.contains($0) } }

    // MARK: Going on

    /// A ply is about to be played: its link counts.
    package mutating func reach(_ ply: Ply) {
        if runs.note(ply) != nil {
            latest[ply.seat - 1] = ply.link
            (isForced, drawn) = (true, 0)
            witnesses.insert(ply.seat)
        }
        if ply.action.traits.contains(.seating) { wait = .opening }
    }

    /// A seat has left: nobody waits for its links any more.
    package mutating func leave(_ seat: Int) { gone.insert(seat) }

    /// The seat whose run is under way makes a ply.
    ///
    /// - Parameter isForced: Was there one thing that it could do, as every device can tell?
    package mutating func choose(isForced: Bool) { self.isForced = self.isForced && isForced }

    /// A ply of a seat drew.
    package mutating func noteDraw(of seat: Int) { if runs.current == seat { drawn += 1 } }

    // MARK: Witnesses

    /// Can a draw of the run under way be known at once? Where its seat has had no choice so far, or nobody is left to witness.
    package var isKnownAtOnce: Bool { isQuick || isForced || isAlone }

    /// The same for a round in which all have entered.
    package var isRoundKnownAtOnce: Bool { isQuick || isAlone }

    /// Is nobody left who could witness anything?
    package var isAlone: Bool { active.count < 2 }

    /// A ply of a seat draws, and its numbers can't be known yet.
    package mutating func await(ply seat: Int) { (wait, witnesses) = (.ply(of: seat), []) }

    /// A round draws, and its numbers can't be known yet.
    package mutating func awaitRound() { (wait, witnesses) = (.round, []) }

    /// Is something waited for, or was it until now? See ``owed``.
    package var isWaiting: Bool { wait != nil }

    /// What was waited for is there, and was made use of.
    package mutating func goOn() { wait = nil }

    /// The seat that has to witness now; nil where nothing is waited for any more.
    ///
    /// The next seat in order is asked; after a round the two lowest, one after the other; before the match is set up, all that
    /// have opened no link yet. Where fewer than two seats are left, nobody is.
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

    /// Where the next numbers of a seat are drawn: those of the ply that it makes in the run under way, or of its entry of a round.
    package func place(of seat: Int) -> Place {
        Place(seat: seat, run: runs.counts[seat - 1], drawn: runs.current == seat ? drawn : 0)
    }

    /// The latest link that a seat has opened; nil for none.
    package func latestLink(of seat: Int) -> Link? { latest.indices.contains(seat - 1) ? latest[seat - 1] : nil }

    /// The key of the numbers that a move draws which stays sealed: SHA-256 over the fields "parlor-secret-draw-1", match id, seat
    /// in one byte, the seal's salt, and the first link that another seat opened behind it, empty where none did. The salt is its
    /// owner's secret and the link is nobody's yet, so that nobody knows the numbers when the move is sealed, and only its owner later.
    package func secretKey(of seat: Int, salt: Salt, link: Link?) -> [UInt8] {
        var fields = HashFields("parlor-secret-draw-1")
        fields.append(match.bytes)
        fields.append([UInt8(truncatingIfNeeded: seat)])
        fields.append(salt.bytes)
        fields.append(link?.bytes ?? [])
        return fields.digest
    }

    /// The key of the numbers that are drawn at a place, by the links that are there now: SHA-256 over the fields
    /// "parlor-draw-1", match id, the place's seat in one byte, its run and its number in two each, and every seat's latest link.
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
