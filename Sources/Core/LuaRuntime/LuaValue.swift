import CLuaBoundary
import Values

/// A value that crosses between Swift and Lua. A table crosses as canonical bytes, which either
/// side creates or reads only when needed.
public enum LuaValue: Hashable, Sendable {
    /// Nothing.
    case `nil`
    /// True or false.
    case boolean(Bool)
    /// A number of Lua's kind integer.
    case integer(Int64)
    /// A number of Lua's kind float.
    case number(Double)
    /// Any text. When it comes out of Lua, U+FFFD replaces bytes that aren't UTF-8.
    case text(String)
    /// A text of any bytes. To get one out of Lua, use ``LuaState/callForBytes(_:_:deadline:)``.
    case bytes([UInt8])
    /// Deterministic CBOR (RFC 8949 §4.2.1): into Lua any ``Value``, out of Lua always a table.
    case encoded([UInt8])
    /// A function that stays in its state and can be called there.
    case function(LuaFunction)

    /// Returns a value in the form in which it crosses into Lua.
    ///
    /// - Throws: ``ValueError`` if the value exceeds the limits of values, or contains a NaN.
    public static func value(_ value: Value) throws -> LuaValue {
        switch value {
        case .null: .nil
        case .bool(let flag): .boolean(flag)
        case .int(let integer): .integer(integer)
        case .string(let text): .text(text)
        default: .encoded(try value.canonicalBytes())
        }
    }

    /// Returns the value as data, or nil for a function.
    ///
    /// - Throws: ``ValueError`` if the value exceeds the limits of a result: a state with the parts of all
    ///   seats (`GUARD_POSITION`).
    public func decoded() throws -> Value? {
        switch self {
        case .nil: .null
        case .boolean(let flag): .bool(flag)
        case .integer(let integer): .int(integer)
        case .number(let number): .double(number)
        case .text(let text): .string(text)
        case .bytes(let bytes): .bytes(bytes)
        case .encoded(let bytes): try Value(canonicalBytes: bytes, limits: Self.limits)
        case .function: nil
        }
    }

    private static let limits = ValueLimits(bytes: (2 << 20) + (64 << 10), items: 201_000)

    /// The integer, if it is one.
    public var integer: Int64? {
        if case .integer(let value) = self { return value }
        return nil
    }

    /// The text, if it is one.
    public var text: String? {
        if case .text(let value) = self { return value }
        return nil
    }

    /// The number of bytes that are copied when the value crosses; 0 for a value without bytes.
    var byteCount: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .bytes(let bytes), .encoded(let bytes): bytes.count
        case .nil, .boolean, .integer, .number, .function: 0
        }
    }

    /// The function, if it is one.
    public var function: LuaFunction? {
        if case .function(let value) = self { return value }
        return nil
    }
}

/// A function that lives in a ``LuaState``. Another state refuses to call it.
public struct LuaFunction: Hashable, Sendable {
    let reference: Int32
    let state: UInt64
}

extension LuaValue {
    /// Copies a slot out of the guard's memory.
    init(_ slot: GuardSlot, state: UInt64) {
        let bytes = UnsafeBufferPointer(start: slot.bytes, count: slot.bytes == nil ? 0 : slot.count)
        switch slot.type {
        case GUARD_BOOLEAN: self = .boolean(slot.integer != 0)
        case GUARD_INTEGER: self = .integer(slot.integer)
        case GUARD_NUMBER: self = .number(slot.number)
        case GUARD_TEXT: self = .text(String(decoding: bytes, as: UTF8.self))
        case GUARD_ENCODED: self = .encoded(Array(bytes))
        case GUARD_FUNCTION:
            self = .function(LuaFunction(reference: Int32(truncatingIfNeeded: slot.integer), state: state))
        default: self = .nil
        }
    }

    /// Passes the value to `body` as a slot that is valid until `body` returns.
    func withSlot<R>(_ body: (GuardSlot) -> R) -> R {
        var slot = GuardSlot()
        switch self {
        case .nil: slot.type = GUARD_NIL
        case .boolean(let flag): (slot.type, slot.integer) = (GUARD_BOOLEAN, flag ? 1 : 0)
        case .integer(let integer): (slot.type, slot.integer) = (GUARD_INTEGER, integer)
        case .number(let number): (slot.type, slot.number) = (GUARD_NUMBER, number)
        case .function(let function): (slot.type, slot.integer) = (GUARD_FUNCTION, Int64(function.reference))
        case .encoded(let bytes): return Self.lend(bytes, as: GUARD_ENCODED, body)
        case .bytes(let bytes): return Self.lend(bytes, as: GUARD_TEXT, body)
        case .text(let text): return Self.lend(Array(text.utf8), as: GUARD_TEXT, body)
        }
        return body(slot)
    }

    private static func lend<R>(_ bytes: [UInt8], as type: GuardType, _ body: (GuardSlot) -> R) -> R {
        bytes.withUnsafeBufferPointer { buffer in
            body(GuardSlot(type: type, integer: 0, number: 0, bytes: buffer.baseAddress, count: buffer.count))
        }
    }
}

extension [LuaValue] {
    /// Passes the slots of all values to `body`. The slots are valid until `body` returns.
    func withSlots<R>(_ body: ([GuardSlot]) -> R) -> R { lend(from: 0, [], body) }

    private func lend<R>(from index: Int, _ slots: [GuardSlot], _ body: ([GuardSlot]) -> R) -> R {
        if index == count { return body(slots) }
        return self[index].withSlot { lend(from: index + 1, slots + [$0], body) }
    }
}
