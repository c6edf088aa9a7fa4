import MessageProtocol
import Parlor

/// The content of a message, for people. ``value`` is the same content for programs.
struct MessageReport {
    let envelope: Envelope
    /// The number of characters of the url. `limit` is the most characters that a url may have.
    let characters: Int
    let limit: Int
    /// The text of each ply's move in its game, if requested; otherwise empty.
    var texts: [String?] = []

    /// Reads a message.
    ///
    /// - Throws: ``WireError`` for an invalid url.
    init(url: String, carrier: MessageURLCoder) throws(WireError) {
        envelope = try carrier.envelope(from: url)
        characters = url.utf8.count
        limit = carrier.limits.url
    }

    var log: Log { envelope.signedLog.log }
    var match: MatchIdentity { envelope.signedLog.match }
    var roster: Roster { envelope.signedLog.roster }

    /// The run of each ply, with the run's number.
    var runsOfPlies: [(number: Int, run: Run)] {
        log.runs.enumerated().flatMap { number, run in run.range.map { _ in (number + 1, run) } }
    }

    /// The lines of the report, without line ends and safe to print at a terminal.
    var lines: [String] {
        let parts = [heading, seatLines, plyLines, betLines, signatureLines, sizeLines].filter { !$0.isEmpty }
        return parts.joined(separator: [""]).map { SafeText($0).string }
    }

    private var heading: [String] {
        var rows = [
            ["script", match.script.description], ["match", match.id.description],
            ["sent by", envelope.sender > 0 ? name(of: envelope.sender) : "somebody without a seat"],
            ["options", optionsText],
            ["state", "\(Self.hexadecimal(envelope.stateCheck)), a check on the public state"],
        ]
        if let join = envelope.join {
            let fits = join.isSigned(for: envelope.signedLog.heads[0]) ? "signed" : "not signed by this key"
            rows.insert(["asks for", "seat \(join.seat) as \(text(join.entry)); \(fits)"], at: 3)
        }
        if let bet = envelope.bet {
            let fits = bet.number(signedFor: envelope.signedLog.heads[0]) != nil ? "signed" : "not signed by this key"
            rows.insert(["bets", "\(text(bet)); \(fits)"], at: 3)
        }
        return ["\(match.game), rules version \(match.setup.rulesVersion)"] + Self.table(rows)
    }

    private var optionsText: String {
        let options = (match.setup.options.mapValue ?? [:]).sorted { $0.key < $1.key }.map { key, value in
            // The keys of a setup's options are always names.
            let name = if case .string(let name) = key { name } else { key.description }
            return "\(name) = \(value.summary(limit: 200))"
        }
        return options.isEmpty ? "none" : options.joined(separator: ", ")
    }

    // MARK: Seats

    private var seatLines: [String] {
        let rows = (1...log.seats).map { seat -> [String] in
            guard let entry = roster[seat] else { return ["\(seat)", "open"] }
            let key = "key \(Self.fingerprint(entry.key))"
            return ["\(seat)", key, signature(of: seat), Self.quoted(entry.token)]
        }
        return ["Seats"] + Self.table(rows)
    }

    private func signature(of seat: Int) -> String {
        let inviter = seat == match.setup.inviterSeat ? "invited, " : ""
        let signature = envelope.signedLog.signatures[seat - 1]
        let signed = signature.map { $0.ply == 0 ? "signed the invitation" : "signed ply \($0.ply)" }
        let problem = envelope.signedLog.forgery(of: seat).map { ": NOT VALID, \($0)" }
        guard let signed else { return inviter + (problem.map { "signed nothing" + $0 } ?? joined(seat)) }
        return inviter + signed + (problem ?? ": valid")
    }

    /// Returns a note on the signature of a seat without a ply. In a group, such a seat has signed
    /// its join request if the inviter's `start` contains the request.
    private func joined(_ seat: Int) -> String {
        for ply in log.plies {
            guard case .start(let joins) = ply.action, let join = joins.first(where: { $0.seat == seat }) else {
                continue
            }
            return "signed its join: " + (join.isSigned(for: envelope.signedLog.heads[0]) ? "valid" : "NOT VALID")
        }
        return "signed nothing"
    }

    private func name(of seat: Int) -> String {
        roster[seat].map { "seat \(seat), \(Self.quoted($0.token))" } ?? "seat \(seat), which is open"
    }

    // MARK: Plies

    private var plyLines: [String] {
        let (heads, runs) = (envelope.signedLog.heads, runsOfPlies)
        var rows = [["ply", "run", "seat", "head", "what"], ["0", "", "", Self.short(heads[0]), "the invitation"]]
        for (index, ply) in log.plies.enumerated() {
            let (number, run) = runs[index]
            let sign =
                switch run.kind {
                case .turn: ""
                case .round: " round"
                case .apart: " apart"
                }
            rows.append([
                "\(index + 1)", "\(number)\(sign)", "\(ply.seat)", Self.short(heads[index + 1]),
                what(ply) + written(index),
            ])
        }
        let note =
            texts.isEmpty && log.plies.contains { if case .move = $0.action { true } else { false } }
            ? ["A move is a number: its place in the game's list of legal moves at that point."] : []
        return ["Plies: \(log.plies.count), in \(counted(runs.last?.number ?? 0, "run"))"]
            + Self.table(rows) + note
    }

    /// Returns the move's text in its game, to append to the encoded move.
    private func written(_ index: Int) -> String {
        guard texts.indices.contains(index), let text = texts[index] else { return "" }
        return ": \(SafeText(text).string)"
    }

    private func what(_ ply: Ply) -> String {
        switch ply.action {
        case .move(let move): text(move)
        case .seal(let commitment): "sealed move, commitment \(Self.short(commitment.bytes))"
        case .hide(let commitment): "sealed until it is opened, commitment \(Self.short(commitment.bytes))"
        case .open(let move, let salt): "opens \(text(move)), salt \(Self.short(salt.bytes))"
        case .reveal(let opened):
            "opens " + opened.map { "\(text($0.move)), salt \(Self.short($0.salt.bytes))" }.joined(separator: "; ")
        case .join(let entry): "join as \(text(entry))"
        case .start(let joins):
            "start with " + joins.map { "seat \($0.seat) \(text($0.entry))" }.joined(separator: ", ")
        case .witness: "witness"
        case .resign: "resign"
        case .claim(let against): "claim against \(against)"
        case .close(nil): "close"
        case .close(.some(let disclosure)): "close, opens \(counted(disclosure.moves.count, "sealed move"))"
        }
    }

    private func text(_ move: LoggedMove) -> String {
        switch move {
        case .index(let index): "move \(index)"
        case .typed(let name, let argument): "typed \(name) \(argument.summary(limit: 200))"
        }
    }

    private func text(_ entry: SeatedPlayer) -> String {
        "\(Self.quoted(entry.token)), key \(Self.fingerprint(entry.key))"
    }

    // MARK: Bets

    /// A bet that a ply carries.
    struct CarriedBet {
        let bet: Bet
        /// The number of the bet, which the signature must cover. `fits` is whether the signature
        /// covers that number, and `counts` is whether the bet book has accepted the bet.
        let number: Int
        let fits: Bool
        let counts: Bool
    }

    /// The bet book at the end of the log.
    var book: BetBook { BetBook(of: envelope.signedLog) }

    /// The bets of each ply.
    var carried: [[CarriedBet]] {
        var book = BetBook(match.setup)
        return log.plies.map { ply in
            let numbers = book.numbers(in: ply)
            let before = book
            book.note(ply)
            return zip(ply.bets, numbers).map { bet, number in
                CarriedBet(
                    bet: bet, number: number,
                    fits: bet.isSigned(for: envelope.signedLog.heads[0], number: number),
                    counts: book.entries.dropFirst(before.entries.count).contains { $0.bet == bet })
            }
        }
    }

    private func text(_ bet: Bet) -> String {
        let name = bet.pool == 0 ? "nobody" : "seat \(bet.pool)"
        return "\(bet.chips) chips that \(name) wins, as \(text(bet.bettor))"
    }

    private var betLines: [String] {
        let carried = carried
        guard carried.contains(where: { !$0.isEmpty }) else { return [] }
        let rows = carried.enumerated().flatMap { index, bets in
            bets.map { bet in
                [
                    "ply \(index + 1)",
                    bet.fits ? (bet.counts ? "counts" : "doesn't count") : "NOT VALID, not signed for this place",
                    text(bet.bet),
                ]
            }
        }
        let pools = (0...book.seats).map { "\($0 == 0 ? "nobody" : "seat \($0)") \(book.chips(on: $0))" }
        return ["Bets: \(book.entries.count) count; chips on \(pools.joined(separator: ", "))"] + Self.table(rows)
    }

    // MARK: Signatures and size

    private var signatureLines: [String] {
        guard let forgery = envelope.forgery() else { return ["Signatures: all valid."] }
        return ["FORGED: \(forgery). A device ignores this message."]
    }

    private var sizeLines: [String] {
        let rows = envelope.shares.map { [$0.part, "\($0.bytes)"] }
        let width = rows.map { $0[1].count }.max() ?? 0
        let aligned = rows.map { [$0[0], String(repeating: " ", count: width - $0[1].count) + $0[1] + " bytes"] }
        let left = limit - characters
        return [
            "Size: \(Self.grouped(characters)) of \(Self.grouped(limit)) characters, room for \(Self.grouped(left)) more"
        ] + Self.table(aligned)
    }

    // MARK: Texts

    /// Returns rows indented by two, in aligned columns. All but the last column are ASCII.
    private static func table(_ rows: [[String]]) -> [String] { ListCommand.aligned(rows).map { "  " + $0 } }

    private static func quoted(_ token: DisplayName) -> String { "\"\(token.text)\"" }

    /// Returns the first 16 hexadecimal digits of a key, enough to compare by eye.
    private static func fingerprint(_ key: SeatKey.Public) -> String { String(key.description.prefix(16)) }

    private static func short(_ head: Head) -> String { short(head.bytes) }

    private static func short(_ bytes: [UInt8]) -> String { hexadecimal(Array(bytes.prefix(4))) }

    static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Returns a number with commas, such as 5,000.
    static func grouped(_ number: Int) -> String {
        var digits = String(number)
        var index = digits.count - 3
        while index > 0 {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: index))
            index -= 3
        }
        return digits
    }
}

/// The report for programs; its keys are documented in the help of ``DecodeCommand``.
extension MessageReport {
    /// Returns one JSON object in ASCII. Every other character is escaped (RFC 8259 §7), so no
    /// character can steer a terminal.
    func json() throws(ValueError) -> String {
        let text = try value.json(pretty: true, limits: Self.limits)
        var ascii = ""
        ascii.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            // The encoder has escaped what JSON requires; other characters occur only in strings.
            if (0x20...0x7E).contains(scalar.value) || scalar == "\n" {
                ascii.unicodeScalars.append(scalar)
                continue
            }
            for unit in Character(scalar).utf16 {
                let digits = String(unit, radix: 16)
                ascii += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return ascii
    }

    /// Limits that no report reaches. A url can hold at most 4,096 plies, and a report has a few
    /// texts for each ply.
    private static let limits = ValueLimits(bytes: 1 << 25, depth: 64, items: 1 << 20)

    var value: Value {
        [
            "game": .string(match.game.name), "rules_version": .int(Int64(match.setup.rulesVersion)),
            "script": .string(match.script.description), "match": .string(match.id.description),
            "sender": .int(Int64(envelope.sender)), "options": Self.sayable(match.setup.options),
            "options_lua": .string(match.setup.options.description), "seats": .array((1...log.seats).map(seat)),
            "first_head": .string(envelope.signedLog.heads[0].description), "plies": .array(plies),
            "runs": .array(runs), "join": envelope.join.map(join) ?? .null,
            "bet": offer, "book": bookValue, "forgery": forgery,
            "state_check": .string(Self.hexadecimal(envelope.stateCheck)),
            "url": [
                "characters": .int(Int64(characters)), "limit": .int(Int64(limit)),
                "left": .int(Int64(limit - characters)),
            ],
            "parts": .map(
                Dictionary(
                    envelope.shares.map { share in
                        (ValueKey.string(share.part.replacing(" ", with: "_")), Value.int(Int64(share.bytes)))
                    },
                    uniquingKeysWith: { first, _ in first })),
        ]
    }

    private func seat(_ seat: Int) -> Value {
        let signature = envelope.signedLog.signatures[seat - 1].map { signature -> Value in
            ["ply": .int(Int64(signature.ply)), "fits": .bool(envelope.signedLog.forgery(of: seat) == nil)]
        }
        return [
            "seat": .int(Int64(seat)), "token": roster[seat].map { .string($0.token.text) } ?? .null,
            "key": roster[seat].map { .string($0.key.description) } ?? .null,
            "inviter": .bool(seat == match.setup.inviterSeat), "signature": signature ?? .null,
        ]
    }

    private var plies: [Value] {
        zip(log.plies, runsOfPlies).enumerated().map { index, pair in
            let (ply, (number, run)) = pair
            var fields: [ValueKey: Value] = [
                "ply": .int(Int64(index + 1)), "seat": .int(Int64(ply.seat)), "run": .int(Int64(number)),
                "place": .string(Self.name(of: run.kind)),
                "head": .string(envelope.signedLog.heads[index + 1].description),
            ]
            fields.merge(action(ply.action)) { first, _ in first }
            if texts.indices.contains(index), let text = texts[index] { fields["text"] = .string(text) }
            if !ply.bets.isEmpty { fields["bets"] = .array(carried[index].map(value(of:))) }
            return .map(fields)
        }
    }

    private func value(of bet: CarriedBet) -> Value {
        [
            "token": .string(bet.bet.bettor.token.text), "key": .string(bet.bet.bettor.key.description),
            "pool": .int(Int64(bet.bet.pool)), "chips": .int(Int64(bet.bet.chips)), "number": .int(Int64(bet.number)),
            "fits": .bool(bet.fits), "counts": .bool(bet.counts),
        ]
    }

    private var offer: Value {
        guard let bet = envelope.bet else { return .null }
        let number = bet.number(signedFor: envelope.signedLog.heads[0])
        return [
            "token": .string(bet.bettor.token.text), "key": .string(bet.bettor.key.description),
            "pool": .int(Int64(bet.pool)), "chips": .int(Int64(bet.chips)),
            "number": number.map { .int(Int64($0)) } ?? .null, "fits": .bool(number != nil),
        ]
    }

    private var bookValue: Value {
        [
            "open": .bool(book.isOpen), "pools": .array((0...book.seats).map { .int(Int64(book.chips(on: $0))) }),
            "bettors": .array(
                book.settlement(winners: nil).accounts.map { account in
                    [
                        "token": .string(account.bettor.token.text), "key": .string(account.bettor.key.description),
                        "stake": .int(Int64(account.stake)), "left": .int(Int64(Bet.chipsOfBettor - account.stake)),
                    ]
                }),
        ]
    }

    private func action(_ action: Ply.Action) -> [ValueKey: Value] {
        switch action {
        case .move(.index(let index)): ["what": "move", "index": .int(Int64(index))]
        case .move(.typed(let name, let argument)):
            [
                "what": "typed", "name": .string(name), "argument": Self.sayable(argument),
                "argument_lua": .string(argument.description),
            ]
        case .seal(let commitment): ["what": "seal", "commitment": .string(commitment.description)]
        case .hide(let commitment): ["what": "hide", "commitment": .string(commitment.description)]
        case .open(let move, let salt):
            self.action(.move(move)).merging(
                ["what": "open", "salt": .string(salt.description)], uniquingKeysWith: { _, opening in opening })
        case .reveal(let opened):
            [
                "what": "reveal",
                "opens": .array(
                    opened.map { .map(self.action(.open($0.move, $0.salt)).filter { $0.key != "what" }) }),
            ]
        case .join(let entry):
            ["what": "join", "token": .string(entry.token.text), "key": .string(entry.key.description)]
        case .start(let joins): ["what": "start", "joins": .array(joins.map(join))]
        case .witness: ["what": "witness"]
        case .resign: ["what": "resign"]
        case .claim(let against): ["what": "claim", "against": .int(Int64(against))]
        case .close(nil): ["what": "close"]
        case .close(.some(let disclosure)):
            ["what": "close", "opens": .array(disclosure.moves.map { .map(self.action(.move($0))) })]
        }
    }

    private var runs: [Value] {
        log.runs.enumerated().map { number, run in
            let seat: Value =
                switch run.kind {
                case .turn(let seat), .apart(let seat): .int(Int64(seat))
                case .round: .null
                }
            return [
                "run": .int(Int64(number + 1)), "kind": .string(Self.name(of: run.kind)), "seat": seat,
                "first": .int(Int64(run.range.lowerBound + 1)), "last": .int(Int64(run.range.upperBound)),
            ]
        }
    }

    private func join(_ join: SeatedJoin) -> Value {
        [
            "seat": .int(Int64(join.seat)), "token": .string(join.entry.token.text),
            "key": .string(join.entry.key.description),
            "fits": .bool(join.isSigned(for: envelope.signedLog.heads[0])),
        ]
    }

    private var forgery: Value {
        guard let forgery = envelope.forgery() else { return .null }
        let (code, seat, ply): (String, Int?, Int?) =
            switch forgery {
            case .signature(let seat): ("signature", seat, nil)
            case .unsigned(let ply, let seat): ("unsigned", seat, ply)
            case .misplaced(let seat): ("misplaced", seat, nil)
            case .join(let seat): ("join", seat, nil)
            case .bet(let ply): ("bet", nil, ply)
            case .opening(let ply, let seat): ("opening", seat, ply)
            case .link(let seat): ("link", seat, nil)
            case .sender(let seat): ("sender", seat, nil)
            }
        return [
            "code": .string(code), "seat": seat.map { .int(Int64($0)) } ?? .null,
            "ply": ply.map { .int(Int64($0)) } ?? .null,
            "text": .string(forgery.description),
        ]
    }

    private static func name(of kind: Run.Kind) -> String {
        switch kind {
        case .turn: "turn"
        case .round: "round"
        case .apart: "apart"
        }
    }

    /// Returns the value, or null if JSON can't express it, for example a table with a key 1 and a
    /// key "1".
    private static func sayable(_ value: Value) -> Value {
        (try? value.json(limits: limits)) == nil ? .null : value
    }
}
