/// What decides which options of `check` mean anything.
enum CheckMode: CommandMode {
    case check, verify, exhaustive, list, explain

    var reason: String {
        switch self {
        case .check: "it goes with --exhaustive"
        case .verify: "the budget says with which seed, games and effort it is verified, and nothing is counted"
        case .exhaustive: "--exhaustive plays nothing at random and keeps nothing"
        case .list: "--list checks nothing"
        case .explain: "--explain checks nothing"
        }
    }
}

extension CheckCommand: ScopedCommand {
    var mode: CheckMode {
        if list { return .list }
        if explain != nil { return .explain }
        return exhaustive ? .exhaustive : budget == .verify ? .verify : .check
    }

    static var scopes: [OptionScope<Self, CheckMode>] {
        let playing: Set<Mode> = [.check, .verify]
        let looking: Set<Mode> = [.check, .verify, .exhaustive]
        return [
            .many("<game>", \.names, looking), .one("--seed", value: \.seed, [.check]),
            .one("--games", value: \.count, [.check]), .one("--quick", "--full", value: \.effort, [.check]),
            .one("--format", value: \.format, looking), .one("--explain", value: \.explain, [.explain]),
            .flag("--list", \.list, [.list]), .flag("--exhaustive", \.exhaustive, [.exhaustive]),
            .one("--seats", value: \.seats, [.exhaustive]), .many("--option", \.option, [.exhaustive]),
            .one("--states", value: \.states, [.exhaustive]), .one("--budget", value: \.budget, playing),
            .one("--output", value: \.output, looking), .one("--workers", value: \.workers, playing),
            .one("--keep", value: \.keep, playing),
        ]
    }
}
