import MessageWire
import Parlor

/// The report for programs; its keys are documented in the help of ``DecodeCommand``.
extension MessageReport {
    /// One object in ASCII: every other character is escaped (RFC 8259 §7), so none of them can steer a terminal.
    func json() throws(ValueError) -> String {
        let text = try value.json(pretty: true, limits: Self.limits)
        var ascii = ""
        ascii.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            // What JSON needs escaped is escaped; other characters than these stand in strings alone.
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

    /// Beyond what a url can hold: 4,096 plies with a few texts each.
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

    /// A value of the message, if JSON can say it: a table may have a key 1 and a key "1".
    private static func sayable(_ value: Value) -> Value {
        (try? value.json(limits: limits)) == nil ? .null : value
    }
}
