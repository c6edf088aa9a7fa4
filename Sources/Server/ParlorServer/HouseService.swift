import Hosting
import ServiceLifecycle

/// Ends the streams of a house when the server stops.
struct HouseService: Service {
    let house: MatchHouse

    func run() async throws {
        try? await gracefulShutdown()
        await house.end()
    }
}
