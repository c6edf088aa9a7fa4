import Effort
import Foundation
import Testing

@testable import Conformance

/// The page for authors agrees with the code.
@Suite struct CheckPageTests {
    private static let page = checkout.appendingPathComponent("docs/check.md")

    private func page() throws -> String { try String(contentsOf: Self.page, encoding: .utf8) }

    @Test func theTableIsThatOfTheCode() throws {
        let text = try page()
        let table = text.split(separator: "\n").drop { !$0.hasPrefix("| id | what holds") }.prefix { $0.hasPrefix("|") }
        #expect(table.joined(separator: "\n") == PropertyCard.markdown)
        #expect(table.count == 2 + Property.all.count)
    }

    /// The page describes every key of the JSON form.
    @Test func theKeysOfTheJSONFormAreThere() throws {
        let text = try page()
        var keys: Set<String> = []
        func gather(_ value: Any) {
            if let array = value as? [Any] { array.forEach(gather) }
            guard let object = value as? [String: Any] else { return }
            keys.formUnion(object.keys)
            for (key, value) in object where !["worst", "missing", "options_lua"].contains(key) { gather(value) }
            (object["worst"] as? [String: Any])?.values.forEach(gather)
        }
        let report = ReportSamples.report([ReportSamples.finding(.s2)])
        gather(try JSONSerialization.jsonObject(with: Data(JSONReport([CheckedGame(report)]).text().utf8)))
        #expect(keys.count > 30)
        for key in keys { #expect(text.contains(try Regex("\\b\(key)\\b")), "\(key)") }
    }
}
