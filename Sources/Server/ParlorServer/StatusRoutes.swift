import Hosting
import Hummingbird

/// Whether the server lives, whether it can serve, and what it has done.
struct StatusRoutes {
    let house: MatchHouse
    let log: any MatchLog
    let gate: StreamGate
    let metrics: PrometheusMetrics

    private struct Status: Encodable {
        let status: String
        var reason: String?
    }

    func add(to router: Router<ServerContext>) {
        router.get("/health") { _, _ in Answer.json(Status(status: "ok")) }
        router.get("/ready") { _, _ in await ready() }
        router.get("/metrics") { _, _ in
            let load = house.load
            metrics.set("parlor_matches_in_memory", to: Double(load.tables))
            metrics.set("parlor_event_streams", to: Double(gate.count))
            return Answer.text(metrics.text, type: "text/plain; version=0.0.4")
        }
    }

    /// Can the log be read?
    private func ready() async -> Response {
        do {
            _ = try await log.note(.rules, on: HostedMatchID(digest: []))
            return Answer.json(Status(status: "ready"))
        } catch {
            return Answer.json(
                Status(status: "not ready", reason: "the log can't be reached"), status: .serviceUnavailable)
        }
    }
}
