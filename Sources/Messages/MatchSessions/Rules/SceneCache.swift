import GameRules
import MessageProtocol
import Scenes

/// The scenes that a device drew last. A scene depends only on its ``Key``, so a cached scene isn't
/// drawn again.
struct SceneCache {
    /// The values that determine a scene.
    struct Key: Hashable {
        /// The head, which identifies the match and all plies up to the position.
        let head: Head
        /// The viewer's seat; nil for a spectator.
        let seat: Int?
        let style: String
        let names: SeatNames
        /// The number of sealed moves that the device knows.
        let secrets: Int
    }

    /// The cached scenes, the last used first.
    private var scenes: [(key: Key, scene: Scene?)] = []
    /// The most cached scenes. One event needs its view, the bubble of the draft and the bubbles in
    /// the transcript.
    private static let most = 8

    /// The scene for a key; `.some(nil)` if the script draws none, and nil if the scene isn't
    /// cached.
    subscript(key: Key) -> Scene?? {
        mutating get {
            guard let index = scenes.firstIndex(where: { $0.key == key }) else { return nil }
            let found = scenes.remove(at: index)
            scenes.insert(found, at: 0)
            return .some(found.scene)
        }
    }

    /// Caches a scene.
    mutating func keep(_ scene: Scene?, for key: Key) {
        scenes.insert((key, scene), at: 0)
        if scenes.count > Self.most { scenes.removeLast() }
    }

    /// Drops all scenes.
    mutating func removeAll() { scenes = [] }
}
