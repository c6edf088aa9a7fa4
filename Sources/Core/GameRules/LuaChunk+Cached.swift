import Crypto
import LuaRuntime

extension LuaChunk {
    /// Returns a text of Lua's whose compiled form is cached in this process, under the SHA-256 of name and text.
    package static func cached(name: String, source: String) -> LuaChunk {
        LuaChunk(name: name, source: source) { Array(SHA256.hash(data: $0)) }
    }
}
