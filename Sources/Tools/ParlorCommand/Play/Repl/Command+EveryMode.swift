import Parlor

// The commands that every mode has.
extension Command where Session: ReplSession {
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

extension ReplSession {
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
