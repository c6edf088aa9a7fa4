import GameRules
import MessageProtocol
import MessagesTesting
import Simulation
import Testing

@testable import GameApps
@testable import MatchSessions

/// After a person has seen a draft's draw and deletes the draft, the person may sign only the same
/// move again. This also holds for a script's hooks, which play without asking for the legal moves.
@Suite struct SeenDrawsTests {
    /// Returns a game in which every roll shows at once.
    private static func rolling() throws -> GameScript {
        let source = """
            local parlor = require 'parlor'
            return parlor.game {
              title = 'Rolling', seats = 2, chance = 'quick', setup = function() return { n = 0 } end,
              moves = {
                roll = { play = function(state, _, _, match) state.n, state.die = state.n + 1, match.random(6) end },
                stay = { play = function(state) state.n = state.n + 1 end },
              },
              outcome = function(state) if state.n > 9 then return parlor.draw() end end,
            }
            """
        return try GameScript(
            GameFolder(id: "rolling", game: source), library: ScriptSource(folder: home.sdk))
    }

    @Test func noOtherMoveTakesThePlaceOfOneThatDrew() throws {
        let table = try DrawnMatchTests.Table(Self.rolling())
        try table.act(.answer, 1)
        let (ann, id, key) = (table.seats[0], table.id, SeatKey())
        func play(_ move: String) throws -> Draft {
            try ann.table.play(move, in: id, token: ann.token, joining: key)
        }
        let roll = try play("roll")
        #expect(ann.table.movesSeen(inDraftOf: id).count == 1)
        ann.table.cancelDraft(of: id)
        let record = try #require(ann.table.records[id])
        #expect(
            throws: SessionError.request(
                .init(
                    code: "seen",
                    "You have played roll here, and seen what it drew: a draw can't be taken back. Play roll again."))
        ) { try play("stay") }
        #expect(ann.table.records[id]?.isSame(as: record) == true)
        #expect(try ann.table.legalMoves(in: id).map(\.text) == ["roll"])
        #expect(try play("roll").signedLog.head == roll.signedLog.head)
    }

    /// A seat that rolls twice in a row has seen both rolls, even if it tries again and undoes a
    /// part of the second attempt.
    @Test func whatWasSeenStaysSeen() throws {
        let source = """
            local parlor = require 'parlor'
            return parlor.game {
              title = 'Rolling', seats = 2, chance = 'quick', setup = function() return { n = 0 } end,
              turn = function(state) return state.n // 3 % 2 + 1 end,
              moves = {
                roll = { play = function(state, _, _, match) state.n, state.die = state.n + 1, match.random(6) end },
                stay = { play = function(state) state.n = state.n + 1 end },
              },
              outcome = function(state) if state.n > 9 then return parlor.draw() end end,
            }
            """
        let game = try GameScript(GameFolder(id: "rolling", game: source), library: ScriptSource(folder: home.sdk))
        let table = try DrawnMatchTests.Table(game)
        try table.act(.answer, 1)
        let (ann, id) = (table.seats[0], table.id)
        func play(_ move: String) throws { _ = try ann.table.play(move, in: id, token: ann.token, joining: SeatKey()) }
        func binds(_ moves: [String]) throws {
            for move in moves {
                #expect(try ann.table.legalMoves(in: id).map(\.text) == [move])
                #expect(throws: SessionError.self) { try play(move == "roll" ? "stay" : "roll") }
                try play(move)
            }
        }
        try play("roll")
        try play("stay")
        try play("roll")
        ann.table.cancelDraft(of: id)
        try play("roll")
        ann.table.cancelDraft(of: id)
        try binds(["roll", "stay", "roll"])
        // the same on a device that restarts with its stored session
        ann.table.cancelDraft(of: id)
        let bytes = try #require(ann.table.records[id]).match.bytes()
        ann.table.records[id]?.match = try MatchSession(bytes: bytes)
        try binds(["roll", "stay", "roll"])
        // the same after the event in which the move was drafted is undone
        let before = try #require(ann.table.records[id]).match
        var session = before
        session.cancelDraft()
        session.sent.takenBack = nil
        let empty = session
        _ = try session.play(.text("roll"), as: ann.token, using: ann.table.rules)
        session.takeBackDraft(to: empty.draft)
        #expect(session.draft == nil && session.sent.takenBack?.moves == ["roll"])
    }

    /// Returns a game in which one seat hides a number and the other seat looks at the number.
    private static func looking() throws -> GameScript {
        let source = """
            local parlor = require 'parlor'
            return parlor.game {
              title = 'Looking', seats = 2, setup = function() return { n = 0 } end,
              turn = function(state, match) return match.sealed[2] > 0 and 1 or state.n == 0 and 1 or 2 end,
              moves = {
                hide = { choices = { 1, 2 }, secret = 'look', when = function(state) return state.n > 0 end,
                  play = function(state, seat, number) state.secret[seat].number = number end },
                look = { play = function(state) state.n, state.found = state.n + 1, state.secret[2].number end },
                stay = { play = function(state) state.n = state.n + 1 end },
              },
              outcome = function(state) if state.n > 9 then return parlor.draw() end end,
            }
            """
        return try GameScript(
            GameFolder(id: "looking", game: source), library: ScriptSource(folder: home.sdk))
    }

    @Test func noOtherMoveTakesThePlaceOfOneThatOpened() throws {
        let script = try Self.looking()
        let (ann, bob) = (try SimulatedPerson("Ann", script), try SimulatedPerson("Bob", script))
        let id = try ann.table.begin(as: ann.token, chat: ann.chat, session: ann.session, now: .zero)
        bob.read(try ann.play("stay", in: id), from: ann)
        ann.read(try bob.play("1", in: id), from: bob)
        func play(_ move: String) throws -> Draft {
            try ann.table.play(move, in: id, token: ann.token, joining: SeatKey())
        }
        _ = try play("stay")
        #expect(ann.table.movesSeen(inDraftOf: id) == .none)
        _ = try play("look")
        _ = try play("stay")
        let seen = ann.table.movesSeen(inDraftOf: id)
        guard seen.count > 0 else { return }  // the look waits for Bob's phone, and has shown nothing
        #expect(seen.count == 2 && seen.opened)
        ann.table.cancelDraft(of: id)
        #expect(throws: SessionError.self) { try play("look") }
        _ = try play("stay")
        #expect(
            throws: SessionError.request(.seen("look", isDraw: false))
        ) { try play("stay") }
        _ = try play("look")
    }

    @Test func whatDrewNothingBindsNobody() throws {
        let table = try DrawnMatchTests.Table(Self.rolling())
        try table.act(.answer, 1)
        let (ann, id, key) = (table.seats[0], table.id, SeatKey())
        _ = try ann.table.play("stay", in: id, token: ann.token, joining: key)
        #expect(ann.table.movesSeen(inDraftOf: id).count == 0)
        ann.table.cancelDraft(of: id)
        #expect(try ann.table.play("roll", in: id, token: ann.token, joining: key).text == "roll")
    }
}
