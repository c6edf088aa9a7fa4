import ArgumentParser
import Conformance
import Foundation
import Parlor

/// The values of options, before the parser sees them. It takes the last of two in silence, takes `-1` for an option, and doesn't
/// say what an option takes.
struct OptionValues {
    /// What an option takes, where that is a number.
    struct Range: Sendable {
        /// "a whole number from 1 to 16".
        let said: String
        let holds: @Sendable (String) -> Bool

        static func whole(_ range: ClosedRange<Int>, _ unit: String = "a whole number") -> Range {
            Range(said: "\(unit) from \(range.lowerBound) to \(range.upperBound)") {
                Int($0).map { range.contains($0) } ?? false
            }
        }

        static let seed = Range(said: "a whole number from 0 to \(UInt64.max)") { UInt64($0) != nil }
        static let seats = whole(1...16)
        /// Names or their number: a name doesn't begin like an option.
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

    /// Why the options of a command line can't be taken as they are; nil if they can, as far as this goes.
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
        return Refusal("\(twice) is there twice, and takes one value: leave one out.")
    }

    /// The options as they were typed, each with what may be its value.
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

    /// What the parser knows of an option: asked only where one is typed twice.
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

/// A way in which a command runs, where that decides which of its options mean anything.
protocol CommandMode: Hashable, CaseIterable {
    /// Why an option of the other modes can't be obeyed, as half a sentence: "with --hot-seat there are no phones".
    var reason: String { get }
}

/// A row of a command's table: an option, or the arguments, and the modes that obey it.
struct OptionScope<Command, Mode: CommandMode> {
    /// As it is typed; several for flags of which one is chosen, `<game>` for arguments.
    let names: [String]
    let modes: Set<Mode>
    /// What to do instead, as a sentence of its own.
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

    /// For what every mode obeys, whether it is given or stands for its default.
    static func always(_ names: String...) -> Self { Self(names, Set(Mode.allCases), leaveOut) { _ in false } }

    private static var leaveOut: String { "Leave it out." }
}

/// A command that has options. All of them stand in one table, which tests hold against what the parser knows: an option
/// that a mode doesn't obey is refused there, never passed over.
protocol ScopedCommand: ParsableCommand {
    associatedtype Mode: CommandMode
    static var scopes: [OptionScope<Self, Mode>] { get }
}

extension ScopedCommand {
    /// What was given that the mode can't obey, as a sentence; nil if there is nothing.
    func objection(in mode: Mode) -> String? {
        let scope = Self.scopes.first { !$0.modes.contains(mode) && $0.isGiven(self) }
        return scope.map { "\($0.names.joined(separator: " or ")) can't be obeyed: \(mode.reason). \($0.advice)" }
    }

    /// Ends the command with the sentence, if something was given that the mode can't obey: for a mode that only shows
    /// when the command runs.
    func refuseOthers(than mode: Mode) throws {
        if let objection = objection(in: mode) { throw Refusal(objection) }
    }
}

/// Why a command line can't be carried out, found after it was parsed: the exit code is that of wrong usage.
struct Refusal: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The mode of a command that has one alone.
enum OnlyMode: CommandMode {
    case only

    var reason: String { "it means nothing here" }
}
