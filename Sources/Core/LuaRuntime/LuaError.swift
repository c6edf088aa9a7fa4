import CLuaBoundary

/// A failure of a call into Lua. The state stays usable.
public struct LuaError: Error, Hashable, Sendable {
    /// A limit that ended a call.
    public enum Limit: String, Hashable, Sendable {
        /// Processor time, or thirty times as much wall-clock time.
        case time
        /// Memory of this state.
        case memory
        /// Memory of all states that share a pool.
        case pool
        /// Bytes that the call allocated in total, including those that it freed again.
        case granted
        /// Printed output of the call.
        case output
        /// Instructions of Lua, if a host counts them.
        case instructions
        /// Nested calls, of Lua or of C.
        case depth
        /// Too many keys of a table, or too many texts, collide in one of Lua's hash tables: see
        /// README, Limits.
        case table
        /// The bytes of one text.
        case text
    }

    /// The cause of a failure.
    public enum Kind: Hashable, Sendable {
        /// The script, or Lua on its behalf, raised an error.
        case script
        /// A limit ended the call.
        case limit(Limit)
        /// A call into this state, or from this thread, is already running.
        case busy
        /// The host is at fault: it has no memory or no thread, or a result has the wrong type.
        case host
    }

    /// One Lua function on the call stack.
    public struct Frame: Hashable, Sendable, CustomStringConvertible {
        /// The name of its source, such as `game.lua`.
        public var source: String
        /// The line in the source, from 1.
        public var line: Int
        /// The name by which its caller knew the function; empty for the main chunk.
        public var function: String

        /// Creates a frame.
        package init(source: String, line: Int, function: String) {
            self.source = source
            self.line = line
            self.function = function
        }

        /// `game.lua:12: in play`; without the function for the main chunk.
        public var description: String {
            function.isEmpty ? "\(source):\(line)" : "\(source):\(line): in \(function)"
        }
    }

    /// The cause: the script, a limit, the caller or the host.
    public var kind: Kind
    /// The message: one line, at most 1 KiB, without the position.
    public var message: String
    /// The name of the source, if known.
    public var source: String?
    /// The line, from 1; nil if it isn't known.
    public var line: Int?
    /// The call stack, from the innermost function, at most 16.
    public var traceback: [Frame]

    /// Creates an error. Nothing is cut to length.
    package init(kind: Kind, message: String, source: String? = nil, line: Int? = nil, traceback: [Frame] = []) {
        self.kind = kind
        self.message = message
        self.source = source
        self.line = line
        self.traceback = traceback
    }

    /// Creates the error of a script from its text, which may begin with its place:
    /// `game.lua:12: what happened`.
    package init(text: String) {
        let parts = text.split(separator: ":", maxSplits: 2)
        if parts.count == 3, parts[0].hasSuffix(".lua"), let line = Int(parts[1]), parts[2].first == " " {
            self.init(
                kind: .script, message: String(parts[2].dropFirst()), source: String(parts[0]), line: line)
        } else {
            self.init(kind: .script, message: text)
        }
    }

    /// The limit that ended the call, if one did.
    public var limit: Limit? {
        if case .limit(let limit) = kind { return limit }
        return nil
    }
}

extension LuaError: CustomStringConvertible {
    /// `game.lua:12: what happened`, or only what happened if the place isn't known.
    public var description: String {
        guard let source, let line else { return message }
        return "\(source):\(line): \(message)"
    }
}

extension LuaError {
    /// Reads the last error that the guard recorded. Nil for `GUARD_OK`.
    init?(status: GuardStatus, guard state: OpaquePointer?) {
        switch status {
        case GUARD_OK: return nil
        case GUARD_SCRIPT: kind = .script
        case GUARD_TIME: kind = .limit(.time)
        case GUARD_MEMORY: kind = .limit(.memory)
        case GUARD_POOL: kind = .limit(.pool)
        case GUARD_GRANTED: kind = .limit(.granted)
        case GUARD_OUTPUT: kind = .limit(.output)
        case GUARD_INSTRUCTIONS: kind = .limit(.instructions)
        case GUARD_DEPTH: kind = .limit(.depth)
        case GUARD_TABLE: kind = .limit(.table)
        case GUARD_LONG_TEXT: kind = .limit(.text)
        case GUARD_BUSY: kind = .busy
        default: kind = .host
        }
        traceback = []
        switch kind {
        case .busy: message = "a call is already running here: a host function can't call into Lua"
        case .host: message = "the host has no memory or no thread left to run Lua"
        default: message = ""
        }
        guard case .script = kind, let state else {
            if let state, limit != nil { read(state) }
            return
        }
        read(state)
    }

    private mutating func read(_ state: OpaquePointer) {
        let error = guard_error(state).pointee
        let text = withUnsafeBytes(of: error.message) {
            String(decoding: $0.prefix(error.message_count), as: UTF8.self)
        }
        traceback = withUnsafeBytes(of: error.frames) { bytes in
            bytes.bindMemory(to: GuardFrame.self).prefix(Int(error.frame_count)).map { frame in
                Frame(source: Self.text(frame.source), line: Int(frame.line), function: Self.text(frame.name))
            }
        }
        (source, line, message) = Self.splitPosition(Self.oneLine(text))
        if source == nil, let first = traceback.first { (source, line) = (first.source, first.line) }
    }

    /// Returns `text` on one line, cut to the most bytes of a message. Control characters become
    /// spaces, because a script may put anything into a message. The guard has already cut the
    /// text, but replacing malformed UTF-8 may have made it longer again.
    static func oneLine(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars {
            let shown = scalar.value < 32 || scalar.value == 127 ? " " : scalar
            guard line.utf8.count + UTF8.width(shown) <= GUARD_MESSAGE_MAX else { break }
            line.unicodeScalars.append(shown)
        }
        return line
    }

    private static func text<T>(_ buffer: T) -> String {
        withUnsafeBytes(of: buffer) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// A bound that is larger than any line number of a chunk.
    private static let largestLine = 1 << 24

    /// Splits off the position that Lua writes before a message: `game.lua:12: what happened`.
    static func splitPosition(_ text: String) -> (source: String?, line: Int?, message: String) {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        // a script may write any number there
        guard parts.count == 3, let line = Int(parts[1]), (1...largestLine).contains(line), parts[2].hasPrefix(" "),
            !parts[0].contains(" ")
        else {
            return (nil, nil, text)
        }
        return (String(parts[0]), line, String(parts[2].dropFirst()))
    }
}
