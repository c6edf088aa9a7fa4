import CLuaGuard
import Crypto

/// A text of Lua's with the name that errors call it.
///
/// Its compiled form is kept in the memory of the process, under the SHA-256 of name and text, for every state that loads the
/// same: see `CompiledChunks`. No state takes in a compiled form from anywhere else.
///
/// ```swift
/// let chunk = LuaChunk(name: "double.lua", source: "local n = ...; return n * 2")
/// let first = try LuaState().load(chunk), second = try LuaState().load(chunk)   // compiled once
/// ```
package final class LuaChunk: Sendable {
    package let name: String
    /// What the guard reads. It and the bytes behind it stay where they are as long as this object lives.
    nonisolated(unsafe) let pointer: UnsafePointer<GuardChunk>
    /// The digest, the name and the text, one behind the other.
    nonisolated(unsafe) private let bytes: UnsafeMutableBufferPointer<UInt8>

    /// - Parameters:
    ///   - name: What errors call it, such as `game.lua`.
    ///   - isKept: Is the compiled form kept for others? Not worth it for what is loaded once.
    package init(name: String, source: String, isKept: Bool = true) {
        self.name = name
        let called = Array("=\(name)".utf8) + [0], text = Array(source.utf8)
        let digest = isKept ? Self.digest(called, text) : []
        bytes = .allocate(capacity: digest.count + called.count + text.count)
        _ = bytes.initialize(from: digest + called + text)
        let start = bytes.baseAddress.map { UnsafePointer($0) }
        let words = start.map { UnsafeRawPointer($0 + digest.count).assumingMemoryBound(to: CChar.self) }
        let chunk = UnsafeMutablePointer<GuardChunk>.allocate(capacity: 1)
        chunk.initialize(
            to: GuardChunk(
                source: start.map { $0 + digest.count + called.count }, count: text.count, name: words,
                digest: isKept ? start : nil))
        pointer = UnsafePointer(chunk)
    }

    /// The text, as it was given: a copy, so that nobody reads it where it was.
    var text: String {
        withExtendedLifetime(self) {
            String(
                decoding: UnsafeBufferPointer(start: pointer.pointee.source, count: pointer.pointee.count),
                as: UTF8.self)
        }
    }

    deinit {
        pointer.deallocate()
        bytes.deallocate()
    }

    /// Over the name, with its length in front and the zero that ends it, and the text.
    private static func digest(_ name: [UInt8], _ text: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        withUnsafeBytes(of: UInt64(name.count).bigEndian) { hash.update(bufferPointer: $0) }
        hash.update(data: name)
        hash.update(data: text)
        return Array(hash.finalize())
    }
}
