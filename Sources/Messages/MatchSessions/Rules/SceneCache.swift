import GameRules
import MessageProtocol
import Scenes

/// The scenes that a device drew last. A scene follows from the position of a match, the seat, the style and the names, so a
/// picture that is asked for again isn't drawn again.
struct SceneCache {
    /// What a scene follows from.
    struct Key: Hashable {
        /// Names the match and all plies up to the position.
        let head: Head
        /// Nil for a spectator.
        let seat: Int?
        let style: String
        let names: SeatNames
        /// How many sealed moves the device knows.
        let secrets: Int
    }

    /// The last used first.
    private var scenes: [(key: Key, scene: Scene?)] = []
    /// One event asks for its view, the bubble of the draft and the bubbles in the transcript.
    private static let most = 8

    /// The scene for a key; `.some(nil)` if the script draws none, and nil if the scene isn't kept.
    subscript(key: Key) -> Scene?? {
        mutating get {
            guard let index = scenes.firstIndex(where: { $0.key == key }) else { return nil }
            let found = scenes.remove(at: index)
            scenes.insert(found, at: 0)
            return .some(found.scene)
        }
    }

    /// Keeps a scene that was drawn.
    mutating func keep(_ scene: Scene?, for key: Key) {
        scenes.insert((key, scene), at: 0)
        if scenes.count > Self.most { scenes.removeLast() }
    }

    /// Forgets all scenes.
    mutating func removeAll() { scenes = [] }
}
