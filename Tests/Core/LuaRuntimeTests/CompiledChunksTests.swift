import CLuaBoundary
import Foundation
import Testing

@testable import LuaRuntime

/// The cache of compiled chunks: it is bounded, all states share it, and only this process fills it. Chunks that
/// other tests load at the same time may displace the chunks of these tests. Therefore the tests check only facts
/// that hold in spite of that.
@Suite(.serialized) struct CompiledChunksTests {
    /// Returns a text that no other test has.
    private static func chunk(_ name: String = "chunk.lua", lines: Int = 50) -> LuaChunk {
        let body = (1...lines).map { "t[\($0)] = function(a, b) return a + b * \($0) end" }.joined(separator: "\n")
        return LuaChunk(name: name, source: "local t = {}  -- \(UUID())\n\(body)\nreturn t[2](1, 2), #t")
    }

    /// Returns whether loading the chunk in a new state compiles it. Compiling requests memory far more often than
    /// loading a compiled chunk.
    private static func compiles(_ chunk: LuaChunk) throws -> Bool {
        let state = try LuaState()
        let before = state.meters.allocations
        let function = try state.load(chunk)
        let asked = state.meters.allocations - before
        let other = LuaChunk(name: chunk.name, source: chunk.text, isKept: false)
        let fresh = try LuaState()
        let freshBefore = fresh.meters.allocations
        _ = try fresh.load(other)
        #expect(try state.call(function, results: 2) == [.integer(5), .integer(50)])
        return asked == fresh.meters.allocations - freshBefore
    }

    @Test func aTextIsCompiledOnce() throws {
        // other tests may displace the chunk in between, but not each time
        let isKeptOnce = try (0..<100).contains { _ in
            let chunk = Self.chunk()
            #expect(try Self.compiles(chunk))
            if try !Self.compiles(chunk) { return true }
            Thread.sleep(forTimeInterval: 0.05)  // gives tests that fill the cache time to end
            return false
        }
        #expect(isKeptOnce)
        let unkept = LuaChunk(
            name: "chunk.lua", source: Self.chunk().text, isKept: false)
        for _ in 0..<3 { #expect(try Self.compiles(unkept)) }
    }

    @Test func nameAndTextTogetherTellFormsApart() throws {
        let texts = ["error('a')", "\nerror('a')", "error('b')"]
        for _ in 0..<2 {
            for name in ["one.lua", "two.lua", "one.luae"] {
                for (place, text) in texts.enumerated() {
                    let state = try LuaState()
                    let function = try state.load(LuaChunk(name: name, source: text))
                    let error = #expect(throws: LuaError.self) { try state.call(function) }
                    #expect(error?.source == name && error?.line == (place == 1 ? 2 : 1))
                    #expect(error?.message == (place == 2 ? "b" : "a"))
                }
            }
        }
        // the digest also depends on the boundary between the name and the text
        let first = try LuaState().load(LuaChunk(name: "x", source: "--return 1"))
        let second = try LuaState().load(LuaChunk(name: "x--", source: "return 1"))
        #expect(first != second)
    }

    /// The bounds hold at any time, and a chunk that was loaded later is never removed before one that was loaded
    /// earlier.
    @Test func theStoreIsBounded() throws {
        let bounds = CompiledChunks.now
        defer { CompiledChunks.bound(most: bounds.most, mostBytes: bounds.mostBytes) }
        func check() {
            let now = CompiledChunks.now
            #expect(now.count <= now.most && now.bytes <= now.mostBytes)
        }
        var kept = 0
        CompiledChunks.bound(most: 8, mostBytes: 1 << 20)
        for _ in 0..<6 {
            let chunks = (0..<12).map { _ in Self.chunk() }
            for chunk in chunks {
                _ = try LuaState().load(chunk)
                check()
            }
            _ = try LuaState().load(chunks[5])  // used again, so it is now the most recent
            _ = try LuaState().load(Self.chunk())
            #expect(try Self.compiles(chunks[0]), "the oldest of more than there may be has gone")
            if try !Self.compiles(chunks[5]) { kept += 1 }
        }
        #expect(kept > 0, "what was used last is kept")
        let size = try Self.form(of: Self.chunk()).count
        CompiledChunks.bound(most: 100, mostBytes: 5 * size)
        for _ in 0..<12 {
            _ = try LuaState().load(Self.chunk())
            check()
        }
        CompiledChunks.bound(most: 0, mostBytes: 0)
        #expect(CompiledChunks.now.count == 0 && CompiledChunks.now.bytes == 0)
        let chunk = Self.chunk()
        for _ in 0..<2 { #expect(try Self.compiles(chunk)) }
    }

    /// Returns the output of `lua_dump` for a text.
    private static func form(of chunk: LuaChunk) throws -> [UInt8] {
        try LuaState().dump(chunk.text, name: chunk.name)
    }

    /// A text that is itself a compiled chunk is refused like any other text that isn't Lua, and isn't cached.
    @Test func aTextThatIsACompiledFormIsRefused() throws {
        let form = try Self.form(of: Self.chunk())
        try LuaThread.run {
            for digest in [nil, [UInt8](repeating: 7, count: Int(GUARD_DIGEST))] {
                let state = try LuaState()
                for _ in 0..<2 {
                    var reference: Int32 = 0
                    let status = form.withUnsafeBufferPointer { bytes in
                        "=game.lua".withCString { name in
                            (digest ?? []).withUnsafeBufferPointer { digest in
                                var chunk = GuardChunk(
                                    source: bytes.baseAddress, count: bytes.count, name: name,
                                    digest: digest.isEmpty ? nil : digest.baseAddress)
                                return guard_load(state.pointer, &chunk, false, &reference, 1_000_000_000)
                            }
                        }
                    }
                    #expect(status == GUARD_SCRIPT && reference < 0)
                    let error = try #require(LuaError(status: status, guard: state.pointer))
                    #expect(error.message.contains("attempt to load a binary chunk"), "\(error)")
                }
            }
        }
        let asText = String(decoding: form, as: UTF8.self)
        let state = try LuaState()
        for isKept in [true, false] {
            let chunk = LuaChunk(name: "game.lua", source: asText, isKept: isKept)
            #expect(throws: LuaError.self) { try state.load(chunk) }
        }
        try state.register(module: "binary", source: asText, name: "binary.lua")
        let require = try state.load("return pcall(require, 'binary')", name: "game.lua")
        #expect(try state.call(require) == [.boolean(false)])
    }

    @Test func manyThreadsCompileAndDropAtOnce() async throws {
        let lost = guard_bytes_lost()
        let bounds = CompiledChunks.now
        defer { CompiledChunks.bound(most: bounds.most, mostBytes: bounds.mostBytes) }
        CompiledChunks.bound(most: 3, mostBytes: 1 << 20)
        let chunks = (0..<5).map { _ in Self.chunk(lines: 50) }
        let right = try await withThrowingTaskGroup(of: Int.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    try LuaThread.run {
                        var right = 0
                        for round in 0..<60 {
                            let state = try LuaState()
                            let function = try state.load(chunks[(worker + round) % chunks.count])
                            if try state.call(function, results: 2) == [.integer(5), .integer(50)] { right += 1 }
                        }
                        return right
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(right == 240)
        #expect(guard_bytes_lost() == lost)
    }

    /// If functions pass on variables with long names, a compiled chunk can be far longer than its text. Such a text is
    /// compiled each time.
    @Test func aFormThatIsTooLongIsNotKept() throws {
        let names = (0..<200).map { "v\($0)_" + String(repeating: "n", count: 300) }
        let depth = 60
        var source = names.map { "local \($0) = 1\n" }.joined()
        source = "return function()\n" + source + String(repeating: "return function() ", count: depth)
        source += "return " + names.joined(separator: "+") + String(repeating: " end", count: depth) + " end"
        let chunk = LuaChunk(name: "long.lua", source: source)
        for _ in 0..<2 {
            let state = try LuaState()
            let function = try state.load(chunk)
            #expect(try state.call(function)[0].function != nil)
        }
        #expect(throws: LuaError.self) { try LuaState().dump(source, name: "long.lua") }
    }
}
