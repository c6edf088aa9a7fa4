import GameRules
import Scenes
import Values

/// What a match looks like to somebody: as a picture, and in words.
struct MatchPicture {
    let svg: String
    let words: String

    /// Draws a match as it stands.
    ///
    /// - Parameters:
    ///   - seat: Whose view; nil for a spectator.
    ///   - moves: What whoever looks may play now.
    ///   - isLive: Is what may be played marked, for a page?
    ///   - isCovered: Is nothing shown of what was dealt? See ``FallbackScene/covered(_:)``.
    /// - Throws: ``HostingError/scriptFailed(_:)``.
    init(
        of match: Match, for seat: Int?, names: SeatNames, moves: [Move] = [], isLive: Bool = false,
        isCovered: Bool = false, theme: Theme, images: SceneImages?
    ) throws(HostingError) {
        let (value, last): (Value, LogEntry?)
        do throws(GameError) {
            if isCovered {
                value = FallbackScene.covered(match.script)
            } else if let scene = try match.scene(for: seat, names: names) {
                value = scene
            } else {
                value = try FallbackScene.value(of: match, seat: seat, style: "expanded", names: names)
            }
            // moves of a round under way stand at the end of the log; they are no plies yet
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
