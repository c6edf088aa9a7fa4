import LuaRuntime

/// Lua code that keeps the processor busy for a time. The number of rounds of its loop is measured,
/// because a fixed number would take long on one machine and hardly any time on another.
enum Busywork {
    /// Returns a loop of about this processor time, on one line.
    static func lasting(_ seconds: Double) -> String { "for i = 1, \(Int(seconds * perSecond)) do end" }

    /// The rounds of an empty loop in a second. This is the largest result of several measurements,
    /// because other work on the machine makes a result smaller.
    private static let perSecond: Double = {
        let rounds = 1_000_000
        let quickest = LuaThread.run { () -> Double in
            guard let state = try? LuaState(),
                let loop = try? state.load("for i = 1, \(rounds) do end", name: "pace.lua")
            else { return 0.005 }
            // leave out calls that failed, because they didn't finish the loop
            let times = (1...5).compactMap { _ -> Double? in
                var isWhole = false
                let seconds = ProcessorClock.measure { isWhole = (try? state.call(loop)) != nil }
                return isWhole ? seconds : nil
            }
            return times.min() ?? 0.005
        }
        return Double(rounds) / max(quickest, 1e-4)
    }()
}
