import Hosting
import Testing

@testable import JetStreamLog

@Suite struct JetStreamConfigurationTests {
    @Test func serversAndReplicas() throws {
        let one = try JetStreamConfiguration(url: "nats://localhost")
        #expect(one.servers == ["localhost:4222"])
        #expect(one.replicas == 1)
        let three = try JetStreamConfiguration(url: "nats://a:1,b:2,c:3/")
        #expect(three.servers == ["a:1", "b:2", "c:3"])
        #expect(three.replicas == 3)
        #expect(three.prefix == "parlor")
        #expect(try JetStreamConfiguration(url: "nats://a,b,c?replicas=1").replicas == 1)
        #expect(try JetStreamConfiguration(url: "nats://[::1]:4223,[::1]").servers == ["[::1]:4223", "[::1]:4222"])
    }

    @Test func theQuery() throws {
        let all = try JetStreamConfiguration(
            url: "tls://a:1?replicas=5&prefix=site-2&creds=/etc/parlor/nats.creds&ca=%2Fetc%2Fca.pem")
        #expect(all.replicas == 5)
        #expect(all.prefix == "site-2")
        #expect(all.credentials == "/etc/parlor/nats.creds")
        #expect(all.authorities == "/etc/ca.pem")
        #expect(all.isSecure)
    }

    @Test func aPasswordIsForTheServersOnly() throws {
        let configuration = try JetStreamConfiguration(url: "nats://ann:se,c@ret@a:1,b:2")
        #expect(configuration.urls == ["nats://ann:se,c@ret@a:1", "nats://ann:se,c@ret@b:2"])
        #expect(configuration.place == "a:1,b:2")
    }

    @Test(arguments: [
        "", "nats", "http://a:1", "nats://", "nats://a:0", "nats://a:99999", "nats://a:b", "nats://a b:1",
        "nats://a:1,,b:2",
        "nats://a:1?replicas=2", "nats://a:1?replicas=x", "nats://a:1?prefix=a.b", "nats://a:1?prefix=",
        "nats://a:1?speed=9",
        "nats://a:1?replicas", "nats://a\r\nPUB:1", "nats://a:1?prefix=" + String(repeating: "p", count: 33),
    ]) func whatIsRefused(url: String) {
        let error = #expect(throws: MatchLogError.self) { try JetStreamConfiguration(url: url) }
        #expect(error?.description.contains("expected") == true)
    }

    @Test func aRefusalQuotesNoPassword() {
        let error = #expect(throws: MatchLogError.self) { try JetStreamConfiguration(url: "nats://ann:secret@a:0") }
        #expect(error?.description.contains("secret") == false)
    }
}
