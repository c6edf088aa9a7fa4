import Foundation

/// A cache of the pictures of games, for all matches of a host.
///
/// A picture is read when it is first drawn. One limit applies to all cached pictures together. The
/// cache releases a picture when the last match that drew it ends, or when memory is short. The
/// next drawing then reads the file again. Therefore the cache has no effect except on time.
///
/// ```swift
/// let store = AssetStore()
/// let images = store.images(of: script.folder.url)   // for one match
/// context.images = images.forDrawing
/// ```
public final class AssetStore: @unchecked Sendable {
    /// The default capacity, in bytes.
    public static let capacity = 8 << 20
    /// The most cached pictures, however small.
    static let mostHeld = 1000
    /// The cost of a cached picture in addition to its bytes, and of each match that drew it.
    private static let (entryCost, userCost) = (128, 32)

    /// The amount of cached pictures.
    public struct Held: Hashable, Sendable {
        /// The number of pictures.
        public let count: Int
        /// The bytes of the pictures.
        public let bytes: Int

        package init(count: Int = 0, bytes: Int = 0) { (self.count, self.bytes) = (count, bytes) }
    }

    struct Key: Hashable {
        let folder: URL
        let asset: String
    }

    private struct Entry {
        let file: ImageFile
        /// The matches that drew the picture.
        var users: Set<ObjectIdentifier>
        var lastUse: Int

        var cost: Int { file.bytes.count + entryCost + users.count * userCost }
    }

    /// The limit of all cached pictures, in bytes.
    public let capacity: Int
    // Guarded by `lock`: pictures may be drawn on any thread.
    private let lock = NSLock()
    private var entries: [Key: Entry] = [:]
    private var bytes = 0
    private var uses = 0

    /// Makes an empty store.
    ///
    /// - Parameter capacity: The limit in bytes. The least recently drawn pictures are evicted
    ///   first.
    public init(capacity: Int = AssetStore.capacity) { self.capacity = max(0, capacity) }

    /// The cached pictures now.
    public var held: Held { lock.withLock { Held(count: entries.count, bytes: bytes) } }

    /// Returns the cached pictures of one game.
    package func held(of folder: URL?) -> Held {
        guard let folder = folder.map(MatchImages.place) else { return Held() }
        return lock.withLock {
            let own = entries.filter { $0.key.folder == folder }
            return Held(count: own.count, bytes: own.values.reduce(0) { $0 + $1.cost })
        }
    }

    /// Returns the pictures of one match, or of another temporary drawing of a game.
    ///
    /// - Parameters:
    ///   - folder: The game's folder, or nil for a game in memory, which has no pictures.
    ///   - isKept: Whether drawn pictures are cached. False for a match that is over.
    public func images(of folder: URL?, isKept: Bool = true) -> MatchImages {
        MatchImages(in: self, folder: folder, isKept: isKept)
    }

    /// Clears the cache: call it if memory is short, or if the files may have changed.
    public func releaseAll() {
        lock.withLock {
            entries = [:]
            bytes = 0
        }
    }

    // MARK: What matches do

    /// Returns the cached picture of a key, and records that one match has drawn it now.
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

    /// Removes a match from the users of all pictures, and drops the pictures that no other match
    /// has drawn.
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
