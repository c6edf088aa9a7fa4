import Foundation
import Testing
import Values

/// Every operation on the deepest value that can be read must fit the stack of a secondary thread.
@Suite struct StackDepthTests {
    @Test(.timeLimit(.minutes(40)))
    func deepestValueFitsASecondaryThread() async {
        let report = await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: Result { try Self.useDeepestValue() }) }
            thread.stackSize = 512 * 1024
            thread.start()
        }
        #expect(throws: Never.self) { try report.get() }
    }

    private static func useDeepestValue() throws {
        let depth = ValueLimits.maximumDepth
        let limits = ValueLimits(depth: depth)
        for (opening, closing) in [("[", "]"), ("{\"a\":", "}")] {
            let text = String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)
            let value = try Value(json: text, limits: limits)
            let encoding = try value.canonicalBytes(limits: limits)
            let decoded = try Value(canonicalBytes: encoding, limits: limits)
            try #require(decoded == value)
            try #require(decoded.hashValue == value.hashValue)
            try #require(try decoded.json(limits: limits) == text)
            try #require(value.normalizedTables == value)
            try #require(value.description.count > depth)
            let difference = try #require(Value.null.firstDifference(from: value))
            try #require(difference.path.keys.isEmpty)
        }
    }

    @Test func descriptionsStopAtTheDepthThatCounts() {
        let deep = (0..<ValueLimits.maximumDepth + 1).reduce(Value.null) { inner, _ in .array([inner]) }
        #expect(deep.description.contains("{{…}}"))
    }
}
