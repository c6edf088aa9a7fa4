import LuaRuntime

/// Lua that keeps the processor busy for a time. The number of rounds is measured, because a fixed
/// number takes long on one machine and no time on the next.
enum Busywork {
    /// Returns a loop of about this processor time, on one line.
    static func lasting(_ seconds: Double) -> String { "for i = 1, \(Int(seconds * perSecond)) do end" }

    /// The rounds of an empty loop in a second: the most of several tries, because other work on
    /// the machine reduces it.
    private static let perSecond: Double = {
        let rounds = 1_000_000
        let quickest = LuaThread.run { () -> Double in
            guard let state = try? LuaState(),
                let loop = try? state.load("for i = 1, \(rounds) do end", name: "pace.lua")
            else { return 0.005 }
            // a call that failed didn't finish the loop
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
