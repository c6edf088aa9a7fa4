import CLuaGuard

/// A function of the host that trusted Lua code can call. It must not call into Lua. What it throws becomes a Lua error
/// once Swift has returned, so that no `longjmp` crosses a Swift frame.
public typealias HostFunction = ([LuaValue]) throws -> LuaValue

/// Keeps a host function alive for as long as its state lives.
final class HostFunctionBox {
    let function: HostFunction
    let state: UInt64

    init(_ function: @escaping HostFunction, state: UInt64) {
        self.function = function
        self.state = state
    }

    /// Answers a call from C: 0, or 1 after an error whose text is the reply.
    func answer(_ guard: OpaquePointer, _ slots: UnsafeBufferPointer<GuardSlot>) -> Int32 {
        do {
            switch try function(slots.map { LuaValue($0, state: state) }) {
            case .nil, .function: return 0
            case .boolean(let flag): guard_reply_integer(`guard`, flag ? 1 : 0)
            case .integer(let integer): guard_reply_integer(`guard`, integer)
            case .number(let number): return reply(`guard`, Array("\(number)".utf8), GUARD_TEXT, status: 0)
            case .text(let text): return reply(`guard`, Array(text.utf8), GUARD_TEXT, status: 0)
            case .encoded(let bytes): return reply(`guard`, bytes, GUARD_ENCODED, status: 0)
            }
            return 0
        } catch {
            return reply(`guard`, Array("\(error)".utf8.prefix(1024)), GUARD_TEXT, status: 1)
        }
    }

    private func reply(_ guard: OpaquePointer, _ bytes: [UInt8], _ type: GuardType, status: Int32) -> Int32 {
        bytes.withUnsafeBufferPointer { guard_reply_bytes(`guard`, type, $0.baseAddress, $0.count) } ? status : 1
    }
}
