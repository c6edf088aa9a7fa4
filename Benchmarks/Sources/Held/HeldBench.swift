import Measuring
import Parlor

/// What the matches of one table hold in memory after they were played to their ends, without their Lua states.
struct HeldBench {
    let game: String
    /// How many matches the table holds: as many as were asked for, or as could be made and read in the time.
    let matches: Int
    /// The growth of the process's resident memory; nil where the system doesn't tell.
    let bytes: Int?

    /// - Parameters:
    ///   - matches: The most matches.
    ///   - box: Most of it makes matches, which takes longer than reading them.
    init(_ script: GameScript, matches: Int, within box: TimeBox) throws {
        game = script.id
        guard try Match(of: script, seats: 2, seed: 0).status.outcome == nil else { throw BenchFailure.overAtOnce }
        let urls = try Self.urls(script, matches, within: box.part(0.8))
        let reader = try BenchSeat(1, script)
        let before = ProcessMemory.resident()
        for (place, url) in urls.enumerated() where place == 0 || !box.isOver { try reader.read(url) }
        reader.table.forgetRules()
        self.matches = reader.table.records.count
        bytes = before.flatMap { before in ProcessMemory.resident().map { max(0, $0 - before) } }
    }

    /// The last messages of matches. If the time ends before the first match does, that match is not played to its end.
    private static func urls(_ script: GameScript, _ count: Int, within box: TimeBox) throws -> [String] {
        var random = SplitMix64(seed: 1)
        var urls: [String] = []
        while urls.count < count {
            let url =
                script.chance != .none || script.secretive
                ? try drawnMatch(script, box, &random) : try openMatch(script, box, &random)
            if box.isOver, !urls.isEmpty { break }
            urls.append(url)
            if box.isOver { break }
        }
        return urls
    }

    private static func drawnMatch(
        _ script: GameScript, _ box: TimeBox, _ random: inout SplitMix64
    ) throws -> String {
        let seats = try [1, 2].map { try BenchSeat($0, script) }
        let id = try seats[0].table.begin(
            as: .empty, seats: 2, chat: BenchSeat.chat, session: seats[0].session, now: .zero)
        try seats[1].read(seats[0].act(.invite, in: id))
        let join = try seats[1].act(.join, in: id)
        return try DrawnTurn.turns(script, seats, id, joining: join, within: box, &random).last?.url ?? join
    }

    private static func openMatch(
        _ script: GameScript, _ box: TimeBox, _ random: inout SplitMix64
    ) throws -> String {
        let match = try CorrespondenceMatch(of: script, seats: 2, seed: 0)
        let begun = Stopwatch()
        while try !box.isOver && match.match.playRandomMove(using: &random) {
            guard try match.match.status.ply < BenchFailure.mostMoves, begun.seconds < BenchFailure.longestGame else {
                throw BenchFailure.endless
            }
        }
        // whoever moved last has it to send
        return try (try? match.message(from: 1).url) ?? match.message(from: 2).url
    }
}
