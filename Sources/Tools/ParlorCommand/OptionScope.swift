import ArgumentParser

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
