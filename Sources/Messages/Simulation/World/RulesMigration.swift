import Conversations
import GameApps
import GameRules
import MatchSessions
import MessageProtocol
import Values

/// The replay of a match under changed rules, on all phones that have it.
struct RulesMigration {
    let devices: [SimulatedDevice]
    let script: GameScript
    let chat: Chat.ID
    let old: MatchRecord
    /// The sent entries of the match.
    let history: [LogEntry]
    let drafted: (person: String, moves: [String])?
    let draws: ReplayedDraws
    let keepsDraws: Bool

    /// Checks that the match can be replayed, and tries its moves under the new rules without
    /// signing anything. Returns nil if no phone has the match, or if nothing was played.
    init?(of world: Simulation, _ script: GameScript, in chat: Chat.ID) throws {
        let game = script.id
        devices = world.devices.filter { $0.match(of: game, in: chat) != nil }
        guard let first = try Self.furthest(devices, of: game, in: chat),
            let record = first.match(of: game, in: chat)?.record
        else { return nil }
        (self.script, self.chat, old) = (script, chat, record)
        let moves = record.draft?.moves ?? []
        drafted = moves.isEmpty ? nil : (first.person, moves)
        try Self.check(record, devices, world, in: chat, game)
        var seen: (history: [LogEntry], draws: ReplayedDraws?, waits: Bool) = ([], nil, false)
        _ = try first.app(of: game)?.inspect(in: chat) { match throws(GameError) in
            seen = (try match.history(), match.rules.draws.kept, match.rules.waitsFor != nil || match.awaitsSetup)
            if !seen.waits { _ = try match.replayed(under: script) }
        }
        guard !seen.waits, let draws = seen.draws else {
            throw Simulation.NewRulesRefusal(description: "A draw waits for a message.")
        }
        history = try Self.known(seen.history, by: devices, of: game, in: chat).dropLast(moves.count)
        self.draws = draws
        keepsDraws = script.chance != .none || script.dealt
        if seen.history.isEmpty { return nil }
        guard !keepsDraws || world.store == nil else {
            throw Simulation.NewRulesRefusal(
                description:
                    "What this game draws hangs on its text, and a conversation that is kept in a file reads it "
                    + "again from there.")
        }
    }

    /// Returns the phone that knows most of the match. This is a phone with a draft, or else a phone
    /// on which no chance draw waits for another phone, or else the first phone.
    private static func furthest(_ devices: [SimulatedDevice], of game: String, in chat: Chat.ID) throws
        -> SimulatedDevice?
    {
        if let drafter = devices.first(where: { $0.match(of: game, in: chat)?.record.draft != nil }) { return drafter }
        return try devices.first {
            try $0.app(of: game)?.inspect(in: chat) { match throws(GameError) in match.rules.waitsFor == nil } ?? false
        } ?? devices.first
    }

    /// Completes a history with the sealed moves. A sealed move is known only on the phone of its
    /// seat.
    private static func known(
        _ history: [LogEntry], by devices: [SimulatedDevice], of game: String, in chat: Chat.ID
    ) throws -> [LogEntry] {
        var history = history
        for device in devices where history.contains(where: { $0.choice == .sealed }) {
            guard let seat = device.match(of: game, in: chat)?.record.seat else { continue }
            let known = try device.app(of: game)?.inspect(in: chat) { match throws(GameError) in try match.history() }
            let own = known ?? []
            for (index, entry) in zip(history.indices, own) where entry.seat == seat && history[index].seat == seat {
                history[index] = entry
            }
        }
        return history
    }

    private static func check(
        _ record: MatchRecord, _ devices: [SimulatedDevice], _ world: Simulation, in chat: Chat.ID, _ game: String
    ) throws(Simulation.NewRulesRefusal) {
        func refuse(_ why: String) -> Simulation.NewRulesRefusal { .init(description: why) }
        let heads = devices.map { $0.match(of: game, in: chat)?.record.signedLog.head }
        guard heads.allSatisfy({ $0 == record.signedLog.head }), world.network.nextArrival == nil,
            world.outboxes.values.allSatisfy({ $0.entries.isEmpty })
        else { throw refuse("The phones don't all know the same of it yet.") }
        if devices.contains(where: { world.network.isOffline($0.person) }) {
            throw refuse("A phone is offline.")
        }
        if let draft = record.draft, draft.moves.isEmpty { throw refuse("Something else than a move is drafted.") }
        if devices.contains(where: { $0.match(of: game, in: chat)?.record.bets.isEmpty == false }) {
            throw refuse("There are bets on it.")
        }
        for ply in record.signedLog.log.plies {
            if ply.isClaim { throw refuse("There is a claim in it.") }
            if !ply.bets.isEmpty { throw refuse("There are bets on it.") }
        }
        let held = Set(devices.compactMap { $0.match(of: game, in: chat)?.record.seat })
        let seated = (1...record.signedLog.log.seats).filter { record.signedLog.roster[$0] != nil }
        guard record.signedLog.match.setup.inviterSeat == 1, seated.allSatisfy(held.contains) else {
            throw refuse("Not every seat's phone has the game and the match.")
        }
    }

    private func device(of seat: Int) throws(Simulation.NewRulesRefusal) -> SimulatedDevice {
        guard let found = devices.first(where: { record(on: $0)?.seat == seat }) else {
            throw .init(description: "Nobody here has seat \(seat).")
        }
        return found
    }

    /// Returns the device's record of the old match.
    private func record(on device: SimulatedDevice) -> MatchRecord? { table(of: device)?.records[old.id] }

    private func table(of device: SimulatedDevice) -> MatchTable? { device.games[script.id]?.app.table }

    // MARK: Playing

    /// Plays the match again, as a new match. Afterwards all phones have the new match. If an error
    /// is thrown, no phone has it.
    func playAgain() throws -> Simulation.PlayedAgain {
        let inviter = try device(of: 1)
        let id = try MatchID(inviter.randomBytes(16))
        do {
            let sender = try play(as: id, from: inviter)
            for device in devices { device.games[script.id]?.app.data.current[chat] = id }
            return Simulation.PlayedAgain(
                plies: history.count + (drafted?.moves.count ?? 0), sender: sender.person, drafted: drafted,
                keepsDraws: keepsDraws)
        } catch {
            for device in devices {
                table(of: device)?.records[id] = nil
                table(of: device)?.rules.keptDraws[id] = nil
            }
            throw error
        }
    }

    private func play(as id: MatchID, from inviter: SimulatedDevice) throws -> SimulatedDevice {
        if keepsDraws { for device in devices { table(of: device)?.rules.keptDraws[id] = draws } }
        guard let key = record(on: inviter)?.key, let table = table(of: inviter) else { return inviter }
        let setup = old.signedLog.match.setup
        let known = Set(script.options.map(\.name))
        var options: [String: Value] = [:]
        for case (.string(let name), let value) in setup.options.mapValue ?? [:] where known.contains(name) {
            options[name] = value
        }
        _ = try table.begin(
            as: inviter.token, seats: setup.seats, options: options, chat: chat, session: old.session, id: id, key: key,
            now: inviter.now)
        try act(.invite, as: inviter, in: id)
        // In a match for two, the second seat joins with its first move. If all seats move at once,
        // or if there are more than two, the seats must join before the first move.
        if try setup.seats > 2 || table.status(of: id).isRound {
            for seat in 2...setup.seats where old.signedLog.roster[seat] != nil {
                try act(.join, as: device(of: seat), in: id)
            }
            if setup.seats > 2 { try act(.start, as: inviter, in: id) }
        }
        var sender = inviter
        for (index, entry) in history.enumerated() {
            sender = try device(of: entry.seat)
            guard let table = self.table(of: sender), let key = record(on: sender)?.key else { continue }
            if entry.leaving != nil {
                try act(.resign, as: sender, in: id)
                continue
            }
            // consecutive moves of one seat are one message
            let next = index + 1 < history.count ? history[index + 1] : nil
            let goesOn = next?.seat == entry.seat && next?.leaving == nil
            let reader = try table.reader(of: id)
            let played = try reader.look(at: reader.shown()) { $0.log.count }
            if played > index {
                // the phone has already played this move by itself, because it was the only
                // possible answer
                if !goesOn { try act(.answer, as: sender, in: id) }
                continue
            }
            let draft = try table.play(entry.text ?? "", in: id, token: sender.token, joining: key)
            if try !goesOn || !table.reader(of: id).goesOnBehindDraft() {
                try send(draft, from: sender, in: id)
            }
        }
        return sender
    }

    private func act(_ act: MatchTable.Act, as device: SimulatedDevice, in id: MatchID) throws {
        guard let table = table(of: device), let key = record(on: device)?.key else { return }
        try send(table.act(act, in: id, token: device.token, joining: key), from: device, in: id)
    }

    /// Lets every phone, including the sender's, read a signed draft as if the draft had arrived in
    /// a message.
    private func send(_ draft: Draft, from sender: SimulatedDevice, in id: MatchID) throws {
        for device in [sender] + devices.filter({ $0 !== sender }) {
            let person = device === sender ? nil : device.chatStore.directory.participant(sender.person, in: script.id)
            let reading = table(of: device)?.read(
                draft.url, from: person, chat: chat, session: old.session, now: device.now)
            guard table(of: device)?.records[id]?.signedLog.head == draft.signedLog.head else {
                throw Simulation.NewRulesRefusal(
                    description:
                        "\(device.person)'s phone doesn't take it: \(reading.map { "\($0.verdict)" } ?? "the game is gone")."
                )
            }
        }
    }
}

// Changes of a script during a match. All phones get the new text, and the match is replayed under
// the new text. The phone of each seat signs the moves of the seat again. Real phones can't do
// this: on them, a match ends under the rules with which it started.
extension Simulation {
    /// The result of replaying a match.
    package struct PlayedAgain: Sendable {
        /// The number of moves and resignations.
        package let plies: Int
        /// The person who made the last move or act. This person has to send the match to the
        /// others.
        package let sender: String
        /// The drafted moves of the old match and the person who drafted them, or nil. The new
        /// match has no draft, so the person has to make these moves again.
        package let drafted: (person: String, moves: [String])?
        /// Whether the new match uses the chance draws of the old match. If so, no other device can
        /// read the urls of the new match.
        package let keepsDraws: Bool
    }

    /// A sentence with the reason why a match can't be replayed under other rules.
    package struct NewRulesRefusal: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// Installs a new text of a game on all phones that have the game. Existing matches continue
    /// under the rules with which they started.
    package func update(_ script: GameScript) throws(SimulationError) {
        for phone in devices where phone.installedGames.contains(script.id) {
            try perform(as: phone.person) { phone throws(DeviceError) in
                try phone.install(script)
                phone.assets.releaseAll()
            }
        }
    }

    /// Replays the match of a chat under the text that is now on the phones. Afterwards all phones
    /// have the new match, but no message with the new match has been sent. If the game has random
    /// draws, the results of the draws stay the same.
    ///
    /// - Returns: The result, or nil if there is no match or nothing was played in it.
    /// - Throws: ``NewRulesRefusal``, or `GameError` of a script that fails. The match is then
    ///   unchanged.
    package func playAgain(_ script: GameScript, in chat: Chat.ID) throws -> PlayedAgain? {
        guard let table = try RulesMigration(of: self, script, in: chat) else { return nil }
        let again = try table.playAgain()
        try keep()
        return again
    }
}
