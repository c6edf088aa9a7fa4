import Foundation
import GameApps
import MatchSessions
import MessagesTesting
import Testing

@testable import Storage

/// Files with bytes after the last page of the store.
struct StoreTailTests {
    /// A file with a sparse gigabyte of zeros after the last page is rejected immediately, without
    /// being copied or read.
    @Test func whatLiesBehindTheLastPageIsRefused() throws {
        let folder = try StoreFolder()
        do {
            let store = try SimulationStore(path: folder.path)
            try store.transaction { try $0.put(StoreSamples.bob) }
            try store.close()
        }
        let size = try folder.bytes().count
        #expect(truncate(folder.path, 4 << 30) == 0)
        let what = "4294967296 bytes, where its pages have \(size)"
        #expect(throws: StoreError.corrupted(path: folder.path, what: what)) {
            _ = try SimulationStore(path: folder.path)
        }
        #expect(truncate(folder.path, off_t(size)) == 0)
        #expect(try SimulationStore(path: folder.path).read { try $0.devices().count } == 1)
    }
}
