/// How a match stands: a name and a number for each seat, on one line.
public struct ScoreNode: Hashable, Sendable {
    /// One side of the score.
    public struct Entry: Hashable, Sendable {
        /// Whose it is: "Ann", "Seat 2".
        public let name: SafeText
        /// How it stands: "3", "12½".
        public let value: SafeText
        /// What the colour stands for; nil for that of ordinary text.
        public let tone: Tone?

        /// One side without a colour of its own, unless told otherwise.
        public init(name: SafeText, value: SafeText, tone: Tone? = nil) {
            self.name = name
            self.value = value
            self.tone = tone
        }
    }

    /// From left to right.
    public let entries: [Entry]

    /// A score of these sides.
    public init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// The score as one line of text.
    var line: String { entries.map { "\($0.name) \($0.value)" }.joined(separator: " · ") }
}
