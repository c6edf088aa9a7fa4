import FileAccess
import Foundation

/// The pictures that one match draws. What it drew is released with it, unless another match drew
/// it, too.
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

    /// For ``SceneContext/images``. It keeps these pictures for as long as it lives itself.
    public var forDrawing: SceneImages { SceneImages(self) }

    /// The place of a game's folder, however it is named.
    static func place(_ folder: URL) -> URL { FolderReader(folder).folder }

    /// A picture of the game's folder `assets`, by way of no link: a game is a stranger's. One that
    /// can't be shown is looked at again each time, so that it shows once it is mended.
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
