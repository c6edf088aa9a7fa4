import GameRules
import Values

/// A report, with the other information that is needed to show it.
public struct CheckedGame: Sendable {
    /// The result of the check.
    public let report: GameReport
    /// The name of the game on the command line: an id, or the path of a folder.
    public let name: String
    /// For each property with a failing game, the file of that game, or the reason why there is no
    /// file. A finding without a game has no entry.
    public let saved: [Property: SavedGame]

    /// Creates a checked game.
    ///
    /// - Parameters:
    ///   - report: The result of the check.
    ///   - name: The name of the game on the command line; nil for its id.
    ///   - saved: The file of each property's failing game, or the reason why there is no file.
    public init(_ report: GameReport, name: String? = nil, saved: [Property: SavedGame] = [:]) {
        self.report = report
        self.name = name ?? report.game
        self.saved = saved
    }

    /// Returns a command that reproduces a finding: `parlor check battleship --seed 1 --games 12`.
    ///
    /// Games are played in order, so the command plays only the games up to the failing game.
    package func command(for finding: Finding) -> String {
        var words = ["parlor", "check", ShellWord(name).text, "--seed", "\(report.seed)"]
        let games = finding.game.map { $0 + 1 } ?? report.figures.games + report.figures.refused
        if games > 0 { words += ["--games", "\(games)"] }
        if report.effort == .full { words.append("--full") }
        return words.joined(separator: " ")
    }

    /// Returns the remedy for a finding, with the game's name in its commands.
    package func mend(of finding: Finding) -> String {
        (finding.mend ?? finding.property.mend).replacing(Finding.nameless, with: ShellWord(name).text)
    }

    /// Returns a command that steps through the failing game; nil if the game wasn't saved.
    package func replayCommand(for property: Property) -> String? {
        guard case .kept(let file)? = saved[property] else { return nil }
        let words = ["parlor", "replay", ShellWord(file).text, "--step"]
        return (name == report.game ? words : words + ["--game", ShellWord(name).text]).joined(separator: " ")
    }

    /// Returns the reason why the failing game couldn't be written to a file; nil if there is none.
    func whyNotKept(_ property: Property) -> String? {
        guard case .notKept(let reason)? = saved[property] else { return nil }
        return reason
    }
}

/// The part of a property's cases that was tried, for a property of which a check may leave out
/// cases.
///
/// `9 of 72 setups were tried. size: 5, 6, 13, 40 of 36 values. Other combinations weren't tried.`
public struct TrialCoverage: Sendable, Hashable {
    /// The kind of cases that is counted: `setups`, `recorded games`.
    public let what: String
    /// The number of cases that were tried.
    public let tried: Int
    /// The number of all cases; nil if it is too large to count.
    public let all: Int?
    /// The cases that were left out, in sentences.
    public let leftOut: [String]

    init(_ what: String, tried: Int, of all: Int?, leftOut: [String] = []) {
        (self.what, self.tried, self.all, self.leftOut) = (what, tried, all, leftOut)
    }

    /// Whether everything was tried.
    public var isWhole: Bool { all.map { tried >= $0 } ?? false }

    /// The sentences on the numbers of tried and of all cases, and on the cases that were left out.
    public var sentence: String {
        let all = all.map { ReportText.grouped($0) } ?? "more than 9,000,000,000,000,000,000"
        let count = "\(ReportText.grouped(tried)) of \(all) \(what) were tried."
        return ([count] + leftOut).joined(separator: " ")
    }
}

extension TrialCoverage {
    /// The most values of an option, and the most options, that are named.
    private static let mostValues = 8, mostOptions = 8

    /// Creates the extent of the setups that were tried. All setups are each number of seats with
    /// each value of each option.
    init(of tried: Set<GameSetup>, _ script: GameScript) {
        var all: Int? = script.seats.count
        for option in script.options {
            all = all.flatMap { all in
                option.count.flatMap { count in
                    let (product, overflows) = all.multipliedReportingOverflow(by: count)
                    return overflows ? nil : product
                }
            }
        }
        var leftOut: [String] = []
        let seats = Set(tried.map(\.seats))
        if seats.count < script.seats.count {
            leftOut.append("seats: \(Self.list(seats.sorted().map { "\($0)" })) of \(script.seats.count) numbers.")
        }
        let partly = script.options.compactMap { option -> String? in
            let values = Set(tried.compactMap { $0.options[option.name] })
            guard option.count.map({ values.count < $0 }) ?? true else { return nil }
            let count = option.count.map { ReportText.grouped($0) } ?? "too many to count"
            return "\(option.name): \(Self.list(Self.words(values))) of \(count) values."
        }
        leftOut += partly.prefix(Self.mostOptions)
        if partly.count > Self.mostOptions {
            leftOut.append("For \(partly.count - Self.mostOptions) more options, not every value was tried.")
        }
        let number = Set(tried.map { GameSetup(seats: $0.seats, options: $0.options) }).count
        if all.map({ number < $0 }) ?? true { leftOut.append("Other combinations weren't tried.") }
        self.init("setups", tried: number, of: all, leftOut: leftOut)
    }

    private static func words(_ values: Set<Value>) -> [String] {
        let numbers = values.compactMap { value in if case .int(let number) = value { number } else { nil } }
        if numbers.count == values.count { return numbers.sorted().map { "\($0)" } }
        return values.map { GameOption.text($0).excerpt }.sorted()
    }

    private static func list(_ words: [String]) -> String {
        let shown = words.prefix(mostValues).joined(separator: ", ")
        return words.count > mostValues ? "\(shown) and \(words.count - mostValues) more" : shown
    }
}

extension GameOption {
    /// The number of values that may be chosen; nil if it is too large for an integer.
    fileprivate var count: Int? {
        if !values.isEmpty { return Set(values).count }
        if standard.boolValue != nil { return 2 }
        guard let least, let most else { return 1 }
        let (span, overflows) = most.subtractingReportingOverflow(least)
        return overflows || span == .max ? nil : span + 1
    }
}

/// The result of a search, or the reason why there is no result.
///
/// Code that shows it has to handle both cases, so that a missing result is never shown as a fact
/// about the script.
public enum Collected<Found: Sendable>: Sendable {
    /// The result.
    case collected(Found)
    /// The reason, as a sentence.
    case notCollected(String)

    /// The result; nil if it wasn't collected.
    public var found: Found? {
        if case .collected(let found) = self { return found }
        return nil
    }
}

/// The place where the game that shows a finding is stored.
public enum SavedGame: Sendable, Hashable {
    /// The game is in this file.
    case kept(String)
    /// The game couldn't be written to a file. The text is a sentence with the reason.
    case notKept(String)
}
