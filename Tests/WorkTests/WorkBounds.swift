import GameRules
import MessageProtocol
import Values

/// How much work one event may cost a device, however long its match is.
///
/// This is the one table of such bounds. A change that needs more work states its bound here, and says why.
enum WorkBounds {
    /// What an event brought a device that it did not have before. The bounds are stated in these numbers.
    struct News {
        /// Plies in the log that the device shows.
        var plies = 0
        /// Messages of others that arrived.
        var messages = 0
        /// Messages that the device wrote, drafts included.
        var written = 0
        /// Pictures: pairs of a position, and a seat with a style, or a bubble.
        var pictures = 0
        /// Plies in the longest log of the match that the device holds, new or not. Only comparing two logs may depend on it.
        var length = 0
        /// Whether moves of the game stay sealed. Then a second set of rules, which knows no sealed move, plays each log once more, and
        /// a draft is compared with it.
        var isSealing = false

        init(plies: Int = 0, length: Int = 0, of script: GameScript? = nil) {
            (self.plies, self.length) = (plies, length)
            isSealing = script?.sealing.isEmpty == false
        }
    }

    /// An event, with what it honestly needs.
    enum Event {
        /// The match is in memory. A person opens, touches, sends or looks, or a message arrives.
        case ordinary
        /// Entries or reveals of a round are in the log. A message that continues a round plays the round again from its start.
        case inRound(plies: Int)
        /// Sealed moves are revealed. The plies after the first of them are played again, with what is known now, once for each
        /// seat that reveals. This replay is the audit.
        case revealing(seats: Int, pliesSinceSealed: Int)
        /// Sealed moves of the device's own seat draw by links that others have just opened. The plies after the first of them are
        /// played again, with what is known now.
        case sealing(pliesSinceSealed: Int)
        /// The match isn't in memory. Its log is played once, and once more for the text of its last move.
        case cold(plies: Int)
        /// A draft was deleted. The match returns to the position before it.
        case draftDeleted
        /// Two logs of the match meet. The loser's plies after the fork are replaced by the winner's.
        case fork(plies: Int)
        /// Two devices entered the same round, and their entries are united.
        case union(plies: Int)
        /// A message is nearly as expensive as the protocol allows, so the device plays the whole log once more before it signs.
        case signingCloseToLimit(plies: Int)
    }

    /// The most plies that rules may play.
    static func pliesReplayed(_ event: Event, _ news: News) -> Int {
        pliesReplayedOnce(event, news)
    }

    private static func pliesReplayedOnce(_ event: Event, _ news: News) -> Int {
        switch event {
        case .ordinary, .draftDeleted: news.plies + 2
        case .inRound(let plies): news.plies + 2 + 2 * plies
        case .revealing(let seats, let plies): news.plies + 2 + (seats + 1) * plies
        case .sealing(let plies): news.plies + 2 + 2 * plies
        case .cold(let plies): news.plies + 2 + 2 * plies
        case .fork(let plies), .union(let plies): news.plies + 2 + 2 * plies
        case .signingCloseToLimit(let plies): news.plies + 2 + plies
        }
    }

    /// The most urls that may be decoded: each message of others once, and none of the device's own.
    static func urlsDecoded(_ event: Event, _ news: News) -> Int {
        if case .cold = event { news.messages + 1 } else { news.messages }
    }

    /// The most calls of a script's `scene`: one for each new picture.
    static func scenesRendered(_ event: Event, _ news: News) -> Int {
        if case .cold = event { news.pictures + 2 } else { news.pictures }
    }

    /// The most signatures that may be verified. A log holds at most one signature for each seat, so a message of two seats
    /// brings at most one that the device doesn't know, and one of a join or a bet.
    static func signaturesVerified(_ event: Event, _ news: News) -> Int {
        if case .cold = event { 2 * (news.messages + 1) } else { 2 * news.messages }
    }

    /// The most positions that are given to the Lua states in which a match is looked at: one for each of three views (the seat's own,
    /// the spectator's, and where a script picks what it shows), in two rules states; and one for the text of each ply that is played.
    static func positionsShown(_ event: Event, _ news: News) -> Int { 6 + pliesReplayed(event, news) }

    /// The most calls of Lua functions: a few for each ply that is played, and those of the hooks, looks and pictures of an event; a
    /// position that is shown costs two. In a game with sealed moves a server plays a move once more, apart, and compares: six.
    static func luaCalls(_ event: Event, _ news: News) -> Int { 48 + 4 * pliesReplayed(event, news) }

    /// The most drawings: one for each new picture, and three for a bubble: the picture, what is said of it, and its label.
    static func scenesDrawn(_ news: News) -> Int { news.pictures + 3 }

    /// The most lookups of a match's rules. Nearly all find rules that stand where they are wanted.
    static let rulesLookedUp = 50

    /// The most plies that may be compared, to see whether rules stand in a log. Of all bounds this alone depends on the length of
    /// the match: each lookup may compare its log with those of the kept positions.
    static func pliesCompared(_ news: News) -> Int { rulesLookedUp * (news.length + 1) }

    /// The row of an event, by the log that the device has after it and the one that it had before.
    static func event(in log: Log, after before: [Ply]) -> Event {
        let plies = log.plies
        let known = zip(plies, before).prefix { $0 == $1 }.count
        // a replay can't stand within a round: it starts before it
        let start = log.startOfRound(around: known)
        let replayed = plies[start...]
        let reveals = replayed.count { $0.isOpening || $0.isClosing }
        let isOver = replayed.contains(where: \.isClosing)
        // what is sealed until the match is over is sealed from its first ply on, else since the last reveal
        let opened = isOver ? 0 : (plies[..<start].lastIndex { $0.isOpening } ?? -1) + 1
        let sealed = plies[opened...].firstIndex { $0.hidden != nil }.map { min($0, start) } ?? start
        if reveals > 0 { return .revealing(seats: reveals, pliesSinceSealed: plies.count - sealed) }
        // the log isn't the one before with more plies: two versions were weighed
        if known < before.count { return .union(plies: plies.count - start) }
        // a sealed move that draws is known to its own device once others have opened their links, within two moves of each
        if plies[max(0, known - 4)...].contains(where: { $0.hidden != nil }) {
            return .sealing(pliesSinceSealed: plies.count - sealed)
        }
        return start < known || replayed.contains(where: \.isInRound) ? .inRound(plies: plies.count - start) : .ordinary
    }

    /// The most Lua states that hold the rules of one match: a third one knows no sealed move.
    static func rulesStates(_ news: News) -> Int { 2 }
}
