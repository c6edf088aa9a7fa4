import CLuaGuard

/// The compiled forms that this process keeps. Each was made in this process, of a text, by Lua's own compiler; none is ever
/// read from a file, a message or a script. They are bounded in number and bytes: the one that wasn't loaded for the longest
/// time goes first, and what is gone is compiled again.
package struct CompiledChunks: Hashable, Sendable {
    /// How many there are, and their bytes.
    package let count, bytes: Int
    /// The bounds of both.
    package let most, mostBytes: Int
    /// How often a state found one since the process began.
    package let found: UInt64

    package static var now: CompiledChunks { CompiledChunks(guard_chunks()) }

    /// Sets other bounds; what is over them goes at once. With 0 nothing is kept, and every state compiles for itself.
    package static func bound(most: Int, mostBytes: Int) { guard_chunks_bound(max(0, most), max(0, mostBytes)) }

    private init(_ chunks: GuardChunks) {
        (count, bytes) = (chunks.count, chunks.bytes)
        (most, mostBytes) = (chunks.most, chunks.most_bytes)
        found = chunks.found
    }
}
