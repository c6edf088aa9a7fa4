import Testing
import Values

@testable import LuaRuntime

/// Compares the lines in compiled chunks with the lines that stock Lua reports for the same functions.
@Suite struct LuaChunkLinesTests {
    /// Sources in which every function is passed to `note`, and is called.
    static let sources = [
        "return 1",
        "",
        "\n\n-- nothing but a comment\n\n",
        "local a = 1\n\n-- a comment\nlocal b = 2\n\n\nreturn a + b",
        """
        local x = note(function(a, b)

          -- why
          local inner = note(function(...)
            local n = select("#", ...)

            return n
          end)
          if a then
            return inner(a, b)
          end
        end)
        x(1, 2)
        x()
        """,
        """
        note(function(...)
          local t = {
            1, 2,

            [3] = "x",
            f = note(function() return end),
          }
          t.f()
          for i = 1, 3 do
            if i == 2 then goto done end
          end
          ::done::
          for k, v in pairs(t) do t[k] = v end
          while #t > 9 do t = {} end
          repeat local y = 1 until y == 1
          return not t
        end)()
        """,
        "local t = {}\n" + String(repeating: "\n", count: 200) + "t.x = 1" + String(repeating: "\n", count: 400)
            + "note(function()\n" + String(repeating: "\n", count: 300) + "return t\n end)()",
        (1...400).map { "local function f\($0)() return \($0) + 1.5 == 'x' end note(f\($0))\n\n" }.prefix(150).joined(),
        "note(function()\n" + (1...700).map { "do local _ = \($0) .. 'text \($0)' end\n" }.joined() + "end)()",
        "local s = '" + String(repeating: "long ", count: 100)
            + "'\nnote(function() return s, nil, true, false, 1 << 40 end)()",
        "local function a() return note(function() return note(function() return 3 end)() end)() end\nnote(a)()",
    ]

    private static func activeLines(of source: String) throws -> Set<Int> {
        let state = try LuaState(kind: .compare)
        let probe = try state.load(
            """
            local source, seen, functions = ..., {}, {}
            function note(f) functions[#functions + 1] = f return f end
            local chunk = assert(load(source, "=x.lua", "t"))
            note(chunk)()
            for _, f in ipairs(functions) do
              for line in pairs(debug.getinfo(f, "L").activelines) do seen[line] = true end
            end
            local lines = {}
            for line in pairs(seen) do lines[#lines + 1] = tostring(line) end
            return table.concat(lines, " ")
            """, name: "probe.lua", trust: .host)
        let text = try #require(try state.call(probe, .text(source))[0].text)
        return Set(text.split(separator: " ").compactMap { Int($0) })
    }

    private static func dump(_ source: String) throws -> [UInt8] { try LuaState().dump(source, name: "x.lua") }

    @Test(arguments: sources) func activeLinesAreThoseOfStockLua(_ source: String) throws {
        let lines = try LuaChunkLines(dump: Self.dump(source))
        #expect(try lines.active == Self.activeLines(of: source))
        #expect(lines.executable.isSubset(of: lines.active))
    }

    @Test func anEndBehindAReturnCantRun() throws {
        func executable(_ source: String) throws -> Set<Int> { try LuaChunkLines(dump: Self.dump(source)).executable }
        #expect(try executable("local function f()\nreturn 1\nend\nf()") == [2, 3, 4])
        #expect(try executable("return {\n  1,\n}") == [1, 3])
        #expect(try executable("local f\nreturn f {\n  a = 1,\n}") == [1, 2, 3])
        #expect(try executable("return f(function(a)\n  return a\nend)") == [1, 2, 3])
        // here the end is reached if the condition is false
        #expect(try executable("local a = ...\nif a then\n  return 1\nend\n") == [1, 2, 3, 4])
        #expect(try executable("while true do\n  return\nend\n") == [2, 3])
    }

    @Test func damagedBytesAreRefusedOrReadButNeverRunOver() throws {
        let bytes = try Self.dump(Self.sources[5])
        let whole = try LuaChunkLines(dump: bytes)
        #expect(!whole.active.isEmpty)
        for count in bytes.indices {
            #expect(throws: LuaChunkLines.Malformed.self, "the first \(count) bytes") {
                try LuaChunkLines(dump: Array(bytes.prefix(count)))
            }
        }
        #expect(throws: LuaChunkLines.Malformed(offset: bytes.count, expected: "the end")) {
            try LuaChunkLines(dump: bytes + [0])
        }
        var refused = 0
        for place in bytes.indices {
            for flip in [1, 0x80, 0xff] as [UInt8] {
                var damaged = bytes
                damaged[place] ^= flip
                do { _ = try LuaChunkLines(dump: damaged) } catch { refused += 1 }
            }
        }
        #expect(refused > bytes.count / 4)
        let error = #expect(throws: LuaChunkLines.Malformed.self) { try LuaChunkLines(dump: Array("local x".utf8)) }
        #expect("\(try #require(error))".contains("Parlor needs Lua 5.4"))
    }

    @Test func functionsNestedTooDeepAreRefused() throws {
        // a function without code that contains only another such function, and so on
        var bytes = Array(try Self.dump("").prefix(31)) + [1]
        for _ in 0..<100_000 { bytes += [0x80, 0x80, 0x80, 0, 0, 2, 0x80, 0x80, 0x80, 0x81] }
        let error = #expect(throws: LuaChunkLines.Malformed.self) { try LuaChunkLines(dump: bytes) }
        #expect(error?.expected == "no function nested deeper")
    }
}
