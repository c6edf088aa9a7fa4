import Hosting
import StorageLaws
import Testing

@testable import JetStreamLog

/// The laws that every engine must keep, on real servers: one server, and three servers with one and with three replicas.
@Suite(.enabled(if: NatsServers.canRun, NatsServers.note))
struct JetStreamLawsTests {
    @Test(arguments: JetStreamMatchLogTests.Kind.allCases)
    func allLaws(kind: JetStreamMatchLogTests.Kind) async {
        let laws = MatchLogLaws { try await kind.log() }
        for breach in await laws.breaches() { Issue.record("\(breach)") }
    }
}
