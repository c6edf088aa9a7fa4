import Hosting
import Synchronization
import Testing

/// A bot's move and the end of a turn happen when they are due, even if they fail at first.
@Suite(.timeLimit(.minutes(40))) struct AttendingTests {
    private static var patient: MatchServiceSettings {
        var settings = Houses.quick
        settings.retryPause = .milliseconds(1)
        return settings
    }

    /// The problems that the service has reported.
    private final class Reports: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        @Sendable func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    /// Waits until the match has an entry with this number, and returns the view.
    private func number(_ number: Int, of seated: SeatGrant, in house: MatchService) async throws -> SeatView {
        for try await event in try await house.events(in: seated.match, after: 0, token: seated.token) {
            if case .view = event, event.number >= number { break }
        }
        return try await house.view(of: seated.match, token: seated.token)
    }

    /// After the log can be reached again, the bot moves without any request to the match.
    @Test func aBotMovesWhenTheLogIsBack() async throws {
        let (log, reports) = (ProbedMatchLog(), Reports())
        let house = try await Houses.one(log: log, settings: Self.patient, report: reports.add)
        var request = MatchRequest(game: "tic-tac-toe", name: "Ann")
        request.bots = 1
        let ann = try await house.open(request, nonce: .random())
        // entry 5, after the opening, two joins and Ann's move
        log.refuse(5, times: 3)
        try await house.play("b2", in: ann.match, token: ann.token, nonce: .random())
        #expect(try await number(5, of: ann, in: house).ply == 2)
        #expect(reports.all.count == 3, "\(reports.all)")
    }

    /// Liar's dice against a bot that the embedder provides. The bot sees only its own dice.
    @Test func aBotOfOnesOwnMovesByWhatItsSeatSees() async throws {
        let turns = Mutex<[BotTurn]>([])
        var settings = Houses.quick
        settings.bot = { turn in
            turns.withLock { $0.append(turn) }
            return turn.moves.last?.text
        }
        let house = try await Houses.one(settings: settings)
        var request = MatchRequest(game: "liars-dice", name: "Ann")
        request.bots = 1
        let ann = try await house.open(request, nonce: .random())
        let first = try #require(try await house.view(of: ann.match, token: ann.token).moves.first)
        try await house.play(first.text, in: ann.match, token: ann.token, nonce: .random())
        let view = try await number(5, of: ann, in: house)
        let turn = try #require(turns.withLock { $0.first })
        #expect(turn.match == ann.match && turn.game == "liars-dice" && turn.seat == 2 && turn.seats == 2)
        #expect(view.log.last?.seat == 2 && view.ply == 2)
        let state = try await house.state(of: ann.match)
        #expect(state["secret"] != nil && turn.view["secret"] != state["secret"])
        await house.end()
    }

    /// The bot chooses nothing, chooses an illegal move, or never answers. In each case the match continues, and the service
    /// reports an illegal move or a missing answer.
    @Test(arguments: ["nothing", "c9", "never"]) func aBotThatFailsDoesntStopTheMatch(_ answer: String) async throws {
        let reports = Reports()
        var settings = Houses.quick
        settings.botTime = .milliseconds(50)
        settings.bot = { _ in
            // never returns, even if its task is cancelled
            if answer == "never" { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
            return answer == "nothing" ? nil : answer
        }
        let house = try await Houses.one(settings: settings, report: reports.add)
        var request = MatchRequest(game: "tic-tac-toe", name: "Ann")
        request.bots = 1
        let ann = try await house.open(request, nonce: .random())
        try await house.play("b2", in: ann.match, token: ann.token, nonce: .random())
        #expect(try await number(5, of: ann, in: house).ply == 2)
        let expected = ["c9": "isn't legal", "never": "chose no move within"][answer]
        #expect(
            reports.all.count == (expected == nil ? 0 : 1) && reports.all.allSatisfy { $0.contains(expected ?? "") })
        await house.end()
    }

    @Test func aTurnEndsWhenTheLogIsBack() async throws {
        let (log, reports) = (ProbedMatchLog(), Reports())
        let house = try await Houses.one(log: log, settings: Self.patient, report: reports.add)
        var request = MatchRequest(game: "tic-tac-toe", name: "Ann")
        request.turnLimit = 1
        let ann = try await house.open(request, nonce: .random())
        log.refuse(4, times: 2)
        _ = try await house.join(ann.match, name: "Bob", nonce: .random())
        #expect(try await number(4, of: ann, in: house).seats[0].gone == "timeout")
        #expect(reports.all.count == 2, "\(reports.all)")
        // nobody could move while the log was unreachable, so the turn lasts for its whole time again
        #expect(
            try await HostedEntry(bytes: log.read(ann.match, from: 4)[0].bytes).at >= log.lastRefusal.adding(seconds: 1)
        )
    }

    /// The turn lasts longer even if the log could be reached again before the turn would have ended.
    @Test func aTurnGoesOnBehindAMoveThatFoundTheLogAway() async throws {
        let log = ProbedMatchLog()
        let house = try await Houses.one(log: log, settings: Self.patient) { _ in }
        var request = MatchRequest(game: "tic-tac-toe", name: "Ann")
        request.turnLimit = 6  // a busy machine needs time for the move
        let ann = try await house.open(request, nonce: .random())
        _ = try await house.join(ann.match, name: "Bob", nonce: .random())
        try await Task.sleep(for: .milliseconds(700))
        log.refuse(4, times: 1)
        let refusal = await Houses.refusal {
            try await house.play("b2", in: ann.match, token: ann.token, nonce: .random())
        }
        #expect(refusal?.code == "unavailable")
        // meanwhile there is no request to the match
        while try await log.read(ann.match, from: 4).isEmpty { try await Task.sleep(for: .milliseconds(20)) }
        #expect(try await number(4, of: ann, in: house).seats[0].gone == "timeout")
        #expect(
            try await HostedEntry(bytes: log.read(ann.match, from: 4)[0].bytes).at >= log.lastRefusal.adding(seconds: 6)
        )
    }

    /// A reader that cancels its request doesn't make a turn longer, even if the engine then reports that the log can't be
    /// reached.
    @Test func aReaderWhoGivesUpGivesNobodyTime() async throws {
        let reports = Reports()
        let log = ProbedMatchLog()
        log.blameCancelledReaders()
        let house = try await Houses.one(log: log, settings: Self.patient, report: reports.add)
        var request = MatchRequest(game: "tic-tac-toe", name: "Ann")
        request.turnLimit = 1
        let ann = try await house.open(request, nonce: .random())
        _ = try await house.join(ann.match, name: "Bob", nonce: .random())
        let other = try await house.open(MatchRequest(game: "tic-tac-toe", name: "Carl"), nonce: .random())
        let patience = ContinuousClock.now + .seconds(30)
        var looks = 0
        while try log.entries(of: ann.match) < 4, ContinuousClock.now < patience {
            let look = Task { try await house.view(of: other.match, token: nil) }
            try await Task.sleep(for: .milliseconds(1))
            look.cancel()
            _ = try await look.value
            looks += 1
        }
        #expect(try log.entries(of: ann.match) == 4, "\(looks) looks")
        #expect(looks > 0 && reports.all == [])
    }

    /// While no service runs, nobody can move. When a service starts, the seat in turn has time again.
    @Test func aTurnThatEndedMeanwhileGoesOn() async throws {
        let log = MemoryMatchLog()
        let first = try await Houses.one(log: log)
        var request = MatchRequest(game: "tic-tac-toe", name: "Ann")
        request.turnLimit = 1
        let ann = try await first.open(request, nonce: .random())
        _ = try await first.join(ann.match, name: "Bob", nonce: .random())
        await first.end()
        let joined = try HostedEntry(bytes: log.read(ann.match, from: 3)[0].bytes).at
        while Timestamp.now < joined.adding(seconds: 1) { try await Task.sleep(for: .milliseconds(50)) }
        let begun = Timestamp.now
        let second = try await Houses.one(log: log)
        #expect(try await number(4, of: ann, in: second).seats[0].gone == "timeout")
        #expect(try HostedEntry(bytes: log.read(ann.match, from: 4)[0].bytes).at >= begun.adding(seconds: 1))
    }

    /// The rules fail whenever the bot moves. The bot's turn times out after the time that a person would have.
    @Test func aBotThatCantMoveExceedsItsTime() async throws {
        let game = try Houses.game(
            "stuck",
            """
            local parlor = require 'parlor'
            return parlor.game {
              title = 'Stuck', version = 1, seats = 2,
              setup = function() return { count = 0 } end,
              turn = function(state) return state.count % 2 + 1 end,
              moves = { up = { play = function(state)
                if state.count == 1 then error('stuck') end
                state.count = state.count + 1
              end } },
              outcome = function(state) if state.count == 3 then return parlor.win(2) end end,
            }
            """)
        let reports = Reports()
        let house = try await Houses.one(settings: Self.patient, games: [game], report: reports.add)
        var request = MatchRequest(game: "stuck", name: "Ann")
        (request.bots, request.turnLimit) = (1, 1)
        let ann = try await house.open(request, nonce: .random())
        try await house.play("up", in: ann.match, token: ann.token, nonce: .random())
        let view = try await number(5, of: ann, in: house)
        #expect(view.phase == "over" && view.outcome?.winners == [1] && view.seats[1].gone == "timeout")
        #expect(reports.all.first?.contains("stuck") == true, "\(reports.all)")
    }
}
