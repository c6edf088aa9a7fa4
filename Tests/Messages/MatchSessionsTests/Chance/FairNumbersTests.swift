import GameRules
import MessageProtocol
import MessagesTesting
import Testing
import Values

@testable import GameApps
@testable import MatchSessions

/// Over a million numbers from matches: all values are equally frequent, whatever the seats chose.
@Suite struct FairNumbersTests {
    private static let source = """
        local parlor = require 'parlor'
        return parlor.game {
          title = 'Count', seats = 2, chance = true,
          setup = function() return { n = 0, counts = {} } end,
          turn = function(state) return state.n % 2 + 1 end,
          moves = { roll = { choices = { 1, 2, 3 }, play = function(state, seat, choice, match)
            local counts, random = {}, match.random
            for face = 1, 6 do counts[face] = 0 end
            state.first = random(6)
            counts[state.first] = 1
            for _ = 2, 6000 do
              local face = random(6)
              counts[face] = counts[face] + 1
            end
            state.counts, state.choice, state.n = counts, choice, state.n + 1
          end } },
          outcome = function(state) if state.n >= 1000 then return parlor.draw() end end,
        }
        """

    /// Returns how far counts deviate from equal counts. For fair numbers in k cells, the deviation
    /// is about k - 1 on average.
    private static func chiSquare(_ counts: [Int]) -> Double {
        let mean = Double(counts.reduce(0, +)) / Double(counts.count)
        return counts.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) / mean }
    }

    @Test func aMillionNumbersAreFair() throws {
        let script = try GameScript(
            GameFolder(id: "count", game: Self.source), library: ScriptSource(folder: home.sdk))
        var faces = [Int](repeating: 0, count: 6)
        var byChoice = [[Int]](repeating: [Int](repeating: 0, count: 6), count: 3)
        var pairs = [Int](repeating: 0, count: 36)
        var random = SplitMix64(seed: 11)
        for byte in UInt8(1)...4 {
            let keys = [
                1: try SeatKey(secret: [UInt8](repeating: byte, count: 32)),
                2: try SeatKey(secret: [UInt8](repeating: byte + 100, count: 32)),
            ]
            let id = try MatchID([UInt8](repeating: byte, count: 16))
            let people = keys.sorted { $0.key < $1.key }.map {
                SeatedPlayer(token: .empty, key: $0.value, in: id, isChained: true)
            }
            let identity = try MatchIdentity(of: script, options: [:], seats: 2, inviter: people[0], id: id)
            let game = try DrawnGame(identity, of: script, joining: Ply(seat: 2, action: .join(people[1])), keys: keys)
            var before: Int?
            for _ in 0..<50 {
                let seat = try #require(try game.match.status.turn.first)
                let choice = Int.random(in: 1...3, using: &random)
                try game.play(name: "roll", argument: .int(Int64(choice)), seat: seat)
                let view = try game.match.view(for: nil)
                let counts = view["counts"]?.arrayValue?.compactMap(\.intValue) ?? []
                try #require(counts.count == 6)
                for face in 0..<6 {
                    faces[face] += counts[face]
                    byChoice[choice - 1][face] += counts[face]
                }
                let first = (view["first"]?.intValue ?? 1) - 1
                if let before { pairs[before * 6 + first] += 1 }
                before = first
            }
        }
        #expect(faces.reduce(0, +) >= 1_000_000)
        // one in a million runs would exceed these bounds; the keys are fixed, so this run never
        // does
        #expect(Self.chiSquare(faces) < 37, "\(faces)")
        for counts in byChoice { #expect(Self.chiSquare(counts) < 37, "\(byChoice)") }
        #expect(Self.chiSquare(pairs) < 92, "\(pairs)")
    }
}
