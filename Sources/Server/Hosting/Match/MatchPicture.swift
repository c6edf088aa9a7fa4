import GameRules
import Scenes
import Values

/// The picture of a match for one viewer, and a description of the same in words.
struct MatchPicture {
    let svg: String
    let words: String

    /// Draws the current state of a match.
    ///
    /// - Parameters:
    ///   - seat: The seat that views the match; nil for a spectator.
    ///   - moves: The moves that the viewer may play now.
    ///   - isLive: Whether playable moves are marked, for a page.
    ///   - isCovered: Whether everything that was dealt is hidden. See
    ///     ``FallbackScene/covered(_:)``.
    /// - Throws: ``HostingError/scriptFailed(_:)``.
    init(
        of match: Match, for seat: Int?, names: SeatNames, moves: [Move] = [], isLive: Bool = false,
        isCovered: Bool = false, theme: Theme, images: SceneImages?
    ) throws(HostingError) {
        let (value, last): (Value, LogEntry?)
        do throws(GameError) {
            if isCovered {
                value = FallbackScene.covered(match.script)
            } else if let scene = try match.views.scene(for: seat, names: names) {
                value = scene
            } else {
                value = try FallbackScene.value(of: match, seat: seat, style: "expanded", names: names)
            }
            // not simply the last entry of the log: the log ends with the moves of an unfinished
            // round, which aren't plies yet
            last = try match.lastPly(for: seat)
        } catch {
            throw HostingError(error)
        }
        let scene: Scene
        do {
            scene = try Scene(value: value)
        } catch {
            throw .scriptFailed("\(match.script.id): \(error)")
        }
        let context = SceneContext(
            legalMoves: Set(moves.map(\.text)), lastMove: last?.text, isLastMoveOwn: last != nil && last?.seat == seat,
            images: images)
        svg = SVGRenderer(theme: theme, marksLiveNodes: isLive).document(
            scene, context: context, title: match.script.title)
        words = WordsRenderer().text(scene, context: context)
    }
}
