extension Log {
    /// The latest chain link of each seat; nil for a seat that has revealed none.
    var latestLinks: [Link?] {
        var latest = [Link?](repeating: nil, count: seats)
        for ply in plies where ply.link != nil { latest[ply.seat - 1] = ply.link }
        return latest
    }

    /// Checks that exactly the plies that begin a link run have a chain link. In a match without
    /// random draws no ply may have a link.
    ///
    /// - Throws: ``WireError``: `malformed`, or `tooLong` if a seat has too many link runs.
    func checkLinks(isChained: Bool) throws(WireError) {
        var runs = LinkRuns(seats: seats)
        for (index, ply) in plies.enumerated() {
            let number = isChained ? runs.note(ply) : nil
            if isChained { try runs.checkRoom(after: ply) }
            guard (number == nil) == (ply.link == nil) else {
                let expected = number == nil ? "no link" : "the link of seat \(ply.seat)"
                throw .malformed(part: "links", problem: "ply \(index + 1): expected \(expected)")
            }
        }
    }

    /// Returns the plies with their chain links. Computes them from the latest link of each seat,
    /// with at most 1,024 hashes for each seat.
    ///
    /// - Parameters:
    ///   - plies: The plies that were read.
    ///   - latest: The latest link of each seat. The bytes of a log contain no links.
    ///   - keys: Returns the public key of a seat.
    /// - Throws: ``WireError``: `malformed` for a link that is missing or isn't due, `tooLong` if a
    ///   seat has more link runs than its chain has links.
    static func linked(
        _ plies: [Ply], latest: [Link?], keys: (Int) -> SeatKey.Public?, of match: MatchID
    ) throws(WireError) -> [Ply] {
        var runs = LinkRuns(seats: latest.count)
        let numbers = try plies.map { ply throws(WireError) in
            let number = runs.note(ply)
            try runs.checkRoom(after: ply)
            return number
        }
        var links: [[Link]] = []
        for (seat, count) in zip(1..., runs.counts) {
            guard (latest[seat - 1] == nil) == (count == 0) else {
                throw .malformed(
                    part: "links",
                    problem:
                        "expected \(count == 0 ? "none" : "the latest one") of seat \(seat), which has opened \(count)")
            }
            var opened: [Link] = []
            if var link = latest[seat - 1], let key = keys(seat) {
                opened = [link]
                for number in stride(from: count - 1, to: 0, by: -1) {
                    link = link.before(number: number, of: key, in: match)
                    opened.append(link)
                }
            }
            links.append(opened.reversed())
        }
        return zip(plies, numbers).map { ply, number in
            let opened = links.indices.contains(ply.seat - 1) ? links[ply.seat - 1] : []
            return number.flatMap { opened.indices.contains($0 - 1) ? ply.opening(opened[$0 - 1]) : nil } ?? ply
        }
    }
}

extension SignedLog {
    /// Returns the plies with the chain links of the seats whose keys are given.
    ///
    /// - Parameter plies: A whole log of the match, in which the new plies have no links yet.
    /// - Throws: ``WireError/tooLong(seat:)`` if a seat has more link runs than its chain has
    ///   links.
    package func opening(_ plies: [Ply], keys: [Int: SeatKey]) throws(WireError) -> [Ply] {
        guard match.isChained else { return plies }
        var runs = LinkRuns(seats: log.seats)
        var linked: [Ply] = []
        for ply in plies {
            let number = runs.note(ply)
            try runs.checkRoom(after: ply)
            guard let number, ply.link == nil, let key = keys[ply.seat] else {
                linked.append(ply)
                continue
            }
            guard let link = Chain(of: key, in: match.id)[number] else { throw .tooLong(seat: ply.seat) }
            linked.append(ply.opening(link))
        }
        return linked
    }

    /// Returns a forgery if a chain link doesn't lead back to its seat's anchor; nil otherwise.
    ///
    /// - Parameter known: A log of the same match that was verified before.
    func forgedLink(known: SignedLog?) -> Forgery? {
        guard match.isChained else { return nil }
        let shared = known.map { self.shared(with: $0) } ?? 0
        var runs = LinkRuns(seats: log.seats)
        var latest = roster.entries.map { $0?.anchor }
        for (index, ply) in log.plies.enumerated() {
            guard let number = runs.note(ply) else { continue }
            let before = latest[ply.seat - 1]
            latest[ply.seat - 1] = ply.link
            guard index >= shared else { continue }
            guard let key = roster[ply.seat]?.key,
                ply.link?.before(number: number - 1, of: key, in: match.id) == before
            else { return .link(seat: ply.seat) }
        }
        return nil
    }
}

/// Finds the plies that reveal a chain link, and the number of each link. The numbers follow from
/// the log, never from a counter on a device.
///
/// A seat reveals one link with the first ply of each of its *link runs*. Each move in a bracket is a
/// link run of its own. Outside of rounds, a link run consists of moves, joins, starts and witness
/// plies of one seat. The run ends when another seat makes such a ply, or when a move is made in a
/// bracket. Reveals of moves, claims, closings and resignations reveal no link and end no link run.
struct LinkRuns: Hashable {
    /// How many links each seat has revealed.
    private(set) var counts: [Int]
    /// The seat of the current link run: another such ply of this seat would continue the run. Nil
    /// after a move in a bracket.
    private(set) var current: Int?

    init(seats: Int) { counts = Array(repeating: 0, count: seats) }

    /// Continues with a ply.
    ///
    /// - Returns: The number of the link that the ply reveals, from 1; nil if the ply reveals no
    ///   link.
    mutating func note(_ ply: Ply) -> Int? {
        guard ply.opensRun, counts.indices.contains(ply.seat - 1), ply.isInRound || current != ply.seat else {
            return nil
        }
        current = ply.isInRound ? nil : ply.seat
        counts[ply.seat - 1] += 1
        return counts[ply.seat - 1]
    }

    /// Checks the number of links that each seat has left after a ply that was noted. After a
    /// contribution a seat may have none left. After any other ply that can begin a link run, a seat
    /// must have enough links left for the contributions that may still be needed to end the match.
    ///
    /// - Throws: ``WireError/tooLong(seat:)`` with the seat that has too many link runs.
    func checkRoom(after ply: Ply) throws(WireError) {
        guard ply.opensRun else { return }
        let most = ply.action == .witness ? Chain.length : Chain.length - Chain.room
        if let index = counts.firstIndex(where: { $0 > most }) { throw .tooLong(seat: index + 1) }
    }
}

extension Ply {
    /// Whether a link run can begin with the ply.
    fileprivate var opensRun: Bool { action.traits.contains(.opensLink) }
}
