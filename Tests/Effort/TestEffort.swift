import Foundation
import Values

/// How much the tests play. Every property is tested at either effort, with fixed seeds; the effort only says with how many.
///
///     for seed in TestEffort.extent(quick: 1...3, full: 1...200) as ClosedRange<UInt64> { … }
public enum TestEffort: String, CaseIterable, Sendable {
    /// What a contributor waits for, and the effort where nothing is said.
    case quick
    /// Many more seeds, games and mutations of the same properties.
    case full

    /// The effort of this run, from the environment variable `PARLOR_EFFORT`. A value that is no effort ends the run: a typo
    /// must not pass for a full run.
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

    /// Returns how much this run tests: a number, a range of seeds, a list of games.
    public static func extent<Extent>(quick: Extent, full: Extent) -> Extent { isFull ? full : quick }

    /// Returns those of a list that this run takes: all of them, or one in so many for a quick run.
    public static func sample<Element>(_ list: some Collection<Element>, oneIn stride: Int) -> [Element] {
        list.enumerated().filter { isFull || $0.offset % stride == 0 }.map(\.element)
    }

    /// Returns the options of a bundled game that make its matches as long as this run wants them. Battleship's on the default
    /// sea have hundreds of plies.
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

/// A value of `PARLOR_EFFORT` that is no effort.
public struct UnknownEffort: Error, Equatable, CustomStringConvertible {
    public var value: String

    public var description: String {
        let known = TestEffort.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
        return "PARLOR_EFFORT is \"\(value)\". Expected \(known). Set one of them, or unset it, which means \"quick\"."
    }
}
