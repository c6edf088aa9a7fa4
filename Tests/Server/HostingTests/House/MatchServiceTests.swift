import GameRules
import Hosting
import Scenes
import StorageLaws
import Testing
import Values

@Suite struct MatchServiceTests {
    @Test func twoPlayATicTacToe() async throws {
        let house = try await Houses.one()
        let ann = try await house.open(MatchRequest(game: "tic-tac-toe", name: "Ann"), nonce: .random())
        var view = try await house.view(of: ann.match, token: ann.token)
        #expect(view.phase == "waiting" && view.you == 1 && view.status == "Waiting for one more player.")
        let bob = try await house.join(ann.match, name: "Bob", nonce: .random())
        for (seated, move) in [(ann, "a1"), (bob, "a2"), (ann, "b1"), (bob, "b2"), (ann, "c1")] {
            try await house.play(move, in: ann.match, token: seated.token, nonce: .random())
        }
        view = try await house.view(of: ann.match, token: bob.token)
        #expect(view.phase == "over" && view.outcome?.winners == [1] && view.status == "Ann wins.")
        #expect(
            view.log.map(\.says) == [
                "The match is open.", "Ann sits down.", "Bob sits down.", "Ann: a1", "Bob: a2", "Ann: b1", "Bob: b2",
                "Ann: c1",
            ])
        #expect(view.words.contains("a1: X"))
        let playthrough = try await house.playthrough(of: ann.match)
        #expect(playthrough.plies.count == 5 && playthrough.outcome == "win 1")
        let script = try #require(house.games.first { $0.id == "tic-tac-toe" })
        _ = try Playthrough(text: playthrough.text).play(script)
    }

    @Test func refusals() async throws {
        let house = try await Houses.one()
        let ann = try await house.open(MatchRequest(game: "tic-tac-toe"), nonce: .random())
        func refusal(_ move: String, _ token: SeatToken?, after: Int? = nil) async -> HostingError? {
            await Houses.refusal {
                try await house.play(move, in: ann.match, token: token, after: after, nonce: .random())
            }
        }
        #expect(await Houses.refusal { try await house.view(of: .random(), token: nil) } == .unknownMatch)
        #expect(await refusal("a1", ann.token)?.code == "over")
        let bob = try await house.join(ann.match, name: "Bob\u{202e}", nonce: .random())
        #expect(await Houses.refusal { try await house.join(ann.match, name: "Eve", nonce: .random()) } == .full)
        #expect(await refusal("a1", nil) == .noSeat)
        #expect(await refusal("a1", bob.token)?.code == "not_your_turn")
        try await house.play("a1", in: ann.match, token: ann.token, nonce: .random())
        #expect(await refusal("a1", bob.token)?.code == "illegal_move")
        #expect(await refusal("b2", bob.token, after: 3) == .behind)
        try await house.play("b2", in: ann.match, token: bob.token, after: 4, nonce: .random())
        let view = try await house.view(of: ann.match, token: nil)
        #expect(view.you == nil && view.moves == [] && view.ply == 2 && view.seats[1].name == "Bob")
    }

    /// A repeated request with the same nonce gets the same answer, also from another service over the same log.
    @Test func repeatedRequests() async throws {
        let log = MemoryMatchLog()
        let (one, two) = (try await Houses.one(log: log), try await Houses.one(log: log))
        let (opening, joining, moving) = (Nonce.random(), Nonce.random(), Nonce.random())
        var seen: Set<SeatGrant> = []
        for house in [one, two, one, two] {
            seen.insert(try await house.open(MatchRequest(game: "tic-tac-toe", name: "Ann"), nonce: opening))
        }
        let ann = try #require(seen.first)
        #expect(seen.count == 1)
        var bobs: Set<SeatGrant> = []
        for house in [two, one, two] { bobs.insert(try await house.join(ann.match, name: "Bob", nonce: joining)) }
        #expect(bobs.count == 1)
        for house in [one, two, one] {
            #expect(try await house.play("b2", in: ann.match, token: ann.token, nonce: moving) == 4)
        }
        #expect(try log.read(ann.match, from: 1).count == 4)
        let digests = [try await one.digest(of: ann.match).digest, try await two.digest(of: ann.match).digest]
        #expect(digests[0] == digests[1])
    }

    /// Many people play on two services at once, and every move counts once.
    @Test func twoHousesRace() async throws {
        let log = MemoryMatchLog()
        let houses = [try await Houses.one(log: log), try await Houses.one(log: log)]
        let ann = try await houses[0].open(MatchRequest(game: "tic-tac-toe", name: "Ann"), nonce: .random())
        let bob = try await houses[1].join(ann.match, name: "Bob", nonce: .random())
        for (ply, move) in ["a1", "b2", "c3", "a2"].enumerated() {
            let seated = [ann, bob][ply % 2]
            let won = await withTaskGroup(of: Bool.self) { group in
                for turn in 0..<8 {
                    group.addTask {
                        (try? await houses[turn % 2].play(move, in: ann.match, token: seated.token, nonce: .random()))
                            != nil
                    }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(won == 1)
        }
        #expect(try log.read(ann.match, from: 1).count == 7)
    }

    @Test func botsAnswer() async throws {
        let house = try await Houses.one()
        var request = MatchRequest(game: "connect-four", name: "Ann")
        request.bots = 1
        let ann = try await house.open(request, nonce: .random())
        for _ in 0..<21 {
            let view = try await house.view(of: ann.match, token: ann.token)
            guard view.phase == "playing" else { break }
            let move = try #require(view.moves.first)
            try await house.play(move.text, in: ann.match, token: ann.token, nonce: .random())
            for try await event in try await house.events(in: ann.match, after: view.number + 1, token: ann.token) {
                if case .view(let new, _) = event, new.number > view.number + 1 { break }
                let now = try await house.view(of: ann.match, token: ann.token)
                if now.phase != "playing" || now.turn == [1] { break }
            }
        }
        let view = try await house.view(of: ann.match, token: ann.token)
        #expect(view.phase == "over" || view.ply > 20)
    }

    @Test func timeRunsOut() async throws {
        let house = try await Houses.one()
        var request = MatchRequest(game: "tic-tac-toe", name: "Ann")
        request.turnLimit = 1
        let ann = try await house.open(request, nonce: .random())
        let bob = try await house.join(ann.match, name: "Bob", nonce: .random())
        for try await event in try await house.events(in: ann.match, after: 0, token: bob.token) {
            if case .view = event, event.number >= 4 { break }
        }
        let view = try await house.view(of: ann.match, token: bob.token)
        #expect(view.phase == "over" && view.outcome?.winners == [2] && view.seats[0].gone == "timeout")
    }

    /// A name that somebody in the match has already gets a number, whatever its capital letters and invisible characters are.
    @Test func namesAreToldApart() async throws {
        let house = try await Houses.one()
        var request = MatchRequest(game: "crazy-eights", name: "Ann")
        request.seats = 4
        let ann = try await house.open(request, nonce: .random())
        for name in ["ann", "Ann\u{3164}", " ANN "] {
            _ = try await house.join(ann.match, name: name, nonce: .random())
        }
        let names = try await house.view(of: ann.match, token: nil).seats.map(\.name)
        #expect(names == ["Ann", "ann (2)", "Ann (3)", "ANN (4)"])
    }

    /// Quick joins the match that has waited longest, however many matches of other games were opened later.
    @Test func quickFindsTheMatchThatWaitsLongest() async throws {
        let house = try await Houses.one()
        func open(_ game: String) async throws -> SeatGrant {
            var request = MatchRequest(game: game, name: "Ann")
            (request.isPublic, request.seats) = (true, game == "pig" ? 3 : nil)
            return try await house.open(request, nonce: .random())
        }
        let old = try await open("pig")
        for _ in 0..<(MatchService.mostListed + 10) { _ = try await open("tic-tac-toe") }
        let younger = try await open("pig")
        // the match is still the oldest after somebody has joined it
        _ = try await house.join(old.match, name: "Cem", nonce: .random())
        let found = try await house.quick(game: "pig", name: "Bob", nonce: .random())
        #expect(found.match == old.match)
        #expect(try await house.lobby().matches.first?.id == younger.match.text)
    }

    /// If no service was running when the turn's time was up, even the first request afterwards comes too late.
    @Test func aTurnThatNobodyEndedIsOver() async throws {
        let log = MemoryMatchLog()
        var settings = Houses.quick
        settings.graceSeconds = 0
        let first = try await Houses.one(log: log, settings: settings)
        var request = MatchRequest(game: "tic-tac-toe", name: "Ann")
        request.turnLimit = 4  // a busy machine needs time until the service has ended
        let ann = try await first.open(request, nonce: .random())
        let bob = try await first.join(ann.match, name: "Bob", nonce: .random())
        await first.end()
        try await Task.sleep(for: .milliseconds(4100))
        #expect(try log.read(ann.match, from: 1).count == 3, "nobody was there to end it")
        let second = try await Houses.one(log: log, settings: settings)
        let refusal = await Houses.refusal {
            try await second.play("b2", in: ann.match, token: ann.token, nonce: .random())
        }
        #expect(refusal?.code == "over")
        let view = try await second.view(of: ann.match, token: bob.token)
        #expect(view.seats[0].gone == "timeout" && view.outcome?.winners == [2])
        await second.end()
    }

    /// The deadline in a view is the time at which the turn really ends, including the time that players get after the service
    /// starts.
    @Test func aDeadlineIsWhenTheTurnEnds() async throws {
        let log = MemoryMatchLog()
        var request = MatchRequest(game: "tic-tac-toe", name: "Ann")
        request.turnLimit = 2
        let first = try await Houses.one(log: log)
        let ann = try await first.open(request, nonce: .random())
        _ = try await first.join(ann.match, name: "Bob", nonce: .random())
        await first.end()
        try await Task.sleep(for: .milliseconds(1100))
        let before = Timestamp.now.adding(seconds: 2).text
        let second = try await Houses.one(log: log)
        let deadline = try await second.view(of: ann.match, token: ann.token).deadline
        #expect(deadline.map { $0 >= before } == true, "\(deadline ?? "none") is before \(before)")
        await second.end()
    }

    @Test func quickMatchesMeet() async throws {
        let house = try await Houses.one()
        for game in ["tic-tac-toe", "pig", nil] {
            let seated = try await withThrowingTaskGroup(of: SeatGrant.self) { group in
                for _ in 1...8 { group.addTask { try await house.quick(game: game, name: "Ann", nonce: .random()) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(seated.map(\.match)).count == 4 && Set(seated.map(\.token)).count == 8)
        }
        let refusal = await Houses.refusal { try await house.quick(game: "chess-boxing", name: nil, nonce: .random()) }
        #expect(refusal?.code == "unknown_game")
    }

    /// A requester who got no answer repeats the request, also at another server, and gets only one seat.
    @Test func aQuickMatchIsAskedForOnce() async throws {
        let log = MemoryMatchLog()
        let (house, other) = (try await Houses.one(log: log), try await Houses.one(log: log))
        let opened = Nonce.random(), joined = Nonce.random()
        for game in ["tic-tac-toe", nil] {
            let (opened, joined) = (game == nil ? .random() : opened, game == nil ? .random() : joined)
            let ann = try await house.quick(game: game, name: "Ann", nonce: opened)
            let bob = try await house.quick(game: game, name: "Bob", nonce: joined)
            #expect(ann.match == bob.match && bob.seat == 2)
            // meanwhile another match waits for players
            let cleo = try await house.quick(game: game, name: "Cleo", nonce: .random())
            #expect(cleo.match != bob.match)
            let again = try await withThrowingTaskGroup(of: SeatGrant.self) { group in
                for number in 0..<8 {
                    let house = number % 2 == 0 ? house : other
                    group.addTask { try await house.quick(game: game, name: "Bob", nonce: joined) }
                }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(again == [bob])
            #expect(try await other.quick(game: game, name: "Ann", nonce: opened) == ann)
            #expect(try await house.view(of: cleo.match, token: nil).phase == "waiting")
            // repeating the request doesn't give back a seat that its player has left
            try await house.leave(bob.match, token: bob.token, nonce: .random())
            #expect(try await house.quick(game: game, name: "Bob", nonce: joined) == bob)
            try await house.leave(cleo.match, token: cleo.token, nonce: .random())
        }
    }

    /// A stranger has taken the reserved seat, and another seat is free.
    @Test func whoComesLateToARematchGetsTheSeatThatIsFree() async throws {
        let house = try await Houses.one()
        var request = MatchRequest(game: "crazy-eights", name: "Ann")
        request.seats = 3
        let ann = try await house.open(request, nonce: .random())
        let bob = try await house.join(ann.match, name: "Bob", nonce: .random())
        let cleo = try await house.join(ann.match, name: "Cleo", nonce: .random())
        for seated in [ann, bob] { try await house.leave(ann.match, token: seated.token, nonce: .random()) }
        let next = try await house.rematch(ann.match, token: ann.token, nonce: .random())
        let bobAgain = try await house.rematch(ann.match, token: bob.token, nonce: .random())
        #expect(next.seat == 2 && bobAgain.seat == 3)
        try await house.leave(next.match, token: next.token, nonce: .random())
        _ = try await house.join(next.match, name: "Eve", seat: 1, nonce: .random())
        let late = try await house.rematch(ann.match, token: cleo.token, nonce: .random())
        #expect(late.match == next.match && late.seat == 2)
    }

    /// Everybody gets the seat after their own former seat, in whatever order they ask. The bot has already joined.
    @Test func aRematchOfFourHasAllAgain() async throws {
        let house = try await Houses.one()
        var request = MatchRequest(game: "crazy-eights", name: "Ann")
        (request.seats, request.bots) = (4, 1)
        let ann = try await house.open(request, nonce: .random())
        let others = try await [
            house.join(ann.match, name: "Bob", nonce: .random()), house.join(ann.match, name: "Cleo", nonce: .random()),
        ]
        for seated in others + [ann] { try await house.leave(ann.match, token: seated.token, nonce: .random()) }
        var again: [SeatGrant] = []
        for seated in [others[1], ann, others[0]] {
            again.append(try await house.rematch(ann.match, token: seated.token, nonce: .random()))
        }
        #expect(Set(again.map(\.match)).count == 1 && again.map(\.seat) == [4, 2, 3])
        let view = try await house.view(of: again[0].match, token: again[1].token)
        #expect(view.phase == "playing" && view.seats.map(\.name) == ["Robin", "Ann", "Bob", "Cleo"])
        #expect(view.seats.map(\.bot) == [true, false, false, false])
    }

    @Test func aRematchHasBothAgain() async throws {
        let house = try await Houses.one()
        let ann = try await house.open(MatchRequest(game: "tic-tac-toe", name: "Ann"), nonce: .random())
        let bob = try await house.join(ann.match, name: "Bob", nonce: .random())
        let early = await Houses.refusal { try await house.rematch(ann.match, token: bob.token, nonce: .random()) }
        #expect(early?.code == "over")
        try await house.leave(ann.match, token: ann.token, nonce: .random())
        // a spectator learns of the rematch, but can't take the seat that is reserved for Ann
        let kept = try await house.rematch(ann.match, token: bob.token, nonce: .random())
        #expect(await Houses.refusal { try await house.join(kept.match, name: "Eve", nonce: .random()) } == .kept)
        #expect(
            await Houses.refusal { try await house.addBot(kept.match, token: kept.token, nonce: .random()) } == .kept)
        #expect(try await house.view(of: kept.match, token: kept.token).seats.map(\.kept) == [nil, true])
        #expect(
            try await house.rematch(ann.match, token: bob.token, nonce: .random()) == kept, "an answer that was lost")
        async let first = house.rematch(ann.match, token: ann.token, nonce: .random())
        async let second = house.rematch(ann.match, token: bob.token, nonce: .random())
        let (annAgain, bobAgain) = try await (first, second)
        #expect(annAgain.match == bobAgain.match && annAgain.seat == 2 && bobAgain.seat == 1)
        #expect(try await house.view(of: ann.match, token: nil).next == annAgain.match.text)
        try await house.play("b2", in: annAgain.match, token: bobAgain.token, nonce: .random())
    }

    @Test func lobbyAndQuickMatch() async throws {
        let house = try await Houses.one()
        let ann = try await house.quick(game: "tic-tac-toe", name: "Ann", nonce: .random())
        #expect(try await house.lobby().matches.map(\.id) == [ann.match.text])
        let bob = try await house.quick(game: "tic-tac-toe", name: "Bob", nonce: .random())
        #expect(bob.match == ann.match && bob.seat == 2)
        let lobby = try await house.lobby()
        #expect(lobby.matches.isEmpty && lobby.watchable.map(\.id) == [ann.match.text])
    }
}
