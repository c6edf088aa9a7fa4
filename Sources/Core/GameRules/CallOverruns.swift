import LuaRuntime

/// The calls of scripts that time ended within a scope, wherever their errors went.
///
/// A replay, a phone or a list of choices that fails is handled by whoever asked, each in its own way. Who checks a game must
/// not miss the loop behind it: within the scope every such call is noted where it ends, once. Calls that were slowed down
/// because the lines that run were noted aren't: they prove nothing.
///
/// ```swift
/// let overruns = CallOverruns()
/// try overruns.run { try match.play("b2", seat: 1) }
/// overruns.notes.first?.place   // ("game.lua", 12)
/// ```
package final class CallOverruns {
    /// What was noted.
    package struct Notes: Sendable {
        /// The first call that took longer than it may.
        package fileprivate(set) var first: ScriptFailure?
        /// The last call that was ended since the time for all calls together, ``ProcessorBudget``, was used up.
        package fileprivate(set) var cutOff: ScriptFailure?

        package init() {}
    }

    /// What was noted so far.
    package private(set) var notes = Notes()

    package init() {}

    /// Notes what is called while `body` runs, on a thread of Lua's. Within another scope it is noted here only.
    package func run<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try LuaThread.run { () throws(E) -> R in try Self.scope.run(self, body) }
    }

    /// Takes over what another thread's scope noted.
    package func add(_ other: Notes) {
        notes.first = notes.first ?? other.first
        notes.cutOff = other.cutOff ?? notes.cutOff
    }

    fileprivate static func note(_ failure: ScriptFailure) {
        guard failure.error.limit == .time, let overruns = scope.current else { return }
        if !ProcessorBudget.isUsedUp {
            overruns.notes.first = overruns.notes.first ?? failure
        } else if failure.place != nil {
            overruns.notes.cutOff = failure
        }
    }

    private static let scope = ThreadScope<CallOverruns>()
}

extension ScriptFailure {
    /// The same, noted in the scope of ``CallOverruns`` that the calling thread is in, if a limit of time was it. For where a
    /// call's failure is made.
    package func noted() -> ScriptFailure {
        CallOverruns.note(self)
        return self
    }
}
