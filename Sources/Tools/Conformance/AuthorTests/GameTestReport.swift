import GameRules
import LuaRuntime

/// What came of an author's tests.
package struct GameTestReport: Sendable {
    /// One test, or a file that couldn't be loaded.
    package struct Case: Sendable {
        /// `tests/rules.lua`.
        package var file: String
        /// Nil for a file that couldn't be loaded.
        package var name: String?
        /// Why it failed; nil if it passed.
        package var error: LuaError?
        /// What failed in the game's own script, if that is why.
        package var failure: ScriptFailure?
        /// What the test and its matches printed, with what they were doing.
        package var printed: [(hook: String, text: String)] = []

        package var passed: Bool { error == nil }
    }

    /// The game's id.
    package let game: String
    package internal(set) var cases: [Case] = []
    package internal(set) var coverage = LineCoverage()

    package var failed: Int { cases.count { !$0.passed } }
    package var passed: Int { cases.count - failed }
}
