import Dispatch
import Foundation
import LuaRuntime

/// Ends the program when plain Lua doesn't come to an end: no deadline reaches into its functions, and a game may behave
/// otherwise there than in the sandbox.
enum LastResort {
    /// Twice a deadline of processor time, on a machine that does much else.
    static let patience = LuaLimits.hardDeadline * 4

    /// Does `work`; if it takes longer than ``patience``, the program says why and ends with exit code 1.
    static func watch<R>(_ reason: String, _ work: () throws -> R) rethrows -> R {
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.schedule(deadline: .now() + .seconds(Int(patience.components.seconds)))
        timer.setEventHandler {
            FileHandle.standardError.write(Data("parlor: \(reason)\n".utf8))
            exit(1)
        }
        timer.resume()
        defer { timer.cancel() }
        return try work()
    }
}
