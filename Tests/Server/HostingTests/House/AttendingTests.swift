import Hosting
import Synchronization
import Testing

/// What falls due at a table happens, also when it fails at first.
@Suite(.timeLimit(.minutes(40))) struct AttendingTests {
    private static var patient: MatchServiceSettings {
        var settings = Houses.quick
        settings.retryPause = .milliseconds(1)
        return settings
    }

    /// What the house has reported.
    private final class Reports: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        @Sendable func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    /// Waits for the entry with a number.
    private func number(_ number: Int, of seated: Seated, in house: MatchService) async throws -> SeatView {
        for try await event in try await house.events(in: seated.match, after: 0, token: seated.token) {
            if case .view = event, event.number >= number { break }
        }
        return try await house.view(of: seated.match, token: seated.token)
    }

    /// Nobody asks for the match when the log is back.
    @Test func aBotMovesWhenTheLogIsBack() async throws {
        let (log, reports) = (ProbedMatchLog(), Reports())
        let house = try await Houses.one(log: log, settings: Self.patient, report: reports.add)
        var request = MatchRequest(game: "tic-tac-toe", name: "Ann")
        request.bots = 1
        let ann = try await house.open(request, nonce: .random())
        // behind the opening, two who sit down, and Ann's move
        log.refuse(5, times: 3)
        try await house.play("b2", in: ann.match, token: ann.token, nonce: .random())
        #expect(try await number(5, of: ann, in: house).ply == 2)
        #expect(reports.all.count == 3, "\(reports.all)")
    }

    /// Liar's dice against a bot of the embedder's, which sees its own dice and no others.
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

    /// It may choose nothing, something that isn't legal, or never answer: the match goes on, and the house reports it.
    @Test(arguments: ["nothing", "c9", "never"]) func aBotThatFailsDoesntStopTheMatch(_ answer: String) async throws {
        let reports = Reports()
        var settings = Houses.quick
        settings.botTime = .milliseconds(50)
        settings.bot = { _ in
            // deaf to its cancellation
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
        // nobody could have moved while it was away: there is as much time as a turn has
        #expect(
            try await HostedEntry(bytes: log.read(ann.match, from: 4)[0].bytes).at >= log.lastRefusal.adding(seconds: 1)
        )
    }

    /// Also where the log was back before the turn would have ended.
    @Test func aTurnGoesOnBehindAMoveThatFoundTheLogAway() async throws {
        let log = ProbedMatchLog()
        let house = try await Houses.one(log: log, settings: Self.patient) { _ in }
        var request = MatchRequest(game: "tic-tac-toe", name: "Ann")
        request.turnLimit = 2
        let ann = try await house.open(request, nonce: .random())
        _ = try await house.join(ann.match, name: "Bob", nonce: .random())
        try await Task.sleep(for: .milliseconds(700))
        log.refuse(4, times: 1)
        let refusal = await Houses.refusal {
            try await house.play("b2", in: ann.match, token: ann.token, nonce: .random())
        }
        #expect(refusal?.code == "unavailable")
        // nobody asks for the match meanwhile
        while try await log.read(ann.match, from: 4).isEmpty { try await Task.sleep(for: .milliseconds(20)) }
        #expect(try await number(4, of: ann, in: house).seats[0].gone == "timeout")
        #expect(
            try await HostedEntry(bytes: log.read(ann.match, from: 4)[0].bytes).at >= log.lastRefusal.adding(seconds: 2)
        )
    }

    /// Whoever looks and goes away again tells nothing of the log, whatever the engine makes of it.
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

    /// While there is no house nobody can move: when there is one again, there is time to.
    @Test func aTurnThatEndedMeanwhileGoesOn() async throws {
        let log = MemoryMatchLog()
        let first = try await Houses.one(log: log)
        var request = MatchRequest(game: "tic-tac-toe", name: "Ann")
        request.turnLimit = 1
        let ann = try await first.open(request, nonce: .random())
        _ = try await first.join(ann.match, name: "Bob", nonce: .random())
        await first.end()
        let joined = try HostedEntry(bytes: log.read(ann.match, from: 3)[0].bytes).at
        while Instant.now < joined.adding(seconds: 1) { try await Task.sleep(for: .milliseconds(50)) }
        let begun = Instant.now
        let second = try await Houses.one(log: log)
        #expect(try await number(4, of: ann, in: second).seats[0].gone == "timeout")
        #expect(try HostedEntry(bytes: log.read(ann.match, from: 4)[0].bytes).at >= begun.adding(seconds: 1))
    }

    /// The rules fail whenever the bot moves: it has no more time than a person would have.
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
