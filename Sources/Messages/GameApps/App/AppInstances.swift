import Conversations
import GameRules
import LuaRuntime
import MatchSessions
import Values

/// The running instances of a game, and the calls of their hooks. All their Lua states share one
/// memory pool.
package final class AppInstances {
    private let script: GameScript
    private let pool: MemoryPool
    private let channel: HostChannel
    private let arguments: HookArguments
    private var instances: [InstanceID: AppInstance] = [:]
    private var uses = 0

    init(of script: GameScript, pool: MemoryPool, data: AppData, channel: HostChannel) {
        self.script = script
        self.pool = pool
        self.channel = channel
        arguments = HookArguments(data: data, channel: channel)
    }

    /// The instance of this id, or nil if it doesn't run.
    subscript(id: InstanceID) -> AppInstance? { instances[id] }

    @discardableResult
    package func make(_ id: InstanceID) -> AppInstance {
        let instance = AppInstance(id, script: script, pool: pool)
        instances[id] = instance
        wasUsed(instance)
        return instance
    }

    /// Starts an instance and loads its script into a new Lua state.
    func load(_ id: InstanceID, at moment: HostContext) -> Bool {
        do {
            try make(id).load()
            return true
        } catch {
            if case .failed(let failure) = error { channel.keepPrinted(failure.printed, by: id, in: "load") }
            channel.note(.game(error), in: moment.place)
            return false
        }
    }

    /// Ends an instance and frees everything cached for it.
    func end(_ id: InstanceID) { instances[id] = nil }

    private func wasUsed(_ instance: AppInstance) {
        uses &+= 1
        instance.lastUse = uses
    }

    // MARK: Hooks

    /// Runs a hook. If it fails, the person gets a notice.
    ///
    /// - Parameters:
    ///   - callback: Nil for a hook that only this host calls, such as `did_touch`.
    ///   - request: The number of the script's function to call, for a `completion` that isn't a
    ///     callback of Messages.
    /// - Returns: The hook's answer and effects, or nil if the hook wasn't called or failed.
    func call(
        _ hook: String, of id: InstanceID, at moment: HostContext, _ callback: Callback?, argument: Value?,
        request: Int?
    ) -> AppInstance.Outcome? {
        let place = place(of: hook)
        guard channel.budget?.allows(place) != false, let instance = instances[id] else { return nil }
        // a memory warning doesn't count as a use
        if callback != .didReceiveMemoryWarning { wasUsed(instance) }
        if callback == nil {
            let about = argument?.stringValue ?? argument?["code"]?.stringValue
            channel.append(.hook(hook, of: id, at: moment, about: about))
        }
        let outcome: AppInstance.Outcome
        do throws(AppError) {
            let fields = try arguments.fields(
                of: hook, for: instance, at: moment, callback, argument, request: request)
            outcome = try saying(AppError.game) { () throws(GameError) in
                try instance.handle(
                    .map(fields), hook: hook, remaining: channel.budget?.remaining ?? EventBudget.time)
            }
        } catch {
            guard case .game(.failed(let failure)) = error else {
                channel.note(error, in: moment.place)
                return nil
            }
            channel.keepPrinted(failure.printed, by: id, in: hook)
            // if the event's time ran out, the event reports the limit, so don't also report the
            // error
            if channel.budget?.allows(place) != false { channel.note(error, in: moment.place) }
            return nil
        }
        channel.keepPrinted(outcome.printed, by: id, in: hook)
        return outcome
    }

    /// Returns the name of a hook in notices about the limits of an event.
    func place(of hook: String) -> String { "\(script.id)/on.\(hook)" }

    // MARK: Memory

    /// Returns the time of an instance's last use, as a number that grows with every use. Nil if
    /// the instance doesn't run.
    package func lastUse(of id: InstanceID) -> Int? { instances[id]?.lastUse }

    /// Returns the memory of an instance in bytes.
    package func memoryUsed(by id: InstanceID) -> Int { instances[id]?.memoryUsed ?? 0 }

    /// The memory of all instances in bytes.
    var memoryUsed: Int { instances.values.reduce(0) { $0 + $1.memoryUsed } }

    /// Frees what scripts no longer reach.
    func collect() {
        for instance in instances.values { instance.collect() }
    }

    /// Returns whether the pool, with `more` bytes more in use, could lack room for another state.
    package func isShortOfMemory(with more: Int = 0) -> Bool {
        pool.leased + min(max(0, more), pool.limit) > max(pool.limit / 2, pool.limit - script.limits.memory)
    }
}
