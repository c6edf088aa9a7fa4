import Foundation
import Values

/// The extent of the tests. Every property is tested at both efforts, with fixed seeds. The effort determines only the number of
/// seeds, games and mutations.
///
///     for seed in TestEffort.extent(quick: 1...3, full: 1...200) as ClosedRange<UInt64> { … }
public enum TestEffort: String, CaseIterable, Sendable {
    /// An extent for which a contributor can wait. This is the default.
    case quick
    /// The same properties with many more seeds, games and mutations.
    case full

    /// The effort of this run, from the environment variable `PARLOR_EFFORT`. A value that isn't an effort ends the run, so that
    /// a typo isn't mistaken for a full run.
    public static let current: TestEffort = {
        do {
            return try TestEffort(variable: ProcessInfo.processInfo.environment["PARLOR_EFFORT"])
        } catch {
            FileHandle.standardError.write(Data("error: \(error)\n".utf8))
            exit(2)
        }
    }()

    /// Whether this run tests each property at its full extent.
    public static var isFull: Bool { current == .full }

    /// Returns the extent of this run: one of two numbers, ranges of seeds, or lists of games.
    public static func extent<TrialCoverage>(quick: TrialCoverage, full: TrialCoverage) -> TrialCoverage {
        isFull ? full : quick
    }

    /// Returns the elements of a list that this run tests: all of them in a full run, every `stride`-th one in a quick run.
    public static func sample<Element>(_ list: some Collection<Element>, oneIn stride: Int) -> [Element] {
        list.enumerated().filter { isFull || $0.offset % stride == 0 }.map(\.element)
    }

    /// Returns the options of a bundled game for this run. In a quick run battleship has a small sea, because its matches on the
    /// default sea have hundreds of plies.
    public static func options(of game: String) -> [String: Value] {
        game == "battleship" && !isFull ? ["size": 3] : [:]
    }

    /// Reads the value of `PARLOR_EFFORT`; without a value, or with an empty one, the effort is quick.
    public init(variable: String?) throws(UnknownEffort) {
        let value = variable ?? ""
        guard let effort = value.isEmpty ? .quick : TestEffort(rawValue: value) else {
            throw UnknownEffort(value: value)
        }
        self = effort
    }
}

/// The error for a value of `PARLOR_EFFORT` that isn't an effort.
public struct UnknownEffort: Error, Equatable, CustomStringConvertible {
    public var value: String

    public var description: String {
        let known = TestEffort.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
        return "PARLOR_EFFORT is \"\(value)\". Expected \(known). Set one of them, or unset it, which means \"quick\"."
    }
}
