import GameRules
import MessageHost
import MessageWire
import Testing
import Values

@testable import Conformance

struct TempTests {
    @Test func tempHunt() throws {
        for game in ["pig"] {
        let script = try catalog().script(game)
        var found = 0
        for seed in UInt64(1)...12 {
            let setup = GameSetup(seats: game == "pig" || game == "liars-dice" ? 2 + Int(seed % 3) : 2, options: try script.options(choosing: game == "rock-paper-scissors" ? ["rounds": [1, 3, 9][Int(seed % 3)]] : game == "battleship" ? ["size": 3] : [:]), seed: seed)
            let reader: SimulatedPerson.Reader = { table, url, sender, now in
                let before = (try? Carrier().envelope(from: url)).flatMap { table.records[$0.signedLog.match.id]?.signedLog }
                let reading = SimulatedPerson.standardReader(table, url, sender, now)
                if let reading, case .illegalTransition(let ply, let seat, let reason) = reading.verdict {
                    print("TEMP \(game) seed \(seed): ply \(ply) seat \(seat): \(reason)")
                    let stranger = MatchTable(game: table.game, shelf: ScriptShelf(script))
                    print("TEMP stranger", SimulatedPerson.standardReader(stranger, url, nil, now)!.verdict.code)
                    table.forgetRules()
                    print("TEMP again", SimulatedPerson.standardReader(table, url, sender, now)!.verdict.code)
                    if true { return reading }
                    print("TEMP ours ", before?.log.plies.map { "\($0.seat)\("\($0.action)".prefix(14))\($0.place)" } ?? [])
                    print("TEMP theirs ", (try? Carrier().envelope(from: url))?.signedLog.log.plies.map { "\($0.seat)\("\($0.action)".prefix(14))\($0.place)" } ?? [])
                }
                return reading
            }
            var tables = try SimulatedTables(script, setup, length: 12, seed: seed, reader: reader)
            do { try tables.play() } catch { print("TEMP \(game) seed \(seed): \(error)"); found += 1 }
            if found > 2 { found = 0; break }
            }
        }
    }
}
