import Values

/// The log of a match: the plies that were played, and those that were undone.
///
/// It is a class, so that all code that reads the log of a match reads the same object.
package final class PlyLog {
    /// The plies, followed by the moves of an unfinished round in order of arrival.
    ///
    /// Access isn't checked for exclusivity, because the check would cost a ply as much time as its
    /// call into Lua. That is safe, because the functions of `CompactLog` don't call back.
    @exclusivity(unchecked) var entries = CompactLog() {
        didSet { changes &+= 1 }
    }
    /// How often the entries have changed.
    private(set) var changes: UInt64 = 1
    /// The undone plies, which can be redone.
    var undone: [LogEntry] = []
    /// The number of moves in an unfinished round: the last entries.
    var pending = 0

    /// All contents of a log, to restore them after a failure.
    struct Contents {
        let entries: CompactLog
        let undone: [LogEntry]
        let pending: Int
    }

    /// The contents of the log now.
    var contents: Contents {
        get { Contents(entries: entries, undone: undone, pending: pending) }
        set { (entries, undone, pending) = (newValue.entries, newValue.undone, newValue.pending) }
    }

    init() {}

    /// Creates the log of a saved match.
    convenience init(_ saved: SavedMatch) {
        self.init()
        entries = CompactLog(saved.log)
        pending = saved.pending
    }

    /// Creates a copy of a log, without the undone plies.
    convenience init(copying other: PlyLog) {
        self.init()
        (entries, pending) = (other.entries, other.pending)
    }

    /// The number of plies that were played, without those of an unfinished round.
    package var plies: Int { entries.count - pending }

    /// The approximate memory of the log and of the undone plies, in bytes.
    var weight: Int { entries.weight + undone.reduce(0) { $0 + $1.weight } }

    /// Updates the number of pending moves after a ply was added. Sorts a complete round by seat:
    /// the order of arrival doesn't count.
    func complete(_ packed: PackedPly) {
        if packed.isPending {
            pending += 1
        } else if packed.isRound {
            entries.sortBySeat(last: pending + 1)
            pending = 0
        }
    }

    /// Removes the moves of an unfinished round.
    func removePending() {
        entries.removeLast(pending)
        pending = 0
    }

    /// Removes all entries, except those that were undone.
    func removeAll() {
        entries.removeAll()
        pending = 0
    }

    /// Moves the boundary between the played and the undone plies, and drops the moves of an
    /// unfinished round.
    ///
    /// - Throws: ``GameError/request(_:)`` for a ply that was never reached.
    func go(to ply: Int) throws(GameError) {
        guard ply >= 0 else {
            throw .request(.noPly(ply))
        }
        // if plies were undone, the pending moves come before them and are kept
        let played = Array(entries.dropLast(undone.isEmpty ? pending : 0)) + undone
        guard ply <= played.count else {
            throw .request(.noPly(ply, count: played.count))
        }
        (entries, undone, pending) = (CompactLog(played.prefix(ply)), Array(played.dropFirst(ply)), 0)
    }

    // MARK: Reading

    /// Returns the entries from `first` on as a seat may read them; nil is a spectator.
    func entries(
        from first: Int, readableBy seat: Int?, in status: MatchStatus, dealt isDealt: Bool
    ) -> [LogEntry] {
        let numbered = zip(entries.indices, entries).dropFirst(first)
        // an entry is opened by a later move
        let lastPlayed = Dictionary(
            numbered.compactMap { index, entry in entry.name.map { ($0, index) } }, uniquingKeysWith: max)
        return numbered.map { index, entry in
            var entry = entry
            let isOpen =
                switch entry.secrecy {
                case nil, .round: index < status.ply
                case .match: false
                case .move(let opener): lastPlayed[opener, default: -1] > index
                }
            guard entry.seat != seat, status.outcome == nil else { return entry }
            if !isOpen {
                (entry.text, entry.name, entry.choice) = (nil, nil, .sealed)
            } else if isDealt, case .move(.index) = entry.choice {
                entry.choice = .move(.index(0))
            }
            return entry
        }
    }

    // A saved match stores moves by their places in lists, and needs a replay for their texts. A
    // caller that stores matches to continue them at once stores the texts, too.

    /// The known texts of all entries: `[text, name, secrecy]` for each, or null for an entry
    /// without a text.
    var texts: Value {
        .array(
            entries.map { entry in
                guard let text = entry.text else { return .null }
                let secrecy = entry.secrecy.map { Value.string($0.word) } ?? .null
                return [.string(text), entry.name.map(Value.string) ?? .null, secrecy]
            })
    }

    /// Adds texts that were stored for the same log. A text that doesn't fit the log is left out.
    func take(texts: Value) {
        guard let list = texts.arrayValue, list.count == entries.count else { return }
        for (index, kept) in list.enumerated() {
            var entry = entries[index]
            guard entry.lacksText, let parts = kept.arrayValue, parts.count == 3, let text = parts[0].stringValue else {
                continue
            }
            (entry.text, entry.name) = (text, parts[1].stringValue)
            entry.secrecy = LogEntry.Secrecy(parts[2].stringValue)
            entries[index] = entry
        }
    }
}

extension LogEntry.Secrecy {
    /// The word that ``init(_:)`` reads.
    fileprivate var word: String {
        switch self {
        case .round: "round"
        case .match: "match"
        case .move(let name): name
        }
    }
}
