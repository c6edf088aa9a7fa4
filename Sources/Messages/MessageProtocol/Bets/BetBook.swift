/// The bets that count in a match, computed from its log alone.
///
/// Bets count only after every seat is taken. When every seat that hasn't left has made two moves,
/// the pools close, and later bets don't count. The move that closes the pools carries no bets. If a
/// round closes the pools, they close at the end of the round.
///
/// The entries of a round are made on several phones at once. So each entry is checked against the
/// book's state before the round. A bet doesn't count if the entries of lower seats have made it
/// invalid.
///
/// ```swift
/// let book = BetBook(of: signedLog)
/// let settlement = book.settlement(winners: [2])
/// ```
public struct BetBook: Hashable, Sendable {
    /// A bet that counts.
    public struct Entry: Hashable, Sendable {
        /// The bet.
        public let bet: Bet
        /// The number of bets of the same key that count before this bet.
        public let number: Int
        /// The number of the ply that carries the bet, from 1.
        public let ply: Int
    }

    /// The bets that count, in the order of the log.
    public private(set) var entries: [Entry] = []
    /// The number of seats of the match. The pools have the numbers from 0 to this number.
    package let seats: Int

    private var taken: [SeatKey.Public?]
    private var moves: [Int]
    /// The seats that count as having left: they resigned, or two others have claimed against them
    /// since their last ply in turn. Only the rules know whether a seat had really left, and the
    /// book doesn't depend on the rules.
    private var gone: Set<Int> = []
    private var claimants: [Int: Set<Int>] = [:]
    private var plies = 0
    /// The bytes of all bets in the log, including those that don't count.
    private var bytes = 0
    /// The book's state before the round at the end of the log.
    private var beforeRound: Mark?

    private struct Mark: Hashable {
        let count: Int
        let isOpen: Bool
        /// The bytes of all bets before the mark.
        let bytes: Int

        /// Returns how many bets of a key count at the mark.
        func count(_ key: SeatKey.Public, in entries: [Entry]) -> Int {
            entries.prefix(count).count { $0.bet.bettor.key == key }
        }
    }

    /// Creates the book of an empty log.
    package init(_ setup: Setup) {
        seats = setup.seats
        taken = Array(repeating: nil, count: setup.seats)
        moves = Array(repeating: 0, count: setup.seats)
        take(setup.inviterSeat, setup.inviter)
    }

    /// Creates the book at the end of a log.
    public init(of log: SignedLog) {
        self.init(log.match.setup)
        for ply in log.log.plies { note(ply) }
    }

    private mutating func take(_ seat: Int, _ entry: SeatedPlayer) {
        if taken.indices.contains(seat - 1) { taken[seat - 1] = entry.key }
    }

    // MARK: Standing

    /// Whether every seat is taken.
    public var isComplete: Bool { !taken.contains(nil) }

    /// Whether a further ply may carry bets. The ply with which all seats have made two moves
    /// carries no bets.
    public var isOpen: Bool { isComplete && !isClosed(moves) }

    private func isClosed(_ moves: [Int]) -> Bool {
        moves.indices.allSatisfy { moves[$0] >= 2 || gone.contains($0 + 1) }
    }

    /// Returns how many bets of a key count.
    package func count(of key: SeatKey.Public) -> Int { entries.count { $0.bet.bettor.key == key } }

    /// Returns whether the bet counts.
    package func counts(_ bet: Bet) -> Bool { entries.contains { $0.bet == bet } }

    /// Returns the chips that a bettor hasn't bet.
    public func left(of key: SeatKey.Public) -> Int { Self.left(of: key, entries[...]) }

    private static func left(of key: SeatKey.Public, _ entries: ArraySlice<Entry>) -> Int {
        Bet.chipsOfBettor - entries.reduce(0) { $0 + ($1.bet.bettor.key == key ? $1.bet.chips : 0) }
    }

    /// Returns the chips on a pool: a seat, or 0 for nobody.
    public func chips(on pool: Int) -> Int { entries.reduce(0) { $0 + ($1.bet.pool == pool ? $1.bet.chips : 0) } }

    // MARK: A ply

    /// Returns the number that each bet of a ply must be signed with. The number counts the bets of
    /// the same key before the ply (or before its round), and those that the ply carries before the
    /// bet.
    ///
    /// - Parameter ply: The next ply of the log.
    package func numbers(in ply: Ply) -> [Int] {
        let before = entries.prefix(standing(of: ply).count)
        var numbers: [Int] = []
        for (index, bet) in ply.bets.enumerated() {
            let key = bet.bettor.key
            numbers.append(
                before.count { $0.bet.bettor.key == key } + ply.bets[..<index].count { $0.bettor.key == key })
        }
        return numbers
    }

    /// Returns why a bet of a ply can't count; nil if all bets of the ply can count.
    ///
    /// - Parameter ply: The next ply of the log.
    func refusal(of ply: Ply) -> BetRefusal? {
        guard !ply.bets.isEmpty else { return nil }
        let standing = standing(of: ply)
        if !isComplete { return .tooEarly }
        if !standing.isOpen || closes(ply) { return .tooLate }
        if ply.bets.reduce(0, { $0 + $1.size }) > room(of: ply, standing) { return .tooMany }
        var counted = entries.prefix(standing.count)
        for bet in ply.bets {
            if let refusal = refusal(of: bet, behind: counted) { return refusal }
            counted.append(Entry(bet: bet, number: 0, ply: plies + 1))
        }
        return nil
    }

    /// Returns whether the next ply of the log may carry its bets, if the last bet is signed with
    /// this number.
    package func mayCarry(_ ply: Ply, lastWith number: Int) -> Bool {
        refusal(of: ply) == nil && numbers(in: ply).last == number
    }

    // MARK: Offers

    /// Returns why no bet is accepted at the end of the log; nil if a seat owes a move that may carry
    /// a bet. The move that closes the pools carries no bets, so no bet is accepted when only such a
    /// move can follow.
    ///
    /// - Parameter standing: The seats that owe a ply at the end of the log. Only the rules know
    ///   these seats.
    package func refusal(at standing: MessageProtocol.ReplayPosition) -> BetRefusal? {
        if standing.isOver { return .over }
        if !isComplete { return .tooEarly }
        if !standing.isOpening, standing.seats.contains(where: { mayCarry($0, standing) }) { return nil }
        return isOpen ? .closing : .tooLate
    }

    /// Returns why an offered bet could never count; nil if a move may still carry it.
    ///
    /// - Parameters:
    ///   - number: The number that the bet is signed with.
    ///   - pending: The earlier offered bets that no ply carries yet.
    ///   - standing: The seats that owe a ply at the end of the log.
    package func refusal(
        of bet: Bet, number: Int, behind pending: [Bet] = [], at standing: MessageProtocol.ReplayPosition
    ) -> BetRefusal? {
        if let refusal = refusal(at: standing) { return refusal }
        let key = bet.bettor.key
        guard number >= count(of: key) else { return .placeTaken }
        // an entry is checked against the bets before its round: if a key already has a bet in the
        // round, an entry can't carry another bet of the key
        let isNext = standing.seats.contains { seat in
            mayCarry(seat, standing) && place(of: seat, standing).count(key, in: entries) == count(of: key)
        }
        guard isNext || standing.isRound && isOpen(behindRoundOf: standing.seats) else { return .closing }
        let hasRoom = standing.seats.contains { seat in
            bet.size <= room(of: next(seat, standing), place(of: seat, standing))
        }
        let waiting = pending.reduce(bet.size) { $0 + $1.size }
        guard hasRoom, bytes + waiting <= Bet.mostBytesOfMatch else { return .tooMany }
        return refusal(of: bet, behind: entries + pending.map { Entry(bet: $0, number: 0, ply: plies + 1) })
    }

    /// Returns the book's state against which the next ply of a seat is checked.
    private func place(of seat: Int, _ standing: MessageProtocol.ReplayPosition) -> Mark {
        self.standing(of: next(seat, standing))
    }

    private func mayCarry(_ seat: Int, _ standing: MessageProtocol.ReplayPosition) -> Bool {
        place(of: seat, standing).isOpen && !closes(next(seat, standing))
    }

    /// Returns a move in the place of the seat's next ply. The callers use only the place, so any
    /// move will do.
    private func next(_ seat: Int, _ standing: MessageProtocol.ReplayPosition) -> Ply {
        let goesOn = standing.isUnderWay && beforeRound != nil
        return Ply(
            seat: seat, action: .move(1),
            place: !standing.isRound ? .alone : goesOn ? .continuesRound : .beginsRound)
    }

    private func isOpen(behindRoundOf seats: [Int]) -> Bool {
        var moves = moves
        for seat in seats where moves.indices.contains(seat - 1) { moves[seat - 1] += 1 }
        return isComplete && !isClosed(moves)
    }

    // MARK: -

    private func refusal(of bet: Bet, behind counted: ArraySlice<Entry>) -> BetRefusal? {
        if let seat = taken.firstIndex(of: bet.bettor.key) { return .seated(seat + 1) }
        guard bet.pool <= seats else { return .unknownPool(bet.pool, seats: seats) }
        let left = Self.left(of: bet.bettor.key, counted)
        guard bet.chips <= left else { return .overBalance(chips: bet.chips, left: left) }
        return nil
    }

    private func refusal(of bet: Bet, behind counted: [Entry]) -> BetRefusal? { refusal(of: bet, behind: counted[...]) }

    private func standing(of ply: Ply) -> Mark {
        if ply.place == .continuesRound, let beforeRound { return beforeRound }
        return Mark(count: entries.count, isOpen: isOpen, bytes: bytes)
    }

    /// Returns how many bytes of bets a ply may carry. In a round each seat gets an equal part of the
    /// remaining bytes, because the entries are made independently.
    private func room(of ply: Ply, _ standing: Mark) -> Int {
        (Bet.mostBytesOfMatch - standing.bytes) / (ply.isInRound ? seats : 1)
    }

    /// Returns whether this ply closes the pools. False for an entry of a round, because a round
    /// closes the pools only at its end.
    private func closes(_ ply: Ply) -> Bool {
        guard !ply.isInRound, moves.indices.contains(ply.seat - 1) else { return false }
        var moves = moves
        moves[ply.seat - 1] += 1
        return isClosed(moves)
    }

    /// Updates the book after a ply. Leaves out bets that can't count.
    package mutating func note(_ ply: Ply) {
        let standing = standing(of: ply)
        let numbers = numbers(in: ply)
        let mayCarry = isComplete && standing.isOpen && !closes(ply)
        plies += 1
        for bet in ply.bets { bytes += bet.size }
        if ply.isInTurn { claimants[ply.seat] = nil }
        beforeRound = ply.isInRound ? standing : nil
        switch ply.action {
        case .join(let entry): take(ply.seat, entry)
        case .start(let joins): for join in joins { take(join.seat, join.entry) }
        case .resign: gone.insert(ply.seat)
        case .claim(let against):
            claimants[against, default: []].insert(ply.seat)
            if claimants[against, default: []].count > 1 { gone.insert(against) }
        default: if ply.isMove, moves.indices.contains(ply.seat - 1) { moves[ply.seat - 1] += 1 }
        }
        guard mayCarry else { return }
        for (bet, number) in zip(ply.bets, numbers)
        where number == count(of: bet.bettor.key) && refusal(of: bet, behind: entries[...]) == nil {
            entries.append(Entry(bet: bet, number: number, ply: plies))
        }
    }
}
