import GameRules
import LuaRuntime
import Values

/// A match as it stood behind an entry, kept so that it needn't be played again. It is a cache: the log says whether it fits.
struct MatchStand: Sendable {
    /// The number of that entry.
    let number: Int
    /// What the entries up to that one came to.
    let digest: [UInt8]
    /// As ``Match/save()`` has it.
    let saved: [UInt8]
    /// The numbers of plies of rounds that began anew, which don't count.
    let void: Set<Int>
    /// When the seats that are to move were asked to.
    let turnBegan: Instant
    /// As `Match.keptTexts` has them.
    let texts: Value

    private static let limits = ValueLimits(bytes: MatchNote.mostBytes, depth: 6, items: 100_000)

    /// Reads what ``bytes`` has written; nil for anything else.
    init?(_ bytes: [UInt8]) {
        guard let value = try? Value(canonicalBytes: bytes, limits: Self.limits),
            let number = value["number"]?.intValue,
            number > 0, let digest = value["digest"]?.bytesValue, let saved = value["match"]?.bytesValue,
            let void = value["void"]?.arrayValue, let texts = value["texts"], let began = value["turn"]?.int64Value
        else { return nil }
        (self.number, self.digest, self.saved, self.texts) = (number, digest, saved, texts)
        self.void = Set(void.compactMap(\.intValue))
        turnBegan = Instant(milliseconds: began)
    }

    /// Where a match stands now.
    init(_ match: HostedMatch) throws(HostingError) {
        (number, digest, void, texts) = (match.number, match.digest, match.void, match.match.keptTexts)
        turnBegan = match.turnBegan
        saved = try match.rules { match throws(GameError) in try match.save() }
    }

    /// Nil for more than is kept of a match.
    var bytes: [UInt8]? {
        let fields: Value = [
            "number": .int(Int64(number)), "digest": .bytes(digest), "match": .bytes(saved),
            "void": .array(void.sorted().map { .int(Int64($0)) }), "texts": texts,
            "turn": .int(turnBegan.milliseconds),
        ]
        return try? fields.canonicalBytes(limits: Self.limits)
    }
}
