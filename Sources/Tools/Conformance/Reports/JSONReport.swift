import Values

/// A report for programs: one JSON object, whose form is described in `docs/check.md`. Later
/// versions may add keys, but must not rename or remove any.
public struct JSONReport: Sendable {
    private let games: [CheckedGame]

    /// Creates the report on these games, in this order.
    public init(_ games: [CheckedGame]) { self.games = games }

    /// Returns the report as JSON.
    ///
    /// - Throws: A `ValueError` for a report of more than 256 MiB.
    public func text() throws(ValueError) -> String {
        try value.json(pretty: true, limits: ValueLimits(bytes: 256 << 20, depth: 64, items: 1 << 24)) + "\n"
    }

    /// The report as data.
    var value: Value {
        [
            "format": 1, "clean": .bool(games.allSatisfy(\.report.isClean)),
            "games": .array(games.map(Self.value)),
        ]
    }

    private static func value(_ game: CheckedGame) -> Value {
        let report = game.report
        return [
            "game": .string(report.game), "title": .string(report.title), "name": .string(game.name),
            "effort": .string(report.effort.rawValue), "seed": value(report.seed), "clean": .bool(report.isClean),
            "properties": .array(report.results.map { value($0, game) }), "figures": value(report.figures),
            "coverage": value(report.coverage), "omissions": .array(report.omissions.map { .string($0) }),
        ]
    }

    private static func value(_ result: PropertyResult, _ game: CheckedGame) -> Value {
        let property = result.property
        var fields: [ValueKey: Value] = ["id": .string(property.id), "scope": .string(property.scope.rawValue)]
        if !result.extents.isEmpty { fields["extents"] = .array(result.extents.map(value)) }
        switch result.verdict {
        case .holds(let times):
            fields["verdict"] = "holds"
            fields["times"] = value(times)
        case .fails(let finding, let games):
            fields["verdict"] = "fails"
            fields["games"] = value(games)
            fields["finding"] = value(finding, game)
        case .notJudged(let reason):
            fields["verdict"] = "not_judged"
            fields["reason"] = .string(reason)
        case .cutOff(let reason):
            fields["verdict"] = "cut_off"
            fields["reason"] = .string(reason)
        }
        return .map(fields)
    }

    private static func value(_ extent: TrialCoverage) -> Value {
        [
            "what": .string(extent.what), "tried": value(extent.tried), "of": number(extent.all),
            "left_out": .array(extent.leftOut.map { .string($0) }),
        ]
    }

    private static func value(_ finding: Finding, _ game: CheckedGame) -> Value {
        [
            "sentence": .string(finding.sentence), "mend": .string(game.mend(of: finding)),
            "place": text(finding.place), "channel": text(finding.channel),
            "setup": finding.setup.map(value) ?? .null, "steps": .array(finding.steps.map(value)),
            "shrunk": .bool(finding.isShrunk), "game": finding.game.map(value) ?? .null,
            "command": .string(game.command(for: finding)), "file": text(file(finding.property, game)),
            "not_kept": text(game.whyNotKept(finding.property)),
        ]
    }

    private static func file(_ property: Property, _ game: CheckedGame) -> String? {
        if case .kept(let file)? = game.saved[property] { return file }
        return nil
    }

    private static func value(_ setup: GameSetup) -> Value {
        let options = setup.options.map { (ValueKey.string($0), Value.string($1.description)) }
        return [
            "seats": value(setup.seats), "seed": value(setup.seed),
            "options_lua": .map(Dictionary(options) { first, _ in first }),
        ]
    }

    private static func value(_ step: Step) -> Value {
        var fields: [ValueKey: Value] = ["seat": value(step.seat), "text": .string(step.text)]
        switch step.action {
        case .move(let name, let argument):
            fields["move"] = .string(name)
            // in Lua's syntax, because JSON has no integer keys and no infinities
            fields["argument_lua"] = .string(argument.description)
        case .leave(let why): fields["leave"] = .string(why.word)
        }
        return .map(fields)
    }

    private static func value(_ figures: PlayFigures) -> Value {
        let worst = figures.worst.map { hook, cost -> (ValueKey, Value) in
            let fields: Value = [
                "instructions": value(cost.instructions), "granted": value(cost.granted), "peak": value(cost.peak),
                "step": text(cost.step),
            ]
            return (.string(hook.rawValue), fields)
        }
        let branching = figures.branching.map { Value.double(($0 * 1000).rounded() / 1000) } ?? .null
        return [
            "games": value(figures.games), "refused": value(figures.refused), "finished": value(figures.finished),
            "plies": value(figures.plies),
            "longest": value(figures.longest), "branching": branching,
            "longest_url": number(figures.longestURL), "worst": .map(Dictionary(worst) { first, _ in first }),
        ]
    }

    private static func value(_ coverage: Collected<LineCoverage>) -> Value {
        switch coverage {
        case .notCollected(let reason):
            return [
                "covered": .null, "executable": .null, "missing": .null, "partial": .null, "reason": .string(reason),
            ]
        case .collected(let coverage):
            let missing = coverage.missing.map { (ValueKey.string($0), Value.array($1.map(value))) }
            return [
                "covered": value(coverage.coveredCount), "executable": value(coverage.executableCount),
                "missing": .map(Dictionary(missing) { first, _ in first }),
                "partial": .bool(coverage.isPartial), "reason": .null,
            ]
        }
    }

    private static func text(_ text: String?) -> Value { text.map { .string($0) } ?? .null }
    private static func number(_ number: Int?) -> Value { number.map(value) ?? .null }
    private static func value(_ number: Int) -> Value { .int(Int64(number)) }
    /// Returns a number, or its digits as a text if it doesn't fit a signed 64-bit integer.
    private static func value(_ number: UInt64) -> Value {
        Int64(exactly: number).map { .int($0) } ?? .string("\(number)")
    }
}
