import GameRules
import MatchSessions
import MessageProtocol
import MessagesTesting
import Simulation
import Testing
import Values

/// A script that fails or rejects a move as soon as something hidden is revealed. The match by
/// messages ends as a tie on every device, and nobody is stuck.
@Suite struct BoundEndsTests {
    private static func game(_ body: String, chance: Bool = false) throws -> GameScript {
        let source = """
            local parlor = require 'parlor'
            return parlor.game {
              title = 'Bound', seats = { 2, 3 }, \(chance ? "chance = true," : "")
              \(body)
            }
            """
        return try GameScript(GameFolder(id: "bound", game: source), library: ScriptSource(folder: home.sdk))
    }

    /// Plays the first legal moves until nobody has any, and returns the people.
    private static func played(_ script: GameScript, people: Int, seed: UInt64) throws -> ([SimulatedPerson], MatchID) {
        let seats = try ["Ann", "Bob", "Cai"].prefix(people).map { try SimulatedPerson($0, script, seed: seed) }
        let id = try seats[0].begin(seats: people)
        func send(_ url: String, _ seat: Int) {
            for (number, other) in zip(1..., seats) where number != seat {
                let verdict = other.read(url, from: seats[seat - 1]).verdict.code
                #expect(["adopt", "duplicate", "late", "join_request"].contains(verdict), "\(verdict)")
            }
        }
        send(try seats[0].act(.invite, in: id), 1)
        for number in 2...people { send(try seats[number - 1].act(.join, in: id), number) }
        if people > 2 { send(try seats[0].act(.start, in: id), 1) }
        for _ in 0..<12 {
            for (number, seat) in zip(1..., seats) {
                seat.table.forgetRules()
                guard let move = try seat.table.legalMoves(in: id).first else { continue }
                send(try seat.play(move.text, in: id), number)
            }
        }
        return (seats, id)
    }

    private static func expectTie(_ seats: [SimulatedPerson], _ id: MatchID, _ note: String) throws {
        for seat in seats {
            seat.table.forgetRules()
            #expect(try seat.table.status(of: id).outcome == .draw, "\(note): \(seat.name)")
        }
        #expect(Set(seats.map { $0.head(id) }).count == 1, "\(note)")
    }

    private static let failures = ["error 'no'", "return parlor.reject('no', 'No.')", "state.x = print"]

    @Test(arguments: failures, [2, 3]) func aSealedRound(_ fails: String, people: Int) throws {
        let script = try Self.game(
            """
            setup = function() return { said = {} } end,
            turn = function(_, match) local all = {} for seat = 1, match.seats do all[seat] = seat end return all end,
            moves = { say = { choices = { 2, 1 }, secret = 'round', play = function(state, seat, n)
              if seat > 1 and state.said[1] == n then \(fails) end
              state.said[seat] = n
            end } },
            outcome = function() end,
            """)
        let (seats, id) = try Self.played(script, people: people, seed: 3)
        try Self.expectTie(seats, id, fails)
    }

    @Test(arguments: failures, [2, 3]) func aMoveThatOpens(_ fails: String, people: Int) throws {
        let script = try Self.game(
            """
            setup = function() return {} end,
            turn = function(_, match)
              for seat = 1, match.seats do if match.sealed[seat] == 0 then return seat, 'hide' end end
              return 2, 'call'
            end,
            moves = {
              hide = { choices = { 3, 1 }, secret = 'call', play = function(state, seat, n) state.secret[seat].n = n end },
              call = { play = function(state) if state.secret[1].n == 3 then \(fails) end end },
            },
            outcome = function() end,
            """)
        let (seats, id) = try Self.played(script, people: people, seed: 4)
        try Self.expectTie(seats, id, fails)
    }

    @Test(arguments: failures, [2, 3]) func aDraw(_ fails: String, people: Int) throws {
        let script = try Self.game(
            """
            setup = function() return { n = 0 } end,
            moves = { roll = { choices = { 'a', 'b' }, play = function(state, seat, _, match)
              local n = match.random(1000000)
              if n ~= 658142 then \(fails) end
              state.n = state.n + 1
            end } },
            outcome = function(state) if state.n == 3 then return parlor.win(1) end end,
            """, chance: true)
        let (seats, id) = try Self.played(script, people: people, seed: 5)
        try Self.expectTie(seats, id, fails)
    }

    @Test(arguments: [2, 3]) func aDrawOfTheSetup(people: Int) throws {
        let script = try Self.game(
            """
            setup = function(match) if match.random(1000000) ~= 658142 then error 'no' end return {} end,
            moves = { go = { play = function() end } },
            outcome = function() end,
            """, chance: true)
        let (seats, id) = try Self.played(script, people: people, seed: 6)
        try Self.expectTie(seats, id, "setup")
    }

    /// A question that changes the state fails in the ply that called it, and not in the next request.
    @Test(arguments: ["turn", "outcome"], [2, 3]) func aQuestionThatWrites(hook: String, people: Int) throws {
        let writes = "if state.said[1] and state.said[2] then state.x = 1 end"
        let script = try Self.game(
            """
            setup = function() return { said = {} } end,
            turn = function(state, match)
              \(hook == "turn" ? writes : "")
              local all = {} for seat = 1, match.seats do all[seat] = seat end return all
            end,
            moves = { say = { choices = { 2, 1 }, secret = 'round', play = function(state, seat, n) state.said[seat] = n end } },
            outcome = function(state) \(hook == "outcome" ? writes : "") end,
            """)
        let (seats, id) = try Self.played(script, people: people, seed: 8)
        try Self.expectTie(seats, id, hook)
    }
}
