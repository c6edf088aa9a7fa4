import Conversations
import GameApps
import GameRules
import LuaRuntime
import MatchSessions
import MessageProtocol
import Simulation
import Values

/// A whole match on simulated phones, one for each seat of the game's smallest match. It runs the
/// game's own hooks or the default ones: people open the game, touch a legal move, and send it.
///
/// The people repeat a game that was played before, as far as its moves are legal. If a move isn't
/// legal, their choice depends only on the seed and the ply, so that two runs can be compared.
final class SimulatedMatch {
    /// An action that a person can't do, or that has no effect.
    struct Problem: Error {
        let sentence: String
    }

    /// The callbacks that a device's game got because of one stimulus.
    struct Observation {
        let person: String
        let scenario: LifecycleTable.Scenario
        let entries: [LifecycleLog.Entry]
    }

    let world: Simulation
    let profile: HostProfile
    /// Receives every observation.
    var observe: (Observation) throws -> Void = { _ in }
    /// Returns whether to end an instance after a callback. The arguments are the number of the
    /// turn, and the number of callbacks on that device so far in that turn.
    var kills: (_ turn: Int, _ callback: Int) -> Bool = { _, _ in false }
    /// The number of callbacks in each turn.
    private(set) var callbacks: [Int] = []
    /// The number of instances that were ended.
    private(set) var killed = 0
    let script: GameScript
    private let game: PlayedGame
    private let seed: UInt64
    /// The number of moves after which the seats resign, one after the other; nil to play to the
    /// end.
    private let mostMoves: Int?

    /// Returns the number of people. The hook `start` begins a match with the fewest seats of the
    /// game. A conversation has at least two people.
    static func people(for script: GameScript) -> Int { max(2, script.seats.lowerBound) }

    /// Creates the phones.
    ///
    /// - Parameters:
    ///   - game: A game for as many seats as there are ``people(for:)``.
    ///   - mostMoves: The number of moves after which the seats resign; nil to play to the end.
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
    /// - Throws: ``Problem``, or the error of a check of an observation.
    func play(mostTurns: Int) throws {
        var idle = 0
        while !isOver {
            try Self.goOn()
            let turn = callbacks.count
            guard turn < mostTurns else {
                throw Problem(sentence: "After \(turn) turns the match isn't over on all phones.")
            }
            let device = device(in: turn)
            let before = records.map(\.signedLog.head)
            try self.turn(turn, of: device)
            idle = before == records.map(\.signedLog.head) ? idle + 1 : 0
            guard idle < mostIdleTurns else { throw Problem(sentence: stuck) }
        }
        let heads = records.map(\.signedLog.head)
        guard heads.count == world.devices.count, heads.allSatisfy({ $0 == heads.first }) else {
            throw Problem(sentence: "The match is over, but the phones have different logs of it.")
        }
    }

    /// Returns the device that acts in a turn. With more than two devices, the order in which they
    /// act changes after each cycle.
    ///
    /// A phone whose game was closed learns only of the last request for a seat. In a fixed order,
    /// two phones could miss each other's requests every time, and keep asking for the same seat.
    private func device(in turn: Int) -> SimulatedDevice {
        let count = world.devices.count
        return world.devices[(turn + (count > 2 ? turn / count : 0)) % count]
    }

    /// Throws if the time is used up. Most work on simulated phones is done by the host, so no
    /// limit of a call into Lua would end that work.
    private static func goOn() throws(Problem) {
        if ProcessorBudget.isUsedUp { throw Problem(sentence: "The time for the match is used up.") }
    }

    private var stuck: String {
        let notices = world.devices.flatMap { device in device.notices.suffix(2).map { "\(device.person): \($0.text)" }
        }
        let ply = records.map { "\($0.signedLog.log.plies.count)" }.joined(separator: " and ")
        return "Nobody can move, although the match isn't over. The phones have \(ply.isEmpty ? "no" : ply) plies. "
            + notices.joined(separator: " ")
    }

    // MARK: A turn

    /// Lets one person act until there is nothing to do, and delivers the messages to the other
    /// devices.
    private func turn(_ number: Int, of device: SimulatedDevice) throws {
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
            // if the action had no effect, and no instance ended, another attempt won't help
            if problem != nil, done == (device.chats[chat]?.transcript.items.count, killed), killed == killedBefore {
                break
            }
            if attempt > 20, problem != nil { break }
        }
        if let problem { throw Problem(sentence: "\(device.person) can't continue: \(problem)") }
        if number % 3 == 1, device.style(of: script.id) != nil { try perform(.close, on: device) }
    }

    /// Lets the person do one action. Returns false if there is nothing to do.
    private func step(of device: SimulatedDevice, turn: Int, attempt: Int) throws -> Bool {
        if device.style(of: script.id) == nil {
            let bubble = device.lastBubble(of: script.id, in: chat)
            try perform(bubble.map { .tapBubble($0.id) } ?? .openFromDrawer(), on: device)
            if device.style(of: script.id) == nil { return true }
        }
        // in every other turn, consecutive moves of a seat go into one message
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
        if let opening = device.app(of: script.id)?.opening(in: chat), opening.starter != nil {
            return try gather(device, match.record, opening, attempt: attempt)
        }
        // reveals have to be sent even if they end the match
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
            try deliver(from: device)  // the script itself sent the message
        } else if killed == 0 {
            throw Problem(
                sentence: "\(device.person) touched \(move), but nothing was sent or put into the draft field.")
        }
        return true
    }

    /// Lets a person do the actions that begin a match of three or more seats. Invited people ask
    /// for seats. When somebody has asked for each seat, the inviter starts the match.
    ///
    /// A phone whose game was closed knows only the last request, so its person may have asked for
    /// a seat that somebody else had asked for. Each person therefore asks again in every turn, as
    /// real people would.
    ///
    /// - Returns: False if the person has to wait.
    private func gather(_ device: SimulatedDevice, _ record: MatchRecord, _ opening: FreeSeats, attempt: Int) throws
        -> Bool
    {
        let isInviter = record.seat == opening.starter
        guard isInviter ? opening.wanting.isEmpty : record.seat == nil && attempt == 0 else { return false }
        try ask(.draft(isInviter ? .start : .join), on: device)
        return true
    }

    /// The number of idle turns after which the match counts as stuck. The number is larger for
    /// more than two devices, because several turns pass with requests alone before such a match
    /// begins.
    private var mostIdleTurns: Int { world.devices.count == 2 ? 4 : 6 * world.devices.count }

    /// Returns the move to touch: the next move of the game that was played before, or a random
    /// move; nil if no move is legal.
    private func choose(_ device: SimulatedDevice, _ record: MatchRecord) -> String? {
        let moves = device.legalMoves(of: script.id, in: chat)
        let log = record.draft?.signedLog ?? record.signedLog
        guard
            let seat = record.seat ?? record.draft?.seat
                ?? record.signedLog.roster.entries.firstIndex(of: nil).map({ $0 + 1 })
        else {
            return nil
        }
        // reveals that are due come before the seat's move, even if the move is drafted already
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

    /// Returns whether this person resigns now. Only the person on the lowest remaining seat
    /// resigns, and only when that seat is to move. If several persons resigned in the same round,
    /// the log would depend on the order of their turns.
    private func hasPlayedEnough(_ device: SimulatedDevice) -> Bool {
        guard let mostMoves, let match = device.match(of: script.id, in: chat) else { return false }
        let status = match.status
        let first = (1...match.record.signedLog.log.seats).first { !status.gone.contains($0) }
        return status.outcome == nil && status.ply >= mostMoves && match.record.seat == first
    }

    private func begin(_ device: SimulatedDevice) throws {
        let options = game.setup.options
        let standard = try? script.options(choosing: [:])
        guard options != standard else { return try touch("start", on: device) }
        let chosen = options.filter { standard?[$0.key] != $0.value }
        try ask(.begin(options: chosen), on: device)
    }

    /// Does what people do beside playing.
    private func fidget(_ device: SimulatedDevice, turn: Int) throws {
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

    private func uncover(_ device: SimulatedDevice) throws {
        if device.style(of: script.id) == .expanded { try perform(.collapse, on: device) }
    }

    /// Sends the draft, and lets the message arrive. In some turns the person closes the game
    /// first.
    private func send(_ device: SimulatedDevice, turn: Int) throws {
        try uncover(device)
        if turn % 7 == 4, device.style(of: script.id) != nil { try perform(.close, on: device) }
        let isHeard = hasDraft(device)
        try perform(.userSend, on: device)
        try deliver(from: device, isHeard: isHeard)
    }

    /// Lets messages arrive on the other devices.
    ///
    /// - Parameter isHeard: Whether the device sent a message, of which scripts are told.
    private func deliver(from device: SimulatedDevice, isHeard: Bool = true) throws {
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

    private func touch(_ word: String, on device: SimulatedDevice) throws {
        if device.style(of: script.id) == .compact, device.app(of: script.id)?.isTyped(word, in: chat) == true {
            try perform(.expand, on: device)  // there is no keyboard in compact style
            guard device.style(of: script.id) != nil else { return }
        }
        try record(.touch, on: device) { device throws(DeviceError) in
            try device.touch(word, of: self.script.id, in: self.chat)
        }
    }

    private func ask(_ act: PersonAction, on device: SimulatedDevice) throws {
        try record(.touch, on: device) { device throws(DeviceError) in
            try device.act(act, of: self.script.id, in: self.chat)
        }
    }

    private func perform(_ stimulus: Stimulus, on device: SimulatedDevice) throws {
        try record(scenario(of: stimulus, on: device), on: device) { device throws(DeviceError) in
            try device.perform(stimulus, of: self.script.id, in: self.chat)
        }
    }

    private func record(
        _ scenario: LifecycleTable.Scenario, on device: SimulatedDevice,
        _ body: (SimulatedDevice) throws(DeviceError) -> Void
    ) throws {
        let start = device.log.entries.count
        try world.perform(as: device.person, body)
        try observe(
            Observation(person: device.person, scenario: scenario, entries: Array(device.log.entries[start...])))
    }

    /// Returns the message that is selected in the open game, according to the game's last event.
    private func selected(on device: SimulatedDevice) -> Message? {
        guard device.style(of: script.id) != nil else { return nil }
        return device.log.entries.last { $0.event?.instance.kind == .main }?.event?.selectedMessage
    }

    /// Returns whether a message is in the draft field. Stickers and texts in the draft field don't
    /// count, because scripts aren't told when these are sent.
    private func hasDraft(_ device: SimulatedDevice) -> Bool { device.chats[chat]?.draft.staged != nil }

    private func scenario(of stimulus: Stimulus, on device: SimulatedDevice) -> LifecycleTable.Scenario {
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
