import Parlor

/// One command of a REPL: its word, what it takes, what the help says of it, and what it does.
struct Command<Session>: Sendable {
    typealias Deed = @Sendable (Session) throws -> Void

    let name: String
    /// Shorter words for it.
    let aliases: [String]
    /// What follows the name, as the help shows it.
    let takes: String
    let help: String
    /// What else is to be said to whoever wrote it wrongly.
    let advice: String
    /// Reads what follows the name, and says what is to be done then; nil if it can't be read.
    let read: @Sendable (String) -> Deed?
    /// What a begun line of this command may become.
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

    /// A command that takes nothing.
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

    /// What to type instead of what can't be read.
    var correction: String { "This is written `\(usage)`: \(help)\(advice.isEmpty ? "" : "; \(advice)")." }

    /// The same command with something around what it does.
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

// The commands that every mode has.
extension Command where Session: ReplMode {
    static func help(_ aliases: String...) -> Command {
        Command(
            "help", aliases, takes: .optional("WORD"), help: "what there is; more of a group or a command",
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
        Command("moves", aliases, help: "what can be played") { try $0.showMoves() }
    }

    static func rules() -> Command {
        Command("rules", help: "how the game is played") { $0.showRules() }
    }

    static func quit(_ aliases: String...) -> Command {
        Command("quit", aliases, help: "leave, as Ctrl-D does") { $0.leave() }
    }

    static func state(_ aliases: String...) -> Command {
        Command(
            "state", aliases, takes: .wholeState, help: "the state as you may see it, or all of it",
            run: { try $0.showState(isWhole: $1) })
    }

    static func lua(_ aliases: String...) -> Command {
        Command(
            "lua", aliases, takes: .text("EXPRESSION"), help: "evaluate with state, view, match, seat",
            run: { try $0.evaluate($1) })
    }
}

extension ReplMode {
    /// The rules as `parlor rules` shows them: laid out for who reads at a terminal, else as they were written.
    fileprivate func showRules() {
        let text = script.folder.readme ?? RulesCommand.rules(of: script)
        guard lines.isInteractive, !screen.isInWords else { return showPage([text]) }
        let safe = SafeText(text, lineBreaks: .kept)
        let page = MarkdownPage(screen.charset == .ascii ? safe.ascii : safe.string)
        answers.showPage(page.lines(columns: min(screen.columns(), 100)))
    }

    /// Something to read, which gets the whole screen where it needs it.
    func showPage(_ paragraphs: [String]) {
        answers.showPage(paragraphs.flatMap { screen.lines($0) })
    }

    /// Moves in columns, with what else may be typed for them.
    func showTable(of moves: [Move]) {
        show(screen.table(moves.map { $0.prompt + ($0.alternative.map { " (\($0))" } ?? "") }))
    }
}

/// What follows the name of a command: how it is written, and how it is read.
struct CommandArgument<Value>: Sendable {
    /// As the help shows it: `[n]`; empty for nothing.
    let usage: String
    /// What else is to be said to whoever wrote it wrongly.
    var advice = ""
    /// Nil for what can't be read.
    let read: @Sendable (String) -> Value?
}

extension CommandArgument<Void> {
    static var none: Self { Self(usage: "") { $0.isEmpty ? () : nil } }
}

extension CommandArgument<String> {
    /// Any text, but there must be one.
    static func text(_ usage: String) -> Self { Self(usage: usage) { $0.isEmpty ? nil : $0 } }
}

extension CommandArgument<String?> {
    /// Any text; nil for none.
    static func optional(_ usage: String) -> Self { Self(usage: "[\(usage)]") { $0.isEmpty ? .some(nil) : $0 } }
}

extension CommandArgument<Int> {
    /// How often, once unless it says otherwise.
    static var times: Self { Self(usage: "[n]", advice: "n is 1 or more") { $0.isEmpty ? 1 : timesRead($0) } }

    fileprivate static func timesRead(_ text: String) -> Int? { Int(text).flatMap { $0 > 0 ? $0 : nil } }
}

extension CommandArgument<Int?> {
    /// How many, 1 unless it says otherwise; nil for all.
    static var timesOrWhole: Self {
        Self(usage: "[n|all]", advice: "n is 1 or more") { text in
            if text.lowercased() == "all" { return .some(nil) }
            return text.isEmpty ? .some(1) : CommandArgument<Int>.timesRead(text).map { $0 }
        }
    }

    /// How often; nil for as often as it goes.
    static var timesOrAll: Self {
        Self(usage: "[n]", advice: "n is 1 or more") { text in
            text.isEmpty ? .some(nil) : CommandArgument<Int>.timesRead(text).map { $0 }
        }
    }
}

extension CommandArgument<Bool> {
    /// What others hide, too?
    static var wholeState: Self {
        Self(usage: "[--all]") { ["--all", "all"].contains($0.lowercased()) ? true : $0.isEmpty ? false : nil }
    }
}

extension GameScript {
    /// What several `--option name=value` say, each as the script declares it.
    ///
    /// - Throws: ``GameError/request(_:)`` for one that isn't written like this, or a value that doesn't fit.
    func options(arguments: [String]) throws(GameError) -> [String: Value] {
        var chosen: [String: Value] = [:]
        for text in arguments {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw .request("An option is written name=value, such as --option size=5; not \(quoted(text)).")
            }
            let known = options.first { $0.name == parts[0] }
            chosen[parts[0]] = try known?.parsed(parts[1]) ?? .string(parts[1])
        }
        return chosen
    }
}
