import GameApps
import GameRules
import Hosting
import MatchSessions
import Scenes
import Values

/// A game that is checked: its script, and what lies beside it.
package struct Subject: Sendable {
    /// The game as it was loaded.
    package let script: GameScript
    let runtime: Runtime
    private let images: MatchImages

    /// - Parameter script: A game whose definition was found valid.
    package init(_ script: GameScript) { self.init(script, runtime: Runtime()) }

    init(_ script: GameScript, runtime: Runtime) {
        self.script = script
        self.runtime = runtime
        images = AssetStore().images(of: script.folder.url)
    }

    /// Why a picture of the game's `assets` folder can't be shown, as the end of a sentence. A game that lives in memory has all
    /// it names.
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

/// What a match begins with.
public struct GameSetup: Hashable, Sendable {
    /// How many people play: 1 to 16.
    public var seats: Int
    /// All options, defaults included.
    public var options: [String: Value]
    /// Keys the draws.
    public var seed: UInt64

    /// A setup as it is: whether the game takes it is found out when a match begins.
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

/// What the checks ask of Parlor itself. A test puts a broken one in its place, and sees the property fail.
struct Runtime: Sendable {
    /// Plays the log of a saved match anew, in a Lua state of its own.
    var replay: @Sendable (SavedMatch, GameScript) throws(GameError) -> Match = { saved, script throws(GameError) in
        try Match(replaying: saved, of: script)
    }
    /// Continues a saved match from its state, in a Lua state of its own.
    var load: @Sendable ([UInt8], GameScript) throws(GameError) -> Match = { bytes, script throws(GameError) in
        try Match(loading: bytes, of: script)
    }
    /// Goes back, or forward again.
    var go: @Sendable (Match, Int) throws(GameError) -> Void = { match, ply throws(GameError) in try match.go(to: ply) }
    /// Plays a step, which a match that knows everything has just played, in that of a phone; nil is a spectator's.
    var follow: @Sendable (Match, Step, Match, Int?) throws(GameError) -> Void = {
        match, step, whole, viewer throws(GameError) in
        try match.follow(step, in: whole, for: viewer)
    }
    /// Tries a move that may be illegal.
    var attempt: @Sendable (Match, Step) throws(GameError) -> Void = { match, step throws(GameError) in
        _ = try match.play(step)
    }
    /// What a server shows of a match, to a seat or to a visitor; see also ``HostedMatch/publicDigest()``.
    var visit: @Sendable (HostedMatch, Int?) throws(HostingError) -> SeatView = {
        match, viewer throws(HostingError) in
        try match.view(for: viewer, theme: .light)
    }
}
