import Foundation
import Testing
import Values

@testable import GameApps
@testable import MatchSessions
@testable import Simulation
@testable import Storage

/// The stored data of games on a device, and its limits.
@Suite struct GameStoreTests {
    private func store() throws -> SimulationStore {
        let store = try SimulationStore()
        try store.transaction { try $0.put(StoreSamples.alice) }
        return store
    }

    /// Returns a value of this many canonical bytes. The head of the value takes three or five of
    /// these bytes (RFC 8949 §3).
    private func value(bytes: Int) -> Value { .bytes(Array(repeating: 7, count: bytes - (bytes < 65_539 ? 3 : 5))) }

    @Test func valuesComeBack() throws {
        let store = try store()
        let value: Value = ["seat": 2, "name": "é", "list": [1, 2.5, true, .null]]
        try store.transaction { write in
            try write.putValue(value, key: "a", game: "go", device: "Alice")
            try write.putValue(1, key: "a\u{0}b", game: "go", device: "Alice")
            try write.putValue(2, key: "e\u{301}", game: "go", device: "Alice")
            try write.putValue(3, key: "é", game: "go", device: "Alice")
            try write.putValue(4, key: "gone", game: "go", device: "Alice")
            try write.putValue(nil, key: "gone", game: "go", device: "Alice")
            try write.putValue(5, key: "a", game: "chess", device: "Alice")
        }
        try store.read { reader in
            #expect(try reader.value("a", game: "go", device: "Alice") == value)
            #expect(try reader.value("a", game: "chess", device: "Alice") == 5)
            #expect(try reader.value("e\u{301}", game: "go", device: "Alice") == 2, "keys are compared by their bytes")
            #expect(try reader.value("gone", game: "go", device: "Alice") == nil)
            let keys = try reader.keys(game: "go", device: "Alice")
            #expect(keys.map(\.utf8.count) == [1, 3, 3, 2])
        }
    }

    @Test func limitsKeysAndValues() throws {
        let store = try store()
        try store.transaction { write in
            let long = String(repeating: "é", count: 128)
            try write.putValue(value(bytes: 65_536), key: long, game: "go", device: "Alice")
            #expect(try write.size(game: "go", device: "Alice") == 256 + 65_536)
            #expect(
                storeError { try write.putValue(1, key: long + "x", game: "go", device: "Alice") }
                    == .tooLarge(what: "a key of a game's store", size: 257, limit: 256))
            #expect(
                storeError { try write.putValue(value(bytes: 65_537), key: "k", game: "go", device: "Alice") }
                    == .tooLarge(what: "a value of a game's store", size: 65_537, limit: 65_536))
            #expect(
                storeError { try write.putValue(value(bytes: 1 << 21), key: "k", game: "go", device: "Alice") }
                    == .tooLarge(what: "a value of a game's store", size: 1_048_577, limit: 65_536))
            guard
                case .failed = storeError({ try write.putValue(.double(.nan), key: "k", game: "go", device: "Alice") })
            else {
                Issue.record("NaN was kept")
                return
            }
        }
        #expect(try store.read { try $0.keys(game: "go", device: "Alice").count } == 1, "the body may go on")
    }

    @Test func limitsAGameAsAWhole() throws {
        let store = try store()
        try store.transaction { write in
            // 16 values of 64 KiB each, including their keys, are exactly 1 MiB
            for number in 10..<26 {
                try write.putValue(value(bytes: 65_534), key: "\(number)", game: "go", device: "Alice")
            }
            #expect(try write.size(game: "go", device: "Alice") == 1_048_576)
            #expect(
                storeError { try write.putValue(.null, key: "", game: "go", device: "Alice") }
                    == .tooLarge(what: "all that go keeps", size: 1_048_577, limit: 1_048_576))
            #expect(
                storeError { try write.putValue(value(bytes: 65_535), key: "10", game: "go", device: "Alice") } != nil)
            // if a value is replaced, only the difference is counted; other games aren't affected
            try write.putValue(value(bytes: 65_533), key: "10", game: "go", device: "Alice")
            try write.putValue(.null, key: "", game: "go", device: "Alice")
            try write.putValue(1, key: "a", game: "chess", device: "Alice")
        }
        #expect(try store.read { try $0.size(game: "go", device: "Alice") } == 1_048_576)
    }
}
