import Foundation
import Parlor

/// The figures of one game that two people play by messages: what a turn costs from the url that comes in to the url that
/// goes out, beside the bare call of the rules on the same moves.
struct MessageBench {
    let game: String
    /// Seconds of each turn: read the url (form, signatures, replay), draw the scene, play, sign and write the url, send.
    private(set) var turns: [Double] = []
    /// Seconds of the same moves and the status after them on a bare match, turn by turn.
    private(set) var rules: [Double] = []
    private(set) var matches = 0
    private(set) var longestURL = 0
    /// Bytes that matches of one table take when their Lua states were thrown away; nil where the system doesn't tell.
    private(set) var tableBytes: Int?
    let tableMatches: Int

    var turnsPerSecond: Double { Double(turns.count) / turns.reduce(0, +) }

    /// What a turn costs beyond the script's own time, in seconds: the median over turns.
    var overhead: Double { zip(turns, rules).map { $0 - $1 }.median }

    /// - Parameters:
    ///   - seconds: How long to play for.
    ///   - tableMatches: How many matches to load into one table.
    init(_ script: GameScript, seconds: Double, tableMatches: Int) throws {
        game = script.id
        self.tableMatches = tableMatches
        var random = SplitMix64(seed: 1)
        // first, while little memory was used and given back
        tableBytes = try Self.measureTable(script, matches: tableMatches, &random)
        let watch = Stopwatch()
        repeat {
            try playMatch(script, &random)
            matches += 1
        } while watch.seconds < seconds
    }

    private mutating func playMatch(_ script: GameScript, _ random: inout SplitMix64) throws {
        guard try Match(of: script, seats: 2).status.outcome == nil else { throw BenchFailure.overAtOnce }
        let seats = try [1, 2].map { try BenchSeat($0, script) }
        let id = try seats[0].table.begin(
            as: .empty, seats: 2, chat: BenchSeat.chat, session: seats[0].session, now: .zero)
        guard let identity = seats[0].table.records[id]?.signedLog.match else { return }
        try seats[1].read(seats[0].act(.invite, in: id))
        var url = try seats[1].act(.join, in: id)
        var sender = 2
        if script.chance != .none || script.secretive {
            for turn in try Self.drawnTurns(script, seats, id, joining: url, &random) {
                turns.append(turn.seconds)
                rules.append(turn.ruled)
                longestURL = max(longestURL, turn.url.utf8.count)
            }
            return
        }
        let bare = try Match(of: script, seats: 2, seed: Match.seed(of: identity))
        var status = try bare.status
        while status.outcome == nil, let seat = status.turn.first {
            guard let move = try bare.legalMoves(for: seat).randomElement(using: &random) else { break }
            // both sides play the same: a number that each of them drew would tell them apart
            let text = move.typed.map { "\(move.name) \($0.examples.first?.stringValue ?? "\($0.least ?? 0)")" }
            let bareWatch = Stopwatch()
            status = try bare.play(text ?? move.text, seat: seat)
            let ruled = bareWatch.seconds
            let mover = seats[seat - 1]
            let incoming = url
            let watch = Stopwatch()
            if sender != seat { try mover.read(incoming) }
            url = try mover.play(text ?? move.text, in: id)
            let turn = watch.seconds
            // a further move of the same turn takes no message in
            if sender != seat {
                turns.append(turn)
                rules.append(ruled)
            }
            sender = seat
            longestURL = max(longestURL, url.utf8.count)
        }
    }

    /// A turn of a match in which both draw together or hide something, and what the rules took for a move of their own.
    private struct DrawnTurn {
        let seconds: Double
        let ruled: Double
        let url: String
    }

    /// The turns of a match in which both draw together or hide something. Only they know what, so that the bare match plays a game
    /// of its own.
    private static func drawnTurns(
        _ script: GameScript, _ seats: [BenchSeat], _ id: MatchID, joining url: String, _ random: inout SplitMix64
    ) throws -> [DrawnTurn] {
        let bare = try Match(of: script, seats: 2, seed: random.next())
        var turns: [DrawnTurn] = []
        var incoming = (url: url, reader: seats[0])
        while turns.count < BenchFailure.mostMoves {
            let watch = Stopwatch()
            let mover = incoming.reader
            try mover.read(incoming.url)
            guard let url = try mover.answer(in: id, &random) else { break }
            let seconds = watch.seconds
            let bareWatch = Stopwatch()
            if try !bare.playRandomMove(using: &random) { try bare.restart(seed: random.next()) }
            turns.append(DrawnTurn(seconds: seconds, ruled: bareWatch.seconds, url: url))
            incoming = (url, seats[2 - mover.seat])
        }
        return turns
    }

    /// Loads matches that were played to their ends into one table, and throws away what can be built again.
    private static func measureTable(
        _ script: GameScript, matches: Int, _ random: inout SplitMix64
    ) throws -> Int? {
        var urls: [String] = []
        for _ in 0..<matches {
            if script.chance != .none || script.secretive {
                let seats = try [1, 2].map { try BenchSeat($0, script) }
                let id = try seats[0].table.begin(
                    as: .empty, seats: 2, chat: BenchSeat.chat, session: seats[0].session, now: .zero)
                try seats[1].read(seats[0].act(.invite, in: id))
                let join = try seats[1].act(.join, in: id)
                urls.append(try drawnTurns(script, seats, id, joining: join, &random).last?.url ?? join)
                continue
            }
            let match = try CorrespondenceMatch(of: script, seats: 2)
            guard try match.match.status.outcome == nil else { throw BenchFailure.overAtOnce }
            let begun = Stopwatch()
            while try match.match.playRandomMove(using: &random) {
                guard try match.match.status.ply < BenchFailure.mostMoves, begun.seconds < BenchFailure.longestGame
                else {
                    throw BenchFailure.endless
                }
            }
            // whoever moved last has it to send
            urls.append(try (try? match.message(from: 1).url) ?? match.message(from: 2).url)
        }
        let reader = try BenchSeat(1, script)
        guard let before = ProcessMemory.resident() else { return nil }
        for url in urls { try reader.read(url) }
        reader.table.forgetRules()
        guard let after = ProcessMemory.resident(), reader.table.records.count == matches else { return nil }
        return max(0, after - before)
    }
}

/// One person's matches of a game, without a phone around them.
struct BenchSeat {
    static let chat = Chat.ID("bench")

    let seat: Int
    let table: MatchTable
    let session = Session(UUID())

    init(_ seat: Int, _ script: GameScript) throws(WireError) {
        self.seat = seat
        table = MatchTable(game: try GameID(script.id), shelf: ScriptShelf(script))
    }

    /// Takes a url in, which must be news.
    func read(_ url: String) throws {
        let reading = table.read(url, from: nil, chat: Self.chat, session: session, now: .zero)
        guard reading.isNews else { throw TableError.request("A message was not adopted: \(reading.verdict.line)") }
    }

    /// Draws what is there, plays, draws the bubble's board, and sends.
    func play(_ text: String, in match: MatchID) throws -> String {
        _ = try table.scene(of: match, seat: seat, style: .expanded)
        let draft = try table.play(text, in: match, token: .empty)
        try read(draft.url)
        return draft.url
    }

    /// Witnesses what waits, plays all the moves that the seat has in a row, and sends; nil where there is nothing to do.
    func answer(in match: MatchID, _ random: inout SplitMix64) throws -> String? {
        if table.hasOnlyToAnswer(in: match) { _ = try table.act(.answer, in: match, token: .empty) }
        _ = try table.scene(of: match, seat: seat, style: .expanded)
        while !table.hasOnlyToAnswer(in: match),
            let move = try table.legalMoves(in: match).randomElement(using: &random)
        {
            _ = try table.play(move.text, in: match, token: .empty)
        }
        guard let draft = table.records[match]?.draft else { return nil }
        try read(draft.url)
        return draft.url
    }

    func act(_ act: MatchTable.Act, in match: MatchID) throws -> String {
        let draft = try table.act(act, in: match, token: .empty)
        try read(draft.url)
        return draft.url
    }
}
