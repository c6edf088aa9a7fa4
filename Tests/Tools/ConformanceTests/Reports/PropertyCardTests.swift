import Foundation
import Testing

@testable import Conformance

@Suite struct PropertyCardTests {
    @Test func saysAllThereIsToKnow() {
        let text = PropertyCard(columns: 120).lines(.s2).joined(separator: "\n")
        #expect(text.hasPrefix("S2 A match saved at any ply"))
        for part in [
            "Why it matters: The other phone", "What to do: Report this", "every ply", "L3, S1",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        let short = PropertyCard(columns: 120).lines(.l4).joined(separator: "\n")
        #expect(!short.contains("Needs:") && !short.contains("every ply"))
    }

    @Test(arguments: Property.all) func everyPropertyHasACard(property: Property) {
        let text = PropertyCard(columns: 120).lines(property).joined(separator: " ")
        #expect(text.contains(property.id) && !property.why.isEmpty && !property.mend.isEmpty)
    }

    @Test func listsThemAll() {
        let starts = PropertyCard().list().compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(Property.all.allSatisfy { starts.contains($0.id) })
    }
}
