import Crypto
import Foundation
import GameRules
import Testing
import Values

/// Draws whose keys arrive one by one. A ply that draws waits for its key, and changes nothing until then.
@Suite struct KeyedDrawTests {
    private func dice(setup: String = "{ rolls = { match.random(6) } }") -> String {
        """
        local parlor = require 'parlor'
        return parlor.game {
          title = 'Dice', seats = 2, chance = true,
          setup = function(match) return \(setup) end,
          moves = {
            roll = { play = function(state, seat, _, match)
              for _ = 1, 12 do state.rolls[#state.rolls + 1] = match.random(1 << 20) end
            end },
            say = { choices = { 'a', 'b' }, play = function(state, _, word) state.word = word end },
            bid = { args = { type = 'integer', min = 1, max = 9 }, play = function(state, _, bid, match)
              state.rolls[#state.rolls + 1] = bid + match.random(100)
            end },
          },
          turn = function(state, match) return #state.rolls % 2 + 1 end,
          outcome = function(state) if #state.rolls > 60 then return parlor.draw() end end,
        }
        """
    }

    private func key(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 32) }

    private func begun() throws -> Match {
        let match = try Match(keyed: script(dice()), seats: 2)
        try match.rules.take([0: key(1)])
        return match
    }

    @Test func setupWaitsForItsKey() throws {
        let match = try Match(keyed: script(dice()), seats: 2)
        #expect(match.awaitsSetup)
        #expect(try match.status.turn.isEmpty && match.status.outcome == nil && match.legalMoves(for: 1).isEmpty)
        #expect(try match.digest(public: true) == [UInt8](repeating: 0, count: 32))
        #expect(try match.view(for: 1) == .null && match.history().isEmpty && match.rules.lastDraw() == 0)
        #expect(throws: GameError.request(.notSetUp)) {
            try match.play("roll", seat: 1)
        }
        try match.checkGoesOn()
        try match.rules.take([0: key(1)])
        #expect(try !match.awaitsSetup && match.status.turn == [2])
        let other = try Match(keyed: script(dice()), seats: 2)
        try other.rules.take([0: key(1)])
        #expect(try match.digest() == other.digest())
        let quiet = try Match(keyed: script(dice(setup: "{ rolls = {} }")), seats: 2)
        #expect(try !quiet.awaitsSetup && quiet.status.turn == [1])
    }

    @Test func aMoveThatDrawsWaitsAndChangesNothing() throws {
        let match = try begun()
        let before = try match.stateBytes()
        guard case .waits(let entry) = try match.moves.playOrWait("roll", seat: 2) else {
            Issue.record("it draws")
            return
        }
        #expect(entry.text == "roll" && entry.seat == 2)
        #expect(try match.stateBytes() == before && match.log.isEmpty && match.status.ply == 0)
        // also for a move that is given by its index, and for a typed move
        for move in [LoggedMove.index(1), .typed(name: "bid", argument: 3)] {
            guard case .waits(let entry) = try match.moves.playOrWait(move, seat: 2) else {
                Issue.record("\(move) draws")
                continue
            }
            #expect(entry.choice == .move(move))
        }
        #expect(try match.stateBytes() == before)
        guard case .stands = try match.moves.playOrWait("a", seat: 2) else {
            Issue.record("it draws nothing")
            return
        }
        #expect(try match.status.ply == 1)
        #expect(throws: GameError.self) { try match.play("roll", seat: 2) }
    }

    @Test func theKeyAloneMakesTheNumbers() throws {
        func played(_ key: [UInt8], trying: Bool) throws -> Match {
            let match = try begun()
            if trying { _ = try match.moves.playOrWait("roll", seat: 2) }
            try match.rules.take([1: key])
            guard case .stands = try match.moves.playOrWait("roll", seat: 2) else {
                Issue.record("it has its key"); return match
            }
            return match
        }
        let digest = try played(key(7), trying: false).digest()
        #expect(try played(key(7), trying: true).digest() == digest)
        #expect(try played(key(8), trying: true).digest() != digest)
        let match = try played(key(7), trying: true)
        match.luaStates.forget()
        #expect(try match.digest() == digest && match.rules.lastDraw() == 1)
        #expect(try match.history().map(\.text) == ["roll"])
        // the hash of the key's 32 bytes and the block's number, read as words of four bytes
        let rolls = try match.view(for: nil)["rolls"]?.arrayValue?.dropFirst().compactMap(\.intValue) ?? []
        var words: [Int] = []
        for block in UInt8(0)..<2 {
            let hash = Array(SHA256.hash(data: key(7) + [UInt8](repeating: 0, count: 7) + [block]))
            words += stride(from: 0, to: 32, by: 4).map { hash[$0..<$0 + 4].reduce(0) { $0 << 8 | Int($1) } }
        }
        #expect(rolls == words.prefix(12).map { $0 % (1 << 20) + 1 })
    }

    @Test func whatWasRefusedLeavesNoKeyBehind() throws {
        let match = try begun()
        try match.rules.take([1: key(7)])
        match.rules.dropKeys(from: 1)
        guard case .waits = try match.moves.playOrWait("roll", seat: 2) else {
            Issue.record("the key was forgotten")
            return
        }
    }

    @Test func whoCanDoOneThingOnly() throws {
        func forced(_ moves: String) throws -> Bool {
            let source = """
                local parlor = require 'parlor'
                return parlor.game { title = 'Only', seats = 2, chance = true, setup = function() return {} end,
                  outcome = function() end, moves = { \(moves) } }
                """
            return try Match(keyed: script(source), seats: 2).rules.hasOneChoice(1)
        }
        let roll = "roll = { play = function() end }"
        #expect(try forced(roll))
        #expect(try !forced(roll + ", pass = { play = function() end }"))
        #expect(try forced(roll + ", pass = { when = function() return false end, play = function() end }"))
        #expect(try !forced("bid = { args = { type = 'integer', min = 1, max = 1 }, play = function() end }"))
        #expect(try forced("pick = { choices = { 'a' }, play = function() end }"))
        #expect(try !forced("pick = { choices = { 'a', 'b' }, play = function() end }"))
        // whether a choice is legal may depend on secrets of the seat
        #expect(
            try !forced(
                "pick = { choices = { 'a', 'b' }, legal = function(_, _, word) return word == 'a' end, play = function() end }"
            ))
    }

    @Test func matchesBeginAnew() throws {
        let match = try begun()
        try match.rules.take([1: key(7)])
        _ = try match.moves.playOrWait("roll", seat: 2)
        try match.rules.restartKeyed()
        #expect(match.awaitsSetup && match.log.isEmpty)
        try match.rules.take([0: key(1)])
        #expect(try match.digest() == begun().digest())
    }

    @Test func keptDrawsAreDrawnAgain() throws {
        let match = try begun()
        try match.rules.take([1: key(7)])
        _ = try match.moves.playOrWait("roll", seat: 2)
        let again = try match.replayed(under: script(dice() + "-- another text"))
        #expect(try again.digest() == match.digest())
        // later plies draw, too
        guard let seat = try again.status.turn.first, case .stands = try again.moves.playOrWait("roll", seat: seat)
        else {
            Issue.record("nobody waits there")
            return
        }
    }
}
