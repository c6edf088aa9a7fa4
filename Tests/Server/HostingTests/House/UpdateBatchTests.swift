import Hosting
import Testing

/// The updates after an entry are computed once for all readers that wait for them.
@Suite struct UpdateBatchTests {
    @Test func manyWatchersReadTheLogOnce() async throws {
        let log = ProbedMatchLog()
        let house = try await Houses.one(log: log)
        let ann = try await house.open(MatchRequest(game: "tic-tac-toe", name: "Ann"), nonce: .random())
        let bob = try await house.join(ann.match, name: "Bob", nonce: .random())
        var streams: [MatchUpdates.Iterator] = []
        for _ in 1...120 {
            let events = try await house.events(in: ann.match, after: 3, token: nil)
            var stream = events.makeAsyncIterator()
            guard case .view(let view, _)? = try await stream.next() else { return #expect(Bool(false), "no view") }
            #expect(view.number == 3)
            streams.append(stream)
        }
        let seat = try await house.events(in: ann.match, after: 3, token: bob.token)
        var bobs = seat.makeAsyncIterator()
        _ = try await bobs.next()
        // the service also reads the log now and then when it tidies up
        let reads = log.reads
        try await house.play("b2", in: ann.match, token: ann.token, nonce: .random())
        var told: Set<[UInt8]> = []
        for var stream in streams {
            guard case .entry(let line, _)? = try await stream.next(),
                case .view(let view, let json)? = try await stream.next()
            else { return #expect(Bool(false), "no news") }
            #expect(line.number == 4 && view.number == 4 && json == JSONBytes.of(view))
            told.insert(json)
        }
        #expect(told.count == 1 && log.reads - reads < 60, "\(log.reads - reads) reads for 120 watchers")
        // the player's view differs from the view of the spectators
        guard case .entry(let line, _)? = try await bobs.next(), case .view(let view, let json)? = try await bobs.next()
        else { return #expect(Bool(false), "no news") }
        #expect(line.number == 4 && view.you == 2 && !told.contains(json))
        await house.end()
    }

    /// A scene that fails isn't run again for each viewer.
    @Test func whatFailsIsRunOnce() async throws {
        let game = try Houses.game(
            "unseen",
            """
            local parlor, scene = require 'parlor', require 'parlor.scene'
            return parlor.game {
              title = 'Unseen', version = 1, seats = 2,
              setup = function() return { count = 0 } end,
              turn = function(state) return state.count % 2 + 1 end,
              moves = { up = { play = function(state) state.count = state.count + 1 end } },
              outcome = function(state) if state.count == 3 then return parlor.win(2) end end,
              scene = function(state) if state.count == 1 then error('dark') end return scene.text('x') end,
            }
            """)
        let house = try await Houses.one(games: [game]) { _ in }
        let ann = try await house.open(MatchRequest(game: "unseen", name: "Ann"), nonce: .random())
        let bob = try await house.join(ann.match, name: "Bob", nonce: .random())
        try await house.play("up", in: ann.match, token: ann.token, nonce: .random())
        func spent() async -> Double {
            let meter = ScriptMeter()
            let refusal = await Houses.refusal {
                try await meter.measure { try await house.view(of: ann.match, token: nil) }
            }
            #expect(refusal?.code == "script_failed")
            return meter.seconds
        }
        let begun = Timestamp.now
        var runs = 0
        for _ in 1...12 where await spent() > 0 { runs += 1 }
        // the scene is tried again after ten seconds, and such a time may pass while other tests run
        let seconds = (Timestamp.now.milliseconds - begun.milliseconds) / 1000
        #expect(runs >= 1 && runs <= 1 + seconds / 10)
        // after the next move the scene is run again
        try await house.play("up", in: ann.match, token: bob.token, nonce: .random())
        #expect(try await house.view(of: ann.match, token: nil).ply == 2)
    }
}
