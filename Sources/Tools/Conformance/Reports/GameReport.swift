import Values

/// What a check found out about one game.
public struct GameReport: Sendable {
    /// The game's id.
    public let game: String
    /// The game's name as players see it; the id of a script that can't be loaded.
    public let title: String
    /// How much of each game was looked at.
    public let effort: Effort
    /// The same seed and number of games give the same report, byte for byte.
    public let seed: UInt64
    /// One for each property, in the order of ``Property/all``.
    public let results: [PropertyResult]
    /// What the games cost and how they went.
    public let figures: PlayFigures
    /// How many of the script's lines ran, and how many there are.
    public let coverage: Collected<LineCoverage>
    /// What was left out, in sentences.
    public let omissions: [String]

    /// Does everything hold that was judged, and did the check come to its end? A check whose time or memory was used up
    /// before it had looked at some property tells nothing of it, and an endless loop may be why.
    public var isClean: Bool { findings.isEmpty && cutOff.isEmpty }
    /// What the check didn't come to, in the order of the properties.
    public var cutOff: [Property] {
        results.compactMap { if case .cutOff = $0.verdict { $0.property } else { nil } }
    }
    /// What wasn't judged, though the game has what it speaks of, in the order of the properties.
    var unjudged: [Property] {
        results.compactMap { result in
            if case .notJudged = result.verdict, result.applies { result.property } else { nil }
        }
    }
    /// What doesn't hold, in the order of the properties.
    public var findings: [Finding] { results.compactMap(\.finding) }

    /// What became of a property; not judged if the report doesn't have it.
    public subscript(property: Property) -> PropertyResult.Verdict {
        results.first { $0.property == property }?.verdict ?? .notJudged("It isn't known.")
    }
}

/// What became of one property.
public struct PropertyResult: Sendable {
    /// Whether the property holds, as far as that was looked at.
    public enum Verdict: Equatable, Sendable {
        /// It was looked at so many times, and held.
        case holds(times: Int)
        /// It doesn't hold, in so many of the games that were played.
        case fails(Finding, games: Int)
        /// It wasn't looked at, for this reason.
        case notJudged(String)
        /// It wasn't looked at since this was used up before: the check's time, or its memory.
        case cutOff(String)
    }

    /// The property that was looked at.
    public let property: Property
    /// How that came out.
    public let verdict: Verdict
    /// How much was tried, where that may be less than all of it.
    public var extents: [Extent] = []
    /// Whether the game has, or may have, what the property speaks of.
    var applies = true

    /// How much was tried and what was left out, as a text; nil where all was tried.
    var leftOut: String? {
        let partial = extents.filter { !$0.isWhole }
        return partial.isEmpty ? nil : partial.map(\.sentence).joined(separator: " ")
    }

    /// What doesn't hold; nil where the property holds or wasn't judged.
    public var finding: Finding? {
        if case .fails(let finding, _) = verdict { return finding }
        return nil
    }
}

/// Lines of a script that ran, of those that can.
public struct LineCoverage: Sendable, Hashable {
    /// File name → lines, from 1.
    public var covered: [String: Set<Int>] = [:]
    /// File name → lines that can run, from 1.
    public var executable: [String: Set<Int>] = [:]
    /// May more lines run? Some games weren't played to their end, or their lines weren't noted.
    public var isPartial = false

    /// Coverage of no files.
    package init() {}

    /// How many lines ran, over all files; a line that can't run doesn't count.
    public var coveredCount: Int { executable.reduce(0) { $0 + $1.value.intersection(covered[$1.key] ?? []).count } }
    /// How many lines can run, over all files.
    public var executableCount: Int { executable.reduce(0) { $0 + $1.value.count } }
    /// 0…1; 1 where there is nothing to run.
    public var share: Double { executableCount == 0 ? 1 : Double(coveredCount) / Double(executableCount) }
    /// File name → lines that can run and didn't, in order.
    public var missing: [String: [Int]] {
        executable.compactMapValues { $0 }.reduce(into: [:]) { result, file in
            let lines = file.value.subtracting(covered[file.key] ?? [])
            if !lines.isEmpty { result[file.key] = lines.sorted() }
        }
    }
}
