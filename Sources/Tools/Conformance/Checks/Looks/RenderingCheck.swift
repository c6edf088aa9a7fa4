import GameApps
import GameRules
import MatchSessions
import Scenes
import Values

/// V1, V2, V4: the look of a match for every viewer, in every style.
struct RenderingCheck: PlyCheck {
    static let properties: [Property] = [.v1, .v2, .v4]

    private static let widths = [TerminalRenderer.fewestColumns, 20, 40, 80, 200]
    static let styles = ["compact", "expanded", "transcript"]

    /// The scenes that were already drawn at this ply. Several seats, or several styles, often have
    /// the same scene.
    private var drawn: Set<Value> = []

    init() {}

    mutating func look(_ game: Playout) throws(Finding) {
        guard game.isSampled || game.isDrawnWhole || game.ply < 10 else { return }
        drawn = []
        for viewer in game.viewers {
            try game.attempt(.v1) { () throws(GameError) in _ = try game.match.view(for: viewer) }
            for style in Self.styles { try checkScene(style, viewer, game) }
            if let viewer { try checkPrompts(viewer, game) }
        }
        try checkMessages(game)
        game.note(.v1)
    }

    /// Checks V1 in a match beside the game, without drawing: views, scenes and prompts of all
    /// viewers, in changing styles.
    static func look(at match: Match, _ game: Playout) throws(Finding) {
        for (number, viewer) in game.viewers.enumerated() {
            let style = styles[(game.ply + number) % styles.count]
            _ = try game.attempt(.v1) { () throws(GameError) in try match.view(for: viewer) }
            if let viewer { _ = try game.attempt(.v1) { () throws(GameError) in try match.views.prompts(for: viewer) } }
            for style in [style, "expanded"] { _ = try scene(style, viewer, match, game) }
        }
        game.note(.v1)
    }

    /// Returns the result of the hook `scene`, and the scene that was read from it; nil if the hook
    /// draws nothing and needn't draw anything.
    private static func scene(
        _ style: String, _ viewer: Int?, _ match: Match, _ game: Playout
    ) throws(Finding) -> (value: Value, scene: Scene)? {
        let value = try game.attempt(.v1) { () throws(GameError) in try match.scene(for: viewer, style: style) }
        guard let value else {
            if let failure = match.views.emptyScene(for: viewer, style: style) {
                throw Diagnosis.finding(.failed(failure), standard: .v1)
            }
            return nil
        }
        do {
            return (value, try Scene(value: value))
        } catch {
            throw Finding(.v1, "The \(style) scene of \(name(viewer)) isn't valid: \(error)")
        }
    }

    private static func name(_ viewer: Int?) -> String { viewer.map { "seat \($0)" } ?? "a spectator" }

    private func checkPrompts(_ seat: Int, _ game: Playout) throws(Finding) {
        let prompts = try game.attempt(.v1) { () throws(GameError) in try game.match.views.prompts(for: seat) }
        let again = try game.attempt(.v1) { () throws(GameError) in try game.match.views.prompts(for: seat) }
        guard prompts == again else {
            throw Finding(.v1, "The prompts of seat \(seat) differ from one call to the next.")
        }
    }

    private mutating func checkScene(_ style: String, _ viewer: Int?, _ game: Playout) throws(Finding) {
        let who = Self.name(viewer)
        guard let (value, scene) = try Self.scene(style, viewer, game.match, game) else { return }
        for asset in scene.root.assets {
            guard let fault = game.subject.fault(ofAsset: asset) else { continue }
            throw Finding(.v1, "The \(style) scene of \(who) shows assets/\(asset), which \(fault).")
        }
        if style == "compact", scene.root.hasInput {
            throw Finding(
                .v1, "The compact scene of \(who) has a field to type in, but the compact style has no keyboard.")
        }
        guard drawn.insert(value).inserted else { return }
        let again = try game.attempt(.v1) { () throws(GameError) in try game.match.scene(for: viewer, style: style) }
        try game.expect(
            again ?? .null, equals: value, .v1,
            "The \(style) scene of \(who) differs from one call to the next",
            root: "scene")
        for width in Self.widths {
            let lines = TerminalRenderer(columns: width).lines(scene)
            guard lines.allSatisfy({ DisplayWidth.of($0) <= width }) else {
                throw Finding(.v2, "The \(style) scene of \(who) doesn't fit a terminal of \(width) columns.")
            }
        }
        let words = WordsRenderer().text(scene)
        guard words.contains(where: { !$0.isWhitespace }) else {
            throw Finding(.v2, "The \(style) scene of \(who) has no words. A player who can't see it hears nothing.")
        }
        let svg = SVGRenderer().document(scene, title: game.subject.script.title)
        guard svg.hasPrefix("<svg") || svg.hasPrefix("<?xml") else {
            throw Finding(.v2, "The \(style) scene of \(who) can't be drawn as SVG.")
        }
        game.note(.v2)
    }

    private func checkMessages(_ game: Playout) throws(Finding) {
        for event in events(game) { try Self.check(messageOf: event, in: game.match, game) }
    }

    /// Returns the events that the next bubble may be about: the last step, or the events before
    /// the first step.
    ///
    /// The result also has an event that doesn't change the state: a claim while the match
    /// continues, or a closing after its end. ``LeaveCheck`` checks the message about a seat that
    /// resigned.
    private func events(_ game: Playout) -> [MatchEvent] {
        let beside = MatchEvent(kind: game.isOver ? .close : .claim, seat: game.ply % game.setup.seats + 1)
        guard let step = game.steps.last else {
            return [
                MatchEvent(kind: .invite, seat: 1), MatchEvent(kind: .join, seat: game.setup.seats),
                MatchEvent(kind: .start, seat: 1), beside,
            ]
        }
        return [MatchEvent(of: step, in: game.match), beside]
    }

    /// Checks V1 and V4: the result of the hook `message` for an event, in a match at the position
    /// after the event.
    static func check(messageOf told: MatchEvent, in match: Match, _ game: Playout) throws(Finding) {
        let event = told.value
        let texts: Value?
        do throws(GameError) {
            texts = try match.views.message(of: event)
        } catch {
            var finding = Diagnosis.finding(error, standard: .v1)
            finding.sentence += "; the event was \(event.summary())"
            throw finding
        }
        guard let texts else { return }
        if let fault = MessageTexts.fault(in: texts) {
            let failure = ScriptFailure(of: game.subject.script, hook: "message", fault)
            throw Diagnosis.finding(.failed(failure), standard: .v1)
        }
        for (key, text) in (texts.mapValue ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard case .string(let name) = key, let text = text.stringValue else { continue }
            guard name.hasSuffix("caption") else { continue }
            game.note(.v4)
            if let fault = Captions.fault(in: text) {
                throw Finding(.v4, "`message` returned a \(name) that \(fault): \(Value.string(text).summary())")
            }
        }
    }
}

extension MatchEvent {
    /// Creates the event of a step, for the bubble about that step. The match has already played
    /// the step.
    init(of step: Step, in match: Match) {
        switch step.action {
        case .leave: self.init(kind: .resign, seat: step.seat)
        case .move(let name, _):
            let isSealed = match.lastEntry(of: step.seat)?.secret == true
            self.init(
                kind: .move, seat: step.seat, name: isSealed ? nil : name, text: isSealed ? "sealed" : step.text)
        }
    }
}

/// The room of a bubble for a caption.
private enum Captions {
    static let columns = 40
    static let lines = 3

    /// Returns the reason why a caption doesn't fit; nil if it fits.
    static func fault(in text: String) -> String? {
        let wrapped = TextWrapper.lines(text, limit: columns)
        if wrapped.count > lines {
            return "takes \(wrapped.count) lines of \(columns) columns, of which \(lines) are shown"
        }
        return nil
    }
}

extension SceneNode {
    /// The files that the node and its children show.
    fileprivate var assets: [String] {
        switch content {
        case .image(let image): [image.asset]
        case .stack(let stack): stack.nodes.flatMap(\.assets)
        case .text, .grid, .button, .cards, .canvas, .piece, .score, .input: []
        }
    }

    /// Whether the node has a field to type in.
    fileprivate var hasInput: Bool {
        switch content {
        case .input: true
        case .stack(let stack): stack.nodes.contains(where: \.hasInput)
        case .text, .grid, .button, .cards, .canvas, .image, .piece, .score: false
        }
    }
}
