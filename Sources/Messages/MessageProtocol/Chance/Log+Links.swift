extension Log {
    /// The latest link of each seat; nil for one that has opened none.
    var latestLinks: [Link?] {
        var latest = [Link?](repeating: nil, count: seats)
        for ply in plies where ply.link != nil { latest[ply.seat - 1] = ply.link }
        return latest
    }

    /// Has each ply that begins a run a link, and no other one? In a match without draws none has.
    ///
    /// - Throws: ``WireError``: `tooLong` past the end of a chain.
    func checkLinks(isChained: Bool) throws(WireError) {
        var runs = LinkRuns(seats: seats)
        for (index, ply) in plies.enumerated() {
            let number = isChained ? runs.note(ply) : nil
            if let number, number > Chain.length { throw .tooLong(seat: ply.seat) }
            guard (number == nil) == (ply.link == nil) else {
                let expected = number == nil ? "no link" : "the link of seat \(ply.seat)"
                throw .malformed(part: "links", problem: "ply \(index + 1): expected \(expected)")
            }
        }
    }

    /// Plies with the links that they open, worked out from the latest one of each seat, at most 1,024 hashes for each.
    ///
    /// - Parameters:
    ///   - plies: As they were read.
    ///   - latest: For each seat; what a log opens isn't told otherwise.
    ///   - keys: Who sits where.
    /// - Throws: ``WireError``: `malformed` for a link that is missing or isn't due, `tooLong` past the end of a chain.
    static func linked(
        _ plies: [Ply], latest: [Link?], keys: (Int) -> SeatKey.Public?, of match: MatchID
    ) throws(WireError) -> [Ply] {
        var runs = LinkRuns(seats: latest.count)
        let numbers = plies.map { runs.note($0) }
        var links: [[Link]] = []
        for (seat, count) in zip(1..., runs.counts) {
            guard count <= Chain.length else { throw .tooLong(seat: seat) }
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
    /// Plies with the links that they open, those of the seats whose keys are here.
    ///
    /// - Parameter plies: A whole log of the match, of which the new plies have no links yet.
    /// - Throws: ``WireError/tooLong(seat:)`` past the end of a chain.
    package func opening(_ plies: [Ply], keys: [Int: SeatKey]) throws(WireError) -> [Ply] {
        guard match.isChained else { return plies }
        var runs = LinkRuns(seats: log.seats)
        var linked: [Ply] = []
        for ply in plies {
            let number = runs.note(ply)
            guard let number, ply.link == nil, let key = keys[ply.seat] else {
                linked.append(ply)
                continue
            }
            guard let link = Chain(of: key, in: match.id)[number] else { throw .tooLong(seat: ply.seat) }
            linked.append(ply.opening(link))
        }
        return linked
    }

    /// What a link doesn't fit: one that doesn't lead back to its seat's anchor.
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

/// Which plies open a link, and the how-manieth of their seat: the number comes from the log, never from a counter on a device.
///
/// A seat opens one link with each of its runs: with the first of its plies in turn that follow one another, whatever stands out of
/// turn between them, and with each entry of a round. Openings, claims, closings and resignations open none, and end no run.
struct LinkRuns: Hashable {
    /// How many links each seat has opened.
    private(set) var counts: [Int]
    /// Whose run goes on with a ply in turn; nil behind an entry of a round.
    private(set) var current: Int?

    init(seats: Int) { counts = Array(repeating: 0, count: seats) }

    /// Goes on by a ply.
    ///
    /// - Returns: The number of the link that it opens, from 1; nil if it opens none.
    mutating func note(_ ply: Ply) -> Int? {
        guard ply.opensRun, counts.indices.contains(ply.seat - 1), ply.isInRound || current != ply.seat else {
            return nil
        }
        current = ply.isInRound ? nil : ply.seat
        counts[ply.seat - 1] += 1
        return counts[ply.seat - 1]
    }
}

extension Ply {
    /// Is it of those with which a run can begin?
    fileprivate var opensRun: Bool { action.traits.contains(.opensLink) }
}
