import GameRules
import Parlor

/// A request for the picture of a match.
struct DriveScene {
    static let styles = ["expanded", "compact", "transcript"]

    private static let columns = TerminalRenderer.fewestColumns...1000

    private let seat: Int?
    private let style: String
    private let form: String
    private let renderer: TerminalRenderer
    private let theme: Theme

    /// - Parameters:
    ///   - style: One of ``styles``.
    ///   - form: `svg`, `words` or `tree`; anything else is text.
    ///   - renderer: The renderer for text.
    ///   - theme: The theme of pictures.
    init(seat: Int?, style: String, form: String, renderer: TerminalRenderer, theme: Theme = .light) {
        self.theme = theme
        self.seat = seat
        self.style = style
        self.form = form
        self.renderer = renderer
    }

    /// Reads a request.
    ///
    /// - Throws: ``DriveFailure`` for an unknown style, form or theme, or a width out of range.
    init(_ request: DriveRequest, seat: Int?) throws(DriveFailure) {
        let style = try request.word("style", of: Self.styles)
        let form = try request.word("as", of: ["text", "svg", "words", "tree"])
        let columns = try request["columns"] == nil ? 80 : request.integer("columns")
        guard Self.columns.contains(columns) else {
            throw request.wrong("columns", "an integer from \(Self.columns.lowerBound) to \(Self.columns.upperBound)")
        }
        let theme = Theme(rawValue: try request.word("theme", of: Theme.allCases.map(\.rawValue))) ?? .light
        self.init(seat: seat, style: style, form: form, renderer: TerminalRenderer(columns: columns), theme: theme)
    }

    /// Returns the scene for the seat, or its ``FallbackScene`` if the game draws nothing in this
    /// style.
    ///
    /// - Throws: ``GameError``, and ``DriveFailure`` of kind `script` for an invalid scene.
    func scene(_ match: Match, names: SeatNames = .unknown) throws -> Scene {
        try checked(value(of: match, names), match)
    }

    private func value(of match: Match, _ names: SeatNames) throws -> Value {
        try match.views.scene(for: seat, style: style, names: names)
            ?? FallbackScene.value(of: match, seat: seat, style: style, names: names)
    }

    private func checked(_ value: Value, _ match: Match) throws(DriveFailure) -> Scene {
        do {
            return try Scene(value: value)
        } catch {
            throw DriveFailure.error(
                kind: .script, message: "\(match.script.id): \(error)", details: ["hook": "scene", "file": "game.lua"])
        }
    }

    /// Draws a match for the seat, with the names of the seats.
    ///
    /// - Throws: As ``scene(_:)`` does.
    func draw(_ match: Match, names: SeatNames = .unknown) throws -> Value {
        let value = try value(of: match, names)
        let scene = try checked(value, match)
        let context = try context(match)
        switch form {
        case "tree": return value
        case "svg":
            return .string(SVGRenderer(theme: theme).document(scene, context: context, title: match.script.title))
        case "words": return .string(WordsRenderer().text(scene, context: context))
        default:
            return .string(renderer.lines(scene, context: context).joined(separator: "\n"))
        }
    }

    /// Returns the game's images, the seat's legal moves and the last move.
    func context(_ match: Match) throws(GameError) -> SceneContext {
        // read for each drawing, not cached
        let images = AssetStore().images(of: match.script.folder.url, isKept: false)
        let isInColour = renderer.colour == .ansi && renderer.charset == .unicode
        var context = SceneContext(images: images.forDrawing.decoded(by: isInColour ? PNGPixels.shared : nil))
        if let seat { context.legalMoves = Set(try match.legalMoves(for: seat).map(\.text)) }
        let last = try match.lastPly(for: seat)
        context.lastMove = last?.text
        context.isLastMoveOwn = last != nil && last?.seat == seat
        return context
    }
}
