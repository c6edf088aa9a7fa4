import Testing
import Values

/// Counts the work of one device, event by event, and checks that each event is within ``WorkBounds``.
final class WorkLedger {
    /// The name of the measured device, for messages of failed tests: `battleship, seed 1, Ann's phone`.
    let name: String
    /// Counts the work of the device.
    let counter = WorkCounter()
    /// The number of events that were checked.
    private(set) var events = 0
    /// The most plies that any ordinary event replayed in addition to its new plies.
    private(set) var mostReplayed = 0
    private(set) var before = Work()
    /// The work that earlier events have left to later ones. For example, a message that arrives while the game is closed is read
    /// later, once.
    private var left: [Work.Kind: Int] = [:]

    /// The kinds of work that an event may leave to a later one, as when a message is read only when the game is opened.
    private static let deferrable: Set<Work.Kind> = [.urlsDecoded, .scenesRendered, .signaturesVerified]

    init(_ name: String) { self.name = name }

    /// Starts an event. The work that was done before doesn't count for this event.
    func begin() { before = counter.work }

    /// Ends an event, and expects that the event took no more work than the bounds allow.
    func end(
        _ what: String, _ event: WorkBounds.Event = .ordinary, _ news: WorkBounds.News,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let done = counter.work.since(before)
        events += 1
        if case .ordinary = event { mostReplayed = max(mostReplayed, done[.pliesReplayed] - news.plies) }
        let bounds: [(kind: Work.Kind, most: Int)] = [
            (.pliesReplayed, WorkBounds.pliesReplayed(event, news)),
            (.urlsDecoded, WorkBounds.urlsDecoded(event, news)),
            (.scenesRendered, WorkBounds.scenesRendered(event, news)),
            (.signaturesVerified, WorkBounds.signaturesVerified(event, news)),
            (.positionsShown, WorkBounds.positionsShown(event, news)),
            (.luaCalls, WorkBounds.luaCalls(event, news)),
            (.scenesDrawn, WorkBounds.scenesDrawn(news)),
            (.rulesLookedUp, WorkBounds.rulesLookedUp),
            (.pliesCompared, WorkBounds.pliesCompared(news)),
        ]
        for (kind, bound) in bounds {
            // for work that events may leave, the bound also includes the work that earlier events left
            let most = bound + (Self.deferrable.contains(kind) ? left[kind, default: 0] : 0)
            left[kind] = max(0, most - done[kind])
            guard done[kind] > most else { continue }
            Issue.record(
                "\(name), \(what): \(kind) \(done[kind]), at most \(most) (\(event), \(news))",
                sourceLocation: sourceLocation)
        }
    }
}
