import MatchSessions
import Values

/// The values that a game stores on one device between its runs, by key. Instances in bubbles can
/// only read the values. All other instances read and write them.
public struct GameStore: Sendable {
    /// All stored values by key. No value is `.null`.
    public private(set) var values: [String: Value] = [:]
    private var sizes: [String: Int] = [:]

    package init() {}

    /// The reason why a value can't be stored.
    public enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        /// The key is empty or too long.
        case key(bytes: Int)
        /// The value of this key is too large.
        case value(key: String, bytes: Int)
        /// All keys and values together would have `bytes` bytes, which is over the limit.
        case full(bytes: Int)
        /// The value can't be stored at all, for example a function.
        case unsuitable(key: String, problem: String)

        /// The limit and the actual size, and what to do:
        /// `expected a key of 1 to … bytes, found …; use a shorter one`.
        public var description: String {
            switch self {
            case .key(let bytes):
                "expected a key of 1 to \(GameStoreLimits.key) bytes, found \(bytes); use a shorter one"
            case .value(let key, let bytes):
                "expected at most \(GameStoreLimits.value) bytes at \(key), found \(bytes); store less"
            case .full(let bytes):
                "expected at most \(GameStoreLimits.game) bytes in the store of a game, found \(bytes); remove something"
            case .unsuitable(let key, let problem): "\(key) can't be stored: \(problem)"
            }
        }
    }

    /// Stores a value. `.null` removes the key.
    package mutating func set(_ key: String, _ value: Value) throws(Refusal) {
        guard (1...GameStoreLimits.key).contains(key.utf8.count) else { throw .key(bytes: key.utf8.count) }
        if value.isNull {
            values[key] = nil
            sizes[key] = nil
            return
        }
        let size: Int
        do {
            size = try value.canonicalBytes(root: "app.store.\(key)").count
        } catch {
            throw .unsuitable(key: key, problem: "\(error)")
        }
        guard size <= GameStoreLimits.value else { throw .value(key: key, bytes: size) }
        let total = sizes.values.reduce(key.utf8.count + size, +) - (sizes[key] ?? 0)
        guard total <= GameStoreLimits.game else { throw .full(bytes: total) }
        values[key] = value
        sizes[key] = key.utf8.count + size
    }

    var value: Value { .map(values.reduce(into: [:]) { $0[.string($1.key)] = $1.value }) }
}

/// The limits of a game's store on a device.
public enum GameStoreLimits {
    /// The most bytes of a key, in UTF-8.
    public static let key = 256
    /// The most canonical bytes of a value.
    public static let value = 64 * 1024
    /// The most bytes of a game's keys and values together.
    public static let game = 1024 * 1024
}
