import Foundation

/// A temporary folder for a test, removed when it is released.
package final class StoreFolder {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The path of the test's store.
    package var path: String { path("party.parlor") }

    package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// The names of all files in the folder.
    package func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }

    package func bytes(_ name: String = "party.parlor") throws -> Data {
        try Data(contentsOf: url.appendingPathComponent(name))
    }

    package func write(_ bytes: Data, _ name: String = "party.parlor") throws {
        try bytes.write(to: url.appendingPathComponent(name))
    }
}
