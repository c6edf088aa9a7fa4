import GameRules
import LuaRuntime
import Testing
import Values

/// Opening sealed moves finds every lie, and names its ply and its seat.
@Suite struct OpeningTests {
    private func fault(_ match: Match, _ moves: [Int: LoggedMove]) throws -> RevealFault? {
        let before = (match.log, try match.status, try match.digest())
        do throws(RevealFault) {
            try match.sealedMoves.open(moves)
        } catch {
            #expect(try match.log == before.0 && match.status == before.1 && match.digest() == before.2)
            return error
        }
        return nil
    }

    private func hide(_ cell: String) -> LoggedMove { .typed(name: "hide", argument: .string(cell)) }

    /// Returns a match of the game of hidden ships, as the hunter's device knows it.
    private func hunt(_ plies: [(Int, String)]) throws -> Match {
        let match = try Match(of: catalog().script(hideout))
        for _ in 1...2 { try match.sealedMoves.seal(seat: 1) }
        for (seat, text) in plies { try match.play(text, seat: seat) }
        return match
    }

    @Test func anHonestMatchIsOpened() throws {
        let match = try hunt([(2, "a1"), (1, "hit"), (2, "b2"), (1, "miss")])
        #expect(try fault(match, [1: hide("a1"), 2: 6]) == nil)
        let whole = try Match(of: match.script)
        for (seat, text) in [(1, "a1"), (1, "c2"), (2, "a1"), (1, "hit"), (2, "b2"), (1, "miss")] {
            try whole.play(text, seat: seat)
        }
        #expect(try match.stateBytes() == whole.stateBytes())
        #expect(match.log.map(\.choice) == whole.log.map(\.choice), "a move has one form in a log")
        #expect(try match.history().map(\.text) == whole.history().map(\.text))
        #expect(try fault(match, [:]) == nil, "what is known can be audited again")
    }

    /// The seals of a seat that leaves stay closed, so the list of open parts has a hole at that seat. In an earlier
    /// version, this hole brought back the parts of the previous round.
    @Test func whatIsSealedAfterAnOpeningCounts() throws {
        let match = try Match(of: script(PartialGames.call), seats: 3)
        for seat in 1...3 { try match.sealedMoves.seal(seat: seat) }
        try match.leave(seat: 3)
        for seat in 1...2 { try match.sealedMoves.seal(seat: seat) }
        func hide(_ value: Int) -> LoggedMove { .typed(name: "hide", argument: .int(Int64(value))) }
        let first = try fault(match, [1: hide(2), 2: hide(2), 5: hide(5), 6: hide(5)])
        #expect(first == nil)
        try match.play("call", seat: 1)
        #expect(try match.state()["score"] == 10)
        for seat in 1...2 { try match.sealedMoves.seal(seat: seat) }
        #expect(try fault(match, [8: hide(1), 9: hide(1)]) == nil)
        try match.play("call", seat: 1)
        #expect(try match.state()["score"] == 12)
    }

    @Test func aFalseAnswerIsNamed() throws {
        let match = try hunt([(2, "a1"), (1, "hit"), (2, "b2"), (1, "miss"), (2, "c3")])
        #expect(
            try fault(match, [1: hide("a1"), 2: hide("b2")])
                == RevealFault(ply: 6, seat: 1, reason: .falseAnswer(given: "miss", truth: "hit")))
        #expect(
            try fault(match, [1: hide("c1"), 2: hide("b2")])
                == RevealFault(ply: 4, seat: 1, reason: .falseAnswer(given: "hit", truth: "miss")))
    }

    @Test func aFalseTypedAnswerIsNamed() throws {
        let match = try Match(of: script(PartialGames.round))
        for seat in 1...3 { try match.sealedMoves.seal(seat: seat) }
        let asker = try match.status.turn[0]
        try match.play("first", seat: asker)
        let asked = try match.status.turn[0]
        try match.play("answer red", seat: asked)
        let colours: [Int: LoggedMove] = [1: 2, 2: 2, 3: 2]
        #expect(
            try fault(match, colours)
                == RevealFault(ply: 5, seat: asked, reason: .falseAnswer(given: "red", truth: "green")))
    }

    @Test func aMoveThatCouldNotBeSealedIsNamed() throws {
        let match = try hunt([(2, "a1")])
        for second in [hide("a1"), hide("z9"), hide(""), .typed(name: "hide", argument: 5), 9, 1000] {
            #expect(try fault(match, [1: hide("a1"), 2: second])?.reason == .illegalSeal, "\(second)")
            #expect(try fault(match, [1: hide("a1"), 2: second])?.ply == 2)
        }
        #expect(try fault(match, [1: hide("a1"), 2: .typed(name: "nothing", argument: .null)])?.reason == .notAsSealed)
    }

    @Test func shipsThatOverlapAreNamed() throws {
        let match = try Match(of: catalog().script("battleship"))
        for _ in 1...2 { try match.sealedMoves.seal(seat: 1) }
        let place = { LoggedMove.typed(name: "place", argument: .string($0)) }
        #expect(
            try fault(match, [1: place("a1-e1"), 2: place("c4-c1")])
                == RevealFault(ply: 2, seat: 1, reason: .illegalSeal))
        #expect(
            try fault(match, [1: place("a1-d1"), 2: place("c5-c2")])
                == RevealFault(ply: 1, seat: 1, reason: .illegalSeal), "the carrier comes first")
        let scatter = { LoggedMove.typed(name: "scatter", argument: $0) }
        #expect(try fault(match, [1: place("a1-e1"), 2: scatter(-1)])?.reason == .illegalSeal)
        #expect(try fault(match, [1: place("a1-e1"), 2: scatter("7")])?.reason == .illegalSeal, "another form")
        #expect(try fault(match, [1: place("a1-e1"), 2: scatter(7)]) == nil)
    }

    @Test func aMoveThatTheOwnSecretForbidsIsNamed() throws {
        let match = try Match(of: catalog().script("battleship"), options: ["size": 3])
        try match.sealedMoves.seal(seat: 1)
        try match.play("ready", seat: 1)
        #expect(
            try fault(match, [1: .typed(name: "place", argument: "a1")])
                == RevealFault(ply: 2, seat: 1, reason: .illegalMove), "a boat wasn't hidden")
        #expect(try fault(match, [1: .typed(name: "scatter", argument: 4)]) == nil)
    }

    @Test func aKnownSealThatCouldNotBeIsNamed() throws {
        let match = try Match(of: catalog().script(hideout))
        try match.sealedMoves.seal(seat: 1)
        try match.play(index: 9, seat: 1)  // one of the nine cells is taken
        #expect(try fault(match, [1: 1]) == RevealFault(ply: 2, seat: 1, reason: .illegalMove))
    }

    @Test func onlyWhatIsSealedIsOpenedAndOnlyByWhatSeals() throws {
        let match = try hunt([(2, "a1")])
        #expect(try fault(match, [3: 1]) == RevealFault(ply: 3, seat: 2, reason: .notSealed))
        for ply in [0, -1, 4, .max] {
            #expect(try fault(match, [ply: 1]) == RevealFault(ply: ply, seat: 0, reason: .notSealed))
        }
        let sea = try Match(of: catalog().script("battleship"))
        try sea.sealedMoves.seal(seat: 1)
        #expect(
            try fault(sea, [1: 1]) == RevealFault(ply: 1, seat: 1, reason: .notAsSealed), "the first move is `ready`")
        #expect(try fault(sea, [1: .typed(name: "ready", argument: .null)])?.reason == .notAsSealed)
    }

    @Test func earlierSealsOfASeatAreOpenedFirst() throws {
        let match = try hunt([(2, "a1"), (1, "hit")])
        for move in [hide("a2"), 1] {
            #expect(try fault(match, [2: move]) == RevealFault(ply: 2, seat: 1, reason: .unopened([1])))
        }
        #expect(try fault(match, [1: hide("a2")]) == nil)
        #expect(match.log[0].choice == .move(4) && match.log[1].choice == .sealed)
        #expect(try match.view(for: 1)["secret"]?.element(at: 1) == nil, "one of two is as good as none")
        #expect(try fault(match, [2: hide("b1")])?.reason == .falseAnswer(given: "hit", truth: "miss"))
        #expect(try fault(match, [2: hide("a1")]) == nil)
    }

    @Test func whoRejectsInARoundIsNamed() throws {
        let source = PartialGames.round.replacing(
            "state.secret[seat][#state.secret[seat] + 1] = colour",
            with: "if colour == 'green' then return parlor.reject('no', 'No.') end state.secret[seat][1] = colour")
        let match = try Match(of: script(source))
        for seat in 1...3 { try match.sealedMoves.seal(seat: seat) }
        #expect(try fault(match, [1: 1, 2: 2, 3: 3]) == RevealFault(ply: 2, seat: 2, reason: .illegalSeal))
        #expect(try fault(match, [1: 1, 2: 1, 3: 3]) == nil)
    }

    @Test func aSealChangesNothingThatEverybodySees() throws {
        let source = PartialGames.round.replacing(
            "state.secret[seat][#state.secret[seat] + 1] = colour",
            with: "state.told[1] = colour state.secret[seat][1] = colour")
        let match = try Match(of: script(source))
        for seat in 1...3 { try match.sealedMoves.seal(seat: seat) }
        guard case .failed = try fault(match, [1: 1, 2: 1, 3: 1])?.reason else {
            Issue.record("a sealed move that tells itself was accepted")
            return
        }
    }

    @Test func whatTheScriptFailsOnIsSaid() throws {
        let source = PartialGames.round.replacing(
            "state.secret[seat][#state.secret[seat] + 1] = colour",
            with: "if colour == 'blue' then error('boom') end state.secret[seat][1] = colour")
        let match = try Match(of: script(source))
        for seat in 1...3 { try match.sealedMoves.seal(seat: seat) }
        guard case .failed(.failed(let failure))? = try fault(match, [1: 1, 2: 1, 3: 3])?.reason else {
            Issue.record("it isn't said")
            return
        }
        #expect(failure.error.message.contains("boom"))
    }

    @Test func openingKeepsWithinItsTime() throws {
        let match = try hunt([(2, "a1")])
        match.rules.rebuilding = ProcessorBudget(.nanoseconds(1))
        guard case .failed? = try fault(match, [1: 1, 2: 1])?.reason else {
            Issue.record("it took its time")
            return
        }
        match.rules.rebuilding = ProcessorBudget(.seconds(5))
        #expect(try fault(match, [1: 1, 2: 1]) == nil)
    }

    @Test func anOpenerInARoundWaitsForSealsBeforeIt() throws {
        let source = """
            local parlor = require 'parlor'
            return parlor.game {
              title = 'Cups', seats = 3,
              setup = function() return { sum = 0 } end,
              turn = function() return { 1, 2, 3 } end,
              moves = {
                hide = { secret = 'call', choices = { 4, 5, 6 }, play = function(state, seat, value)
                  state.secret[seat].value = value
                end },
                call = { play = function(state)
                  for seat = 1, 3 do state.sum = state.sum + (state.secret[seat].value or 0) end
                end },
              },
              outcome = function(state) if state.sum > 9 then return parlor.draw() end end,
            }
            """
        let match = try Match(of: script(source))
        try match.play("call", seat: 2)
        try match.sealedMoves.seal(seat: 3)
        #expect(rejection { try match.sealedMoves.seal(seat: 1) }?.unopened == [1], "its own would have to be known")
        try match.play("5", seat: 1)
        #expect(try match.views.evaluate("state.sum") == [5] && match.status.sealed == [1, 0, 1])
        for _ in 1...2 { try match.sealedMoves.seal(seat: try match.status.turn[0]) }
        #expect(rejection { try match.play("call", seat: 3) }?.unopened == [3], "it sealed behind the call before")
        try match.sealedMoves.open([3: 2])  // `call` is move 1
        #expect(rejection { try match.play("call", seat: 3) }?.unopened == [1, 2])
        try match.sealedMoves.open([4: 4, 5: 3])
        try match.play("call", seat: 3)
        #expect(try match.views.evaluate("state.sum") == [20] && match.status.outcome == .draw)
    }

    @Test func anOpenerSaysWhoseSealsItWaitsFor() throws {
        let match = try Match(of: script(PartialGames.call), seats: 3)
        try match.play("hide 3", seat: 1)
        for seat in 2...3 { try match.sealedMoves.seal(seat: seat) }
        let call = try #require(try match.legalMoves(for: 1).first { $0.name == "call" })
        #expect(
            try match.sealedMoves.opens(.index(call.index), seat: 1)
                && !match.sealedMoves.opens(.index(call.index + 1), seat: 1))
        #expect(match.script.opening == ["call"] && match.script.sealing == ["hide"])
        let plays: [() throws -> Void] = [
            { try match.play("call", seat: 1) }, { try match.play(index: call.index, seat: 1) },
            { try match.play(name: "call", argument: .null, seat: 1) },
        ]
        for play in plays {
            let refusal = rejection(play)
            #expect(refusal?.code == "unopened_seals" && refusal?.unopened == [2, 3], "\(String(describing: refusal))")
        }
        try match.sealedMoves.open([2: .typed(name: "hide", argument: 1)])
        #expect(rejection { try match.play("call", seat: 1) }?.unopened == [3])
        try match.sealedMoves.open([3: .typed(name: "hide", argument: 2)])
        try match.play("call", seat: 1)
        #expect(try match.views.evaluate("state.score") == [6])
    }
}
