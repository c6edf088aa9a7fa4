import Foundation

/// What the process holds, as the system sees it.
package enum ProcessMemory {
    /// The pages that lie in memory, in bytes; nil where there is no `/proc`. What was freed is given back to the system first.
    package static func resident() -> Int? {
        giveBack()
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
            let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return nil }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// Lets the C library return what was freed: glibc's `malloc_trim`, which other libraries don't have.
    package static func giveBack() {
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        typealias Trim = @convention(c) (Int) -> Int32
        _ = unsafeBitCast(symbol, to: Trim.self)(0)
    }
}
