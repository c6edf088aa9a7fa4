import GameRules
import Testing
import Values

@testable import Conformance

@Suite struct RefusedMemoryCheckTests {
    @Test(arguments: MessageMaterial.bundled) func b2HoldsForBundledGames(_ game: String) throws {
        let run = try MessageMaterial.run(MessageMaterial.bundled(game))
        #expect(finding(of: RefusedMemoryCheck(), run) == nil)
        #expect(run.counts[.b2] ?? 0 > 20)
    }

    /// Refuses every request for memory in every call of a game.
    @Test func b2HoldsInFull() throws {
        let run = try MessageMaterial.run(MessageMaterial.counter(goal: 1), effort: .full, count: 1)
        #expect(finding(of: RefusedMemoryCheck(), run) == nil)
        #expect(run.counts[.b2] ?? 0 > 300)
    }

    @Test func b2IsNotNotedWithoutGames() throws {
        let run = try MessageMaterial.run(MessageMaterial.counter(), count: 0)
        #expect(finding(of: RefusedMemoryCheck(), run) == nil)
        #expect(run.counts.isEmpty)
    }

    private func found(
        where perform: @escaping (MemoryCall, Match) throws(GameError) -> [UInt8]
    ) throws -> Finding? {
        var check = RefusedMemoryCheck()
        check.perform = perform
        return finding(of: check, try MessageMaterial.run(MessageMaterial.bundled("tic-tac-toe")))
    }

    @Test func b2RejectsAHostThatSwallowsARefusal() throws {
        let found = try #require(
            try self.found { call, match throws(GameError) in
                do throws(GameError) { return try call.answer(match) } catch { return [] }
            })
        #expect(found.property == .b2 && found.setup != nil)
        #expect(found.sentence.contains("its answer differs"), "\(found)")
    }

    @Test func b2RejectsAHostThatLeavesTheStateChanged() throws {
        let found = try #require(
            try self.found { call, match throws(GameError) in
                do throws(GameError) {
                    return try call.answer(match)
                } catch {
                    try match.playRandomMove(choice: 0)
                    throw error
                }
            })
        #expect(found.property == .b2)
        #expect(found.sentence.contains("failed and changed the state"), "\(found)")
    }

    @Test func b2RejectsAHostThatSaysSomethingElse() throws {
        let found = try #require(
            try self.found { call, match throws(GameError) in
                do throws(GameError) { return try call.answer(match) } catch { throw .request("Something went wrong.") }
            })
        #expect(found.property == .b2)
        #expect(found.sentence.contains("expected an error of memory"), "\(found)")
    }

    /// A host that fails after a single refusal, which Lua would have survived.
    @Test func b2RejectsAHostThatGivesUpAtOnce() throws {
        let found = try #require(
            try self.found { call, match throws(GameError) in
                let before = match.meters?.refusals
                let answer = try call.answer(match)
                if match.meters?.refusals != before {
                    match.luaStates.injectFault(at: 1, count: .max / 2)
                    return try call.answer(match)
                }
                return answer
            })
        #expect(found.property == .b2)
        #expect(found.sentence.contains("second request was granted"), "\(found)")
    }
}
