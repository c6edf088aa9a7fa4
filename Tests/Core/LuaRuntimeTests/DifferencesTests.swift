import Effort
import Foundation
import LuaRuntime
import Testing

/// The guide's table lists exactly the functions of the sandbox's libraries that differ from Lua's own.
@Suite struct DifferencesTests {
    private static let root = checkout

    /// Returns the functions that the guide's table of differences names.
    private static func listed() throws -> Set<String> {
        let guide = try String(contentsOf: root.appending(path: "sdk/guide/lua.md"), encoding: .utf8)
        let section = try #require(guide.components(separatedBy: "\n## Where a function differs\n").dropFirst().first)
            .components(separatedBy: "\n## ")[0]
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
        return Set(
            rows.flatMap { row in
                row.split(separator: "|")[0].split(separator: "`").enumerated()
                    .filter { $0.offset % 2 == 1 }.map { String($0.element) }
            })
    }

    private static func differing(seed: Int64, count: Int64, _ change: String = "") throws -> [String: String] {
        let source = try String(
            contentsOf: root.appending(path: "Tests/Core/LuaRuntimeTests/Differential/anything.lua"), encoding: .utf8)
        let state = try LuaState(limits: LuaLimits(memory: 256 << 20, granted: 1 << 40), kind: .compare)
        let chunk = try state.load(source, name: "anything.lua")
        let run = try state.load(
            "local chunk, seed, count = ... \(change) return chunk(own, _G, seed, count)", name: "run.lua")
        let results = try state.call(
            run, .function(chunk), .integer(seed), .integer(count), results: 2, deadline: .seconds(60))
        #expect(results[0].integer ?? 0 > count / 2)
        let lines = (results[1].text ?? "").components(separatedBy: "\n\n").filter { !$0.isEmpty }
        return Dictionary(
            uniqueKeysWithValues: lines.map { line in
                let parts = line.split(separator: "\t", maxSplits: 1)
                return (String(parts[0]), String(parts[1]))
            })
    }

    @Test func whatDiffersStandsInTheGuide() throws {
        let listed = try Self.listed()
        var found: [String: String] = [:]
        for seed: Int64 in 1...3 { found.merge(try Self.differing(seed: seed, count: 60_000)) { first, _ in first } }
        for (name, call) in found.sorted(by: { $0.key < $1.key }) where !listed.contains(name) {
            Issue.record("\(name) isn't in the guide's table: \(call)")
        }
        for name in listed.subtracting(found.keys).sorted() {
            Issue.record("\(name) is in the guide and doesn't differ")
        }
    }

    /// The guide lists the texts that scripts see instead of Lua's own error messages.
    @Test func theWordsOfErrorsStandInTheGuide() throws {
        let source = try String(
            contentsOf: Self.root.appending(path: "Sources/Core/CLuaBoundary/calls/errors.c"), encoding: .utf8)
        let table = try #require(source.components(separatedBy: "kinds[] = {").last?.components(separatedBy: "\n};")[0])
        let words = Set(
            table.split(separator: "\n").compactMap { line in
                line.split(separator: "\"").count == 5 ? String(line.split(separator: "\"")[3]) : nil
            })
        #expect(words.count > 15)
        let guide = try String(contentsOf: Self.root.appending(path: "sdk/guide/lua.md"), encoding: .utf8)
        let lines = Set(guide.components(separatedBy: "\n").map { String($0.dropFirst(3).dropLast()) })
        #expect(words.subtracting(lines).isEmpty, "\(words.subtracting(lines))")
    }

    /// The comparison finds a function that is broken.
    @Test func aBrokenFunctionIsFound() throws {
        let broken =
            "local concat = own.table.concat own.table.concat = function(t, s, i, j) return concat(t, s, i, j or rawlen(t)) end"
        #expect(try Self.differing(seed: 1, count: 60_000, broken)["table.concat"] != nil)
    }
}
