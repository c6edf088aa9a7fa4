import Values

/// The result of the check of one game.
public struct GameReport: Sendable {
    /// The game's id.
    public let game: String
    /// The title of the game; the id of a script that can't be loaded.
    public let title: String
    /// The extent of the check.
    public let effort: Effort
    /// The seed. The same seed and number of games give the same report, byte for byte.
    public let seed: UInt64
    /// The results for all properties, in the order of ``Property/all``.
    public let results: [PropertyResult]
    /// The cost and the course of the games.
    public let figures: PlayFigures
    /// The lines of the script that ran, and those that can run.
    public let coverage: Collected<LineCoverage>
    /// The things that the check left out, in sentences.
    public let omissions: [String]

    /// Whether every judged property holds, and the check was complete. If time or memory ran out
    /// before a property was checked, for example because of an endless loop, nothing is known
    /// about that property.
    public var isClean: Bool { findings.isEmpty && cutOff.isEmpty }
    /// The properties that the check didn't reach, in their order.
    public var cutOff: [Property] {
        results.compactMap { if case .cutOff = $0.verdict { $0.property } else { nil } }
    }
    /// The properties that apply to the game but weren't judged, in their order.
    var unjudged: [Property] {
        results.compactMap { result in
            if case .notJudged = result.verdict, result.applies { result.property } else { nil }
        }
    }
    /// The findings, in the order of the properties.
    public var findings: [Finding] { results.compactMap(\.finding) }

    /// The verdict on a property. A property that the report doesn't have counts as not judged.
    public subscript(property: Property) -> PropertyResult.Verdict {
        results.first { $0.property == property }?.verdict ?? .notJudged("It isn't known.")
    }
}

/// The result for one property.
public struct PropertyResult: Sendable {
    /// The verdict on a property, as far as it was checked.
    public enum Verdict: Equatable, Sendable {
        /// The property was checked `times` times, and held each time.
        case holds(times: Int)
        /// The property fails, in `games` of the games that were played.
        case fails(Finding, games: Int)
        /// The property wasn't judged. The text is the reason.
        case notJudged(String)
        /// The property wasn't checked, because the time or the memory of the check ran out before.
        /// The text says which of them ran out.
        case cutOff(String)
    }

    /// The property that was checked.
    public let property: Property
    /// The verdict.
    public let verdict: Verdict
    /// The parts of the property's cases that were tried; empty for a property of which a check
    /// always tries all cases.
    public var extents: [TrialCoverage] = []
    /// Whether the property applies to the game, or may apply.
    var applies = true

    /// The text on what was tried and what was left out; nil if everything was tried.
    var leftOut: String? {
        let partial = extents.filter { !$0.isWhole }
        return partial.isEmpty ? nil : partial.map(\.sentence).joined(separator: " ")
    }

    /// The finding; nil if the property holds or wasn't judged.
    public var finding: Finding? {
        if case .fails(let finding, _) = verdict { return finding }
        return nil
    }
}

/// The lines of a script that ran, and those that can run.
public struct LineCoverage: Sendable, Hashable {
    /// The lines that ran, from 1, by file name.
    public var covered: [String: Set<Int>] = [:]
    /// The lines that can run, from 1, by file name.
    public var executable: [String: Set<Int>] = [:]
    /// Whether further lines may run in other games, because games weren't played to their end or
    /// lines weren't recorded.
    public var isPartial = false

    /// Creates the coverage of no files.
    package init() {}

    /// The number of lines that ran, over all files. A line that can't run doesn't count.
    public var coveredCount: Int { executable.reduce(0) { $0 + $1.value.intersection(covered[$1.key] ?? []).count } }
    /// The number of lines that can run, over all files.
    public var executableCount: Int { executable.reduce(0) { $0 + $1.value.count } }
    /// The share of the lines that ran, from 0 to 1; 1 if no line can run.
    public var share: Double { executableCount == 0 ? 1 : Double(coveredCount) / Double(executableCount) }
    /// The lines that can run but didn't run, in order, by file name.
    public var missing: [String: [Int]] {
        executable.compactMapValues { $0 }.reduce(into: [:]) { result, file in
            let lines = file.value.subtracting(covered[file.key] ?? [])
            if !lines.isEmpty { result[file.key] = lines.sorted() }
        }
    }
}
