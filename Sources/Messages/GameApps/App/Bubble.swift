import Conversations
import Foundation
import GameRules
import MatchSessions
import MessageProtocol
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

extension MatchSession {
    /// What a message of a match looks like to everybody: the spectator's view.
    ///
    /// - Parameters:
    ///   - log: What the message holds: its picture and its words are of that, whatever this device has drafted or read since.
    ///   - sender: The seat that the message is from, 0 for nobody's: it tells of what that seat did.
    ///   - bet: A bet that the message offers, and what to call its bettor: the message tells of it then.
    ///   - asking: The open seat that the message asks for, and who does: it tells of that then.
    ///   - images: The pictures of the match.
    ///   - names: What to call a seat: `$<UUID>` of a participant, or words.
    /// - Throws: ``SessionError``.
    func bubble(
        at log: SignedLog, from sender: Int, offering bet: (bet: Bet, bettor: String)?,
        asking: (seat: Int, person: String)?, images: SceneImages, names: (Int) -> String, using rules: SessionRules
    ) throws(SessionError) -> Bubble {
        let scene = try scene(at: log, seat: nil, style: PresentationStyle.transcript.rawValue, using: rules)
        let event = try event(at: log, from: sender, using: rules)
        let title = rules.installed.title
        let (award, status) = (try claims(at: log, using: rules).award, try status(at: log, using: rules))
        let opening = opening(at: log, status, using: rules)
        let isWaiting = try waits(at: log, using: rules)
        func bubble(_ deed: String, own: Value? = nil) -> Bubble {
            Bubble(
                title: title, deed: deed, status: status, award: award, opening: opening, own: own, scene: scene,
                images: images, names: names)
        }
        if let asking { return bubble("\(asking.person) asks for seat \(asking.seat)") }
        if let bet { return bubble("\(bet.bettor) bets \(bet.bet.stake(names))") }
        return try lookAsStranger(at: log, using: rules) { match throws(GameError) in
            bubble(
                event.sentence(names(event.seat)),
                own: isWaiting ? nil : try match.message(of: event.value, names: SeatNames(of: log).escaped))
        }
    }
}
