import Crypto
import Foundation
import GameRules
import Testing

/// The digest of a script is the one that `docs/protocol.md` defines under "Which script". The test computes it from
/// the files alone.
@Suite struct ScriptDigestTests {
    @Test(arguments: ["tic-tac-toe", "battleship", "crazy-eights"]) func itIsMadeAsThePageSays(_ game: String) throws {
        var hash = SHA256()
        func add(_ text: String) {
            let bytes = Array(text.utf8)
            hash.update(data: (0..<8).reversed().map { UInt8(truncatingIfNeeded: bytes.count >> ($0 * 8)) } + bytes)
        }
        func files(_ folder: String) throws -> [(name: String, source: String)] {
            let place = home.folder.appendingPathComponent(folder)
            let names = try FileManager.default.contentsOfDirectory(atPath: place.path).filter { $0.hasSuffix(".lua") }
            return try names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }.map {
                ($0, try String(contentsOf: place.appendingPathComponent($0), encoding: .utf8))
            }
        }
        add("parlor-script-3")
        for file in try files("games/\(game)") where file.name != "test.lua" {
            add(file.name)
            add(file.source)
        }
        for file in try files("sdk/parlor") {
            add(file.name == "init.lua" ? "parlor" : "parlor." + file.name.dropLast(4))
            add(file.source)
        }
        #expect(try Array(hash.finalize()) == catalog().script(game).digest)
    }
}
