import Foundation
import LuaRuntime
import Testing

/// Compares the sandbox's string and table functions with those of stock Lua. Scripts in Differential/ make cases from
/// a seed and compare the results.
@Suite struct DifferentialTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Differential")

    private static let scripts =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter {
            $0.hasSuffix(".lua") && $0 != "anything.lua"
        }
        .sorted()

    @Test func thereAreScripts() { #expect(Self.scripts.count >= 2) }

    @Test(arguments: scripts) func agreesWithStockLua(_ script: String) throws {
        let source = try String(contentsOf: Self.folder.appending(path: script), encoding: .utf8)
        let count: Int64 = 6000
        let run = "local chunk, seed, count = ... return chunk(own, _G, seed, count)"
        var cases: Int64 = 0
        for seed: Int64 in 1...5 {
            let state = try LuaState(limits: LuaLimits(memory: 256 << 20, granted: 1 << 40), kind: .compare)
            let chunk = try state.load(source, name: script)
            let compare = try state.load(run, name: "run.lua")
            let compared = try state.call(
                compare, .function(chunk), .integer(seed), .integer(count), deadline: .seconds(30))[0]
            #expect(compared.integer ?? 0 >= count, "\(script), seed \(seed)")
            cases += compared.integer ?? 0
        }
        #expect(cases >= 30_000)
    }
}
