import GameRules
import MessageProtocol
import Values

/// The most work that one event may cost a device, however long its match is.
///
/// All such bounds are here. A change that needs more work must change a bound here, and state the reason.
enum WorkBounds {
    /// The numbers of new things that an event brought to a device. The bounds are computed from these numbers.
    struct News {
        /// The new plies in the log that the device shows.
        var plies = 0
        /// The messages of others that arrived.
        var messages = 0
        /// The messages that the device wrote, including drafts.
        var written = 0
        /// The new pictures. A picture is of a position, either for a seat in a style, or for a bubble.
        var pictures = 0
        /// All plies in the longest log of the match that the device has. Only the cost of comparing two logs may depend on this
        /// number.
        var length = 0
        /// Whether the game has lasting sealed moves. In such a game, a second set of rules plays each log once more without
        /// the sealed moves, and a draft is compared with the result.
        var isSealing = false

        init(plies: Int = 0, length: Int = 0, of script: GameScript? = nil) {
            (self.plies, self.length) = (plies, length)
            isSealing = script?.sealing.isEmpty == false
        }
    }

    /// A kind of event, with the numbers that determine the work that it needs.
    enum Event {
        /// The match is in memory. A person opens, touches, sends or looks, or a message arrives.
        case ordinary
        /// Entries or reveals of a round are in the log. A message that continues a round plays the round again from its start.
        case inRound(plies: Int)
        /// Sealed moves are revealed. For each seat that reveals, the plies after the first sealed move are played again, now
        /// with the revealed moves. This replay is the audit.
        case revealing(seats: Int, pliesSinceSealed: Int)
        /// Others have just opened the chain links that determine the secret draws of the device's own sealed moves. The plies
        /// after the first of these sealed moves are played again, now with the draws.
        case sealing(pliesSinceSealed: Int)
        /// The match isn't in memory. Its log is played once, and once more for the text of its last move.
        case cold(plies: Int)
        /// A draft was deleted. The match returns to the position before it.
        case draftDeleted
        /// Two logs of the match are compared, and one of them wins. Its plies after the fork replace the plies of the other log.
        case fork(plies: Int)
        /// Two devices entered the same round, and their entries are united.
        case union(plies: Int)
        /// A message takes nearly as much time as the protocol allows, so the device plays the whole log once more before it
        /// signs.
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

    /// The most urls that may be decoded: each message of others once, and no message of the device itself.
    static func urlsDecoded(_ event: Event, _ news: News) -> Int {
        if case .cold = event { news.messages + 1 } else { news.messages }
    }

    /// The most calls of a script's `scene`: one for each new picture.
    static func scenesRendered(_ event: Event, _ news: News) -> Int {
        if case .cold = event { news.pictures + 2 } else { news.pictures }
    }

    /// The most signatures that may be verified. A log has at most one signature for each seat. In a match for two, a message
    /// therefore brings at most one new signature of the other seat, and one signature of a join or a bet.
    static func signaturesVerified(_ event: Event, _ news: News) -> Int {
        if case .cold = event { 2 * (news.messages + 1) } else { 2 * news.messages }
    }

    /// The most positions that are copied to the Lua states for viewers. There are two rules states, and for each of them up to
    /// three positions: one for the seat, one for a spectator, and one that the script has chosen to show. Each ply that is
    /// played may need one more position for its text.
    static func positionsShown(_ event: Event, _ news: News) -> Int { 6 + pliesReplayed(event, news) }

    /// The most calls of Lua functions: a few for each ply that is played, and the calls of an event's hooks, views and pictures.
    /// A position that is copied to a viewer's state takes two calls. In a game with sealed moves, a server plays a move once
    /// more in a separate state and compares the results, which takes six calls. A seat
    /// that leaves takes two more calls than another ply.
    static func luaCalls(_ event: Event, _ news: News) -> Int { 50 + 4 * pliesReplayed(event, news) }

    /// The most drawings: one for each new picture, and three for a bubble, which are its picture, its text for screen readers,
    /// and its label.
    static func scenesDrawn(_ news: News) -> Int { news.pictures + 3 }

    /// The most lookups of a match's rules. Nearly all lookups find rules that are already at the wanted position.
    static let rulesLookedUp = 50

    /// The most plies that may be compared, to find out whether the position of some rules is on a log. Only this bound depends
    /// on the length of the match: each lookup may compare its log with the logs of all cached positions.
    static func pliesCompared(_ news: News) -> Int { rulesLookedUp * (news.length + 1) }

    /// Returns the kind of an event. `log` is the device's log after the event, and `before` has the plies of its log before
    /// the event.
    static func event(in log: Log, after before: [Ply]) -> Event {
        let plies = log.plies
        let known = zip(plies, before).prefix { $0 == $1 }.count
        // a replay can't start within a round, so it starts before the round
        let start = log.startOfRound(around: known)
        let replayed = plies[start...]
        let reveals = replayed.count { $0.isOpening || $0.isClosing }
        let isOver = replayed.contains(where: \.isClosing)
        // if the match is over, any sealed move may be revealed now; otherwise only moves sealed since the last reveal
        let opened = isOver ? 0 : (plies[..<start].lastIndex { $0.isOpening } ?? -1) + 1
        let sealed = plies[opened...].firstIndex { $0.hidden != nil }.map { min($0, start) } ?? start
        if reveals > 0 { return .revealing(seats: reveals, pliesSinceSealed: plies.count - sealed) }
        // the new log doesn't begin with the old one, so two logs were compared or united
        if known < before.count { return .union(plies: plies.count - start) }
        // the device knows the draws of its own sealed move as soon as others have opened links; each of the others makes at
        // most two moves until then
        if plies[max(0, known - 4)...].contains(where: { $0.hidden != nil }) {
            return .sealing(pliesSinceSealed: plies.count - sealed)
        }
        return start < known || replayed.contains(where: \.isInRound) ? .inRound(plies: plies.count - start) : .ordinary
    }

    /// The most Lua states with the rules of one match.
    static func rulesStates(_ news: News) -> Int { 2 }
}
