import Foundation
import GameRules
import Parlor

/// Turns what is to be shown into lines for the terminal at hand.
struct Screen {
    enum Weight { case plain, title, quiet }

    var charset = TerminalRenderer.Charset.unicode
    /// Whether what is printed may carry escape sequences; the lines themselves don't.
    var colour = TerminalRenderer.Colour.none
    /// Scenes in words for a screen reader, instead of drawings.
    var isInWords = false
    /// The width at the moment: a window may be resized.
    var columns: @Sendable () -> Int = { 80 }

    /// The height at the moment, where what stands at this turn is drawn in place and is to fit; nil where it scrolls.
    var rows: (@Sendable () -> Int)?

    var isInPlace: Bool { rows != nil }

    /// What a board may take of the height: beside it stand the news, whose turn it is, the last word and the prompt.
    var boardRows: Int? { rows.map { max(1, $0() - 6) } }

    /// What clears the screen before somebody else may look at it.
    var wipe = Screen.wipe

    /// Wipes the terminal and what can be scrolled back to (ECMA-48 CUP and ED; ED 3 is xterm's).
    static let wipe = "\u{1B}[H\u{1B}[2J\u{1B}[3J"

    private var renderer: TerminalRenderer { TerminalRenderer(columns: columns(), charset: charset) }

    /// A text of any length and content, wrapped. Line breaks in it are kept.
    func lines(_ text: String, _ weight: Weight = .plain) -> [StyledLine] {
        guard !text.isEmpty else { return [] }
        let style: TextNode.Style? =
            switch weight {
            case .plain: nil
            case .title: .title
            case .quiet: .quiet
            }
        let node = TextNode(SafeText(text, lineBreaks: .kept), style: style)
        return renderer.styledLines(Scene(root: SceneNode(.text(node))))
    }

    /// One line, cut where the terminal ends.
    func line(_ text: String, _ weight: Weight = .plain) -> [StyledLine] {
        let safe = SafeText(text).string
        guard SafeText(safe).columns > columns() else { return lines(safe, weight) }
        var cut = ""
        for character in safe {
            guard SafeText(cut + String(character)).columns < columns() - 3 else { break }
            cut.append(character)
        }
        return lines(cut + (charset == .ascii ? "..." : "…"), weight)
    }

    /// Short texts in columns, row by row.
    func table(_ texts: [String]) -> [StyledLine] {
        let shown = texts.map { charset == .ascii ? SafeText($0).ascii : SafeText($0).string }
        let width = min(columns(), (shown.map { SafeText($0).columns }.max() ?? 0) + 2)
        let perRow = max(1, columns() / max(1, width))
        return stride(from: 0, to: shown.count, by: perRow).flatMap { start in
            var row = ""
            for text in shown[start..<min(start + perRow, shown.count)] {
                row += text + String(repeating: " ", count: max(0, width - SafeText(text).columns))
            }
            return lines(row.trimmingCharacters(in: .whitespaces))
        }
    }

    /// A game's pictures as this terminal shows them: in half-blocks, or by their labels where those would be no picture.
    func images(_ images: SceneImages?) -> SceneImages? {
        images?.decoded(by: colour == .ansi && charset == .unicode && !isInWords ? PNGPixels.shared : nil)
    }

    /// What a seat sees of a match; nil for a spectator.
    ///
    /// - Parameters:
    ///   - names: What the seats are called.
    ///   - lastMove: The last move, with its text if the seat may know it.
    ///   - images: The pictures that it shows.
    /// - Throws: ``GameError/failed(_:)`` also for a scene that can't be drawn.
    func board(
        _ match: Match, for seat: Int?, names: SeatNames = .unknown, lastMove: LogEntry?, showsHints: Bool = true,
        images: SceneImages? = nil
    ) throws(GameError) -> [StyledLine] {
        var context = SceneContext(
            lastMove: lastMove?.text, isLastMoveOwn: lastMove != nil && lastMove?.seat == seat, showsHints: showsHints,
            images: self.images(images))
        if showsHints, let seat { context.legalMoves = Set(try match.legalMoves(for: seat).map(\.text)) }
        var value = try match.scene(for: seat, names: names)
        let empty = value == nil ? match.emptyScene(for: seat) : nil
        if value == nil { value = try FallbackScene.value(of: match, seat: seat, style: "expanded", names: names) }
        let scene: Scene
        do throws(SceneError) {
            scene = try Scene(value: value ?? .null)
        } catch {
            throw .failed(ScriptFailure(of: match.script, hook: "scene", "the scene can't be drawn: \(error)"))
        }
        let why = empty.map { lines("\($0)", .quiet) } ?? []
        if isInWords { return lines(WordsRenderer().text(scene, context: context)) + why }
        return renderer.styledLines(scene, context: context, rows: boardRows) + why
    }
}

/// What a session is shown on, line by line: a stream that scrolls, or a screen that is drawn in place.
protocol Surface: AnyObject {
    func show(_ line: StyledLine, in place: SurfacePlace)
    /// The picture is drawn anew from here on.
    func beginPicture()
    /// Clears everything away, since somebody else is to look. `wipe` does that on a stream.
    func clear(with wipe: String)
    /// A sign of life while something takes long, seen at once; nil takes it away, where that can be done.
    func showProgress(_ line: StyledLine?)
    /// The session has ended; its last words are shown.
    func close(saying lines: [StyledLine])
}

/// Where a line belongs.
enum SurfacePlace {
    /// What stands at this turn: the board.
    case picture
    /// Whose turn it is, and what there is to do: below the picture, and seen whatever of that has room.
    case standing
    /// Beside the picture, where there is room: other phones.
    case beside
    /// Below the picture, with its end first: a transcript.
    case transcript
    /// What was said to what was typed, and what is wrong with it.
    case answer, complaint
    /// An answer to be read at leisure: the picture gives way to it.
    case page
}

/// Standard output and standard error, or what a test has in their place.
final class StreamSurface: Surface {
    private let colour: TerminalRenderer.Colour
    private let out: (String) -> Void
    private let errors: (String) -> Void

    init(colour: TerminalRenderer.Colour, out: @escaping (String) -> Void, errors: @escaping (String) -> Void) {
        (self.colour, self.out, self.errors) = (colour, out, errors)
    }

    func show(_ line: StyledLine, in place: SurfacePlace) {
        place == .complaint ? errors(line.text(colour)) : out(line.text(colour))
    }

    func beginPicture() {}

    func showProgress(_ line: StyledLine?) {
        if let line { out(line.text(colour)) }
    }

    func clear(with wipe: String) { out(wipe) }

    /// Everything was said already, and stands there.
    func close(saying lines: [StyledLine]) {}
}
