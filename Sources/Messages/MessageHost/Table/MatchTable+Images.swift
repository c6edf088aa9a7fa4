import MatchSessions
import MessageWire
import Scenes

// The pictures that matches draw.
extension MatchTable {
    /// Where the pictures of a match come from. Those of one that is over aren't held.
    ///
    /// - Parameter id: Nil for what is drawn of no match.
    package func images(of id: MatchID?) -> SceneImages {
        let folder = rules.installed.folder.url
        guard let id, records[id] != nil, !isOver(id) else {
            if let id { matchImages[id] = nil }
            return assets.images(of: folder, isKept: false).forDrawing
        }
        if let images = matchImages[id] { return images.forDrawing }
        if matchImages.count >= Self.mostMatchImages {
            matchImages = matchImages.filter { records[$0.key] != nil && !isOver($0.key) }
        }
        let images = assets.images(of: folder)
        matchImages[id] = images
        return images.forDrawing
    }

    /// With so many matches it is looked which of them are gone.
    private static let mostMatchImages = 256

    /// The match may have ended: then its pictures are released.
    func releaseImagesIfOver(_ id: MatchID) {
        if matchImages[id] != nil, isOver(id) { matchImages[id] = nil }
    }

    /// A match whose script fails goes on.
    private func isOver(_ id: MatchID) -> Bool { (try? status(of: id))?.outcome != nil }
}
