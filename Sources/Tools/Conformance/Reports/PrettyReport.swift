import Values

/// A report for people at a terminal.
///
/// ```
/// Tic-Tac-Toe (tic-tac-toe): quick check, seed 1, 37 games
///   Load      ✓ L1 ×1  ✓ L2 ×2  ✗ L3  ✓ L4 ×1
///   …
/// ✗ L3 The script keeps nothing outside of the state, …
/// ```
public struct PrettyReport: Sendable {
    /// The most moves of a failing game that are shown. The file of the game has all moves.
    static let mostMoves = 60

    let text: ReportText

    /// - Parameters:
    ///   - hasUnicode: Whether characters beyond ASCII may be written.
    ///   - hasColour: Whether escape sequences for colour may be written.
    ///   - columns: The terminal's width.
    public init(hasUnicode: Bool = true, hasColour: Bool = false, columns: Int = 80) {
        text = ReportText(hasUnicode: hasUnicode, hasColour: hasColour, columns: min(max(columns, 40), 120))
    }

    /// Returns the whole report on one game.
    public func lines(_ game: CheckedGame) -> [String] {
        let report = game.report
        var lines = head(report)
        lines += Property.groups.flatMap { group(String($0.letter), $0.title, report) }
        for finding in report.findings { lines += [""] + show(finding, game) }
        let worst = FigureTable(text: text).worst(report.figures)
        if !worst.isEmpty { lines += [""] + worst }
        lines += notes(report)
        return lines
    }

    /// Returns a table of all games, and the overall result.
    public func summary(_ games: [CheckedGame]) -> [String] {
        let reports = games.map(\.report)
        let failing = names(reports) { $0.findings.map(\.property) }
        let cutOff = names(reports) { $0.cutOff }
        var verdict: [String] = []
        if let failing { verdict.append(text.coloured("Not everything holds: ", .bad) + failing) }
        if let cutOff { verdict.append(text.coloured("Not everything was tested: ", .bad) + cutOff) }
        var unjudged = names(reports) { $0.unjudged }.map { "Not judged: \($0)" } ?? ""
        let endless = reports.filter { $0.unjudged.contains(.o1) }.map { text.safe($0.game) }
        if !endless.isEmpty { unjudged += ". No game was played to its end: \(endless.joined(separator: ", "))" }
        if verdict.isEmpty {
            let good = text.coloured("Everything that was judged holds.", .good)
            verdict.append(unjudged.isEmpty ? good : good + " " + unjudged)
        } else if !unjudged.isEmpty {
            verdict.append(unjudged)
        }
        return FigureTable(text: text).summary(reports) + [""] + verdict
    }

    /// Returns the properties of each game, such as `nim L4 V3; chess B1`; nil if there are none.
    private func names(_ reports: [GameReport], _ properties: (GameReport) -> [Property]) -> String? {
        let names = reports.compactMap { report in
            let ids = properties(report).map(\.id)
            return ids.isEmpty ? nil : text.safe(report.game) + " " + ids.joined(separator: " ")
        }
        return names.isEmpty ? nil : names.joined(separator: "; ")
    }

    // MARK: Parts

    private func head(_ report: GameReport) -> [String] {
        let games = report.figures.games == 1 ? "1 game" : "\(ReportText.grouped(report.figures.games)) games"
        let title = report.title == report.game ? report.game : "\(report.title) (\(report.game))"
        return text.wrapped("\(title): \(report.effort.rawValue) check, seed \(report.seed), \(games)", .strong)
    }

    private func group(_ letter: String, _ title: String, _ report: GameReport) -> [String] {
        let marks = report.results.filter { $0.property.id.hasPrefix(letter) }.map { result in
            let id = result.property.id
            return switch result.verdict {
            case .holds(let times):
                mark(text.hasUnicode ? "✓" : "ok", .good, "\(id) \(timesSign)\(ReportText.grouped(times))")
            case .fails: mark(text.hasUnicode ? "✗" : "FAIL", .bad, id)
            case .notJudged: mark(text.hasUnicode ? "–" : "-", .quiet, id)
            case .cutOff: mark("?", .bad, id)
            }
        }
        guard !marks.isEmpty else { return [] }
        let front = "  " + title + String(repeating: " ", count: max(1, 10 - title.count))
        let partial = report.results.filter { $0.property.id.hasPrefix(letter) }.compactMap { result in
            result.leftOut.map { text.wrapped($0, indent: 12, label: "\(result.property.id):", .quiet) }
        }
        return [front + marks.joined(separator: "  ")] + partial.flatMap(\.self)
    }

    private var timesSign: String { text.hasUnicode ? "×" : "x" }

    private func mark(_ sign: String, _ weight: ReportText.Weight, _ words: String) -> String {
        text.coloured(sign, weight) + " " + words
    }

    private func show(_ finding: Finding, _ game: CheckedGame) -> [String] {
        let property = finding.property
        var lines = text.wrapped(
            "\(property.id) \(property.meaning)", label: text.hasUnicode ? "✗" : "FAIL", .bad)
        let place = [finding.place, finding.channel.map { "in the \($0)" }].compactMap(\.self)
        // the sentence on a script with several problems has one line for each problem
        let sentences = (place + [finding.sentence]).joined(separator: ": ").split(whereSeparator: \.isNewline)
        lines += sentences.flatMap { text.wrapped(String($0), indent: 2) }
        if let setup = finding.setup {
            lines += text.wrapped("\(setup)", indent: 2, label: "Set up with")
            lines += moves(of: finding)
        }
        if finding.setup != nil, let count = times(property, game.report) { lines += text.wrapped(count, indent: 2) }
        lines += text.wrapped(property.why, indent: 2, label: "Why it matters:")
        lines += text.wrapped(game.mend(of: finding), indent: 2, label: "What to do:")
        // don't wrap commands, so that they can be copied
        lines.append("  Again: " + text.safe(game.command(for: finding)))
        if let replay = game.replayCommand(for: property) { lines.append("  Step through: " + text.safe(replay)) }
        if let reason = game.whyNotKept(property) { lines += text.wrapped(reason, indent: 2, label: "Not kept:") }
        return lines
    }

    private func moves(of finding: Finding) -> [String] {
        guard !finding.steps.isEmpty else { return text.wrapped("It appears before the first move.", indent: 2) }
        let shown = finding.steps.prefix(Self.mostMoves)
        let width = "\(shown.count)".count
        var lines = text.wrapped(
            finding.isShrunk ? "The shortest list of moves found:" : "Moves that lead to it:", indent: 2)
        lines += shown.enumerated().map { index, step in
            let number = "\(index + 1)."
            let space = String(repeating: " ", count: width + 1 - number.count)
            return "    " + space + number + " seat \(step.seat)  " + text.safe(step.text)
        }
        let more = finding.steps.count - shown.count
        if more > 0 { lines.append("    and \(ReportText.grouped(more)) more") }
        return lines
    }

    private func times(_ property: Property, _ report: GameReport) -> String? {
        guard case .fails(_, let games) = report[property], games > 0, report.figures.games > 1 else { return nil }
        return "Seen in \(ReportText.grouped(games)) of \(ReportText.grouped(report.figures.games)) games."
    }

    /// Returns the lines on the properties that weren't judged, with the reasons, on the script
    /// lines that never ran, and on what was left out.
    private func notes(_ report: GameReport) -> [String] {
        var lines = reasons("Not tested", report) { if case .cutOff(let reason) = $0 { reason } else { nil } }
        lines += reasons("Not judged", report) { if case .notJudged(let reason) = $0 { reason } else { nil } }
        lines += self.lines(report)
        lines += report.omissions.flatMap { text.wrapped($0, indent: 2, .quiet) }
        return lines.isEmpty ? [] : [""] + lines
    }

    /// Returns a line for each text of `reason`, with all the properties that have it.
    private func reasons(
        _ label: String, _ report: GameReport, _ reason: (PropertyResult.Verdict) -> String?
    ) -> [String] {
        var reasons: [(reason: String, ids: [String])] = []
        for result in report.results {
            guard let words = reason(result.verdict) else { continue }
            if let index = reasons.firstIndex(where: { $0.reason == words }) {
                reasons[index].ids.append(result.property.id)
            } else {
                reasons.append((words, [result.property.id]))
            }
        }
        return reasons.flatMap { words, ids in
            text.wrapped(words, indent: 2, label: "\(label), \(ids.joined(separator: " ")):")
        }
    }

    /// Returns the lines of the script that never ran.
    private func lines(_ report: GameReport) -> [String] {
        switch report.coverage {
        case .notCollected(let reason):
            return text.wrapped(reason, indent: 2, label: "Line coverage wasn't recorded:")
        case .collected(let coverage):
            let label = coverage.isPartial ? "Didn't run in the games played" : "Never ran"
            return coverage.missing.sorted { $0.key < $1.key }.flatMap { file, missing in
                text.wrapped(Self.ranges(missing), indent: 2, label: "\(label), \(file):")
            }
        }
    }

    /// Returns the ranges of numbers in order: `3, 7-9`.
    package static func ranges(_ numbers: [Int]) -> String {
        var runs: [ClosedRange<Int>] = []
        for number in numbers {
            if let last = runs.last, number == last.upperBound + 1 {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
        return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
            .joined(separator: ", ")
    }
}
