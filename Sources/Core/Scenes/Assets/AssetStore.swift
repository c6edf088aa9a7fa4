import Foundation

/// The pictures of games that are held to be drawn again, of all matches of a host: read when they
/// are first drawn, within one bound for all, released when the last match ends that drew them and
/// when memory runs short.
///
/// What isn't held is read again when it is drawn: the store only saves time.
///
/// ```swift
/// let store = AssetStore()
/// let images = store.images(of: script.folder.url)   // for one match
/// context.images = images.forDrawing
/// ```
public final class AssetStore: @unchecked Sendable {
    /// How much is held at once, in bytes, where nothing else is said.
    public static let capacity = 8 << 20
    /// The most pictures at once, however small.
    static let mostHeld = 1000
    /// What a picture takes beside its bytes, and each match that drew it.
    private static let (entryCost, userCost) = (128, 32)

    /// How much is held.
    public struct Held: Hashable, Sendable {
        /// How many pictures.
        public let count: Int
        /// What they take, in bytes.
        public let bytes: Int

        package init(count: Int = 0, bytes: Int = 0) { (self.count, self.bytes) = (count, bytes) }
    }

    struct Key: Hashable {
        let folder: URL
        let asset: String
    }

    private struct Entry {
        let file: ImageFile
        /// The matches that drew it.
        var users: Set<ObjectIdentifier>
        var lastUse: Int

        var cost: Int { file.bytes.count + entryCost + users.count * userCost }
    }

    /// The bound for all that is held, in bytes.
    public let capacity: Int
    // Guarded by `lock`: pictures may be drawn on any thread.
    private let lock = NSLock()
    private var entries: [Key: Entry] = [:]
    private var bytes = 0
    private var uses = 0

    /// - Parameter capacity: In bytes; what wasn't drawn for longest is let go when more is needed.
    public init(capacity: Int = AssetStore.capacity) { self.capacity = max(0, capacity) }

    /// What is held now.
    public var held: Held { lock.withLock { Held(count: entries.count, bytes: bytes) } }

    /// What is held of one game.
    package func held(of folder: URL?) -> Held {
        guard let folder = folder.map(MatchImages.place) else { return Held() }
        return lock.withLock {
            let own = entries.filter { $0.key.folder == folder }
            return Held(count: own.count, bytes: own.values.reduce(0) { $0 + $1.cost })
        }
    }

    /// The pictures of one match, or of what else is drawn of a game for a while.
    ///
    /// - Parameters:
    ///   - folder: The game's; nil for one that lives in memory, which has no pictures.
    ///   - isKept: Are they held when they were drawn? Not those of a match that is over.
    public func images(of folder: URL?, isKept: Bool = true) -> MatchImages {
        MatchImages(in: self, folder: folder, isKept: isKept)
    }

    /// Lets go of everything: memory runs short, or the files may be others now.
    public func releaseAll() {
        lock.withLock {
            entries = [:]
            bytes = 0
        }
    }

    // MARK: What matches do

    /// What is held under a name; it counts as drawn now, by one match.
    func find(_ key: Key, for user: ObjectIdentifier?) -> ImageFile? {
        lock.withLock {
            guard var entry = entries[key] else { return nil }
            uses &+= 1
            entry.lastUse = uses
            bytes -= entry.cost
            if let user { entry.users.insert(user) }
            bytes += entry.cost
            entries[key] = entry
            makeRoom()
            return entry.file
        }
    }

    func hold(_ file: ImageFile, as key: Key, for user: ObjectIdentifier) {
        lock.withLock {
            uses &+= 1
            var entry = Entry(file: file, users: entries[key]?.users ?? [], lastUse: uses)
            entry.users.insert(user)
            bytes += entry.cost - (entries[key]?.cost ?? 0)
            entries[key] = entry
            makeRoom()
        }
    }

    /// A match doesn't draw any more: what no other one drew is let go.
    func release(_ user: ObjectIdentifier) {
        lock.withLock {
            for (key, entry) in entries where entry.users.contains(user) {
                var entry = entry
                bytes -= entry.cost
                entry.users.remove(user)
                entries[key] = entry.users.isEmpty ? nil : entry
                bytes += entries[key]?.cost ?? 0
            }
        }
    }

    private func makeRoom() {
        while bytes > capacity || entries.count > Self.mostHeld,
            let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            bytes -= oldest.value.cost
            entries[oldest.key] = nil
        }
    }
}
