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
