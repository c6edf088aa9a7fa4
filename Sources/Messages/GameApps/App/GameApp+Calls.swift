import Conversations
import GameRules
import LuaRuntime
import MatchSessions
import Values

// Callbacks to instances.
extension GameApp {
    /// The result of a callback.
    public struct Delivered: Sendable {
        /// Whether the instance can continue. An instance that failed to load can't, and receives
        /// no more callbacks.
        public let isAlive: Bool
        /// ``AppError/notLoaded(_:)`` if no instance could receive the callback. Nil if one did, or
        /// if it failed to load; a notice then tells the person.
        public var error: AppError?
        /// The answer of `content_size_that_fits`, in points.
        public var size: (width: Int, height: Int)?
    }

    /// Delivers a callback to an instance and processes everything that follows. Requests of its
    /// hook come out by ``AppHost/carryOut(_:of:)``.
    ///
    /// An instance starts with ``Callback/load`` and ends after ``Callback/didResignActive``. Don't
    /// reuse its id.
    @discardableResult
    public func deliver(_ callback: Callback, to id: InstanceID, at moment: Moment) -> Delivered {
        guard id.game == script.id, callback == .load || instances[id] != nil else {
            return Delivered(isAlive: false, error: .notLoaded(id))
        }
        var delivered = Delivered(isAlive: true)
        event(in: moment.place) { () throws(Never) in delivered = tell(callback, to: id, at: moment) }
        return delivered
    }

    /// Delivers a callback within the current event.
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

    /// Starts an instance and loads its script into a new Lua state.
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

    /// Ends an instance and frees everything cached for it.
    public func end(_ id: InstanceID) { instances[id] = nil }

    /// Runs a hook and carries out what it staged. A hook that fails has no effects, and the person
    /// gets a notice.
    ///
    /// - Parameters:
    ///   - callback: Nil for a hook that only this host calls, such as `did_touch`.
    ///   - request: The number of the function to call, for a `completion` without a callback.
    /// - Returns: The hook's answer, or nil if it wasn't called or failed.
    @discardableResult
    func call(
        _ hook: String, of id: InstanceID, at moment: Moment, _ callback: Callback? = nil, argument: Value? = nil,
        request: Int? = nil
    ) -> Value? {
        let place = "\(script.id)/on.\(hook)"
        guard budget?.allows(place) != false, let instance = instances[id] else { return nil }
        // a memory warning doesn't count as a use
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
            // if the event's time ran out, the event itself reports that
            if budget?.allows(place) != false { note(error, in: moment.place) }
            return nil
        }
        keepPrinted(outcome.printed, by: id, in: hook)
        carryOut(outcome.effects, of: id, at: moment, in: place)
        return outcome.answer
    }

    /// Returns the argument of `host.app`; see `sdk/host/app.lua`.
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

// Actions of the person: touches, and requests to the host beside the board.
extension GameApp {
    /// Plays the move that the person touched, or starts a match for the Start button.
    ///
    /// - Throws: ``AppError/typed(move:_:)`` for a move that has to be typed in a style without
    ///   text input; ``AppError/notLoaded(_:)`` for an unknown instance. If the rules reject the
    ///   move, the person gets a notice.
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

    /// Carries out an action that the person requested, and inserts its draft.
    ///
    /// - Throws: ``AppError``; ``AppError/notLoaded(_:)`` for an unknown instance.
    public func act(_ act: PersonAction, in id: InstanceID, at moment: Moment) throws(AppError) {
        guard instances[id] != nil else { throw .notLoaded(id) }
        try event(in: moment.place) { () throws(AppError) in
            try perform(act, of: id, at: moment)
            guard case .draft = act else { return }
            let post = try post(.draft, of: id, at: moment)
            calls.append(.request(.insert(moment.request(0, of: id), post), of: id))
        }
    }

    /// Returns whether a person needs a keyboard for this move. A move whose number the device
    /// chooses by chance needs none.
    public func isTyped(_ move: String, in place: Conversation.ID) -> Bool {
        let moves = legalMoves(in: place)
        return moves.contains { typed in
            move == typed.name ? typed.typed?.isDrawn == false : typed.typed != nil && move.hasPrefix(typed.name + " ")
        }
            && !moves.contains { $0.typed == nil && $0.text == move }
    }
}
