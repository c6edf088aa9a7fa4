import GameRules
import Testing
import Values

/// Plies of which only the seat is known: the positions at which such a ply is legal, and the later moves that are
/// accepted unchecked.
@Suite struct SealTests {
    private func rejected(_ body: () throws -> Void) -> String? { rejection(body)?.code }

    @Test func aSealNeedsTheTurnAndAnOpenMoveThatIsSealed() throws {
        let match = try Match(of: catalog().script(hideout))
        #expect(rejected { try match.sealedMoves.seal(seat: 2) } == "not_your_turn")
        try match.sealedMoves.seal(seat: 1)
        try match.sealedMoves.seal(seat: 1)
        #expect(try match.status.sealed == [2, 0])
        #expect(
            rejected { try match.sealedMoves.seal(seat: 2) } == "illegal_move", "`turn` names no move that is sealed")
        try match.play("a1", seat: 2)
        #expect(rejected { try match.sealedMoves.seal(seat: 1) } == "illegal_move")
        try match.leave(seat: 1)
        #expect(rejected { try match.sealedMoves.seal(seat: 1) } == "game_over")
        #expect(throws: GameError.self) { try match.sealedMoves.seal(seat: 3) }
        #expect(match.log.map(\.choice) == [.sealed, .sealed, .move(7), .leave(.resigned)])
    }

    @Test func aMoveThatAClosedWhenForbidsIsNotSealed() throws {
        let match = try Match(
            of: script(
                PartialGames.call.replacing(
                    "return match.sealed[seat] <", with: "return state.open and match.sealed[seat] <")))
        #expect(rejected { try match.sealedMoves.seal(seat: 1) } == "illegal_move")
    }

    @Test func aRoundsMoveIsNotSealedLikeThat() throws {
        let match = try Match(of: catalog().script("rock-paper-scissors"))
        #expect(rejected { try match.sealedMoves.seal(seat: 1) } == "illegal_move")
    }

    @Test func anyAnswerOfAnUnknownSeatIsBelieved() throws {
        let match = try Match(of: catalog().script(hideout))
        for _ in 1...2 { try match.sealedMoves.seal(seat: 1) }
        for (cell, answer) in [("a1", "hit"), ("a2", "miss")] {
            try match.play(cell, seat: 2)
            let moves = try match.legalMoves(for: 1)
            #expect(moves.map(\.text) == ["hit", "miss"] && moves.allSatisfy { !$0.isForced })
            try match.play(answer, seat: 1)
        }
        #expect(rejected { try match.play("sunk", seat: 1) } != nil)
        let other = try Match(of: catalog().script(hideout))
        for cell in ["a3", "b1"] { try other.play(cell, seat: 1) }
        try other.play("a1", seat: 2)
        #expect(rejected { try other.play("hit", seat: 1) } == "illegal_move", "a seat that is known isn't believed")
    }

    @Test func aTypedAnswerThatFitsIsBelieved() throws {
        let match = try Match(of: script(PartialGames.round))
        for seat in 1...3 { try match.sealedMoves.seal(seat: seat) }
        try match.play("first", seat: match.status.turn[0])
        let asked = try match.status.turn[0]
        #expect(rejected { try match.play("answer much too long a text", seat: asked) } == "bad_argument")
        try match.play("answer red", seat: asked)
        #expect(try match.digest(public: true) != Match(of: match.script).digest(public: true))
    }

    @Test func aTestOfLegalityThatAsksForTheSecretIsBelieved() throws {
        let match = try Match(of: script(PartialGames.call))
        for seat in 1...2 { try match.sealedMoves.seal(seat: seat) }
        let texts = try match.legalMoves(for: 1).map(\.name)
        #expect(texts.filter { $0 == "claim" }.count == 6)
        #expect(texts.filter { $0 == "pass" }.count == 1, "one that doesn't ask for it is obeyed")
        #expect(texts.filter { $0 == "hide" }.isEmpty, "only the owner's device can list them")
        #expect(try match.legalMoves(for: 1).first { $0.name == "call" }?.opens == true)
    }

    @Test(arguments: ["error('broken')", "return state.secret[seat == 1 and 2 or 1].value == 1", "return nil + 1"])
    func otherErrorsOfATestStayErrors(body: String) throws {
        let source = PartialGames.call.replacing(
            "legal = function(state, seat, value) return state.secret[seat].value <= value end",
            with: "legal = function(state, seat, value) \(body) end")
        let match = try Match(of: script(source))
        for seat in 1...2 { try match.sealedMoves.seal(seat: seat) }
        let error = failure { _ = try match.legalMoves(for: 1) }
        guard case .failed(let failed)? = error as? GameError else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failed.hook == "moves.claim.legal")
        #expect(failed.place?.source == "game.lua", "\(failed)")
        #expect(try match.status.turn == [1], "the match lives on")
    }

    @Test func whoCatchesTheErrorIsBelievedWhateverItMakesOfIt() throws {
        for body in [
            "return not pcall(function() return state.secret[seat].value end)",
            "pcall(function() state.secret[seat] = 1 end) error('oh')",
        ] {
            let source = PartialGames.call.replacing(
                "return state.secret[seat].value <= value end", with: "\(body) end")
            let match = try Match(of: script(source))
            for seat in 1...2 { try match.sealedMoves.seal(seat: seat) }
            #expect(try match.legalMoves(for: 1).filter { $0.name == "claim" }.count == 6)
        }
    }

    @Test func aTestThatNeverEndsIsStillEnded() throws {
        let source = PartialGames.call.replacing(
            "return state.secret[seat].value <= value end",
            with: "pcall(function() return state.secret[seat].value end) while true do end end")
        let match = try Match(of: script(source), limits: .init(deadline: .milliseconds(200)))
        for seat in 1...2 { try match.sealedMoves.seal(seat: seat) }
        let error = failure { _ = try match.legalMoves(for: 1) }
        guard case .failed(let failed)? = error as? GameError else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failed.error.limit == .time)
    }

    // MARK: What is seen

    @Test func anUnknownPartIsInNoViewAlsoAfterTheEnd() throws {
        let match = try Match(of: catalog().script(hideout), options: ["misses": 1])
        for _ in 1...2 { try match.sealedMoves.seal(seat: 1) }
        try match.play("a1", seat: 2)
        try match.play("miss", seat: 1)
        #expect(try match.status.outcome == .win([1]))
        for viewer in [1, 2, nil] {
            #expect(try match.view(for: viewer)["secret"]?.element(at: 1) == nil)
            #expect(try match.scene(for: viewer) != nil)
        }
        #expect(try match.views.evaluate("state.secret[1], #state.secret[2]") == [.null, 0])
    }

    @Test func whoCanSealCanGoOn() throws {
        let match = try Match(of: catalog().script(hideout))
        try match.sealedMoves.seal(seat: 1)
        try match.checkGoesOn()  // only the owner's device can list the choices of what to hide
        #expect(try match.legalMoves(for: 1).isEmpty)
        try match.restart(seed: 1)
        #expect(try match.legalMoves(for: 1).count == 9, "nothing is unknown in another match")
        try match.play("a1", seat: 1)
        #expect(try match.view(for: 1)["secret"]?.element(at: 1) == ["a1": true])
    }

    @Test func anUnknownSeatSeesWhatASpectatorSees() throws {
        let source = PartialGames.call.replacing(
            "leave = function",
            with: "view = function(view, seat) return { mine = seat and view.secret[seat].value } end, leave = function"
        )
        let match = try Match(of: script(source))
        try match.sealedMoves.seal(seat: 1)
        #expect(try match.view(for: 1) == match.view(for: nil))
        #expect(try match.view(for: 2) != .null)
        let sea = try Match(of: catalog().script("battleship"))
        try sea.sealedMoves.seal(seat: 1)
        #expect(try sea.views.prompts(for: 1)["place"] == nil, "it would read the part")
        #expect(try sea.views.prompts(for: 1)["ready"] != nil)
        #expect(try sea.scene(for: 1) == sea.scene(for: nil))
    }

    @Test func theHistoryTellsNoTextOfASeal() throws {
        let match = try Match(of: catalog().script(hideout))
        try match.sealedMoves.seal(seat: 1)
        try match.sealedMoves.seal(seat: 1)
        try match.play(index: 3, seat: 2)
        for history in try [match.history(), match.history(for: 1), match.history(for: 2)] {
            #expect(history.map(\.text) == [nil, nil, "c3"])
            #expect(history.map(\.secret) == [true, true, false])
        }
        let error = failure { _ = try Playthrough(match) }
        #expect("\(try #require(error))".hasPrefix("Ply 1, by seat 1, is sealed"))
    }

    // MARK: Undo and saving

    @Test func sealsAreUndoneAndRedone() throws {
        let match = try Match(of: catalog().script(hideout))
        for _ in 1...2 { try match.sealedMoves.seal(seat: 1) }
        try match.play("a1", seat: 2)
        let digest = try match.digest()
        #expect(try match.undo())
        #expect(try match.undo())
        #expect(try match.status.sealed == [1, 0])
        #expect(try match.redo())
        #expect(try match.redo())
        #expect(try match.digest() == digest)
        try match.play("hit", seat: 1)
        #expect(try match.replayed(under: match.script).digest() == match.digest())
    }

    @Test func aSavedMatchKeepsItsSeals() throws {
        let match = try Match(of: catalog().script(hideout))
        for _ in 1...2 { try match.sealedMoves.seal(seat: 1) }
        try match.play("a1", seat: 2)
        let loaded = try Match(loading: match.save(), of: match.script)
        let replayed = try Match(replaying: SavedMatch(match.save()), of: match.script)
        let snapshot = try match.rules.snapshot()
        let restored = try Match(of: match.script)
        try restored.rules.restore(to: snapshot)
        for other in [loaded, replayed, restored] {
            #expect(try other.log.map(\.choice) == match.log.map(\.choice) && other.status == match.status)
            #expect(try other.digest() == match.digest() && other.save() == match.save())
            #expect(try other.legalMoves(for: 1).map(\.text) == ["hit", "miss"])
            #expect(try other.view(for: 1)["secret"]?.element(at: 1) == nil)
        }
    }

    @Test func aSealThatWaitsInARoundIsSaved() throws {
        let match = try Match(of: script(PartialGames.round))
        try match.play("red", seat: 2)
        try match.sealedMoves.seal(seat: 3)
        #expect(try match.status.turn == [1])
        let loaded = try Match(loading: match.save(), of: match.script)
        for other in [match, loaded] {
            try other.play("blue", seat: 1)
            #expect(other.log.map(\.seat) == [1, 2, 3] && other.log.last?.choice == .sealed)
            #expect(try other.status.sealed == [1, 1, 1])
        }
        #expect(try loaded.save() == match.save())
    }

    @Test func aSealAndAMoveOfOneSeatMayFollowEachOther() throws {
        let match = try Match(of: catalog().script(hideout))
        try match.sealedMoves.seal(seat: 1)
        // this move is known, but it follows an unknown move of the same seat. So it counts as sealed, and its content
        // isn't used
        try match.play(index: 5, seat: 1)
        #expect(try match.status.sealed == [2, 0])
        #expect(try match.view(for: 1)["secret"]?.element(at: 1) == nil)
        let strict = PartialGames.round.replacing(
            "state.secret[seat][#state.secret[seat] + 1] = colour",
            with: "assert(match.sealed[seat] == #state.secret[seat]) table.insert(state.secret[seat], colour)"
        ).replacing("function(state, seat, colour)\n", with: "function(state, seat, colour, match)\n")
            .replacing("1 + state.asked // 3", with: "2")
        let colours = try Match(of: script(strict))
        for seat in 1...3 { try colours.sealedMoves.seal(seat: seat) }
        for seat in 1...3 { try colours.play("red", seat: seat) }
        #expect(try colours.status.sealed == [2, 2, 2], "its `play` doesn't run on a part that isn't whole")
        try match.sealedMoves.open([1: 2])
        #expect(try match.view(for: 1)["secret"]?.element(at: 1)?.mapValue?.count == 2)
        #expect(try match.status.sealed == [2, 0])
    }
}
