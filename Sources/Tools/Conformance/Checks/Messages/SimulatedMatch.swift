import Conversations
import GameApps
import GameRules
import LuaRuntime
import MatchSessions
import MessageProtocol
import Simulation
import Values

/// A whole match on simulated phones, one for each seat of the game's smallest match, through the game's own hooks or the default ones: they open the game,
/// touch a legal move, send it. They play a game that was played before, as far as it is legal; where it isn't, what they
/// choose follows from the seed and the ply alone, so that two runs can be compared.
final class SimulatedMatch {
    /// Something that a person can't do, or that doesn't lead on.
    struct Problem: Error {
        let sentence: String
    }

    /// What a device's game was told because of one stimulus.
    struct Observation {
        let person: String
        let scenario: LifecycleTable.Scenario
        let entries: [EventLog.Entry]
    }

    let world: Simulation
    let profile: HostProfile
    /// Sees every stimulus.
    var observe: (Observation) throws -> Void = { _ in }
    /// Ends an instance after a callback: asked with the turn and how many callbacks it had so far on that device.
    var kills: (_ turn: Int, _ callback: Int) -> Bool = { _, _ in false }
    /// How many callbacks each turn had.
    private(set) var callbacks: [Int] = []
    /// How many instances were ended.
    private(set) var killed = 0
    let script: GameScript
    private let game: PlayedGame
    private let seed: UInt64
    /// After so many moves the seats resign, one after the other; nil to play to the end.
    private let mostMoves: Int?

    /// How many people it takes: the match that `start` begins has the game's fewest seats, and a conversation has two at least.
    static func people(for script: GameScript) -> Int { max(2, script.seats.lowerBound) }

    /// - Parameters:
    ///   - game: One for as many seats as there are ``people(for:)``.
    ///   - mostMoves: After how many moves the seats resign; nil to play to the end.
    init(
        _ script: GameScript, _ game: PlayedGame, profile: HostProfile, seed: UInt64, mostMoves: Int? = nil
    ) throws(SimulationError) {
        self.mostMoves = mostMoves
        (self.script, self.game, self.profile, self.seed) = (script, game, profile, seed)
        let people = (1...Self.people(for: script)).map { "Seat \($0)" }
        world = try Simulation(of: people, games: [script], profile: profile, seed: seed)
    }

    private var chat: Chat.ID { world.chat }

    /// The match as each phone knows it.
    var records: [MatchRecord] { world.devices.compactMap { $0.match(of: script.id, in: chat)?.record } }

    var isOver: Bool {
        let matches = world.devices.map { $0.match(of: script.id, in: chat) }
        return matches.allSatisfy { $0?.status.outcome != nil }
    }

    /// Plays until the match is over for all.
    ///
    /// - Throws: ``Problem``, or what a check of an observation throws.
    func play(mostTurns: Int) throws {
        var idle = 0
        while !isOver {
            try Self.goOn()
            let turn = callbacks.count
            guard turn < mostTurns else {
                throw Problem(sentence: "After \(turn) turns the match isn't over for all of them.")
            }
            let device = device(in: turn)
            let before = records.map(\.signedLog.head)
            try self.turn(turn, of: device)
            idle = before == records.map(\.signedLog.head) ? idle + 1 : 0
            guard idle < mostIdleTurns else { throw Problem(sentence: stuck) }
        }
        let heads = records.map(\.signedLog.head)
        guard heads.count == world.devices.count, heads.allSatisfy({ $0 == heads.first }) else {
            throw Problem(sentence: "The match is over, and the phones have different logs of it.")
        }
    }

    /// Whose turn it is to act. With more than two, everybody's is a place later in each round: a phone whose game was closed
    /// learns of the last request for a seat only, and two that always hear of the same others may want the same seat for ever.
    private func device(in turn: Int) -> Device {
        let count = world.devices.count
        return world.devices[(turn + (count > 2 ? turn / count : 0)) % count]
    }

    /// What hooks do on phones is mostly the host's own work, which no call into Lua would end.
    private static func goOn() throws(Problem) {
        if ProcessorBudget.isUsedUp { throw Problem(sentence: "The time for the match is used up.") }
    }

    private var stuck: String {
        let notices = world.devices.flatMap { device in device.notices.suffix(2).map { "\(device.person): \($0.text)" }
        }
        let ply = records.map { "\($0.signedLog.log.plies.count)" }.joined(separator: " and ")
        return "Nobody can move though the match isn't over: the phones have \(ply.isEmpty ? "no" : ply) plies. "
            + notices.joined(separator: " ")
    }

    // MARK: A turn

    /// Everything one person does until there is nothing to do, and what arrives elsewhere because of it.
    private func turn(_ number: Int, of device: Device) throws {
        var seen = 0
        let killedBefore = killed
        device.interruption = { [weak self] _ in
            guard let self else { return false }
            defer { seen += 1 }
            guard self.kills(number, seen) else { return false }
            self.killed += 1
            return true
        }
        defer {
            device.interruption = nil
            callbacks.append(seen)
        }
        var problem: (any Error)?
        for attempt in 0..<200 {
            try Self.goOn()
            let done = (device.chats[chat]?.transcript.items.count, killed)
            do {
                guard try step(of: device, turn: number, attempt: attempt) else { break }
                problem = nil
            } catch let error as SimulationError {
                problem = error
            }
            // where nothing came of it, and no instance ended, trying again won't help
            if problem != nil, done == (device.chats[chat]?.transcript.items.count, killed), killed == killedBefore {
                break
            }
            if attempt > 20, problem != nil { break }
        }
        if let problem { throw Problem(sentence: "\(device.person) can't go on: \(problem)") }
        if number % 3 == 1, device.style(of: script.id) != nil { try perform(.close, on: device) }
    }

    /// One thing that the person does; false if there is nothing.
    private func step(of device: Device, turn: Int, attempt: Int) throws -> Bool {
        if device.style(of: script.id) == nil {
            let bubble = device.lastBubble(of: script.id, in: chat)
            try perform(bubble.map { .tapBubble($0.id) } ?? .openFromDrawer(), on: device)
            if device.style(of: script.id) == nil { return true }
        }
        // every other turn, what a seat does in a row goes into one message
        let goesOn = turn % 2 == 0 && attempt < 20 && !device.legalMoves(of: script.id, in: chat).isEmpty
        if device.chats[chat]?.draft.isEmpty == false, !goesOn {
            try send(device, turn: turn)
            return true
        }
        guard let match = device.match(of: script.id, in: chat) else {
            guard device === world.devices[0] else { return false }
            try begin(device)
            return true
        }
        if let opening = device.opening(of: script.id, in: chat), opening.starter != nil {
            return try gather(device, match.record, opening, attempt: attempt)
        }
        // what opens a sealed move is to be sent though the match is over with it
        guard let move = choose(device, match.record) else { return false }
        if attempt == 0 { try fidget(device, turn: turn) }
        guard device.style(of: script.id) != nil else { return true }
        if move != Move.answer.text, hasPlayedEnough(device) {
            try ask(.draft(.resign), on: device)
            try send(device, turn: turn)
            return true
        }
        let count = match.record.signedLog.log.plies.count
        try touch(move, on: device)
        if device.chats[chat]?.draft.isEmpty == false {
            if turn % 5 == 2, attempt == 0 {
                try uncover(device)
                if turn % 2 == 1 { try perform(.close, on: device) }
                try perform(.userDeleteDraft, on: device)
            }
        } else if device.match(of: script.id, in: chat)?.record.signedLog.log.plies.count != count {
            try deliver(from: device)  // the script sent it itself
        } else if killed == 0 {
            throw Problem(
                sentence: "\(device.person) touched \(move), and nothing was sent or lies in the draft field.")
        }
        return true
    }

    /// What this person does so that a match of three or more begins: who was invited asks for a seat, and once each is asked
    /// for, the inviter starts it. A phone whose game was closed knows the last request only, and may have asked for a seat
    /// that somebody else wants: so each asks again in every turn, as people would.
    ///
    /// - Returns: false to wait.
    private func gather(_ device: Device, _ record: MatchRecord, _ opening: Opening, attempt: Int) throws -> Bool {
        let isInviter = record.seat == opening.starter
        guard isInviter ? opening.wanting.isEmpty : record.seat == nil && attempt == 0 else { return false }
        try ask(.draft(isInviter ? .start : .join), on: device)
        return true
    }

    /// Turns in which nothing comes of it before nobody can go on. Until a match of more than two begins, only requests are
    /// made, more than one by each.
    private var mostIdleTurns: Int { world.devices.count == 2 ? 4 : 6 * world.devices.count }

    /// What to touch: the next move of the game that was played before, or a random one; nil where there is none.
    private func choose(_ device: Device, _ record: MatchRecord) -> String? {
        let moves = device.legalMoves(of: script.id, in: chat)
        let log = record.draft?.signedLog ?? record.signedLog
        guard
            let seat = record.seat ?? record.draft?.seat
                ?? record.signedLog.roster.entries.firstIndex(of: nil).map({ $0 + 1 })
        else {
            return nil
        }
        // what the seat owes stands in front of its move, drafted or not
        let played = device.match(of: script.id, in: chat)?.status.ply ?? log.log.plies.count { $0.isMove }
        if moves == [.answer] { return moves[0].text }
        if let step = game.steps.dropFirst(played).first(where: { $0.seat == seat }),
            let listed = step.listed(in: moves)
        {
            return listed.text
        }
        var random = SplitMix64(seed: seed &+ UInt64(played) &* 0x9e37)
        return moves.randomElement(using: &random)?.typedText(using: &random)
    }

    /// Does this person resign now? The first seat that is left does, when it is to move: in a round, where several are, another order
    /// of turns would leave another log.
    private func hasPlayedEnough(_ device: Device) -> Bool {
        guard let mostMoves, let match = device.match(of: script.id, in: chat) else { return false }
        let status = match.status
        let first = (1...match.record.signedLog.log.seats).first { !status.gone.contains($0) }
        return status.outcome == nil && status.ply >= mostMoves && match.record.seat == first
    }

    private func begin(_ device: Device) throws {
        let options = game.setup.options
        let standard = try? script.options(choosing: [:])
        guard options != standard else { return try touch("start", on: device) }
        let chosen = options.filter { standard?[$0.key] != $0.value }
        try ask(.begin(options: chosen), on: device)
    }

    /// What people do beside playing.
    private func fidget(_ device: Device, turn: Int) throws {
        switch turn % 4 {
        case 1 where device.style(of: script.id) == .compact:
            try perform(.expand, on: device)
            try uncover(device)
        case 2:
            guard let bubble = device.lastBubble(of: script.id, in: chat) else { break }
            try perform(.tapBubble(bubble.id), on: device)
            try uncover(device)
            try perform(.tapBubble(bubble.id), on: device)  // it is selected now
        case 3: try perform(.openFromDrawer(), on: device)
        default: break
        }
    }

    private func uncover(_ device: Device) throws {
        if device.style(of: script.id) == .expanded { try perform(.collapse, on: device) }
    }

    /// Sends what is drafted, now and then with the game closed, and lets it arrive.
    private func send(_ device: Device, turn: Int) throws {
        try uncover(device)
        if turn % 7 == 4, device.style(of: script.id) != nil { try perform(.close, on: device) }
        let isHeard = hasDraft(device)
        try perform(.userSend, on: device)
        try deliver(from: device, isHeard: isHeard)
    }

    /// - Parameter isHeard: Did a message leave, of which scripts are told?
    private func deliver(from device: Device, isHeard: Bool = true) throws {
        let session = device.lastBubble(of: script.id, in: chat)?.bubble?.message.session
        let arrivals = world.devices.filter { $0 !== device }.map { other in
            let isBound = session != nil && session == selected(on: other)?.session
            let scenario: LifecycleTable.Scenario =
                !isHeard
                ? .withoutMessage
                : other.style(of: script.id) == nil ? .arrivalClosed : isBound ? .arrivalBound : .arrival
            return (device: other, scenario: scenario, start: other.log.entries.count)
        }
        let ownStart = device.log.entries.count
        try world.settle()
        for (other, scenario, start) in arrivals {
            try observe(
                Observation(
                    person: other.person, scenario: scenario, entries: Array(other.log.entries[start...])))
        }
        if device.log.entries.count > ownStart {
            try observe(
                Observation(
                    person: device.person, scenario: .sendStarts, entries: Array(device.log.entries[ownStart...])))
        }
    }

    // MARK: Stimuli

    private func touch(_ word: String, on device: Device) throws {
        if device.style(of: script.id) == .compact, device.isTyped(word, of: script.id, in: chat) {
            try perform(.expand, on: device)  // there is no keyboard in compact style
            guard device.style(of: script.id) != nil else { return }
        }
        try record(.touch, on: device) { device throws(DeviceError) in
            try device.touch(word, of: self.script.id, in: self.chat)
        }
    }

    private func ask(_ act: PersonAction, on device: Device) throws {
        try record(.touch, on: device) { device throws(DeviceError) in
            try device.act(act, of: self.script.id, in: self.chat)
        }
    }

    private func perform(_ stimulus: Stimulus, on device: Device) throws {
        try record(scenario(of: stimulus, on: device), on: device) { device throws(DeviceError) in
            try device.perform(stimulus, of: self.script.id, in: self.chat)
        }
    }

    private func record(
        _ scenario: LifecycleTable.Scenario, on device: Device, _ body: (Device) throws(DeviceError) -> Void
    ) throws {
        let start = device.log.entries.count
        try world.perform(as: device.person, body)
        try observe(
            Observation(person: device.person, scenario: scenario, entries: Array(device.log.entries[start...])))
    }

    /// What the open game has selected: its last event says so.
    private func selected(on device: Device) -> Message? {
        guard device.style(of: script.id) != nil else { return nil }
        return device.log.entries.last { $0.event?.instance.kind == .main }?.event?.selectedMessage
    }

    /// Does a message wait for Send? Of a sticker or a text that leaves no script hears.
    private func hasDraft(_ device: Device) -> Bool { device.chats[chat]?.draft.staged != nil }

    private func scenario(of stimulus: Stimulus, on device: Device) -> LifecycleTable.Scenario {
        let style = device.style(of: script.id)
        switch stimulus {
        case .openFromDrawer: return style == nil ? .openFromDrawer : .drawerWhileOpen
        case .tapBubble(let item):
            guard style != nil else { return .tapClosed }
            let isSelected = device.chats[chat]?.transcript[item]?.bubble?.message.id == selected(on: device)?.id
            if style == .expanded { return isSelected ? .tapSelectedExpanded : .tapOtherExpanded }
            return isSelected ? .tapSelected : .tapOther
        case .expand: return .expand
        case .collapse: return .collapse
        case .userSend where !hasDraft(device), .userDeleteDraft where !hasDraft(device):
            return .withoutMessage
        case .userSend:
            guard style != nil else { return .sendClosed }
            let session = device.chats[chat]?.draft.staged?.message.session
            return session != nil && session == selected(on: device)?.session ? .sendBound : .send
        case .userDeleteDraft: return style == nil ? .deleteClosed : .delete
        case .close: return .close
        default: return .touch
        }
    }
}
