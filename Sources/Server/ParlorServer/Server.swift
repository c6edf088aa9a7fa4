import Foundation
import Hosting
import Hummingbird
import Logging
import Metrics
import NIOCore
import Parlor
import ServiceLifecycle
import Synchronization
import UnixSignals

/// A server from its settings to its end.
struct Server {
    let settings: ServerSettings

    init(_ settings: ServerSettings) { self.settings = settings }

    private var host: String { settings.host ?? "127.0.0.1" }
    private var state: URL { URL(fileURLWithPath: settings.state ?? ".parlor") }
    private var isSecure: Bool { settings.origin?.hasPrefix("https://") ?? false }

    /// Serves until it is told to stop.
    ///
    /// - Throws: ``StartFailure``.
    func run() async throws {
        let logger = logger()
        let metrics = PrometheusMetrics()
        MetricsSystem.bootstrap(metrics)
        let shelf = try shelf(logger)
        let secret = try secret()
        let log = try await LogOpener(settings, state: state).open(logger)
        let house = MatchService(log: log, shelf: shelf, secret: secret, settings: try houseSettings()) { problem in
            logger.error("\(SafeText(problem))")
        }
        do {
            try await house.begin()
        } catch {
            await log.close()
            throw StartFailure("the log can't be used: \(error.forTheServer ?? error.message)")
        }
        let connections = max(1, settings.connections ?? 500)
        let gate = StreamGate(most: max(1, settings.streams ?? 5000), mostOfOne: connections)
        let count = ConnectionCount(most: settings.trustProxy ? nil : connections)
        let router = try router(house, log, gate, metrics, logger)
        let app = Application(
            router: router,
            server: .http1(
                configuration: .init(additionalChannelHandlers: [ConnectionGuard(count)], idleTimeout: Self.idleTime)),
            configuration: .init(
                address: .hostname(host, port: settings.port ?? 8080), serverName: nil, backlog: 4096),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? 0
                logger.notice(
                    "serving \(shelf.games.count) games at http://\(host):\(port)/", metadata: ["port": "\(port)"])
            }, logger: logger)
        // services stop in reverse order: the streams end first, so that the app needn't wait for
        // them when it stops
        let group = ServiceGroup(
            configuration: .init(
                services: [.init(service: app), .init(service: MatchServiceLifecycle(house: house))],
                gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        do {
            try await group.run()
        } catch {
            await log.close()
            let why =
                (error as? IOError)?.errnoCode == EADDRINUSE
                ? "another program uses that port. Choose another --port" : "\(error)"
            throw StartFailure("it can't listen at \(host):\(settings.port ?? 8080): \(why)")
        }
        await log.close()
        logger.notice("stopped")
    }

    /// The time that a connection may be open without a request.
    private static let idleTime = TimeAmount.seconds(75)

    /// Returns a router with all routes of the server.
    func router(
        _ house: MatchService, _ log: any MatchLog, _ gate: StreamGate, _ metrics: PrometheusMetrics, _ logger: Logger
    ) throws -> Router<ServerContext> {
        let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
        let routes = RouteTable()
        defer { routes.learn(router.routes) }
        let cookies = SeatCookies(isSecure: isSecure)
        router.addMiddleware {
            RequestLog(logger: logger)
            SecurityHeaders(isSecure: isSecure, routes: routes, logger: logger)
        }
        StatusRoutes(house: house, log: log, gate: gate, metrics: metrics).add(to: router)
        // middleware applies only to the routes that are added after it, so the status routes
        // above have no rate limit
        let rate = try settings.rates()
        router.addMiddleware {
            RateLimits(rate, trustsProxy: settings.trustProxy)
            OriginGuard(origin: settings.origin)
        }
        MatchRoutes(
            house: house, cookies: cookies, open: OpenMatches(most: max(1, settings.open ?? 10)),
            trustsProxy: settings.trustProxy
        ).add(to: router)
        EventRoutes(house: house, cookies: cookies, gate: gate, trustsProxy: settings.trustProxy).add(to: router)
        LobbyRoutes(house: house).add(to: router)
        ShowRoutes(house: house).add(to: router)
        try PageRoutes(folder: web()).add(to: router)
        return router
    }

    // MARK: Parts

    private func logger() -> Logger {
        let wantsJSON = settings.logFormat.map { $0 == "json" } ?? (isatty(STDERR_FILENO) == 0)
        LoggingSystem.bootstrap { label in
            if wantsJSON { return JSONLogHandler(label: label) }
            return StreamLogHandler.standardError(label: label)
        }
        return Logger(label: "parlor-server")
    }

    /// Loads a game. Returns nil if the game can't be loaded. In that case its existing matches
    /// continue with the rules that the log stores.
    private func load(_ name: String, _ catalog: GameCatalog, _ logger: Logger) -> GameScript? {
        do {
            return try catalog.script(name)
        } catch {
            logger.error("a game is left out: \(SafeText("\(error)").string)", metadata: ["game": "\(name)"])
            return nil
        }
    }

    private func shelf(_ logger: Logger) throws -> GameRegistry {
        do {
            let catalog = try GameCatalog(home: ParlorHome.find())
            var scripts = catalog.ids.compactMap { load($0, catalog, logger) }
            for folder in settings.games {
                let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
                for name in names where FileManager.default.fileExists(atPath: "\(folder)/\(name)/game.lua") {
                    if let script = load("\(folder)/\(name)", catalog, logger) { scripts.append(script) }
                }
            }
            let ids = scripts.map(\.id)
            if let twice = ids.first(where: { id in ids.count { $0 == id } > 1 }) {
                throw StartFailure("there are two games '\(twice)'. Rename the folder of one of them")
            }
            return GameRegistry(scripts, library: catalog.library, poolBytes: try houseSettings().poolBytes)
        } catch let error as StartFailure {
            throw error
        } catch {
            throw StartFailure("the games can't be loaded: \(error)")
        }
    }

    private func houseSettings() throws -> MatchServiceSettings {
        var house = MatchServiceSettings()
        if let tables = settings.tables { house.mostTables = max(1, tables) }
        if let pause = settings.botPause { house.botPause = .milliseconds(max(0, pause)) }
        return house
    }

    private func secret() throws -> ServerSecret {
        if let named = settings.secret { return try SecretFile(url: URL(fileURLWithPath: named)).secret() }
        try LogOpener(settings, state: state).makeState()
        return try SecretFile(url: state.appending(path: "secret")).secret()
    }

    private func web() throws -> URL {
        if let named = settings.web { return URL(fileURLWithPath: named) }
        var folders = [URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../web")]
        if let program = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent() {
            folders.insert(program.appending(path: "../share/parlor/web"), at: 0)
        }
        if let home = try? ParlorHome.find() { folders.append(home.folder.appending(path: "server/web")) }
        for folder in folders.map(\.standardizedFileURL)
        where FileManager.default.fileExists(atPath: folder.appending(path: "index.html").path) {
            return folder
        }
        throw StartFailure("the page's files weren't found. Name their folder with --web")
    }
}

/// The context of a request: the client's address and a logger.
struct ServerContext: RequestContext, RemoteAddressRequestContext {
    var coreContext: CoreRequestContextStorage
    let remoteAddress: SocketAddress?

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
    }
}

/// Ends the streams of a match service when the server stops.
struct MatchServiceLifecycle: Service {
    let house: MatchService

    func run() async throws {
        try? await gracefulShutdown()
        await house.end()
    }
}

/// The methods of each path. With this table the server can distinguish an unknown path from an
/// unsupported method.
final class RouteTable: Sendable {
    private struct Route {
        let methods: [String]
        /// The components of the path; nil for a parameter.
        let parts: [String?]
        let isOpen: Bool
    }
    private let routes = Mutex<[Route]>([])

    /// Adds all routes of a router.
    func learn(_ all: [Router<ServerContext>.RouteDescription]) {
        let learnt = all.map { route in
            // a path that supports GET also supports HEAD
            let methods = route.method == .get ? ["GET", "HEAD"] : [route.method.rawValue]
            let parts = route.path.description.split(separator: "/").map(String.init)
            return Route(
                methods: methods,
                parts: parts.filter { $0 != "**" }.map { $0.hasPrefix(":") || $0.hasPrefix("{") ? nil : $0 },
                isOpen: parts.last == "**")
        }
        routes.withLock { $0 = learnt }
    }

    /// Returns the methods of a path, sorted by name.
    func methods(of path: String) -> [String] {
        let parts = path.split(separator: "/").map(String.init)
        let found = routes.withLock { $0 }.filter { route in
            guard route.isOpen ? parts.count > route.parts.count : parts.count == route.parts.count else {
                return false
            }
            return zip(route.parts, parts).allSatisfy { $0 == nil || $0 == $1 }
        }
        // only the most specific routes count: those with the most fixed names instead of
        // parameters
        let named = found.map { $0.parts.count { $0 != nil } }.max()
        return Set(found.filter { $0.parts.count { $0 != nil } == named }.flatMap(\.methods)).sorted()
    }
}
