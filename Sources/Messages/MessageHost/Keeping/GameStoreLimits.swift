import MatchSessions

/// How much a game may keep on a device.
public enum GameStoreLimits {
    /// The most bytes of a key, in UTF-8.
    public static let key = 256
    /// The most canonical bytes of a value.
    public static let value = 64 * 1024
    /// The most bytes of a game's keys and values together.
    public static let game = 1024 * 1024
}
