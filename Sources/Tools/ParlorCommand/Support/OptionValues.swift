import ArgumentParser
import Conformance
import Foundation
import Parlor

/// The check of option values before the parser sees them. Without this check, the parser would
/// silently use the last of two values, and read `-1` as an option. Its errors wouldn't say which
/// values an option accepts.
struct OptionValues {
    /// The values that an option with a number accepts.
    struct Range: Sendable {
        /// The description, such as "a whole number from 1 to 16".
        let said: String
        let holds: @Sendable (String) -> Bool

        static func whole(_ range: ClosedRange<Int>, _ unit: String = "a whole number") -> Range {
            Range(said: "\(unit) from \(range.lowerBound) to \(range.upperBound)") {
                Int($0).map { range.contains($0) } ?? false
            }
        }

        static let seed = Range(said: "a whole number from 0 to \(UInt64.max)") { UInt64($0) != nil }
        static let seats = whole(1...16)
        /// A number of people, or their names. A name doesn't start with a hyphen.
        static let people = Range(said: "a number of people from 1 to 16, or their names") { !$0.hasPrefix("-") }
        static let seconds = Range(said: "a number of seconds above 0, at most 3600") {
            Double($0).map { $0 > 0 && $0 <= 3600 } ?? false
        }
    }

    /// The options of each command that take a number.
    static let ranges: [String: [String: Range]] = [
        "play": [
            "--seats": .people, "--seed": .seed,
            "--turn-limit": .whole(0...PlayCommand.longestTurn, "a number of seconds"),
        ],
        "check": [
            "--seed": .seed, "--games": .whole(1...Budget.mostGames), "--seats": .seats,
            "--states": .whole(1...ExhaustiveCount.mostStates), "--workers": .whole(1...256),
        ],
        "record": ["--seed": .seed, "--seats": .seats],
        "show": ["--seat": .seats],
        "replay": ["--seat": .seats],
        "bench": ["--seconds": .seconds],
    ]

    /// Returns the reason why an option's value or repetition is invalid; nil if there is none.
    static func refusal(of arguments: [String]) -> Refusal? {
        guard let command = arguments.first(where: { !$0.hasPrefix("-") }) else { return nil }
        let typed = options(in: arguments)
        for option in typed {
            guard let range = ranges[command]?[option.name], let value = option.value, !range.holds(value) else {
                continue
            }
            return Refusal("\(option.name) is \(range.said), not \(quoted(value)).")
        }
        let names = typed.map(\.name)
        guard let twice = names.first(where: { name in names.count { $0 == name } > 1 }), takesOneValue(twice, command)
        else { return nil }
        return Refusal("\(twice) was typed twice, but takes one value. Leave one out.")
    }

    /// Returns the options as typed, each with the text that may be its value.
    private static func options(in arguments: [String]) -> [(name: String, value: String?)] {
        let before = arguments.prefix { $0 != "--" }
        return before.indices.compactMap { index in
            guard before[index].hasPrefix("--") else { return nil }
            let parts = before[index].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { return (String(parts[0]), String(parts[1])) }
            let next = before.indices.contains(index + 1) ? before[index + 1] : nil
            return (before[index], next.flatMap { $0.hasPrefix("--") ? nil : $0 })
        }
    }

    /// Returns whether the parser takes only one value for an option. This is slow, so call it only
    /// for a repeated option.
    private static func takesOneValue(_ name: String, _ command: String) -> Bool {
        struct Dump: Decodable {
            struct Command: Decodable {
                let commandName: String
                let subcommands: [Command]?
                let arguments: [Argument]?
            }
            struct Argument: Decodable {
                struct Name: Decodable { let name: String }
                let kind: String
                let isRepeating: Bool
                let names: [Name]?
            }
            let command: Command
        }
        guard let dump = try? JSONDecoder().decode(Dump.self, from: Data(ParlorCommand._dumpHelp().utf8)) else {
            return false
        }
        let known = dump.command.subcommands?.first { $0.commandName == command }
        return known?.arguments?.contains { argument in
            argument.kind == "option" && !argument.isRepeating
                && argument.names?.contains { "--\($0.name)" == name } == true
        } ?? false
    }
}

/// A mode of a command that decides which of its options apply.
protocol CommandMode: Hashable, CaseIterable {
    /// The reason why the options of other modes don't apply, as half a sentence: "with --hot-seat
    /// there are no phones".
    var reason: String { get }
}

/// A row of a command's table: an option, or the arguments, and the modes that accept it.
struct OptionScope<Command, Mode: CommandMode> {
    /// The option's name as typed. Flags that exclude each other share a row. An argument is
    /// written like `<game>`.
    let names: [String]
    let modes: Set<Mode>
    /// The advice for an option that doesn't apply, as a sentence.
    let advice: String
    let isGiven: (Command) -> Bool

    private init(_ names: [String], _ modes: Set<Mode>, _ advice: String, _ isGiven: @escaping (Command) -> Bool) {
        self.names = names
        self.modes = modes
        self.advice = advice
        self.isGiven = isGiven
    }

    static func flag(_ name: String, _ value: KeyPath<Command, Bool>, _ modes: Set<Mode>) -> Self {
        Self([name], modes, leaveOut) { $0[keyPath: value] }
    }

    static func one<Kind>(
        _ names: String..., value: KeyPath<Command, Kind?>, _ modes: Set<Mode>, advice: String = leaveOut
    ) -> Self {
        Self(names, modes, advice) { $0[keyPath: value] != nil }
    }

    static func many(_ name: String, _ value: KeyPath<Command, [String]>, _ modes: Set<Mode>) -> Self {
        Self([name], modes, leaveOut) { !$0[keyPath: value].isEmpty }
    }

    /// Returns a row for options that apply in every mode.
    static func always(_ names: String...) -> Self { Self(names, Set(Mode.allCases), leaveOut) { _ in false } }

    private static var leaveOut: String { "Leave it out." }
}

/// A command with options. ``scopes`` lists all its options, and tests compare the list with the
/// parser's options. An option that doesn't apply in a mode is rejected, never ignored.
protocol ScopedCommand: ParsableCommand {
    associatedtype Mode: CommandMode
    static var scopes: [OptionScope<Self, Mode>] { get }
}

extension ScopedCommand {
    /// Returns a sentence about a given option that doesn't apply in the mode, or nil.
    func objection(in mode: Mode) -> String? {
        let scope = Self.scopes.first { !$0.modes.contains(mode) && $0.isGiven(self) }
        return scope.map { "\($0.names.joined(separator: " or ")) doesn't apply here: \(mode.reason). \($0.advice)" }
    }

    /// Throws the objection as a refusal, for a mode that is known only when the command runs.
    func refuseOthers(than mode: Mode) throws {
        if let objection = objection(in: mode) { throw Refusal(objection) }
    }
}

/// The reason to reject a command line after parsing. The exit code is that of a usage error.
struct Refusal: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The mode of a command that has only one.
enum OnlyMode: CommandMode {
    case only

    var reason: String { "it means nothing here" }
}
