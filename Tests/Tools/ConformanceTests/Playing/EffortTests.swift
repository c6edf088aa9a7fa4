import Testing

@testable import Conformance

@Suite struct EffortTests {
    /// In a game that repeats itself with a period, a few games together check each part of the
    /// period. Later plies of a game are checked less and less often.
    @Test(arguments: [2, 3, 4, 5, 7]) func everyPartOfAPeriodIsLookedAt(_ period: Int) {
        for effort in Effort.allCases {
            let first = effort == .quick ? 10 : Effort.cap
            var parts: Set<Int> = []
            for game in 0..<12 {
                let plies = (0..<1024).filter { effort.takes(ply: $0, of: game) }
                #expect(plies.prefix(first) == ArraySlice(0..<first))
                #expect(plies.count <= first + 8, "\(plies)")
                parts.formUnion(plies.dropFirst(first).map { $0 % period })
            }
            #expect(parts == Set(0..<period), "\(effort) in \(period)")
        }
    }
}
