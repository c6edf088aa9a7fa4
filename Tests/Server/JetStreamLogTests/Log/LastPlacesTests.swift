import Hosting
import Testing

@testable import JetStreamLog

@Suite struct LastPlacesTests {
    @Test func onlyForward() {
        let places = LastPlaces()
        let match = HostedMatchID.random()
        #expect(places.see(.init(number: 2, sequence: 9), of: match))
        #expect(!places.see(.init(number: 1, sequence: 4), of: match))
        #expect(!places.see(.init(number: 2, sequence: 9), of: match))
        #expect(places[match] == .init(number: 2, sequence: 9))
        places.forget(match)
        #expect(places[match] == nil)
    }

    @Test func neverMoreThanSoMany() {
        let places = LastPlaces(most: 100)
        for _ in 0..<1000 { places.see(.init(number: 1, sequence: 1), of: .random()) }
        #expect(places.count <= 100)
    }
}
