import Conversations
import Foundation
import GameRules
import MatchSessions
import MessageWire
import Scenes
import Values

/// What a message looks like: the texts of its bubble and the scene of its picture, both from the spectator's view.
public struct Bubble: Sendable {
    /// The texts of the bubble, and its picture as an SVG document; no picture without a ``scene``.
    public let layout: TemplateLayout
    /// What stays when a later message takes the bubble.
    public let summary: String
    /// The picture in words.
    public let accessibility: String
    /// What the picture is drawn from; nil where the game shows nothing.
    public let scene: Scene?

    /// The texts that the script's `message` gives, and defaults where it gives none.
    ///
    /// - Parameters:
    ///   - deed: What happened.
    ///   - award: How it reads by a claim that stands.
    ///   - opening: What it waits for before anybody can move.
    ///   - own: What `message` returned, or nil without one.
    ///   - images: The pictures that the scene shows.
    ///   - names: What to call a seat.
    init(
        title: String, deed: String, status: MatchStatus, award: Award?, opening: Opening?, own: Value?, scene: Scene?,
        images: SceneImages,
        names: (Int) -> String
    ) {
        func text(_ key: String) -> String? { own?[key]?.stringValue.map(Self.clipped) }
        self.scene = scene
        let words = scene.map { WordsRenderer().text($0, context: SceneContext(showsHints: false)) }
        summary = text("summary") ?? deed
        accessibility = text("accessibility") ?? [title, deed, words].compactMap(\.self).joined(separator: ". ")
        layout = TemplateLayout(
            image: scene.map {
                let context = SceneContext(showsHints: false, images: images)
                return Data(SVGRenderer().document($0, context: context, title: title).utf8)
            },
            imageTitle: text("image_title") ?? title, imageSubtitle: text("image_subtitle"),
            caption: text("caption") ?? deed, trailingCaption: text("trailing_caption"),
            subcaption: text("subcaption") ?? Self.standing(status, award, opening, names),
            trailingSubcaption: text("trailing_subcaption"))
    }

    /// The most characters of a text that a script gives, and the most bytes: one character may have any number of them.
    static let longestText = 200, mostBytes = 1024

    private static func clipped(_ text: String) -> String {
        String(text.prefix(longestText)).prefix(bytes: mostBytes)
    }

    /// Who is to move, what the match waits for before that, or how it ended.
    static func standing(
        _ status: MatchStatus, _ award: Award?, _ opening: Opening?, _ names: (Int) -> String
    ) -> String {
        if let award { return award.sentence(names) }
        if let opening { return opening.sentence(names) }
        func list(_ seats: [Int]) -> String { seats.map(names).joined(separator: " and ") }
        switch status.outcome {
        case nil: return status.turn.isEmpty ? "Waiting" : "\(list(status.turn)) to move"
        case .win(let seats): return "\(list(seats)) won"
        case .draw: return "A draw"
        case .scores(let scores):
            return scores.enumerated().map { "\(names($0.offset + 1)) \(Outcome.text($0.element))" }
                .joined(separator: ", ")
        }
    }
}
