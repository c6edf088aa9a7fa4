/// What decides which options of `play` mean anything.
enum PlayMode: CommandMode {
    case phones, hotSeat, alone
    /// Bots play on all phones, or on all seats.
    case phonesOfBots, hotSeatOfBots

    var reason: String {
        switch self {
        case .phones: "it goes with --hot-seat"
        case .hotSeat, .hotSeatOfBots: "with --hot-seat there are no phones"
        case .alone: "this game is for one, so there are no phones"
        case .phonesOfBots: "there is no input, so bots play by themselves"
        }
    }

    init(isHotSeat: Bool, isForOne: Bool, isDemonstration: Bool) {
        self =
            if isForOne {
                .alone
            } else if isHotSeat {
                isDemonstration ? .hotSeatOfBots : .hotSeat
            } else {
                isDemonstration ? .phonesOfBots : .phones
            }
    }
}

extension PlayCommand: ScopedCommand {
    static var scopes: [OptionScope<Self, PlayMode>] {
        let onPhones: Set<Mode> = [.phones, .phonesOfBots]
        return [
            .always("<game>", "--hot-seat", "--seats", "--bot", "--seed", "--option", "--ascii", "--plain", "--words"),
            .flag("--slow", \.slow, [.phones]),
            .one("--watch", "--no-watch", value: \.watch, [.phones, .hotSeat, .alone]),
            .one(
                "--store", value: \.store, onPhones,
                advice: "Leave it out, and type `save FILE` to keep the match."),
            .one("--turn-limit", value: \.turnLimit, onPhones), .one("--profile", value: \.profile, onPhones),
            .many("--without", \.without, onPhones), .many("--desktop", \.desktop, onPhones),
        ]
    }
}
