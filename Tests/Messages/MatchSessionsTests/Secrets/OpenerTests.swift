import GameRules
import MessageProtocol
import MessagesTesting
import Simulation
import Testing
import Values

@testable import GameApps
@testable import MatchSessions

/// Moves that reveal sealed moves in games without chance: in turns, and in rounds.
@Suite struct OpenerTests {
    /// A game in which both seats pick a number in secret, and a move reveals the numbers. The
    /// higher number wins.
    private static let numbers = """
        local parlor = require 'parlor'
        return parlor.game {
          title = 'Numbers', seats = { 2, 3 },
          options = { together = { default = false } },
          setup = function() return {} end,
          turn = function(state, match)
            local left = {}
            for seat = 1, match.seats do
              if match.sealed[seat] == 0 and not state.gone then left[#left + 1] = seat end
            end
            if #left > 0 then return match.options.together and left or left[1], 'pick' end
            return 1, 'show'
          end,
          moves = {
            pick = { choices = { 1, 2, 3, 4, 5, 6, 7, 8, 9 }, secret = 'show', play = function(state, seat, number)
              state.secret[seat] = { number = number }
            end },
            show = { play = function(state, seat, _, match)
              state.numbers = {}
              for other = 1, match.seats do state.numbers[other] = (state.secret[other] or {}).number or 0 end
            end },
          },
          leave = function(state) state.gone = true end,
          outcome = function(state)
            if state.gone then return parlor.draw() end
            if state.numbers then return parlor.scores(state.numbers) end
          end,
        }
        """

    private static func game() throws -> GameScript {
        try GameScript(GameFolder(id: "numbers", game: numbers), library: ScriptSource(folder: home.sdk))
    }

    @Test(arguments: [false, true]) func twoHosts(together: Bool) throws {
        let script = try Self.game()
        let options: [String: Value] = ["together": .bool(together)]
        let ann = try CorrespondenceMatch(of: script, seats: 2, options: options)
        let url = try ann.message(from: 1).url
        let bob = try #require(
            try CorrespondenceMatch.open(MessageURLCoder().envelope(from: url), shelf: ScriptVersions(script)).match)
        let hosts = [ann, bob]
        func tell(_ seat: Int) throws {
            guard let url = try? hosts[seat - 1].message(from: seat).url else { return }
            let verdict = try hosts[2 - seat].receive(MessageURLCoder().envelope(from: url)).verdict
            #expect(["adopt", "duplicate"].contains(verdict.code), "seat \(seat): \(verdict)")
        }
        try tell(2)
        for (seat, pick) in [(1, "pick 7"), (2, "pick 4")] {
            let text = try hosts[seat - 1].match.legalMoves(for: seat).first {
                "pick \($0.text)" == pick || $0.text == pick
            }
            try hosts[seat - 1].play(try #require(text).text, seat: seat)
            try tell(seat)
        }
        for host in hosts { #expect(host.signedLog?.log.plies.count { $0.isHidden } == 2) }
        #expect(try bob.match.view(for: 2)["secret"]?.element(at: .int(1)) == nil)
        try ann.play("show", seat: 1)
        try tell(1)
        for seat in [2, 1, 2, 1] { try tell(seat) }
        for host in hosts {
            #expect(try host.match.status.outcome == .scores([7, 4]))
            #expect(try host.audit()?.verdict == .final)
            #expect(host.signedLog?.log.plies.count { $0.revealed != nil } == 2)
        }
        #expect(ann.signedLog?.head == bob.signedLog?.head)
    }

    /// A game of ``game()`` on phones, for two and three seats. Each phone is compared again after
    /// a restart.
    @Test(arguments: [2, 3], [false, true])
    func phones(people: Int, together: Bool) throws {
        let script = try Self.game()
        let seats = try ["Ann", "Bob", "Cai"].prefix(people).map { try SimulatedPerson($0, script) }
        let id = try seats[0].table.begin(
            as: seats[0].token, seats: people,
            options: ["together": .bool(together)],
            chat: seats[0].chat, session: seats[0].session, now: .zero)
        func send(_ url: String, _ seat: Int) throws {
            for (number, other) in zip(1..., seats) where number != seat { other.read(url, from: seats[seat - 1]) }
        }
        try send(try seats[0].act(.invite, in: id), 1)
        for number in 2...people { try send(try seats[number - 1].act(.join, in: id), number) }
        if people > 2 { try send(try seats[0].act(.start, in: id), 1) }
        for _ in 0..<20 {
            for (number, seat) in zip(1..., seats) {
                seat.table.forgetRules()
                let moves = try seat.table.legalMoves(in: id)
                guard let move = moves.first(where: { $0.text == "\(10 - number)" }) ?? moves.first else { continue }
                try send(try seat.play(move.text, in: id), number)
            }
        }
        let scores = Outcome.scores((1...people).map { Double(10 - $0) })
        for seat in seats {
            #expect(try seat.table.status(of: id).outcome == scores, "\(seat.name)")
            #expect(try seat.table.reader(of: id).audit().verdict == .final)
        }
        #expect(Set(seats.map { $0.head(id) }).count == 1)
    }

    /// A script may reject a listed move after it sees the revealed moves. The match is then over as a
    /// tie, and the revealed moves stay revealed.
    @Test func whatAScriptRefusesThenIsATie() throws {
        let refusing = Self.numbers.replacing(
            "show = { play = function(state, seat, _, match)",
            with: """
                show = { play = function(state, seat, _, match)
                  if state.secret[2].number > 5 then return parlor.reject('too_high', 'That is too high.') end
                """)
        let script = try GameScript(
            GameFolder(id: "numbers", game: refusing), library: ScriptSource(folder: home.sdk))
        let ann = try CorrespondenceMatch(of: script, seats: 2)
        let url = try ann.message(from: 1).url
        let bob = try #require(
            try CorrespondenceMatch.open(MessageURLCoder().envelope(from: url), shelf: ScriptVersions(script)).match)
        let hosts = [ann, bob]
        func tell(_ seat: Int) throws {
            let url = try hosts[seat - 1].message(from: seat).url
            let verdict = try hosts[2 - seat].receive(MessageURLCoder().envelope(from: url)).verdict
            #expect(verdict.code == "adopt", "\(verdict)")
        }
        try tell(2)
        for (seat, text) in [(1, "7"), (2, "6"), (1, "show")] {
            try hosts[seat - 1].play(text, seat: seat)
            try tell(seat)
        }
        try tell(2)
        for host in hosts {
            let status = try host.match.status
            #expect(status.turn.isEmpty && status.outcome == .draw, "\(status) \(host.match.log)")
            #expect(host.signedLog?.log.plies.count { $0.revealed != nil } == 2)
        }
        #expect(try ann.match.standingDigest() == bob.match.standingDigest())
        for host in hosts { #expect(try host.audit()?.verdict == .final) }
    }
}
