import Parlor

/// A command of a REPL: its name, its argument, its help and its action.
struct Command<Session>: Sendable {
    typealias Deed = @Sendable (Session) throws -> Void

    let name: String
    /// Shorter names.
    let aliases: [String]
    /// The argument as the help shows it.
    let takes: String
    let help: String
    /// Advice after a wrong argument.
    let advice: String
    /// Reads the argument and returns the action, or nil for an argument that can't be read.
    let read: @Sendable (String) -> Deed?
    /// Returns the possible completions of a line of this command.
    let completions: @Sendable (Session, String) -> [String]

    init<Value: Sendable>(
        _ name: String, _ aliases: [String] = [], takes argument: CommandArgument<Value>, help: String,
        completions: @escaping @Sendable (Session, String) -> [String] = { _, _ in [] },
        run: @escaping @Sendable (Session, Value) throws -> Void
    ) {
        self.init(
            name: name, aliases: aliases, takes: argument.usage, help: help, advice: argument.advice,
            read: { text -> Deed? in
                guard let value = argument.read(text) else { return nil }
                return { session in try run(session, value) }
            }, completions: completions)
    }

    /// Creates a command without an argument.
    init(_ name: String, _ aliases: [String] = [], help: String, run: @escaping Deed) {
        self.init(name, aliases, takes: .none, help: help) { session, _ in try run(session) }
    }

    private init(
        name: String, aliases: [String], takes: String, help: String, advice: String,
        read: @escaping @Sendable (String) -> Deed?, completions: @escaping @Sendable (Session, String) -> [String]
    ) {
        (self.name, self.aliases, self.takes) = (name, aliases, takes)
        (self.help, self.advice, self.read, self.completions) = (help, advice, read, completions)
    }

    var usage: String { takes.isEmpty ? name : "\(name) \(takes)" }

    /// The sentence after an argument that can't be read.
    var correction: String { "This is written `\(usage)`: \(help)\(advice.isEmpty ? "" : "; \(advice)")." }

    /// Returns the same command with `frame` around its action.
    func within(_ frame: @escaping @Sendable (Session, Deed) throws -> Void) -> Command {
        let read = read
        return Command(
            name: name, aliases: aliases, takes: takes, help: help, advice: advice,
            read: { text -> Deed? in
                guard let deed = read(text) else { return nil }
                return { session in try frame(session, deed) }
            }, completions: completions)
    }
}

// The commands of every mode.
extension Command where Session: ReplMode {
    static func help(_ aliases: String...) -> Command {
        Command(
            "help", aliases, takes: .optional("WORD"), help: "list the commands, or explain one or a group",
            completions: { _, _ in Session.commands.topics.map { "help \($0)" } },
            run: { session, topic in
                let (table, columns) = (Session.commands, session.screen.columns())
                guard let topic else {
                    return session.showPage(
                        session.screen.isInWords ? table.spokenHelp() : table.help(columns: columns))
                }
                guard let lines = table.help(about: topic, columns: columns) else {
                    let nearest = NearestName.of(topic, in: table.topics).map { " Did you mean '\($0)'?" } ?? ""
                    return session.refuse("There is no help on \(quoted(topic)).\(nearest)")
                }
                session.showPage(lines)
            })
    }

    static func moves(_ aliases: String...) -> Command {
        Command("moves", aliases, help: "list the moves that you can play") { try $0.showMoves() }
    }

    static func rules() -> Command {
        Command("rules", help: "show the rules of the game") { $0.showRules() }
    }

    static func quit(_ aliases: String...) -> Command {
        Command("quit", aliases, help: "leave, as Ctrl-D does") { $0.leave() }
    }

    static func state(_ aliases: String...) -> Command {
        Command(
            "state", aliases, takes: .wholeState, help: "show the state as you may see it, or all",
            run: { try $0.showState(isWhole: $1) })
    }

    static func lua(_ aliases: String...) -> Command {
        Command(
            "lua", aliases, takes: .text("EXPRESSION"), help: "evaluate Lua with state, view, match, seat",
            run: { try $0.evaluate($1) })
    }
}

extension ReplMode {
    /// Shows the rules like `parlor rules`: laid out for a person at a terminal, otherwise
    /// unchanged.
    fileprivate func showRules() {
        let text = script.folder.readme ?? RulesCommand.rules(of: script)
        guard lines.isInteractive, !screen.isInWords else { return showPage([text]) }
        let safe = SafeText(text, lineBreaks: .kept)
        let page = MarkdownPage(screen.charset == .ascii ? safe.ascii : safe.string)
        answers.showPage(page.lines(columns: min(screen.columns(), 100)))
    }

    /// Shows a text to read, which gets the whole screen if necessary.
    func showPage(_ paragraphs: [String]) {
        answers.showPage(paragraphs.flatMap { screen.lines($0) })
    }

    /// Shows moves in columns, with their alternative texts.
    func showTable(of moves: [Move]) {
        show(screen.table(moves.map { $0.prompt + ($0.alternative.map { " (\($0))" } ?? "") }))
    }
}

/// The argument of a command: its notation, and how to read it.
struct CommandArgument<Value>: Sendable {
    /// The notation in the help, such as `[n]`; empty for no argument.
    let usage: String
    /// Advice after a wrong argument.
    var advice = ""
    /// Returns the value, or nil if the text can't be read.
    let read: @Sendable (String) -> Value?
}

extension CommandArgument<Void> {
    static var none: Self { Self(usage: "") { $0.isEmpty ? () : nil } }
}

extension CommandArgument<String> {
    /// A text that isn't empty.
    static func text(_ usage: String) -> Self { Self(usage: usage) { $0.isEmpty ? nil : $0 } }
}

extension CommandArgument<String?> {
    /// Any text, or nil for none.
    static func optional(_ usage: String) -> Self { Self(usage: "[\(usage)]") { $0.isEmpty ? .some(nil) : $0 } }
}

extension CommandArgument<Int> {
    /// A number of times, 1 by default.
    static var times: Self { Self(usage: "[n]", advice: "n is 1 or more") { $0.isEmpty ? 1 : timesRead($0) } }

    fileprivate static func timesRead(_ text: String) -> Int? { Int(text).flatMap { $0 > 0 ? $0 : nil } }
}

extension CommandArgument<Int?> {
    /// A number, 1 by default; nil for all.
    static var timesOrWhole: Self {
        Self(usage: "[n|all]", advice: "n is 1 or more") { text in
            if text.lowercased() == "all" { return .some(nil) }
            return text.isEmpty ? .some(1) : CommandArgument<Int>.timesRead(text).map { $0 }
        }
    }

    /// A number of times; nil for as many as possible.
    static var timesOrAll: Self {
        Self(usage: "[n]", advice: "n is 1 or more") { text in
            text.isEmpty ? .some(nil) : CommandArgument<Int>.timesRead(text).map { $0 }
        }
    }
}

extension CommandArgument<Bool> {
    /// Whether to include what others hide.
    static var wholeState: Self {
        Self(usage: "[--all]") { ["--all", "all"].contains($0.lowercased()) ? true : $0.isEmpty ? false : nil }
    }
}

extension GameScript {
    /// Returns the options of several `--option name=value`, each as the script declares it.
    ///
    /// - Throws: ``GameError/request(_:)`` for an invalid notation or value.
    func options(arguments: [String]) throws(GameError) -> [String: Value] {
        var chosen: [String: Value] = [:]
        for text in arguments {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw .request("\(quoted(text)) isn't written as name=value. Example: --option size=5")
            }
            let known = options.first { $0.name == parts[0] }
            chosen[parts[0]] = try known?.parsed(parts[1]) ?? .string(parts[1])
        }
        return chosen
    }
}
