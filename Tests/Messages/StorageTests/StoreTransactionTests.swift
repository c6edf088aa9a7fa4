import Conversations
import Foundation
import GRDB
import MessagesTesting
import Testing

@testable import GameApps
@testable import MatchSessions
@testable import Simulation
@testable import Storage

@Suite struct StoreTransactionTests {
    private struct Interruption: Error {}

    @Test func aBodyThatThrowsLeavesNothing() throws {
        let folder = try StoreFolder()
        let store = try SimulationStore(path: folder.path)
        try store.transaction { try $0.put(StoreSamples.alice) }
        let before = try store.read { try $0.devices() }
        let error = storeError {
            try store.transaction { write in
                try write.put(StoreSamples.bob)
                try write.putValue(1, key: "a", game: "go", device: "Alice")
                throw Interruption()
            }
        }
        guard case .failed(_, let what) = error else {
            Issue.record("found \(String(describing: error))")
            return
        }
        #expect(what.contains("Interruption"))
        #expect(try store.read { try $0.devices() } == before)
        #expect(try store.read { try $0.keys(game: "go", device: "Alice") }.isEmpty)
    }

    /// If the database fails during a transaction, nothing of the transaction is stored, even if
    /// the body ignores the error.
    @Test func aFailureCannotBeOverlooked() throws {
        let store = try SimulationStore()
        let error = storeError {
            try store.transaction { write in
                try write.put(StoreSamples.alice)
                _ = storeError { _ = try write.rows("SELECT 1 FROM nowhere") { try $0.integer(0) } }
            }
        }
        let sentence = try #require(error).description
        #expect(sentence.contains("nowhere"))
        #expect(try store.read { try $0.devices() }.isEmpty)
    }

    @Test func whatBelongsToNoDeviceIsRefused() throws {
        let store = try SimulationStore()
        let error = storeError {
            try store.transaction { try $0.put(KeptURL(url: "a", reason: "b"), device: "nobody") }
        }
        #expect("\(try #require(error))".contains("FOREIGN KEY"))
        #expect(try store.read { try $0.keptURLs(device: "nobody") }.isEmpty)
    }

    @Test func aStoreInUseRefusesAnotherTransaction() throws {
        let store = try SimulationStore()
        let other = try SimulationStore()
        try store.transaction { _ in
            #expect(storeError { try store.transaction { _ in } } != nil)
            #expect(storeError { try store.read { _ in } } != nil)
            #expect(storeError { try other.read { _ in } } == nil)
        }
        try store.read { _ in #expect(storeError { try store.transaction { _ in } } != nil) }
        #expect(storeError { try store.transaction { _ in } } == nil)
    }

    @Test func aTransactionThatEndedWritesNothing() throws {
        let store = try SimulationStore()
        let kept = try store.transaction { $0 }
        #expect("\(try #require(storeError { try kept.put(StoreSamples.alice) }))".contains("ended"))
        #expect(try store.read { try $0.devices() }.isEmpty)
    }

    /// If a process is killed during a transaction, the store contains no part of that transaction.
    @Test func aKilledProcessLeavesWholeTransactions() throws {
        let folder = try StoreFolder()
        let store = try SimulationStore(path: folder.path)
        var copies: [(name: String, expected: Int)] = []
        func copy(_ expected: Int) throws {
            let name = "copy\(copies.count)"
            for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: folder.path + suffix) {
                try FileManager.default.copyItem(atPath: folder.path + suffix, toPath: folder.path(name) + suffix)
            }
            copies.append((name, expected))
        }
        try store.transaction { try $0.put(StoreSamples.alice) }
        try copy(0)
        for stimulus in 0..<2 {
            try store.transaction { write in
                // far more than SQLite keeps in memory, so pages reach the disk before the commit
                for part in 0..<4 {
                    let entry = StoredOutboxEntry(
                        id: "\(stimulus) \(part)", position: part, entry: Data(repeating: 7, count: 800_000))
                    try write.put(entry, device: "Alice")
                    try copy(stimulus * 4)
                }
            }
            try copy((stimulus + 1) * 4)
        }
        let sizes = try copies.map { copy -> Int in
            let path = folder.path(copy.name) + "-wal"
            return FileManager.default.fileExists(atPath: path) ? try folder.bytes(copy.name + "-wal").count : 0
        }
        #expect((sizes.max() ?? 0) > 2 << 20, "unfinished transactions reached the disk")
        for copy in copies {
            let reopened = try SimulationStore(path: folder.path(copy.name))
            #expect(try reopened.read { try $0.outbox(device: "Alice").count } == copy.expected, "\(copy.name)")
        }
    }
}
