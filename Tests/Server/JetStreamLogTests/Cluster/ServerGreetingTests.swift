import Hosting
import Testing

@testable import JetStreamLog

@Suite struct ServerGreetingTests {
    @Test func aGreetingIsRead() {
        let line = #"INFO {"server_id":"X","server_name":"n1","version":"2.15.1","jetstream":true,"port":4222}"#
        #expect(
            ServerGreeting.facts(line: Array(line.utf8), place: "one:4222")
                == ServerFacts(place: "one:4222", name: "n1", version: "2.15.1", hasJetStream: true))
    }

    @Test(arguments: ["", "INFO", "INFO {}", "HTTP/1.1 200 OK", #"INFO {"version":3}"#, "-ERR 'no'"])
    func anythingElseIsNone(line: String) {
        #expect(ServerGreeting.facts(line: Array(line.utf8), place: "one:4222") == nil)
    }

    @Test func anOldServerIsRefusedWithTheReason() async throws {
        let old = try Listener.saying(#"INFO {"server_name":"old","version":"2.9.10","jetstream":true}"#)
        defer { old.end() }
        let configuration = try JetStreamConfiguration(url: "nats://127.0.0.1:\(old.port)?replicas=3")
        let error = await #expect(throws: MatchLogError.self) { try await JetStreamMatchLog(configuration) }
        guard case .refused(let reason) = try #require(error) else {
            Issue.record("not refused: \(String(describing: error))")
            return
        }
        #expect(reason.contains("several writers win the same number"))
    }

    @Test func nobodyThere() async throws {
        let free = try NatsServers.freePorts(1)
        var configuration = try JetStreamConfiguration(url: "nats://127.0.0.1:\(free[0])")
        configuration.patience = .milliseconds(300)
        let error = await #expect(throws: MatchLogError.self) { try await JetStreamMatchLog(configuration) }
        #expect(error?.description.contains("no server of NATS answers at 127.0.0.1:\(free[0])") == true)
    }
}
