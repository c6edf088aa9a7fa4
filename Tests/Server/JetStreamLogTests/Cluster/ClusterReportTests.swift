import Testing

@testable import JetStreamLog

@Suite struct ClusterReportTests {
    private static func report(_ versions: String..., replicas: Int, hasJetStream: Bool = true) -> ClusterReport {
        ClusterReport(
            servers: versions.enumerated().map { index, version in
                ServerFacts(
                    place: "host\(index):4222", name: "n\(index)", version: version, hasJetStream: hasJetStream)
            }, replicas: replicas)
    }

    private static func reason(_ report: ClusterReport) -> String? {
        if case .refused(let reason) = report { reason } else { nil }
    }

    private static func usable(_ report: ClusterReport) -> (isBatched: Bool, durability: String)? {
        if case .usable(let isBatched, let durability) = report { (isBatched, durability) } else { nil }
    }

    @Test func replicasNeedAServerThatLooksTwice() throws {
        for version in ["2.9.10", "2.9.20", "2.9.0"] {
            let reason = try #require(Self.reason(Self.report(version, replicas: 3)))
            #expect(reason.contains("host0:4222 is nats-server \(version)"))
            #expect(reason.contains("let several writers win the same number"))
            #expect(reason.contains("2.9.21"))
        }
        #expect(Self.reason(Self.report("2.9.21", replicas: 3)) == nil)
        #expect(Self.reason(Self.report("2.15.1", replicas: 5)) == nil)
        #expect(Self.reason(Self.report("2.9.10", replicas: 1)) == nil)
    }

    @Test func oneOldServerAmongNewOnesIsEnough() throws {
        let reason = try #require(Self.reason(Self.report("2.15.1", "2.15.1", "2.9.10", replicas: 3)))
        #expect(reason.hasPrefix("host2:4222 is nats-server 2.9.10"))
    }

    @Test func tooOldForAnything() {
        #expect(Self.reason(Self.report("2.8.4", replicas: 1))?.contains("before 2.9.0") == true)
        #expect(Self.reason(Self.report("newest", replicas: 1))?.contains("which is none") == true)
        #expect(Self.reason(Self.report("2.15.1", replicas: 2)) == "expected 1, 3 or 5 replicas, found 2")
        #expect(Self.reason(Self.report(replicas: 1)) == "no server answered")
        #expect(
            Self.reason(Self.report("2.15.1", replicas: 1, hasJetStream: false))?.contains("JetStream is off") == true)
    }

    @Test func batchesOfTheOldest() {
        #expect(Self.usable(Self.report("2.11.0", "2.15.1", replicas: 1))?.isBatched == true)
        #expect(Self.usable(Self.report("2.10.29", "2.15.1", replicas: 1))?.isBatched == false)
    }

    @Test func durabilityIsSaid() throws {
        let old = try #require(Self.usable(Self.report("2.9.25", replicas: 3))).durability
        #expect(old.contains("has no sync_interval"))
        let three = try #require(Self.usable(Self.report("2.10.0", replicas: 3))).durability
        #expect(three.contains("kept by 3 servers, and acknowledged when 2 have it"))
        #expect(three.contains("sync_interval: always"))
        let one = try #require(Self.usable(Self.report("2.15.1", replicas: 1))).durability
        #expect(one.contains("matches stand still while it is down"))
    }

    @Test(arguments: [
        ("2.9.10", ServerVersion(2, 9, 10)), ("2.12.0-RC.1", ServerVersion(2, 12, 0)),
        ("2.10.1+build", ServerVersion(2, 10, 1)), ("2.9", nil), ("", nil), ("a.b.c", nil), ("-1.2.3", nil),
        ("2.9.10.1", nil), ("2.9999999.1", nil), ("2..1", nil),
    ]) func versions(text: String, version: ServerVersion?) {
        #expect(ServerVersion(text) == version)
    }

    @Test func versionsAreOrderedByNumber() {
        #expect(ServerVersion(2, 9, 21) < ServerVersion(2, 10, 0))
        #expect(ServerVersion(2, 9, 9) < ServerVersion(2, 9, 10))
    }
}
