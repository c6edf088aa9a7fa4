import GameRules
import LuaRuntime
import MessagesTesting
import Testing
import Values

@testable import Conversations
@testable import GameApps
@testable import MatchSessions
@testable import Simulation

/// The deadline of a hook: 30 s, or less if the game declares less, and at most the remaining time
/// of the event.
@Suite struct HookDeadlineTests {
    private func instance(_ limits: String) throws -> AppInstance {
        let script = try hooked("did_touch = function() while true do end end,", limits: limits)
        return AppInstance(InstanceID(game: "witness", kind: .main, number: 1), script: script, pool: nil)
    }

    @Test func aHookHasThirtySecondsUnlessTheGameHasLess() throws {
        #expect(try instance("{}").deadline == .seconds(30))
        #expect(try instance("{ time = 0.5 }").deadline == .milliseconds(500))
        #expect(EventBudget.time == .seconds(30))
        // the declared time is used for hooks if it is at most 30 s, and for other calls if it is
        // at most 5 s
        for (declared, ofHook, ofCall) in [
            ("5", 5, 5), ("10", 10, 5), ("29", 29, 5), ("60", 30, 5), ("4000", 30, 5), ("2", 2, 2),
        ] {
            #expect(try instance("{ time = \(declared) }").deadline == .seconds(ofHook), "\(declared)")
            #expect(try hooked("", limits: "{ time = \(declared) }").limits.deadline == .seconds(ofCall))
        }
        let host = LuaLimits(deadline: .seconds(1))
        #expect(try hooked("", limited: host).hookDeadline == .seconds(1), "a host may be stricter")
        #expect(try hooked("", limits: "{ time = 10 }", limited: host).hookDeadline == .seconds(1))
    }

    @Test func theEventsTimeIsTheEnd() throws {
        let instance = try instance("{}")
        let clock = ContinuousClock()
        let start = clock.now
        do {
            _ = try instance.handle(
                [
                    "hook": "did_touch", "style": "compact", "context": "messages", "active": true,
                    "conversation": [:], "match": [:], "store": [:], "sessions": [],
                    "appearance": HookArguments.value(of: DisplaySettings().screen),
                ],
                hook: "did_touch", remaining: .milliseconds(50))
            Issue.record("it ended by itself")
        } catch {
            guard case .failed(let failure) = error else { throw error }
            #expect(failure.error.limit == .time)
        }
        #expect(clock.now - start < .seconds(4), "not the 5 s of a rule, and not the 30 of a hook")
    }
}
