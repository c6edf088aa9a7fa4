import Foundation
import GameRules
import Parlor

/// Lays out output in lines for the terminal.
struct Screen {
    enum Weight { case plain, title, quiet }

    var charset = TerminalRenderer.Charset.unicode
    /// Whether the output may contain escape sequences; the lines themselves have none.
    var colour = TerminalRenderer.Colour.none
    /// Whether scenes are shown in words for a screen reader.
    var isInWords = false
    /// The current width; a window may be resized.
    var columns: @Sendable () -> Int = { 80 }

    /// The current height if the screen is drawn in place; nil if it scrolls.
    var rows: (@Sendable () -> Int)?

    var isInPlace: Bool { rows != nil }

    /// The rows for a board. The other rows show the news, whose turn it is, the status and the
    /// prompt.
    var boardRows: Int? { rows.map { max(1, $0() - 6) } }

    /// The text that clears the screen before another person looks at it.
    var wipe = Screen.wipe

    /// Wipes the terminal and its scroll-back (ECMA-48 CUP and ED; ED 3 is xterm's).
    static let wipe = "\u{1B}[H\u{1B}[2J\u{1B}[3J"

    private var renderer: TerminalRenderer { TerminalRenderer(columns: columns(), charset: charset) }

    /// Returns any text, wrapped. Its line breaks are kept.
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

    /// Returns one line, cut at the edge of the terminal.
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

    /// Returns short texts in columns, row by row.
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

    /// Returns a game's pictures for this terminal: in half-blocks, or by their labels if
    /// half-blocks aren't possible.
    func images(_ images: SceneImages?) -> SceneImages? {
        images?.decoded(by: colour == .ansi && charset == .unicode && !isInWords ? PNGPixels.shared : nil)
    }

    /// Draws a match as a seat sees it, or as a spectator sees it if `seat` is nil.
    ///
    /// - Parameters:
    ///   - names: The names of the seats.
    ///   - lastMove: The last move, with its text if the seat may know it.
    ///   - images: The game's pictures.
    /// - Throws: ``GameError/failed(_:)`` also for a scene that can't be drawn.
    func board(
        _ match: Match, for seat: Int?, names: SeatNames = .unknown, lastMove: LogEntry?, showsHints: Bool = true,
        images: SceneImages? = nil
    ) throws(GameError) -> [StyledLine] {
        var context = SceneContext(
            lastMove: lastMove?.text, isLastMoveOwn: lastMove != nil && lastMove?.seat == seat, showsHints: showsHints,
            images: self.images(images))
        if showsHints, let seat { context.legalMoves = Set(try match.legalMoves(for: seat).map(\.text)) }
        var value = try match.views.scene(for: seat, names: names)
        let empty = value == nil ? match.views.emptyScene(for: seat) : nil
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

/// The output of a session line by line: a stream that scrolls, or a screen drawn in place.
protocol Surface: AnyObject {
    func show(_ line: StyledLine, in place: SurfacePlace)
    /// Starts a new picture.
    func beginPicture()
    /// Clears everything before another person looks. A stream prints `wipe` to do so.
    func clear(with wipe: String)
    /// Shows a sign of progress immediately; nil removes it, if possible.
    func showProgress(_ line: StyledLine?)
    /// Ends the session and shows its last words.
    func close(saying lines: [StyledLine])
}

/// The place of a line.
enum SurfacePlace {
    /// The board.
    case picture
    /// The lines that say whose turn it is and what there is to do. They are below the picture, and
    /// have priority.
    case standing
    /// Other phones beside the picture, if there is room.
    case beside
    /// A transcript below the picture; its end is shown first.
    case transcript
    /// The answer to a typed line, or a complaint about it.
    case answer, complaint
    /// A long answer to read; the picture gives way to it.
    case page
}

/// Standard output and standard error, or a test's replacement for them.
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

    /// Does nothing, because a stream has shown everything already.
    func close(saying lines: [StyledLine]) {}
}
