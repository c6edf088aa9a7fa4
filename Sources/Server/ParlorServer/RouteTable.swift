import Hummingbird
import Synchronization

/// Which methods a path has, to tell a path that isn't there from a method that isn't.
final class RouteTable: Sendable {
    private struct Route {
        let methods: [String]
        /// Its parts; nil for a parameter.
        let parts: [String?]
        let isOpen: Bool
    }
    private let routes = Mutex<[Route]>([])

    /// Learns all routes of a router.
    func learn(_ all: [Router<ServerContext>.RouteDescription]) {
        let learnt = all.map { route in
            // who may get something may ask for its head alone
            let methods = route.method == .get ? ["GET", "HEAD"] : [route.method.rawValue]
            let parts = route.path.description.split(separator: "/").map(String.init)
            return Route(
                methods: methods,
                parts: parts.filter { $0 != "**" }.map { $0.hasPrefix(":") || $0.hasPrefix("{") ? nil : $0 },
                isOpen: parts.last == "**")
        }
        routes.withLock { $0 = learnt }
    }

    /// The methods of a path, in the order of their names.
    func methods(of path: String) -> [String] {
        let parts = path.split(separator: "/").map(String.init)
        let found = routes.withLock { $0 }.filter { route in
            guard route.isOpen ? parts.count > route.parts.count : parts.count == route.parts.count else {
                return false
            }
            return zip(route.parts, parts).allSatisfy { $0 == nil || $0 == $1 }
        }
        // a path with a name of its own isn't one of those that any text leads to
        let named = found.map { $0.parts.count { $0 != nil } }.max()
        return Set(found.filter { $0.parts.count { $0 != nil } == named }.flatMap(\.methods)).sorted()
    }
}
