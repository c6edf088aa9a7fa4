import LuaRuntime

/// Lua that keeps the processor busy for a while. How many rounds of a loop that takes is the machine's to say: a fixed number
/// is long on one and nothing on the next.
enum Busywork {
    /// A loop of about so many seconds of processor time, on one line.
    static func lasting(_ seconds: Double) -> String { "for i = 1, \(Int(seconds * perSecond)) do end" }

    /// Rounds of an empty loop in a second: the most of several tries, since whatever else runs makes it fewer.
    private static let perSecond: Double = {
        let rounds = 1_000_000
        let quickest = LuaThread.run { () -> Double in
            guard let state = try? LuaState(),
                let loop = try? state.load("for i = 1, \(rounds) do end", name: "pace.lua")
            else { return 0.005 }
            // a call that failed was no loop
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
