import FileAccess
import Foundation

/// The pictures that one match draws. When the match releases this object, the cache drops its
/// pictures, except those that another match drew.
public final class MatchImages: ImageSource, Sendable {
    private let store: AssetStore
    private let reader: FolderReader?
    private let isKept: Bool

    init(in store: AssetStore, folder: URL?, isKept: Bool) {
        self.store = store
        self.isKept = isKept
        reader = folder.map { FolderReader($0) }
    }

    deinit { if isKept { store.release(ObjectIdentifier(self)) } }

    /// The value for ``SceneContext/images``. The value keeps this object alive.
    public var forDrawing: SceneImages { SceneImages(self) }

    /// Returns the canonical location of a game's folder.
    static func place(_ folder: URL) -> URL { FolderReader(folder).folder }

    /// Returns a picture from the game's `assets` folder without following links, because the game
    /// may be a stranger's. A picture that can't be shown is read again each time, so that a
    /// repaired file appears.
    package func image(_ asset: String) throws(ImageProblem) -> ImageFile {
        guard let reader else { throw .unreadable(FolderReader.Failure.missing.description) }
        let key = AssetStore.Key(folder: reader.folder, asset: asset)
        if let file = store.find(key, for: isKept ? ObjectIdentifier(self) : nil) { return file }
        let bytes: [UInt8]
        do throws(FolderReader.Failure) {
            bytes = try reader.bytes(of: "assets/\(asset)", atMost: ImageFile.mostBytes)
        } catch {
            if case .tooLarge(let bytes, let limit) = error { throw .tooManyBytes(bytes, limit: limit) }
            throw .unreadable(error.description)
        }
        let file = try ImageFile(bytes)
        if isKept { store.hold(file, as: key, for: ObjectIdentifier(self)) }
        return file
    }
}
