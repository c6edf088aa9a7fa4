import Hosting
import Testing

@testable import JetStreamLog

@Suite struct PatienceTests {
    private let patience = Patience(duration: .milliseconds(200))

    @Test func unavailableIsTriedAgain() async throws {
        let count = try await Patience(duration: .seconds(60)).tried { before throws(MatchLogError) -> Int? in
            if before == 0 { throw .unavailable("not now") }
            return before == 1 ? nil : before
        }
        #expect(count == 2)
    }

    @Test func untilTimeIsUp() async {
        await #expect(throws: MatchLogError.unavailable("not now; tried for 0 s")) {
            try await patience.tried { _ throws(MatchLogError) -> Int? in throw .unavailable("not now") }
        }
    }

    @Test(arguments: [MatchLogError.closed, .refused("no"), .damaged("broken")])
    func whatIsFinal(error: MatchLogError) async {
        await #expect(throws: error) {
            try await Patience(duration: .seconds(60)).tried { _ throws(MatchLogError) -> Int? in throw error }
        }
    }

    @Test func aCancelledTaskEndsIt() async {
        let task = Task {
            try await Patience(duration: .seconds(60)).tried { _ throws(MatchLogError) -> Int? in nil }
        }
        task.cancel()
        await #expect(throws: MatchLogError.self) { try await task.value }
    }
}
