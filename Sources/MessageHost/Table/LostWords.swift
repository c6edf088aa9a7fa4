import MessageWire

/// What seats of this host signed and sent, and what the log doesn't hold any more: it binds them all the same, since the old
/// message may turn up anywhere. A seat that signs two different plies over one head has made two versions of the match.
///
/// Every kind of ply, on a phone as in `drive`, is checked here before it is signed: see ``SigningCheck``.
struct LostWords: Hashable, Sendable {
    private(set) var words: Set<SignedWord> = []

    init(_ words: Set<SignedWord> = []) { self.words = words }

    /// A log took another one's place: what it lost of the words of these seats is remembered.
    mutating func note(_ before: SignedLog, replacedBy log: SignedLog, seats: some Sequence<Int>) {
        let place = before.shared(with: log)
        guard place < before.log.plies.count else { return }
        for seat in seats {
            let standing = log.words(of: seat, from: 0)
            for word in before.words(of: seat, from: place)
            where !standing.contains(where: { $0.head == word.head && $0.agrees(with: word) }) {
                words.insert(word)
            }
        }
    }

    /// Why a log can't be signed; nil if it says nothing over a head that a seat has said something else over.
    ///
    /// - Parameter base: What it goes on from.
    func refusal(of log: SignedLog, since base: SignedLog) -> String? {
        guard !words.isEmpty else { return nil }
        let place = base.shared(with: log)
        for seat in Set(words.map(\.seat)).sorted() {
            let new = log.words(of: seat, from: place)
            if words.contains(where: { lost in new.contains { !$0.agrees(with: lost) } }) {
                return
                    "Seat \(seat) has sent something else at this place, which was lost: a second version of the match "
                    + "isn't signed. Wait for the others to go on, or play the same again."
            }
        }
        return nil
    }
}
