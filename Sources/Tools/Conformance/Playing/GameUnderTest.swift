import GameApps
import GameRules
import Hosting
import MatchSessions
import Scenes
import Values

/// A game that is checked: its script, and the files beside it.
package struct GameUnderTest: Sendable {
    /// The game as it was loaded.
    package let script: GameScript
    let runtime: RuntimeUnderTest
    private let images: MatchImages

    /// Creates a subject.
    ///
    /// - Parameter script: A game with a valid definition.
    package init(_ script: GameScript) { self.init(script, runtime: RuntimeUnderTest()) }

    init(_ script: GameScript, runtime: RuntimeUnderTest) {
        self.script = script
        self.runtime = runtime
        images = AssetStore().images(of: script.folder.url)
    }

    /// Returns the reason why a picture of the game's `assets` folder can't be shown, as the end of
    /// a sentence; nil if the picture can be shown. Also nil for a game in memory, which has no
    /// folder.
    func fault(ofAsset path: String) -> ImageProblem? {
        guard script.folder.url != nil else { return nil }
        do throws(ImageProblem) {
            _ = try images.image(path)
            return nil
        } catch {
            return error
        }
    }
}

/// The setup of a match.
public struct GameSetup: Hashable, Sendable {
    /// The number of players: 1 to 16.
    public var seats: Int
    /// All options, defaults included.
    public var options: [String: Value]
    /// The key of the random draws.
    public var seed: UInt64

    /// Creates a setup without checking it. The game may refuse the setup when a match begins.
    package init(seats: Int, options: [String: Value], seed: UInt64 = 0) {
        self.seats = seats
        self.options = options
        self.seed = seed
    }
}

extension GameSetup: CustomStringConvertible {
    /// `2 seats, size 3, seed 7`
    public var description: String {
        let chosen = options.sorted { $0.key < $1.key }.map { "\($0.key) \(GameOption.text($0.value))" }
        return ([counted(seats, "seat")] + chosen + ["seed \(seed)"]).joined(separator: ", ")
    }
}

/// The operations of Parlor that the checks use. A test replaces an operation by a broken version,
/// to show that the check finds the mistake.
struct RuntimeUnderTest: Sendable {
    /// Replays the log of a saved match, in a new Lua state.
    var replay: @Sendable (SavedMatch, GameScript) throws(GameError) -> Match = { saved, script throws(GameError) in
        try Match(replaying: saved, of: script)
    }
    /// Continues a saved match from its state, in a new Lua state.
    var load: @Sendable ([UInt8], GameScript) throws(GameError) -> Match = { bytes, script throws(GameError) in
        try Match(loading: bytes, of: script)
    }
    /// Undoes or redoes plies up to a certain ply.
    var go: @Sendable (Match, Int) throws(GameError) -> Void = { match, ply throws(GameError) in try match.go(to: ply) }
    /// Plays a step in the match of a phone, after the match that knows everything has played it.
    /// The viewer is nil for a spectator's phone.
    var follow: @Sendable (Match, Step, Match, Int?) throws(GameError) -> Void = {
        match, step, whole, viewer throws(GameError) in
        try match.follow(step, in: whole, for: viewer)
    }
    /// Tries a move that may be illegal.
    var attempt: @Sendable (Match, Step) throws(GameError) -> Void = { match, step throws(GameError) in
        _ = try match.play(step)
    }
    /// Returns the view of a match that a server shows to a seat or to a visitor; see also
    /// ``HostedMatch/publicDigest()``.
    var visit: @Sendable (HostedMatch, Int?) throws(HostingError) -> SeatView = {
        match, viewer throws(HostingError) in
        try match.view(for: viewer, theme: .light)
    }
}
