import GameRules
import MatchSessions
import MessageProtocol
import Scenes
import Values

/// The content of a message url, for people who don't have the app.
public struct MessagePreview: Codable, Hashable, Sendable {
    /// The id of the game; nil if the url can't be read.
    public var game: String?
    /// The title of the game, or its id if the game isn't installed here.
    public var title: String?
    /// Whether the game is installed here.
    public var installed: Bool
    /// The match in words.
    public var words: String?
    /// The picture of the match as a spectator sees it.
    public var svg: String?
    /// The seats in turn, or the outcome, as a sentence.
    public var caption: String?
    /// The names of the seats.
    public var seats: [String]
    /// Whether the match is over.
    public var over: Bool
    /// Whether all signatures and all moves are valid.
    public var verified: Bool
    /// The problem, as a sentence; nil if there is none.
    public var problem: String?
}

extension MatchService {
    /// Reads, verifies and draws a message. Nothing is stored.
    ///
    /// `url`: A url as the standard `MessageURLCoder` writes it.
    public func show(message url: String, theme: Theme = .light) async -> MessagePreview {
        let parts = parts
        return await parts.room.run(of: "messages", within: .message) { () throws(Never) in
            Self.shown(url, theme, parts.shelf)
        }
    }

    private static func shown(_ url: String, _ theme: Theme, _ shelf: GameRegistry) -> MessagePreview {
        var shown = MessagePreview(installed: false, seats: [], over: false, verified: false)
        do {
            let carrier = MessageURLCoder()
            let envelope = try carrier.envelope(from: url)
            let id = envelope.signedLog.match.game.name
            let script = shelf.game(id)
            (shown.game, shown.title, shown.installed) = (id, script?.title ?? id, script != nil)
            guard let script else {
                shown.problem = "The game '\(id)' isn't installed here."
                return shown
            }
            let opened = try CorrespondenceMatch.open(envelope, shelf: ScriptVersions(script), carrier: carrier)
            guard let match = opened.match?.match else {
                shown.problem = SafeText(opened.verdict.line).string
                return shown
            }
            let names = SeatNames(of: envelope.signedLog)
            let isCovered = match.awaitsSetup || envelope.signedLog.isCovered(under: script)
            let picture = try MatchPicture(
                of: match, for: nil, names: names, isCovered: isCovered, theme: theme,
                images: shelf.images(of: script).forDrawing)
            let status = try match.status
            (shown.svg, shown.words, shown.verified) = (picture.svg, picture.words, true)
            shown.seats = (1...match.seats).map(names.name)
            shown.over = status.outcome != nil
            shown.caption =
                status.outcome?.sentence(names.name)
                ?? (status.turn.isEmpty ? nil : "\(NameList.of(status.turn.map(names.name))) to move.")
        } catch let error as HostingError {
            shown.problem = error.message
        } catch {
            shown.problem = SafeText("This message can't be read: \(error).").string
        }
        return shown
    }

    /// Returns a picture of a game in the middle of a match. The picture is always the same, and is
    /// cached.
    ///
    /// - Throws: ``HostingError/unknownGame(_:)``, ``HostingError/scriptFailed(_:)``.
    public func picture(of game: String, theme: Theme = .light) async throws(HostingError) -> String {
        guard let script = parts.shelf.game(game) else { throw .unknownGame(String(game.prefix(40))) }
        let shelf = parts.shelf
        let key = GameRegistry.PictureKey(game: game, theme: theme)
        if let drawn = shelf.pictures.withLock({ $0[key] }) { return drawn }
        let svg = try await parts.room.run(of: game, within: .init(parts.settings.requestTime)) {
            () throws(HostingError) in
            let match: Match
            do throws(GameError) {
                match = try Match(of: script, seed: 1, pool: shelf.pool(of: game))
                var generator = SplitMix64(seed: 1)
                let whole = try match.playRandomMoves(atMost: 200, using: &generator)
                _ = try match.restart(seed: 1)
                generator = SplitMix64(seed: 1)
                try match.playRandomMoves(atMost: whole * 3 / 5, using: &generator)
            } catch {
                throw HostingError(error)
            }
            return try MatchPicture(
                of: match, for: nil, names: .unknown, theme: theme, images: shelf.images(of: script).forDrawing
            ).svg
        }
        shelf.pictures.withLock { $0[key] = svg }
        return svg
    }
}
