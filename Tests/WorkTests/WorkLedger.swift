import Testing
import Values

/// Counts the work of one device, event by event, and holds each event against ``WorkBounds``.
final class WorkLedger {
    /// What is measured, for messages of failed tests: `battleship, seed 1, Ann's phone`.
    let name: String
    /// Counts the work of the device.
    let counter = WorkCounter()
    /// The number of events that were held against a bound.
    private(set) var events = 0
    /// The most work that any ordinary event took beyond the plies that were new to it.
    private(set) var mostReplayed = 0
    private(set) var before = Work()
    /// What may still be done for news of earlier events: a message that arrives while the game is closed is read later, once.
    private var left: [Work.Kind: Int] = [:]

    /// Work that an event may leave to a later one: a message is read when the game is opened.
    private static let deferrable: Set<Work.Kind> = [.urlsDecoded, .scenesRendered, .signaturesVerified]

    init(_ name: String) { self.name = name }

    /// Starts an event: the work that was done before isn't its own.
    func begin() { before = counter.work }

    /// Ends an event, and expects that it took no more work than its bounds allow.
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
            // what is brought by news is bounded also by what earlier events left
            let most = bound + (Self.deferrable.contains(kind) ? left[kind, default: 0] : 0)
            left[kind] = max(0, most - done[kind])
            guard done[kind] > most else { continue }
            Issue.record(
                "\(name), \(what): \(kind) \(done[kind]), at most \(most) (\(event), \(news))",
                sourceLocation: sourceLocation)
        }
    }
}
