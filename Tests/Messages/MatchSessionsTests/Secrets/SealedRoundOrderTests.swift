import GameRules
import MatchSessions
import MessagesTesting
import Testing
import Values

/// Moves that stay sealed longer than a round, entered in rounds and in turns, in any order of
/// arrival, with and without draws. Both hosts get the same match, each host knows the sealed moves
/// of its own seat, and all sealed moves are revealed.
@Suite struct SealedRoundOrderTests {
    private struct Kind: CustomStringConvertible {
        let opensBy: String
        let isRound: Bool
        let draws: Bool

        var description: String { "\(opensBy)\(isRound ? ", in rounds" : "")\(draws ? ", drawn" : "")" }

        var source: String {
            """
            local parlor = require "parlor"
            return parlor.game {
              title = "Orders", summary = "x", version = 1, seats = 2, \(draws ? "chance = true," : "")
              setup = function() return { n = 0 } end,
              turn = function(state, match)
                local waiting = {}
                for seat = 1, 2 do if match.sealed[seat] < 2 then waiting[#waiting + 1] = seat end end
                if waiting[1] then return \(isRound ? "waiting" : "waiting[1]"), "hide" end
                return state.n % 2 + 1, "call"
              end,
              moves = {
                hide = { secret = "\(opensBy)", \(draws ? "forced = true," : "choices = { 1, 2, 3 },")
                  play = function(state, seat, n, match)
                    local own = state.secret[seat]
                    own[#own + 1] = \(draws ? "match.random(6)" : "n")
                  end },
                call = { play = function(state)
                  state.n = state.n + 1
                  \(opensBy == "call" ? "state.shown = { parlor.copy(state.secret[1]), parlor.copy(state.secret[2]) }" : "")
                end },
              },
              outcome = function(state) if state.n == 2 then return parlor.draw() end end,
            }
            """
        }
    }

    /// Sends the message that a host has to send, if there is one. Neither host may find the
    /// other's message forged, illegal or from another match.
    private static func tell(_ seat: Int, _ hosts: [CorrespondenceMatch], _ what: String) throws {
        guard let url = try? hosts[seat - 1].message(from: seat).url else { return }
        let verdict = try hosts[2 - seat].receive(hosts[0].carrier.envelope(from: url)).verdict
        #expect(["adopt", "duplicate", "late", "kept"].contains(verdict.code), "\(what): \(verdict)")
    }

    private static func play(_ kind: Kind, seed: UInt64) throws {
        let script = try GameScript(
            GameFolder(id: "orders", game: kind.source), library: GameCatalog(home: home).library)
        var random = SplitMix64(seed: seed)
        let what = "\(kind), seed \(seed)"
        let ann = try CorrespondenceMatch(of: script)
        let invitation = try ann.carrier.envelope(from: ann.message(from: 1).url)
        let hosts = [ann, try #require(try CorrespondenceMatch.open(invitation, shelf: ScriptVersions(script)).match)]
        try tell(2, hosts, what)
        for _ in 0..<60 {
            let seat = Int.random(in: 1...2, using: &random)
            let host = hosts[seat - 1]
            if let move = try host.match.legalMoves(for: seat).randomElement(using: &random),
                Bool.random(using: &random)
            {
                try? host.play(move.text, seat: seat)
            }
            if Bool.random(using: &random) { try tell(seat, hosts, what) }
        }
        for seat in [1, 2, 1, 2, 1, 2] { try tell(seat, hosts, what) }
        for _ in 0..<8 {
            for (seat, host) in zip(1..., hosts) {
                if let move = try host.match.legalMoves(for: seat).first { try? host.play(move.text, seat: seat) }
                try tell(seat, hosts, what)
            }
        }
        for seat in [1, 2, 1, 2] { try tell(seat, hosts, what) }
        #expect(try hosts.allSatisfy { try $0.match.status.outcome == .draw }, "\(what)")
        #expect(try hosts[0].match.standingDigest() == hosts[1].match.standingDigest(), "\(what)")
        for (seat, host) in zip(1..., hosts) {
            let own = try host.match.view(for: seat)["secret"]?.element(at: .int(Int64(seat)))?.arrayValue
            #expect(own?.count == 2, "\(what): seat \(seat) has \(own as Any)")
            #expect(try host.audit()?.verdict == .final, "\(what)")
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>) func bothComeToTheSame(seed: UInt64) throws {
        for opensBy in ["match", "call"] {
            for isRound in [true, false] {
                for draws in [false, true] {
                    try Self.play(Kind(opensBy: opensBy, isRound: isRound, draws: draws), seed: seed)
                }
            }
        }
    }
}
