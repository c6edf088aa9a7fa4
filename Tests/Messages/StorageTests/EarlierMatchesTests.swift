import Foundation
import GameRules
import MessageProtocol
import MessagesTesting
import Simulation
import Storage
import Testing

@testable import MatchSessions

/// Data of earlier protocol versions is rejected by its version and left unchanged.
@Suite struct EarlierMatchesTests {
    private static let folder = home.folder.appendingPathComponent("Tests/Messages/StorageTests/Earlier")

    @Test(arguments: [1, 2]) func anEarlierMessageIsRefused(version: Int) throws {
        let file = Self.folder.appendingPathComponent("protocol-\(version).txt")
        let url = try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .newlines)
        let ann = try SimulatedPerson("Ann", GameCatalog(home: home).script("tic-tac-toe"))
        let reading = ann.read(url, from: nil)
        #expect(reading.verdict == .unsupportedVersion(version) && ann.table.records.isEmpty)
        #expect(reading.verdict.line.contains("older"), "\(reading.verdict.line)")
    }

    /// A store with matches of the previous protocol version, which weren't stored as sessions yet.
    @Test func anEarlierStoreIsRefused() throws {
        let folder = try StoreFolder()
        try folder.write(Data(contentsOf: Self.folder.appendingPathComponent("protocol-2.parlor")))
        let before = try folder.bytes()
        let error = #expect(throws: (any Error).self) { try SimulationStore(path: folder.path) }
        #expect("\(try #require(error))".contains("earlier message protocol"))
        let (bytes, names) = (try folder.bytes(), try folder.names())
        #expect(bytes == before && names == ["party.parlor"])
    }

    /// The first bytes of a session state its version, so an earlier session is rejected whatever
    /// else it contains.
    @Test func anEarlierSessionIsRefused() throws {
        let ann = try SimulatedPerson("Ann", script("tic-tac-toe"))
        let id = try ann.begin()
        _ = try ann.act(.invite, in: id)
        var bytes = try ann.table.match(id).bytes()
        bytes[3] = 1
        #expect(throws: SessionCodingError.earlierVersion(1)) { try MatchSession(bytes: bytes) }
    }
}
