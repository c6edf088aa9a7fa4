import CLuaGuard

/// A text of Lua's with the name that errors call it.
///
/// With a digest, its compiled form is cached in the memory of the process, for every state that loads the same name and text:
/// see `CompiledChunks`. No state takes in a compiled form from anywhere else.
///
/// ```swift
/// let chunk = LuaChunk(name: "double.lua", source: "local n = ...; return n * 2") { Array(SHA256.hash(data: $0)) }
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
    ///   - digest: Returns the 32 bytes under which the compiled form is cached. Scripts of strangers share the cache, so
    ///     nobody may be able to find two inputs with one result: SHA-256, for example. It is a parameter so that this module
    ///     builds without a library of cryptography. nil caches nothing, which suits what is loaded once.
    package init(name: String, source: String, digest: ((_ nameAndText: [UInt8]) -> [UInt8])?) {
        self.name = name
        let called = Array("=\(name)".utf8) + [0], text = Array(source.utf8)
        let key = digest.map { $0(Self.framed(called, text)) } ?? []
        let isCached = key.count == Int(GUARD_DIGEST)
        let digest = isCached ? key : []
        bytes = .allocate(capacity: digest.count + called.count + text.count)
        _ = bytes.initialize(from: digest + called + text)
        let start = bytes.baseAddress.map { UnsafePointer($0) }
        let words = start.map { UnsafeRawPointer($0 + digest.count).assumingMemoryBound(to: CChar.self) }
        let chunk = UnsafeMutablePointer<GuardChunk>.allocate(capacity: 1)
        chunk.initialize(
            to: GuardChunk(
                source: start.map { $0 + digest.count + called.count }, count: text.count, name: words,
                digest: isCached ? start : nil))
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

    /// The name, with its length in front and the zero that ends it, and the text: different pairs give different bytes.
    private static func framed(_ name: [UInt8], _ text: [UInt8]) -> [UInt8] {
        withUnsafeBytes(of: UInt64(name.count).bigEndian, Array.init) + name + text
    }
}
