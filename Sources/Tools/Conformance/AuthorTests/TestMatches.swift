import GameRules
import LuaRuntime
import Values

/// The matches of one test, each in its own Lua state, and the operations on them.
final class TestMatches {
    /// The most matches of a test at a time.
    static let most = 64

    private let script: GameScript
    private let pool: MemoryPool
    private let side: LuaSideThread
    private var matches: [Match] = []
    /// The last failure of the game's script.
    private(set) var failure: ScriptFailure?
    private(set) var printed: [(hook: String, text: String)] = []
    private(set) var covered: [String: Set<Int>] = [:]

    init(_ script: GameScript, pool: MemoryPool, side: LuaSideThread) {
        (self.script, self.pool, self.side) = (script, pool, side)
    }

    /// Ends the matches of a test.
    func finish() {
        side.run {
            for match in matches { covered.merge(match.luaStates.coveredLines) { $0.union($1) } }
            matches = []
        }
        (failure, printed) = (nil, [])
    }

    /// Answers a call of `host.test`, whose arguments are an operation and the operation's
    /// arguments. An error is returned as an answer, too: `{error = …}`.
    func answer(_ arguments: [LuaValue]) -> Value {
        side.run {
            do throws(GameError) {
                return try answer(arguments.first?.text ?? "", Array(arguments.dropFirst()))
            } catch {
                return ["error": .string(sentence(error))]
            }
        }
    }

    private func sentence(_ error: GameError) -> String {
        guard case .failed(var failure) = error else { return "\(error)" }
        note(failure.hook ?? "", failure.printed)
        failure.printed = ""  // reported together with the rest of the output
        self.failure = failure
        return "the script failed: \(failure)"
    }

    private func note(_ hook: String, _ text: String) {
        guard !text.isEmpty, printed.count < 1000 else { return }
        printed.append((hook, text))
    }

    private func answer(_ operation: String, _ arguments: [LuaValue]) throws(GameError) -> Value {
        if operation == "begin" { return try begin(arguments.first.flatMap { try? $0.decoded() } ?? .null) }
        guard let id = arguments.first?.integer, matches.indices.contains(Int(id)) else {
            throw .request("This match is from another test.")
        }
        let match = matches[Int(id)]
        defer { note(operation, match.luaStates.takePrinted()) }
        let seat = arguments.dropFirst().first?.integer ?? 0
        let text = arguments.dropFirst(2).first?.text ?? ""
        if operation == "status" { return try status(match) }
        guard (0...Int64(match.seats)).contains(seat), seat > 0 || operation == "view" || operation == "scene" else {
            throw .request("There is no seat \(seat): seats are 1 to \(match.seats).")
        }
        let number = Int(seat)
        switch operation {
        case "play":
            do throws(GameError) { try match.play(text, seat: number) } catch .rejected(let rejection) {
                throw .request(
                    "'\(text.excerpt)' of seat \(number) was refused (\(rejection.code)): \(rejection.message)")
            }
            return [:]
        case "refused":
            do throws(GameError) { try match.play(text, seat: number) } catch .rejected(let rejection) {
                return ["code": .string(rejection.code), "sentence": .string(rejection.message)]
            }
            throw .request("'\(text.excerpt)' of seat \(number) was expected to be refused, but was played.")
        case "leave":
            try match.leave(seat: number, why: LeaveReason(text))
            return [:]
        case "view": return ["value": try match.view(for: number > 0 ? number : nil)]
        case "scene":
            let scene = try match.scene(for: number > 0 ? number : nil, style: text)
            return ["value": scene ?? .null]
        case "moves": return ["list": .array(try match.legalMoves(for: number).map { .string($0.text) })]
        default: throw .request("A match has nothing called '\(operation.excerpt)'.")
        }
    }

    private func begin(_ setup: Value) throws(GameError) -> Value {
        guard matches.count < Self.most else { throw .request("A test has at most \(Self.most) matches.") }
        var options: [String: Value] = [:]
        for (key, value) in setup["options"]?.mapValue ?? [:] {
            guard case .string(let name) = key else { throw .request("Options have names.") }
            options[name] = value
        }
        for key in ["seats", "seed"] {
            guard let value = setup[key], value != Value.null, value.intValue == nil else { continue }
            throw .request("test.match: expected \(key) as a whole number, got \(value.summary()).")
        }
        let seed = UInt64(bitPattern: Int64(setup["seed"]?.intValue ?? 1))
        let match = try pool.run { () throws(GameError) in
            try Match(of: script, seats: setup["seats"]?.intValue, options: options, seed: seed, pool: pool)
        }
        note("setup", match.luaStates.takePrinted())
        match.luaStates.isWatchful = true
        match.luaStates.failsBoundPlies = true
        match.luaStates.coversLines = true
        _ = try match.status  // runs `setup` again, with its lines recorded
        matches.append(match)
        return ["id": .int(Int64(matches.count - 1))]
    }

    private func status(_ match: Match) throws(GameError) -> Value {
        let status = try match.status
        func seats(_ list: [Int]) -> Value { .array(list.map { .int(Int64($0)) }) }
        var fields: [ValueKey: Value] = [
            "ply": .int(Int64(status.ply)), "gone": seats(status.gone), "sealed": seats(status.sealed),
        ]
        if let only = status.turn.first {
            fields["turn"] = status.turn.count == 1 ? .int(Int64(only)) : seats(status.turn)
        }
        if let outcome = status.outcome { fields["outcome"] = .string(outcome.text) }
        return .map(fields)
    }
}
