import Parlor

/// The operations by which two processes play one match: each tells the other by urls what was played.
extension DriveSession {
    /// `message {match, seat}` → `{url, length}`, `held` where moves have to wait for the other seat, and `bets`: how many bets
    /// its new moves carry.
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

    /// `receive {url, match?}` → `{match, verdict, line, turn, ply, outcome}`, `answers` where seats have an
    /// opening to tell by their next `message`, `lost` where moves played here don't count,
    /// `bet_refused` where the bet beside a log isn't taken, and `witnessed` where a draw waited for a seat of this process.
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
                "This message is of another match than match \(wanted.id). Without 'match', its own is found or opened."
            )
        }
        if let known = wanted?.id ?? matches.number(of: id), let match = matches[known] {
            matches.makeRoom(for: known)
            defer { matches.weigh(known) }
            let receipt = try match.receive(envelope, budget: budget)
            return try answer(
                receipt.verdict, known, lost: receipt.lost, again: receipt.enteredAgain,
                betRefusal: receipt.betRefusal)
        }
        let shelf = try shelf(for: envelope.signedLog.match)
        try matches.checkMayOpen()
        let (verdict, match) = try CorrespondenceMatch.open(envelope, shelf: shelf, carrier: carrier, pool: pool)
        return try answer(verdict, match.map(matches.add), betRefusal: match?.openingBetRefusal)
    }

    /// `claim {match, seat, against}` → `{turn, ply, outcome}`: won on time as long as the other seat doesn't move, in a match
    /// that messages tell; else the seat leaves.
    func claim(_ request: DriveRequest) throws -> Value {
        let (id, match) = try match(request)
        guard let seat = try seat(request, match.match) else {
            throw DriveFailure.request("The op claim needs the field 'seat', the one that claims.")
        }
        do {
            try match.claim(by: seat, against: request.integer("against"))
        } catch let error as TableError {
            throw DriveFailure(error)
        }
        var fields = try Self.standing(match.match)
        fields["outcome"] = try outcome(of: id)
        return .map(fields)
    }

    /// `resign {match, seat}` → `{turn, ply, outcome}`.
    func resign(_ request: DriveRequest, _ match: CorrespondenceMatch) throws -> Value {
        guard let seat = try seat(request, match.match) else {
            throw DriveFailure.request("The op resign needs the field 'seat'.")
        }
        try match.resign(seat: seat)
        var fields = try Self.standing(match.match)
        fields["outcome"] = try match.match.status.outcome?.value ?? .null
        return .map(fields)
    }

    /// `audit {match}` → `{verdict, line, moves, sealed, opened, unopened, fault, draws, put_out}`: what the messages of a match tell of how honestly
    /// its secrets were kept.
    func audit(_ request: DriveRequest) throws -> Value {
        let audit: Audit?
        do { audit = try match(request).match.audit() } catch let error as TableError { throw DriveFailure(error) }
        guard let audit else {
            throw DriveFailure.request("There is nothing to audit: no message of this match was made or received.")
        }
        return AuditCommand.value(audit, AuditCommand.line(audit) { "seat \($0)" })
    }

    /// How a match ended, or how it reads by a claim that stands: `{"win":[1],"by":"time","standing":true}`.
    func outcome(of id: Int) throws -> Value {
        guard let match = matches[id] else { return .null }
        return try match.match.status.outcome?.value ?? match.award?.value ?? .null
    }

    /// The versions of a message's game that are at hand: bundled, or opened in this session. A url names no folder.
    func shelf(for match: MatchIdentity) throws -> ScriptShelf? {
        let opened = scripts.values.filter { $0.id == match.game.name }
        if let script = opened.first(where: { ScriptShelf.digest(of: $0) == match.script }) {
            return ScriptShelf(script)
        }
        if catalog.ids.contains(match.game.name) { return ScriptShelf(try script(match.game.name)) }
        return opened.first.map { ScriptShelf($0) }
    }

    private func answer(
        _ verdict: Verdict, _ id: Int?, lost: [LogEntry] = [], again: [LogEntry] = [], betRefusal: String? = nil
    ) throws
        -> Value
    {
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
            let line = verdict.line(isOver: try match.status.outcome != nil)
            let owed = ReceiptLine(of: told, answering: answering, again: again).owed
            fields["line"] = .string(owed.map { "\(line) \($0)" } ?? line)
        }
        if let id, let seat = matches[id]?.witnessed { fields["witnessed"] = [.int(Int64(seat))] }
        if !lost.isEmpty {
            fields["lost"] = .array(
                lost.map { ["seat": .int(Int64($0.seat)), "text": $0.text.map { .string($0) } ?? .null] })
        }
        if let betRefusal { fields["bet_refused"] = .string(betRefusal) }
        return .map(fields)
    }
}
