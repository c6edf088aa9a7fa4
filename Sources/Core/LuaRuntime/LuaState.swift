import CLuaBoundary
import Synchronization
import Values

/// A Lua state with limits of memory, time and printed output, and with a sandbox. A deadline can
/// end every function of the sandbox's libraries, and none of them reaches outside of the state.
///
/// ```swift
/// let state = try LuaState()
/// let double = try state.load("local n = ...; return n * 2", name: "double.lua")
/// try state.call(double, .integer(21))   // [.integer(42)]
/// ```
///
/// Only one thread at a time may use a state. Each call moves to a ``LuaThread`` automatically.
public final class LuaState {
    /// The libraries of a state.
    package enum Kind: Sendable {
        /// The sandbox, in which scripts run.
        case sandbox
        /// Plain Lua without functions that reach outside of the state: the baseline of benchmarks.
        /// Its functions are Lua's own, which a deadline can't end in the middle.
        case stock
        /// Lua with every library, and with the sandbox's own functions in the global `own`, to
        /// compare both. Never for scripts of strangers.
        case compare
    }

    /// The owner of a chunk.
    public enum Trust: Sendable {
        /// A stranger. The chunk sees frozen globals.
        case script
        /// The host. The chunk sees the libraries as they are, and the table `host`.
        case host
    }

    private static let lastIdentity = Atomic<UInt64>(0)

    /// The limits that the state was created with, or that `assign` set. A call may
    /// have a deadline of its own.
    public private(set) var limits: LuaLimits
    let pointer: OpaquePointer
    private let identity: UInt64
    /// The time of a call without a deadline of its own. Access isn't checked for exclusivity,
    /// because the check would slow down a quick call too much. That is safe, because the property
    /// is set only before other code has the state.
    @exclusivity(unchecked) private(set) var defaultNanoseconds: Int64
    private var pool: MemoryPool?
    private var modules: [LuaModules] = []
    private var hostFunctions: [HostFunctionBox] = []
    private var hostWords: [HostWordsBox] = []

    /// Creates a state with its libraries.
    ///
    /// - Parameter pool: The memory pool; nil for the pool of the current scope, if there is one: see
    ///   `MemoryPool.run`.
    /// - Throws: ``LuaError`` with limit `pool` if the pool has no room, or of kind `host` if the
    ///   host has no memory.
    public convenience init(limits: LuaLimits = LuaLimits(), pool: MemoryPool? = nil) throws(LuaError) {
        try self.init(limits: limits, pool: pool, kind: .sandbox)
    }

    /// Creates a state of a given kind: see ``init(limits:pool:)``.
    package init(limits: LuaLimits = LuaLimits(), pool: MemoryPool? = nil, kind: Kind) throws(LuaError) {
        let pool = pool ?? MemoryPool.current
        var config = Self.config(limits, pool)
        switch kind {
        case .sandbox: config.kind = GUARD_SANDBOX
        case .stock: config.kind = GUARD_STOCK
        case .compare: config.kind = GUARD_COMPARE
        }
        var status = GUARD_OK
        pointer = try Self.made(guard_new(&config, &status), status, pool)
        self.limits = limits
        defaultNanoseconds = Self.nanoseconds(limits)
        self.pool = pool
        identity = Self.newIdentity()
        WorkCounter.add(.statesCreated)
    }

    /// Creates a warm state: it can run the host's own code, without limits or pool, before
    /// ``assign(limits:pool:)`` gives it to a script. Until then no garbage is collected, and calls
    /// have the standard deadline.
    ///
    /// - Throws: ``LuaError`` of kind `host` if the host has no memory.
    package init(spare: Void) throws(LuaError) {
        var status = GUARD_OK
        pointer = try Self.made(guard_new_spare(&status), status)
        limits = LuaLimits()
        defaultNanoseconds = Self.nanoseconds(LuaLimits())
        identity = Self.newIdentity()
        WorkCounter.add(.statesCreated)
    }

    /// Gives a warm state the limits and the pool of the script that will be loaded. Call it only
    /// once.
    ///
    /// - Parameter pool: The same as in ``init(limits:pool:kind:)``.
    /// - Throws: ``LuaError`` with limit `pool` if the pool has no room. After that error the state
    ///   is unusable.
    package func assign(limits: LuaLimits, pool: MemoryPool?) throws(LuaError) {
        let pool = pool ?? MemoryPool.current
        self.limits = limits
        defaultNanoseconds = Self.nanoseconds(limits)
        self.pool = pool
        var config = Self.config(limits, pool)
        let status = guard_assign(pointer, &config)
        if status == GUARD_POOL { pool?.noteFailure() }
        if let error = LuaError(status: status, guard: nil) { throw error }
    }

    private static func config(_ limits: LuaLimits, _ pool: MemoryPool?) -> GuardConfig {
        var config = GuardConfig()
        config.memory_limit = max(0, limits.memory)
        config.granted_limit = max(0, limits.granted)
        config.print_limit = max(0, limits.printed)
        config.pool = pool?.pointer
        return config
    }

    private static func made(
        _ pointer: OpaquePointer?, _ status: GuardStatus, _ pool: MemoryPool? = nil
    ) throws(LuaError) -> OpaquePointer {
        guard let pointer else {
            if status == GUARD_POOL { pool?.noteFailure() }
            throw LuaError(status: status, guard: nil) ?? LuaError(kind: .host, message: "no Lua state could be made")
        }
        return pointer
    }

    private static func nanoseconds(_ limits: LuaLimits) -> Int64 {
        min(limits.deadline, LuaLimits.hardDeadline).nanoseconds
    }

    private static func newIdentity() -> UInt64 { lastIdentity.wrappingAdd(1, ordering: .relaxed).newValue }

    deinit { guard_close(pointer) }

    // MARK: Loading

    /// Compiles Lua source text. Rejects bytecode.
    ///
    /// - Parameter name: The name in errors, such as `game.lua`.
    /// - Throws: ``LuaError`` with the place of a syntax error, or with the limit that ended the
    ///   compilation. The limits of time and memory are those of a call.
    public func load(_ source: String, name: String, trust: Trust = .script) throws(LuaError) -> LuaFunction {
        try load(LuaChunk(name: name, source: source, digest: nil), trust: trust)
    }

    /// Loads a chunk, as ``load(_:name:trust:)`` does. If another state has compiled the chunk
    /// before, loading is faster, with the same result.
    package func load(_ chunk: LuaChunk, trust: Trust = .script) throws(LuaError) -> LuaFunction {
        var reference: Int32 = 0
        let time = try nanoseconds(nil)
        try withExtendedLifetime(chunk) { () throws(LuaError) in
            try check { [pointer] in guard_load(pointer, chunk.pointer, trust == .host, &reference, time) }
        }
        return LuaFunction(reference: reference, state: identity)
    }

    /// Makes `require(module)` find this source text, which is compiled when it is first required.
    public func register(module: String, source: String, name: String, trust: Trust = .script) throws(LuaError) {
        let chunk = LuaChunk(name: name, source: source, digest: nil)
        try register(LuaModules([(module, chunk)], trust: trust))
    }

    /// Makes `require` find these modules. If several have the same name, `require` finds the last
    /// one that was registered.
    package func register(_ modules: LuaModules) throws(LuaError) {
        self.modules.append(modules)
        try check { [pointer] in guard_modules(pointer, modules.pointer.baseAddress, modules.pointer.count) }
    }

    /// Puts a function of the host into the table `host`, which only trusted code sees.
    public func register(host name: String, _ function: @escaping HostFunction) throws(LuaError) {
        let box = HostFunctionBox(function, state: identity)
        hostFunctions.append(box)
        let context = Unmanaged.passUnretained(box).toOpaque()
        try check { [pointer] in
            guard_host(
                pointer, name,
                { context, state, arguments, count in
                    guard let context, let state else { return 1 }
                    let box = Unmanaged<HostFunctionBox>.fromOpaque(context).takeUnretainedValue()
                    return box.answer(state, UnsafeBufferPointer(start: arguments, count: Int(count)))
                }, context)
        }
    }

    /// Puts a function that takes two integers and returns four into the table `host`, which only
    /// trusted code sees.
    package func register(host name: String, words function: @escaping HostWords) throws(LuaError) {
        let box = HostWordsBox(function)
        hostWords.append(box)
        let context = Unmanaged.passUnretained(box).toOpaque()
        try check { [pointer] in
            guard_host_words(
                pointer, name,
                { context, first, second, words in
                    guard let context, let words else { return }
                    let box = Unmanaged<HostWordsBox>.fromOpaque(context).takeUnretainedValue()
                    let answer = box.function(first, second)
                    for index in 0..<4 { words[index] = answer[index] }
                }, context)
        }
    }

    // MARK: Calling

    /// Calls a function.
    ///
    /// - Parameters:
    ///   - results: The number of results to return, at most 64; missing ones are `nil`.
    ///   - deadline: The time for this call, at most ``LuaLimits/hardDeadline``; nil for the time of the
    ///     state's limits.
    /// - Throws: ``LuaError``: the error that the script raised, or the limit that ended the call.
    @discardableResult
    public func call(
        _ function: LuaFunction, _ arguments: LuaValue..., results: Int = 1, deadline: Duration? = nil
    ) throws(LuaError) -> [LuaValue] {
        try call(function, arguments: arguments, results: results, deadline: deadline)
    }

    /// The most arguments of one call.
    public static let mostArguments = 250

    /// Calls a function with a list of arguments. See ``call(_:_:results:deadline:)``.
    public func call(
        _ function: LuaFunction, arguments: [LuaValue], results: Int = 1, deadline: Duration? = nil
    ) throws(LuaError) -> [LuaValue] {
        try own(function)
        for case .function(let argument) in arguments { try own(argument) }
        guard arguments.count <= Self.mostArguments else {
            throw LuaError(
                kind: .host,
                message: "expected at most \(Self.mostArguments) arguments, found \(arguments.count): pass a list")
        }
        let wanted = max(0, min(results, 64))
        var slots = [GuardSlot](repeating: GuardSlot(), count: wanted)
        let time = try nanoseconds(deadline)
        try check { [pointer] in
            arguments.withSlots { lent in
                guard_call(
                    pointer, function.reference, lent, Int32(lent.count), &slots, Int32(wanted), time)
            }
        }
        if let counter = WorkCounter.current {
            counter.add(.luaCalls, 1)
            counter.add(.bytesCrossed, arguments.reduce(0) { $0 + $1.byteCount } + slots.reduce(0) { $0 + $1.count })
        }
        return slots.map { LuaValue($0, state: identity) }
    }

    /// Calls a function that returns one text of any bytes, as `host.encode` does.
    ///
    /// - Throws: ``LuaError``; also if the function returns something else.
    public func callForBytes(
        _ function: LuaFunction, _ arguments: LuaValue..., deadline: Duration? = nil
    ) throws(LuaError) -> [UInt8] {
        try own(function)
        var slot = GuardSlot()
        let time = try nanoseconds(deadline)
        try check { [pointer] in
            arguments.withSlots { lent in
                guard_call(pointer, function.reference, lent, Int32(lent.count), &slot, 1, time)
            }
        }
        guard slot.type == GUARD_TEXT else { throw LuaError(kind: .host, message: "a text was expected") }
        if let counter = WorkCounter.current {
            counter.add(.luaCalls, 1)
            counter.add(.bytesCrossed, arguments.reduce(slot.count) { $0 + $1.byteCount })
        }
        return Array(UnsafeBufferPointer(start: slot.bytes, count: slot.count))
    }

    /// Makes a quick call: passes one integer and returns one integer, without creating a
    /// ``LuaValue``.
    ///
    /// - Throws: ``LuaError``; also if the function doesn't return an integer.
    package func call(_ function: LuaFunction, integer: Int64, deadline: Duration? = nil) throws(LuaError) -> Int64 {
        try own(function)
        var result: Int64 = 0
        let time = try nanoseconds(deadline)
        WorkCounter.add(.luaCalls)
        let status = guard_call_integer(pointer, function.reference, integer, &result, time)
        if status == GUARD_OK { return result }
        try check(first: status) { [pointer] in
            guard_call_integer(pointer, function.reference, integer, &result, time)
        }
        return result
    }

    /// Makes a quick call with three integers. Functions of the host that run during the call may record
    /// integers, which ``takeJournal(_:)`` returns.
    ///
    /// - Throws: ``LuaError``; also if the function doesn't return an integer.
    package func call(
        _ function: LuaFunction, integers first: Int64, _ second: Int64, _ third: Int64, deadline: Duration? = nil
    ) throws(LuaError) -> Int64 {
        try own(function)
        var result: Int64 = 0
        let time = try nanoseconds(deadline)
        WorkCounter.add(.luaCalls)
        try check { [pointer] in
            withUnsafePointer(to: (first, second, third)) { integers in
                integers.withMemoryRebound(to: Int64.self, capacity: 3) {
                    guard_call_integers(pointer, function.reference, $0, &result, time)
                }
            }
        }
        return result
    }

    /// Passes to `body` the integers that the last call recorded, even if that call failed, and
    /// then discards them. `body` must not call into the state.
    package func takeJournal(_ body: (UnsafeBufferPointer<Int64>) -> Void) {
        var count = 0
        let integers = guard_journal(pointer, &count)
        body(UnsafeBufferPointer(start: integers, count: integers == nil ? 0 : count))
        guard_forget_journal(pointer)
    }

    /// Lets the garbage collector free a function that is no longer needed.
    public func forget(_ function: LuaFunction) {
        if function.state == identity { guard_forget(pointer, function.reference) }
    }

    // MARK: Meters

    /// The meters now.
    public var meters: LuaMeters { LuaMeters(guard_meter(pointer).pointee) }

    /// Resets ``LuaMeters/peak`` to the memory that is used now.
    public func resetPeak() { guard_reset_peak(pointer) }

    /// The output of `print` in the last call.
    public var printed: String {
        var count = 0
        let bytes = guard_printed(pointer, &count)
        return String(decoding: UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count), as: UTF8.self)
    }

    /// Frees everything that the script can no longer reach.
    public func collect() { _ = guard_collect(pointer) }

    /// Counts every VM instruction exactly, from the next call on. Calls then take about twice as
    /// long, and calls nested deeper than 4,000 end with limit `depth`.
    ///
    /// - Parameter limit: The most instructions of one call; nil or 0 for no limit.
    public func countInstructions(_ on: Bool, limit: UInt64? = nil) {
        guard_count_instructions(pointer, on, limit ?? 0)
    }

    /// For tests: refuses `count` requests for memory, the first of which is the `at`-th from now
    /// on (1 is the next request). If `at` is 0, refuses none.
    package func injectFault(at: UInt64, count: UInt64 = 1) { guard_inject_fault(pointer, at, count) }

    // MARK: -

    private func own(_ function: LuaFunction) throws(LuaError) {
        guard function.state == identity else {
            throw LuaError(kind: .host, message: "this function belongs to another Lua state")
        }
    }

    /// Returns the time of a call: its own deadline, or what is left of the current budget if that
    /// is less.
    private func nanoseconds(_ deadline: Duration?) throws(LuaError) -> Int64 {
        let own = deadline.map { min($0, LuaLimits.hardDeadline).nanoseconds } ?? defaultNanoseconds
        guard let left = ProcessorBudget.left else { return own }
        guard left > 0 else {
            throw LuaError(kind: .limit(.time), message: "the time for all calls together is used up")
        }
        return min(own, Duration.seconds(left).nanoseconds)
    }

    /// Calls a function of the guard, and throws the error that its status means. If the status
    /// says that the calling thread can't run Lua, repeats the call on a Lua thread.
    func check(first: GuardStatus? = nil, _ call: () -> GuardStatus) throws(LuaError) {
        var status = first ?? call()
        if status == GUARD_THREAD { status = LuaThread.run(call) }
        if let error = LuaError(status: status, guard: pointer) {
            if error.limit == .pool { pool?.noteFailure() }
            throw error
        }
    }
}

/// The lines of scripts that ran, and those that can run.
extension LuaState {
    /// Records each line of scripts that runs, from the next call on. Chunks whose names begin with
    /// `sdk/` are the host's own and aren't recorded. Deadlines and ``countInstructions(_:limit:)``
    /// work at the same time. As when instructions are counted, calls nested deeper than 4,000 end
    /// with limit `depth`. At most 64 sources and lines up to 32,767 are recorded.
    ///
    /// ```swift
    /// try state.coverLines(true)
    /// try state.call(chunk)
    /// state.coveredLines["game.lua"]   // [1, 2, 5]
    /// ```
    ///
    /// - Throws: ``LuaError`` of kind `host` if the host has no memory for the record.
    package func coverLines(_ on: Bool) throws(LuaError) {
        guard guard_cover_lines(pointer, on) else {
            throw LuaError(kind: .host, message: "the host has no memory to note which lines run")
        }
    }

    /// The lines that ran while lines were recorded, by the name of their source. They stay when
    /// recording is switched off.
    package var coveredLines: [String: Set<Int>] {
        var result: [String: Set<Int>] = [:]
        for source in 0..<guard_covered_sources(pointer) {
            var name: UnsafePointer<CChar>?
            guard let bits = guard_covered(pointer, source, &name), let name else { continue }
            var lines: Set<Int> = []
            for byte in 0..<Int(GUARD_COVER_LINES) / 8 where bits[byte] != 0 {
                for bit in 0..<8 where bits[byte] & 1 << bit != 0 { lines.insert(byte * 8 + bit) }
            }
            result[String(cString: name), default: []].formUnion(lines)
        }
        return result
    }

    /// Returns the lines of a source text that should run, without running any of it. A comment, an
    /// empty line, an `end` after a `return`, and the closing bracket of `return f {` aren't among
    /// them. `coveredLines` may contain such lines. To find the lines that didn't run, subtract
    /// `coveredLines` from the result; don't compare the two numbers of lines.
    ///
    /// - Parameter name: The name in errors, such as `game.lua`.
    /// - Throws: ``LuaError`` with the place of a syntax error, or with the limit that ended compiling.
    ///   The error is of kind `host` if the compiled form isn't that of Lua 5.4.
    package func executableLines(of source: String, name: String) throws(LuaError) -> Set<Int> {
        let bytes = try dump(source, name: name)
        do throws(LuaChunkLines.Malformed) {
            return try LuaChunkLines(dump: bytes).executable
        } catch {
            throw LuaError(kind: .host, message: "\(error)", source: name)
        }
    }

    /// Returns the compiled form of a source text, with its debug information.
    func dump(_ source: String, name: String) throws(LuaError) -> [UInt8] {
        var bytes: UnsafePointer<UInt8>?
        var size = 0
        let chunk = LuaChunk(name: name, source: source, digest: nil)
        try withExtendedLifetime(chunk) { () throws(LuaError) in
            try check { [pointer, defaultNanoseconds] in
                guard_dump(pointer, chunk.pointer, &bytes, &size, defaultNanoseconds)
            }
        }
        return Array(UnsafeBufferPointer(start: bytes, count: size))
    }
}
