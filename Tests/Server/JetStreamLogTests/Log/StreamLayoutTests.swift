import Hosting
import Testing

@testable import JetStreamLog

@Suite struct StreamLayoutTests {
    /// Stored matches are found by these names, so the names must never change.
    @Test func wherePartsAre() throws {
        let layout = StreamLayout(prefix: "parlor")
        let match = try #require(HostedMatchID("abcdefghijklmnopqrst"))
        #expect(StreamLayout.part(of: match) == 13)
        #expect(layout.log(of: match) == "parlor_log_13")
        #expect(layout.entries(of: match) == "parlor.log.13.abcdefghijklmnopqrst")
        #expect(layout.archive(of: match, piece: 2) == "parlor.archive.abcdefghijklmnopqrst.2")
        #expect(layout.note(.listing, of: match) == "parlor.note.listing.abcdefghijklmnopqrst")
        #expect(StreamLayout.match(in: "parlor.live.13.abcdefghijklmnopqrst") == match)
        #expect(StreamLayout.match(in: "parlor.live.13.ABC") == nil)
    }

    @Test func matchesAreSpreadOverAllParts() {
        var generator = SystemRandomNumberGenerator()
        var counts = [Int](repeating: 0, count: StreamLayout.parts)
        for _ in 0..<8000 { counts[StreamLayout.part(of: HostedMatchID(using: &generator))] += 1 }
        #expect(counts.allSatisfy { (300...700).contains($0) }, "\(counts)")
    }

    @Test func eachStreamHasItsOwnSubjects() {
        let settings = StreamLayout(prefix: "parlor").settings(replicas: 3)
        #expect(settings.count == 17 + MatchNote.allCases.count)
        #expect(Set(settings.map(\.name)).count == settings.count)
        #expect(Set(settings.flatMap(\.subjects)).count == settings.count)
        #expect(settings.allSatisfy { $0.num_replicas == 3 && $0.allow_direct })
    }
}
