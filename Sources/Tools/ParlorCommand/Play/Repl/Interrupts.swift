import Foundation

/// What the keyboard does to the program. Ctrl-C while a person plays is noted, not deadly, so that a match is never cut in the
/// middle of a ply.
enum Interrupts {
    nonisolated(unsafe) private static var noted: sig_atomic_t = 0

    static func catchThem() {
        noted = 0
        var action = sigaction()  // without SA_RESTART, so that waiting for a line ends, too
        #if canImport(Darwin)
            action.__sigaction_u.__sa_handler = { _ in Interrupts.noted = 1 }
        #else
            action.__sigaction_handler.sa_handler = { _ in Interrupts.noted = 1 }
        #endif
        sigaction(SIGINT, &action, nil)
    }

    /// Ctrl-\ ends the program as it ends others; libedit restores the terminal first. Swift's runtime would take it for a crash,
    /// tell the stack and go on. Who starts a program that is to survive it ignores it beforehand, and that stays.
    static func letQuitEnd() {
        var ignoring = sigaction()
        sigaction(SIGQUIT, nil, &ignoring)
        #if canImport(Darwin)
            let isIgnored = unsafeBitCast(ignoring.__sigaction_u.__sa_handler, to: Int.self) == ignored
        #else
            let isIgnored = unsafeBitCast(ignoring.__sigaction_handler.sa_handler, to: Int.self) == ignored
        #endif
        if !isIgnored { signal(SIGQUIT, SIG_DFL) }
    }

    private static let ignored = unsafeBitCast(SIG_IGN, to: Int.self)

    /// Was there one since this was last asked?
    static func take() -> Bool {
        defer { noted = 0 }
        return noted != 0
    }
}
