import Conversations
import Foundation
import GameRules
import MatchSessions
import MessageProtocol
import Scenes
import Values

/// The look of a message, from the spectator's view: the texts of its bubble and the scene of its
/// picture.
public struct Bubble: Sendable {
    /// The texts of the bubble, and its picture as an SVG document. Without a ``scene`` there is no
    /// picture.
    public let layout: TemplateLayout
    /// The text that stays when a later message replaces the bubble.
    public let summary: String
    /// The picture in words.
    public let accessibility: String
    /// The scene of the picture, or nil if the game draws nothing.
    public let scene: Scene?

    /// Creates the look from the texts of the script's `message`, with defaults for missing ones.
    ///
    /// - Parameters:
    ///   - deed: A text that says what happened, such as the move.
    ///   - award: The award of an open claim, or nil.
    ///   - opening: The free seats for which the match waits before anybody can move, or nil.
    ///   - own: The texts that the script's `message` returned, or nil if it returned none.
    ///   - images: The pictures of the scene.
    ///   - names: Returns the name of a seat.
    init(
        title: String, deed: String, status: MatchStatus, award: ProvisionalWin?, opening: FreeSeats?, own: Value?,
        scene: Scene?,
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

    /// The most characters and the most bytes of a text from a script. The bytes also have a limit,
    /// because a single character may have any number of bytes.
    static let longestText = 200, mostBytes = 1024

    private static func clipped(_ text: String) -> String {
        String(text.prefix(longestText)).prefix(bytes: mostBytes)
    }

    /// Returns the seats to move, the free seats for which the match waits, or the result, as text.
    static func standing(
        _ status: MatchStatus, _ award: ProvisionalWin?, _ opening: FreeSeats?, _ names: (Int) -> String
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

extension SessionReader {
    /// Returns the look of a message of a match, from the spectator's view.
    ///
    /// - Parameters:
    ///   - log: The log that the message holds. The picture and the words show this log, without
    ///     anything that this device has drafted or read since.
    ///   - sender: The seat that sent the message, or 0 for nobody. The words describe what that
    ///     seat did.
    ///   - bet: A bet that the message offers, and the name of its bettor. If present, the words
    ///     describe the bet.
    ///   - asking: The free seat that the message asks for, and the name of the person. If present,
    ///     the words describe the request.
    ///   - images: The pictures of the match.
    ///   - names: Returns the name of a seat: `$<UUID>` of a participant, or words.
    /// - Throws: ``SessionError``.
    func bubble(
        at log: SignedLog, from sender: Int, offering bet: (bet: Bet, bettor: String)?,
        asking: (seat: Int, person: String)?, images: SceneImages, names: (Int) -> String
    ) throws(SessionError) -> Bubble {
        let scene = try scene(at: log, seat: nil, style: PresentationStyle.transcript.rawValue)
        let event = try event(at: log, from: sender)
        let title = rules.installed.title
        let (award, status) = (try claims(at: log).award, try status(at: log))
        let opening = opening(at: log, status)
        let isWaiting = try waits(at: log)
        func bubble(_ deed: String, own: Value? = nil) -> Bubble {
            Bubble(
                title: title, deed: deed, status: status, award: award, opening: opening, own: own, scene: scene,
                images: images, names: names)
        }
        if let asking { return bubble("\(asking.person) asks for seat \(asking.seat)") }
        if let bet { return bubble("\(bet.bettor) bets \(bet.bet.stake(names))") }
        return try lookAsStranger(at: log) { match throws(GameError) in
            bubble(
                event.sentence(names(event.seat)),
                own: isWaiting ? nil : try match.views.message(of: event.value, names: SeatNames(of: log).escaped))
        }
    }
}
