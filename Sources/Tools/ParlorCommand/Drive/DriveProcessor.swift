import Foundation
import Parlor

/// A session of the line protocol: takes lines of requests, returns lines of answers, keeps the
/// matches.
final class DriveProcessor {
    /// The most bytes of a request's line: a saved match with a state of 1 MiB fits, in base64.
    static let longestLine = 1 << 22
    /// The most cached games. The least recently used game is removed first; an open match keeps
    /// its own game.
    static let mostGames = 64
    /// The most plies of `random` without `plies`, for a match that doesn't end by itself.
    static let mostPlies = 100_000

    private static let requestLimits = ValueLimits(bytes: longestLine)
    /// A state of 1 MiB may be several times as long in JSON.
    private static let answerLimits = ValueLimits(bytes: 16 << 20, depth: 128, items: 1_000_000)

    let catalog: GameCatalog
    let carrier = MessageURLCoder()
    let matches: DriveMatches
    /// The budget for reading or signing one message.
    var budget = ProcessorBudget.message
    /// The budget for one request, including its calls into scripts.
    var requestBudget = ProcessorBudget(.seconds(10))
    private let log: (String) -> Void
    /// The opened games, by id or folder.
    private(set) var scripts: [String: GameScript] = [:]
    /// The names of these games in order of use. The most recently used name is the last.
    private var gameUses: [String] = []

    /// - Parameters:
    ///   - memory: The limit on all Lua states together, in bytes.
    ///   - mostMatches: The most open matches.
    ///   - logs: The limit on the logs of all matches together, in bytes.
    ///   - log: Takes lines for standard error.
    init(
        catalog: GameCatalog, memory: Int = DriveMatches.memory, mostMatches: Int = DriveMatches.most,
        logs: Int = DriveMatches.logs, log: @escaping (String) -> Void = { _ in }
    ) {
        matches = DriveMatches(memory: memory, ofOne: catalog.limits.memory, most: mostMatches, logs: logs)
        self.catalog = catalog
        self.log = log
    }

    /// The number of open matches.
    var openMatches: Int { matches.count }
    /// The memory of the matches and games together, in bytes.
    var memoryLeased: Int { pool.leased }
    var pool: MemoryPool { matches.pool }

    // MARK: Lines

    /// Returns the one answer to a line, without a `\n` in it.
    func handle(_ line: String) -> String { handle(.bytes(Array(line.utf8))) }

    func handle(_ line: LineReader.Line) -> String {
        guard case .bytes(let bytes) = line else {
            return answer(.null, .request("A request has at most \(Self.longestLine) bytes; this line has more."))
        }
        let value: Value
        do {
            value = try Value(json: bytes, limits: Self.requestLimits, root: "request")
        } catch {
            return answer(.null, .request("This line can't be read as JSON: \(error)"))
        }
        let id = DriveRequest.id(of: value)
        do {
            let result = try requestBudget.run { try perform(DriveRequest(value)) }
            return try Value.map(["id": id, "ok": result]).json(limits: Self.answerLimits, root: "answer")
        } catch let error as ValueError {
            return answer(id, Self.unwritable(error))
        } catch {
            if case GameError.failed(let failure) = error { logPrinted(failure.printed, failure.game) }
            return answer(id, DriveFailure(error))
        }
    }

    private func answer(_ id: Value, _ failure: DriveFailure) -> String {
        let (name, value) = failure.field
        do {
            return try Value.map(["id": id, name: value]).json(limits: Self.answerLimits)
        } catch {
            return #"{"id":null,"error":{"kind":"internal","message":"the answer can't be written"}}"#
        }
    }

    private static func unwritable(_ error: ValueError) -> DriveFailure {
        switch error.kind {
        case .tooManyBytes, .tooManyItems, .tooDeep:
            .error(kind: .limit, message: "\(error)", details: ["limit": "output"])
        default: .error(kind: .script, message: "This can't be written as JSON: \(error)", details: [:])
        }
    }

    // MARK: Operations

    private func perform(_ request: DriveRequest) throws -> Value {
        let number = request["match"]?.intValue
        matches.makeRoom(for: number)
        switch request.operation {
        case .open, .load: try matches.checkMayOpen()
        case .play, .random, .message, .receive: try matches.checkMayGrow()
        default: break
        }
        defer { if let number { matches.weigh(number) } }
        switch request.operation {
        case .games: return ["games": .array(bundled().map(\.driveFacts))]
        case .open: return try open(request)
        case .load: return try load(request)
        case .message: return try message(request)
        case .receive: return try receive(request)
        case .claim: return try claim(request)
        case .play, .random, .resign:
            // the outcome in the answer follows from the rules, or else from an open claim
            let (id, match) = try match(request)
            defer { logPrinted(match.match.luaStates.takePrinted(), match.match.script.id) }
            if request.operation != .resign { try checkStandByResignations(request, match) }
            var fields = try play(request, match).mapValue ?? [:]
            if fields["outcome"] == .null { fields["outcome"] = try outcome(of: id) }
            return .map(fields)
        case .audit: return try audit(request)
        case .close:
            matches.close(try match(request).id)
            return .map([:])
        case .save: return ["bytes": .string(try saved(match(request).match))]
        case .undo:
            let match = try match(request).match
            try match.go(to: request.integer("ply"))
            return .map(try Self.standing(match.match))
        default:
            let match = try match(request).match.match
            defer { logPrinted(match.luaStates.takePrinted(), match.script.id) }
            return try perform(request, on: match)
        }
    }

    /// Throws if a seat that the request plays for has resigned in a message, because the seat's
    /// moves could never be sent.
    private func checkStandByResignations(_ request: DriveRequest, _ match: CorrespondenceMatch) throws {
        let seats = try request.operation == .random ? match.match.status.turn : [seat(request, match.match) ?? 0]
        do {
            for seat in seats { try match.checkStandsByResignation(seat) }
        } catch {
            throw DriveFailure(error)
        }
    }

    /// Logs what scripts print.
    private func logPrinted(_ text: String, _ game: String) {
        for line in text.split(separator: "\n") { log("\(game): \(SafeText(String(line)).string)") }
    }

    private func perform(_ request: DriveRequest, on match: Match) throws -> Value {
        switch request.operation {
        case .moves: return try moves(request, match)
        case .view: return ["view": try match.view(for: seat(request, match))]
        case .state:
            let bytes = try match.stateBytes(public: seat(request, match) != nil)
            return ["state": try Value(canonicalBytes: bytes, root: "state")]
        case .digest:
            let digest = try match.digest(public: seat(request, match) != nil)
            return ["digest": .string(digest.map { String(format: "%02x", $0) }.joined())]
        case .scene: return ["scene": try DriveScene(request, seat: seat(request, match)).draw(match)]
        case .meters: return try meters(request, match)
        default: throw DriveFailure.error(kind: .internal, message: "An op without an answer.", details: [:])
        }
    }

    private func open(_ request: DriveRequest) throws -> Value {
        let limits = try Self.limits(request, catalog.limits)
        let script = try script(request.text("game"), limits)
        let match = try CorrespondenceMatch(
            of: script, seats: request["seats"] == nil ? nil : request.integer("seats"),
            options: request.entries("options"), seed: request["seed"].map(request.seed),
            limits: limits, carrier: carrier, pool: pool)
        return try add(match)
    }

    /// Returns a saved match in the form that `load` takes.
    private func saved(_ match: CorrespondenceMatch) throws -> String {
        let text = Data(try match.save()).base64EncodedString()
        let most = Self.longestLine - 256  // leaves room for the rest of the request that loads it
        guard text.utf8.count <= most else {
            throw DriveFailure.request(
                "The saved match has \(text.utf8.count) bytes in base64. `load` accepts at most \(most).")
        }
        return text
    }

    private func load(_ request: DriveRequest) throws -> Value {
        guard let data = Data(base64Encoded: try request.text("bytes")) else {
            throw request.wrong("bytes", "a saved match in base64")
        }
        if let told = try CorrespondenceMatch.Saved(Array(data), carrier: carrier) {
            // two copies of one match would sign two versions of it
            if let open = matches.number(of: told.session.id) {
                throw DriveFailure.request("This match is open already, as match \(open). Close match \(open) first.")
            }
            guard let shelf = try shelf(for: told.session.signedLog.match) else {
                throw DriveFailure.request("There is no game \(quoted(told.session.signedLog.match.game.name)) here.")
            }
            return try add(CorrespondenceMatch(told, shelf: shelf, carrier: carrier, pool: pool, budget: budget))
        }
        let saved = try SavedMatch(Array(data))
        // prefer a game that was opened from a folder, if it has the same script
        let known = scripts.values.first { $0.digest == saved.script && $0.id == saved.game }
        let match = try Match(loading: Array(data), of: known ?? script(saved.game), pool: pool)
        return try add(CorrespondenceMatch(match, carrier: carrier, pool: pool))
    }

    private func add(_ match: CorrespondenceMatch) throws -> Value {
        var fields = try Self.standing(match.match)
        fields["match"] = .int(Int64(matches.add(match)))
        return .map(fields)
    }

    private func moves(_ request: DriveRequest, _ match: Match) throws -> Value {
        guard let seat = try seat(request, match) else {
            throw DriveFailure.request("The op moves needs the field 'seat'.")
        }
        let moves = try match.legalMoves(for: seat)
        if try request.flag("count") == true {
            let count = Value.int(Int64(moves.count))
            return ["moves": count, "count": count]  // under the usual name and the requested one
        }
        return ["moves": .array(moves.map(\.value))]
    }

    /// Plays a move, random moves or a resignation.
    private func play(_ request: DriveRequest, _ match: CorrespondenceMatch) throws -> Value {
        do {
            switch request.operation {
            case .random:
                if request["plies"] != .int(0) { try match.checkMayPlayRandomly() }
                return try random(request, match.match)
            case .resign: return try resign(request, match)
            default: return try move(request, match)
            }
        } catch let error as SessionError {
            if case .game(let error) = error { throw error }
            throw DriveFailure(error)
        }
    }

    private func move(_ request: DriveRequest, _ match: CorrespondenceMatch) throws -> Value {
        guard let seat = try seat(request, match.match) else {
            throw DriveFailure.request("The op play needs the field 'seat'.")
        }
        switch try request.required("move") {
        case .string(let text): try match.play(text, seat: seat)
        case .map(let fields):
            if let unknown = fields.keys.filter({ $0 != "name" && $0 != "argument" }).min() {
                let key = if case .string(let name) = unknown { name } else { "\(unknown)" }
                throw request.wrong(
                    "move",
                    "the move's text, or {\"name\": a text, \"argument\": any value}, without \(quoted(key))")
            }
            guard let name = fields["name"]?.stringValue else { fallthrough }
            try match.play(name: name, argument: (fields["argument"] ?? .null).normalizedTables, seat: seat)
        default: throw request.wrong("move", "the move's text, or {\"name\": a text, \"argument\": any value}")
        }
        var fields = try Self.standing(match.match)
        fields["outcome"] = try match.match.status.outcome?.value ?? .null
        if let failure = match.match.rules.lastFailure { fields["failure"] = .string("\(failure)") }
        return .map(fields)
    }

    private func random(_ request: DriveRequest, _ match: Match) throws -> Value {
        let plies = try request["plies"] == nil ? Self.mostPlies : request.integer("plies")
        guard (0...Self.mostPlies).contains(plies) else {
            throw request.wrong("plies", "an integer from 0 to \(Self.mostPlies)")
        }
        var generator = SplitMix64(seed: try request.seed(request.required("seed")))
        try match.goingOn { () throws(GameError) in
            try match.playRandomMoves(atMost: plies, using: &generator)
        }
        let status = try match.status
        return ["ply": .int(Int64(status.ply)), "outcome": status.outcome?.value ?? .null]
    }

    private func meters(_ request: DriveRequest, _ match: Match) throws -> Value {
        if let count = try request.flag("count") { match.luaStates.countsInstructions = count }
        try match.rules.wake()
        guard let meters = match.meters else {
            throw DriveFailure.error(kind: .internal, message: "The match has no Lua state.", details: [:])
        }
        var fields: [ValueKey: Value] = [
            "memory": [
                "used": .int(Int64(meters.used)), "peak": .int(Int64(meters.peak)), "limit": .int(Int64(meters.limit)),
            ],
            "granted": .int(Int64(meters.granted)), "calls": .int(Int64(clamping: meters.calls)),
        ]
        if match.luaStates.countsInstructions { fields["instructions"] = .int(Int64(clamping: meters.instructions)) }
        return .map(fields)
    }

    // MARK: Parts of requests

    func match(_ request: DriveRequest) throws(DriveFailure) -> (id: Int, match: CorrespondenceMatch) {
        let id = try request.integer("match")
        guard let match = matches[id] else {
            throw .request("There is no open match \(id). Open or load a match first.")
        }
        return (id, match)
    }

    /// Returns the request's seat, or nil if it has none.
    func seat(_ request: DriveRequest, _ match: Match) throws(DriveFailure) -> Int? {
        guard request["seat"] != nil else { return nil }
        let seat = try request.integer("seat")
        guard (1...match.seats).contains(seat) else {
            throw .request("There is no seat \(seat): this match has seats 1 to \(match.seats).")
        }
        return seat
    }

    /// Returns a game, and loads it if its files have changed since the last time.
    ///
    /// - Parameter limits: Limits that differ from the catalog's. The game is then also loaded
    ///   under these limits, to check that it stays within them.
    func script(_ name: String, _ limits: LuaLimits? = nil) throws -> GameScript {
        let folder = try catalog.folder(name)
        if let limits, limits != catalog.limits {
            _ = try GameScript(folder, library: catalog.library, limits: limits, pool: pool)
        }
        if let known = scripts[name], known.folder.files == folder.files {
            noteUse(of: name)
            return known
        }
        let script = try GameScript(folder, library: catalog.library, limits: catalog.limits, pool: pool)
        scripts[name] = script
        noteUse(of: name)
        return script
    }

    private func noteUse(of name: String) {
        gameUses.removeAll { $0 == name }
        gameUses.append(name)
        if gameUses.count > Self.mostGames { scripts[gameUses.removeFirst()] = nil }
    }

    /// Returns the bundled games. A game that can't be loaded is left out, and its error is logged.
    private func bundled() -> [GameScript] {
        catalog.ids.compactMap { id in
            do {
                return try script(id)
            } catch {
                log("parlor: \(error)")
                return nil
            }
        }
    }

    private static func limits(_ request: DriveRequest, _ standard: LuaLimits) throws(DriveFailure) -> LuaLimits {
        var limits = standard
        for (name, value) in try request.entries("limits").sorted(by: { $0.key < $1.key }) {
            // reject a looser limit, because it would have no effect
            func number(most: Double, _ unit: String) throws(DriveFailure) -> Double {
                if let number = value.numberValue, number > 0, number <= most { return number }
                let shown = most == most.rounded() ? "\(Int(saturating: most))" : "\(most)"
                throw .request(
                    "The limit '\(name)' of `open` must be a number of \(unit) above 0 and at most \(shown), the limit of this process; "
                        + "found \(value.summary()).")
            }
            switch name {
            case "time":
                let seconds = try number(most: standard.deadline / .seconds(1), "seconds")
                limits.deadline = .nanoseconds(Int64(saturating: seconds * 1e9))
            case "memory":
                limits.memory = Int(saturating: try number(most: Double(standard.memory), "bytes"))
            case "granted":
                limits.granted = Int(saturating: try number(most: Double(standard.granted), "bytes"))
            default:
                throw .request("There is no limit \(quoted(name)). \(suggestion(name, ["time", "memory", "granted"]))")
            }
        }
        return limits
    }

    static func standing(_ match: Match) throws(GameError) -> [ValueKey: Value] {
        let status = try match.status
        return ["turn": .array(status.turn.map { .int(Int64($0)) }), "ply": .int(Int64(status.ply))]
    }
}

extension GameScript {
    /// The facts for a client: `{id, title, seats, version, options}`.
    fileprivate var driveFacts: Value {
        var fields = facts.mapValue ?? [:]
        for name in ["summary", "chance", "hidden"] as [ValueKey] { fields[name] = nil }
        return .map(fields)
    }
}

/// The operations by which two processes play one match: they exchange its messages as urls.
extension DriveProcessor {
    /// Answers `message {match, seat}` with `{url, length}`. `held` is added if moves can't be sent
    /// before the other seat has joined. `bets` is added if new moves carry bets, with the number
    /// of these bets.
    func message(_ request: DriveRequest) throws -> Value {
        let match = try match(request).match
        guard let seat = try seat(request, match.match) else {
            throw DriveFailure.request("The op message needs the field 'seat'.")
        }
        do {
            let message = try match.message(from: seat, budget: budget)
            var fields: [ValueKey: Value] = [
                "url": .string(message.url), "length": .int(Int64(message.url.utf8.count)),
            ]
            if message.held > 0 { fields["held"] = .int(Int64(message.held)) }
            if message.bets > 0 { fields["bets"] = .int(Int64(message.bets)) }
            return .map(fields)
        } catch {
            throw DriveFailure(error)
        }
    }

    /// Answers `receive {url, match?}` with `{match, verdict, line, turn, ply, outcome}`, and with
    /// these fields if they apply:
    ///
    /// - `answers`: the seats that must send a message now, without another move
    /// - `lost`: the moves played here that the message has overruled
    /// - `bet_refused`: the reason why the bet in the message isn't accepted
    /// - `disputed`: the seats that have signed two versions
    /// - `witnessed`: the seat of this process that has just contributed to a random draw
    func receive(_ request: DriveRequest) throws -> Value {
        let url = try request.text("url")
        let wanted = try request["match"] == nil ? nil : self.match(request)
        let envelope: Envelope
        do {
            envelope = try carrier.envelope(from: url)
        } catch {
            return try answer(Verdict(error), wanted?.id)
        }
        let id = envelope.signedLog.match.id
        if let wanted, wanted.match.id != id {
            throw DriveFailure.request(
                "This message belongs to another match than match \(wanted.id). Leave out 'match': `receive` then finds or opens the match of the message."
            )
        }
        if let known = wanted?.id ?? matches.number(of: id), let match = matches[known] {
            matches.makeRoom(for: known)
            defer { matches.weigh(known) }
            let receipt = try match.receive(envelope, budget: budget)
            return try answer(
                receipt.verdict, known, lost: receipt.lost, again: receipt.enteredAgain,
                betRefusal: receipt.betRefusal, dispute: receipt.dispute)
        }
        let shelf = try shelf(for: envelope.signedLog.match)
        try matches.checkMayOpen()
        let (verdict, match) = try CorrespondenceMatch.open(envelope, shelf: shelf, carrier: carrier, pool: pool)
        return try answer(verdict, match.map(matches.add), betRefusal: match?.openingBetRefusal)
    }

    /// Answers `claim {match, seat, against}` with `{turn, ply, outcome}`. In a match with
    /// messages, the claiming seat has won on time until the other seat moves. In any other match
    /// the claimed seat leaves.
    func claim(_ request: DriveRequest) throws -> Value {
        let (id, match) = try match(request)
        guard let seat = try seat(request, match.match) else {
            throw DriveFailure.request("The op claim needs the field 'seat', the seat that claims.")
        }
        do {
            try match.claim(by: seat, against: request.integer("against"))
        } catch let error as SessionError {
            throw DriveFailure(error)
        }
        var fields = try Self.standing(match.match)
        fields["outcome"] = try outcome(of: id)
        return .map(fields)
    }

    /// Answers `resign {match, seat}` with `{turn, ply, outcome}`.
    func resign(_ request: DriveRequest, _ match: CorrespondenceMatch) throws -> Value {
        guard let seat = try seat(request, match.match) else {
            throw DriveFailure.request("The op resign needs the field 'seat'.")
        }
        try match.resign(seat: seat)
        var fields = try Self.standing(match.match)
        fields["outcome"] = try match.match.status.outcome?.value ?? .null
        return .map(fields)
    }

    /// Answers `audit {match}` with `{verdict, line, moves, sealed, opened, unopened, fault, draws,
    /// put_out}`. The audit checks by the messages of a match how honestly its secrets were kept.
    func audit(_ request: DriveRequest) throws -> Value {
        let audit: Audit?
        do { audit = try match(request).match.audit() } catch let error as SessionError { throw DriveFailure(error) }
        guard let audit else {
            throw DriveFailure.request("There is nothing to audit, because this match has had no messages.")
        }
        return AuditCommand.value(audit, AuditCommand.line(audit) { "seat \($0)" })
    }

    /// Returns the outcome of a match, or its outcome by an open claim:
    /// `{"win":[1],"by":"time","standing":true}`.
    func outcome(of id: Int) throws -> Value {
        guard let match = matches[id] else { return .null }
        return try match.match.status.outcome?.value ?? match.award?.value ?? .null
    }

    /// Returns the versions of a message's game, if the game is bundled or was opened in this
    /// session. Other games can't be found, because a url names no folder.
    func shelf(for match: MatchIdentity) throws -> ScriptVersions? {
        let opened = scripts.values.filter { $0.id == match.game.name }
        if let script = opened.first(where: { ScriptVersions.digest(of: $0) == match.script }) {
            return ScriptVersions(script)
        }
        if catalog.ids.contains(match.game.name) { return ScriptVersions(try script(match.game.name)) }
        return opened.first.map { ScriptVersions($0) }
    }

    private func answer(
        _ verdict: Verdict, _ id: Int?, lost: [LogEntry] = [], again: [LogEntry] = [], betRefusal: String? = nil,
        dispute: Dispute? = nil
    ) throws -> Value {
        var fields: [ValueKey: Value] = [
            "match": .null, "verdict": .string(verdict.code), "line": .string(verdict.line), "turn": .null,
            "ply": .null, "outcome": .null,
        ]
        if let id, let told = matches[id] {
            let match = told.match
            let answering = told.seatsToAnswer()
            if !answering.isEmpty { fields["answers"] = .array(answering.map { .int(Int64($0)) }) }
            fields["match"] = .int(Int64(id))
            fields.merge(try Self.standing(match)) { $1 }
            fields["outcome"] = try outcome(of: id)
            let isOver = try match.status.outcome != nil
            let line = dispute?.line ?? verdict.line(isOver: isOver)
            let owed = ReceiptLine(of: told, answering: answering, again: again).owed
            fields["line"] = .string(owed.map { "\(line) \($0)" } ?? line)
        }
        if let id, let seat = matches[id]?.witnessed { fields["witnessed"] = [.int(Int64(seat))] }
        if !lost.isEmpty {
            fields["lost"] = .array(
                lost.map { ["seat": .int(Int64($0.seat)), "text": $0.text.map { .string($0) } ?? .null] })
        }
        if let dispute { fields["disputed"] = .array(dispute.seats.map { .int(Int64($0)) }) }
        if let betRefusal { fields["bet_refused"] = .string(betRefusal) }
        return .map(fields)
    }
}
