/// The version of a nats-server: `2.9.21`, or `2.12.0-RC.1`, which counts as 2.12.0.
public struct ServerVersion: Hashable, Sendable {
    /// The three numbers.
    public let major, minor, patch: Int

    /// Makes a version.
    public init(_ major: Int, _ minor: Int, _ patch: Int) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// Reads what a server says of itself; nil for anything else.
    public init?(_ text: String) {
        let plain = text.prefix { $0 != "-" && $0 != "+" }
        let parts = plain.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in part.utf8.count <= 6 ? Int(part) : nil }
        guard text.utf8.count <= 64, parts.count == 3, numbers.count == 3, numbers.allSatisfy({ $0 >= 0 }) else {
            return nil
        }
        self.init(numbers[0], numbers[1], numbers[2])
    }
}

extension ServerVersion: Comparable {
    public static func < (left: ServerVersion, right: ServerVersion) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }
}

extension ServerVersion: CustomStringConvertible {
    public var description: String { "\(major).\(minor).\(patch)" }
}
