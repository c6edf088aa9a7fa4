import Foundation

/// Signals from the keyboard. Ctrl-C during play is only noted, so that a match never ends in the
/// middle of a ply.
enum Interrupts {
    nonisolated(unsafe) private static var noted: sig_atomic_t = 0

    static func catchThem() {
        noted = 0
        var action = sigaction()  // without SA_RESTART, so that the signal also ends the wait for a line
        #if canImport(Darwin)
            action.__sigaction_u.__sa_handler = { _ in Interrupts.noted = 1 }
        #else
            action.__sigaction_handler.sa_handler = { _ in Interrupts.noted = 1 }
        #endif
        sigaction(SIGINT, &action, nil)
    }

    /// Lets Ctrl-\ end the program as usual; libedit restores the terminal first. Without this
    /// function, Swift's runtime would take the signal for a crash, print the stack and continue.
    /// If the caller has made the program ignore the signal, it stays ignored.
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

    /// Returns whether there was an interrupt since the last call.
    static func take() -> Bool {
        defer { noted = 0 }
        return noted != 0
    }
}
