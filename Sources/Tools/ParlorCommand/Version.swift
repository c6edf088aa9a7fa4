import Parlor

/// What `parlor --version` prints.
enum Version {
    /// The program's, which CHANGELOG.md counts.
    static let number = "0.1.0"

    /// With what decides whether two programs understand each other.
    static let text = "parlor \(number) (messages of version \(Carrier.version), Lua 5.4)"
}
