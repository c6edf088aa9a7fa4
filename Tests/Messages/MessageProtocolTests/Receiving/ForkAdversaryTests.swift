import Effort
import Testing

@testable import MessageProtocol

/// Every log of a small match for two (one ply shorter in quick runs) meets every log that a cheat
/// can make. The cheat uses its own plies and the other seat's signatures. No answered ply is lost,
/// and no outcome is changed.
@Suite struct ForkAdversaryTests {
    @Test(arguments: [("seq", 3), ("duo", 2), ("rounds", 2)], [1, 2])
    func aCheatRewritesNothing(_ game: (kind: String, length: Int), cheat: Int) throws {
        let world = try SmallWorld(
            ForkGame(kind: game.kind, seats: 2, length: game.length), plies: TestEffort.extent(quick: 3, full: 4))
        let honest = 3 - cheat
        var deliveries = 0
        for ours in world.logs.indices {
            let said = world.said(by: honest, in: ours)
            for theirs in world.logs.indices where said.contains(world.words[theirs][honest - 1]) {
                guard let stays = try world.decide(ours, theirs) else { continue }
                deliveries += 1
                if let lost = world.lostAnsweredPly(of: honest, ours, stays) {
                    Issue.record(
                        "\(game), cheat \(cheat): ply \(lost) of \(world.text(ours)), by \(world.text(theirs))")
                    return
                }
                if world.isFinal(ours, for: honest), world.outcome(of: ours) != world.outcome(stays) {
                    Issue.record("\(game), cheat \(cheat): the end of \(world.text(ours)), by \(world.text(theirs))")
                    return
                }
            }
        }
        #expect(deliveries > 100, "\(deliveries)")
    }

    /// No sequence of messages leads a device from a match that is over to a log in which the other
    /// seat has played other moves. An earlier version of the rules let a seat take a resignation
    /// back by resigning at an earlier point.
    @Test(arguments: ["seq", "rounds"], [1, 2]) func noSequenceExchangesAMove(kind: String, cheat: Int) throws {
        let world = try SmallWorld(ForkGame(kind: kind, seats: 2, length: kind == "seq" ? 3 : 2), plies: 4)
        let honest = 3 - cheat
        var reached = 0
        for start in world.logs.indices where world.isOverByPlay(start) {
            let said = world.said(by: honest, in: start)
            let messages = world.logs.indices.filter { said.contains(world.words[$0][honest - 1]) }
            var open = [start]
            var seen = Set(open)
            while let ours = open.popLast() {
                for theirs in messages {
                    guard let next = try world.meet(ours, theirs), seen.insert(next).inserted else { continue }
                    open.append(next)
                    reached += 1
                    let isSame = world.outcome(of: start) == world.outcome(of: next)
                    if world.isOverByPlay(next), !isSame,
                        world.deeds(of: honest, next) == world.deeds(of: honest, start)
                    {
                        Issue.record(
                            "\(kind), cheat \(cheat): from \(world.text(start)) to \(world.text(next)), by \(world.text(ours))"
                        )
                        return
                    }
                }
            }
        }
        #expect(reached > 5, "\(reached)")
    }
}

/// Two honest devices play a small match with messages that cross, are late and come in any order.
/// Once both have all messages, they agree on the end.
@Suite struct HonestPairTests {
    @Test(arguments: [("seq", 3), ("duo", 2), ("rounds", 2)])
    func honestDevicesComeToOneEnd(_ game: (kind: String, length: Int)) throws {
        let world = try SmallWorld(
            ForkGame(kind: game.kind, seats: 2, length: game.length), plies: TestEffort.extent(quick: 3, full: 4),
            isSeated: false)
        var open = [HonestPair(logs: [0, 0], sent: [[], []])]
        var seen = Set(open)
        var ends = 0
        while let pair = open.popLast() {
            let told = try pair.exchanged(in: world)
            if told.logs[0] == told.logs[1] {
                ends += world.isOver(told.logs[0]) ? 1 : 0
            } else if told.logs.allSatisfy(world.isOver), !world.endAlike(told.logs[0], told.logs[1]) {
                Issue.record(
                    "\(game): \(told.logs.map(world.text)) after \(pair.sent.map { $0.sorted().map(world.text) })")
                return
            }
            for next in try pair.next(in: world) where seen.insert(next).inserted { open.append(next) }
        }
        #expect(ends > 200, "\(ends)")
    }
}

/// The logs of two devices, and the messages that each has sent.
private struct HonestPair: Hashable {
    var logs: [Int]
    var sent: [Set<Int>]

    /// Returns the possible next states: a seat signs a ply and sends it, or a message arrives.
    func next(in world: SmallWorld) throws -> [HonestPair] {
        var found: [HonestPair] = []
        for seat in 1...2 {
            for child in world.children(of: logs[seat - 1], by: seat) where maySign(child, seat, world) {
                var pair = self
                pair.logs[seat - 1] = child
                pair.sent[seat - 1].insert(child)
                found.append(pair)
            }
            for message in sent[2 - seat] { found.append(try hearing(message, seat, world)) }
        }
        return found.filter { $0 != self }
    }

    /// Returns the state after all sent messages have arrived on both sides, some of them
    /// repeatedly.
    func exchanged(in world: SmallWorld) throws -> HonestPair {
        var pair = self
        for _ in 0..<4 {
            for seat in 1...2 {
                for message in pair.sent[2 - seat].sorted() { pair = try pair.hearing(message, seat, world) }
            }
        }
        return pair
    }

    private func hearing(_ message: Int, _ seat: Int, _ world: SmallWorld) throws -> HonestPair {
        var pair = self
        pair.logs[seat - 1] = try world.meet(logs[seat - 1], message) ?? logs[seat - 1]
        return pair
    }

    /// Returns whether a device may sign this log. A device signs one version: a continuation of
    /// the log that it sent, or that log again. After a resignation it signs nothing else.
    private func maySign(_ child: Int, _ seat: Int, _ world: SmallWorld) -> Bool {
        let word = world.words[child][seat - 1]
        let hasResigned = sent[seat - 1].contains { world.resigned(seat, in: $0) }
        guard !hasResigned || world.resigned(seat, in: child) else { return false }
        return sent[seat - 1].allSatisfy { world.words[$0][seat - 1].agrees(with: word) }
    }
}

extension [UInt8] {
    /// Returns whether two signed texts are over different heads, or one is the beginning of the
    /// other.
    fileprivate func agrees(with other: [UInt8]) -> Bool {
        // two lengths, the purpose, and the head before the run
        let head = 4 + 13 + 4 + 32
        return self[..<Swift.min(head, count)] != other[..<Swift.min(head, other.count)]
            || starts(with: other) || other.starts(with: self)
    }
}

/// All legal logs of a match for two, up to a number of plies.
private struct SmallWorld {
    private(set) var logs: [SignedLog] = []
    /// The bytes that each seat's last signature covers.
    private(set) var words: [[[UInt8]]] = []
    private var courses: [ReplayTrace] = []
    private var standings: [ReplayPosition] = []
    private var gone: [Set<Int>] = []
    private var places: [Head: Int] = [:]
    private let library: ForkGames
    private let match: TestMatch
    private var signatures: [[UInt8]: Signature] = [:]
    /// For each log and seat: the logs that the seat can make of the log by adding one ply of its own.
    private var longer: [[Int]: Set<Int>] = [:]

    /// - Parameter isSeated: Whether the second seat's join comes before all other plies. Otherwise
    ///   the join may cross the first seat's plies.
    init(_ game: ForkGame, plies: Int, isSeated: Bool = true) throws {
        library = ForkGames(game: game)
        match = isSeated ? try TestMatch.seated() : try TestMatch()
        let join: [Ply.Action] = isSeated ? [] : [.join(try match.entry(2, "Bob"))]
        try add(match.log.log)
        var next = 0
        while next < logs.count {
            let log = logs[next]
            next += 1
            guard log.log.plies.count <= plies else { continue }
            for seat in 1...2 {
                let acts: [Ply.Action] = [.move(1), .move(2), .claim(against: 3 - seat), .resign, .close(nil)]
                for action in acts + (seat == 2 ? join : []) {
                    try extend(log.log, seat, action)
                }
            }
        }
    }

    private mutating func extend(_ log: Log, _ seat: Int, _ action: Ply.Action) throws {
        let ply = Ply(seat: seat, action: action)
        var longer = [log.plies + [ply]]
        if ply.isMove || action == .close(nil) {
            longer.append(log.plies + [ply.placed(.beginsRound)])
            if let round = log.runs.last, round.kind == .round {
                let entries = Array(log.plies[round.range])
                if !entries.contains(where: { $0.seat == seat }) {
                    longer.append(Array(log.plies[..<round.range.lowerBound]) + Log.round(of: entries + [ply]))
                }
            }
        }
        for plies in longer {
            guard let longer = try? Log(seats: 2, plies: plies) else { continue }
            try add(longer)
            if let from = place(of: log), let to = place(of: longer) {
                self.longer[[from, seat], default: []].insert(to)
            }
        }
    }

    private func place(of log: Log) -> Int? { log.heads(of: match.match).last.flatMap { places[$0] } }

    /// Returns the logs that a seat can make of a log by adding one ply of its own, except a claim.
    func children(of log: Int, by seat: Int) -> [Int] {
        longer[[log, seat], default: []].filter { !logs[$0].log.plies.contains(where: \.isAside) }.sorted()
    }

    func isOver(_ log: Int) -> Bool { standings[log].isOver }

    /// Returns whether the match has the same end in both logs.
    func endAlike(_ one: Int, _ other: Int) -> Bool {
        gone[one] == gone[other] && (!gone[one].isEmpty || outcome(of: one) == outcome(of: other))
    }

    func resigned(_ seat: Int, in log: Int) -> Bool {
        logs[log].log.plies.contains { $0.seat == seat && $0.action == .resign }
    }

    /// Returns the log of a device that had `ours` and reads `theirs`; nil beyond the known logs.
    func meet(_ ours: Int, _ theirs: Int) throws -> Int? {
        if let stays = try decide(ours, theirs) { return places[stays.head] }
        return logs[theirs].log.plies.count > logs[ours].log.plies.count ? theirs : ours
    }

    private mutating func add(_ log: Log) throws {
        let heads = log.heads(of: match.match)
        guard let head = heads.last, places[head] == nil else { return }
        guard let signed = try? match.signed(log, &signatures) else { return }  // a ply before somebody's join
        var replay = try Replay(signed, known: 0, library: library)
        guard (try? replay.run()) != nil else { return }
        places[head] = logs.count
        logs.append(signed)
        courses.append(replay.course)
        standings.append(try replay.standing())
        gone.append(replay.attendance.gone)
        words.append(
            (1...2).map { seat in
                SigningPayload.bytes(of: log, heads: heads, seat: seat, upTo: log.lastPly(of: seat))
            })
    }

    /// Returns the bytes that a seat has signed on its way to a log: the last signed bytes of each
    /// log on that way.
    func said(by seat: Int, in log: Int) -> Set<[UInt8]> {
        let plies = logs[log].log.plies
        return Set(
            (1...plies.count).compactMap { count in
                places[logs[log].heads[count]].map { words[$0][seat - 1] }
            })
    }

    /// Returns the log that stays when two devices exchange these logs; nil if one is the beginning
    /// of the other.
    func decide(_ ours: Int, _ theirs: Int) throws -> SignedLog? {
        let (our, their) = (logs[ours], logs[theirs])
        guard
            let fork = Fork(
                ours: ForkBranch(log: our, course: courses[ours]),
                theirs: ForkBranch(log: their, course: courses[theirs]))
        else { return nil }
        let decision = fork.decision { union in
            guard var replay = try? Replay(union, known: fork.index, library: library) else { return false }
            return (try? replay.run()) != nil
        }
        return switch decision {
        case .keep, .nothingNew, .disputed: our
        case .take: their
        case .unite(let union): union
        }
    }

    /// Returns the number of a lost ply that the other seat has built on, or that closed the match.
    /// Nil if no such ply is lost, or if somebody resigned.
    func lostAnsweredPly(of seat: Int, _ ours: Int, _ stays: SignedLog) -> Int? {
        let plies = logs[ours].log.plies
        guard stays.head != logs[ours].head, !(plies + stays.log.plies).contains(where: { $0.action == .resign })
        else { return nil }
        for (index, ply) in plies.enumerated() where ply.seat == seat && (ply.isMove || ply.action == .close(nil)) {
            let run = logs[ours].log.runs.first { $0.range.contains(index) }
            let behind = plies[(run?.range.upperBound ?? plies.count)...].drop { $0.isInRound && ply.isInRound }
            let isAnswered = ply.action == .close(nil) || behind.contains { $0.seat != seat && $0.isInTurn }
            // an entry of a round may be at another place among the entries, or after a claim
            let own = Self.deeds(of: seat, plies[...index])
            if isAnswered, !Self.deeds(of: seat, stays.log.plies[...]).starts(with: own) { return index + 1 }
        }
        return nil
    }

    private static func deeds(of seat: Int, _ plies: ArraySlice<Ply>) -> [Ply.Action] {
        plies.filter { $0.seat == seat && ($0.isMove || $0.action == .close(nil)) }.map(\.action)
    }

    func deeds(of seat: Int, _ log: Int) -> [Ply.Action] { Self.deeds(of: seat, logs[log].log.plies[...]) }

    /// Returns whether the match is over by its moves, and nobody has left.
    func isOverByPlay(_ log: Int) -> Bool { standings[log].isOver && gone[log].isEmpty }

    /// Returns whether the match is over by its moves, and this seat agreed to that end.
    func isFinal(_ log: Int, for seat: Int) -> Bool {
        guard standings[log].isOver, gone[log].isEmpty else { return false }
        let plies = logs[log].log.plies
        if plies.contains(where: { $0.seat == seat && $0.action == .close(nil) }) { return true }
        return plies.last { $0.isInTurn }.map { !$0.isInRound && $0.seat == seat } ?? false
    }

    /// Returns the part of a match that decides its outcome in these tests: the moves in order.
    func outcome(of log: Int) -> [Ply.Action] { outcome(logs[log]) }

    func outcome(_ log: SignedLog) -> [Ply.Action] { log.log.plies.filter(\.isMove).map(\.action) }

    func text(_ log: Int) -> String { text(logs[log]) }

    func text(_ log: SignedLog) -> String {
        log.log.plies.dropFirst().map { "\($0.seat)\($0.action)\($0.place == .alone ? "" : "…")" }
            .joined(separator: " ")
    }
}

extension TestMatch {
    /// Returns the log with every seat's last ply signed by its key. Known signatures are reused.
    func signed(_ log: Log, _ known: inout [[UInt8]: Signature]) throws -> SignedLog {
        let heads = log.heads(of: match)
        var signatures: [SeatSignature?] = []
        for seat in 1...log.seats {
            let last = log.lastPly(of: seat)
            guard last != nil || seat == 1 else {
                signatures.append(nil)
                continue
            }
            let payload = SigningPayload.bytes(of: log, heads: heads, seat: seat, upTo: last)
            let signature = try known[payload] ?? keys[seat - 1].signature(over: payload)
            known[payload] = signature
            signatures.append(SeatSignature(ply: (last ?? -1) + 1, signature: signature))
        }
        return try SignedLog(match: match, log: log, signatures: signatures)
    }
}
