import Hosting
import StorageLaws
import Testing

@testable import JetStreamLog

/// What every engine keeps, on real servers: one, and three with one and three replicas.
@Suite(.enabled(if: NatsServers.canRun, NatsServers.note))
struct JetStreamLawsTests {
    @Test(arguments: JetStreamMatchLogTests.Kind.allCases)
    func allLaws(kind: JetStreamMatchLogTests.Kind) async {
        let laws = MatchLogLaws { try await kind.log() }
        for breach in await laws.breaches() { Issue.record("\(breach)") }
    }
}
