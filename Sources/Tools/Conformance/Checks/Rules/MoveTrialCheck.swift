import GameRules
import Values

/// M3, M4: a listed move can be played; any other move is refused and changes nothing.
struct MoveTrialCheck: PlyCheck {
    static let properties: [Property] = [.m3, .m4, .m5]

    /// The most moves of a list that are tried. They are chosen at random at each ply.
    private static let mostTrials = [Effort.quick: 8, .full: 40]

    /// The moves that were legal earlier in the game. They are the most likely to be accepted by
    /// mistake when they aren't legal any more.
    private var known: [Move] = []
    private var knownKeys: Set<String> = []

    init() {}

    mutating func look(_ game: Playout) throws(Finding) {
        defer { remember(game) }
        guard game.isSampled, !game.isOver else { return }  // O2 covers attempts after the end
        let trial = try Trial(game)
        try playListed(trial)
        try playKnown(trial)
        try playNonsense(trial)
    }

    private mutating func remember(_ game: Playout) {
        for moves in game.legal.values.sorted(by: { $0.count < $1.count }) where known.count < 200 {
            for move in moves where move.typed == nil && knownKeys.insert(RandomChooser.name(move)).inserted {
                known.append(move)
            }
        }
    }

    private func playListed(_ trial: Trial) throws(Finding) {
        let game = trial.game
        for seat in game.status.turn {
            let moves = (game.legal[seat] ?? []).filter { $0.typed == nil }
            for move in moves.shuffled(using: &game.chance).prefix(Self.mostTrials[game.effort] ?? 8) {
                let scout = try trial.scout()
                try game.attempt(Step(seat: seat, move)) { () throws(GameError) in
                    _ = try scout.play(move.text, seat: seat)
                }
                trial.spoil()
                let entry = scout.lastEntry(of: seat)
                guard entry?.name == move.name, entry?.choice == .move(.index(move.index)) else {
                    throw Finding(
                        .m5,
                        "'\(move.text)' of seat \(seat) is number \(move.index) of its moves, but typing it plays another one."
                    )
                }
                game.note(.m3)
            }
        }
    }

    /// Checks that moves which were legal once and aren't listed now are refused.
    private func playKnown(_ trial: Trial) throws(Finding) {
        let game = trial.game
        for seat in game.status.turn {
            let moves = game.legal[seat] ?? []
            let listed = Set(moves.map(RandomChooser.name))
            let names = Set(moves.filter { $0.typed != nil }.map(\.name))
            let gone = known.filter { !listed.contains(RandomChooser.name($0)) && !names.contains($0.name) }
            for move in gone.shuffled(using: &game.chance).prefix(Self.mostTrials[game.effort] ?? 8) {
                // if a move has the text of a listed move, the host takes it for the listed move
                guard !moves.contains(where: { $0.name == move.name && $0.argument.hasText(of: move.argument) }) else {
                    continue
                }
                try trial.refuses(Step(seat: seat, move), .m3, "although it isn't listed")
            }
        }
    }

    private func playNonsense(_ trial: Trial) throws(Finding) {
        let game = trial.game
        let anyone = game.legal.values.first?.first ?? known.first
        guard let move = anyone else { return }
        for seat in 1...game.setup.seats where game.legal[seat] == nil {
            try trial.refuses(Step(seat: seat, move), .m4, "although it isn't that seat's turn")
        }
        for seat in [0, -1, game.setup.seats + 1, Int(Int32.max)] {
            try trial.refuses(Step(seat: seat, move), .m4, "although there is no such seat")
        }
        guard let seat = game.status.turn.first else { return }
        let names = Set(game.legal[seat, default: []].map(\.name)).sorted() + ["no_such_move", "setup", "__index", ""]
        let values = NonsenseValues.all.shuffled(using: &game.chance).prefix(game.effort == .quick ? 6 : 60)
        for name in names {
            let listed = game.legal[seat, default: []].filter { $0.name == name }
            for value in values {
                let step = Step(seat: seat, action: .move(name: name, argument: value), text: name)
                if listed.contains(where: { $0.takes(value) }) {
                    try trial.survives(step)
                } else {
                    try trial.refuses(step, .m4, "although this argument isn't listed")
                }
            }
        }
        for text in NonsenseValues.texts { try trial.survives(text, seat: seat) }
    }
}

extension Move {
    /// Returns whether the host may accept this value as the move's argument.
    fileprivate func takes(_ value: Value) -> Bool {
        if let typed {
            if typed.kind == .text { return value.stringValue != nil }
            return value.intValue.map { ((typed.least ?? .min)...(typed.most ?? .max)).contains($0) }
                ?? (value.stringValue != nil)
        }
        return argument == value || argument.hasText(of: value)
    }
}

extension Value {
    /// Returns whether both values are tables with the same `text`. The host takes such values for
    /// the same choice.
    fileprivate func hasText(of other: Value) -> Bool {
        guard let text = self["text"]?.stringValue else { return false }
        return text == other["text"]?.stringValue
    }
}

/// Arguments that no game lists: values of unexpected types, numbers beyond every bound, deeply
/// nested lists, bytes that aren't text.
enum NonsenseValues {
    static let all: [Value] = [
        .null, .bool(true), .bool(false), .int(0), .int(-1), .int(.max), .int(.min), .int(1 << 53), .double(0.5),
        .double(-0.0), .double(.infinity), .double(-.infinity), .double(.nan), .double(1e308), .string(""),
        .string(" "),
        .string("\u{0}"), .string("no such choice"), .string("\u{202E}b2"),
        .string(String(repeating: "x", count: 5000)),
        .string("state.secret"), .string("__index"), .string("1"), .bytes([]), .bytes([0xff, 0xfe, 0x80]),
        .bytes([0xc3]),
        .array([]), .array([.null]), .array([.int(1), .string("b2")]), .map([:]), .map([.string("text"): .int(7)]),
        .map([.string("text"): .string("no such choice"), .string("extra"): .bool(true)]),
        .map([.string("text"): .map([.string("text"): .string("b2")])]), .map([.int(-1): .string("b2")]), nested,
    ]

    /// Lists in lists, 12 deep.
    private static let nested = (0..<12).reduce(Value.string("b2")) { inner, _ in .array([inner]) }

    /// Texts that people and attackers might type.
    static let texts = [
        "", " ", "?", "b", "no such move", "\u{0}", "\u{1B}[31m", "\u{202E}", "%d%s", "🂡🂡🂡", "-1",
        "99999999999999999999",
        "nan", "state = nil", String(repeating: "a", count: 5000),
    ]
}
