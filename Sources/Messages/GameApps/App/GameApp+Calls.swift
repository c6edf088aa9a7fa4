import Conversations
import GameRules
import LuaRuntime
import MatchSessions
import Values

// Callbacks: what instances are told.
extension GameApp {
    /// What became of a callback.
    public struct Delivered: Sendable {
        /// Can the instance go on? One that failed to load can't, and is told nothing more.
        public let isAlive: Bool
        /// Why nobody could be told: ``AppError/notLoaded(_:)``; nil where somebody was, or failed to load, of which the person is
        /// told.
        public var error: AppError?
        /// What `content_size_that_fits` answered, in points.
        public var size: (width: Int, height: Int)?
    }

    /// Tells an instance of a callback, and does what follows from it. What its hook asks for comes out by
    /// ``AppHost/carryOut(_:of:)``.
    ///
    /// An instance begins with ``Callback/load`` and is gone after ``Callback/didResignActive``; names aren't used again.
    @discardableResult
    public func deliver(_ callback: Callback, to id: InstanceID, at moment: Moment) -> Delivered {
        guard id.game == script.id, callback == .load || instances[id] != nil else {
            return Delivered(isAlive: false, error: .notLoaded(id))
        }
        var delivered = Delivered(isAlive: true)
        event(in: moment.place) { () throws(Never) in delivered = tell(callback, to: id, at: moment) }
        return delivered
    }

    /// The same, within an event.
    package func tell(_ callback: Callback, to id: InstanceID, at moment: Moment) -> Delivered {
        guard id.game == script.id else { return Delivered(isAlive: false) }
        var delivered = Delivered(isAlive: true)
        switch callback {
        case .load: return Delivered(isAlive: load(id, at: moment))
        case .completion(_, .some(let error)):
            note("The message can't be sent: \(error)", in: moment.place, .message(error))
            call(callback.name, of: id, at: moment, callback)
        case .contentSizeThatFits(let surroundings):
            let answer = call(callback.name, of: id, at: moment, callback)
            delivered.size = answer.flatMap { Self.size($0, within: surroundings) }
        case .didStartSending, .willSelect, .didSelect, .didReceive:
            noteDeparted(at: moment)
            call(callback.name, of: id, at: moment, callback)
            if callback == .didStartSending, let message = moment.message { settle(message, in: moment.place) }
        case .didResignActive:
            call(callback.name, of: id, at: moment, callback)
            end(id)
        case .didReceiveMemoryWarning:
            call(callback.name, of: id, at: moment, callback)
            stickers.release()
            table.assets.releaseAll()
        default:
            call(callback.name, of: id, at: moment, callback)
        }
        return delivered
    }

    /// Begins an instance: its script is loaded into a Lua state of its own.
    private func load(_ id: InstanceID, at moment: Moment) -> Bool {
        do {
            try make(id).load()
            return true
        } catch {
            if case .failed(let failure) = error { keepPrinted(failure.printed, by: id, in: "load") }
            note(.game(error), in: moment.place)
            return false
        }
    }

    @discardableResult
    package func make(_ id: InstanceID) -> AppInstance {
        let instance = AppInstance(id, script: script, pool: pool)
        instances[id] = instance
        wasUsed(instance)
        return instance
    }

    /// An instance is gone, with all that was kept for it.
    public func end(_ id: InstanceID) { instances[id] = nil }

    /// Runs a hook and carries out what it staged. A hook that fails has no effects; the person reads one line.
    ///
    /// - Parameters:
    ///   - callback: Nil for what the host itself tells, such as a touch.
    ///   - request: The number of the function that hears of it, for a `completion` without a callback.
    /// - Returns: What the hook answered; nil if it wasn't called, or failed.
    @discardableResult
    func call(
        _ hook: String, of id: InstanceID, at moment: Moment, _ callback: Callback? = nil, argument: Value? = nil,
        request: Int? = nil
    ) -> Value? {
        let place = "\(script.id)/on.\(hook)"
        guard budget?.allows(place) != false, let instance = instances[id] else { return nil }
        // being told that memory runs short is no use
        if callback != .didReceiveMemoryWarning { wasUsed(instance) }
        if callback == nil {
            let about = argument?.stringValue ?? argument?["code"]?.stringValue
            calls.append(.hook(hook, of: id, at: moment, about: about))
        }
        let outcome: AppInstance.Outcome
        do throws(AppError) {
            let fields = try arguments(of: hook, for: instance, at: moment, callback, argument, request: request)
            outcome = try saying(AppError.game) { () throws(GameError) in
                try instance.handle(.map(fields), hook: hook, remaining: budget?.remaining ?? EventBudget.time)
            }
        } catch {
            guard case .game(.failed(let failure)) = error else {
                note(error, in: moment.place)
                return nil
            }
            keepPrinted(failure.printed, by: id, in: hook)
            // the event's time may have been what it met
            if budget?.allows(place) != false { note(error, in: moment.place) }
            return nil
        }
        keepPrinted(outcome.printed, by: id, in: hook)
        carryOut(outcome.effects, of: id, at: moment, in: place)
        return outcome.answer
    }

    /// What `host.app` gets; see `sdk/host/app.lua`.
    private func arguments(
        of hook: String, for instance: AppInstance, at moment: Moment, _ callback: Callback?, _ argument: Value?,
        request: Int?
    ) throws(AppError) -> [ValueKey: Value] {
        var fields: [ValueKey: Value] = [
            "hook": .string(hook), "style": .string(moment.style.rawValue),
            "context": .string(moment.context.rawValue), "active": .bool(moment.isActive),
            "appearance": Self.value(of: moment.appearance),
            "conversation": value(of: moment.conversation, for: instance),
            "match": try matchValue(for: instance, at: moment), "store": store.value,
            "sessions": .array((0..<4).map { _ in .string(newSession().uuid.uuidString) }),
        ]
        if callback != nil, let message = moment.message { fields["message"] = value(of: message, for: instance) }
        if let argument = argument ?? callback.flatMap(Self.argument) { fields["argument"] = argument }
        if case .completion(let number, let error) = callback {
            fields["request"] = .int(Int64(number))
            if let error { fields["error"] = Self.value(of: error) }
        }
        if let request { fields["request"] = .int(Int64(request)) }
        return fields
    }

    private static func size(_ answer: Value, within limit: DisplaySettings) -> (width: Int, height: Int)? {
        guard let width = answer["width"]?.intValue, let height = answer["height"]?.intValue else { return nil }
        return (min(max(width, 1), limit.maximumWidth), min(max(height, 1), limit.maximumWidth))
    }
}

// What the person does with the game itself: touches, and what they ask of the host beside the board.
extension GameApp {
    /// The person touches what plays `move`, or the Start button.
    ///
    /// - Throws: ``AppError/typed(move:_:)`` for a move that has to be typed where the style takes no text;
    ///   ``AppError/notLoaded(_:)`` for an instance that isn't there. What the rules refuse the person reads as a notice.
    public func touch(_ move: String, in id: InstanceID, at moment: Moment) throws(AppError) {
        guard instances[id] != nil else { throw .notLoaded(id) }
        try event(in: moment.place) { () throws(AppError) in
            try checkTyped(move, at: moment)
            call("did_touch", of: id, at: moment, argument: .string(move))
        }
    }

    private func checkTyped(_ move: String, at moment: Moment) throws(AppError) {
        guard moment.style.capabilities.contains(.textInput) || !isTyped(move, in: moment.place) else {
            throw .typed(move: move, moment.style)
        }
    }

    /// Does what the person asks of the host itself, and inserts what it drafts.
    ///
    /// - Throws: ``AppError``; ``AppError/notLoaded(_:)`` for an instance that isn't there.
    public func act(_ act: PersonAction, in id: InstanceID, at moment: Moment) throws(AppError) {
        guard instances[id] != nil else { throw .notLoaded(id) }
        try event(in: moment.place) { () throws(AppError) in
            try perform(act, of: id, at: moment)
            guard case .draft = act else { return }
            let post = try post(.draft, of: id, at: moment)
            calls.append(.request(.insert(moment.request(0, of: id), post), of: id))
        }
    }

    /// Does a person need a keyboard for this move? Not for one whose argument the device draws.
    public func isTyped(_ move: String, in place: Conversation.ID) -> Bool {
        let moves = legalMoves(in: place)
        return moves.contains { typed in
            move == typed.name ? typed.typed?.isDrawn == false : typed.typed != nil && move.hasPrefix(typed.name + " ")
        }
            && !moves.contains { $0.typed == nil && $0.text == move }
    }
}
