import GameRules
import MessageWire

/// The versions of one game that a device has: the installed one, on which matches begin, and older ones whose matches
/// aren't over. A match ends under the rules it began with.
public struct ScriptShelf: Sendable {
    /// The version on which matches begin.
    public let installed: GameScript
    private var scripts: [ScriptDigest: GameScript] = [:]

    /// The versions of one game.
    ///
    /// - Parameter older: Those of matches that aren't over, in any order.
    public init(_ installed: GameScript, older: [GameScript] = []) {
        self.installed = installed
        for script in older + [installed] { add(script) }
    }

    mutating func add(_ script: GameScript) {
        if let digest = Self.digest(of: script) { scripts[digest] = script }
    }

    package var all: [GameScript] { Array(scripts.values) }

    /// The version with this digest; nil if it isn't here.
    public func script(_ digest: ScriptDigest) -> GameScript? { scripts[digest] }

    /// What messages carry of a script's digest: its first 16 bytes.
    package static func digest(of script: GameScript) -> ScriptDigest? {
        try? ScriptDigest(Array(script.digest.prefix(16)))
    }
}
